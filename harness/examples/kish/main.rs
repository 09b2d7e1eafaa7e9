//! A published Rust engine under test, as its own author would write it: `cargo run --release --example kish`
//! says where it plays otherwise, `… --example kish -- serve` lets it speak dcp/1, so that every verb of
//! `huff` can ask it.

mod engine;

use engine::{KNOWN_DIFFERENCES, Kish};
use harness::conformance::{Conformance, Linked};
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => match Linked::new(Kish).serve(io::stdin().lock(), io::stdout().lock()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("kish: {error}");
                ExitCode::FAILURE
            }
        },
        Some(other) => {
            eprintln!("usage: kish [serve]; what is `{other}`?");
            ExitCode::from(2)
        }
        None => {
            let known = KNOWN_DIFFERENCES.iter();
            let conformance =
                known.fold(Conformance::of(Kish), |all, (cases, reason)| all.except(cases, reason));
            let findings = conformance.check();
            println!("{findings}");
            if findings.conforms() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
    }
}
