//! A sweep as JSON lines: what it is of, a line for each class that is finished, and a last line once all are.

use super::Plan;
use super::class::Class;
use super::compare::Comparison;
use super::digest::Digest;
use crate::json;
use reference_engine::quote::Quoted;
use reference_engine::variants::Variant;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// Name and number of the format.
pub const SCHEMA: &str = "huff-sweep/1";

/// What a sweep is of. Results of one sweep are taken over into another only if these are the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Name and number of the format.
    pub schema: String,
    /// Name and version of the engine.
    pub engine: String,
    /// The most pieces on the board.
    pub pieces: usize,
    /// Of each class only every so many-th position.
    pub stride: u64,
    /// The variants.
    pub variants: Vec<SweptVariant>,
}

/// A variant and the rules that answers were compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweptVariant {
    /// Its name.
    pub name: String,
    /// Every rule.
    pub rules: Vec<String>,
}

/// What came of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassResult {
    /// Name of the variant.
    pub variant: String,
    /// The class, as in `WM+WK v BM`.
    pub class: String,
    /// The stride: 1 where every position is hashed.
    pub stride: u64,
    /// Positions that were asked about.
    pub positions: u64,
    /// Legal moves of these.
    pub moves: u64,
    /// Digest of the engine's answers.
    pub sha256: Digest,
    /// Digest of the right answers.
    pub reference: Digest,
    /// Positions that were answered wrongly.
    pub differing: u64,
    /// Positions whose answer cannot be judged.
    #[serde(default)]
    pub untold: u64,
    /// The first positions that were answered wrongly.
    #[serde(default)]
    pub first: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Header(Header),
    Class(ClassResult),
    Comparison(Comparison),
    Footer { classes: usize, positions: u64, differing: u64, untold: u64 },
}

/// A sweep as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// What it is of.
    pub header: Header,
    /// The classes that are finished.
    pub classes: Vec<ClassResult>,
}

impl Header {
    /// What a plan would sweep of an engine.
    pub fn new(engine: String, plan: &Plan) -> Self {
        let swept = |variant: &Variant| SweptVariant {
            name: variant.name.to_owned(),
            rules: variant.rules.settings().iter().map(ToString::to_string).collect(),
        };
        Self {
            schema: SCHEMA.to_owned(),
            engine,
            pieces: plan.pieces,
            stride: plan.stride.get(),
            variants: plan.variants.iter().map(swept).collect(),
        }
    }

    /// In what two sweeps differ, if they do.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let parts = [
            ("engine", self.engine.clone(), other.engine.clone()),
            ("pieces", self.pieces.to_string(), other.pieces.to_string()),
            ("stride", self.stride.to_string(), other.stride.to_string()),
            ("variants", self.names(), other.names()),
        ];
        let part = parts.into_iter().find(|(_, one, other)| one != other);
        let told = part.map(|(what, one, other)| {
            format!("its {what}: `{}`, and not `{}`", Quoted(&one), Quoted(&other))
        });
        told.or_else(|| (self != other).then(|| "the rules of a variant".to_owned()))
    }

    fn names(&self) -> String {
        self.variants.iter().map(|variant| variant.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// A line, or why it is none.
fn read(line: &str) -> Result<Line, String> {
    serde_json::from_str(line).map_err(|error| Quoted(&error.to_string()).to_string())
}

/// The first line as a header of this format.
fn header(line: &str) -> Result<Header, String> {
    match read(line)? {
        Line::Header(header) if header.schema == SCHEMA => Ok(header),
        Line::Header(other) => {
            Err(format!("the format is `{}`; this huff reads `{SCHEMA}`", Quoted(&other.schema)))
        }
        _ => Err(format!("a sweep begins with a header of `{SCHEMA}`")),
    }
}

impl Saved {
    /// Reads a saved sweep.
    ///
    /// # Errors
    ///
    /// If the text is none; the reason names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = (1..).zip(text.lines());
        let Some((_, first)) = lines.next() else {
            return Err(format!("line 1: there is none; a sweep begins with a header of `{SCHEMA}`"));
        };
        let header = header(first).map_err(|reason| format!("line 1: {reason}"))?;
        let mut saved = Self { header, classes: Vec::new() };
        let mut is_finished = false;
        for (number, line) in lines {
            let line = if is_finished { Err("a line behind the last".to_owned()) } else { read(line) };
            is_finished |= matches!(line, Ok(Line::Footer { .. }));
            line.and_then(|line| saved.take(line)).map_err(|reason| format!("line {number}: {reason}"))?;
        }
        Ok(saved)
    }

    fn take(&mut self, line: Line) -> Result<(), String> {
        match line {
            Line::Header(_) => Err("a second header; a sweep has one, in its first line".to_owned()),
            Line::Class(result) => {
                self.refuse(&result)?;
                self.classes.push(result);
                Ok(())
            }
            Line::Footer { classes, .. } if classes != self.classes.len() => {
                Err(format!("the last line is of {classes} classes, and there are {}", self.classes.len()))
            }
            Line::Comparison(_) | Line::Footer { .. } => Ok(()),
        }
    }

    /// Refuses what no sweep writes and nothing could make sense of.
    fn refuse(&self, result: &ClassResult) -> Result<(), String> {
        let ClassResult { variant, class, .. } = result;
        if !self.header.variants.iter().any(|swept| swept.name == *variant) {
            return Err(format!("a class of `{}`, which the header does not name", Quoted(variant)));
        }
        if self.find(variant, class).is_some() {
            return Err(format!("the class `{}` of {} stands twice", Quoted(class), Quoted(variant)));
        }
        if result.stride == 0 {
            return Err("the stride is 0; it is 1 or more".to_owned());
        }
        let numbers: [fn(&ClassResult) -> u64; 4] =
            [|it| it.positions, |it| it.moves, |it| it.differing, |it| it.untold];
        let fits = |of: &fn(&ClassResult) -> u64| self.total(of).checked_add(of(result)).is_some();
        if !numbers.iter().all(fits) {
            return Err("the numbers of all classes add up to more than 64 bits hold".to_owned());
        }
        Ok(())
    }

    /// Writes the sweep, how it compares with another if that is known, and its last line if it is finished.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(
        &self,
        is_finished: bool,
        comparison: Option<&Comparison>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut line = |line: &Line| {
            json::write(line, out)?;
            out.write_all(b"\n")
        };
        line(&Line::Header(self.header.clone()))?;
        for result in &self.classes {
            line(&Line::Class(result.clone()))?;
        }
        if let Some(comparison) = comparison {
            line(&Line::Comparison(comparison.clone()))?;
        }
        if is_finished {
            line(&Line::Footer {
                classes: self.classes.len(),
                positions: self.total(|result| result.positions),
                differing: self.total(|result| result.differing),
                untold: self.total(|result| result.untold),
            })?;
        }
        Ok(())
    }

    /// Adds a class in its place. Classes end in any order; the same sweep has the same file.
    pub fn add(&mut self, result: ClassResult, tasks: &[(Variant, Class)]) {
        self.classes.push(result);
        self.classes.sort_by_cached_key(|result| {
            let is_of = |(variant, class): &(Variant, Class)| {
                variant.name == result.variant && class.to_string() == result.class
            };
            tasks.iter().position(is_of)
        });
    }

    /// The sum of something over all classes.
    pub fn total(&self, of: impl Fn(&ClassResult) -> u64) -> u64 {
        self.classes.iter().map(of).sum()
    }

    /// What came of a class, if it is finished.
    pub fn find(&self, variant: &str, class: &str) -> Option<&ClassResult> {
        self.classes.iter().find(|result| result.variant == variant && result.class == class)
    }
}
