//! Which cases are meant: an id, or a glob of ids.

use globset::{Glob, GlobSet};
use reference_engine::quote::Quoted;

/// The most bytes of a glob. Ids are far shorter, and what a glob is compiled to is many times its size.
const LONGEST: usize = 500;

/// An id, or a glob of ids, ready to be matched.
#[derive(Clone, Debug)]
pub struct Cases {
    text: String,
    set: GlobSet,
}

impl Cases {
    /// Reads an id or a glob.
    ///
    /// # Errors
    ///
    /// If it is none; the reason quotes it.
    pub fn new(text: &str) -> Result<Self, String> {
        let fault = |reason: &str| format!("`{}`: {reason}", Quoted(text));
        if text.is_empty() {
            return Err(fault("an id or a glob of ids is due"));
        }
        if text.len() > LONGEST {
            return Err(fault(&format!("a glob has at most {LONGEST} bytes")));
        }
        // The kind may hold letters of the text.
        let told = |error: globset::Error| fault(&Quoted(&error.kind().to_string()).to_string());
        let glob = Glob::new(text).map_err(told)?;
        // A single glob that is too big to be compiled would panic; a set of globs says so.
        let set = GlobSet::builder().add(glob).build();
        let set = set.map_err(told)?;
        Ok(Self { text: text.to_owned(), set })
    }

    /// The id or glob as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a case is among them.
    pub fn contain(&self, id: &str) -> bool {
        self.set.is_match(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_means_itself_and_a_glob_what_it_matches() {
        let cases = Cases::new("arab/*/turn-{back,left}").unwrap();
        assert!(cases.contain("arab/removal/turn-back") && !cases.contain("arab/removal/turn"));
        assert!(Cases::new("arab/removal/turn").unwrap().contain("arab/removal/turn"));
    }

    #[test]
    fn what_is_no_glob_is_refused_and_nothing_panics() {
        for text in [String::new(), "a[".to_owned(), "{a".to_owned(), "a".repeat(LONGEST + 1)] {
            assert!(Cases::new(&text).is_err(), "{text}");
        }
        // Both are globs by the letter; what they are compiled to is too deep or too big.
        let deep = format!("{}a{}", "{".repeat(240), "}".repeat(240));
        let wide = "{a,b}*?".repeat(70);
        for text in [deep, wide] {
            let _ = Cases::new(&text);
        }
    }
}
