//! `huff serve`: the reference as an engine that speaks dcp/1, by the right rules or by changed ones.

use super::arguments::{RuleArguments, named_variants};
use super::choice::one_of;
use super::out::Out;
use super::{CliError, Exit};
use crate::builtin::BuiltinName;
use crate::dcp::{Answer, Capability};
use crate::serve::{Manner, Server};
use clap::Args;
use reference_engine::moves::Counting;
use reference_engine::notation::{MoveForm, SquareNames};
use reference_engine::variants;
use std::io::{self, BufRead, Read, Write};

/// Answers dcp/1 requests, as an engine under test would.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff verify --engine 'huff serve'                                 the reference through the protocol
  huff verify --engine 'huff serve --rule men-capture=every-way'    an engine with one rule misread
  huff verify --engine 'huff serve --only divide'                   an engine that only divides
  huff serve moves arab start                                       one question, then the end

PROTOCOL.md describes the requests.")]
pub struct Arguments {
    /// Plays only this variant; may be given again.
    #[arg(long = "variant", value_name = "NAME")]
    variants: Vec<String>,
    #[command(flatten)]
    rules: RuleArguments,
    /// How moves are written: path, hub or short.
    #[arg(long, value_name = "NOTATION")]
    #[arg(value_parser = one_of::<MoveForm>(), hide_possible_values = true)]
    notation: Option<MoveForm>,
    /// How squares are called: numeric or algebraic.
    #[arg(long, value_name = "NAMES")]
    #[arg(value_parser = one_of::<SquareNames>(), hide_possible_values = true)]
    squares: Option<SquareNames>,
    /// Which captures count as one move: unique, order or route.
    #[arg(long, value_name = "COUNTING", default_value_t)]
    #[arg(value_parser = one_of::<Counting>(), hide_possible_values = true)]
    count: Counting,
    /// Which built-in generator answers: rulebook or fast.
    #[arg(long, value_name = "NAME", default_value_t)]
    #[arg(value_parser = one_of::<BuiltinName>(), hide_possible_values = true)]
    generator: BuiltinName,
    /// Counts a finished game as one leaf at every depth below it.
    #[arg(long)]
    finished_leaves: bool,
    /// Answers only questions of this kind, as in `--only divide`; may be given again.
    #[arg(long, value_name = "KIND")]
    #[arg(value_parser = one_of::<Capability>(), hide_possible_values = true)]
    only: Vec<Capability>,
    /// A single request, as words; without it requests are read from standard input.
    #[arg(value_name = "REQUEST", trailing_var_arg = true)]
    request: Vec<String>,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let server = server(arguments)?;
    if !arguments.request.is_empty() {
        answer(&server, &arguments.request.join(" "), out)?;
        return Ok(Exit::AsExpected);
    }
    let mut input = std::io::stdin().lock();
    loop {
        let line = Line::read(&mut input)
            .map_err(|error| CliError::Usage(format!("cannot read the requests: {error}")))?;
        let goes_on = match line {
            Line::End => false,
            Line::Text(line) => answer(&server, &line, out)?,
            Line::Malformed(reason) => write(&Answer::refusal("usage", reason), out).map(|()| true)?,
        };
        if !goes_on {
            return Ok(Exit::AsExpected);
        }
    }
}

/// The most bytes that a request may have. A game of a thousand moves takes a part of it.
const REQUEST_LIMIT: u64 = 64 << 10;

/// A line of standard input.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// What may be a request.
    Text(String),
    /// What is none, with the reason.
    Malformed(&'static str),
    /// There is none any more.
    End,
}

impl Line {
    /// Reads a line. What is longer than a request may be is read over and not held.
    fn read(input: &mut impl BufRead) -> io::Result<Self> {
        let mut bytes = Vec::new();
        if input.take(REQUEST_LIMIT).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Self::End);
        }
        if bytes.len() as u64 == REQUEST_LIMIT && !bytes.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            return Ok(Self::Malformed("the line is too long"));
        }
        Ok(String::from_utf8(bytes).map_or(Self::Malformed("the line is no UTF-8"), Self::Text))
    }
}

fn server(arguments: &Arguments) -> Result<Server, CliError> {
    let chosen = if arguments.variants.is_empty() {
        variants::ALL.to_vec()
    } else {
        named_variants(&arguments.variants)?
    };
    let changed: Result<Vec<_>, _> =
        chosen.into_iter().map(|variant| arguments.rules.apply(variant)).collect();
    let manner = Manner {
        notation: arguments.notation,
        squares: arguments.squares,
        counts: arguments.count,
        finished_leaves: arguments.finished_leaves,
        generator: arguments.generator,
    };
    let server = Server::new(changed?, manner);
    Ok(if arguments.only.is_empty() { server } else { server.only(arguments.only.iter().copied()) })
}

/// Writes the answer to a line; `false` if the line says good-bye.
fn answer(server: &Server, line: &str, out: &mut Out) -> Result<bool, CliError> {
    let Some(answer) = server.answer_line(line) else {
        return Ok(false);
    };
    write(&answer, out)?;
    Ok(true)
}

fn write(answer: &Answer, out: &mut Out) -> Result<(), CliError> {
    for line in answer.lines() {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_whatever_it_is_made_of_and_never_held_whole_if_it_is_endless() {
        let longest = "x".repeat(REQUEST_LIMIT as usize - 1);
        let text = [b"bye\r\n\xff\xfe\n", longest.as_bytes(), b"\nx", longest.as_bytes(), b"xxx\n\nend"];
        let mut input = io::BufReader::with_capacity(7, io::Cursor::new(text.concat()));
        for due in [
            Line::Text("bye\r\n".to_owned()),
            Line::Malformed("the line is no UTF-8"),
            Line::Text(longest + "\n"),
            Line::Malformed("the line is too long"),
            Line::Text("\n".to_owned()),
            Line::Text("end".to_owned()),
            Line::End,
        ] {
            assert_eq!(Line::read(&mut input).unwrap(), due);
        }
    }
}
