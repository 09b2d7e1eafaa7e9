//! The legal moves: captured sets and positions after, never counts alone.

use super::given::{Given, Spoken, describe};
use super::{Asker, Bench, Judgement, Observation, Stop, not_asked};
use crate::verdict::{Failure, Mark, Row, Way};
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::{Board, Square};
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::position::Position;
use reference_engine::rules::TakenPieces;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Moves that are not expected and are shown; a wrong answer may have any number.
const STRANGE: usize = 50;

pub fn ask(position: &Position, asker: &mut Asker<'_>) -> Result<Observation, Stop> {
    Ok(Observation::Moves(asker.moves_with_positions(position)?))
}

pub fn judge(bench: &Bench<'_>, seen: &Observation) -> Judgement {
    match seen {
        Observation::Moves(Err(declined)) => bench.refused(declined),
        Observation::Moves(Ok(given)) => compare(bench, given),
        _ => not_asked(),
    }
}

/// Judges a list of moves against the reference's.
pub fn compare(bench: &Bench<'_>, given: &[Given]) -> Judgement {
    let mut expected = bench.generator().moves(&bench.position, Counting::Unique);
    expected.sort();
    let table = Table { bench, names: bench.declared.squares, expected: &expected, given };
    let matches: Vec<Match> = given.iter().map(|given| table.find(given)).collect();
    if matches.contains(&Match::Ambiguous) {
        let reason = "several captures have the same start and end; only the position after the move \
                      (a second word in the row, or `apply`) would tell them apart";
        return Judgement::CannotTell(reason.to_owned());
    }
    let listed = |index: usize| matches.iter().filter(|found| **found == Match::Exact(index)).count();
    let times: Vec<usize> = (0..expected.len()).map(listed).collect();
    let agree = times.iter().filter(|times| **times > 0).count();
    if agree < expected.len() || matches.contains(&Match::None) {
        let distinct = agree + matches.iter().filter(|found| **found == Match::None).count();
        let headline = format!("{} expected, {distinct} given, {agree} agree", expected.len());
        return Judgement::Wrong(Failure { headline, rows: table.rows(&matches) });
    }
    judge_repetition(bench, &expected, &times)
}

/// The legal moves, each with the first row that means it, sorted.
pub fn paired<'a>(bench: &Bench<'_>, given: &'a [Given]) -> Vec<(Move, Option<&'a Given>)> {
    let mut expected = bench.generator().moves(&bench.position, Counting::Unique);
    expected.sort();
    let table = Table { bench, names: bench.declared.squares, expected: &expected, given };
    let matches: Vec<Match> = given.iter().map(|given| table.find(given)).collect();
    let row = |index: usize| matches.iter().position(|found| *found == Match::Exact(index));
    let rows: Vec<Option<&Given>> =
        (0..expected.len()).map(|index| row(index).map(|at| &given[at])).collect();
    expected.into_iter().zip(rows).collect()
}

/// Every row with the legal move that it means, sorted; rows that mean none are left out. A move that is listed
/// for each way to play it stands as often.
pub fn every_pair<'a>(bench: &Bench<'_>, given: &'a [Given]) -> Vec<(Move, &'a Given)> {
    let mut expected = bench.generator().moves(&bench.position, Counting::Unique);
    expected.sort();
    let table = Table { bench, names: bench.declared.squares, expected: &expected, given };
    let matched = given.iter().filter_map(|given| match table.find(given) {
        Match::Exact(index) => Some((index, given)),
        _ => None,
    });
    let mut matched: Vec<(usize, &Given)> = matched.collect();
    matched.sort_by_key(|(index, _)| *index);
    matched.into_iter().map(|(index, given)| (expected[index].clone(), given)).collect()
}

/// What a given move turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    Exact(usize),
    Ambiguous,
    None,
}

struct Table<'a> {
    bench: &'a Bench<'a>,
    names: SquareNames,
    expected: &'a [Move],
    given: &'a [Given],
}

impl Table<'_> {
    fn board(&self) -> Board {
        self.bench.position.board()
    }

    fn after(&self, played: &Move) -> Position {
        self.bench.generator().after(&self.bench.position, played)
    }

    /// Whether a move leads to a position. By some rules that depends on the way that is taken.
    fn leads_to(&self, played: &Move, next: Position) -> bool {
        self.after(played) == next || self.ways(played).iter().any(|way| self.after(way) == next)
    }

    /// The ways to play a move, where they may lead to several positions.
    fn ways(&self, played: &Move) -> Vec<Move> {
        if self.bench.variant.rules.taken_pieces == TakenPieces::All {
            return Vec::new();
        }
        let identity = |played: &Move| played.identity(self.board(), Counting::Unique);
        let mut ways = self.bench.generator().moves(&self.bench.position, Counting::Route);
        ways.retain(|way| identity(way) == identity(played));
        ways
    }

    fn find(&self, given: &Given) -> Match {
        let fits =
            |played: &Move| given.means(played) && given.next.is_none_or(|next| self.leads_to(played, next));
        let mut found = self.expected.iter().enumerate().filter(|(_, played)| fits(played));
        match (found.next(), found.next()) {
            (None, _) => Match::None,
            (Some((index, _)), None) => Match::Exact(index),
            (Some(_), Some(_)) => Match::Ambiguous,
        }
    }

    /// Expected and given side by side: those that agree, and the rest aligned by start and end.
    fn rows(&self, matches: &[Match]) -> Vec<Row> {
        let mut unmatched: Vec<&Move> = (0..self.expected.len())
            .filter(|index| !matches.contains(&Match::Exact(*index)))
            .map(|index| &self.expected[index])
            .collect();
        let mut strange: Vec<&Given> = self
            .given
            .iter()
            .zip(matches)
            .filter(|(_, found)| **found == Match::None)
            .map(|(g, _)| g)
            .collect();
        let untold = strange.len().saturating_sub(STRANGE);
        strange.truncate(STRANGE);
        strange.sort_by_key(|given| (given.ends(), given.text.clone()));
        let mut rows = self.misnamed(&mut unmatched, &mut strange);
        rows.extend(self.aligned(&unmatched, &strange));
        let same = (0..self.expected.len()).filter(|index| matches.contains(&Match::Exact(*index)));
        rows.extend(same.map(|index| {
            let text = self.describe(&self.expected[index]);
            Row { expected: text.clone(), given: text, ..Row::default() }
        }));
        if untold > 0 {
            let given = format!("and {untold} more that are not expected");
            rows.push(Row { mark: Mark::Extra, given, ..Row::default() });
        }
        rows
    }

    /// Moves that lead to the right position under a text that says another move, or none.
    fn misnamed(&self, expected: &mut Vec<&Move>, given: &mut Vec<&Given>) -> Vec<Row> {
        let mut rows = Vec::new();
        given.retain(|given| {
            let leads_to = |played: &&Move| given.next == Some(self.after(played));
            let Some(index) = expected.iter().position(leads_to) else { return true };
            rows.push(self.row(Some(expected.remove(index)), Some(given)));
            false
        });
        rows
    }

    fn aligned(&self, expected: &[&Move], given: &[&Given]) -> Vec<Row> {
        let expected_ends: Vec<Option<(Square, Square)>> =
            expected.iter().map(|played| Some((played.from, played.to))).collect();
        let given_ends: Vec<Option<(Square, Square)>> = given.iter().map(|given| given.ends()).collect();
        let mut rows = Vec::new();
        for operation in capture_diff_slices(Algorithm::Myers, &expected_ends, &given_ends) {
            let missing = |index: usize| self.row(Some(expected[index]), None);
            let extra = |index: usize| self.row(None, Some(given[index]));
            match operation {
                DiffOp::Equal { old_index, new_index, len } => {
                    rows.extend((0..len).map(|step| {
                        self.row(Some(expected[old_index + step]), Some(given[new_index + step]))
                    }));
                }
                DiffOp::Delete { old_index, old_len, .. } => {
                    rows.extend((old_index..old_index + old_len).map(missing));
                }
                DiffOp::Insert { new_index, new_len, .. } => {
                    rows.extend((new_index..new_index + new_len).map(extra));
                }
                DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                    rows.extend((old_index..old_index + old_len).map(missing));
                    rows.extend((new_index..new_index + new_len).map(extra));
                }
            }
        }
        rows
    }

    fn row(&self, expected: Option<&Move>, given: Option<&Given>) -> Row {
        let mark = match (expected, given) {
            (Some(_), Some(_)) => Mark::Changed,
            (Some(_), None) => Mark::Missing,
            _ => Mark::Extra,
        };
        let expected_way = expected.map(Way::from);
        let given_way = given.and_then(|given| self.way(given));
        let expected_text = expected.map(|played| self.describe(played)).unwrap_or_default();
        let mut given_text = given.map(|given| given.describe(self.board(), self.names)).unwrap_or_default();
        // Where the words agree, the positions after the move do not.
        if expected_text == given_text
            && let (Some(played), Some(next)) = (expected, given.and_then(|given| given.next))
        {
            given_text = format!("{given_text}  leaves {}", fen::write(&next));
            let due = format!("{expected_text}  leaves {}", fen::write(&self.after(played)));
            return Row { mark, expected: due, given: given_text, expected_way, given_way };
        }
        Row { mark, expected: expected_text, given: given_text, expected_way, given_way }
    }

    /// How a given move goes, as far as it says so. A row that names no captured pieces may show by its
    /// position which are gone.
    fn way(&self, given: &Given) -> Option<Way> {
        let (from, to) = given.ends()?;
        let path = match self.bench.declared.notation {
            MoveForm::Path => notation::parse(&given.text, self.board()).ok()?.squares,
            MoveForm::Short | MoveForm::Hub => vec![from, to],
        };
        let captured = match &given.spoken {
            Spoken::Full(_, _, captured) => captured.clone(),
            _ => given.next.map(|next| self.gone(&next)).unwrap_or_default(),
        };
        Some(Way { path, captured })
    }

    /// The pieces of the waiting side that another position has not.
    fn gone(&self, next: &Position) -> Vec<Square> {
        let position = &self.bench.position;
        let waiting = position.pieces().filter(|(_, piece)| piece.color != position.turn());
        waiting.map(|(square, _)| square).filter(|square| next.at(*square).is_none()).collect()
    }

    fn describe(&self, played: &Move) -> String {
        describe(self.board(), self.names, played.from, played.to, &played.captured_set())
    }
}

/// The right moves, some of them perhaps more than once: as often as a counting says, or not.
fn judge_repetition(bench: &Bench<'_>, expected: &[Move], times: &[usize]) -> Judgement {
    if times.iter().all(|times| *times == 1) {
        return Judgement::Right(Vec::new());
    }
    let declared = bench.declared.counts;
    let fitting = [declared, Counting::Order, Counting::Route]
        .into_iter()
        .find(|counting| multiplicities(bench, expected, *counting) == times);
    match fitting {
        Some(counting) if counting == declared => Judgement::Right(Vec::new()),
        Some(counting) => Judgement::Right(vec![listed_by(counting, declared)]),
        None => {
            let repeated = expected.iter().zip(times).find(|(_, times)| **times > 1);
            let text = repeated.map(|(played, times)| {
                let what = describe(
                    bench.position.board(),
                    bench.declared.squares,
                    played.from,
                    played.to,
                    &played.captured_set(),
                );
                format!("{what} is listed {times} times, which is no way of counting captures")
            });
            Judgement::Wrong(Failure::plain(text.unwrap_or_default()))
        }
    }
}

/// What there is to say of a list that is right by another counting than is declared.
pub fn listed_by(counting: Counting, declared: Counting) -> String {
    format!(
        "the engine lists captures by `{counting}` and declares `{declared}`: `counts={counting}` would say so"
    )
}

/// How often each move is listed under a counting.
fn multiplicities(bench: &Bench<'_>, expected: &[Move], counting: Counting) -> Vec<usize> {
    let board = bench.position.board();
    let all = bench.generator().moves(&bench.position, counting);
    let identity = |played: &Move| played.identity(board, Counting::Unique);
    expected
        .iter()
        .map(|played| all.iter().filter(|other| identity(other) == identity(played)).count())
        .collect()
}
