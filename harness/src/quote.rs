//! Words of an engine as they are shown: printable, and not longer than a reader reads.

use reference_engine::quote::{self, SHOWN, plain};

/// A text with every character that a terminal would obey, or a reader would not see, written as its number. What
/// separates words is a space.
pub fn printable(text: &str) -> String {
    plain(&spaced(text)).into_owned()
}

fn spaced(text: &str) -> String {
    text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect()
}

/// The beginning of a text, and how long it is if that is not all.
pub fn cut(text: &str) -> String {
    quote::cut(text, SHOWN)
}

/// A text, printable and cut.
pub fn quote(text: &str) -> String {
    cut(&spaced(text))
}

/// Bytes that may be no text, printable and cut.
pub fn bytes(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(SHOWN)];
    let more = if bytes.len() > SHOWN { format!("… ({} bytes)", bytes.len()) } else { String::new() };
    format!("{}{more}", start.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_a_terminal_obeys() {
        assert_eq!(printable("a\u{1b}[2J\u{7}b\0c\u{9b}d"), r"a\u{1b}[2J\u{7}b\u{0}c\u{9b}d");
        assert_eq!(printable("\u{202e}drow\u{200b}"), r"\u{202e}drow\u{200b}");
        assert_eq!(printable("a3-a4\tW:Wa4\u{a0}x"), "a3-a4 W:Wa4 x");
        let plain = r#"it's "C:\x" — für Übung, 日本"#;
        assert_eq!(printable(plain), plain);
    }

    #[test]
    fn long_texts_are_cut_and_say_so() {
        for long in ["x".repeat(1 << 20), "ü".repeat(1 << 19), "\u{1b}".repeat(1 << 20)] {
            for shown in [quote(&long), cut(&printable(&long)), bytes(long.as_bytes())] {
                assert!(shown.len() < 1000 && shown.contains("bytes)"), "{shown}");
            }
        }
        let short = "ü".repeat(SHOWN);
        assert_eq!((quote(&short), cut(&short)), (short.clone(), short));
        assert_eq!(bytes(b"\xff a"), r"\xff a");
    }
}
