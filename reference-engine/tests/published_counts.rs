//! Perft counts that others have published, under the counting they were published with.
//!
//! Sources: DCTL (`test/src/algo/traversal/`) and Moby Dam (`test/doperft`) for International, `BikDam` for
//! its start position, kish (`examples/perft.rs`) for Turkish. Both generators are counted, each as deep as a
//! budget of leaves; the deepest rows are for the recipe `just deep`.

use reference_engine::fast::Fast;
use reference_engine::moves::Counting;
use reference_engine::perft::{perft, perft_with_finished_leaves};
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{self, Variant};

/// Leaves that one row may cost the rulebook, and how many times as many the fast generator. `PERFT_BUDGET`
/// in the environment replaces the first.
const BUDGET: u128 = 10_000_000;
const FAST_BUDGET: u128 = 50;

fn budget() -> u128 {
    std::env::var("PERFT_BUDGET").ok().map_or(BUDGET, |text| text.parse().expect("PERFT_BUDGET is a number"))
}

#[track_caller]
fn agrees(variant: Variant, fen: &str, counting: Counting, published: &[u128]) {
    let generator = Rulebook::new(variant.rules);
    let position = variant.read(fen).unwrap();
    for (depth, leaves) in (1..).zip(published).take_while(|(_, leaves)| **leaves <= budget()) {
        assert_eq!(perft(&generator, &position, depth, counting), *leaves, "{fen} depth {depth}");
    }
    let fast = Fast::new(variant.rules, variant.board).unwrap();
    let affordable = |(_, leaves): &(u32, &u128)| **leaves <= budget() * FAST_BUDGET;
    for (depth, leaves) in (1..).zip(published).take_while(affordable) {
        assert_eq!(fast.perft(&position, depth, counting), *leaves, "fast: {fen} depth {depth}");
    }
}

#[test]
fn international_start_in_unique_counting() {
    let published =
        [9, 81, 658, 4265, 27117, 167_140, 1_049_442, 6_483_961, 41_022_423, 258_895_763, 1_665_861_398];
    agrees(variants::INTERNATIONAL, "start", Counting::Unique, &published);
}

#[test]
fn international_start_in_order_counting() {
    let published = [
        9,
        81,
        658,
        4265,
        27117,
        167_140,
        1_049_442,
        6_483_971,
        41_022_614,
        258_935_682,
        1_666_207_133,
        10_752_899_471,
    ];
    agrees(variants::INTERNATIONAL, "start", Counting::Order, &published);
}

#[test]
fn random178() {
    let fen = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46";
    let published = [14, 55, 1168, 5432, 87195, 629_010, 9_041_010, 86_724_219, 1_216_917_193];
    agrees(variants::INTERNATIONAL, fen, Counting::Unique, &published);
    agrees(variants::INTERNATIONAL, fen, Counting::Order, &[178]);
    agrees(variants::INTERNATIONAL, fen, Counting::Route, &[436]);
}

#[test]
fn woldouby() {
    let published = [
        6,
        12,
        30,
        73,
        215,
        590,
        1944,
        6269,
        22369,
        88050,
        377_436,
        1_910_989,
        9_872_645,
        58_360_286,
        346_184_885,
    ];
    let fen = "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38";
    agrees(variants::INTERNATIONAL, fen, Counting::Unique, &published);
}

#[test]
fn all_kings() {
    let published = [17, 79, 352, 1399, 7062, 37589, 217_575, 1_333_217, 8_558_321, 58_381_162, 417_920_283];
    let fen = "W:WK31-50:BK1-20";
    agrees(variants::INTERNATIONAL, fen, Counting::Unique, &published);
}

#[test]
fn almost_promotion() {
    let published = [9, 81, 795, 7578, 86351, 936_311, 11_448_262, 138_362_698, 1_799_526_674];
    agrees(variants::INTERNATIONAL, "W:W6,7,8,9,10:B41,42,43,44,45", Counting::Unique, &published);
}

#[test]
fn front_rows() {
    let published = [
        9,
        81,
        534,
        2538,
        9052,
        29999,
        98971,
        310_315,
        1_008_317,
        3_174_159,
        10_369_533,
        34_907_917,
        123_162_301,
        462_333_827,
        1_824_763_597,
    ];
    agrees(variants::INTERNATIONAL, "W:B16,17,18,19,20:W31,32,33,34,35", Counting::Order, &published);
}

/// kish keeps the routes of a capture apart and counts a finished game as one leaf at any depth.
#[test]
fn turkish_start_in_route_counting() {
    let published = [8, 64, 708, 7538, 85090, 931_312, 10_782_382, 123_290_300];
    let generator = Rulebook::new(variants::TURKISH.rules);
    let start = variants::TURKISH.start();
    for (depth, leaves) in (1..).zip(published).take_while(|(_, leaves)| *leaves <= budget()) {
        assert_eq!(perft_with_finished_leaves(&generator, &start, depth, Counting::Route), leaves);
    }
    // No game is over within eight plies, so both ways of counting leaves agree.
    agrees(variants::TURKISH, "start", Counting::Route, &published);
}
