//! The engine under test, from the command line.

use super::CliError;
use super::limits::LimitArguments;
use crate::builtin::BuiltinName;
use crate::check::Limits;
use crate::crew::Crew;
use crate::dcp::Profile;
use crate::interrupt;
use crate::serve::{Manner, Server};
use crate::subject::{Fault, InProcess, OneShot, Subject};
use clap::Args;
use reference_engine::variants;

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
    #[command(flatten)]
    limits: LimitArguments,
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
        let command = command_of(text)?;
        if self.one_shot {
            let profile = Profile::parse(self.declare.iter().map(String::as_str))
                .map_err(|error| CliError::Usage(format!("--declare: {error}")))?;
            if profile.variants.is_empty() {
                let message = "--one-shot needs --declare 'variant id=NAME …' for each variant";
                return Err(CliError::Usage(message.to_owned()));
            }
            return Ok(Box::new(OneShot::new(self.limits.launch(command), profile)));
        }
        self.limits.session(command).map(|session| Box::new(session) as _)
    }

    /// Starts further processes of the engine until there are so many.
    pub fn enlarge(&self, crew: &mut Crew, generator: BuiltinName, size: usize) -> Result<(), CliError> {
        for _ in 1..size {
            if interrupt::is_requested() {
                return Err(CliError::Engine(Fault::Interrupted));
            }
            crew.join(self.start_or(generator)?);
        }
        Ok(())
    }

    /// The command as it was given; empty for the built-in reference.
    pub fn command(&self) -> &str {
        self.engine.as_deref().unwrap_or_default()
    }

    /// How long the engine may take.
    pub fn limits(&self) -> Limits {
        self.limits.limits()
    }
}
