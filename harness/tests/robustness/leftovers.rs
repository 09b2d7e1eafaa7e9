//! Processes that a run has left behind, found by a variable that every process of it inherits, or by their words.

use std::time::{Duration, Instant};

/// The variable.
pub const VARIABLE: &str = "HUFF_TRIAL";
/// How long the system may take to forget processes that were killed.
const GOING: Duration = Duration::from_secs(3);

/// The command lines of those that stay, which are ended now. None where there is no `/proc`. The name of a trial
/// stands in the environment, or in the command line of a process that has cleared it.
pub fn of(trial: &str) -> Vec<String> {
    let until = Instant::now() + GOING;
    loop {
        let found = running(trial);
        if found.is_empty() || Instant::now() >= until {
            let lines = found.iter().map(|pid| command_line(pid)).collect();
            for pid in found {
                let _ = std::process::Command::new("kill").args(["-9", &pid]).status();
            }
            return lines;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn running(trial: &str) -> Vec<String> {
    let mark = format!("{VARIABLE}={trial}").into_bytes();
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let names = processes.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let numbers = names.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
    let is_marked = |pid: &String| {
        // One that has ended and was not asked for its status has no environment any more.
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == mark) || command_line(pid).contains(trial)
    };
    numbers.filter(is_marked).collect()
}

fn command_line(pid: &str) -> String {
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).replace('\0', " ")
}
