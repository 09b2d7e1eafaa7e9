//! What comes back: rows, and one line that begins with `ok` or `err`.

use super::{ANSWER_LIMIT, LINES_LIMIT, ROW_LIMIT, ROWS_LIMIT, number};
use crate::quote::{self, printable, quote};

/// Some systems write it before the first character, and it is no part of a word.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The rows, notes left out.
    pub rows: Vec<String>,
    /// How it ended.
    pub end: End,
}

/// The last line of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The question was answered.
    Ok(Option<u64>),
    /// The question was not answered.
    Err {
        /// The first word: what kind of refusal it is.
        code: String,
        /// The rest of the line.
        detail: String,
    },
}

/// An answer under way.
#[derive(Debug, Default)]
pub struct Gathering {
    rows: Vec<String>,
    bytes: usize,
    lines: usize,
}

impl Gathering {
    /// Takes the next line, and gives the answer if the line ends it.
    ///
    /// # Errors
    ///
    /// If the line cannot be part of an answer; the text says why.
    pub fn take(&mut self, line: &[u8]) -> Result<Option<Answer>, String> {
        self.weigh(line)?;
        // A zero byte is what UTF-16 has between letters.
        let text = std::str::from_utf8(line).ok().filter(|text| !text.contains('\0'));
        let text =
            text.ok_or_else(|| format!("the answer is not text in UTF-8: `{}`", quote::bytes(line)))?;
        let text = bare(text);
        let mut words = text.split_whitespace();
        match words.next() {
            None => Ok(None),
            Some(note) if note.starts_with('#') => Ok(None),
            Some("ok") => self.finish(words.next()).map(Some),
            Some("err") => {
                let code = quote(words.next().unwrap_or_default());
                let detail = quote(&words.collect::<Vec<_>>().join(" "));
                Ok(Some(Answer { rows: std::mem::take(&mut self.rows), end: End::Err { code, detail } }))
            }
            Some(_) => self.row(text).map(|()| None),
        }
    }

    /// Takes note of a line's length. Lines that say nothing count too, so that there is an end of them.
    ///
    /// # Errors
    ///
    /// If the answer is longer than any may be.
    fn weigh(&mut self, line: &[u8]) -> Result<(), String> {
        self.bytes += line.len() + 1;
        self.lines += 1;
        if self.lines > LINES_LIMIT {
            return Err(format!("the answer has more than {LINES_LIMIT} lines"));
        }
        if self.bytes > ANSWER_LIMIT {
            return Err(format!("the answer is longer than {} MiB", ANSWER_LIMIT >> 20));
        }
        Ok(())
    }

    /// Keeps a row. No row that means something has a character that is not printable, and whatever is made of a
    /// row can be shown.
    fn row(&mut self, text: &str) -> Result<(), String> {
        let row = printable(text);
        if row.len() > ROW_LIMIT {
            return Err(format!("a row of the answer is longer than {ROW_LIMIT} bytes: `{}`", quote(text)));
        }
        if self.rows.len() == ROWS_LIMIT {
            return Err(format!("the answer has more than {ROWS_LIMIT} rows"));
        }
        self.rows.push(row);
        Ok(())
    }

    fn finish(&mut self, word: Option<&str>) -> Result<Answer, String> {
        let count = match word {
            None => None,
            Some(text) => {
                let fault = || format!("`ok {}` does not end in a number of at most 64 bits", quote(text));
                Some(number(text).ok_or_else(fault)?)
            }
        };
        Ok(Answer { rows: std::mem::take(&mut self.rows), end: End::Ok(count) })
    }

    /// What was gathered, where the end of the output is the end of the answer.
    pub fn into_answer(self) -> Answer {
        Answer { rows: self.rows, end: End::Ok(None) }
    }
}

/// A line without what means nothing around it.
fn bare(line: &str) -> &str {
    line.trim_start_matches(BYTE_ORDER_MARK).trim()
}

/// Whether a line says nothing of an answer, and may stand anywhere: a note, or a blank line.
pub fn is_aside(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let text = bare(&text);
    text.is_empty() || text.starts_with('#')
}

impl Answer {
    /// An answer of some rows.
    pub fn rows(rows: Vec<String>) -> Self {
        let count = rows.len() as u64;
        Self { rows, end: End::Ok(Some(count)) }
    }

    /// An answer that refuses.
    pub fn refusal(code: &str, detail: impl ToString) -> Self {
        Self { rows: Vec::new(), end: End::Err { code: code.to_owned(), detail: detail.to_string() } }
    }

    /// The lines of the answer.
    pub fn lines(&self) -> Vec<String> {
        let end = match &self.end {
            End::Ok(None) => "ok".to_owned(),
            End::Ok(Some(number)) => format!("ok {number}"),
            End::Err { code, detail } => format!("err {code} {detail}").trim_end().to_owned(),
        };
        self.rows.iter().cloned().chain([end]).collect()
    }

    /// Whether the number behind `ok`, if there is one, is the number of rows.
    ///
    /// # Errors
    ///
    /// If it is not; the text says both.
    pub fn check_count(self) -> Result<Self, String> {
        match self.end {
            End::Ok(Some(number)) if number != self.rows.len() as u64 => {
                Err(format!("`ok {number}` ends an answer of {} rows", self.rows.len()))
            }
            _ => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gather(lines: &[&str]) -> Result<Option<Answer>, String> {
        let mut gathering = Gathering::default();
        for line in lines {
            if let Some(answer) = gathering.take(line.as_bytes())? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    #[test]
    fn an_answer_ends_with_ok_or_err_and_notes_are_left_out() {
        let answer = gather(&["# thinking", "a1-a2\r", "ok 1"]).unwrap().unwrap();
        assert_eq!(answer, Answer::rows(vec!["a1-a2".to_owned()]));
        let refusal = gather(&["err position square z9"]).unwrap().unwrap();
        assert_eq!(refusal, Answer::refusal("position", "square z9"));
        assert_eq!(gather(&["a1-a2"]).unwrap(), None);
        assert_eq!(gather(&["\u{feff}ok"]).unwrap().unwrap().end, End::Ok(None));
    }

    #[test]
    fn any_white_space_parts_words_and_a_byte_order_mark_is_none() {
        let answer = gather(&["\u{feff}# hello", " a1-a2\t", "ok \t 1  in 3 ms"]).unwrap().unwrap();
        assert_eq!(answer, Answer::rows(vec!["a1-a2".to_owned()]));
        let refusal = gather(&["\u{feff}err  position\t square   z9 "]).unwrap().unwrap();
        assert_eq!(refusal, Answer::refusal("position", "square z9"));
    }

    #[test]
    fn a_note_or_a_blank_line_is_one_wherever_it_stands_in_its_line() {
        for note in ["#", "# hello", " \t# hello\r", "\u{feff} # hello", "", " \t\r", "\u{feff}"] {
            assert!(is_aside(note.as_bytes()), "{note:?}");
            assert_eq!(gather(&[note]), Ok(None));
        }
        assert!(is_aside(b"# \xff") && !is_aside(b"ok # no") && !is_aside(b"a1-a2"));
    }

    #[test]
    fn what_cannot_be_an_answer_is_refused() {
        assert!(gather(&["ok seven"]).is_err() && gather(&["ok +1"]).is_err());
        assert!(gather(&["ok 18446744073709551616"]).is_err());
        assert!(Gathering::default().take(b"\xff\xfe").is_err());
        assert!(Gathering::default().take(b"o\0k\0").is_err());
        assert!(Gathering::default().take(&vec![b'a'; ANSWER_LIMIT + 1]).is_err());
        assert!(Gathering::default().take(&vec![b'a'; ROW_LIMIT + 1]).is_err());
        // As long as it is when it is printable.
        assert!(Gathering::default().take(&vec![0x1b; ROW_LIMIT / 4]).is_err());
        assert!(gather(&vec!["a1-a2"; ROWS_LIMIT + 1]).is_err());
        // Notes and nothing else have an end too.
        assert!(gather(&vec!["#"; LINES_LIMIT + 1]).is_err());
        assert!(gather(&vec![""; LINES_LIMIT + 1]).is_err());
        assert!(gather(&[&*format!("#{}", "x".repeat(ANSWER_LIMIT / 2)); 2]).is_err());
        assert!(gather(&["a1-a2", "ok 2"]).unwrap().unwrap().check_count().is_err());
    }

    #[test]
    fn what_an_answer_says_can_be_shown() {
        let row = gather(&["a1-a2\u{1b}[31m\tW:Wa2", "ok 1"]).unwrap().unwrap();
        assert_eq!(row.rows, [r"a1-a2\u{1b}[31m W:Wa2"]);
        let long = format!("err \u{7}position {}", "\u{1b}x".repeat(100_000));
        let End::Err { code, detail } = gather(&[&long]).unwrap().unwrap().end else { panic!("no refusal") };
        assert_eq!(code, r"\u{7}position");
        assert!(detail.len() < 1000 && !detail.contains('\u{1b}'), "{detail}");
    }

    #[test]
    fn lines_read_back() {
        for answer in [Answer::rows(vec!["a1-a2 4".into()]), Answer::refusal("illegal", "")] {
            let lines = answer.lines();
            assert_eq!(gather(&lines.iter().map(String::as_str).collect::<Vec<_>>()), Ok(Some(answer)));
        }
    }
}
