//! A question about a position, put to an engine that has declared something; answers are judged without one.

use harness::check::{Given, Judgement, Observation, judge};
use harness::dcp::Declared;
use harness::fixture::{Loaded, Question};
use reference_engine::notation::MoveForm;
use reference_engine::position::Position;
use reference_engine::rules::Rules;
use reference_engine::variants::Variant;

pub const QUIET: &str = "W:Wd4,h2:Ba7,e6";
/// The man goes round either side and takes the two that stand there.
pub const TWO_TO_ONE_SQUARE: &str = "W:Wc1,i1:Bb2,d2,b4,d4,a9";

/// A question about a position, and what an engine that is asked has declared.
pub struct Asked {
    loaded: Loaded,
    rules: Rules,
    pub declared: Declared,
}

pub fn asked(variant: Variant, position: &str, notation: MoveForm, question: Question) -> Asked {
    let mut loaded = Loaded::loose(variant, format!("{}/judging", variant.name), &variant.start());
    position.clone_into(&mut loaded.case.position);
    loaded.case.question = question;
    Asked {
        loaded,
        rules: variant.rules,
        declared: Declared { notation, ..Declared::customary(variant.name) },
    }
}

impl Asked {
    pub fn by(mut self, field: &str, value: &str) -> Self {
        self.rules.set(field, value).unwrap();
        self
    }

    pub fn variant(&self) -> &Variant {
        &self.loaded.variant
    }

    pub fn position(&self) -> Position {
        self.variant().read(&self.loaded.case.position).unwrap()
    }

    pub fn judge(&self, seen: &Observation) -> Judgement {
        judge(&self.loaded, &self.rules, &self.declared, seen)
    }

    pub fn listing(&self, texts: &[&str]) -> Judgement {
        let read = |text: &&str| Given::of_move(text, &self.position(), self.declared.notation).unwrap();
        self.judge(&Observation::Moves(Ok(texts.iter().map(read).collect())))
    }
}
