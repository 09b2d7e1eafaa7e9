//! Descent: from a wrong number of leaves to the first position that the subject gets wrong.
//!
//! At each position the moves come first: where they differ, numbers say nothing. Below right moves the
//! search follows a move whose number is wrong, and where all numbers agree it still looks at some
//! positions, since errors cancel. Depth by depth, so that the shallowest fault is found.

use crate::check::{self, Convention, Given, Judgement, Observation};
use crate::examiner::{Examiner, Halt};
use crate::verdict::Failure;
use fastrand::Rng;
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::position::Position;
use reference_engine::quote::plain;
use reference_engine::rulebook::Rulebook;
use std::collections::HashMap;
use std::fmt;
use strum::IntoStaticStr;

/// How many moves with a wrong number below them are followed at one position.
const FOLLOWED: usize = 4;
/// How many positions one ply below the root are looked at where all numbers agree.
const CHILDREN: usize = 16;
/// How many positions of a deeper ply are.
const DEEPER: usize = 8;

/// Where a descent has led.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descent {
    /// The moves that lead there, in the subject's words.
    pub line: Vec<String>,
    /// The position there.
    pub position: Position,
    /// What is wrong with it.
    pub finding: Finding,
    /// How many questions it took.
    pub questions: u32,
}

/// What is wrong where a descent ends.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Finding {
    /// The moves are wrong.
    Moves(Failure),
    /// The number of moves is wrong, and there is no list of them to judge.
    Number {
        /// The moves there are.
        due: u128,
        /// The moves that the subject counts.
        given: u128,
    },
    /// The moves are right and so are the leaves below each; their sum is wrong.
    Sum {
        /// At which depth.
        depth: u32,
        /// The sum.
        due: u128,
        /// What the subject says.
        given: u128,
    },
    /// Asked for this position alone, the subject gives another number than it gave from the position before.
    Contradiction {
        /// At which depth.
        depth: u32,
        /// What it said from the position before.
        before: u128,
        /// What it says now.
        alone: u128,
    },
    /// The subject refuses to count what can be counted; the text is its answer.
    Refusal(String),
    /// Nothing wrong was found; the text says why the search ended.
    Nothing(String),
}

impl Finding {
    /// A word for the kind of finding.
    pub fn word(&self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(_) => write!(formatter, "wrong move list"),
            Self::Number { due, given } => {
                write!(
                    formatter,
                    "wrong number of moves ({due} expected, {given} given, and no list of them)"
                )
            }
            Self::Sum { depth, due, given } => write!(
                formatter,
                "wrong sum: the moves and the leaves below each are right, and perft {depth} says {given} for \
                 their {due}"
            ),
            Self::Contradiction { depth, before, alone } => write!(
                formatter,
                "a number that depends on the way: {before} leaves at depth {depth} counted from the position \
                 before, {alone} from this one"
            ),
            Self::Refusal(answer) => write!(formatter, "a refusal ({})", plain(answer)),
            Self::Nothing(reason) => write!(formatter, "no wrong position found: {reason}"),
        }
    }
}

/// Leads from a position whose number of leaves is wrong, at a depth or at one above it, to what is wrong.
/// If the search was cut short, that is told too.
pub fn descend(examiner: &mut Examiner<'_>, start: &Position, depth: u32) -> (Descent, Option<Halt>) {
    let before = examiner.asked();
    let convention = Convention::declared(examiner.declared());
    let mut search = Search {
        examiner,
        start: *start,
        path: Vec::new(),
        convention,
        totals: Vec::new(),
        looked_at: HashMap::new(),
    };
    let (finding, halt) = match search.deepen(depth) {
        Ok(Some(finding)) => (finding, None),
        Ok(None) => (Finding::Nothing("asked again, whatever was looked at is right".to_owned()), None),
        Err(halt @ Halt::Declined(_)) => (Finding::Refusal(halt.to_string()), None),
        Err(halt) => (Finding::Nothing(halt.to_string()), Some(halt)),
    };
    let descent = Descent {
        position: search.here(),
        questions: search.examiner.asked() - before,
        line: search.path.into_iter().map(|(words, _)| words).collect(),
        finding,
    };
    (descent, halt)
}

/// A descent under way.
struct Search<'s, 'a> {
    examiner: &'s mut Examiner<'a>,
    start: Position,
    /// The moves so far, each with the position after it.
    path: Vec<(String, Position)>,
    /// How the subject seems to count.
    convention: Convention,
    /// Its numbers for the start, by depth.
    totals: Vec<(u32, u128)>,
    /// Positions whose moves were not found wrong, and whether they are known to be right.
    looked_at: HashMap<Position, bool>,
}

/// A move with what the subject counts below it.
struct Branch {
    played: Move,
    words: String,
    leaves: u128,
}

type Found = Result<Option<Finding>, Halt>;

impl Search<'_, '_> {
    fn here(&self) -> Position {
        self.path.last().map_or(self.start, |(_, position)| *position)
    }

    fn deepen(&mut self, deepest: u32) -> Found {
        for depth in 1..=deepest {
            if let Some(finding) = self.below(depth, None)? {
                return Ok(Some(finding));
            }
            if let Some(finding) = self.sample(depth - 1)? {
                return Ok(Some(finding));
            }
        }
        Ok(None)
    }

    /// What is wrong at this position or below it; `before` is what the subject counted from the position
    /// before.
    fn below(&mut self, depth: u32, before: Option<u128>) -> Found {
        if let Some(finding) = self.moves_here()? {
            return Ok(Some(finding));
        }
        let divided = if depth > 1 { self.examiner.divide(&self.here(), depth)? } else { None };
        if let Some(finding) = divided.as_deref().and_then(|rows| self.wrong_moves(rows)) {
            return Ok(Some(finding));
        }
        let sum = divided.as_deref().and_then(check::total);
        let total = match sum {
            Some(sum) => Some(sum),
            None => self.total(depth)?,
        };
        self.learn(depth, total);
        let finding = match (&divided, total) {
            (Some(rows), _) => self.follow_divided(depth, rows)?,
            (None, Some(total)) if depth > 1 && self.is_wrong(depth, total) => {
                self.follow_counted(depth, total)?
            }
            _ => None,
        };
        if finding.is_some() {
            return Ok(finding);
        }
        let alone = if sum.is_some() { self.examiner.count(&self.here(), depth)?.or(sum) } else { total };
        Ok(alone.and_then(|alone| self.at_odds(depth, before, sum, alone)))
    }

    /// The moves of this position, or where there is no list their number.
    fn moves_here(&mut self) -> Found {
        let here = self.here();
        if self.looked_at.contains_key(&here) {
            return Ok(None);
        }
        let is_right = match self.examiner.judge(&here) {
            Ok((_, Judgement::Wrong(failure))) => return Ok(Some(Finding::Moves(failure))),
            Ok((_, Judgement::Right(_))) => true,
            Ok((_, Judgement::CannotTell(_))) => false,
            Err(Halt::Unasked(_)) => {
                let given = self.examiner.count(&here, 1)?;
                if let Some(finding) = given.and_then(|given| self.wrong_number(given)) {
                    return Ok(Some(finding));
                }
                false
            }
            Err(halt) => return Err(halt),
        };
        self.looked_at.insert(here, is_right);
        Ok(None)
    }

    /// The number of moves, where it is all there is to judge.
    fn wrong_number(&self, given: u128) -> Option<Finding> {
        let here = self.here();
        let due = self.examiner.due(self.convention, &here, 1);
        (!self.examiner.is_due_somehow(&here, 1, given)).then_some(Finding::Number { due, given })
    }

    fn wrong_moves(&self, rows: &[Given]) -> Option<Finding> {
        let seen = Observation::Moves(Ok(rows.to_vec()));
        let (variant, declared) = (self.examiner.variant(), self.examiner.declared());
        match check::judge_moves(variant, &self.here(), declared, &seen) {
            Judgement::Wrong(failure) => Some(Finding::Moves(failure)),
            _ => None,
        }
    }

    /// The subject's number for this position, from a question of its own.
    fn total(&mut self, depth: u32) -> Result<Option<u128>, Halt> {
        let here = self.here();
        if let Some(count) = self.examiner.count(&here, depth)? {
            return Ok(Some(count));
        }
        Ok(self.examiner.divide(&here, depth)?.as_deref().and_then(check::total))
    }

    /// The way of counting that fits most of the numbers for the start; the declared one where several do.
    fn learn(&mut self, depth: u32, total: Option<u128>) {
        let Some(total) = total.filter(|_| self.path.is_empty()) else { return };
        self.totals.push((depth, total));
        let fits = |convention: Convention| {
            let is_due =
                |(depth, total): &&(u32, u128)| self.examiner.due(convention, &self.start, *depth) == *total;
            self.totals.iter().filter(is_due).count()
        };
        let declared = Convention::declared(self.examiner.declared());
        let best =
            Convention::all().fold(declared, |best, next| if fits(next) > fits(best) { next } else { best });
        self.convention = best;
    }

    fn is_wrong(&self, depth: u32, total: u128) -> bool {
        self.examiner.due(self.convention, &self.here(), depth) != total
    }

    /// Follows moves whose number of a divide is wrong: first those that no way of counting gives.
    fn follow_divided(&mut self, depth: u32, rows: &[Given]) -> Found {
        let here = self.here();
        let (variant, declared) = (self.examiner.variant(), self.examiner.declared());
        let pairs = check::paired(variant, &here, declared, rows);
        let branches = pairs.into_iter().filter_map(|(played, row)| {
            let row = row?;
            Some(Branch { played, words: row.text.clone(), leaves: row.leaves? })
        });
        let mut wrong: Vec<(bool, Branch)> = branches
            .filter_map(|branch| {
                let after = here.after(&branch.played);
                let is_wrong = self.examiner.due(self.convention, &after, depth - 1) != branch.leaves;
                let is_usual = self.examiner.is_due_somehow(&after, depth - 1, branch.leaves);
                is_wrong.then_some((is_usual, branch))
            })
            .collect();
        wrong.sort_by_key(|(is_usual, _)| *is_usual);
        for (_, branch) in wrong.into_iter().take(FOLLOWED) {
            self.path.push((branch.words, here.after(&branch.played)));
            if let Some(finding) = self.below(depth - 1, Some(branch.leaves))? {
                return Ok(Some(finding));
            }
            self.path.pop();
        }
        Ok(None)
    }

    /// Without a divide: counts below each of the reference's moves until a number is wrong, and follows it.
    /// Where all are right the total is wrong by itself.
    fn follow_counted(&mut self, depth: u32, total: u128) -> Found {
        let here = self.here();
        let (mut followed, mut agree) = (0, true);
        for played in self.moves_of(&here) {
            let after = here.after(&played);
            self.path.push((self.examiner.write(&played), after));
            let Some(leaves) = self.examiner.count(&after, depth - 1)? else {
                self.path.pop();
                return Ok(None);
            };
            agree &= leaves == self.examiner.due(self.convention, &after, depth - 1);
            if followed < FOLLOWED && !self.examiner.is_due_somehow(&after, depth - 1, leaves) {
                followed += 1;
                if let Some(finding) = self.below(depth - 1, Some(leaves))? {
                    return Ok(Some(finding));
                }
            }
            self.path.pop();
        }
        Ok(if agree { self.wrong_sum(depth, total) } else { None })
    }

    /// Where nothing below is found wrong: the number for this position may be no sum of those below, or
    /// another than was said before.
    fn at_odds(&self, depth: u32, before: Option<u128>, sum: Option<u128>, alone: u128) -> Option<Finding> {
        let here = self.here();
        let is_sum_wrong = match sum {
            Some(sum) => sum != alone && self.examiner.is_due_somehow(&here, depth, sum),
            None => depth == 1,
        };
        let finding = match self.looked_at.get(&here) {
            Some(true) if is_sum_wrong => self.wrong_sum(depth, alone),
            Some(false) if depth == 1 => self.wrong_number(alone),
            _ => None,
        };
        let is_other = |before: &u128| *before != alone;
        finding
            .or_else(|| before.filter(is_other).map(|before| Finding::Contradiction { depth, before, alone }))
    }

    fn wrong_sum(&self, depth: u32, given: u128) -> Option<Finding> {
        let here = self.here();
        let due = self.examiner.due(self.convention, &here, depth);
        (!self.examiner.is_due_somehow(&here, depth, given)).then_some(Finding::Sum { depth, due, given })
    }

    /// Looks at positions some plies below the start though the numbers agree: all the nearest, some of the
    /// deeper. The choice is the same each time.
    fn sample(&mut self, plies: u32) -> Found {
        let mut random = Rng::with_seed(u64::from(plies));
        let number = match plies {
            0 => 0,
            1 => CHILDREN,
            _ => DEEPER,
        };
        for index in 0..number {
            self.walk(plies, index, &mut random);
            if let Some(finding) = self.moves_here()? {
                return Ok(Some(finding));
            }
            self.path.clear();
        }
        Ok(None)
    }

    /// Goes some plies down from the start: by the move with this index first, then at random.
    fn walk(&mut self, plies: u32, index: usize, random: &mut Rng) {
        for ply in 0..plies {
            let here = self.here();
            let moves = self.moves_of(&here);
            let chosen = if ply == 0 { moves.get(index % moves.len().max(1)) } else { random.choice(&moves) };
            let Some(played) = chosen else { return };
            self.path.push((self.examiner.write(played), here.after(played)));
        }
    }

    fn moves_of(&self, position: &Position) -> Vec<Move> {
        let mut moves = Rulebook::new(self.examiner.variant().rules).moves(position, Counting::Unique);
        moves.sort();
        moves
    }
}
