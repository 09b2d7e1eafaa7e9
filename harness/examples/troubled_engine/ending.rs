//! Engines that end or fall silent.

use super::{Talk, sleep};
use std::process::{abort, exit};

pub fn at_once(trouble: &str) {
    match trouble {
        "exits-at-once" => exit(0),
        "exits-with-3" => exit(3),
        "aborts-at-once" => abort(),
        "says-nothing" => sleep(),
        _ => {}
    }
}

pub fn before_others(talk: &Talk<'_>) {
    match talk.trouble {
        "dies-at-echo" if talk.question.starts_with("echo") => exit(1),
        "hangs-after-hello" if !talk.question.starts_with("hello") => sleep(),
        _ => {}
    }
}

pub fn before_moves(talk: &Talk<'_>) {
    match (talk.trouble, talk.asked) {
        ("dies-always", _) => {
            eprintln!("segmentation fault, more or less");
            exit(139);
        }
        ("aborts", _) => abort(),
        ("dies-on-third-question", 3) => exit(1),
        ("dies-on-kings", _) if talk.question.contains('K') => exit(1),
        ("hangs" | "hangs-and-floods-errors" | "hangs-after-hello", _) => sleep(),
        _ => {}
    }
}
