//! In which formats a run is shown, and where.

use super::claim::Claim;
use super::out::Out;
use super::{CliError, beside};
use crate::diagnose::Group;
use crate::interrupt;
use crate::report::{Html, JsonLines, Junit, Markdown, Report, Terminal};
use crate::verify::{CaseReport, Run};
use clap::{Args, ValueEnum};
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use strum::{EnumIter, IntoEnumIterator};

/// A format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, EnumIter)]
pub enum Format {
    /// For people at a terminal.
    Human,
    /// One JSON object a line; `huff schema report` prints their schema.
    Jsonl,
    /// `JUnit` XML, for build servers.
    Junit,
    /// One page of HTML that loads nothing.
    Html,
    /// A page of Markdown.
    Markdown,
}

/// How a run is shown.
#[derive(Args, Debug)]
pub struct FormatArguments {
    /// Shows the run so: on standard output, or with --report as a file, where several may be given.
    #[arg(long = "format", value_name = "FORMAT", value_enum)]
    formats: Vec<Format>,
    /// Writes JSON lines to standard output.
    #[arg(long)]
    json: bool,
    /// Writes reports into a folder, which is made if need be: `report.html`, `report.jsonl`,
    /// `report.xml` and `report.md`, or
    /// those that --format names; and each wrong position that was traced as a fixture file into its folder
    /// `found`. What stands there of an earlier run is replaced.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Shows every failure in full, and long lists whole.
    #[arg(long)]
    all: bool,
    /// Leaves out passes, skips and notes; the numbers at the end count them all the same.
    #[arg(long)]
    failures_only: bool,
}

impl Format {
    const fn file_name(self) -> &'static str {
        match self {
            Self::Human => "report.txt",
            Self::Jsonl => "report.jsonl",
            Self::Junit => "report.xml",
            Self::Html => "report.html",
            Self::Markdown => "report.md",
        }
    }
}

impl FormatArguments {
    /// The folder for reports, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.report.as_deref()
    }

    /// Whether standard output is for people.
    pub fn is_for_people(&self) -> bool {
        self.on_output() == Format::Human
    }

    /// What standard output shows.
    fn on_output(&self) -> Format {
        match (self.json, &self.report, self.formats.first()) {
            (true, ..) => Format::Jsonl,
            (false, None, Some(format)) => *format,
            _ => Format::Human,
        }
    }

    /// What is written into the folder.
    fn files(&self) -> Vec<Format> {
        if self.formats.is_empty() {
            Format::iter().filter(|format| *format != Format::Human).collect()
        } else {
            self.formats.clone()
        }
    }

    fn report(&self, format: Format) -> Box<dyn Report> {
        let failures_only = self.failures_only;
        match format {
            Format::Human => Box::new(Terminal { all: self.all, failures_only }),
            Format::Jsonl => Box::new(self.json_lines()),
            Format::Junit => Box::new(Junit { failures_only }),
            Format::Html => Box::new(Html),
            Format::Markdown => Box::new(Markdown { failures_only }),
        }
    }

    const fn json_lines(&self) -> JsonLines {
        JsonLines { failures_only: self.failures_only }
    }

    /// Makes the folder, if there is one to be, and takes it for this run.
    ///
    /// # Errors
    ///
    /// If standard output is to show several formats, or the folder cannot be written into.
    pub fn open<'a>(&'a self, out: &'a mut Out) -> Result<Writer<'a>, CliError> {
        if self.report.is_none() && self.formats.len() + usize::from(self.json) > 1 {
            let message = "standard output shows one format; several go into a folder, with --report DIR";
            return Err(CliError::Usage(message.to_owned()));
        }
        let claim = self.report.as_deref().map(Claim::folder).transpose();
        let claim = claim.map_err(|error| self.unwritable(&error))?;
        Ok(Writer { arguments: self, out, claim, lines: None, error: None })
    }

    fn unwritable(&self, error: &io::Error) -> CliError {
        let folder = self.report.as_deref().unwrap_or(Path::new("")).display().to_string();
        CliError::Report { folder, reason: error.to_string() }
    }
}

/// Shows a run while it goes on: JSON lines as they come, and the rest at the end.
pub struct Writer<'a> {
    arguments: &'a FormatArguments,
    out: &'a mut Out,
    /// The folder, if there is one, taken for this run.
    claim: Option<Claim>,
    /// `report.jsonl`, which stands there from the first line on.
    lines: Option<File>,
    /// The first thing that went wrong between two cases.
    error: Option<CliError>,
}

impl Writer<'_> {
    /// Writes what is known before anything is asked.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn begin(&mut self, run: &Run) -> Result<(), CliError> {
        let lines = self.arguments.json_lines();
        if self.arguments.on_output() == Format::Jsonl {
            lines.begin(run, self.out)?;
        }
        let Some(folder) = self.arguments.folder() else { return Ok(()) };
        let begin = || -> io::Result<Option<File>> {
            // What an earlier run left would be taken for this one's, should this one be cut off.
            for format in Format::iter() {
                remove(&folder.join(format.file_name()))?;
            }
            if !self.arguments.files().contains(&Format::Jsonl) {
                return Ok(None);
            }
            let path = folder.join(Format::Jsonl.file_name());
            let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
            lines.begin(run, &mut file)?;
            Ok(Some(file))
        };
        self.lines = begin().map_err(|error| self.arguments.unwritable(&error))?;
        Ok(())
    }

    /// Writes one case. Where that fails, the run is asked to end, and [`Writer::end`] says why.
    pub fn case(&mut self, report: &CaseReport) {
        let lines = self.arguments.json_lines();
        if self.arguments.on_output() == Format::Jsonl
            && let Err(error) = lines.case(report, self.out)
        {
            self.fail(error.into());
        }
        if let Some(file) = &mut self.lines
            && let Err(error) = lines.case(report, file)
        {
            let error = self.arguments.unwritable(&error);
            self.fail(error);
        }
    }

    /// Whether what goes to standard output comes to nothing.
    pub fn is_lost(&self) -> bool {
        self.out.is_lost()
    }

    fn fail(&mut self, error: CliError) {
        interrupt::request();
        self.error.get_or_insert(error);
    }

    /// Writes the rest. The folder is this run's as long as what is returned is kept.
    ///
    /// # Errors
    ///
    /// If something could not be written, now or before.
    pub fn end(mut self, run: &Run, groups: &[Group]) -> Result<Option<Claim>, CliError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        match self.arguments.on_output() {
            Format::Jsonl => self.arguments.json_lines().end(run, groups, self.out)?,
            format => self.arguments.report(format).write(run, groups, self.out)?,
        }
        self.end_files(run, groups).map_err(|error| self.arguments.unwritable(&error))?;
        Ok(self.claim)
    }

    fn end_files(&mut self, run: &Run, groups: &[Group]) -> io::Result<()> {
        if let Some(mut file) = self.lines.take() {
            self.arguments.json_lines().end(run, groups, &mut file)?;
            file.sync_all()?;
        }
        let Some(folder) = self.arguments.folder() else { return Ok(()) };
        for format in self.arguments.files().into_iter().filter(|format| *format != Format::Jsonl) {
            let report = self.arguments.report(format);
            beside::write_claimed(&folder.join(format.file_name()), |file| {
                let mut plain = anstream::StripStream::new(Vec::new());
                report.write(run, groups, &mut plain)?;
                file.write_all(&plain.into_inner())
            })?;
        }
        Ok(())
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
