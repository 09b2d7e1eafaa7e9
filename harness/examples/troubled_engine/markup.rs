//! An engine whose every word is markup.

use super::Talk;

/// Markup, ends of attributes, colours of a terminal, and letters that turn the text around them.
const MARKUP: &str = "<script>document.title='owned'</script><img/src=x/onerror=alert(1)>\"'</style>\u{202e}\u{200b}\u{1b}[31m";

/// Ends now and then, with markup for its last words.
pub fn before_moves(talk: &Talk<'_>) {
    if talk.trouble == "speaks-markup" && talk.question.len().is_multiple_of(3) {
        eprintln!("{MARKUP}");
        std::process::exit(1);
    }
}

/// What an answer becomes: its name and version, every other refusal, and a row.
pub fn spoken(talk: &Talk<'_>, lines: Vec<String>) -> Vec<String> {
    if talk.trouble != "speaks-markup" {
        return lines;
    }
    lines.iter().map(|line| in_markup(talk.asked, line)).collect()
}

fn in_markup(asked: usize, line: &str) -> String {
    if line.starts_with("engine ") {
        return format!("engine name={MARKUP} version={MARKUP}");
    }
    match (asked % 2, line.split_once('-').or_else(|| line.split_once('x'))) {
        (1, Some((from, _))) if from.len() == 2 => format!("{from}-{MARKUP}"),
        (0, None) if asked > 0 && line.starts_with("ok") => format!("err position {MARKUP}"),
        _ => line.to_owned(),
    }
}
