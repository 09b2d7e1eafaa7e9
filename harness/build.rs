//! The fixtures are part of the binary: a changed fixture is a changed binary.

fn main() {
    println!("cargo::rerun-if-changed=../fixtures");
}
