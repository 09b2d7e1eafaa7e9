//! A right engine with the quirks that its first argument names, in a process of its own:
//! `quirky_engine VARIANT:QUIRK,QUIRK,…`. Words of one question may follow.

// What the test beside it needs of this file and this example does not.
#[allow(dead_code)]
#[path = "../tests/quirks/speaker.rs"]
mod speaker;

use speaker::{Quirk, Quirks, Speaker};
use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::time::Duration;

/// How long an engine may take to start or to answer that is asked with small limits.
const LONG: Duration = Duration::from_millis(400);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let named = arguments.next().expect("VARIANT:QUIRK,QUIRK");
    let (name, words) = named.split_once(':').expect("a variant, then quirks");
    let mut words: BTreeSet<&str> = words.split(',').filter(|word| !word.is_empty()).collect();
    // These are quirks of a process, which the words of an answer do not show.
    let [is_slow, starts_slowly, leaves_out_ok, is_loud] =
        ["slow", "starts-slowly", "leaves-out-ok", "loud"].map(|word| words.remove(word));
    let variant = reference_engine::variants::find(name).expect("the name of a variant");
    let quirks = Quirks::of(words.iter().map(|word| word.parse::<Quirk>().expect("the name of a quirk")));
    let mut speaker = Speaker::new(variant, quirks);
    if starts_slowly {
        std::thread::sleep(LONG);
    }
    let mut say = |line: &str| {
        if is_slow {
            std::thread::sleep(LONG);
        }
        if is_loud {
            eprintln!("asked {line}");
        }
        let Some(mut text) = speaker.answer(line) else { return false };
        if leaves_out_ok {
            let rows: Vec<&str> = text.lines().filter(|line| !line.trim().starts_with("ok")).collect();
            text = rows.join("\n");
        }
        let mut output = std::io::stdout().lock();
        output.write_all(text.as_bytes()).and_then(|()| output.flush()).is_ok()
    };
    let question: Vec<String> = arguments.collect();
    if !question.is_empty() {
        say(&question.join(" "));
        return;
    }
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if !say(&line) {
            return;
        }
    }
}
