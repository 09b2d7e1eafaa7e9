//! Changed rules that no position shows, each with the reason. `tests/unobservable.rs` searches for one.

use reference_engine::rules::Setting;

/// A changed rule by which no position is played otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unobservable {
    /// Names of the variants of which this holds.
    pub variants: &'static [&'static str],
    /// The changed rule, as `field=value`.
    pub change: &'static str,
    /// Why, as a sentence without full stop.
    pub reason: &'static str,
}

const FORWARD_ONLY: &[&str] = &["ghanaian"];
const ON_RANKS: &[&str] = &["arab", "turkish"];
const ON_DIAGONALS: &[&str] = &["ghanaian", "diagonal", "international"];
const WITH_MAJORITY: &[&str] = &["arab", "turkish", "diagonal", "international"];

const NO_SIDEWAYS: &str = "no diagonal goes sideways";
const BLOCKED_BACK: &str = "a turn of 180° would cross the piece just jumped, which still stands";
const LONGEST_CONTINUES: &str =
    "a capture that could go on is not the longest, so the majority rule excludes it";
const NO_WAY_ON: &str = "a man that captures forward only has no jump from its last row";
const STAYS_ON_ROW: &str = "a man on its last row goes on along the row, so its capture ends there";
const GONE: &str = "a jumped piece leaves the board at once, so none is left to be jumped again";

const fn unobservable(
    variants: &'static [&'static str],
    change: &'static str,
    reason: &'static str,
) -> Unobservable {
    Unobservable { variants, change, reason }
}

/// Every change that no position shows.
pub const UNOBSERVABLE: &[Unobservable] = &[
    unobservable(ON_DIAGONALS, "men-step=forward-and-sideways", NO_SIDEWAYS),
    unobservable(FORWARD_ONLY, "men-capture=forward-and-sideways", NO_SIDEWAYS),
    unobservable(ON_DIAGONALS, "about-turn=forbidden", BLOCKED_BACK),
    unobservable(WITH_MAJORITY, "king-landing=where-capture-continues", LONGEST_CONTINUES),
    unobservable(WITH_MAJORITY, "completion=may-stop", LONGEST_CONTINUES),
    unobservable(FORWARD_ONLY, "crowning=ends-capture", NO_WAY_ON),
    unobservable(FORWARD_ONLY, "crowning=once-touched", NO_WAY_ON),
    unobservable(ON_RANKS, "crowning=once-touched", STAYS_ON_ROW),
    unobservable(ON_RANKS, "jump-again=allowed", GONE),
];

/// Why no position of a variant shows a change, if it is listed.
pub fn reason(variant: &str, change: &Setting) -> Option<&'static str> {
    let change = change.to_string();
    let is_meant = |entry: &&Unobservable| entry.change == change && entry.variants.contains(&variant);
    UNOBSERVABLE.iter().find(is_meant).map(|entry| entry.reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants;

    #[test]
    fn every_entry_is_a_change_of_each_of_its_variants_and_stands_once() {
        for entry in UNOBSERVABLE {
            for name in entry.variants {
                let changes = variants::find(name).unwrap().rules.one_field_changes();
                let is_change = changes.iter().any(|(change, _)| change.to_string() == entry.change);
                assert!(is_change, "{name} {}", entry.change);
                let again = UNOBSERVABLE
                    .iter()
                    .filter(|other| other.change == entry.change && other.variants.contains(name));
                assert_eq!(again.count(), 1, "{name} {}", entry.change);
            }
        }
    }
}
