//! The `huff` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    harness::cli::main()
}
