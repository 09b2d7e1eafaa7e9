//! Sweeps: every position of a few pieces put to a subject, and a digest of its answers for each class of
//! material, so that engines can be compared without sharing answers. SWEEP.md says what is hashed.

mod canonical;
mod class;
mod close;
mod compare;
mod digest;
mod respondent;
mod saved;
mod walk;

pub use class::{Class, classes};
pub use close::{case, look_closely};
pub use compare::Comparison;
pub use digest::Digest;
pub use respondent::Answerer;
pub use saved::{ClassResult, Header, SCHEMA, Saved, SweptVariant};
pub use walk::{Ended, sweep, text};

use crate::check::Limits;
use crate::subject::{Engine, Fault, Linked, Subject};
use reference_engine::variants::Variant;
use std::num::{NonZeroU64, NonZeroUsize};

/// What is swept.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The variants, by the rules that answers are compared with.
    pub variants: Vec<Variant>,
    /// The most pieces on the board.
    pub pieces: usize,
    /// Of each class only every so many-th position.
    pub stride: NonZeroU64,
    /// How many classes are swept at once.
    pub jobs: NonZeroUsize,
}

impl Plan {
    /// Every class of every variant, in the order in which results are listed.
    pub fn tasks(&self) -> Vec<(Variant, Class)> {
        let of = |variant: &Variant| {
            let variant = *variant;
            classes(&variant, self.pieces).into_iter().map(move |class| (variant, class))
        };
        self.variants.iter().flat_map(of).collect()
    }

    /// How many positions of a class are asked about.
    pub fn positions(&self, variant: &Variant, class: Class) -> u64 {
        class.count(variant).div_ceil(self.stride.get())
    }
}

/// Sweeps an engine that is part of this program. Each job has a copy of it.
///
/// ```
/// use harness::sweep::{Plan, sweep_engine};
/// # use harness::conformance::{Declared, Engine, Listed, Refusal, position};
/// # use reference_engine::generator::Generator;
/// # use reference_engine::{moves::Counting, notation, position::Position, rulebook::Rulebook, variants};
/// # #[derive(Clone)]
/// # struct MyEngine;
/// # impl Engine for MyEngine {
/// #     type Board = Position;
/// #     fn name(&self) -> String { "my-engine".to_owned() }
/// #     fn variants(&self) -> Vec<Declared> { vec![Declared::customary("diagonal")] }
/// #     fn read(&self, variant: &str, fen: &str) -> Result<Position, Refusal> { position(variant, fen) }
/// #     fn moves(&self, _: &str, board: &Position) -> Vec<Listed<Position>> {
/// #         let moves = Rulebook::new(variants::DIAGONAL.rules).moves(board, Counting::Unique);
/// #         let text = |played| notation::write(
/// #             played, board.board(), notation::SquareNames::Numeric, notation::MoveForm::Path);
/// #         moves.iter().map(|played| Listed { text: text(played), next: board.after(played) }).collect()
/// #     }
/// # }
///
/// let plan = Plan {
///     variants: vec![reference_engine::variants::DIAGONAL],
///     pieces: 2,
///     stride: 1.try_into().unwrap(),
///     jobs: 1.try_into().unwrap(),
/// };
/// let swept = sweep_engine(&MyEngine, &plan).unwrap();
/// assert_eq!(swept.total(|class| class.differing), 0, "{:?}", swept.classes);
/// ```
///
/// # Errors
///
/// If it ends before the last class.
pub fn sweep_engine<E: Engine + Clone + Sync + 'static>(engine: &E, plan: &Plan) -> Result<Saved, Ended> {
    let start = || -> Result<Box<dyn Subject>, Fault> { Ok(Box::new(Linked::new(engine.clone()))) };
    let title = Linked::new(engine.clone()).profile().title();
    let mut saved = Saved { header: Header::new(title, plan), classes: Vec::new() };
    let tasks = plan.tasks();
    let answerer = Answerer::Engine { start: &start, limits: Limits::default() };
    sweep(plan, &tasks, answerer, &|_| {}, |result| saved.add(result, &tasks))?;
    Ok(saved)
}
