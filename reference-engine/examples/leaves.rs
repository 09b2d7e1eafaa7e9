//! Counts the leaves of a position by the fast generator and nothing else, for a profiler to look at:
//! `leaves VARIANT DEPTH [POSITION]`.

use reference_engine::fast::Fast;
use reference_engine::moves::Counting;
use reference_engine::variants;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, name, depth, rest @ ..] = &arguments[..] else {
        panic!("usage: leaves VARIANT DEPTH [POSITION]")
    };
    let variant = variants::find(name).expect("a variant's name");
    let position = variant.read(rest.first().map_or("start", String::as_str)).expect("a position");
    let fast = Fast::new(variant.rules, variant.board).expect("every variant is compiled in");
    println!("{}", fast.perft(&position, depth.parse().expect("a depth"), Counting::Unique));
}
