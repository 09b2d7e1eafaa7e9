//! What an engine says of itself: its name, its variants and what it can be asked.

use crate::quote::quote;
use reference_engine::moves::Counting;
use reference_engine::notation::{MoveForm, SquareNames};
use reference_engine::variants;
use std::collections::BTreeSet;
use strum::{Display, EnumString, VariantNames};

/// Something that an engine may be asked beyond its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Capability {
    /// The legal moves.
    Moves,
    /// Leaves below each move.
    Divide,
    /// Leaves.
    Perft,
    /// The position after a move.
    Apply,
    /// The result of a position.
    Result,
    /// The result of a game.
    Game,
    /// The position, written back.
    Echo,
    /// Positions that are malformed or cannot arise are refused.
    Refuse,
    /// Positions are also read in the row form.
    Rows,
}

/// A variant as an engine plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Variant id.
    pub id: String,
    /// What the squares of a move mean.
    pub notation: MoveForm,
    /// How squares are called.
    pub squares: SquareNames,
    /// Which captures `divide` and `perft` count as one.
    pub counts: Counting,
    /// Whether a position in which the game is over counts as a leaf below its own depth.
    pub finished_leaves: bool,
}

/// A `variant` row that cannot be read.
struct BadRow {
    /// Whether it is about a variant that huff knows, or about none.
    is_of_ours: bool,
    /// What is wrong with it.
    reason: String,
}

/// An engine's answer to `hello`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The engine's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The variants it plays.
    pub variants: Vec<Declared>,
    /// What it can be asked.
    pub can: BTreeSet<Capability>,
}

impl Profile {
    /// Reads the rows of an answer to `hello`, or the lines given for an engine that is not asked.
    ///
    /// # Errors
    ///
    /// If a known key has a value that means nothing; the text says which.
    pub fn parse<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut profile = Self::default();
        for row in rows {
            let mut words = row.split_whitespace();
            match words.next() {
                Some("engine") => profile.name_from(words),
                Some("variant") => match Declared::parse(words) {
                    Ok(declared) => profile.declare(declared)?,
                    Err(BadRow { is_of_ours: true, reason }) => return Err(reason),
                    // What is said of other games is not for us.
                    Err(_) => {}
                },
                // Capabilities of later versions are not for us.
                Some("can") => profile.can.extend(words.filter_map(|word| word.parse::<Capability>().ok())),
                _ => {}
            }
        }
        profile.can.insert(Capability::Moves);
        Ok(profile)
    }

    /// Takes a variant. One of ours that is declared twice must be declared alike.
    fn declare(&mut self, declared: Declared) -> Result<(), String> {
        match self.variant(&declared.id) {
            None => self.variants.push(declared),
            Some(known) if *known == declared || variants::find(&declared.id).is_none() => {}
            Some(_) => return Err(format!("variant {} is declared twice, differently", quote(&declared.id))),
        }
        Ok(())
    }

    fn name_from<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        for (key, value) in words.filter_map(|word| word.split_once('=')) {
            match key {
                "name" => value.clone_into(&mut self.name),
                "version" => value.clone_into(&mut self.version),
                _ => {}
            }
        }
    }

    /// The declaration of a variant, if the engine plays it.
    pub fn variant(&self, id: &str) -> Option<&Declared> {
        self.variants.iter().find(|declared| declared.id == id)
    }

    /// Whether the engine can be asked something.
    pub fn can(&self, capability: Capability) -> bool {
        self.can.contains(&capability)
    }

    /// Name and version, as far as they are known, as they may be shown.
    pub fn title(&self) -> String {
        let title = match (self.name.as_str(), self.version.as_str()) {
            ("", _) => "unnamed engine".to_owned(),
            (name, "") => name.to_owned(),
            (name, version) => format!("{} {}", quote(name), quote(version)),
        };
        quote(&title)
    }

    /// The rows that [`Profile::parse`] reads.
    pub fn rows(&self) -> Vec<String> {
        let can: Vec<String> = self.can.iter().map(ToString::to_string).collect();
        let mut rows = vec![format!("engine name={} version={} lang=rust", self.name, self.version)];
        rows.extend(self.variants.iter().map(Declared::row));
        rows.push(format!("can {}", can.join(" ")));
        rows
    }
}

impl Declared {
    /// What is taken of a variant of which nothing but the name is said.
    pub fn customary(id: &str) -> Self {
        let squares =
            variants::find(id).map_or(SquareNames::Numeric, |variant| SquareNames::customary(variant.board));
        Self {
            id: id.to_owned(),
            notation: MoveForm::Path,
            squares,
            counts: Counting::Unique,
            finished_leaves: false,
        }
    }

    fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, BadRow> {
        let pairs: Vec<(&str, &str)> = words.filter_map(|word| word.split_once('=')).collect();
        let id = pairs.iter().find(|(key, value)| *key == "id" && !value.is_empty()).map(|(_, value)| *value);
        let no_id = || BadRow { is_of_ours: true, reason: "a `variant` line has no `id=`".to_owned() };
        let mut declared = Self::customary(id.ok_or_else(no_id)?);
        let is_of_ours = variants::find(&declared.id).is_some();
        for (key, value) in pairs {
            let bad = |due: &str| BadRow {
                is_of_ours,
                reason: format!(
                    "`{}` on the line of variant {} means nothing; it is one of: {due}",
                    quote(&format!("{key}={value}")),
                    quote(&declared.id)
                ),
            };
            match key {
                "notation" => declared.notation = value.parse().map_err(|_| bad("path, hub, short"))?,
                "squares" => declared.squares = value.parse().map_err(|_| bad("numeric, algebraic"))?,
                "counts" => declared.counts = value.parse().map_err(|_| bad("unique, order, route"))?,
                "leaves" => {
                    declared.finished_leaves = match value {
                        "zero" => false,
                        "one" => true,
                        _ => return Err(bad("zero, one")),
                    }
                }
                _ => {}
            }
        }
        Ok(declared)
    }

    fn row(&self) -> String {
        let leaves = if self.finished_leaves { "one" } else { "zero" };
        format!(
            "variant id={} notation={} squares={} counts={} leaves={leaves}",
            self.id, self.notation, self.squares, self.counts
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_reads_back_from_its_rows() {
        let rows = [
            "engine name=Foo version=2.3 lang=c++ colour=red",
            "variant id=arab notation=hub squares=algebraic counts=route leaves=one",
            "can moves perft fly",
        ];
        let profile = Profile::parse(rows).unwrap();
        assert_eq!(profile.title(), "Foo 2.3");
        assert!(profile.can(Capability::Perft) && !profile.can(Capability::Echo));
        let again = profile.rows();
        assert_eq!(Profile::parse(again.iter().map(String::as_str)), Ok(profile));
    }

    #[test]
    fn what_is_not_said_is_customary() {
        let profile = Profile::parse(["variant id=arab", "variant id=diagonal"]).unwrap();
        assert_eq!(profile.variant("arab").unwrap().squares, SquareNames::Algebraic);
        assert_eq!(profile.variant("diagonal").unwrap().squares, SquareNames::Numeric);
        assert!(profile.can(Capability::Moves));
    }

    #[test]
    fn a_variant_is_declared_once_or_twice_alike() {
        let twice = |second| Profile::parse(["variant id=arab notation=hub", second]);
        assert_eq!(twice("variant id=arab notation=hub").unwrap().variants.len(), 1);
        assert!(twice("variant id=arab").unwrap_err().contains("twice"));
        assert!(Profile::parse(["variant id=frisian", "variant id=frisian notation=hub"]).is_ok());
    }

    #[test]
    fn a_value_that_means_nothing_is_refused() {
        for row in [
            "variant notation=path",
            "variant id=",
            "variant id=arab notation=morse",
            "variant id=arab leaves=two",
        ] {
            assert!(Profile::parse([row]).is_err(), "{row}");
        }
    }
}
