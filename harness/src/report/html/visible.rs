//! The escaper of every template: what an engine writes can neither be markup nor hide.

use askama::filters::{Escaper, Html};
use std::fmt::{self, Write};

/// Escapes as HTML, and shows characters that cannot be seen, or turn the text around them, as `\u{202e}`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visible;

impl Escaper for Visible {
    fn write_escaped_str<W: Write>(&self, mut dest: W, text: &str) -> fmt::Result {
        text.chars().try_for_each(|letter| self.write_escaped_char(&mut dest, letter))
    }

    fn write_escaped_char<W: Write>(&self, mut dest: W, letter: char) -> fmt::Result {
        match letter {
            '\'' | '"' | '&' | '<' | '>' => Html.write_escaped_char(dest, letter),
            // A backslash is seen as it is.
            '\\' => dest.write_char(letter),
            _ => letter.escape_debug().try_for_each(|shown| dest.write_char(shown)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn shows(raw: &str, shown: &str) {
        let mut written = String::new();
        Visible.write_escaped_str(&mut written, raw).unwrap();
        assert_eq!(written, shown);
    }

    #[test]
    fn markup_is_text() {
        shows("</style><script>\"'&", "&#60;/style&#62;&#60;script&#62;&#34;&#39;&#38;");
    }

    #[test]
    fn what_cannot_be_seen_is_shown() {
        shows("a\u{202e}b\u{2066}\u{200f}", r"a\u{202e}b\u{2066}\u{200f}");
        shows("\u{1b}[31mred\u{7}\0\u{9b}", r"\u{1b}[31mred\u{7}\0\u{9b}");
        shows("zero\u{200b}width\u{feff}", r"zero\u{200b}width\u{feff}");
        shows("two\nlines\t", r"two\nlines\t");
        shows("e\u{301}\u{301}", r"e\u{301}\u{301}");
    }

    #[test]
    fn letters_of_any_script_stay() {
        shows("Dámă ضامة 100 \\ ×", "Dámă ضامة 100 \\ ×");
    }
}
