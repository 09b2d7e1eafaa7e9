//! Arguments that several verbs share.

use super::CliError;
use super::choice::one_of;
use crate::builtin::{Builtin, BuiltinName};
use crate::subject::of_this_machine;
use clap::Args;
use reference_engine::position::Position;
use reference_engine::rules::RuleError;
use reference_engine::variants::{self, Variant};
use std::collections::HashSet;
use std::num::NonZeroUsize;

/// A variant, perhaps by other rules.
#[derive(Args, Debug)]
pub struct VariantArguments {
    /// Name of the variant, as in `huff variants`.
    pub variant: String,
    #[command(flatten)]
    rules: RuleArguments,
}

/// Rules that differ from the variant's own.
#[derive(Args, Debug, Clone, Default)]
pub struct RuleArguments {
    /// Changes one rule, as in `--rule removal=after-sequence`; may be given again.
    #[arg(long = "rule", value_name = "FIELD=VALUE")]
    rules: Vec<String>,
}

impl VariantArguments {
    /// The variant with its rules as asked for.
    pub fn variant(&self) -> Result<Variant, CliError> {
        self.rules.apply(find_variant(&self.variant)?)
    }
}

impl RuleArguments {
    /// The variants of some names, or the three that huff is for, by these rules.
    pub fn of_variants(&self, names: &[String]) -> Result<Vec<Variant>, CliError> {
        let chosen: Vec<Variant> = if names.is_empty() {
            vec![variants::GHANAIAN, variants::ARAB, variants::DIAGONAL]
        } else {
            named_variants(names)?
        };
        chosen.into_iter().map(|variant| self.apply(variant)).collect()
    }

    /// Changes the rules of a variant as asked for.
    pub fn apply(&self, variant: Variant) -> Result<Variant, CliError> {
        let mut rules = variant.rules;
        for rule in &self.rules {
            let (field, value) = rule.split_once('=').ok_or_else(|| RuleError::UnknownField(rule.clone()))?;
            rules.set(field, value)?;
        }
        Ok(variant.with_rules(rules))
    }
}

/// Which of huff's own generators answers.
#[derive(Args, Debug)]
pub struct GeneratorArguments {
    /// Which built-in generator answers: fast or rulebook. Where rules are changed that the fast one does not
    /// know, the rulebook does.
    #[arg(long, value_name = "NAME", default_value_t = BuiltinName::Fast)]
    #[arg(value_parser = one_of::<BuiltinName>(), hide_possible_values = true)]
    generator: BuiltinName,
}

impl GeneratorArguments {
    /// The generator for a variant.
    pub fn of(&self, variant: &Variant) -> Builtin {
        Builtin::new(self.generator, variant)
    }
}

/// The variants of some names, each once.
pub fn named_variants(names: &[String]) -> Result<Vec<Variant>, CliError> {
    let mut seen = HashSet::new();
    names.iter().filter(|name| seen.insert(*name)).map(|name| find_variant(name)).collect()
}

/// Finds a variant by name, or says which name is nearest.
pub fn find_variant(name: &str) -> Result<Variant, CliError> {
    variants::find(name).ok_or_else(|| {
        let names = variants::ALL.iter().map(|variant| variant.name);
        CliError::UnknownVariant { name: name.to_owned(), nearest: nearest(name, names) }
    })
}

/// The name most like what was given, if any is much like it.
pub fn nearest<'a>(given: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    names
        .map(|name| (strsim::jaro_winkler(given, name), name))
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .filter(|(likeness, _)| *likeness > 0.7)
        .map(|(_, name)| name.to_owned())
}

/// A position of a variant; the start position if none is given.
#[derive(Args, Debug)]
pub struct PositionArguments {
    #[command(flatten)]
    pub variant: VariantArguments,
    /// PDN FEN, rows, a Hub string, or `start`.
    #[arg(default_value = "start")]
    pub position: String,
}

impl PositionArguments {
    /// The variant and the position.
    pub fn read(&self) -> Result<(Variant, Position), CliError> {
        let variant = self.variant.variant()?;
        let position = variant.read(&self.position)?;
        Ok((variant, position))
    }
}

/// Reads a number of bytes, with a unit if it has one.
pub fn bytes(text: &str) -> Result<usize, String> {
    let split = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let shift = match unit {
        "" => 0,
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        "TiB" => 40,
        _ => return Err("a number of bytes, perhaps with KiB, MiB, GiB or TiB".to_owned()),
    };
    let number: usize = number.parse().map_err(|_| "a number of bytes".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "more bytes than there can be".to_owned())
}

/// A number of bytes as [`bytes`] reads it.
fn size(bytes: usize) -> String {
    let units = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
    let whole = units.iter().find(|(shift, _)| bytes > 0 && bytes.trailing_zeros() >= *shift);
    whole.map_or_else(|| bytes.to_string(), |(shift, unit)| format!("{}{unit}", bytes >> shift))
}

/// Says that there is no room for tables of a size.
pub fn no_room(bytes: usize) -> CliError {
    let size = size(bytes);
    CliError::Usage(format!("--table {size}: this machine cannot give so much memory; take less"))
}

/// Refuses several tables of a size that this machine has no room for. It is asked, and what it has is looked at
/// too: a system may promise more than it has, and end who takes it.
///
/// # Errors
///
/// If there is no room.
pub fn room_for(tables: usize, bytes: usize) -> Result<(), CliError> {
    let all = bytes.saturating_mul(tables);
    let there = of_this_machine();
    let is_there = there == 0 || all as u64 <= there;
    let mut place = Vec::<u8>::new();
    let is_given = is_there && place.try_reserve_exact(all).is_ok();
    // Else the compiler could find that nobody needs the place.
    std::hint::black_box(&place);
    if is_given { Ok(()) } else { Err(no_room(bytes)) }
}

/// The most threads or processes that work at once.
const MOST_AT_ONCE: usize = 1024;

/// Reads how many are to work at once.
pub fn at_once(text: &str) -> Result<NonZeroUsize, String> {
    let number: Option<NonZeroUsize> = text.parse().ok();
    let number = number.filter(|number| number.get() <= MOST_AT_ONCE);
    number.ok_or_else(|| format!("a whole number from 1 to {MOST_AT_ONCE}"))
}
