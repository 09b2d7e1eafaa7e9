//! What comes back: rows, and one line that begins with `ok` or `err`.

use super::ANSWER_LIMIT;

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
}

impl Gathering {
    /// Takes the next line, and gives the answer if the line ends it.
    ///
    /// # Errors
    ///
    /// If the line cannot be part of an answer; the text says why.
    pub fn take(&mut self, line: &[u8]) -> Result<Option<Answer>, String> {
        self.bytes += line.len();
        if self.bytes > ANSWER_LIMIT {
            return Err(format!("the answer is longer than {} MiB", ANSWER_LIMIT >> 20));
        }
        let text = std::str::from_utf8(line)
            .map_err(|_| format!("the answer is not text: `{}`", line.escape_ascii()))?
            .trim_start_matches(BYTE_ORDER_MARK)
            .trim();
        let mut words = text.split_whitespace();
        match words.next() {
            None => Err("the answer has an empty line".to_owned()),
            Some(note) if note.starts_with('#') => Ok(None),
            Some("ok") => self.finish(words.next()).map(Some),
            Some("err") => {
                let code = words.next().unwrap_or_default().to_owned();
                let detail = words.collect::<Vec<_>>().join(" ");
                Ok(Some(Answer { rows: std::mem::take(&mut self.rows), end: End::Err { code, detail } }))
            }
            Some(_) => {
                self.rows.push(text.to_owned());
                Ok(None)
            }
        }
    }

    fn finish(&mut self, number: Option<&str>) -> Result<Answer, String> {
        let count = match number {
            None => None,
            Some(text) => Some(text.parse().map_err(|_| format!("`ok {text}` does not end in a number"))?),
        };
        Ok(Answer { rows: std::mem::take(&mut self.rows), end: End::Ok(count) })
    }

    /// What was gathered, where the end of the output is the end of the answer.
    pub fn into_answer(self) -> Answer {
        Answer { rows: self.rows, end: End::Ok(None) }
    }
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
    }

    #[test]
    fn any_white_space_parts_words_and_a_byte_order_mark_is_none() {
        let answer = gather(&["\u{feff}# hello", " a1-a2\t", "ok \t 1  in 3 ms"]).unwrap().unwrap();
        assert_eq!(answer, Answer::rows(vec!["a1-a2".to_owned()]));
        let refusal = gather(&["\u{feff}err  position\t square   z9 "]).unwrap().unwrap();
        assert_eq!(refusal, Answer::refusal("position", "square z9"));
    }

    #[test]
    fn what_cannot_be_an_answer_is_refused() {
        assert!(gather(&["ok seven"]).is_err());
        assert!(gather(&["", "ok"]).is_err());
        assert!(Gathering::default().take(b"\xff\xfe").is_err());
        assert!(Gathering::default().take(&vec![b'a'; ANSWER_LIMIT + 1]).is_err());
        assert!(gather(&["a1-a2", "ok 2"]).unwrap().unwrap().check_count().is_err());
    }

    #[test]
    fn lines_read_back() {
        for answer in [Answer::rows(vec!["a1-a2 4".into()]), Answer::refusal("illegal", "")] {
            let lines = answer.lines();
            assert_eq!(gather(&lines.iter().map(String::as_str).collect::<Vec<_>>()), Ok(Some(answer)));
        }
    }
}
