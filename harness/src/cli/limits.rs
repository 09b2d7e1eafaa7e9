//! How patiently an engine is asked, and what it may use.

use super::CliError;
use super::arguments::bytes;
use crate::check::Limits;
use crate::subject::{Launch, Session, of_this_machine};
use clap::Args;
use std::time::Duration;

/// Bounds on an engine.
#[derive(Args, Debug)]
pub struct LimitArguments {
    /// Seconds an answer may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    timeout: f64,
    /// Seconds a count may take, besides one second for every 1,000 leaves.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    count_timeout: f64,
    /// Seconds an engine may take to say hello.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    hello_timeout: f64,
    /// Memory that an engine may use, the processes that it starts included, as in `2GiB`; without it, half of
    /// what the machine has.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<usize>,
}

impl LimitArguments {
    /// How long answers may take.
    pub fn limits(&self) -> Limits {
        Limits {
            answer: Duration::from_secs_f64(self.timeout),
            count: Duration::from_secs_f64(self.count_timeout),
            ..Limits::default()
        }
    }

    /// A command within these bounds.
    pub fn launch(&self, command: Vec<String>) -> Launch {
        let half = || Some(of_this_machine() / 2).filter(|half| *half > 0);
        Launch {
            command,
            hello_limit: Duration::from_secs_f64(self.hello_timeout),
            memory: self.memory.map(|size| size as u64).or_else(half),
        }
    }

    /// Starts an engine that is asked line by line.
    pub fn session(&self, command: Vec<String>) -> Result<Session, CliError> {
        Session::start(self.launch(command)).map_err(CliError::Engine)
    }
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "a number of seconds".to_owned())?;
    if (0.001..=86_400.0).contains(&number) { Ok(number) } else { Err("between 0.001 and 86400".to_owned()) }
}
