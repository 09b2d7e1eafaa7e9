//! What engines and systems do.

use super::trial::Engine::{Command, Script, Troubled};
use super::trial::Trial;
use std::time::Duration;

/// Says hello as an engine that lists moves.
macro_rules! hello {
    () => {
        "read question\nprintf 'engine name=script\\nvariant id=arab\\nok 1\\n'\n"
    };
}

/// A limit that a behaviour is to exceed.
const SHORT: [&str; 3] = ["--no-shrink", "--timeout", "1"];
const SHORT_HELLO: [&str; 2] = ["--hello-timeout", "0.5"];
/// One case each that is about moves and about leaves.
const ONE: &str = "arab/majority/two-before-one";
const LEAVES: &str = "arab/counts-from-elsewhere/{kings-and-men,close-fight}";

/// All behaviours.
pub fn all() -> Vec<Trial> {
    [starts(), silences(), streams(), words(), positions(), processes(), resources(), systems()]
        .into_iter()
        .flatten()
        .collect()
}

fn of(behaviour: &'static str, trouble: &'static str) -> Trial {
    Trial::of(behaviour, Troubled(trouble))
}

fn with(more: &[&'static str], trial: Trial) -> Trial {
    Trial { more: more.to_vec(), ..trial }
}

fn starts() -> Vec<Trial> {
    vec![
        Trial::of("does not exist", Command("./no-such-engine")),
        Trial::of("may not be executed", Command("./output")),
        Trial::of("is a folder", Command(".")),
        of("exits at once with 0", "exits-at-once"),
        of("exits at once with 3", "exits-with-3"),
        of("is ended by a signal at once", "aborts-at-once"),
        of("dies at every question", "dies-always"),
        of("is ended by a signal at every question", "aborts"),
        with(
            &["--no-shrink", "--case", "arab/{immediate-removal,majority}/*"],
            of("dies at some cases only", "dies-on-kings"),
        ),
        with(
            &["--case", "arab/immediate-removal/*"],
            of("dies at some cases only, and it is asked why", "dies-on-kings"),
        ),
        with(
            &["--no-shrink", "--case", "arab/immediate-removal/*"],
            of("dies once", "dies-on-third-question"),
        ),
    ]
}

fn silences() -> Vec<Trial> {
    vec![
        with(&SHORT_HELLO, of("never answers", "says-nothing")),
        with(&SHORT, of("answers hello and nothing else", "hangs-after-hello")),
        with(&SHORT, of("answers no question about moves", "hangs")),
        with(&["--timeout", "1"], of("answers no question about moves, and it is asked why", "hangs")),
        with(
            &["--case", "arab/*/*", "--budget", "3", "--timeout", "1"],
            of("answers no question about moves, with 3 s for the run", "hangs"),
        ),
        with(&SHORT, of("answers a byte a second", "a-byte-a-second")),
        with(&SHORT, of("does not end its last line", "no-end-of-line")),
        with(&SHORT, Trial::of("reads nothing after hello", Script(concat!(hello!(), "sleep 600")))),
        Trial::of("closes its output and lives on", Script(concat!(hello!(), "exec >&-\nsleep 600"))),
        Trial::of("closes its output before hello", Script("exec >&-\nsleep 600")),
        with(&SHORT, Trial::of("stops itself", Script(concat!(hello!(), "kill -STOP $$")))),
        with(
            &SHORT,
            Trial::of(
                "ignores SIGTERM, SIGINT and SIGHUP",
                Script(concat!("trap '' TERM INT HUP\n", hello!(), "while :; do sleep 1; done")),
            ),
        ),
    ]
}

fn streams() -> Vec<Trial> {
    let one_shot = ["--one-shot", "--declare", "variant id=arab"];
    vec![
        with(&SHORT_HELLO, of("prints bytes that are no text", "prints-rubbish")),
        with(&SHORT_HELLO, of("prints in UTF-16", "utf-16")),
        of("prints a line without end at once", "endless-line-at-once"),
        of("answers one line without end", "endless-line"),
        of("answers rows without end", "endless-rows"),
        of("answers notes without end", "endless-notes"),
        with(
            &[&one_shot[..], &["--timeout", "20"]].concat(),
            Trial::of("answers blank lines without end, one process a question", Script("yes ''")),
        ),
        of("answers a row of 1 MiB", "long-row"),
        with(&SHORT, of("floods its standard error and does not answer", "hangs-and-floods-errors")),
        of("floods its standard error and answers", "floods-errors-for-ever"),
        of("writes notes before it is asked", "thinks-aloud"),
        of("answers before it is asked", "answers-before-asked"),
        of("answers twice", "answers-twice"),
        of("answers the question before", "a-question-behind"),
        of("ends its lines as Windows does", "windows-line-ends"),
        of("begins its lines with a byte order mark", "byte-order-mark"),
        of("writes notes", "chatty"),
    ]
}

fn words() -> Vec<Trial> {
    vec![
        of("says a later version", "later-version"),
        of("says unknown words and keys", "unknown-words"),
        of("says an unknown notation", "unknown-notation"),
        of("plays no variant that was asked for", "no-such-variant"),
        of("refuses hello", "refuses-hello"),
        of("says more rows than there are", "wrong-count"),
        of("says a number of rows that is none", "huge-count"),
        of("answers an empty line", "empty-lines"),
        of("writes NUL", "nul"),
        of("writes what a terminal obeys into its name", "escapes-in-its-name"),
        of("writes what a terminal obeys into its echo", "escapes-in-its-echo"),
        of("writes what a terminal obeys into rows", "escapes"),
        of("writes what a terminal obeys into refusals", "escapes-in-refusals"),
        of("writes what a terminal obeys into its standard error", "escapes-in-errors"),
        of("has a name of 4,000 bytes", "long-name"),
        of("refuses with 1 MiB of reasons", "long-refusals"),
        of("refuses every position", "refuses"),
    ]
}

fn positions() -> Vec<Trial> {
    vec![
        of("lists each move twice", "duplicates"),
        of("lists a move 10,000 times", "many-duplicates"),
        of("lists 10,000 moves that are none", "many-strange-rows"),
        with(
            &["--no-shrink", "--case", "arab/{majority,men-steps,men-captures,delayed-crowning}/*"],
            of("lists 10,000 moves that are none in 39 positions", "many-strange-rows"),
        ),
        of("lists 100,000 moves", "too-many-rows"),
        of("moves from empty squares", "empty-squares"),
        of("moves off the board", "off-the-board"),
        of("moves on squares with numbers that overflow", "overflowing-squares"),
        of("writes positions that are none", "no-position"),
        of("writes back another position", "mirrors-echo"),
        of("swaps the colours", "swaps-colours"),
        with(
            &["--no-shrink", "--variant", "diagonal", "--case", "diagonal/start/*"],
            of("numbers the squares from the other end", "numbers-from-below"),
        ),
        with(
            &["--no-shrink", "--case", "arab/immediate-removal/*"],
            of("depends on the questions before", "forgets"),
        ),
        with(&["--case", LEAVES], of("counts more leaves than a number holds", "huge-numbers")),
        with(&["--case", LEAVES], of("counts as many leaves as a number holds", "largest-numbers")),
    ]
}

fn processes() -> Vec<Trial> {
    vec![
        Trial::of("leaves a child behind that holds its pipes", Script("sleep 600 &\nexec \"$1\" none")),
        with(
            &SHORT,
            Trial::of("ends, and a child holds its pipes", Script(concat!(hello!(), "sleep 600 &\nexit 7"))),
        ),
        Trial::of(
            "leaves a child behind in a session of its own that holds its pipes",
            Script("setsid sleep 600 &\nexec \"$1\" none"),
        ),
        Trial::of(
            "leaves a grandchild behind in a session of its own, without pipes",
            Script("(setsid sleep 600 <&- >&- 2>&- &)\nexec \"$1\" none"),
        ),
        Trial::of(
            "dies at every question, and leaves a grandchild behind each time",
            Script("(setsid sleep 600 &)\nexec \"$1\" dies-always"),
        ),
        with(
            &SHORT,
            Trial::of(
                "has a child in a session and an environment of its own, and hangs",
                Script(concat!("env -i setsid sh -c 'sleep 600; :' \"$0\" &\n", hello!(), "sleep 600")),
            ),
        ),
        Trial::of(
            "starts 100 processes",
            Script("for i in $(seq 100); do sleep 600 & done\nexec \"$1\" none"),
        ),
        Trial::of(
            "ends huff by SIGTERM",
            Script(concat!(hello!(), "read question\nkill -TERM $PPID\nsleep 600")),
        ),
    ]
}

fn resources() -> Vec<Trial> {
    let bounded = ["--no-shrink", "--case", ONE, "--memory", "200MiB", "--timeout", "20"];
    vec![
        with(&bounded, of("takes all memory", "takes-memory")),
        with(&bounded, of("takes all memory in a child", "takes-memory-in-a-child")),
        with(&bounded, of("has 32 threads and less memory than it may have", "many-threads")),
        with(&SHORT, of("takes all processors", "takes-processors")),
    ]
}

fn systems() -> Vec<Trial> {
    let hangs = || with(&["--no-shrink", "--timeout", "600"], of("", "hangs"));
    let stubborn = "trap '' TERM INT HUP\nsetsid sleep 600 &\nexec \"$1\" hangs";
    vec![
        Trial { behaviour: "the user interrupts", interrupts: 1, ..hangs() },
        Trial { behaviour: "the user interrupts twice", interrupts: 2, engine: Script(stubborn), ..hangs() },
        Trial { before: "exec >/dev/full", ..of("the disk under the output is full", "none") },
        Trial { before: "exec 2>/dev/full", ..Trial::of("nothing can be told", Command("./no-such-engine")) },
        Trial { before: "exec 2>&-", ..Trial::of("there is nowhere to tell", Command("./no-such-engine")) },
        Trial {
            before: "mkdir \"$REPORT\"\nset -- \"$0\" \"$@\"\nset -- unshare -rm sh -c 'mount -t tmpfs -o size=16k none \"$REPORT\" && exec \"$@\"' sh \"$@\"\nexec \"$@\"",
            more: vec!["--no-shrink", "--case", "arab/*/*"],
            needs: "unshare -rm true",
            ..of("the disk under the reports is full", "none")
        },
        Trial { before: "touch \"$REPORT\"", ..of("a file stands where the reports are to be", "none") },
        Trial {
            before: "mkdir -p \"$REPORT/report.md/in-the-way\"",
            ..of("a folder stands where a report is to be", "none")
        },
        Trial {
            before: "mkdir \"$REPORT\"; chmod a-w \"$REPORT\"",
            needs: "test $(id -u) != 0",
            ..of("nothing may be written into the folder of the reports", "none")
        },
        Trial {
            behaviour: "four processes hang at once",
            more: vec!["--no-shrink", "--jobs", "4", "--timeout", "1"],
            most_time: Duration::from_secs(40),
            ..of("", "hangs")
        },
    ]
}
