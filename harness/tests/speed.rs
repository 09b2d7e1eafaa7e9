//! Profiles of speed: what is wrong is not timed, and verdicts follow from the numbers. Nothing here depends on
//! how fast anything is.

use assert_cmd::Command;
use harness::builtin::BuiltinName;
use harness::check::Limits;
use harness::dcp::{Answer, Capability, Profile, Question, Request};
use harness::report::{SpeedReport, speed_chart, speed_page};
use harness::serve::{Manner, Server};
use harness::speed::{
    Comparison, Contestant, Count, Course, Entrant, Figure, Figures, Judged, LastPly, Machine, Plan, Record,
    Results, SCHEMA, Timing, run,
};
use harness::subject::{Fault, InProcess, Subject};
use harness::tables::{Named, named};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use proptest::prelude::*;
use reference_engine::moves::Counting;
use reference_engine::variants::{ARAB, INTERNATIONAL, Variant};
use std::collections::BTreeMap;
use std::time::Duration;

fn position(variant: &str, name: &str) -> Named {
    named().into_iter().find(|it| it.variant == variant && it.name == name).expect("a named position")
}

fn entrant(subject: impl Subject + 'static) -> Entrant {
    Entrant { subject: Box::new(subject), command: "./engine".to_owned(), last_ply: LastPly::Unknown }
}

fn server(variant: Variant, generator: BuiltinName, counts: Counting) -> Server {
    Server::new(vec![variant], Manner { generator, counts, ..Manner::default() })
}

fn arab() -> Server {
    server(ARAB, BuiltinName::Rulebook, Counting::Unique)
}

/// Times at one position to a depth, just long enough to have been timed.
fn timed_at(variant: Variant, name: &str, depth: u32, entrants: &mut [Entrant]) -> Results {
    let plan = Plan {
        variant,
        positions: vec![position(variant.name, name)],
        rounds: 2,
        budget: Duration::from_millis(800),
        limits: Limits::default(),
        depths: BTreeMap::from([(name.to_owned(), depth)]),
    };
    run(&plan, entrants, &mut |_| {}).expect("nobody interrupts")
}

/// A subject that is not what it says, or changes its mind.
struct Impostor {
    inner: InProcess,
    profile: Profile,
    /// From which count on it answers one leaf more.
    errs_from: u32,
    counts: u32,
}

impl Impostor {
    fn new(server: Server) -> Self {
        let profile = server.profile().clone();
        Self { inner: InProcess::new(server), profile, errs_from: u32::MAX, counts: 0 }
    }
}

impl Subject for Impostor {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        let answer = self.inner.ask(request, limit)?;
        if !matches!(request, Request::About { question: Question::Perft(1..), .. }) {
            return Ok(answer);
        }
        self.counts += 1;
        if self.counts < self.errs_from {
            return Ok(answer);
        }
        let more: u128 = answer.rows[0].parse::<u128>().expect("a count") + 1;
        Ok(Answer::rows(vec![more.to_string()]))
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.inner.restart()
    }
}

#[test]
fn every_subject_is_counted_to_the_same_depth_in_its_own_counting() {
    let name = "random178";
    let countings = [Counting::Unique, Counting::Order, Counting::Route];
    let mut entrants =
        countings.map(|counts| entrant(InProcess::new(server(INTERNATIONAL, BuiltinName::Rulebook, counts))));
    let results = timed_at(INTERNATIONAL, name, 1, &mut entrants);
    let course = &results.positions[0];
    assert_eq!((course.class.as_str(), course.depth), ("king-rich", 1));
    let leaves: Vec<Vec<u64>> = course
        .figures
        .iter()
        .map(|figures| figures.perft.timed().unwrap().iter().map(|count| count.leaves).collect())
        .collect();
    assert_eq!(leaves, [[14], [178], [436]]);
    assert!(results.subjects[2].counting.contains("counts=route"));
    for figures in &course.figures {
        let moves = figures.moves.timed().unwrap();
        assert_eq!((moves.ns.len(), results.yardstick_ns.len()), (2, 2));
    }
}

#[test]
fn an_engine_that_misreads_a_rule_is_not_timed_and_the_others_are() {
    let mut wrong = ARAB;
    wrong.rules.set("majority", "free").unwrap();
    let mut entrants = [
        entrant(InProcess::new(server(wrong, BuiltinName::Rulebook, Counting::Unique))),
        entrant(InProcess::new(arab())),
    ];
    let results = timed_at(ARAB, "kings-and-men", 3, &mut entrants);
    let [wrong, right] = &results.positions[0].figures[..] else { panic!("two subjects") };
    assert!(wrong.perft.is_wrong() && wrong.perft.timed().is_none());
    assert!(wrong.perft.reason().unwrap().contains("leaves at depth"), "{:?}", wrong.perft);
    assert_eq!(right.perft.timed().unwrap().len(), 3);
}

#[test]
fn a_count_in_another_counting_than_declared_is_not_timed_and_the_fitting_one_is_named() {
    let mut impostor = Impostor::new(server(INTERNATIONAL, BuiltinName::Rulebook, Counting::Route));
    impostor.profile.variants[0].counts = Counting::Unique;
    let results = timed_at(INTERNATIONAL, "random178", 1, &mut [entrant(impostor)]);
    let reason = results.positions[0].figures[0].perft.reason().unwrap().to_owned();
    assert!(reason.contains("`counts=route leaves=zero` would fit"), "{reason}");
}

#[test]
fn a_subject_that_answers_otherwise_under_the_clock_is_not_timed() {
    let mut impostor = Impostor::new(arab());
    // Three depths are checked first, each perhaps twice.
    impostor.errs_from = 8;
    let results = timed_at(ARAB, "start", 3, &mut [entrant(impostor)]);
    let figures = &results.positions[0].figures[0];
    assert!(figures.perft.reason().unwrap().contains("it answers otherwise"), "{figures:?}");
    assert!(figures.moves.timed().is_none());
}

#[test]
fn without_perft_only_moves_are_timed_and_without_the_variant_nothing() {
    let mut entrants = [
        entrant(InProcess::new(arab().only([Capability::Moves]))),
        entrant(InProcess::new(server(INTERNATIONAL, BuiltinName::Fast, Counting::Unique))),
    ];
    let results = timed_at(ARAB, "start", 3, &mut entrants);
    let [moves, none] = &results.positions[0].figures[..] else { panic!("two subjects") };
    assert_eq!(moves.moves.timed().unwrap().ns.len(), 2);
    assert_eq!(moves.perft.reason(), Some("the engine does not declare `perft`"));
    assert!(!moves.perft.is_wrong());
    assert_eq!(none.moves.reason(), Some("it does not declare the variant arab"));
    assert_eq!(results.positions[0].depth, 0);
}

/// A subject with a name and, for each position, nanoseconds of a count and the relative spread.
fn record(name: &str, counts: &[(f64, f64)]) -> Record {
    let timing = |(ns, spread): (f64, f64)| {
        let off = ns * spread;
        Timing::new(1, &[ns - off, ns - off, ns, ns + off, ns + off], &[0.0; 5])
    };
    let course = |(index, count): (usize, &(f64, f64))| Course {
        class: ["start", "king-rich"][index % 2].to_owned(),
        name: format!("position-{index}"),
        position: "W:W31:B1".to_owned(),
        depth: 2,
        figures: vec![Figures {
            moves: Figure::Timed(timing((500.0, 0.01))),
            perft: Figure::Timed(vec![
                Count { depth: 1, leaves: 9, timing: timing((100.0, 0.01)) },
                Count { depth: 2, leaves: 1_000_000, timing: timing(*count) },
            ]),
            notes: Vec::new(),
        }],
    };
    Record {
        schema: SCHEMA.to_owned(),
        huff: "0.1.0".to_owned(),
        date: "2026-01-01T00:00:00Z".to_owned(),
        machine: Machine { cpu: "Abacus 1".to_owned(), processors: 2, system: "linux x86_64".to_owned() },
        variant: "diagonal".to_owned(),
        rounds: 5,
        yardstick_ns: vec![250_000.0; 5],
        subjects: vec![Contestant {
            name: name.to_owned(),
            version: "1".to_owned(),
            command: "./engine".to_owned(),
            counting: "counts=unique leaves=zero".to_owned(),
            last_ply: LastPly::Unknown,
        }],
        positions: counts.iter().enumerate().map(course).collect(),
        parts: Vec::new(),
    }
}

/// The verdicts about leaves a second: of each class, then over all.
fn verdicts(then: &Record, now: &Record) -> Vec<Judged> {
    let comparison = Comparison::new(then, now);
    let changes =
        comparison.subjects.iter().flat_map(|subject| subject.classes.iter().chain(&subject.overall));
    changes.filter(|it| it.question.to_string() == "perft").map(|it| it.change.verdict).collect()
}

#[test]
fn a_difference_is_told_by_class_and_over_all() {
    use Judged::{Faster, NoDifference, Slower};
    let then = record("foo", &[(1e6, 0.01), (1e6, 0.01)]);
    let now = |first: f64, second: f64| record("foo", &[(first, 0.01), (second, 0.01)]);
    assert_eq!(verdicts(&then, &now(1e6, 1e6)), [NoDifference; 3]);
    assert_eq!(verdicts(&then, &now(0.8e6, 0.8e6)), [Faster; 3]);
    assert_eq!(verdicts(&then, &now(1e6, 1.3e6)), [NoDifference, Slower, Slower]);
    assert_eq!(verdicts(&then, &now(0.7e6, 1.4e6)), [Faster, Slower, NoDifference]);
    assert!(Comparison::new(&then, &now(1e6, 1.3e6)).is_slower());
    assert!(!Comparison::new(&then, &now(0.8e6, 1.0e6)).is_slower());
}

#[test]
fn a_machine_that_has_become_slower_is_no_slower_engine() {
    let then = record("foo", &[(1e6, 0.01)]);
    let mut now = record("foo", &[(1.3e6, 0.01)]);
    assert_eq!(verdicts(&then, &now), [Judged::Slower; 2]);
    now.yardstick_ns = vec![325_000.0; 5];
    assert_eq!(verdicts(&then, &now), [Judged::NoDifference; 2]);
    let notes = Comparison::new(&then, &now).notes;
    assert!(notes.iter().any(|note| note.contains("30 % slower now")), "{notes:?}");
    // Nor does a faster machine make a faster engine.
    let mut now = record("foo", &[(0.7e6, 0.01)]);
    now.yardstick_ns = vec![175_000.0; 5];
    assert_eq!(verdicts(&then, &now), [Judged::NoDifference; 2]);
}

#[track_caller]
fn is_not_compared(change: impl Fn(&mut Record), reason: &str) {
    let then = record("foo", &[(1e6, 0.01)]);
    let mut now = record("foo", &[(2e6, 0.01)]);
    change(&mut now);
    let comparison = Comparison::new(&then, &now);
    let said = serde_json::to_string(&comparison).unwrap();
    assert!(said.contains(reason), "{said}");
    let perft = verdicts(&then, &now);
    assert!(perft.iter().all(|verdict| *verdict == Judged::NotCompared), "{said}");
    assert!(!comparison.is_slower(), "{said}");
}

#[test]
fn what_was_measured_otherwise_is_said_and_not_compared() {
    is_not_compared(|now| "Abacus 2".clone_into(&mut now.machine.cpu), "measured on Abacus 1");
    is_not_compared(|now| "arab".clone_into(&mut now.variant), "it is of diagonal, this of arab");
    is_not_compared(|now| now.positions[0].depth = 3, "was counted to depth 2, now 3");
    is_not_compared(|now| "W:W32:B1".clone_into(&mut now.positions[0].position), "was not timed then");
    is_not_compared(
        |now| "counts=route leaves=zero".clone_into(&mut now.subjects[0].counting),
        "counts `counts=route leaves=zero` now",
    );
    is_not_compared(
        |now| now.positions[0].figures[0].perft = Figure::wrong("it counts 7 leaves"),
        "it counts 7 leaves",
    );
    let few = |now: &mut Record| {
        if let Figure::Timed(counts) = &mut now.positions[0].figures[0].perft {
            counts[1].timing.ns.truncate(4);
        }
    };
    is_not_compared(few, "4 rounds are too few");
}

#[test]
fn a_subject_is_found_again_by_name_and_rank_and_a_single_one_also_under_another_name() {
    let then = record("foo", &[(1e6, 0.01)]);
    let renamed = record("bar", &[(1e6, 0.01)]);
    assert_eq!(Comparison::new(&then, &renamed).subjects.len(), 1);
    let both = |first: &str, second: &str| {
        let (mut one, other) = (record(first, &[(1e6, 0.01)]), record(second, &[(3e6, 0.01)]));
        one.subjects.extend(other.subjects);
        one.positions[0].figures.extend(other.positions[0].figures.clone());
        one
    };
    assert_eq!(verdicts(&both("foo", "foo"), &both("foo", "foo")), [Judged::NoDifference; 4]);
    assert_eq!(
        verdicts(&both("foo", "bar"), &both("bar", "foo")),
        [Judged::Faster, Judged::Faster, Judged::Slower, Judged::Slower]
    );
    let missing = Comparison::new(&then, &both("foo", "bar"));
    assert_eq!(missing.notes, ["not compared: bar is not in it"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn verdicts_turn_round_with_the_profiles_and_follow_the_spread(
        ns in 1e3..1e9_f64, ratio in 0.2..5.0_f64, spreads in (0.0..0.2_f64, 0.0..0.2_f64)
    ) {
        let then = record("foo", &[(ns, spreads.0)]);
        let now = record("foo", &[(ns / ratio, spreads.1)]);
        let margin = (3.0 * spreads.0.hypot(spreads.1)).max(0.02).ln_1p();
        // What is written has a tenth of a nanosecond.
        let near = (ratio.ln().abs() - margin).abs() < 1e-2;
        prop_assume!(!near);
        let due = match ratio.ln() {
            it if it > margin => Judged::Faster,
            it if it < -margin => Judged::Slower,
            _ => Judged::NoDifference,
        };
        prop_assert_eq!(verdicts(&then, &now), [due; 2]);
        let turned = match due {
            Judged::Faster => Judged::Slower,
            Judged::Slower => Judged::Faster,
            other => other,
        };
        prop_assert_eq!(verdicts(&now, &then), [turned; 2]);
    }

    #[test]
    fn a_profile_reads_back_as_it_was_written(counts in prop::collection::vec((1.0..1e9_f64, 0.0..0.3_f64), 1..5)) {
        let record = record("foo", &counts);
        prop_assert_eq!(Record::parse(&record.json().unwrap()), Ok(record));
    }
}

#[test]
fn a_file_that_is_no_profile_is_refused_with_the_reason() {
    assert!(Record::parse("{").is_err());
    let other = Record::parse(r#"{ "schema": "huff-profile/2", "anything": 1 }"#).unwrap_err();
    assert!(other.contains("huff-profile/2") && other.contains(SCHEMA), "{other}");
    let mut short = record("foo", &[(1e6, 0.01)]);
    short.positions[0].figures.clear();
    assert!(Record::parse(&short.json().unwrap()).unwrap_err().contains("position-0"));
}

#[test]
fn skipped_figures_keep_their_reason_and_whether_they_are_wrong() {
    let mut record = record("foo", &[(1e6, 0.01)]);
    let figures = &mut record.positions[0].figures[0];
    figures.perft = Figure::wrong("it counts 7 leaves");
    figures.moves = Figure::skipped("no answer within 2 s");
    let text = record.json().unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["positions"][0]["figures"][0]["perft"]["wrong"], true);
    assert_eq!(json["positions"][0]["figures"][0]["moves"]["skipped"], "no answer within 2 s");
    assert_eq!(Record::parse(&text), Ok(record));
}

const SVG: &str = "http://www.w3.org/2000/svg";

/// The text of every element of a name.
fn texts(document: &roxmltree::Document<'_>, name: roxmltree::ExpandedName<'_, '_>) -> Vec<String> {
    let elements = document.descendants().filter(|node| node.has_tag_name(name));
    let text = |node: roxmltree::Node<'_, '_>| {
        let parts = node.descendants().filter(roxmltree::Node::is_text).filter_map(|it| it.text());
        parts.collect::<String>().trim().to_owned()
    };
    elements.map(text).collect()
}

#[test]
fn picture_and_page_are_well_formed_whatever_an_engine_calls_itself() {
    let hostile = "<b>&\"'</b></svg><script>";
    let mut now = record(hostile, &[(1e6, 0.01), (3e6, 0.2), (5e5, 0.0)]);
    now.subjects[0].command = "./a & <b>".to_owned();
    now.positions[2].figures[0].moves = Figure::wrong("it lists `<i>` & more");
    let then = record(hostile, &[(2e6, 0.01)]);
    let comparison = Comparison::new(&then, &now);
    let report = SpeedReport { record: &now, comparison: Some(&comparison) };

    let picture = speed_chart(&now).unwrap();
    let document = roxmltree::Document::parse(&picture).unwrap();
    assert!(document.root_element().has_tag_name((SVG, "svg")));
    let shown = texts(&document, (SVG, "text").into());
    assert!(shown.iter().any(|text| text.contains("script")), "{shown:?}");
    assert!(shown.iter().any(|text| text == "king-rich"), "{shown:?}");
    assert!(shown.iter().any(|text| text == "position-1, by depth"), "{shown:?}");
    assert!(document.descendants().all(|node| node.tag_name().name() != "script"));
    // Three lines and as many panels; a bar a class and one box of the legend.
    let count = |name: &str| document.descendants().filter(|node| node.tag_name().name() == name).count();
    assert!(count("rect") >= 3 && count("circle") == 6, "{} {}", count("rect"), count("circle"));

    let page = speed_page(&report).unwrap();
    let document = scraper::Html::parse_document(&page);
    let all = |name: &str| -> Vec<String> {
        let selector = scraper::Selector::parse(name).unwrap();
        document.select(&selector).map(|element| element.text().collect::<String>()).collect()
    };
    assert_eq!((all("script").len(), all("svg script").len(), all("b, i").len()), (1, 0, 0));
    assert!(all("td").contains(&"./a & <b>".to_owned()), "{:?}", all("td"));
    assert!(all("td").contains(&"not timed".to_owned()), "{:?}", all("td"));
    assert!(all("li").iter().any(|it| it.contains("it lists `<i>` & more (position-2)")));
    let places = page.matches("http://").count() + page.matches("https://").count();
    assert_eq!(places, page.matches(SVG).count(), "the page asks for nothing elsewhere");
}

#[test]
fn the_terminal_shows_speeds_ratios_and_what_was_not_timed() {
    let mut now = record("foo", &[(1e6, 0.01)]);
    let other = record("bar", &[(2e6, 0.01)]);
    now.subjects.extend(other.subjects);
    now.positions[0].figures.extend(other.positions[0].figures.clone());
    now.positions[0].figures[1].moves = Figure::skipped("no answer within 2 s");
    let mut text = Vec::new();
    SpeedReport { record: &now, comparison: None }.terminal(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    for part in ["1,000 M ±1.0 %", "500 M ±1.0 %", "0.500", "B : A", "not timed", " unknown "] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(text.contains("B bar: moves not timed: no answer within 2 s\n"), "{text}");
}

/// Times one position of Arab draughts in a moment.
fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    command.args(["profile", "--variant", "arab", "--position", "start", "--budget", "0.2", "--rounds", "5"]);
    command.args(arguments).timeout(Duration::from_secs(120));
    command
}

#[test]
fn the_command_compares_with_what_it_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (saved, report) = (path("saved.json"), path("new/report"));
    huff(&["--builtin", "rulebook", "--save", &saved, "--report", &report])
        .assert()
        .success()
        .stdout(contains("Leaves a second").and(contains("Where the time of huff-rulebook goes")));
    let text = std::fs::read_to_string(&saved).unwrap();
    let record = Record::parse(&text).unwrap();
    assert!(!record.machine.cpu.is_empty() && record.date.ends_with('Z'));
    assert_eq!(record.parts[0].generator, "huff-rulebook");
    assert_eq!(std::fs::read_to_string(path("new/report/profile.json")).unwrap(), text);
    let mut names: Vec<_> =
        std::fs::read_dir(&report).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["profile.html", "profile.json", "profile.svg"]);

    // A thousand times as fast then is slower now, and the other way round.
    let against = |name: &str, factor: f64| {
        let mut then = record.clone();
        for count in then.positions[0].figures[0].perft.clone().timed().unwrap() {
            let ns: Vec<f64> = count.timing.ns.iter().map(|ns| ns * factor).collect();
            let timing = Timing::new(1, &ns, &[0.0; 5]);
            if let Figure::Timed(counts) = &mut then.positions[0].figures[0].perft {
                counts[count.depth as usize - 1].timing = timing;
            }
        }
        std::fs::write(path(name), then.json().unwrap()).unwrap();
        huff(&["--builtin", "rulebook", "--against", &path(name)]).assert()
    };
    against("fast.json", 1e-3).code(1).stdout(contains("huff-rulebook perft: slower"));
    against("slow.json", 1e3).code(0).stdout(contains("huff-rulebook perft: faster"));

    let mut elsewhere = record.clone();
    "Abacus 1".clone_into(&mut elsewhere.machine.cpu);
    std::fs::write(path("elsewhere.json"), elsewhere.json().unwrap()).unwrap();
    huff(&["--builtin", "rulebook", "--against", &path("elsewhere.json")])
        .assert()
        .code(2)
        .stdout(contains("measured on Abacus 1"))
        .stderr(contains("nothing could be compared"));
}

#[test]
fn the_command_times_no_engine_that_is_wrong_and_exits_with_1() {
    let output =
        huff(&["--engine", "huff serve", "--engine", "huff serve --rule men-step=every-way", "--json"])
            .assert()
            .code(1);
    let json: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(json["schema"], "huff-profile/1");
    assert_eq!(json["subjects"][1]["command"], "huff serve --rule men-step=every-way");
    assert_eq!(json["subjects"][0]["last_ply"], "unknown");
    let [right, wrong] = [0, 1].map(|subject| &json["positions"][0]["figures"][subject]);
    assert_eq!(wrong["perft"]["wrong"], true);
    assert_eq!(right["perft"][0]["leaves"], 8);
    assert_eq!(right["perft"][0]["ns"].as_array().unwrap().len(), 5);
    assert!(right["moves"]["base_ns"].as_f64().unwrap() > 0.0);
    huff(&["--engine", "huff serve --only moves"])
        .assert()
        .success()
        .stdout(contains("perft not timed: the engine does not declare `perft`"));
}

#[test]
fn wrong_use_is_said_before_anything_is_timed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file").to_string_lossy().into_owned();
    std::fs::write(&file, "{ \"schema\": \"huff-sweep/1\" }").unwrap();
    let below = format!("{file}/below");
    for (arguments, code, text) in [
        (&["--position", "nowhere"][..], 2, "there are start, crowded-middle"),
        (&["--engine", "no-such-program"], 3, "no such program"),
        (&["--against", &file], 2, "its schema is `huff-sweep/1`; this huff reads `huff-profile/1`"),
        (&["--against", "/no/such/file"], 2, "/no/such/file"),
        (&["--report", &file], 2, "cannot write a report"),
        (&["--save", &below], 2, "--save: cannot write"),
        (&["--rounds", "0"], 2, "0 is not in 1..=1000"),
    ] {
        let mut command = Command::cargo_bin("huff").expect("huff is built");
        command.args(["profile", "--variant", "arab"]).args(arguments);
        command.assert().code(code).stderr(contains(text)).stdout("");
    }
}
