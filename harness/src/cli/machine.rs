//! The machine that huff runs on, as far as the system tells without being asked twice.

use crate::speed::Machine;
use std::num::NonZeroUsize;

/// This machine.
pub fn machine() -> Machine {
    let architecture = std::env::consts::ARCH;
    Machine {
        cpu: model().unwrap_or_else(|| format!("unknown {architecture} processor")),
        processors: std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        system: format!("{} {architecture}", std::env::consts::OS),
    }
}

/// The processor's model where the system has it in a file or in the environment.
fn model() -> Option<String> {
    let listed = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| model_in(&text));
    listed.or_else(|| std::env::var("PROCESSOR_IDENTIFIER").ok())
}

/// The model in the text of `/proc/cpuinfo`.
fn model_in(text: &str) -> Option<String> {
    let value = |line: &str| Some(line.strip_prefix("model name")?.split_once(':')?.1.trim().to_owned());
    text.lines().find_map(value).filter(|model| !model.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_read_off_the_first_processor() {
        let text = "processor\t: 0\nmodel\t\t: 49\nmodel name\t: AMD EPYC 7R32\n\nmodel name\t: other\n";
        assert_eq!(model_in(text), Some("AMD EPYC 7R32".to_owned()));
        assert_eq!(model_in("processor\t: 0\nBogoMIPS\t: 243\n"), None);
    }
}
