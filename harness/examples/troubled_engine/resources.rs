//! Engines that take memory and processors.

use super::sleep;
use std::hint::black_box;
use std::thread;
use std::time::Duration;

pub fn at_once(trouble: &str) {
    match trouble {
        "takes-memory-at-once" => take_memory(),
        "many-threads" => {
            // Memory of all threads together, which is in use once.
            std::mem::forget(black_box(filled(64 << 20)));
            for _ in 0..32 {
                thread::spawn(sleep);
            }
        }
        _ => {}
    }
}

pub fn before_moves(trouble: &str) {
    match trouble {
        "leaks" => std::mem::forget(black_box(filled(1 << 20))),
        "takes-memory" => take_memory(),
        "takes-memory-in-a-child" => {
            let this = std::env::current_exe().expect("an engine has a path");
            let child = std::process::Command::new(this).arg("takes-memory-at-once").status();
            child.expect("a child starts");
        }
        "takes-processors" => {
            for _ in 0..8 {
                thread::spawn(|| {
                    loop {
                        std::hint::spin_loop();
                    }
                });
            }
            sleep();
        }
        // Some time for huff to look.
        "many-threads" => thread::sleep(Duration::from_millis(300)),
        _ => {}
    }
}

/// Memory that is really in use.
fn filled(bytes: usize) -> Vec<u8> {
    vec![1; bytes]
}

/// Takes up to 2 GiB, a little at a time.
fn take_memory() {
    let mut taken = Vec::new();
    for _ in 0..1024 {
        taken.push(black_box(filled(2 << 20)));
        thread::sleep(Duration::from_millis(5));
    }
    sleep();
}
