//! What has changed since an earlier run.

use crate::report::record::Recorded;
use crate::verify::Run;
use std::collections::HashMap;

/// Cases by how they were answered then and now, as ids in the order of the runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// Name and version of the engine in the earlier run.
    pub engine: String,
    /// Whether the earlier run was cut off, so that cases may be missing from it.
    pub is_cut_off: bool,
    /// Wrong then and right now.
    pub fixed: Vec<String>,
    /// Right then and wrong now.
    pub broken: Vec<String>,
    /// Wrong then and now.
    pub unchanged: Vec<String>,
    /// Wrong now, and not judged then.
    pub new: Vec<String>,
    /// Wrong then, and not judged now.
    pub not_judged: Vec<String>,
}

impl Since {
    /// Compares a run with an earlier one.
    pub fn new(earlier: &Recorded, run: &Run) -> Self {
        let judged = |(id, is_right): (&str, Option<bool>)| Some((id.to_owned(), is_right?));
        let then = earlier.cases.iter().map(|case| (&*case.id, case.is_right()));
        let then: HashMap<String, bool> = then.filter_map(judged).collect();
        let now = run.reports.iter().map(|report| (&*report.loaded.case.id, report.verdict.is_right()));
        let now: Vec<(String, bool)> = now.filter_map(judged).collect();
        let mut since = Self {
            engine: earlier.header.engine.clone(),
            is_cut_off: earlier.footer.as_ref().is_none_or(|footer| footer.ended_early.is_some()),
            ..Self::default()
        };
        for (id, is_right) in &now {
            match (then.get(id), is_right) {
                (Some(false), true) => since.fixed.push(id.clone()),
                (Some(true), false) => since.broken.push(id.clone()),
                (Some(false), false) => since.unchanged.push(id.clone()),
                (None, false) => since.new.push(id.clone()),
                (Some(true) | None, true) => {}
            }
        }
        let now: HashMap<String, bool> = now.into_iter().collect();
        let was_wrong = earlier.cases.iter().filter(|case| case.is_right() == Some(false));
        since.not_judged =
            was_wrong.filter(|case| !now.contains_key(&case.id)).map(|case| case.id.clone()).collect();
        since
    }
}
