//! A profile as tables of text, for the terminal and for the page.

use crate::speed::{
    ClassChange, Comparison, Contestant, Cost, Course, Figures, GroupParts, Judged, Parts, Record, Speed,
};

/// A table with a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, as wide as the header.
    pub rows: Vec<Vec<String>>,
}

/// The letter by which a subject goes, and what it calls itself.
pub fn label(record: &Record, subject: usize) -> String {
    format!("{} {}", letter(subject), record.subjects[subject].name)
}

/// A, B, C and so on.
fn letter(subject: usize) -> String {
    match u8::try_from(subject) {
        Ok(small @ 0..26) => char::from(b'A' + small).to_string(),
        _ => format!("#{}", subject + 1),
    }
}

/// Who was timed.
pub fn subjects(record: &Record) -> Table {
    let row = |(index, subject): (usize, &Contestant)| {
        let command = if subject.command.is_empty() { "built in" } else { &subject.command };
        vec![
            label(record, index),
            subject.version.clone(),
            subject.counting.clone(),
            subject.last_ply.to_string(),
            command.to_owned(),
        ]
    };
    Table {
        title: "Subjects".to_owned(),
        header: ["subject", "version", "counting", "last ply", "command"].map(str::to_owned).to_vec(),
        rows: record.subjects.iter().enumerate().map(row).collect(),
    }
}

/// Leaves a second at each position.
pub fn perft(record: &Record) -> Table {
    // The same tree has other numbers of leaves in other countings: the ratio is that of whole counts.
    let (leaves, counts) = (Figures::leaves_a_second, Figures::counts_a_second);
    speeds(record, "Leaves a second", true, leaves, counts, |figures| figures.perft.reason())
}

/// Answers to `moves` a second at each position.
pub fn moves(record: &Record) -> Table {
    let answers = Figures::answers_a_second;
    speeds(record, "Answers to moves a second", false, answers, answers, |figures| figures.moves.reason())
}

fn speeds(
    record: &Record,
    title: &str,
    has_depth: bool,
    speed: fn(&Figures) -> Option<Speed>,
    answers: fn(&Figures) -> Option<Speed>,
    reason: fn(&Figures) -> Option<&str>,
) -> Table {
    let mut header = vec!["class".to_owned(), "position".to_owned()];
    header.extend(has_depth.then(|| "depth".to_owned()));
    for index in 0..record.subjects.len() {
        header.push(label(record, index));
        header.extend((index > 0).then(|| format!("{} : A", letter(index))));
    }
    let row = |course: &Course| {
        let mut row = vec![course.class.clone(), course.name.clone()];
        row.extend(has_depth.then(|| course.depth.to_string()));
        let first = course.figures.first().and_then(answers);
        for (index, figures) in course.figures.iter().enumerate() {
            let own = speed(figures);
            row.push(cell(own, reason(figures)));
            row.extend((index > 0).then(|| ratio(answers(figures), first)));
        }
        row
    };
    Table { title: title.to_owned(), header, rows: record.positions.iter().map(row).collect() }
}

fn cell(speed: Option<Speed>, reason: Option<&str>) -> String {
    match (speed, reason) {
        (Some(Speed { per_second, spread }), _) => {
            format!("{} ±{} %", rate(per_second), percent(spread))
        }
        (None, Some(_)) => "not timed".to_owned(),
        (None, None) => "lost in asking".to_owned(),
    }
}

fn percent(part: f64) -> String {
    let percent = part * 100.0;
    if percent < 9.95 { format!("{percent:.1}") } else { format!("{percent:.0}") }
}

/// How many times as many answers a second as the first.
fn ratio(own: Option<Speed>, first: Option<Speed>) -> String {
    match (own, first) {
        (Some(own), Some(first)) if first.per_second > 0.0 => times(own.per_second / first.per_second),
        _ => String::new(),
    }
}

fn times(ratio: f64) -> String {
    match ratio {
        10.0.. => format!("{ratio:.0}"),
        1.0.. => format!("{ratio:.2}"),
        0.1.. => format!("{ratio:.3}"),
        _ => {
            // Two digits that are not zero.
            let places = (1.0 - ratio.log10().floor()).clamp(2.0, 9.0) as usize;
            format!("{ratio:.places$}")
        }
    }
}

/// A number a second, to about three digits.
pub fn rate(number: f64) -> String {
    match number {
        9.95e6.. => format!("{} M", thousands(number / 1e6)),
        1e6.. => format!("{:.1} M", number / 1e6),
        9950.0.. => format!("{} k", thousands(number / 1e3)),
        1e3.. => format!("{:.1} k", number / 1e3),
        10.0.. => format!("{number:.0}"),
        _ => format!("{number:.2}"),
    }
}

/// A whole number with commas.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let comma = |(index, digit): (usize, char)| {
        let is_due = index > 0 && (digits.len() - index).is_multiple_of(3);
        is_due.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(comma).collect()
}

/// Where the time of a generator goes.
pub fn parts(parts: &Parts) -> Table {
    let weight = |group: &GroupParts| counting(group).median_ns.max(0.0) * f64::from(group.positions as u32);
    let total: f64 = parts.groups.iter().map(weight).sum();
    let row = |group: &GroupParts| {
        let moves = f64::from(group.moves as u32) / f64::from(group.positions.max(1) as u32);
        let merging = less(group.list, group.list_routes);
        vec![
            group.group.to_string(),
            group.positions.to_string(),
            format!("{moves:.1}"),
            nanoseconds(counting(group)),
            format!("{:.0} %", weight(group) / total * 100.0),
            nanoseconds(group.take_over),
            nanoseconds(group.list),
            if group.routes > 0 && is_capture(group) { nanoseconds(merging) } else { String::new() },
            nanoseconds(group.make),
        ]
    };
    let header = [
        "positions with",
        "number",
        "moves each",
        "counting, ns each",
        "share",
        "taking over, ns each",
        "listing, ns each",
        "of it merging",
        "making, ns a move",
    ];
    Table {
        title: format!("Where the time of {} goes", parts.generator),
        header: header.map(str::to_owned).to_vec(),
        rows: parts.groups.iter().map(row).collect(),
    }
}

/// Counting the moves alone.
fn counting(group: &GroupParts) -> Cost {
    less(group.count, group.take_over)
}

fn less(all: Cost, part: Cost) -> Cost {
    Cost { median_ns: all.median_ns - part.median_ns, spread_ns: all.spread_ns.hypot(part.spread_ns) }
}

fn is_capture(group: &GroupParts) -> bool {
    use crate::speed::Group;
    !matches!(group.group, Group::MenQuiet | Group::KingsQuiet)
}

fn nanoseconds(cost: Cost) -> String {
    let Cost { median_ns, spread_ns } = cost;
    if median_ns.abs() < 99.5 {
        format!("{median_ns:.1} ±{spread_ns:.1}")
    } else {
        format!("{median_ns:.0} ±{spread_ns:.0}")
    }
}

/// What became faster or slower.
pub fn changes(comparison: &Comparison) -> Vec<Table> {
    let table = |subject: &crate::speed::SubjectChange| {
        let crate::speed::SubjectChange { name, now, then, .. } = subject;
        Table {
            title: format!("{name} {now} against {then} of {}", comparison.date),
            header: ["class", "question", "now : then", "explained up to", "verdict"]
                .map(str::to_owned)
                .to_vec(),
            rows: subject.classes.iter().chain(&subject.overall).map(change).collect(),
        }
    };
    comparison.subjects.iter().map(table).collect()
}

fn change(row: &ClassChange) -> Vec<String> {
    let number = |number: Option<f64>| number.map(|number| format!("{number:.3}")).unwrap_or_default();
    let class = if row.class.is_empty() { "overall" } else { &row.class };
    let verdict = match (&row.change.verdict, &row.change.reason) {
        (Judged::NotCompared, Some(reason)) => format!("not compared: {reason}"),
        (verdict, _) => verdict.to_string(),
    };
    vec![
        class.to_owned(),
        row.question.to_string(),
        number(row.change.ratio),
        number(row.change.margin),
        verdict,
    ]
}

/// What was not timed and why, and what else was noticed; the same said once for all positions.
pub fn remarks(record: &Record) -> Vec<String> {
    let mut remarks: Vec<(String, Vec<&str>)> = Vec::new();
    let mut remark = |text: String, place| match remarks.iter_mut().find(|(known, _)| *known == text) {
        Some((_, places)) => places.push(place),
        None => remarks.push((text, vec![place])),
    };
    for course in &record.positions {
        for (index, figures) in course.figures.iter().enumerate() {
            let who = label(record, index);
            for (what, reason) in [("perft", figures.perft.reason()), ("moves", figures.moves.reason())] {
                if let Some(reason) = reason {
                    remark(format!("{who}: {what} not timed: {reason}"), &course.name);
                }
            }
            for note in &figures.notes {
                remark(format!("{who}: {note}"), &course.name);
            }
        }
    }
    let everywhere = record.positions.len();
    let told = |(text, places): (String, Vec<&str>)| {
        if places.len() == everywhere { text } else { format!("{text} ({})", places.join(", ")) }
    };
    remarks.into_iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_about_three_digits_and_a_unit() {
        for (number, text) in [
            (1_450_400_000.0, "1,450 M"),
            (9_960_000.0, "10 M"),
            (4_700_000.0, "4.7 M"),
            (523_400.0, "523 k"),
            (1_500.0, "1.5 k"),
            (42.0, "42"),
            (0.5, "0.50"),
        ] {
            assert_eq!(rate(number), text);
        }
        for (ratio, text) in
            [(12.0, "12"), (1.234, "1.23"), (0.5, "0.500"), (0.0187, "0.019"), (0.001_72, "0.0017")]
        {
            assert_eq!(times(ratio), text);
        }
        assert_eq!(thousands(1_234_567.0), "1,234,567");
    }
}
