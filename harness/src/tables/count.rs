//! Counting a position: by the fast generator with threads and table, and again by other means.

use super::named::Named;
use super::table::{Position, Row};
use crate::builtin::{Builtin, BuiltinName};
use crate::interrupt;
use reference_engine::fast::{self, Effort, Fast, Table};
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::position;
use reference_engine::variants::{self, Variant};
use sha2::{Digest, Sha256};
use std::io;
use std::num::NonZeroUsize;
use thiserror::Error;

/// Leaves up to which the rulebook counts a row too.
const RULEBOOK_BUDGET: u128 = 2_000_000;

/// What is spent on counting.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Threads.
    pub threads: NonZeroUsize,
    /// Bytes of the table.
    pub table: usize,
    /// Rows with more leaves than this, by the counts known before, are left out.
    pub budget: Option<u128>,
    /// Whether the deepest row is counted again without a table.
    pub confirm: bool,
}

/// Rows that outlive the count: those that are there before, and where each goes that is counted.
pub trait Rows {
    /// The row of a position at a depth, if it is counted already.
    fn find(&self, named: &Named, depth: u32) -> Option<Row>;

    /// Keeps a row that was just counted.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn keep(&mut self, named: &Named, row: &Row) -> io::Result<()>;
}

/// No rows are there, and none are kept.
impl Rows for () {
    fn find(&self, _: &Named, _: u32) -> Option<Row> {
        None
    }

    fn keep(&mut self, _: &Named, _: &Row) -> io::Result<()> {
        Ok(())
    }
}

/// Why a position has no table.
#[derive(Debug, Error)]
pub enum Uncounted {
    /// The user has stopped.
    #[error("{}", interrupt::reason())]
    Interrupted,
    /// Two ways of counting disagree, a published count is another, or nobody can count here; the text says which.
    #[error("{0}")]
    Doubtful(String),
    /// There is no room for the tables of exact entries.
    #[error("there is no room for the tables of exact entries")]
    NoRoom,
    /// A row cannot be kept.
    #[error("cannot keep a row: {0}")]
    Unkept(#[from] io::Error),
}

/// Counts those rows of a named position that are not there; `known` are the leaves of an earlier table, by depth
/// from 1.
///
/// # Errors
///
/// As [`Uncounted`] says. The rows before were kept.
pub fn count(
    named: &Named,
    means: Means,
    known: &[u128],
    rows: &mut dyn Rows,
) -> Result<Position, Uncounted> {
    let variant = variants::find(&named.variant);
    let variant = variant.ok_or_else(|| Uncounted::Doubtful(format!("no variant {}", named.variant)))?;
    let position = variant.read(&named.position).map_err(|error| Uncounted::Doubtful(error.to_string()))?;
    let fast = Fast::new(variant.rules, variant.board)
        .ok_or_else(|| Uncounted::Doubtful(format!("the fast generator does not play {}", variant.name)))?;
    let counting = |counting| fast.table(counting, means.table).ok_or(Uncounted::NoRoom);
    let tables = [counting(Counting::Unique)?, counting(Counting::Order)?, counting(Counting::Route)?];
    let work = Work { named, variant, position, fast, tables, means };
    let affordable = |depth: &u32| {
        let leaves = known.get(*depth as usize - 1);
        means.budget.is_none_or(|budget| leaves.is_none_or(|leaves| *leaves <= budget))
    };
    let mut row = |depth: u32| {
        if let Some(row) = rows.find(named, depth) {
            return Ok(row);
        }
        let row = work.row(depth)?;
        rows.keep(named, &row)?;
        Ok(row)
    };
    let rows: Result<Vec<Row>, Uncounted> = (1..=named.depth).take_while(affordable).map(&mut row).collect();
    Ok(Position {
        name: named.name.clone(),
        class: named.class.clone(),
        position: fen::write(&position),
        rows: rows?,
    })
}

struct Work<'a> {
    named: &'a Named,
    variant: Variant,
    position: position::Position,
    fast: Fast,
    /// One for each counting, in the order of [`Counting`].
    tables: [Table; 3],
    means: Means,
}

impl Work<'_> {
    fn row(&self, depth: u32) -> Result<Row, Uncounted> {
        // A small count asks nobody whether it is to go on.
        if interrupt::is_requested() {
            return Err(Uncounted::Interrupted);
        }
        let divide = self.divide(depth)?;
        let unique: u128 = divide.iter().map(|(_, leaves)| leaves).sum();
        let mut agree = vec!["fast with table".to_owned()];
        self.confirm(depth, unique, &mut agree)?;
        let ways = |counting: Counting| -> Result<Option<u128>, Uncounted> {
            let is_due = depth <= self.named.ways_depth;
            is_due.then(|| self.leaves(&self.position, depth, counting)).transpose()
        };
        let (order, route) = (ways(Counting::Order)?, ways(Counting::Route)?);
        for (counting, leaves) in
            [(Counting::Unique, Some(unique)), (Counting::Order, order), (Counting::Route, route)]
        {
            self.compare_published(counting, depth, leaves, &mut agree)?;
        }
        Ok(Row {
            depth,
            unique: unique.to_string(),
            order: order.map(|leaves| leaves.to_string()),
            route: route.map(|leaves| leaves.to_string()),
            certificate: certificate(&divide),
            agree,
        })
    }

    fn leaves(
        &self,
        position: &position::Position,
        depth: u32,
        counting: Counting,
    ) -> Result<u128, Uncounted> {
        self.leaves_by(position, depth, counting, Some(&self.tables[counting as usize]))
    }

    fn leaves_by(
        &self,
        position: &position::Position,
        depth: u32,
        counting: Counting,
        table: Option<&Table>,
    ) -> Result<u128, Uncounted> {
        let effort = Effort { threads: self.means.threads, progress: &|_, _| !interrupt::is_requested() };
        let leaves = self.fast.perft_by(position, depth, counting, table, effort);
        leaves.map_err(|uncounted| match uncounted {
            fast::Uncounted::Ended => Uncounted::Interrupted,
            fast::Uncounted::TooMany => Uncounted::Doubtful(format!("depth {depth}: {uncounted}")),
        })
    }

    /// The leaves below each move, the moves written as squares and sorted.
    fn divide(&self, depth: u32) -> Result<Vec<(String, u128)>, Uncounted> {
        let board = self.variant.board;
        let names = SquareNames::customary(board);
        let mut moves = self.fast.moves(&self.position, Counting::Unique);
        moves.sort();
        let mut divide = Vec::new();
        for played in moves {
            // Captured squares belong to the name: two moves may have the same ends.
            let text = notation::write(&played, board, names, MoveForm::Hub);
            let next = self.fast.after(&self.position, &played);
            divide.push((text, self.leaves(&next, depth - 1, Counting::Unique)?));
        }
        divide.sort();
        Ok(divide)
    }

    /// Counts again by other means, as far as they are affordable.
    fn confirm(&self, depth: u32, unique: u128, agree: &mut Vec<String>) -> Result<(), Uncounted> {
        let disagree = |who: &str, leaves: u128| {
            Uncounted::Doubtful(format!(
                "{} depth {depth}: {unique} by the fast generator with table, {leaves} by {who}",
                self.named.name
            ))
        };
        if unique <= RULEBOOK_BUDGET {
            let rulebook = Builtin::new(BuiltinName::Rulebook, &self.variant);
            let leaves = rulebook.perft(&self.position, depth, Counting::Unique);
            if leaves != unique {
                return Err(disagree("the rulebook", leaves));
            }
            agree.push("rulebook".to_owned());
        }
        if self.means.confirm || unique <= RULEBOOK_BUDGET {
            let leaves = self.leaves_by(&self.position, depth, Counting::Unique, None)?;
            if leaves != unique {
                return Err(disagree("the fast generator without table", leaves));
            }
            agree.push("fast without table".to_owned());
        }
        Ok(())
    }

    fn compare_published(
        &self,
        counting: Counting,
        depth: u32,
        leaves: Option<u128>,
        agree: &mut Vec<String>,
    ) -> Result<(), Uncounted> {
        let Some(leaves) = leaves else { return Ok(()) };
        for published in &self.named.published {
            let Some(count) = published.at(counting, depth) else { continue };
            if count != leaves.to_string() {
                let (name, source) = (&self.named.name, &published.source);
                let text = format!("{name} depth {depth} {counting}: {leaves} here, {count} by {source}");
                return Err(Uncounted::Doubtful(text));
            }
            agree.push(format!("{} ({counting})", published.source));
        }
        Ok(())
    }
}

fn certificate(divide: &[(String, u128)]) -> String {
    let mut hash = Sha256::new();
    for (text, leaves) in divide {
        hash.update(format!("{text} {leaves}\n"));
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
