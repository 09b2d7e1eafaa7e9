//! `huff matrix`: several recorded runs side by side.

use super::out::Out;
use super::{CliError, Exit, beside, input};
use crate::matrix::{Matrix, Source};
use crate::report::record::Recorded;
use crate::report::{matrix_markdown, matrix_page, matrix_terminal};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// Shows recorded runs side by side: engines against variants, and against the rulings of each variant.
///
/// Nothing is asked again. A case counts for the ruling that decides it. In HTML a wrong number leads to its case in
/// `report.html`, if that stands beside the run.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff matrix out/report.jsonl
  huff matrix */report.jsonl --output matrix.html       a page for a browser
  huff matrix */report.jsonl --format markdown

Exit codes: 0 it is shown, whatever the runs found; 2 usage, or a file is no whole record of a run.")]
pub struct Arguments {
    /// Runs, as `huff verify --report` leaves them in `report.jsonl`.
    #[arg(value_name = "REPORT.jsonl", required = true)]
    runs: Vec<PathBuf>,
    /// How to show them. Without it: as the ending of --output says, or for people at a terminal.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Writes into a file instead of to standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A format of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people at a terminal.
    Human,
    /// One page of HTML that loads nothing.
    Html,
    /// A page of Markdown.
    Markdown,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    arguments.keep_runs()?;
    let sources: Vec<Source> = arguments.runs.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let matrix = Matrix::new(&sources).map_err(|error| CliError::Usage(error.to_string()))?;
    match &arguments.output {
        None => arguments.write(&matrix, out)?,
        Some(path) => beside::write(path, |file| {
            let mut plain = anstream::StripStream::new(Vec::new());
            arguments.write(&matrix, &mut plain)?;
            file.write_all(&plain.into_inner())
        })
        .map_err(|error| CliError::Usage(format!("--output {}: {error}", path.display())))?,
    }
    Ok(Exit::AsExpected)
}

fn read(path: &Path) -> Result<Source, CliError> {
    let file = path.display().to_string();
    let told = |reason: String| CliError::Usage(format!("{file}: {reason}"));
    let text = input::text(path).map_err(|error| told(error.to_string()))?;
    let run = Recorded::read(&text).map_err(|error| told(error.to_string()))?;
    Ok(Source { file, run })
}

impl Arguments {
    /// Refuses to write over a run, of which nothing would be left.
    fn keep_runs(&self) -> Result<(), CliError> {
        let Some(path) = &self.output else { return Ok(()) };
        let Ok(place) = path.canonicalize() else { return Ok(()) };
        if self.runs.iter().any(|run| run.canonicalize().is_ok_and(|run| run == place)) {
            return Err(CliError::Usage(format!("--output {}: that is one of the runs", path.display())));
        }
        Ok(())
    }

    fn write(&self, matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
        match self.format() {
            Format::Human => matrix_terminal(matrix, out),
            Format::Markdown => matrix_markdown(matrix, out),
            Format::Html => matrix_page(matrix, &self.pages(), out),
        }
    }

    fn format(&self) -> Format {
        let ending = || self.output.as_deref()?.extension()?.to_str().map(str::to_lowercase);
        self.format.unwrap_or_else(|| match ending().as_deref() {
            Some("html" | "htm") => Format::Html,
            Some("md" | "markdown") => Format::Markdown,
            _ => Format::Human,
        })
    }

    /// The way to the page of each run, where there is one.
    fn pages(&self) -> Vec<Option<String>> {
        let from = self.output.as_deref().and_then(Path::parent).filter(|it| !it.as_os_str().is_empty());
        let from = from.unwrap_or(Path::new("."));
        self.runs.iter().map(|run| way(from, &run.with_file_name("report.html"))).collect()
    }
}

/// The way from a folder to a file, if there is such a file and its way can be written.
fn way(from: &Path, to: &Path) -> Option<String> {
    let (from, to) = (from.canonicalize().ok()?, to.canonicalize().ok().filter(|file| file.is_file())?);
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    // On another drive there is no way.
    if shared == 0 {
        return None;
    }
    let up = vec![".."; from.len() - shared].into_iter().map(Some);
    let down = to[shared..].iter().map(|part| part.as_os_str().to_str());
    up.chain(down).collect::<Option<Vec<&str>>>().map(|parts| parts.join("/"))
}
