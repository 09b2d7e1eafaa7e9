//! Words of an engine as they are shown: printable, and not longer than a reader reads.

use std::fmt::Write;

/// The most characters that are quoted.
const MOST: usize = 200;

/// A text with every character that a terminal would obey, or a reader would not see, written as its number. What
/// separates words is a space.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        let mut escaped = character.escape_debug();
        match character {
            _ if character.is_whitespace() => shown.push(' '),
            // These are escaped for the sake of Rust, and not of readers.
            '"' | '\'' | '\\' => shown.push(character),
            _ if escaped.len() == 1 => shown.extend(escaped.next()),
            _ => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
            }
        }
    }
    shown
}

/// The beginning of a text, and how long it is if that is not all.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
    }
}

/// A text, printable and cut.
pub fn quote(text: &str) -> String {
    // Nothing is written that is cut away.
    let end = text.char_indices().nth(MOST + 1).map_or(text.len(), |(end, _)| end);
    let shown = printable(&text[..end]);
    match shown.char_indices().nth(MOST) {
        None => shown,
        Some((end, _)) => format!("{}… ({} bytes)", &shown[..end], text.len()),
    }
}

/// Bytes that may be no text, printable and cut.
pub fn bytes(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(MOST)];
    let more = if bytes.len() > MOST { format!("… ({} bytes)", bytes.len()) } else { String::new() };
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
        let short = "ü".repeat(MOST);
        assert_eq!((quote(&short), cut(&short)), (short.clone(), short));
        assert_eq!(bytes(b"\xff a"), r"\xff a");
    }
}
