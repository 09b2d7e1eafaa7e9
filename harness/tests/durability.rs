//! Long work outlives its process: what was killed goes on to the same result, and two runs do not mix what they
//! write.

#![cfg(unix)]

use harness::sweep::Saved;
use harness::tables::{KeptRow, Left, PerftTable, write_header};
use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Signals by their numbers.
const KILLED: i32 = 9;

fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("huff"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", said(&output));
    output
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A command that must be refused, with what it says.
fn refused(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{command:?}: {}", said(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{command:?}");
    said(&output)
}

fn begun(command: &mut Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until something is so while a process runs.
#[track_caller]
fn until(child: &mut Child, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(100);
    while !is_so() {
        assert!(child.try_wait().unwrap().is_none(), "it has ended before");
        assert!(Instant::now() < end, "it has come to nothing");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

#[track_caller]
fn kill(mut child: Child) {
    child.kill().unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.signal(), Some(KILLED), "it was killed too late");
}

/// Every file of a folder by its name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), std::fs::read_to_string(entry.path()).unwrap())
        })
        .collect()
}

fn lines(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').count() - 1
}

/// Tables in a folder of their own.
struct Tables {
    folder: TempDir,
    arguments: Vec<&'static str>,
}

impl Tables {
    fn new(arguments: &[&'static str]) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), arguments: arguments.to_vec() }
    }

    /// Tables that are counted in no time.
    fn quick() -> Self {
        Self::new(&["--variant", "diagonal", "--depth", "4"])
    }

    /// Tables that take a second or more, nearly all of it behind the middle.
    fn slow() -> Self {
        Self::new(&["--variant", "arab", "--depth", "5"])
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("tables")
    }

    fn unfinished(&self) -> PathBuf {
        self.path().join(".unfinished.jsonl")
    }

    fn command(&self) -> Command {
        let mut command = huff(&["tables", "--threads", "1", "--table", "1MiB"]);
        command.args(&self.arguments).arg("--out").arg(self.path());
        command
    }

    /// What is left of a run: the bytes of whole rows, and how many there are.
    fn left(&self) -> Vec<u8> {
        std::fs::read(self.unfinished()).unwrap_or_default()
    }

    /// How many rows are kept whole.
    fn rows(&self) -> usize {
        lines(&self.left()).saturating_sub(1)
    }

    fn leave(&self, bytes: &[u8]) {
        std::fs::create_dir_all(self.path()).unwrap();
        std::fs::write(self.unfinished(), bytes).unwrap();
    }

    /// Runs to the end: the files that are there then, and what was said on the way.
    fn finish(&self) -> (BTreeMap<String, String>, String) {
        let output = done(&mut self.command());
        (files(&self.path()), said(&output))
    }
}

/// What a run is due to write, and the rows that it keeps on the way, none of them counted by --confirm.
fn due(tables: &Tables) -> (BTreeMap<String, String>, Vec<KeptRow>) {
    let (files, said) = tables.finish();
    assert_eq!(said, "");
    let mut rows = Vec::new();
    for variant in files.keys().filter_map(|name| name.strip_suffix(".json")) {
        let table: PerftTable = serde_json::from_str(&files[&format!("{variant}.json")]).unwrap();
        for position in &table.positions {
            rows.extend(position.rows.iter().map(|row| KeptRow {
                variant: table.variant.clone(),
                name: position.name.clone(),
                confirmed: false,
                row: row.clone(),
            }));
        }
    }
    std::fs::remove_dir_all(tables.path()).unwrap();
    (files, rows)
}

fn written(rows: &[KeptRow]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_header(&mut bytes).unwrap();
    rows.iter().try_for_each(|row| row.write(&mut bytes)).unwrap();
    bytes
}

#[test]
fn tables_that_are_killed_again_and_again_come_to_the_same_files() {
    let tables = Tables::slow();
    let (due, all) = due(&tables);
    assert_eq!(due.keys().collect::<Vec<_>>(), ["arab.json", "arab.md", "arab.perft"]);
    let mut before = Vec::new();
    for kills in 0..4 {
        let mut run = begun(&mut tables.command());
        let rows = lines(&before).max(1);
        until(&mut run, || tables.rows() >= rows);
        if kills == 1 {
            // Another run is turned away, whatever it is to count. Meanwhile this one stands still, so that it
            // cannot come to its end.
            signal(&run, "-STOP");
            let reason = refused(&mut tables.command());
            assert!(reason.contains("another run writes into it"), "{reason}");
            let path = tables.path();
            let other = ["tables", "--variant", "ghanaian", "--depth", "1", "--out", path.to_str().unwrap()];
            assert!(refused(&mut huff(&other)).contains("another run writes into it"));
        }
        kill(run);
        let left = tables.left();
        assert!(left.starts_with(&before), "what was kept is kept");
        before = left[..=left.iter().rposition(|byte| *byte == b'\n').unwrap()].to_vec();
        assert_eq!(files(&tables.path()).keys().collect::<Vec<_>>(), [".unfinished.jsonl"]);
    }
    let kept = tables.rows();
    assert!((4..all.len()).contains(&kept), "{kept} of {} rows", all.len());
    assert_eq!(before, written(&all[..kept]));
    let (files, said) = tables.finish();
    assert_eq!(said, format!("huff: rows taken over from {}: {kept}\n", tables.unfinished().display()));
    assert_eq!(files, due);
}

#[test]
fn tables_that_are_interrupted_say_where_they_go_on() {
    let tables = Tables::slow();
    let mut run = begun(&mut tables.command());
    until(&mut run, || tables.rows() > 0);
    signal(&run, "-INT");
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    let place = tables.unfinished().display().to_string();
    let due = format!(
        "huff: interrupted; what is counted is kept in {place}, and the same command goes on from there\n"
    );
    assert_eq!(said(&output), due);
    let Ok(Left::Rows(rows, bytes)) = Left::read(&tables.left()) else { panic!("no rows are kept") };
    assert_eq!((rows.len(), bytes), (tables.rows(), tables.left().len()));
}

#[test]
fn a_row_that_is_kept_is_not_counted_again() {
    let tables = Tables::quick();
    let (due, mut rows) = due(&tables);
    let mark = "00000000000000aa";
    let certificate = std::mem::replace(&mut rows[5].row.certificate, mark.to_owned());
    tables.leave(&written(&rows[..9]));
    let (files, said) = tables.finish();
    assert!(said.ends_with(".jsonl: 9\n"), "{said}");
    assert_eq!(files["diagonal.json"], due["diagonal.json"].replacen(&certificate, mark, 1));
}

#[test]
fn a_file_that_breaks_off_anywhere_loses_its_last_row_and_no_other() {
    let tables = Tables::quick();
    let (due, rows) = due(&tables);
    let whole = written(&rows);
    for length in 0..=whole.len() {
        let bytes = &whole[..length];
        let left = Left::read(bytes).unwrap_or_else(|reason| panic!("{length}: {reason}"));
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        let expected = match lines(bytes) {
            0 => Left::Nothing,
            lines => Left::Rows(rows[..lines - 1].to_vec(), end),
        };
        assert_eq!(left, expected, "{length}");
    }
    // And by the program: within the header, the first row, some row, the last, at ends of lines and beside them.
    let second = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let half = whole.len() / 2;
    for length in [0, 1, second - 1, second, second + 1, half, half + 50, whole.len() - 1, whole.len()] {
        tables.leave(&whole[..length]);
        let kept = tables.rows();
        let (files, said) = tables.finish();
        assert_eq!(said.ends_with(&format!(".jsonl: {kept}\n")), kept > 0, "{length}: {said}");
        assert_eq!(files, due, "{length}");
    }
}

#[test]
fn what_goes_on_behind_a_broken_row_can_be_read_again() {
    let tables = Tables::slow();
    let (_, rows) = due(&Tables::new(&["--variant", "arab", "--depth", "2"]));
    let whole = written(&rows[..2]);
    tables.leave(&whole[..whole.len() - 20]);
    let mut run = begun(&mut tables.command());
    until(&mut run, || tables.rows() > 3);
    kill(run);
    assert!(tables.left().starts_with(&whole), "{}", String::from_utf8_lossy(&tables.left()));
    let Ok(Left::Rows(rows, _)) = Left::read(&tables.left()) else { panic!("the rows cannot be read") };
    assert!(rows.len() > 3 && rows[2].row.depth == 3);
}

#[test]
fn a_damaged_row_is_named_by_file_and_line_and_nothing_is_touched() {
    let tables = Tables::quick();
    let (_, rows) = due(&tables);
    let whole = written(&rows[..4]);
    let text = String::from_utf8(whole.clone()).unwrap();
    let line = |number: usize| text.lines().nth(number - 1).unwrap().to_owned() + "\n";
    let missing = line(3).replace("\"depth\":2,", "");
    let nothing = "\0".repeat(40) + "\n";
    for (damaged, number, reason) in [
        (text.replace(&line(3), &line(3)[5..]), 3, ""),
        (text.replace(&line(3), &missing), 3, "missing field `depth`"),
        (text.replace(&line(4), &nothing), 4, ""),
        (text.replacen("\"unique\":\"", "\"unique\":\"+", 1), 2, "+8 is not a number of leaves"),
        (text.replacen(&rows[0].row.certificate, "none", 1), 2, "none is not a certificate of 16 digits"),
        (text.clone() + &line(2), 6, "depth 1 of diagonal start stands twice"),
        (text.clone() + &line(1), 6, "a second header"),
        (text.replace(&line(1), ""), 1, "a row; unfinished tables begin with a header"),
        (text.replace(&line(1), "{}\n"), 1, "missing field `type`"),
    ] {
        assert_ne!(damaged, text);
        tables.leave(damaged.as_bytes());
        let told = refused(&mut tables.command());
        let place = format!("{}: line {number}: {reason}", tables.unfinished().display());
        assert!(told.contains(&place) && told.contains("delete the file to count"), "{told}");
        assert_eq!(files(&tables.path()), [(".unfinished.jsonl".to_owned(), damaged)].into());
    }
    // One letter after another: it is read, or refused with the line; a header may be that of another huff.
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] = b'\x01';
        match Left::read(&damaged) {
            Ok(left) => assert_eq!(left, Left::Rows(rows[..3].to_vec(), whole.len() - line(5).len())),
            Err(reason) => {
                // Two lines that are no longer apart are named by the first.
                let number = lines(&whole[..place]) + 1;
                assert!(reason.starts_with(&format!("line {number}: ")), "{place}: {reason}");
            }
        }
    }
}

#[test]
fn rows_of_another_huff_or_counted_otherwise_are_not_taken_over() {
    let tables = Tables::quick();
    let (due, rows) = due(&tables);
    let text = String::from_utf8(written(&rows)).unwrap();
    let version = format!("\"huff\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let counted = text.find("\"counted\":\"").unwrap() + 11;
    let counted = &text[counted..counted + 16];
    for (other, reason) in [
        (text.replace(&version, "\"huff\":\"0.0.1\""), "by huff 0.0.1"),
        (text.replace(counted, "0123456789abcdef"), "by other rules or at other positions"),
        (text.replace("huff-unfinished/1", "huff-unfinished/9"), "in the format `huff-unfinished/9`"),
    ] {
        assert_ne!(other, text);
        // None of these would go unnoticed in the tables.
        tables.leave(other.replace("\"unique\":\"8\"", "\"unique\":\"9\"").as_bytes());
        let (files, said) = tables.finish();
        assert!(said.contains(&format!("rows that were kept {reason} are not taken over")), "{said}");
        assert_eq!(files, due);
    }
    let mut confirmed: Vec<KeptRow> =
        rows.iter().map(|kept| KeptRow { confirmed: true, ..kept.clone() }).collect();
    confirmed[0].row.unique = "9".to_owned();
    tables.leave(&written(&confirmed));
    let (files, said) = tables.finish();
    let told = format!("counted with --confirm, which are not taken over: {}\n", rows.len());
    assert!(said.ends_with(&told), "{said}");
    assert_eq!(files, due);
    tables.leave(&written(&rows));
    let told = said_by_confirmed_run(&tables);
    assert!(told.contains("counted without --confirm, which are not taken over: "), "{told}");
    assert!(!tables.unfinished().exists());
    tables.leave(&written(&[&rows[..2], &confirmed[2..5]].concat()));
    let told = said_by_confirmed_run(&tables);
    assert!(told.contains(".jsonl: 3\n"), "{told}");
    assert!(told.ends_with("not taken over: 2\n"), "{told}");
}

fn said_by_confirmed_run(tables: &Tables) -> String {
    said(&done(tables.command().arg("--confirm")))
}

#[test]
fn rows_that_a_run_was_not_asked_for_stay_for_the_one_that_is() {
    let tables = Tables::quick();
    let (due, mut rows) = due(&tables);
    rows[0].variant = "arab".to_owned();
    rows[2].row.depth = 9;
    tables.leave(&written(&rows[..3]));
    let (mut files, said) = tables.finish();
    assert!(said.ends_with(".jsonl: 1\n"), "{said}");
    assert_eq!(
        files.remove(".unfinished.jsonl").unwrap().as_bytes(),
        written(&[rows[0].clone(), rows[2].clone()])
    );
    assert_eq!(files, due);
}

#[test]
fn shallow_tables_do_not_take_the_place_of_deep_ones_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let reason = refused(huff(&["tables", "--depth", "1"]).current_dir(folder.path()));
    assert!(reason.contains("--out <DIR>"), "{reason}");
    assert_eq!(files(folder.path()), BTreeMap::new());
}

/// The states of a sweep in a folder.
struct Sweep {
    folder: TempDir,
    arguments: Vec<&'static str>,
}

impl Sweep {
    fn new(arguments: &[&'static str]) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), arguments: arguments.to_vec() }
    }

    fn state(&self) -> PathBuf {
        self.folder.path().join("state.jsonl")
    }

    fn command(&self) -> Command {
        self.command_to(&self.state())
    }

    fn command_to(&self, state: &Path) -> Command {
        let mut command = huff(&["sweep", "--jobs", "1"]);
        command.args(&self.arguments).arg("--state").arg(state);
        let bin = assert_cmd::cargo::cargo_bin("huff").parent().unwrap().to_owned();
        command.env("PATH", bin);
        command
    }

    /// How many classes are kept. Whenever it is read, the file is whole.
    fn classes(&self) -> usize {
        let Ok(text) = std::fs::read_to_string(self.state()) else { return 0 };
        Saved::parse(&text).unwrap().classes.len()
    }
}

#[test]
fn a_sweep_that_is_killed_again_and_again_comes_to_the_same_file() {
    let sweep = Sweep::new(&[
        "--engine",
        "huff serve",
        "--variant",
        "diagonal",
        "--variant",
        "arab",
        "--pieces",
        "2",
    ]);
    let shown = done(&mut sweep.command()).stdout;
    let whole = std::fs::read_to_string(sweep.state()).unwrap();
    std::fs::remove_file(sweep.state()).unwrap();
    let all = Saved::parse(&whole).unwrap().classes.len();
    assert!(all >= 6, "{all} classes");
    let mut kept = 0;
    for kills in 0..3 {
        let mut run = begun(&mut sweep.command());
        until(&mut run, || sweep.classes() > kept);
        if kills != 1 {
            // Another run is turned away, when this one has begun anew and when it goes on. Meanwhile this one
            // stands still, so that it cannot come to its end.
            signal(&run, "-STOP");
            let reason = refused(&mut sweep.command());
            assert!(reason.contains("another run writes into it"), "{reason}");
            assert!(reason.contains(&sweep.state().display().to_string()), "{reason}");
        }
        kill(run);
        kept = sweep.classes();
        assert!((kills + 1..all).contains(&kept), "{kept} of {all} classes after {} kills", kills + 1);
    }
    // Had it been killed in the middle of writing, this would be left.
    std::fs::write(sweep.folder.path().join(".huff-state.jsonl-4tG9xY"), &whole[..99]).unwrap();
    let output = done(&mut sweep.command());
    assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&shown));
    assert_eq!(files(sweep.folder.path()), [("state.jsonl".to_owned(), whole)].into());
}

#[test]
fn a_class_that_is_kept_is_not_swept_again() {
    let sweep = Sweep::new(&["--variant", "diagonal", "--pieces", "2", "--stride", "97"]);
    done(&mut sweep.command());
    let text = std::fs::read_to_string(sweep.state()).unwrap();
    let digest = Saved::parse(&text).unwrap().classes[1].sha256.to_string();
    let mark = "ab".repeat(32);
    let marked = text.replacen(&digest, &mark, 1);
    // As it stood when two of the four classes were finished.
    let kept: String = marked.lines().take(3).map(|line| format!("{line}\n")).collect();
    std::fs::write(sweep.state(), kept).unwrap();
    done(&mut sweep.command());
    assert_eq!(std::fs::read_to_string(sweep.state()).unwrap(), marked);
}

#[test]
fn the_lock_of_a_sweep_that_was_killed_stands_in_nobodys_way() {
    let sweep = Sweep::new(&["--variant", "diagonal", "--pieces", "2", "--stride", "997"]);
    let mark = sweep.folder.path().join(".state.jsonl.lock");
    std::fs::write(&mark, "").unwrap();
    done(&mut sweep.command());
    assert!(!mark.exists());
    let held = std::fs::File::create(&mark).unwrap();
    held.lock().unwrap();
    let before = files(sweep.folder.path());
    assert!(refused(&mut sweep.command()).contains("another run writes into it"));
    assert_eq!(files(sweep.folder.path()), before);
    // Another file in the same folder is another sweep.
    done(&mut sweep.command_to(&sweep.folder.path().join("other.jsonl")));
}

#[test]
fn no_command_writes_into_a_folder_that_another_run_has() {
    let folder = tempfile::tempdir().unwrap();
    let held = std::fs::File::open(folder.path()).unwrap();
    held.lock().unwrap();
    let path = folder.path().to_str().unwrap();
    for command in [
        &["tables", "--depth", "1", "--out", path][..],
        &["tables", "--render", "--out", path],
        &["fixtures", "export", "--to", path],
        &["man", "--dir", path],
        &["profile", "--variant", "arab", "--report", path],
        &["verify", "--variant", "arab", "--case", "arab/majority/*", "--report", path],
    ] {
        let reason = refused(&mut huff(command));
        assert!(reason.contains(path) && reason.contains("another run writes into it"), "{reason}");
    }
    assert_eq!(files(folder.path()), BTreeMap::new());
}

/// Writing in place would show in what the old file has become: a reader, or a kill, could meet a half.
#[test]
fn a_new_file_takes_the_place_of_an_old_one_and_never_changes_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, kept) = (folder.path().join("new"), folder.path().join("old"));
    let to = path.to_str().unwrap();
    for (command, number) in [
        (&["tables", "--variant", "diagonal", "--depth", "1", "--out", to][..], 3),
        (&["verify", "--variant", "arab", "--case", "arab/majority/*", "--report", to], 4),
        (&["fixtures", "export", "--to", to], 5),
        (&["man", "--dir", to], 20),
    ] {
        done(&mut huff(command));
        let new = files(&path);
        assert!(new.len() >= number, "{command:?} writes {:?}", new.keys());
        std::fs::create_dir(&kept).unwrap();
        for name in new.keys() {
            std::fs::write(path.join(name), "old").unwrap();
            std::fs::hard_link(path.join(name), kept.join(name)).unwrap();
        }
        done(&mut huff(command));
        assert_eq!(files(&path).into_keys().collect::<Vec<_>>(), new.into_keys().collect::<Vec<_>>());
        for (name, text) in files(&path) {
            assert_ne!(text, "old", "{command:?} leaves {name}");
        }
        for (name, text) in files(&kept) {
            assert_eq!(text, "old", "{command:?} has written into {name}");
        }
        std::fs::remove_dir_all(&path).unwrap();
        std::fs::remove_dir_all(&kept).unwrap();
    }
}

#[test]
fn a_fixture_that_is_completed_and_a_sweep_that_goes_on_replace_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let (path, old) = (folder.path().join("file"), folder.path().join("old"));
    let is_replaced = |before: &str, command: &mut Command| {
        std::fs::write(&path, before).unwrap();
        std::fs::hard_link(&path, &old).unwrap();
        done(command);
        assert_eq!(std::fs::read_to_string(&old).unwrap(), before, "{command:?}");
        assert_ne!(std::fs::read_to_string(&path).unwrap(), before, "{command:?}");
        std::fs::remove_file(&old).unwrap();
    };
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/arab/moves/majority.json");
    let loose = std::fs::read_to_string(fixture).unwrap() + "\n";
    is_replaced(&loose, huff(&["fixtures", "complete"]).arg(&path));
    let sweep = ["sweep", "--variant", "diagonal", "--pieces", "2", "--stride", "997", "--state"];
    std::fs::remove_file(&path).unwrap();
    done(huff(&sweep).arg(&path));
    let whole = std::fs::read_to_string(&path).unwrap();
    let begun: String = whole.lines().take(2).map(|line| format!("{line}\n")).collect();
    is_replaced(&begun, huff(&sweep).arg(&path));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
}

/// A pipe under a name: to be renamed over, it would have to go.
fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn what_is_no_file_is_written_into_and_stays() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    pipe(&path);
    let sweep = ["sweep", "--variant", "diagonal", "--pieces", "2", "--stride", "997"];
    let verify = ["verify", "--variant", "arab", "--case", "arab/majority/*", "--write-expectations"];
    for (command, begin) in [
        (&verify[..], "# "),
        (&[&sweep[..], &["--report"]].concat(), "# "),
        (&[&sweep[..], &["--state"]].concat(), "{"),
    ] {
        let read = std::thread::spawn({
            let path = path.clone();
            move || {
                // To the pipe of a sweep's classes one writer comes after another; this keeps the end open.
                let file = std::fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
                let mut first = [0; 2];
                std::io::Read::read_exact(&mut &file, &mut first).unwrap();
                (String::from_utf8_lossy(&first).into_owned(), file)
            }
        });
        let output = done(huff(command).arg(&path));
        assert!(std::fs::metadata(&path).unwrap().file_type().is_fifo(), "{command:?} replaces the pipe");
        let (first, _file) = read.join().unwrap();
        assert!(first.starts_with(begin), "{command:?} writes {first}: {}", said(&output));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "something is left beside the pipe");
}

/// Below a single move there may be hours of counting.
#[test]
fn a_count_that_keeps_nothing_ends_at_once() {
    for (arguments, words) in [
        (
            &["--depth", "40", "--generator", "rulebook"][..],
            "huff: interrupted; the rows above are finished\n",
        ),
        (&["--depth", "40", "--divide"], "huff: interrupted\n"),
        (&["--depth", "40", "--json"], "huff: interrupted\n"),
    ] {
        for name in ["-INT", "-TERM"] {
            let mut child = begun(huff(&["perft", "arab"]).args(arguments));
            // By then it listens, and cannot have ended.
            std::thread::sleep(Duration::from_millis(500));
            signal(&child, name);
            let asked = Instant::now();
            until_ended(&mut child);
            let output = child.wait_with_output().unwrap();
            assert!(asked.elapsed() < Duration::from_secs(10), "{arguments:?} goes on");
            assert_eq!((output.status.code(), &*said(&output)), (Some(130), words), "{arguments:?}");
        }
    }
}

fn until_ended(child: &mut Child) {
    let end = Instant::now() + Duration::from_secs(10);
    while child.try_wait().unwrap().is_none() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
}
