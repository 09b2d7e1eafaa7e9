//! A profile as it is written and read: who was timed, where, and how long each question took.

use super::spread::{Spread, mean, median};
use json_pretty_compact::PrettyCompactFormatter;
use reference_engine::quote::Quoted;
use serde::{Deserialize, Serialize};
use serde_json::{Serializer, Value};
use std::fmt;
use std::ops::RangeInclusive;
use strum::Display;

/// The deepest count that a profile may have.
const DEEPEST: u32 = 100;
/// The shortest and the longest time, in nanoseconds: nothing is measured beyond, and nothing can be drawn.
const TIMES: RangeInclusive<f64> = 1e-3..=1e15;
/// How long a line of JSON may be.
const LINE: u32 = 160;

/// Name and number of the format.
pub const SCHEMA: &str = "huff-profile/1";

/// A profile of one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Name and number of the format.
    pub schema: String,
    /// Version of huff.
    pub huff: String,
    /// When it was measured, in UTC.
    pub date: String,
    /// On what it was measured.
    pub machine: Machine,
    /// Name of the variant.
    pub variant: String,
    /// How many times everything was timed.
    pub rounds: u32,
    /// Nanoseconds of a fixed piece of work, timed in every round.
    pub yardstick_ns: Vec<f64>,
    /// Who was timed; figures refer to them by their place here.
    pub subjects: Vec<Contestant>,
    /// What was timed, a position each.
    pub positions: Vec<Course>,
    /// Where the time goes, for generators of huff's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Parts>,
}

/// What it was measured on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's model, as the system calls it.
    pub cpu: String,
    /// Logical processors.
    pub processors: usize,
    /// Operating system and architecture.
    pub system: String,
}

impl fmt::Display for Machine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, {} processors, {}", self.cpu, self.processors, self.system)
    }
}

/// A subject that was timed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contestant {
    /// Its name, as it says itself.
    pub name: String,
    /// Its version, as it says itself.
    pub version: String,
    /// The command that starts it; empty for a generator of huff's own.
    pub command: String,
    /// Which captures it counts as one, and whether finished games are leaves; empty if it does not play the
    /// variant.
    pub counting: String,
    /// How it counts the last ply.
    pub last_ply: LastPly,
}

/// How the last ply is counted, which cannot be seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display)]
#[serde(rename_all = "kebab-case")]
pub enum LastPly {
    /// Its moves are counted without being played. Only huff's own generators say so.
    #[strum(serialize = "in bulk")]
    Bulk,
    /// Less than a nanosecond a leaf: its moves are counted in bulk, or by several threads, or looked up.
    #[strum(serialize = "too fast to be played move by move")]
    NotSingly,
    /// Anything may be.
    #[strum(serialize = "unknown")]
    Unknown,
}

/// A named position and how the subjects fared there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// What sort of position it is.
    pub class: String,
    /// Its name.
    pub name: String,
    /// The position as PDN FEN.
    pub position: String,
    /// How deep was counted, in plies; 0 if nobody counted.
    pub depth: u32,
    /// The figures, one for each subject in their order.
    pub figures: Vec<Figures>,
}

/// The figures of a subject at a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The question `moves`.
    pub moves: Figure<Timing>,
    /// Counts, for each depth from 1.
    pub perft: Figure<Vec<Count>>,
    /// What else was noticed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Something timed, or why it was not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Figure<T> {
    /// It was timed.
    Timed(T),
    /// It was not.
    Skipped {
        /// Why not.
        skipped: String,
        /// Whether the subject answered wrongly.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        wrong: bool,
    },
}

/// A count and its time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Count {
    /// Plies.
    pub depth: u32,
    /// Leaves in the subject's own counting; the reference counts as many.
    pub leaves: u64,
    /// How long one count took.
    #[serde(flatten)]
    pub timing: Timing,
}

/// How long a question took, without what a trivial one takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// How often it was asked in each round.
    pub repeats: u32,
    /// Nanoseconds that the trivial question took, the median; taken off round by round.
    pub base_ns: f64,
    /// Nanoseconds a question in each round.
    pub ns: Vec<f64>,
    /// Their median.
    pub median_ns: f64,
    /// The median of their distances from it.
    pub spread_ns: f64,
}

/// A speed with its relative spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Something a second.
    pub per_second: f64,
    /// The spread as a part of it.
    pub spread: f64,
}

/// Where the time of a generator goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parts {
    /// The generator.
    pub generator: String,
    /// Positions by what is legal there.
    pub groups: Vec<GroupParts>,
}

/// What is legal in a position.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    Display,
    strum::VariantArray,
)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Quiet moves of men only.
    #[strum(serialize = "men's quiet moves")]
    MenQuiet,
    /// Quiet moves, kings' among them.
    #[strum(serialize = "quiet moves, kings' too")]
    KingsQuiet,
    /// Captures of one piece.
    #[strum(serialize = "captures of 1")]
    One,
    /// Captures, the longest of two pieces.
    #[strum(serialize = "captures of up to 2")]
    Two,
    /// Captures, the longest of three pieces or more.
    #[strum(serialize = "captures of 3 and more")]
    More,
}

/// What a group of positions costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupParts {
    /// Which positions.
    pub group: Group,
    /// How many.
    pub positions: usize,
    /// Their moves, in `unique` counting.
    pub moves: usize,
    /// Their moves, in `route` counting.
    pub routes: usize,
    /// Counting to depth 0: taking the position over, which every count begins with; nanoseconds a position.
    pub take_over: Cost,
    /// Counting the moves, that included, nanoseconds a position.
    pub count: Cost,
    /// Listing the moves, nanoseconds a position.
    pub list: Cost,
    /// Listing every route and merging nothing, nanoseconds a position.
    pub list_routes: Cost,
    /// Making a move that is listed, nanoseconds a move.
    pub make: Cost,
}

/// Nanoseconds for one of something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// The median of the rounds.
    pub median_ns: f64,
    /// The median of their distances from it.
    pub spread_ns: f64,
}

/// The first number of nanoseconds that cannot be one, with its place. Fields whose names end in `ns` hold such.
fn no_time(value: &Value, place: &str, is_time: bool) -> Option<String> {
    match value {
        Value::Object(fields) => fields
            .iter()
            .find_map(|(name, value)| no_time(value, &format!("{place}/{name}"), is_of_time(name))),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, value)| no_time(value, &format!("{place}/{index}"), is_time)),
        Value::Number(number) if is_time => {
            let ns = number.as_f64().unwrap_or(f64::INFINITY);
            let is_possible = ns == 0.0 || TIMES.contains(&ns.abs());
            (!is_possible).then(|| format!("at {}: {number} nanoseconds are no time", Quoted(place)))
        }
        _ => None,
    }
}

fn is_of_time(name: &str) -> bool {
    name == "ns" || name.ends_with("_ns")
}

impl<T> Figure<T> {
    /// Not timed, for a reason.
    pub fn skipped(reason: impl Into<String>) -> Self {
        Self::Skipped { skipped: reason.into(), wrong: false }
    }

    /// Not timed, since the answer is wrong.
    pub fn wrong(reason: impl Into<String>) -> Self {
        Self::Skipped { skipped: reason.into(), wrong: true }
    }

    /// Whether the subject answered wrongly.
    pub fn is_wrong(&self) -> bool {
        matches!(self, Self::Skipped { wrong: true, .. })
    }

    /// What was timed, if it was.
    pub fn timed(&self) -> Option<&T> {
        match self {
            Self::Timed(timed) => Some(timed),
            Self::Skipped { .. } => None,
        }
    }

    /// Why nothing was timed, if nothing was.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Timed(_) => None,
            Self::Skipped { skipped, .. } => Some(skipped),
        }
    }
}

impl Timing {
    /// The time of a question by its rounds and those of the trivial question, each in nanoseconds a question.
    pub fn new(repeats: u32, raw: &[f64], base: &[f64]) -> Self {
        let tenths = |ns: f64| (ns * 10.0).round() / 10.0;
        let ns: Vec<f64> = raw.iter().zip(base).map(|(raw, base)| tenths(raw - base)).collect();
        let spread = Spread::of(&ns).unwrap_or(Spread { median: 0.0, deviation: 0.0 });
        Self {
            repeats,
            base_ns: tenths(median(base).unwrap_or_default()),
            median_ns: tenths(spread.median),
            spread_ns: tenths(spread.deviation),
            ns,
        }
    }

    /// The spread as a part of the median.
    pub fn relative_spread(&self) -> f64 {
        self.spread_ns / self.median_ns
    }

    /// Whether nothing is left of the time once that of the trivial question is taken off.
    pub fn is_lost(&self) -> bool {
        let is_vague = self.median_ns <= 2.0 * self.spread_ns && self.median_ns < self.base_ns;
        self.median_ns <= 0.0 || is_vague
    }

    /// How many of something a second, if there are so many in a question. Nothing where the time is lost in
    /// that of the trivial question.
    pub fn speed(&self, things: u64) -> Option<Speed> {
        #[allow(clippy::cast_precision_loss)]
        let things = things as f64;
        let per_second = things * 1e9 / self.median_ns;
        (!self.is_lost()).then(|| Speed { per_second, spread: self.relative_spread() })
    }
}

impl Figures {
    /// Leaves a second at the greatest depth.
    pub fn leaves_a_second(&self) -> Option<Speed> {
        let count = self.perft.timed()?.last()?;
        count.timing.speed(count.leaves)
    }

    /// Whole counts a second at the greatest depth.
    pub fn counts_a_second(&self) -> Option<Speed> {
        self.perft.timed()?.last()?.timing.speed(1)
    }

    /// Answers to `moves` a second.
    pub fn answers_a_second(&self) -> Option<Speed> {
        self.moves.timed()?.speed(1)
    }
}

impl Record {
    /// Reads a profile.
    ///
    /// # Errors
    ///
    /// If the text is none; the reason says where.
    pub fn parse(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        let fault = |error: serde_json::Error| Quoted(&error.to_string()).to_string();
        let head: Head = serde_json::from_str(text).map_err(fault)?;
        if head.schema != SCHEMA {
            return Err(format!("its schema is `{}`; this huff reads `{SCHEMA}`", Quoted(&head.schema)));
        }
        let record: Self = serde_json::from_str(text).map_err(fault)?;
        let times = serde_json::from_str(text).map_err(fault)?;
        match record.misshapen().or_else(|| no_time(&times, "", false)) {
            None => Ok(record),
            Some(reason) => Err(reason),
        }
    }

    /// What does not fit together, if anything does not.
    fn misshapen(&self) -> Option<String> {
        let subjects = self.subjects.len();
        self.positions.iter().find_map(|course| {
            let name = Quoted(&course.name);
            if course.figures.len() != subjects {
                return Some(format!("position `{name}` has no figures for some of the subjects"));
            }
            let too_deep =
                || format!("position `{name}` is counted to depth {}; {DEEPEST} is the most", course.depth);
            (course.depth > DEEPEST).then(too_deep)
        })
    }

    /// The profile as JSON.
    ///
    /// # Errors
    ///
    /// If a number is none, which no measurement is.
    pub fn json(&self) -> serde_json::Result<String> {
        let formatter = PrettyCompactFormatter::new().with_max_line_length(LINE);
        let mut bytes = Vec::new();
        self.serialize(&mut Serializer::with_formatter(&mut bytes, formatter))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned() + "\n")
    }

    /// Whether some subject answered wrongly somewhere.
    pub fn is_wrong(&self) -> bool {
        let mut figures = self.positions.iter().flat_map(|course| &course.figures);
        figures.any(|figures| figures.moves.is_wrong() || figures.perft.is_wrong())
    }

    /// The classes, in their order.
    pub fn classes(&self) -> Vec<&str> {
        let mut classes: Vec<&str> = Vec::new();
        for course in &self.positions {
            if !classes.contains(&course.class.as_str()) {
                classes.push(&course.class);
            }
        }
        classes
    }

    /// The speed of a subject in a class: the geometric mean over the class's positions.
    pub fn class_speed(
        &self,
        class: &str,
        subject: usize,
        speed: impl Fn(&Figures) -> Option<Speed>,
    ) -> Option<Speed> {
        let courses = self.positions.iter().filter(|course| course.class == class);
        let speeds: Option<Vec<Speed>> = courses.map(|course| speed(&course.figures[subject])).collect();
        Speed::mean(&speeds?)
    }
}

impl Speed {
    /// The geometric mean of some speeds, with the mean of their spreads; nothing of none.
    pub fn mean(speeds: &[Self]) -> Option<Self> {
        let log = mean(speeds.iter().map(|speed| speed.per_second.ln()))?;
        let spread = mean(speeds.iter().map(|speed| speed.spread))?;
        Some(Self { per_second: log.exp(), spread })
    }
}
