//! A profile compared with an earlier one: faster, slower, or no more than the spread explains.

use super::record::{Contestant, Course, Figures, Record, Speed};
use super::spread::{mean, median};
use serde::Serialize;
use strum::Display;

/// How many times the spreads of both profiles together a difference must exceed. Three median deviations are
/// about two standard deviations.
const SPREADS: f64 = 3.0;
/// The least difference that is called one, as a part of the speed: where code and data happen to lie in memory
/// makes as much.
const LEAST: f64 = 0.02;
/// Rounds below which a spread says nothing.
const ROUNDS: usize = 5;

/// A profile beside an earlier one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// When the earlier one was measured.
    pub date: String,
    /// What should be known before the verdicts are believed.
    pub notes: Vec<String>,
    /// Each subject that both have.
    pub subjects: Vec<SubjectChange>,
}

/// A subject then and now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SubjectChange {
    /// Its name.
    pub name: String,
    /// Its version then.
    pub then: String,
    /// Its version now.
    pub now: String,
    /// By class and question.
    pub classes: Vec<ClassChange>,
    /// Over all classes that could be compared, by question.
    pub overall: Vec<ClassChange>,
}

/// What was timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Question {
    /// Leaves a second.
    Perft,
    /// Answers to `moves`.
    Moves,
}

/// A class then and now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassChange {
    /// The class; empty over all.
    pub class: String,
    /// What was timed.
    pub question: Question,
    /// What came of it.
    #[serde(flatten)]
    pub change: Change,
}

/// A difference and what to make of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// How many times as fast as then; nothing if it was not compared.
    pub ratio: Option<f64>,
    /// A ratio between one divided by this and this is no difference.
    pub margin: Option<f64>,
    /// The verdict.
    pub verdict: Judged,
    /// Why it was not compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Display)]
#[serde(rename_all = "kebab-case")]
pub enum Judged {
    /// Faster than the spread explains.
    #[strum(serialize = "faster")]
    Faster,
    /// Slower than the spread explains.
    #[strum(serialize = "slower")]
    Slower,
    /// No difference that the spread does not explain.
    #[strum(serialize = "no difference")]
    NoDifference,
    /// It was not compared.
    #[strum(serialize = "not compared")]
    NotCompared,
}

/// A ratio as a logarithm, with the margin within which it says nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    log: f64,
    margin: f64,
}

impl Comparison {
    /// Compares a profile with an earlier one of the same variant.
    pub fn new(then: &Record, now: &Record) -> Self {
        let mut comparison = Self { date: then.date.clone(), notes: Vec::new(), subjects: Vec::new() };
        if then.variant != now.variant {
            comparison.note(format!("not compared: it is of {}, this of {}", then.variant, now.variant));
            return comparison;
        }
        if then.machine != now.machine {
            let (there, here) = (then.machine.to_string(), now.machine.to_string());
            comparison.note(format!("not compared: it was measured on {there}, this on {here}"));
            return comparison;
        }
        let drift = drift(then, now);
        comparison.note_circumstances(then, now, drift);
        for (index, subject) in now.subjects.iter().enumerate() {
            match counterpart(then, now, index) {
                None => comparison.note(format!("not compared: {} is not in it", subject.name)),
                Some(other) => {
                    let pair = Pair { then, now, indices: (other, index), drift };
                    comparison.subjects.push(pair.change());
                }
            }
        }
        comparison
    }

    fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    fn note_circumstances(&mut self, then: &Record, now: &Record, drift: f64) {
        if then.huff != now.huff {
            self.note(format!("it was measured by huff {}, this by huff {}", then.huff, now.huff));
        }
        if drift.abs() > LEAST {
            let percent = (drift.abs().exp() - 1.0) * 100.0;
            let word = if drift > 0.0 { "slower" } else { "faster" };
            self.note(format!(
                "by a fixed piece of work the machine is {percent:.0} % {word} now: only what holds with and \
                 without that is called a difference"
            ));
        }
    }

    /// Whether anything is slower than the spread explains.
    pub fn is_slower(&self) -> bool {
        self.all().any(|change| change.verdict == Judged::Slower)
    }

    /// Whether anything was compared.
    pub fn is_told(&self) -> bool {
        self.all().any(|change| change.verdict != Judged::NotCompared)
    }

    fn all(&self) -> impl Iterator<Item = &Change> {
        let changes = self.subjects.iter().flat_map(|subject| subject.classes.iter().chain(&subject.overall));
        changes.map(|it| &it.change)
    }
}

/// How many times as long as then the machine takes for a fixed piece of work, as a logarithm.
fn drift(then: &Record, now: &Record) -> f64 {
    match (median(&then.yardstick_ns), median(&now.yardstick_ns)) {
        (Some(then), Some(now)) if then > 0.0 && now > 0.0 => (now / then).ln(),
        _ => 0.0,
    }
}

/// The subject of another profile that is the same: of the same name, the first among equals with the first; or
/// the only one with the only one, as an engine may have changed its name.
fn counterpart(then: &Record, now: &Record, index: usize) -> Option<usize> {
    let name = &now.subjects[index].name;
    let of_name = |subjects: &[Contestant]| -> Vec<usize> {
        (0..subjects.len()).filter(|place| subjects[*place].name == *name).collect()
    };
    let rank = of_name(&now.subjects).iter().position(|place| *place == index)?;
    let is_alone = then.subjects.len() == 1 && now.subjects.len() == 1;
    of_name(&then.subjects).get(rank).copied().or(is_alone.then_some(0))
}

/// One subject in two profiles.
struct Pair<'a> {
    then: &'a Record,
    now: &'a Record,
    indices: (usize, usize),
    drift: f64,
}

impl Pair<'_> {
    fn change(&self) -> SubjectChange {
        let (then, now) = (&self.then.subjects[self.indices.0], &self.now.subjects[self.indices.1]);
        let mut classes = Vec::new();
        let mut overall = Vec::new();
        for question in [Question::Perft, Question::Moves] {
            let mut steps = Vec::new();
            for class in self.now.classes() {
                let step = self.class(class, question);
                steps.extend(step.as_ref().ok().copied());
                let change = self.judge(step);
                classes.push(ClassChange { class: class.to_owned(), question, change });
            }
            let step = Step::mean(&steps).ok_or_else(|| "no class could be compared".to_owned());
            overall.push(ClassChange { class: String::new(), question, change: self.judge(step) });
        }
        SubjectChange {
            name: now.name.clone(),
            then: then.version.clone(),
            now: now.version.clone(),
            classes,
            overall,
        }
    }

    /// The mean over the positions of a class.
    fn class(&self, class: &str, question: Question) -> Result<Step, String> {
        let courses = self.now.positions.iter().filter(|course| course.class == class);
        let steps: Result<Vec<Step>, String> =
            courses.map(|course| self.position(course, question)).collect();
        Step::mean(&steps?).ok_or_else(|| "there is no position".to_owned())
    }

    fn position(&self, course: &Course, question: Question) -> Result<Step, String> {
        let (then, now) = (&self.then.subjects[self.indices.0], &self.now.subjects[self.indices.1]);
        if then.counting != now.counting {
            return Err(format!("it counted `{}` then, and counts `{}` now", then.counting, now.counting));
        }
        let same = |other: &&Course| other.name == course.name && other.position == course.position;
        let other = self.then.positions.iter().find(same);
        let other = other.ok_or_else(|| format!("`{}` was not timed then", course.name))?;
        if question == Question::Perft && other.depth != course.depth {
            return Err(format!(
                "`{}` was counted to depth {}, now {}",
                course.name, other.depth, course.depth
            ));
        }
        let (then, now) = (&other.figures[self.indices.0], &course.figures[self.indices.1]);
        Step::between(speed(then, question)?, speed(now, question)?)
    }

    fn judge(&self, step: Result<Step, String>) -> Change {
        match step {
            Err(reason) => {
                Change { ratio: None, margin: None, verdict: Judged::NotCompared, reason: Some(reason) }
            }
            Ok(step) => {
                let thousandths = |number: f64| (number * 1000.0).round() / 1000.0;
                Change {
                    ratio: Some(thousandths(step.log.exp())),
                    margin: Some(thousandths(step.margin.exp())),
                    verdict: step.judge(self.drift),
                    reason: None,
                }
            }
        }
    }
}

fn speed(figures: &Figures, question: Question) -> Result<Speed, String> {
    let (speed, reason, rounds) = match question {
        Question::Perft => {
            let last = figures.perft.timed().and_then(|counts| counts.last());
            (figures.leaves_a_second(), figures.perft.reason(), last.map_or(0, |count| count.timing.ns.len()))
        }
        Question::Moves => {
            let rounds = figures.moves.timed().map_or(0, |timing| timing.ns.len());
            (figures.answers_a_second(), figures.moves.reason(), rounds)
        }
    };
    if let Some(reason) = reason {
        return Err(reason.to_owned());
    }
    if rounds < ROUNDS {
        return Err(format!("{rounds} rounds are too few to know the spread: {ROUNDS} are needed"));
    }
    speed.ok_or_else(|| "its time is lost in that of asking".to_owned())
}

impl Step {
    fn between(then: Speed, now: Speed) -> Result<Self, String> {
        let log = (now.per_second / then.per_second).ln();
        let margin = (SPREADS * then.spread.hypot(now.spread)).max(LEAST).ln_1p();
        if log.is_finite() { Ok(Self { log, margin }) } else { Err("a speed is zero".to_owned()) }
    }

    /// The mean of both. Rounds that were disturbed are disturbed for all, so the margin does not shrink.
    fn mean(steps: &[Self]) -> Option<Self> {
        let log = mean(steps.iter().map(|step| step.log))?;
        let margin = mean(steps.iter().map(|step| step.margin))?;
        Some(Self { log, margin })
    }

    /// What holds as it was measured and also if the machine's own change is taken off.
    fn judge(self, drift: f64) -> Judged {
        let (measured, corrected) = (self.log, self.log + drift);
        if measured > self.margin && corrected > self.margin {
            Judged::Faster
        } else if measured < -self.margin && corrected < -self.margin {
            Judged::Slower
        } else {
            Judged::NoDifference
        }
    }
}
