//! Doctor: does an engine speak dcp/1 as huff understands it? The most common first failure is the
//! adapter and not the move generator, so this is asked before anything is judged.

use crate::check::{Asker, Given, Limits, Spoken, Stop};
use crate::dcp::Capability;
use crate::quote::quote;
use crate::subject::Subject;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::{Board, Square};
use reference_engine::moves::Counting;
use reference_engine::perft::{perft, perft_with_finished_leaves};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::Variant;
use strum::VariantArray;

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it stands.
    pub state: State,
    /// What was looked at and found.
    pub text: String,
}

/// How a thing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// To be mended before anything else.
    Bad,
}

fn finding(state: State, text: impl Into<String>) -> Finding {
    Finding { state, text: text.into() }
}

/// Positions that show whether sections, kings, the side to move and the numbering of squares are read as
/// they are meant. No man stands on an edge: an engine that takes another way for forward must be able to
/// read them, so that it is judged by its moves.
pub fn telling_positions(variant: &Variant) -> Vec<Position> {
    let board = variant.board;
    let texts = if board.square_count() == 64 {
        ["W:Wb2,Kb3,d2:Bg7,Kh5,e7", "B:Wb2,Kb3,d2:Bg7,Kh5,e7", "W:WKa8,c2:Bf6,g7", "B:WKh1,b5:BKa3,e7"]
    } else {
        ["W:W41,K46,42:B10,K15,7", "B:W41,K46,42:B10,K15,7", "W:WK1,33:B20,14", "B:WK50,27,44:BK6,12"]
    };
    texts.iter().filter_map(|text| fen::read(text, board).ok()).map(|placed| placed.position).collect()
}

/// Examines a subject for one variant.
pub fn examine(subject: &mut dyn Subject, variant: &Variant, limits: Limits) -> Vec<Finding> {
    let Some(declared) = subject.profile().variant(variant.name).cloned() else {
        return vec![finding(State::Note, "not declared; nothing is asked")];
    };
    let mut findings = Vec::new();
    let mut asker = Asker::new(subject, declared, variant.board, limits);
    findings.push(echo(&mut asker, variant));
    if findings.iter().any(|finding| finding.state == State::Bad) {
        return findings;
    }
    findings.push(start_moves(&mut asker, variant));
    findings.push(numbering(&mut asker, variant));
    if findings.iter().all(|finding| finding.state != State::Bad) {
        findings.extend(counting(&mut asker, variant));
    }
    findings
}

fn echo(asker: &mut Asker<'_>, variant: &Variant) -> Finding {
    if !asker.can(Capability::Echo) {
        return finding(State::Note, "echo: not declared, so how positions are read shows only in the moves");
    }
    let positions = telling_positions(variant);
    for position in &positions {
        let sections = both_orders(&asker.fen(position));
        for text in sections {
            match asker.echo(&text) {
                Ok(Ok(back)) if back == *position => {}
                Ok(Ok(back)) => {
                    return finding(State::Bad, misread(variant, position, &back, &text, &asker.fen(&back)));
                }
                Ok(Err(declined)) => {
                    let said = format!("err {} {}", declined.code, declined.detail);
                    return finding(State::Bad, format!("echo: refuses `{text}`: {said}"));
                }
                Err(stop) => return finding(State::Bad, format!("echo of `{text}`: {}", reason(stop))),
            }
        }
    }
    let text =
        format!("echo: {} positions come back as they were, sections in either order", positions.len());
    finding(State::Good, text)
}

/// A FEN with White's section first, and with Black's first.
fn both_orders(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        [turn, white, black] => vec![text.to_owned(), format!("{turn}:{black}:{white}")],
        _ => vec![text.to_owned()],
    }
}

fn misread(variant: &Variant, sent: &Position, back: &Position, text: &str, back_text: &str) -> String {
    let mut other_turn = *back;
    other_turn.set_turn(sent.turn());
    let guess = if other_turn == *sent {
        "the side to move is read wrongly"
    } else if let Some(name) = Mirror::VARIANTS.iter().find(|mirror| mirror.position(sent) == other_turn) {
        name.sentence()
    } else if variant
        .board
        .squares()
        .all(|square| sent.at(square).map(|piece| piece.color) == back.at(square).map(|piece| piece.color))
    {
        "men and kings are mixed up"
    } else {
        "pieces are read onto other squares"
    };
    format!("echo: given `{text}` it writes `{back_text}`: {guess}")
}

/// A way in which a board can be numbered from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
enum Mirror {
    Colors,
    Turned,
    TurnedColors,
    LeftRight,
    UpDown,
}

impl Mirror {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Colors => "White and Black are exchanged",
            Self::Turned => "the squares are numbered from the opposite corner",
            Self::TurnedColors => "the board is turned and the colours are exchanged",
            Self::LeftRight => "left and right are exchanged",
            Self::UpDown => "up and down are exchanged",
        }
    }

    fn square(self, board: Board, square: Square) -> Square {
        let (column, row) = board.coordinates(square);
        let (across, up) = (board.columns - 1 - column, board.rows - 1 - row);
        let (column, row) = match self {
            Self::Colors => (column, row),
            Self::Turned | Self::TurnedColors => (across, up),
            Self::LeftRight => (across, row),
            Self::UpDown => (column, up),
        };
        board.square_at(column as i8, row as i8).unwrap_or(square)
    }

    fn position(self, position: &Position) -> Position {
        let board = position.board();
        let mut mirrored = Position::empty(board, position.turn());
        for (square, piece) in position.pieces() {
            let swaps = matches!(self, Self::Colors | Self::TurnedColors);
            mirrored.set(self.square(board, square), Some(if swaps { piece.recolored() } else { piece }));
        }
        mirrored
    }
}

fn reason(stop: Stop) -> String {
    match stop {
        Stop::Skip(reason) => reason,
        Stop::Fault(fault) => fault.to_string(),
    }
}

fn moves_of(asker: &mut Asker<'_>, position: &Position) -> Result<Vec<Given>, String> {
    match asker.moves(position) {
        Ok(Ok(moves)) => Ok(moves),
        Ok(Err(declined)) => Err(format!("err {} {}", declined.code, declined.detail)),
        Err(stop) => Err(reason(stop)),
    }
}

/// Start and end of every move, which says enough where nothing is captured.
fn ends(moves: &[Given]) -> Vec<(Square, Square)> {
    let mut ends: Vec<_> = moves.iter().filter_map(Given::ends).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

fn expected_ends(variant: &Variant, position: &Position) -> Vec<(Square, Square)> {
    let moves = Rulebook::new(variant.rules).moves(position, Counting::Unique);
    let mut ends: Vec<_> = moves.iter().map(|played| (played.from, played.to)).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

fn start_moves(asker: &mut Asker<'_>, variant: &Variant) -> Finding {
    let start = variant.start();
    match moves_of(asker, &start) {
        Err(reason) => finding(State::Bad, format!("moves from the start: {reason}")),
        Ok(moves) if moves.iter().any(|given| given.spoken == Spoken::Unreadable) => {
            let strange = moves.iter().find(|given| given.spoken == Spoken::Unreadable);
            let text = strange.map(|given| quote(&given.text)).unwrap_or_default();
            finding(
                State::Bad,
                format!("moves from the start: `{text}` is not a move in the declared notation"),
            )
        }
        Ok(moves) => {
            let due = expected_ends(variant, &start);
            let given = ends(&moves);
            let text = format!("moves from the start: {} given, {} expected", given.len(), due.len());
            finding(if given == due { State::Good } else { State::Bad }, text)
        }
    }
}

/// A quiet position without any symmetry: its moves show how the squares are numbered.
fn numbering(asker: &mut Asker<'_>, variant: &Variant) -> Finding {
    let text = if variant.board.square_count() == 64 { "W:Wb2,c2:Bg7,h7" } else { "W:W41,47:B5,4" };
    let Ok(position) = fen::read(text, variant.board).map(|placed| placed.position) else {
        return finding(State::Note, "numbering: not examined");
    };
    let given = match moves_of(asker, &position) {
        Err(reason) => return finding(State::Bad, format!("numbering: {reason}")),
        Ok(moves) => ends(&moves),
    };
    let due = expected_ends(variant, &position);
    if given == due {
        return finding(State::Good, "numbering: moves name the squares as huff does");
    }
    let mirrored = |mirror: &&Mirror| {
        let turn = |square| mirror.square(variant.board, square);
        let mut there: Vec<_> = due.iter().map(|(from, to)| (turn(*from), turn(*to))).collect();
        there.sort_unstable();
        there == given
    };
    let guess = Mirror::VARIANTS.iter().find(mirrored).map_or("the moves are other ones", |m| m.sentence());
    finding(
        State::Bad,
        format!("numbering: in `{}` the moves are not as expected: {guess}", asker.fen(&position)),
    )
}

/// Positions in which the three countings differ, and one in which a game is over at depth 1.
fn counting_positions(variant: &Variant) -> (&'static str, &'static str) {
    match variant.name {
        "arab" | "turkish" => ("W:WKa3:BKd8,a2,h4,a7,f3", "W:8/2b5/5b2/8/8/5w2/B1w5/W7"),
        "ghanaian" => ("W:WK35,50:B30,40,43,7,13,17", "W:10/10/9b/10/10/10/3b6/2w7/10/w9"),
        _ => (
            "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
            "W:10/10/10/10/10/10/3b6/2w7/10/w9",
        ),
    }
}

fn counting(asker: &mut Asker<'_>, variant: &Variant) -> Vec<Finding> {
    if !asker.can(Capability::Perft) {
        return vec![finding(
            State::Note,
            "perft: not declared; perft cases will use `divide` or be skipped",
        )];
    }
    let (routes, finished) = counting_positions(variant);
    [
        variant.read(routes).map(|position| countings(asker, variant, &position)),
        variant.read(finished).map(|position| finished_games(asker, variant, &position)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Which of the three countings a number of moves fits.
fn countings(asker: &mut Asker<'_>, variant: &Variant, position: &Position) -> Finding {
    let generator = Rulebook::new(variant.rules);
    let declared = asker.declared().counts;
    let count = |counting: &Counting| perft(&generator, position, 1, *counting);
    let given = match asker.perft(position, 1, count(&Counting::Route)) {
        Ok(Ok(given)) => given,
        Ok(Err(declined)) => return finding(State::Note, format!("counting: err {}", declined.code)),
        Err(stop) => return finding(State::Bad, format!("counting: {}", reason(stop))),
    };
    if given == count(&declared) {
        return finding(State::Good, format!("counting: `counts={declared}` as declared ({given} here)"));
    }
    match Counting::VARIANTS.iter().find(|counting| count(counting) == given) {
        Some(counting) => {
            let text = format!("counting: seems to count by `{counting}`; declare `counts={counting}`");
            finding(State::Note, text)
        }
        None => finding(State::Note, format!("counting: {given} moves here, which fits no counting we know")),
    }
}

/// Whether a game that is over counts as a leaf below its own depth.
fn finished_games(asker: &mut Asker<'_>, variant: &Variant, position: &Position) -> Finding {
    let generator = Rulebook::new(variant.rules);
    let declared = asker.declared().clone();
    let zero = perft(&generator, position, 2, declared.counts);
    let one = perft_with_finished_leaves(&generator, position, 2, declared.counts);
    let given = match asker.perft(position, 2, zero.max(one)) {
        Ok(Ok(given)) => given,
        Ok(Err(declined)) => return finding(State::Note, format!("finished games: err {}", declined.code)),
        Err(stop) => return finding(State::Bad, format!("finished games: {}", reason(stop))),
    };
    let (due, other, word) = if declared.finished_leaves { (one, zero, "zero") } else { (zero, one, "one") };
    let text = match given {
        _ if given == due => return finding(State::Good, "finished games: counted as declared"),
        _ if given == other => format!("finished games: declare `leaves={word}`"),
        _ => format!("finished games: {given} leaves where {zero} or {one} were due"),
    };
    finding(State::Note, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::{Manner, Server};
    use crate::subject::InProcess;
    use reference_engine::notation::MoveForm;
    use reference_engine::variants;

    fn findings(variant: Variant, manner: Manner) -> Vec<Finding> {
        let mut subject = InProcess::new(Server::new(vec![variant], manner));
        examine(&mut subject, &variant, Limits::default())
    }

    #[test]
    fn the_reference_is_in_good_health_in_every_manner() {
        for variant in variants::ALL {
            for counts in Counting::VARIANTS {
                for notation in [MoveForm::Path, MoveForm::Hub, MoveForm::Short] {
                    let manner = Manner { counts: *counts, notation: Some(notation), ..Manner::default() };
                    for finding in findings(*variant, manner) {
                        assert_eq!(finding.state, State::Good, "{}: {}", variant.name, finding.text);
                    }
                }
            }
        }
    }

    #[test]
    fn the_positions_tell_the_countings_apart() {
        for variant in variants::ALL {
            let position = variant.read(counting_positions(variant).0).unwrap();
            let generator = Rulebook::new(variant.rules);
            let count = |counting| perft(&generator, &position, 1, counting);
            assert!(count(Counting::Unique) < count(Counting::Order), "{}", variant.name);
            assert!(count(Counting::Order) < count(Counting::Route), "{}", variant.name);
        }
    }

    #[test]
    fn a_board_seen_from_elsewhere_is_recognised() {
        let start = variants::ARAB.read("W:Wa2,Kb3,d2:Bh7,Kg5").unwrap();
        for mirror in Mirror::VARIANTS {
            let seen = mirror.position(&start);
            let text = misread(&variants::ARAB, &start, &seen, "sent", "back");
            assert!(text.ends_with(mirror.sentence()), "{mirror:?}: {text}");
        }
    }
}
