//! A soak: many questions put through the real process layer to an engine that fails in one of many ways every
//! few hundred questions. `soak QUESTIONS [SEED]` asks, judges each verdict by what was done to the answer, and
//! writes a page; `soak engine SEED MARK` is that engine.

mod asking;
mod engine;
mod taken;
mod trouble;

use asking::Soaked;
use harness::interrupt;
use harness::subject::Fault;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &str| text.parse::<u64>().ok();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["engine", seed, mark] => engine::play(number(seed).expect("a seed"), mark),
        ["sleep", _] => engine::sleep(),
        [questions] if number(questions).is_some() => return soak(number(questions).unwrap_or(0), 1),
        [questions, seed] if number(questions).is_some() && number(seed).is_some() => {
            return soak(number(questions).unwrap_or(0), number(seed).unwrap_or(1));
        }
        _ => {
            eprintln!("soak QUESTIONS [SEED]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn soak(questions: u64, seed: u64) -> ExitCode {
    interrupt::listen();
    let began = Instant::now();
    match asking::soak(questions, seed) {
        Ok(soaked) => {
            write(&soaked, seed, began.elapsed().as_secs());
            let is_well =
                soaked.wrong.is_empty() && soaked.left.is_empty() && soaked.end.is_flat_since(soaked.warm);
            ExitCode::from(u8::from(!is_well))
        }
        Err(Fault::Interrupted) => ExitCode::from(130),
        Err(fault) => {
            eprintln!("soak: {fault}");
            ExitCode::from(3)
        }
    }
}

fn write(soaked: &Soaked, seed: u64, seconds: u64) {
    let troubles: u64 = soaked.met.values().sum();
    println!("# A long conversation with an engine in trouble\n");
    println!(
        "Written by `just soak`. An engine answers questions about random positions of arab and diagonal"
    );
    println!(
        "draughts; now and then an answer goes wrong in one of the ways below, and huff must say what each was,"
    );
    println!("and go on. What goes wrong follows from the seed and the question.\n");
    println!(
        "{} questions with seed {seed} in {seconds} s, {troubles} of them in trouble;",
        soaked.questions
    );
    println!(
        "{} verdicts other than due; processes left at the end: {}.\n",
        soaked.wrong.len(),
        soaked.left.len()
    );
    println!("| huff takes | memory | threads | open files |\n| --- | ---: | ---: | ---: |");
    for (when, taken) in [("after a tenth of the questions", soaked.warm), ("at the end", soaked.end)] {
        println!("| {when} | {} KiB | {} | {} |", taken.resident, taken.threads, taken.files);
    }
    println!("\n| trouble | verdict due | times |\n| --- | --- | ---: |");
    for ((trouble, due), times) in &soaked.met {
        println!("| {trouble} | {due} | {times} |");
    }
    for wrong in &soaked.wrong {
        eprintln!("{wrong}");
    }
    for process in &soaked.left {
        eprintln!("left: {process}");
    }
}
