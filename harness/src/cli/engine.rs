//! The engine under test, from the command line.

use super::CliError;
use super::arguments::bytes;
use crate::builtin::BuiltinName;
use crate::check::Limits;
use crate::crew::Crew;
use crate::dcp::Profile;
use crate::serve::{Manner, Server};
use crate::subject::{InProcess, Launch, OneShot, Session, Subject, of_this_machine};
use clap::Args;
use reference_engine::variants;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Which engine is asked, and how patiently.
#[derive(Args, Debug)]
pub struct EngineArguments {
    /// The command that starts the engine, with its arguments, in the shell's quoting; no shell runs it. The
    /// program `huff` is this very one.
    #[arg(long, value_name = "CMD")]
    pub engine: Option<String>,
    /// Starts the engine once for each question, with the request as its last arguments.
    #[arg(long, requires = "engine")]
    one_shot: bool,
    /// A line that a one-shot engine would answer to hello, as in `--declare 'variant id=arab notation=short'`.
    #[arg(long, value_name = "LINE", requires = "one_shot")]
    declare: Vec<String>,
    /// Seconds an answer may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    timeout: f64,
    /// Seconds a count may take, besides one second for every 1,000 leaves.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    count_timeout: f64,
    /// Seconds an engine may take to say hello.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    hello_timeout: f64,
    /// Memory that the engine may use, the processes that it starts included, as in `2GiB`; without it, half of
    /// what the machine has.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<usize>,
}

pub fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "a number of seconds".to_owned())?;
    if (0.001..=86_400.0).contains(&number) { Ok(number) } else { Err("between 0.001 and 86400".to_owned()) }
}

/// The memory that an engine may use: what is said, or half of what the machine has, if that is known.
pub fn memory_or_half(said: Option<usize>) -> Option<u64> {
    said.map(|size| size as u64).or_else(|| Some(of_this_machine() / 2).filter(|half| *half > 0))
}

/// The words of a command in the shell's quoting. The program `huff` is this very one.
pub fn command_of(text: &str) -> Result<Vec<String>, CliError> {
    let mut command =
        shell_words::split(text).map_err(|error| CliError::Usage(format!("--engine `{text}`: {error}")))?;
    let program =
        command.first_mut().ok_or_else(|| CliError::Usage("--engine names no command".to_owned()))?;
    if program == "huff"
        && let Ok(this) = std::env::current_exe()
    {
        // huff need not be on PATH to be asked itself.
        *program = this.to_string_lossy().into_owned();
    }
    Ok(command)
}

impl EngineArguments {
    /// Starts the engine; the built-in reference if none is named.
    pub fn start(&self) -> Result<Box<dyn Subject + Send>, CliError> {
        self.start_or(BuiltinName::default())
    }

    /// Starts the engine; a built-in generator if none is named.
    pub fn start_or(&self, generator: BuiltinName) -> Result<Box<dyn Subject + Send>, CliError> {
        let Some(text) = &self.engine else {
            let manner = Manner { generator, ..Manner::default() };
            return Ok(Box::new(InProcess::new(Server::new(variants::ALL.to_vec(), manner))));
        };
        let launch = self.launch(command_of(text)?);
        if self.one_shot {
            let profile = Profile::parse(self.declare.iter().map(String::as_str))
                .map_err(|error| CliError::Usage(format!("--declare: {error}")))?;
            if profile.variants.is_empty() {
                let message = "--one-shot needs --declare 'variant id=NAME …' for each variant";
                return Err(CliError::Usage(message.to_owned()));
            }
            return Ok(Box::new(OneShot::new(launch, profile)));
        }
        Session::start(launch).map(|session| Box::new(session) as _).map_err(CliError::Engine)
    }

    /// Starts several processes of the engine.
    pub fn start_crew(&self, generator: BuiltinName, size: NonZeroUsize) -> Result<Crew, CliError> {
        let mut crew = Crew::of(self.start_or(generator)?);
        for _ in 1..size.get() {
            crew.join(self.start_or(generator)?);
        }
        Ok(crew)
    }

    fn launch(&self, command: Vec<String>) -> Launch {
        let hello_limit = Duration::from_secs_f64(self.hello_timeout);
        Launch { command, hello_limit, memory: memory_or_half(self.memory) }
    }

    /// The command as it was given; empty for the built-in reference.
    pub fn command(&self) -> &str {
        self.engine.as_deref().unwrap_or_default()
    }

    /// How long the engine may take.
    pub fn limits(&self) -> Limits {
        Limits {
            answer: Duration::from_secs_f64(self.timeout),
            count: Duration::from_secs_f64(self.count_timeout),
            ..Limits::default()
        }
    }
}
