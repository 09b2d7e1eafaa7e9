//! Texts of others in messages: what a terminal would obey is escaped, and what is long is cut.

use std::borrow::Cow;
use std::fmt;

/// The most characters of a text of others that a message shows.
pub const SHOWN: usize = 200;

/// So much longer a text may be before it is cut: it is not worth the mark then, and a text that was cut
/// already, which is longer by its mark, keeps its length as it was told.
const SLACK: usize = 32;

/// A text with every character escaped that is not plainly visible: controls, line ends, marks that turn the
/// direction of writing, what Unicode does not assign. A text that is so already stays as it is, so that
/// nothing is escaped twice.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        push(letter, &mut escaped);
    }
    Cow::Owned(escaped)
}

fn is_plain(letter: char) -> bool {
    match letter {
        ' '..='~' => true,
        '\0'..='\x7f' => false,
        _ => letter.escape_debug().len() == 1,
    }
}

/// Appends a character, escaped where it is not plain; says how many characters that are.
fn push(letter: char, escaped: &mut String) -> usize {
    if is_plain(letter) {
        escaped.push(letter);
        return 1;
    }
    let before = escaped.len();
    match letter {
        '\0' => escaped.push_str("\\u{0}"),
        _ => escaped.extend(letter.escape_debug()),
    }
    escaped.len() - before
}

/// A text as a message shows it: [`plain`], and cut after [`SHOWN`] characters.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&cut(self.0, SHOWN))
    }
}

/// A text [`plain`] and, where it is much longer, cut after so many characters; what is cut tells its length.
pub fn cut(text: &str, most: usize) -> String {
    let mut shown = String::new();
    let (mut width, mut end) = (0, 0);
    for letter in text.chars() {
        width += push(letter, &mut shown);
        if width <= most {
            end = shown.len();
        }
        if width > most + SLACK {
            shown.truncate(end);
            return format!("{shown}… ({} bytes)", text.len());
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped_once() {
        let hostile = "a\x1b[31m\r\n\t\u{202e}\u{2028}\u{fffe}\u{85}\u{9b}\u{feff}\"é'\\";
        let shown = plain(hostile);
        assert_eq!(shown, "a\\u{1b}[31m\\r\\n\\t\\u{202e}\\u{2028}\\u{fffe}\\u{85}\\u{9b}\\u{feff}\"é'\\");
        assert_eq!(plain(&shown), shown, "escaped twice");
    }

    #[test]
    fn a_long_text_is_cut_and_its_length_told() {
        let short = "é".repeat(SHOWN + SLACK);
        assert_eq!(Quoted(&short).to_string(), short);
        let long = "é".repeat(SHOWN + SLACK + 1);
        assert_eq!(Quoted(&long).to_string(), format!("{}… (466 bytes)", "é".repeat(SHOWN)));
    }

    #[test]
    fn a_text_is_cut_once() {
        for long in ["é".repeat(1 << 20), "\x1b".repeat(1 << 20), format!("é{}", "\u{e0001}".repeat(1 << 20))]
        {
            let shown = cut(&long, SHOWN);
            assert!(shown.ends_with(&format!("… ({} bytes)", long.len())), "{shown}");
            assert!(shown.chars().count() <= SHOWN + SLACK, "{shown}");
            assert_eq!(cut(&shown, SHOWN), shown);
        }
    }
}
