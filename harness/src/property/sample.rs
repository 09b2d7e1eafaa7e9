//! A sample: which random positions are put to a subject, as what, and what comes of them.

use super::draw::draw;
use super::law::{self, Law};
use crate::check::Limits;
use crate::crew::Crew;
use crate::dcp::Profile;
use crate::fixture::Loaded;
use crate::interrupt;
use crate::subject::{Fault, Subject};
use crate::verify::{self, CaseReport, Run};
use reference_engine::variants::Variant;
use strum::VariantArray;

/// Random positions of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Where the random numbers begin. The same seed puts the same questions.
    pub seed: u64,
    /// How many positions of each variant.
    pub number: u64,
    /// On every how many positions the laws are tried besides the moves. An odd number meets placements and
    /// games alike.
    pub laws_every: u64,
}

/// A random position put to a subject: for its moves, or under a law.
#[derive(Clone, Copy, Debug)]
pub struct Put {
    variant: Variant,
    seed: u64,
    number: u64,
    law: Option<Law>,
}

impl Put {
    /// Name of the case, as in `arab/random/17-3` or `arab/random/17-3/echo`.
    pub fn id(&self) -> String {
        let position = format!("{}/random/{}-{}", self.variant.name, self.seed, self.number);
        self.law.map_or(position.clone(), |law| format!("{position}/{law}"))
    }
}

impl Sample {
    /// On every how many positions a run over an engine tries the laws.
    pub const LAWS_EVERY: u64 = 7;

    /// All that is put to a subject, variant by variant. A law that it cannot be asked about is put once, to
    /// say so.
    pub fn puts(&self, variants: &[Variant], profile: &Profile) -> Vec<Put> {
        let played = variants.iter().filter(|variant| profile.variant(variant.name).is_some());
        let numbers = |variant: &Variant| {
            let variant = *variant;
            (0..self.number).flat_map(move |number| {
                let put = move |law| Put { variant, seed: self.seed, number, law };
                self.laws(number, profile).map(put)
            })
        };
        played.flat_map(numbers).collect()
    }

    /// What is put at one position: the moves, then the laws if it is their turn.
    fn laws(&self, number: u64, profile: &Profile) -> impl Iterator<Item = Option<Law>> {
        let is_turn = number.is_multiple_of(self.laws_every);
        let is_put = move |law: &Law| is_turn && (number == 0 || law.is_for(profile));
        let laws = Law::VARIANTS.iter().copied().filter(is_put).map(Some);
        std::iter::once(None).chain(laws)
    }
}

/// Goes on with a run over random positions; `seen` is told of each question as it is done.
pub fn verify(
    subject: &mut dyn Subject,
    run: &mut Run,
    sample: &Sample,
    puts: &[Put],
    limits: Limits,
    seen: impl FnMut(&CaseReport),
) {
    run.sample = Some(*sample);
    run.take(puts, |put| examine(subject, put, limits), seen);
}

/// Goes on with a run over random positions with several processes of the subject at once.
pub fn verify_by_crew(
    crew: &mut Crew,
    run: &mut Run,
    sample: &Sample,
    puts: &[Put],
    limits: Limits,
    seen: impl FnMut(&CaseReport),
) {
    run.sample = Some(*sample);
    run.take_from(crew, puts, |subject, put| examine(subject, put, limits), seen);
}

fn examine(subject: &mut dyn Subject, put: &Put, limits: Limits) -> Result<CaseReport, Fault> {
    // A subject in this process does not look for itself.
    if interrupt::is_requested() {
        return Err(Fault::Interrupted);
    }
    let position = draw(&put.variant, put.seed, put.number);
    let loaded = Loaded::loose(put.variant, put.id(), &position);
    match put.law {
        None => verify::examine(subject, &loaded, &put.variant.rules, limits),
        Some(law) => law::examine(subject, &loaded, law, limits),
    }
}
