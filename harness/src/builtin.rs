//! The generators that come with huff, chosen at run time.

use reference_engine::fast::Fast;
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::perft;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Rules;
use reference_engine::variants::Variant;
use strum::{Display, EnumString, VariantNames};

/// The name of a built-in generator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum BuiltinName {
    /// Follows the rule text step by step.
    #[default]
    Rulebook,
    /// Bitboards; the rulebook where rules are changed that it does not know.
    Fast,
}

impl BuiltinName {
    /// What a generator calls itself as an engine.
    pub fn engine(self) -> String {
        format!("huff-{self}")
    }

    /// A generator to judge the counts of an engine of this name: the fast one, unless that is the engine.
    pub fn independent_of(engine: &str) -> Self {
        if engine == Self::Fast.engine() { Self::Rulebook } else { Self::Fast }
    }
}

/// A built-in generator for some rules.
#[derive(Clone, Copy, Debug)]
pub enum Builtin {
    /// The literal generator.
    Rulebook(Rulebook),
    /// The fast one.
    Fast(Fast),
}

impl Builtin {
    /// The generator of a name for a variant.
    pub fn new(name: BuiltinName, variant: &Variant) -> Self {
        let fast = match name {
            BuiltinName::Fast => Fast::new(variant.rules, variant.board),
            BuiltinName::Rulebook => None,
        };
        fast.map_or(Self::Rulebook(Rulebook::new(variant.rules)), Self::Fast)
    }

    /// The number of leaves at a depth, where a finished game counts below its own depth or does not.
    pub fn leaves(&self, position: &Position, depth: u32, counting: Counting, finished: bool) -> u128 {
        if finished {
            return perft::perft_with_finished_leaves(self, position, depth, counting);
        }
        self.perft(position, depth, counting)
    }

    /// The number of leaves at a depth.
    pub fn perft(&self, position: &Position, depth: u32, counting: Counting) -> u128 {
        match self {
            Self::Rulebook(rulebook) => perft::perft(rulebook, position, depth, counting),
            Self::Fast(fast) => fast.perft(position, depth, counting),
        }
    }
}

impl Generator for Builtin {
    fn rules(&self) -> &Rules {
        match self {
            Self::Rulebook(rulebook) => rulebook.rules(),
            Self::Fast(fast) => fast.rules(),
        }
    }

    fn after(&self, position: &Position, played: &Move) -> Position {
        match self {
            Self::Rulebook(rulebook) => rulebook.after(position, played),
            Self::Fast(fast) => fast.after(position, played),
        }
    }

    fn moves(&self, position: &Position, counting: Counting) -> Vec<Move> {
        match self {
            Self::Rulebook(rulebook) => rulebook.moves(position, counting),
            Self::Fast(fast) => fast.moves(position, counting),
        }
    }

    fn count(&self, position: &Position, counting: Counting) -> usize {
        match self {
            Self::Rulebook(rulebook) => rulebook.count(position, counting),
            Self::Fast(fast) => fast.count(position, counting),
        }
    }
}
