//! Rules as a value: one enum for each question that a rule text answers.
//!
//! A value of [`Rules`] says all that a move generator needs to know. It names no variant; the variants
//! are constants of this type. Each enum lists the answers that some rule text or some engine gives, and
//! each answer has a sentence that an engine's author understands. Some answers are marked as faults: they
//! are no reading of any rule text, and only a move generator with a common mistake gives them.

use crate::geometry::{Board, Direction, Square};
use crate::piece::Color;
use crate::quote::Quoted;
use std::str::FromStr;
use strum::{EnumMessage, EnumProperty, EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

/// One of the answers to a question: a name for command lines, and a sentence.
pub trait Answer:
    Copy + PartialEq + FromStr + EnumMessage + EnumProperty + VariantArray + Into<&'static str>
{
    /// The answer's name, in lower case with hyphens.
    fn name(self) -> &'static str {
        self.into()
    }

    /// What the answer means, as a sentence without full stop.
    fn sentence(self) -> &'static str {
        self.get_message().expect("every answer carries a message")
    }

    /// Whether no rule text can be read so, and only a faulty generator plays so.
    fn is_fault(self) -> bool {
        self.get_bool("fault") == Some(true)
    }
}

macro_rules! questions {
    ($($(#[$meta:meta])* $name:ident { $($(#[strum($strum:meta)])? $answer:ident = $sentence:literal),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, EnumMessage, EnumProperty, EnumString, IntoStaticStr,
            VariantArray,
        )]
        #[strum(serialize_all = "kebab-case")]
        pub enum $name {
            $(#[doc = $sentence] #[strum(message = $sentence)] $(#[strum($strum)])? $answer,)+
        }

        impl Answer for $name {}
    )+};
}

questions! {
    /// Along which lines do pieces move and capture?
    Lines {
        Diagonal = "pieces move and capture along diagonals",
        Orthogonal = "pieces move and capture along ranks and files, never diagonally",
    }
    /// Which way is forward?
    Forward {
        UpTheBoard = "White's men go up the board and Black's down, and are crowned on the far row",
        AcrossTheBoard = "White's men go from right to left and Black's from left to right, and are crowned on the far column",
        #[strum(props(fault = true))]
        DownTheBoard = "White's men go down the board and Black's up, and are crowned on the row that they come to",
    }
    /// Which way may a man step without capturing?
    MenStep {
        Forward = "a man steps forward only",
        ForwardAndSideways = "a man steps forward or sideways",
        EveryWay = "a man steps forward, sideways or backward",
    }
    /// Which way may a man capture?
    MenCapture {
        Forward = "a man captures forward only",
        ForwardAndSideways = "a man captures forward or sideways, never backward",
        EveryWay = "a man captures backward as well as forward",
    }
    /// How far may a king go without capturing?
    KingMove {
        AnyDistance = "a king moves any number of empty squares",
        OneStep = "a king moves one square",
    }
    /// What may a king's quiet move pass over?
    KingPath {
        EmptySquares = "a king's quiet move passes over empty squares only",
        #[strum(props(fault = true))]
        OverPieces = "a king's quiet move passes over pieces, to any empty square of the line",
    }
    /// How far away may the piece be that a king jumps?
    KingJump {
        AnyDistance = "a king jumps a piece at any distance over empty squares",
        Adjacent = "a king jumps only a piece next to it",
    }
    /// Where may a king land behind the piece it jumped?
    KingLanding {
        Free = "a king may land on any empty square beyond the jumped piece",
        WhereCaptureContinues = "a king must choose a landing square that lets the capture go on, if there is one",
        NextSquare = "a king lands on the square directly behind the jumped piece",
        #[strum(props(fault = true))]
        ShortOfTheEdge = "a king does not land on the edge of the board where it could land before it",
    }
    /// Which way may a king go on after its first jump?
    KingContinuation {
        EveryWay = "a king goes on capturing in any direction",
        ForwardOnly = "a king goes on capturing forward only",
    }
    /// When does a jumped piece leave the board?
    Removal {
        AfterSequence = "a jumped piece stays on the board until the capture is complete",
        AfterEachJump = "a jumped piece leaves the board before the next jump",
    }
    /// May a piece be jumped that has been jumped before?
    JumpAgain {
        Never = "no piece is jumped twice in a capture",
        #[strum(props(fault = true))]
        Allowed = "a jumped piece that still stands may be jumped a second time later in the capture, and counts again",
    }
    /// Which of the jumped pieces are taken?
    TakenPieces {
        All = "every jumped piece is taken",
        #[strum(props(fault = true))]
        LastOnly = "of several jumped pieces only the last leaves the board",
    }
    /// May a piece turn by 180° between one jump and the next?
    AboutTurn {
        Allowed = "a capturing piece may turn straight back between two jumps",
        Forbidden = "a capturing piece may not turn by 180° between two jumps",
    }
    /// Does the capturing piece still stand on its start square?
    StartSquare {
        Vacant = "the start square of the capturing piece is empty during the capture",
        Blocks = "the start square of the capturing piece counts as occupied during the capture",
    }
    /// May a capture end on the square where it began?
    CircularCapture {
        Allowed = "a capture may end on the square where it began",
        #[strum(props(fault = true))]
        Lost = "a capture that ends on the square where it began is not found",
    }
    /// Must a side capture if it can?
    CaptureDuty {
        Compulsory = "a side that can capture must capture",
        Optional = "a side that can capture may play a quiet move instead",
        #[strum(props(fault = true))]
        PieceByPiece = "a piece that cannot capture may step though another piece can capture",
    }
    /// Must the capture with the most pieces be played?
    Majority {
        Free = "any complete capture may be chosen, whatever it takes",
        MostPieces = "the capture of the most pieces must be chosen",
    }
    /// Are captured kings worth more than captured men?
    CapturedKings {
        NoMore = "captured kings count no more than captured men",
        MostKings = "among captures otherwise equal, the one with the most kings must be chosen",
    }
    /// Must a king capture rather than a man?
    KingDuty {
        None = "man and king may capture alike",
        KingFirst = "among captures otherwise equal, a king's must be chosen before a man's",
    }
    /// Must a capture be played to its end?
    Completion {
        Complete = "a capture goes on until no further jump is possible",
        MayStop = "a capture may stop after any jump",
        #[strum(props(fault = true))]
        StopsOneEarly = "a capture of several pieces stops before its last jump",
    }
    /// When is a man crowned?
    Crowning {
        WhereMoveEnds = "a man is crowned only if its move ends on the promotion row",
        InPassing = "a man that reaches the promotion row in mid-capture goes on as a king",
        EndsCapture = "a man that reaches the promotion row in mid-capture stops there and is crowned",
        OnceTouched = "a man that touches the promotion row in mid-capture goes on as a man and is crowned at the end",
    }
    /// What becomes of a side that has one piece left?
    LonePiece {
        PlaysOn = "a side with one piece plays on",
        Loses = "a side with one piece, man or king, has lost",
    }
    /// What becomes of a game with one piece on each side?
    OnePieceEach {
        PlaysOn = "the game goes on with one piece on each side",
        Draws = "one piece on each side is an immediate draw",
    }
    /// What becomes of a side that has pieces but no move?
    Blocked {
        Loses = "a side without a legal move has lost",
        Draws = "a side without a legal move draws",
    }
    /// Must a man that is under attack move?
    ThreatenedMen {
        MayStay = "a threatened man need not move",
        MustMove = "a threatened man must move if it can (a custom of Bahrain)",
    }
    /// What becomes of a position that occurs for the third time?
    Repetition {
        PlaysOn = "repetition is ignored",
        ThirdDraws = "the third occurrence of a position with the same side to move is a draw",
    }
    /// What becomes of a game in which nothing happens?
    NoProgress {
        PlaysOn = "moves without progress are not counted",
        FortyEachDraws = "40 moves by each side without a capture or a man's move are a draw",
    }
}

/// The text does not name a question, or not one of its answers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// No question has this name.
    #[error("no rule is called `{}`", Quoted(.0))]
    UnknownField(String),
    /// The question has no such answer.
    #[error("`{field}` cannot be `{}`; it is one of: {}", Quoted(.value), .allowed.join(", "))]
    UnknownValue {
        /// The question.
        field: &'static str,
        /// What was given.
        value: String,
        /// The answers that there are.
        allowed: Vec<&'static str>,
    },
}

/// One question of a rules value with the answer given there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setting {
    /// The question's name, in lower case with hyphens.
    pub field: &'static str,
    /// The answer's name.
    pub value: &'static str,
    /// The answer as a sentence.
    pub sentence: &'static str,
    /// Whether no rule text can be read so, and only a faulty generator plays so.
    pub is_fault: bool,
}

impl std::fmt::Display for Setting {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}={}", self.field, self.value)
    }
}

fn setting<A: Answer>(field: &'static str, answer: A) -> Setting {
    Setting { field, value: answer.name(), sentence: answer.sentence(), is_fault: answer.is_fault() }
}

fn parse<A: Answer>(field: &'static str, value: &str) -> Result<A, RuleError> {
    value.parse().map_err(|_| RuleError::UnknownValue {
        field,
        value: value.to_owned(),
        allowed: A::VARIANTS.iter().map(|answer| answer.name()).collect(),
    })
}

macro_rules! rules {
    ($($(#[$meta:meta])* $field:ident $name:literal: $answer:ident),+ $(,)?) => {
        /// Everything that a move generator asks of a rule text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Rules {
            $($(#[$meta])* pub $field: $answer,)+
        }

        /// For each question of [`Rules`], the id of the ruling that answers it in some variant.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct RulingIds {
            $($(#[$meta])* pub $field: &'static str,)+
        }

        impl Rules {
            /// Names of the questions, in order.
            pub const FIELDS: &'static [&'static str] = &[$($name),+];

            /// Every question with its answer.
            pub fn settings(&self) -> Vec<Setting> {
                vec![$(setting($name, self.$field)),+]
            }

            /// Gives one question another answer.
            ///
            /// # Errors
            ///
            /// If there is no such question, or the question has no such answer.
            pub fn set(&mut self, field: &str, value: &str) -> Result<(), RuleError> {
                match field {
                    $($name => self.$field = parse($name, value)?,)+
                    _ => return Err(RuleError::UnknownField(field.to_owned())),
                }
                Ok(())
            }

            /// Every value that differs from this one in one answer, with that answer.
            pub fn one_field_changes(&self) -> Vec<(Setting, Rules)> {
                let mut changes = Vec::new();
                $(for answer in $answer::VARIANTS.iter().filter(|answer| **answer != self.$field) {
                    changes.push((setting($name, *answer), Rules { $field: *answer, ..*self }));
                })+
                changes
            }
        }

        impl RulingIds {
            /// The ruling that answers a question, by the question's name.
            pub fn get(&self, field: &str) -> Option<&'static str> {
                match field {
                    $($name => Some(self.$field),)+
                    _ => None,
                }
            }
        }
    };
}

rules! {
    /// Along which lines pieces move and capture.
    lines "lines": Lines,
    /// Which way is forward.
    forward "forward": Forward,
    /// Which way a man steps.
    men_step "men-step": MenStep,
    /// Which way a man captures.
    men_capture "men-capture": MenCapture,
    /// How far a king moves.
    king_move "king-move": KingMove,
    /// What a king's quiet move passes over.
    king_path "king-path": KingPath,
    /// How far away a piece may be that a king jumps.
    king_jump "king-jump": KingJump,
    /// Where a king lands after a jump.
    king_landing "king-landing": KingLanding,
    /// Which way a king goes on after its first jump.
    king_continuation "king-continuation": KingContinuation,
    /// When jumped pieces leave the board.
    removal "removal": Removal,
    /// Whether a piece may be jumped twice.
    jump_again "jump-again": JumpAgain,
    /// Which jumped pieces are taken.
    taken_pieces "taken-pieces": TakenPieces,
    /// Whether a piece may turn back between two jumps.
    about_turn "about-turn": AboutTurn,
    /// Whether the capturing piece's start square is empty.
    start_square "start-square": StartSquare,
    /// Whether a capture may end where it began.
    circular_capture "circular-capture": CircularCapture,
    /// Whether capturing is compulsory.
    capture_duty "capture-duty": CaptureDuty,
    /// Whether the most pieces must be taken.
    majority "majority": Majority,
    /// Whether captured kings count more.
    captured_kings "captured-kings": CapturedKings,
    /// Whether a king must capture before a man.
    king_duty "king-duty": KingDuty,
    /// Whether a capture must be played to its end.
    completion "completion": Completion,
    /// When a man is crowned.
    crowning "crowning": Crowning,
    /// What becomes of a side with one piece.
    lone_piece "lone-piece": LonePiece,
    /// What becomes of one piece on each side.
    one_piece_each "one-piece-each": OnePieceEach,
    /// What becomes of a side without a move.
    blocked "blocked": Blocked,
    /// Whether threatened men must move.
    threatened_men "threatened-men": ThreatenedMen,
    /// What becomes of a third occurrence (games only).
    repetition "repetition": Repetition,
    /// What becomes of a game without progress (games only).
    no_progress "no-progress": NoProgress,
}

/// How a direction lies for the men of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// Towards the promotion row.
    Forward,
    /// Along the row.
    Sideways,
    /// Away from the promotion row.
    Backward,
}

impl Rules {
    /// Whether pieces go in a direction at all.
    pub const fn uses(&self, direction: Direction) -> bool {
        direction.is_diagonal() == matches!(self.lines, Lines::Diagonal)
    }

    /// How a direction lies for the men of one side.
    pub const fn heading(&self, color: Color, direction: Direction) -> Heading {
        let (right, up) = direction.delta();
        let for_white = match self.forward {
            Forward::UpTheBoard => up,
            Forward::AcrossTheBoard => -right,
            Forward::DownTheBoard => -up,
        };
        match (for_white, color) {
            (0, _) => Heading::Sideways,
            (1, Color::White) | (-1, Color::Black) => Heading::Forward,
            _ => Heading::Backward,
        }
    }

    /// Whether a man of one side is crowned on a square.
    pub const fn is_promotion_square(&self, board: Board, color: Color, square: Square) -> bool {
        let (column, row) = board.coordinates(square);
        match (self.forward, color) {
            (Forward::UpTheBoard, Color::White) | (Forward::DownTheBoard, Color::Black) => {
                row == board.rows - 1
            }
            (Forward::UpTheBoard, Color::Black) | (Forward::DownTheBoard, Color::White) => row == 0,
            (Forward::AcrossTheBoard, Color::White) => column == 0,
            (Forward::AcrossTheBoard, Color::Black) => column == board.columns - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::ARAB;

    #[test]
    fn a_change_is_named_as_it_is_set() {
        let own = ARAB.rules.settings();
        assert_eq!(own.iter().map(|setting| setting.field).collect::<Vec<_>>(), Rules::FIELDS);
        let changes = ARAB.rules.one_field_changes();
        assert!(changes.len() > Rules::FIELDS.len());
        for (setting, changed) in changes {
            let mut rules = ARAB.rules;
            let text = setting.to_string();
            let (field, value) = text.split_once('=').unwrap();
            rules.set(field, value).unwrap();
            assert_eq!(rules, changed, "{text}");
            assert!(setting.sentence.contains(' ') && !setting.sentence.ends_with('.'), "{text}");
        }
        assert!(ARAB.rules.clone().set("removal", "never").is_err());
        assert!(ARAB.rules.clone().set("gravity", "up").is_err());
    }

    #[test]
    fn each_side_has_its_own_forward_and_its_own_far_row() {
        use Direction::{East, North, South, West};
        let board = Board::ALL_8X8;
        let turned = |direction: Direction| {
            let (right, up) = direction.delta();
            (-right, -up)
        };
        let corners = ["a1", "a8", "h1", "h8"].map(|name| crate::notation::square(name, board).unwrap());
        for (forward, ways, far) in [
            (Forward::UpTheBoard, [North, South], [[1, 3], [0, 2]]),
            (Forward::DownTheBoard, [South, North], [[0, 2], [1, 3]]),
            (Forward::AcrossTheBoard, [West, East], [[0, 1], [2, 3]]),
        ] {
            let rules = Rules { forward, ..ARAB.rules };
            for ((color, way), far) in [Color::White, Color::Black].into_iter().zip(ways).zip(far) {
                for direction in [North, South, West, East] {
                    let due = match direction {
                        _ if direction == way => Heading::Forward,
                        _ if turned(direction) == way.delta() => Heading::Backward,
                        _ => Heading::Sideways,
                    };
                    assert_eq!(rules.heading(color, direction), due, "{forward:?} {color:?} {direction:?}");
                }
                let crowned =
                    [0, 1, 2, 3].map(|corner| rules.is_promotion_square(board, color, corners[corner]));
                assert_eq!(
                    crowned,
                    [0, 1, 2, 3].map(|corner| far.contains(&corner)),
                    "{forward:?} {color:?}"
                );
            }
        }
        assert!(ARAB.rules.uses(North) && !ARAB.rules.uses(Direction::NorthEast));
    }

    #[test]
    fn what_only_a_faulty_generator_plays_is_marked() {
        let is_fault = |text: &str| {
            let changes = ARAB.rules.one_field_changes();
            changes
                .iter()
                .find(|(setting, _)| setting.to_string() == text)
                .map(|(setting, _)| setting.is_fault)
        };
        assert_eq!(is_fault("jump-again=allowed"), Some(true));
        assert_eq!(is_fault("removal=after-sequence"), Some(false));
        assert!(ARAB.rules.settings().iter().all(|setting| !setting.is_fault), "no variant plays a fault");
    }
}
