//! A wrong answer looked at by itself, whatever else was answered.

use super::Misreading;
use super::evidence::{explains, is_count};
use crate::verify::{CaseReport, Run};

/// Whether some single misread rule explains a wrong answer, though it may contradict others. `None` where that
/// is not tried: counting leaves under every hypothesis would take long.
pub fn is_explained_alone(run: &Run, report: &CaseReport) -> Option<bool> {
    let name = report.loaded.variant.name;
    let declared = run.declared_of(name)?;
    if is_count(report) || report.observation.is_none() {
        return None;
    }
    let singles = Misreading::singles(&run.rules_of(&report.loaded.variant));
    Some(singles.iter().any(|misreading| explains(declared, report, &misreading.rules)))
}
