//! Which changes of one rule random positions find out without any fixture, by the question for the moves
//! alone: all that the moves of a possible position show.

use harness::check::Limits;
use harness::fixture::Loaded;
use harness::property::draw;
use harness::serve::{Manner, Server};
use harness::subject::InProcess;
use harness::verdict::Verdict;
use harness::verify::examine;
use reference_engine::rules::{Rules, Setting};
use reference_engine::variants::{self, Variant};

/// Positions of a variant, and the seed that draws them.
const NUMBER: u64 = 300;
const SEED: u64 = 17;

/// Changes that leave every position its moves. Some show in results and games; the others show nowhere
/// (`rule_changes.rs` has the reasons).
const NOT_IN_MOVES: &[(&str, &[&str])] = &[
    (
        "ghanaian",
        &[
            "men-step=forward-and-sideways",
            "men-capture=forward-and-sideways",
            "about-turn=forbidden",
            "crowning=ends-capture",
            "crowning=once-touched",
            // Such a position cannot arise by the right rules, so it is not drawn.
            "one-piece-each=draws",
            "blocked=draws",
            "repetition=third-draws",
            "no-progress=forty-each-draws",
        ],
    ),
    (
        "arab",
        &[
            "king-landing=where-capture-continues",
            "completion=may-stop",
            "crowning=once-touched",
            "jump-again=allowed",
            "blocked=draws",
            "repetition=plays-on",
            "no-progress=plays-on",
        ],
    ),
    (
        "diagonal",
        &[
            "men-step=forward-and-sideways",
            "about-turn=forbidden",
            "king-landing=where-capture-continues",
            "completion=may-stop",
            "blocked=draws",
            "repetition=third-draws",
            "no-progress=forty-each-draws",
        ],
    ),
];

fn cases(variant: Variant) -> Vec<Loaded> {
    let position = |number| draw(&variant, SEED, number);
    (0..NUMBER).map(|number| Loaded::loose(variant, number.to_string(), &position(number))).collect()
}

fn is_found_out(cases: &[Loaded], variant: Variant, rules: Rules) -> bool {
    let mut subject = InProcess::new(Server::new(vec![variant.with_rules(rules)], Manner::default()));
    let is_failed = |loaded: &Loaded| {
        let report = examine(&mut subject, loaded, &variant.rules, Limits::default()).unwrap();
        matches!(report.verdict, Verdict::Fail(_))
    };
    cases.iter().any(is_failed)
}

fn all_that_moves_show_are_found_out(variant: Variant) {
    let cases = cases(variant);
    let (_, not_in_moves) = NOT_IN_MOVES.iter().find(|(name, _)| *name == variant.name).unwrap();
    let differs = |(change, rules): &(Setting, Rules)| {
        not_in_moves.contains(&change.to_string().as_str()) == is_found_out(&cases, variant, *rules)
    };
    let wrong: Vec<String> = variant
        .rules
        .one_field_changes()
        .iter()
        .filter(|it| differs(it))
        .map(|(change, _)| change.to_string())
        .collect();
    assert!(wrong.is_empty(), "{}: found out, or listed, but not both: {wrong:?}", variant.name);
}

#[test]
fn random_positions_find_out_what_moves_show_of_ghanaian() {
    all_that_moves_show_are_found_out(variants::GHANAIAN);
}

#[test]
fn random_positions_find_out_what_moves_show_of_arab() {
    all_that_moves_show_are_found_out(variants::ARAB);
}

#[test]
fn random_positions_find_out_what_moves_show_of_diagonal() {
    all_that_moves_show_are_found_out(variants::DIAGONAL);
}
