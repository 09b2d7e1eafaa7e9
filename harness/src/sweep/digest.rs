//! Digests of two answers to the same questions, hashed once as long as they agree.

use reference_engine::quote::Quoted;
use sha2::{Digest as _, Sha256};
use std::fmt;

/// SHA-256 of the text of a class, in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String")]
pub struct Digest(String);

impl TryFrom<String> for Digest {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(is_digit) {
            return Ok(Self(text));
        }
        Err(format!("`{}` is not a digest of 64 hexadecimal digits", Quoted(&text)))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Digest {
    fn of(hasher: Sha256) -> Self {
        Self(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

/// What a subject and the reference answer to one position after the other.
#[derive(Clone, Debug, Default)]
pub struct Pair {
    subject: Sha256,
    /// From the first difference on; until then both are the same.
    reference: Option<Sha256>,
}

impl Pair {
    /// Adds the texts of a position. Returns whether they are the same.
    pub fn add(&mut self, subject: &[u8], reference: &[u8]) -> bool {
        let agree = subject == reference;
        if !agree && self.reference.is_none() {
            self.reference = Some(self.subject.clone());
        }
        if let Some(hasher) = &mut self.reference {
            hasher.update(reference);
        }
        self.subject.update(subject);
        agree
    }

    /// The subject's digest and the reference's.
    pub fn finish(self) -> (Digest, Digest) {
        let subject = Digest::of(self.subject);
        let reference = self.reference.map_or_else(|| subject.clone(), Digest::of);
        (subject, reference)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str) -> String {
        Digest::of(Sha256::new_with_prefix(text)).to_string()
    }

    #[test]
    fn a_pair_is_two_digests_whenever_they_part() {
        let texts = [("a", "a"), ("b", "c"), ("d", "d"), ("", "e")];
        let mut pair = Pair::default();
        let agree: Vec<bool> =
            texts.iter().map(|(one, other)| pair.add(one.as_bytes(), other.as_bytes())).collect();
        assert_eq!(agree, [true, false, true, false]);
        let (subject, reference) = pair.finish();
        assert_eq!((subject.to_string(), reference.to_string()), (hash("abd"), hash("acde")));
    }

    #[test]
    fn agreement_is_one_digest_which_is_sha_256() {
        let mut pair = Pair::default();
        pair.add(b"abc", b"abc");
        let (subject, reference) = pair.finish();
        assert_eq!(subject, reference);
        // The published test value for "abc".
        let due = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(subject.to_string(), due);
    }
}
