//! A table as it stands in the JSON.

use crate::dcp::number;
use reference_engine::quote::Quoted;
use serde::{Deserialize, Serialize};

/// Name and number of the format.
pub const SCHEMA: &str = "draughts-perft/1";

/// The counts of one variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerftTable {
    /// Name and number of the format.
    pub schema: String,
    /// Name of the variant.
    pub variant: String,
    /// The positions.
    pub positions: Vec<Position>,
}

/// The counts of one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Name of the position.
    pub name: String,
    /// What sort of position it is.
    pub class: String,
    /// The position as PDN FEN.
    pub position: String,
    /// A row for each depth from 1.
    pub rows: Vec<Row>,
}

/// The counts at one depth. Numbers are strings, since some are above 2^53.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Plies.
    pub depth: u32,
    /// Leaves in `unique` counting.
    pub unique: String,
    /// Leaves in `order` counting, where counted.
    pub order: Option<String>,
    /// Leaves in `route` counting, where counted.
    pub route: Option<String>,
    /// The first 16 digits of the SHA-256 of the sorted lines `move leaves` of the divide in `unique` counting.
    pub certificate: String,
    /// Ways of counting and sources that agree.
    pub agree: Vec<String>,
}

impl Row {
    /// The row as a line, without who agrees.
    pub fn line(&self, name: &str) -> String {
        let ways = |count: &Option<String>| count.clone().unwrap_or_else(|| "-".to_owned());
        format!(
            "{name} {} unique {} order {} route {} certificate {}",
            self.depth,
            self.unique,
            ways(&self.order),
            ways(&self.route),
            self.certificate
        )
    }

    /// What in the row cannot be: a count that is no number, or a certificate that is none.
    pub fn fault(&self) -> Option<String> {
        let counts = [Some(&self.unique), self.order.as_ref(), self.route.as_ref()];
        if let Some(count) = counts.into_iter().flatten().find(|count| number::<u128>(count).is_none()) {
            return Some(format!("{} is not a number of leaves", Quoted(count)));
        }
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_certificate = self.certificate.len() == 16 && self.certificate.bytes().all(is_digit);
        (!is_certificate).then(|| format!("{} is not a certificate of 16 digits", Quoted(&self.certificate)))
    }
}
