//! JSON as it can also be shown at a terminal: what would be obeyed there is escaped, so that the text is the
//! same to who reads JSON, and harmless to who looks at it.

use reference_engine::quote::plain;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// Writes a value in one line, without its end.
///
/// # Errors
///
/// If it cannot be written.
pub fn write(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Harmless)).map_err(io::Error::from)
}

struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if matches!(plain(fragment), std::borrow::Cow::Borrowed(_)) {
            return writer.write_all(fragment.as_bytes());
        }
        for letter in fragment.chars() {
            let mut bytes = [0; 4];
            let text = letter.encode_utf8(&mut bytes);
            if *plain(text) == *text {
                writer.write_all(text.as_bytes())?;
                continue;
            }
            for unit in letter.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped_and_reads_back() {
        let text = "é\u{9b}\u{202e}\u{fffe}\u{e0001}\u{1b}\"\\\n";
        let mut bytes = Vec::new();
        write(&text, &mut bytes).unwrap();
        let json = String::from_utf8(bytes).unwrap();
        assert_eq!(json, r#""é\u009b\u202e\ufffe\udb40\udc01\u001b\"\\\n""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
