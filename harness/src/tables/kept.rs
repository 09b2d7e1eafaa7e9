//! Rows that are counted, as JSON lines, until their tables are written: a header, then a line for each row.

use super::named::list;
use super::table::Row;
use crate::json;
use reference_engine::quote::Quoted;
use reference_engine::variants;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// Name and number of the format.
const SCHEMA: &str = "huff-unfinished/1";

/// A row that is counted, and of what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptRow {
    /// Name of the variant.
    pub variant: String,
    /// Name of the position.
    pub name: String,
    /// Whether it was counted again without the table, however many its leaves are.
    pub confirmed: bool,
    /// The row.
    #[serde(flatten)]
    pub row: Row,
}

/// Who has counted: rows of one huff are taken over by another only if these are the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    schema: String,
    /// The version of huff.
    huff: String,
    /// The first 16 digits of the SHA-256 of the rules of all variants and of the list of positions.
    counted: String,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Header(Header),
    Row(KeptRow),
}

/// What a run that was cut off has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// No row.
    Nothing,
    /// Rows that are not this huff's; the text says in what they differ.
    OfAnother(String),
    /// Rows, and how many bytes hold them. What stands behind is the beginning of a line.
    Rows(Vec<KeptRow>, usize),
}

impl Header {
    fn new() -> Self {
        let mut hash = Sha256::new();
        for variant in variants::ALL {
            hash.update(variant.name);
            variant.rules.settings().iter().for_each(|setting| hash.update(format!("\n{setting}")));
        }
        hash.update(list());
        Self {
            schema: SCHEMA.to_owned(),
            huff: env!("CARGO_PKG_VERSION").to_owned(),
            counted: hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect(),
        }
    }

    /// In what two runs differ, if they do.
    fn difference(&self, other: &Self) -> Option<String> {
        if self.schema != other.schema {
            return Some(format!("in the format `{}`", Quoted(&self.schema)));
        }
        if self.huff != other.huff {
            return Some(format!("by huff {}", Quoted(&self.huff)));
        }
        (self != other).then(|| "by other rules or at other positions".to_owned())
    }
}

impl Left {
    /// Reads what is left. Lines are written whole, so that only the last can be cut off, which is then left out.
    ///
    /// # Errors
    ///
    /// If a line is none that a run writes; the reason names the line.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').take_while(|line| line.ends_with(b"\n"));
        let Some(first) = lines.next() else { return Ok(Self::Nothing) };
        let at = |number: usize| move |reason: String| format!("line {number}: {reason}");
        if let Some(difference) = header(first).map_err(at(1))?.difference(&Header::new()) {
            return Ok(Self::OfAnother(difference));
        }
        let mut whole = first.len();
        let mut rows: Vec<KeptRow> = Vec::new();
        for (number, line) in (2..).zip(lines) {
            rows.push(row(line, &rows).map_err(at(number))?);
            whole += line.len();
        }
        Ok(Self::Rows(rows, whole))
    }
}

fn line(line: &[u8]) -> Result<Line, String> {
    serde_json::from_slice(line).map_err(|error| Quoted(&error.to_string()).to_string())
}

fn header(text: &[u8]) -> Result<Header, String> {
    match line(text)? {
        Line::Header(header) => Ok(header),
        Line::Row(_) => Err(format!("a row; unfinished tables begin with a header of `{SCHEMA}`")),
    }
}

/// A row that can be, and is not among the others.
fn row(text: &[u8], others: &[KeptRow]) -> Result<KeptRow, String> {
    match line(text)? {
        Line::Header(_) => Err("a second header; there is one, in the first line".to_owned()),
        Line::Row(row) if others.iter().any(|other| other.is_for(&row)) => Err(format!(
            "depth {} of {} {} stands twice",
            row.row.depth,
            Quoted(&row.variant),
            Quoted(&row.name)
        )),
        Line::Row(row) => row.row.fault().map_or(Ok(row), Err),
    }
}

impl KeptRow {
    /// Whether two rows are the same question.
    pub fn is_for(&self, other: &Self) -> bool {
        let question = |it: &Self| (it.row.depth, it.confirmed);
        question(self) == question(other) && self.variant == other.variant && self.name == other.name
    }

    /// Writes the row as a line, all at once.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_line(&Line::Row(self.clone()), out)
    }
}

/// Writes the first line.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_header(out: &mut dyn Write) -> io::Result<()> {
    write_line(&Line::Header(Header::new()), out)
}

fn write_line(line: &Line, out: &mut dyn Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    json::write(line, &mut bytes)?;
    bytes.push(b'\n');
    out.write_all(&bytes)
}
