//! Two engines asked the same: where they part, and which rule the difference turns on. Neither is taken
//! to be right; the reference serves as a dictionary of rules.

use crate::check::{self, Given, Judgement, Limits, Observation, Spoken};
use crate::dcp::Declared;
use crate::examiner::{Examiner, Halt};
use crate::fixture::{Level, Loaded, Question, Suite};
use crate::playout;
use crate::shrink::{Ended, Manner, shrink};
use crate::subject::{Fault, Subject};
use crate::verdict::{Mark, Row};
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::SquareNames;
use reference_engine::piece::Kind;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::{Rules, Setting};
use reference_engine::variants::Variant;
use std::collections::{BTreeMap, HashMap};

/// The most positions that are tried to find a smaller one.
const SMALLER: u32 = 200;
/// How many differences are looked into.
const PARTINGS: usize = 5;

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The variant.
    pub variant: Variant,
    /// How many random games are played.
    pub games: u32,
    /// How many plies each has at most.
    pub plies: u32,
    /// From which the games follow.
    pub seed: u64,
    /// How long an engine may take.
    pub limits: Limits,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// How many positions both were asked about.
    pub compared: usize,
    /// At how many of them they part.
    pub parted: usize,
    /// Differences, each with the positions that it accounts for.
    pub partings: Vec<Parting>,
    /// How many positions at which they part none of these accounts for.
    pub not_looked_into: usize,
    /// Positions about which an engine was asked and gave no answer, with the engine's number and the reason.
    pub unanswered: Vec<(Position, usize, String)>,
    /// Why no more was asked.
    pub ended_early: Option<Fault>,
}

/// A difference between two engines.
#[derive(Clone, Debug)]
pub struct Parting {
    /// Where it was met: a case's id, or a random game.
    pub origin: String,
    /// The position where it was met.
    pub met: Position,
    /// The smallest position found at which they part in the same way.
    pub position: Position,
    /// The first engine's moves as expected, the second's as given.
    pub rows: Vec<Row>,
    /// The difference in a line.
    pub headline: String,
    /// The rules on which the difference may turn; empty if no rule that we know tells the two apart.
    pub decisions: Vec<Decision>,
    /// How many of the positions at which they part it accounts for.
    pub accounts_for: usize,
}

/// A rule of which one answer explains the one engine and another answer the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The rule's name.
    pub field: &'static str,
    /// The answers that explain each engine.
    pub answers: [Vec<Setting>; 2],
    /// The reference's own answer.
    pub reference: Setting,
    /// Another rule in which both engines would have to differ from the reference for this to explain them.
    pub besides: Option<Setting>,
}

/// A position with what both answered.
struct Seen {
    position: Position,
    origin: String,
    answers: [Observation; 2],
}

/// How two answers differ.
struct Difference {
    rows: Vec<Row>,
    headline: String,
    manner: Manner,
}

/// Compares two engines; `told` hears of each position, and whether they part there.
pub fn compare(
    first: &mut dyn Subject,
    second: &mut dyn Subject,
    suite: &Suite,
    plan: &Plan,
    mut told: impl FnMut(bool),
) -> Comparison {
    let examiner = |subject| Examiner::new(subject, plan.variant, plan.limits, u32::MAX);
    let mut session = Session {
        variant: plan.variant,
        sides: [examiner(first), examiner(second)],
        known: HashMap::new(),
        seen: Vec::new(),
        comparison: Comparison::default(),
    };
    if let Err(halt) = session.ask_everywhere(suite, plan, &mut told) {
        session.stop(halt);
    }
    session.conclude()
}

struct Session<'a> {
    variant: Variant,
    sides: [Examiner<'a>; 2],
    /// Positions asked about, as indices into `seen`; `None` where an answer is missing.
    known: HashMap<Position, Option<usize>>,
    seen: Vec<Seen>,
    comparison: Comparison,
}

impl Session<'_> {
    fn ask_everywhere(
        &mut self,
        suite: &Suite,
        plan: &Plan,
        told: &mut impl FnMut(bool),
    ) -> Result<(), Halt> {
        let of_variant = suite.cases.iter().filter(|loaded| loaded.variant.name == plan.variant.name);
        // Engines may answer a `may` case either way; about a refusal there is nothing to ask.
        let is_asked = |loaded: &&Loaded| {
            loaded.case.level != Level::May && !matches!(loaded.case.question, Question::Refuse)
        };
        for loaded in of_variant.filter(is_asked) {
            if let Ok(position) = plan.variant.read(&loaded.case.position) {
                self.meet(&position, &loaded.case.id, told)?;
            }
        }
        for game in 0..plan.games {
            let origin = format!("random game {} of seed {}", game + 1, plan.seed);
            // Seeds that follow each other give games that have nothing to do with each other.
            let seed = plan.seed.wrapping_add(u64::from(game).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            playout::play(plan.variant.start(), plan.plies, seed, |here| {
                let index = self.meet(here, &origin, told)?;
                Ok::<_, Halt>(index.map(|index| self.shared(index)).unwrap_or_default())
            })?;
        }
        Ok(())
    }

    /// Asks both about a position, unless it is known. `None` if an answer is missing.
    fn meet(
        &mut self,
        position: &Position,
        origin: &str,
        told: &mut impl FnMut(bool),
    ) -> Result<Option<usize>, Halt> {
        if let Some(index) = self.known.get(position) {
            return Ok(*index);
        }
        let answers = self.ask(position)?;
        let index = answers.map(|answers| {
            told(self.difference(position, &answers).is_some());
            self.seen.push(Seen { position: *position, origin: origin.to_owned(), answers });
            self.seen.len() - 1
        });
        self.known.insert(*position, index);
        Ok(index)
    }

    fn ask(&mut self, position: &Position) -> Result<Option<[Observation; 2]>, Halt> {
        let mut answers = Vec::new();
        for (number, side) in self.sides.iter_mut().enumerate() {
            match side.list(position) {
                Ok(seen) => answers.push(seen),
                Err(halt) if halt.ends_the_run() => return Err(halt),
                Err(halt) => {
                    self.comparison.unanswered.push((*position, number, halt.to_string()));
                    return Ok(None);
                }
            }
        }
        Ok(answers.try_into().ok())
    }

    fn difference(&self, position: &Position, answers: &[Observation; 2]) -> Option<Difference> {
        let names = self.sides[0].declared().squares;
        Table { position, names, answers }.difference()
    }

    /// The positions after the moves that both list.
    fn shared(&self, index: usize) -> Vec<Position> {
        let Seen { position, answers: [first, second], .. } = &self.seen[index];
        let (Observation::Moves(Ok(first)), Observation::Moves(Ok(second))) = (first, second) else {
            return Vec::new();
        };
        let also_given = |given: &&Given| second.iter().any(|other| is_alike(given, other));
        first.iter().filter(also_given).filter_map(|given| after(&self.variant, position, given)).collect()
    }

    fn stop(&mut self, halt: Halt) {
        if let Halt::Fault(fault) = halt {
            self.comparison.ended_early = Some(fault);
        }
    }

    /// Looks into the differences, the smallest position first; what one explains is not looked into again.
    fn conclude(mut self) -> Comparison {
        let is_parting = |seen: &&Seen| self.difference(&seen.position, &seen.answers).is_some();
        let mut left: Vec<usize> =
            (0..self.seen.len()).filter(|index| is_parting(&&self.seen[*index])).collect();
        // What a rule explains comes first, so that it is not crowded out by what none does.
        left.sort_by_cached_key(|index| {
            let Seen { position, answers, .. } = &self.seen[*index];
            (self.fields(position, answers).is_empty(), position.pieces().count())
        });
        self.comparison.compared = self.seen.len();
        self.comparison.parted = left.len();
        while let Some(index) = left.first().copied() {
            if self.comparison.partings.len() == PARTINGS || self.comparison.ended_early.is_some() {
                break;
            }
            let mut parting = self.look_into(index);
            let (accounted, others): (Vec<usize>, Vec<usize>) = left
                .into_iter()
                .partition(|other| parting.decisions.iter().any(|decision| self.accounts(decision, *other)));
            parting.accounts_for = accounted.len();
            left = others;
            left.retain(|other| *other != index);
            self.comparison.partings.push(parting);
        }
        self.comparison.not_looked_into = left.len();
        self.comparison
    }

    fn look_into(&mut self, index: usize) -> Parting {
        let met = self.seen[index].position;
        let mut answers = self.seen[index].answers.clone();
        let manner = self.difference(&met, &answers).map(|difference| difference.manner);
        let fields = self.fields(&met, &answers);
        let smallest = shrink(&self.variant.clone(), &met, SMALLER, |candidate| {
            let Some(given) = self.ask_quietly(candidate)? else { return Ok(false) };
            let is_same = self.difference(candidate, &given).map(|it| it.manner) == manner
                && is_same_cause(&fields, &self.fields(candidate, &given));
            if is_same {
                answers = given;
            }
            Ok::<_, Halt>(is_same)
        });
        if let Some(Ended::Halted(halt)) = smallest.ended {
            self.stop(halt);
        }
        let difference = self.difference(&smallest.position, &answers);
        let (rows, headline) = difference.map(|it| (it.rows, it.headline)).unwrap_or_default();
        Parting {
            origin: self.seen[index].origin.clone(),
            met,
            position: smallest.position,
            rows,
            headline,
            decisions: self.decide(&smallest.position, &answers),
            accounts_for: 0,
        }
    }

    /// Asks about a candidate; one that an engine does not answer is none, and not held against it.
    fn ask_quietly(&mut self, position: &Position) -> Result<Option<[Observation; 2]>, Halt> {
        let noted = self.comparison.unanswered.len();
        let answers = self.ask(position);
        self.comparison.unanswered.truncate(noted);
        answers
    }

    /// The rules that alone tell two answers apart.
    fn fields(&self, position: &Position, answers: &[Observation; 2]) -> Vec<&'static str> {
        let decisions = self.decisions(&self.variant.rules, None, position, answers);
        decisions.iter().map(|decision| decision.field).collect()
    }

    /// The rules on which a difference turns: those that contradict the fewest answers, where several do.
    fn decide(&self, position: &Position, answers: &[Observation; 2]) -> Vec<Decision> {
        let own = self.variant.rules;
        let mut found = self.decisions(&own, None, position, answers);
        if found.is_empty() {
            let changes = own.one_field_changes().into_iter();
            found = changes
                .flat_map(|(change, rules)| self.decisions(&rules, Some(change), position, answers))
                .filter(|decision| decision.besides.is_some_and(|besides| besides.field != decision.field))
                .collect();
        }
        let mut by_agreement: BTreeMap<usize, Vec<Decision>> = BTreeMap::new();
        for decision in found {
            if self.is_besides_borne_out(&decision) {
                by_agreement.entry(self.agreeing(&decision)).or_default().push(decision);
            }
        }
        by_agreement.pop_last().map(|(_, best)| best).unwrap_or_default()
    }

    /// How many of the positions met a decision accounts for.
    fn agreeing(&self, decision: &Decision) -> usize {
        (0..self.seen.len()).filter(|index| self.accounts(decision, *index)).count()
    }

    /// The rules of which different answers explain the two, all else being as given.
    fn decisions(
        &self,
        base: &Rules,
        besides: Option<Setting>,
        position: &Position,
        answers: &[Observation; 2],
    ) -> Vec<Decision> {
        let by_reference = self.variant.rules.settings();
        let fields = base.settings().into_iter().zip(by_reference);
        let changes = base.one_field_changes();
        let decision = |(own, reference): (Setting, Setting)| {
            let others = changes.iter().filter(|(change, _)| change.field == own.field).copied();
            let readings: Vec<(Setting, Rules)> = std::iter::once((own, *base)).chain(others).collect();
            let explaining = [0, 1].map(|side| {
                let explains =
                    |(_, rules): &&(Setting, Rules)| self.explains(rules, side, position, &answers[side]);
                readings.iter().filter(explains).map(|(setting, _)| *setting).collect::<Vec<_>>()
            });
            let is_decisive = explaining.iter().all(|answers| !answers.is_empty())
                && !explaining[0].iter().any(|answer| explaining[1].contains(answer));
            let decision = Decision { field: own.field, answers: explaining, reference, besides };
            is_decisive.then_some(decision)
        };
        fields.filter_map(decision).collect()
    }

    fn explains(&self, rules: &Rules, side: usize, position: &Position, seen: &Observation) -> bool {
        let variant = self.variant.with_rules(*rules);
        let declared: &Declared = self.sides[side].declared();
        matches!(check::judge_moves(&variant, position, declared, seen), Judgement::Right(_))
    }

    /// Whether each engine's other answers speak for the rule in which both are said to differ.
    fn is_besides_borne_out(&self, decision: &Decision) -> bool {
        let plain = Decision { besides: None, ..decision.clone() };
        let number = |decision: &Decision, side: usize| {
            (0..self.seen.len()).filter(|index| self.gives(decision, side, *index)).count()
        };
        decision.besides.is_none()
            || [0, 1].iter().all(|side| number(decision, *side) > number(&plain, *side))
    }

    /// Whether a decision gives both answers to a position that was met.
    fn accounts(&self, decision: &Decision, index: usize) -> bool {
        [0, 1].into_iter().all(|side| self.gives(decision, side, index))
    }

    /// Whether a decision gives the answer of one engine to a position that was met.
    fn gives(&self, decision: &Decision, side: usize, index: usize) -> bool {
        let Seen { position, answers, .. } = &self.seen[index];
        decision.answers[side].iter().any(|answer| {
            let mut rules = self.variant.rules;
            let mut settings = decision.besides.iter().chain([answer]);
            let is_known = settings.all(|it| rules.set(it.field, it.value).is_ok());
            is_known && self.explains(&rules, side, position, &answers[side])
        })
    }
}

/// Whether a difference in other rules takes the place of this one: rules that tell the two apart must go on
/// doing so, and where none does, none must come to do so.
fn is_same_cause(before: &[&str], now: &[&str]) -> bool {
    if before.is_empty() { now.is_empty() } else { now.iter().any(|field| before.contains(field)) }
}

/// Whether two rows mean the same move, as far as both say.
fn is_alike(one: &Given, other: &Given) -> bool {
    let words = match (&one.spoken, &other.spoken) {
        (Spoken::Full(..), Spoken::Full(..)) => one.spoken == other.spoken,
        (Spoken::Unreadable, Spoken::Unreadable) => one.text == other.text || one.next == other.next,
        _ => one.ends().is_some() && one.ends() == other.ends(),
    };
    let is_same_next = one.next.is_none() || other.next.is_none() || one.next == other.next;
    words && is_same_next
}

/// The position after a move that an engine gave: as it says, or as its words have it.
fn after(variant: &Variant, position: &Position, given: &Given) -> Option<Position> {
    if given.next.is_some() {
        return given.next;
    }
    let Spoken::Full(from, to, captures) = &given.spoken else {
        return only_move(variant, position, given.ends()?).map(|played| position.after(&played));
    };
    let piece = position.at(*from)?;
    let crowns =
        piece.kind == Kind::Man && variant.rules.is_promotion_square(variant.board, piece.color, *to);
    let played = Move { from: *from, to: *to, path: vec![*from, *to], captures: captures.clone(), crowns };
    Some(position.after(&played))
}

/// The one legal move with this start and end, if there is just one.
fn only_move(variant: &Variant, position: &Position, ends: (Square, Square)) -> Option<Move> {
    let moves = Rulebook::new(variant.rules).moves(position, Counting::Unique);
    let mut fitting = moves.into_iter().filter(|played| (played.from, played.to) == ends);
    let only = fitting.next()?;
    fitting.next().is_none().then_some(only)
}

/// Two answers side by side.
struct Table<'a> {
    position: &'a Position,
    names: SquareNames,
    answers: &'a [Observation; 2],
}

impl Table<'_> {
    fn difference(&self) -> Option<Difference> {
        match self.answers {
            [Observation::Moves(Ok(first)), Observation::Moves(Ok(second))] => self.of_moves(first, second),
            // Each refuses in its own words.
            [first, second] if first.declined().is_some() && second.declined().is_some() => None,
            [first, second] => {
                let words = [first, second].map(|seen| {
                    seen.declined().map_or("moves".to_owned(), |declined| format!("err {}", declined.code))
                });
                (words[0] != words[1]).then(|| Difference {
                    rows: Vec::new(),
                    headline: format!("the first answers `{}`, the second `{}`", words[0], words[1]),
                    manner: Manner::new(&[], words.iter().map(String::as_str)),
                })
            }
        }
    }

    fn of_moves(&self, first: &[Given], second: &[Given]) -> Option<Difference> {
        let lacks = |given: &Given, others: &[Given]| !others.iter().any(|other| is_alike(given, other));
        let only_first: Vec<&Given> = distinct(first.iter().filter(|given| lacks(given, second)));
        let mut only_second: Vec<&Given> = distinct(second.iter().filter(|given| lacks(given, first)));
        if only_first.is_empty() && only_second.is_empty() {
            return None;
        }
        let mut rows = Vec::new();
        for one in &only_first {
            let same_ends = |other: &&Given| one.ends().is_some() && one.ends() == other.ends();
            let partner = only_second.iter().position(same_ends).map(|index| only_second.remove(index));
            rows.push(self.row(Some(one), partner));
        }
        rows.extend(only_second.iter().map(|other| self.row(None, Some(other))));
        let shared = distinct(first.iter().filter(|given| !lacks(given, second)));
        let headline = format!(
            "{} and {} moves, {} in common",
            distinct(first.iter()).len(),
            distinct(second.iter()).len(),
            shared.len()
        );
        let manner = Manner::new(&rows, []);
        rows.extend(shared.iter().map(|given| {
            let text = self.describe(given);
            Row { expected: text.clone(), given: text, ..Row::default() }
        }));
        Some(Difference { rows, headline, manner })
    }

    fn row(&self, first: Option<&Given>, second: Option<&Given>) -> Row {
        let mark = match (first, second) {
            (Some(_), Some(_)) => Mark::Changed,
            (Some(_), None) => Mark::Missing,
            _ => Mark::Extra,
        };
        let mut texts = [first, second].map(|given| given.map(|it| self.describe(it)).unwrap_or_default());
        if texts[0] == texts[1] {
            // Where the words agree, the positions after the move do not.
            for (text, given) in texts.iter_mut().zip([first, second]) {
                if let Some(next) = given.and_then(|given| given.next) {
                    *text = format!("{text}  leaves {}", fen::write_named(&next, self.names));
                }
            }
        }
        let [expected, given] = texts;
        Row { mark, expected, given, ..Row::default() }
    }

    fn describe(&self, given: &Given) -> String {
        given.describe(self.position.board(), self.names)
    }
}

/// Rows that mean different moves: a move that is listed for each way to play it counts once.
fn distinct<'a>(rows: impl Iterator<Item = &'a Given>) -> Vec<&'a Given> {
    let mut distinct: Vec<&Given> = Vec::new();
    for row in rows {
        if !distinct.iter().any(|known| is_alike(known, row)) {
            distinct.push(row);
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::notation::MoveForm;
    use reference_engine::variants::DIAGONAL;

    #[test]
    fn moves_are_alike_as_far_as_both_say() {
        let position = DIAGONAL.read("W:W45:B7,8,18,19,29,40").unwrap();
        let row = |text: &str, form| Given::of_move(text, &position, form).unwrap();
        let hub = |text: &str| row(text, MoveForm::Hub);
        assert!(is_alike(&hub("45x1x40x29x18x7"), &hub("45x1x7x18x29x40")), "the order says nothing");
        assert!(!is_alike(&hub("45x1x40x29x18x7"), &hub("45x1x40x29x19x8")), "other pieces are taken");
        assert!(is_alike(&hub("45x1x40x29x18x7"), &row("45x1", MoveForm::Short)), "one says less");
        let leaving = |text: &str| hub(&format!("45x1x40 {text}"));
        assert!(!is_alike(&leaving("B:W1:B7"), &leaving("B:WK1:B7")), "another position is left");
        assert!(is_alike(&leaving("B:W1:B7"), &hub("45x1x40")));
    }
}
