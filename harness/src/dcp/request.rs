//! What is asked: one line, or the last arguments of a process.

use super::number;
use reference_engine::quote::Quoted;
use std::fmt;

/// A request to an engine. Positions and moves are in the form that the engine declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Says hello, with the highest protocol version spoken.
    Hello(u32),
    /// Asks something about a position of a variant.
    About {
        /// Variant id.
        variant: String,
        /// Position.
        fen: String,
        /// What is asked.
        question: Question,
    },
    /// Says good-bye.
    Bye,
}

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The legal moves.
    Moves,
    /// The legal moves with the leaves below each, to a depth in plies.
    Divide(u32),
    /// The number of leaves at a depth in plies.
    Perft(u32),
    /// The position after a move.
    Apply(String),
    /// The result, after some moves if there are any.
    Result(Vec<String>),
    /// The position as the engine writes it.
    Echo,
}

/// Why a line is no request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The first word is not known.
    #[error("unsupported {}", Quoted(.0))]
    Unknown(String),
    /// The words after the first are not what it takes.
    #[error("usage {0}")]
    Usage(&'static str),
}

impl Question {
    /// The word that a request begins with.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Divide(_) => "divide",
            Self::Perft(_) => "perft",
            Self::Apply(_) => "apply",
            Self::Result(_) => "result",
            Self::Echo => "echo",
        }
    }

    fn arguments(&self) -> Vec<String> {
        match self {
            Self::Moves | Self::Echo => Vec::new(),
            Self::Divide(depth) | Self::Perft(depth) => vec![depth.to_string()],
            Self::Apply(played) => vec![played.clone()],
            Self::Result(moves) => moves.clone(),
        }
    }
}

impl Request {
    /// The words of the request.
    pub fn words(&self) -> Vec<String> {
        match self {
            Self::Hello(version) => vec!["hello".to_owned(), version.to_string()],
            Self::Bye => vec!["bye".to_owned()],
            Self::About { variant, fen, question } => {
                let head = [question.word().to_owned(), variant.clone(), fen.clone()];
                head.into_iter().chain(question.arguments()).collect()
            }
        }
    }

    /// Reads the words of a request.
    ///
    /// # Errors
    ///
    /// If the first word is not known or the others are not what it takes.
    pub fn parse(words: &[&str]) -> Result<Self, RequestError> {
        let about = |variant: &str, fen: &str, question| Self::About {
            variant: variant.to_owned(),
            fen: fen.to_owned(),
            question,
        };
        match *words {
            ["hello", version] => {
                number(version).map(Self::Hello).ok_or(RequestError::Usage("hello VERSION"))
            }
            ["bye"] => Ok(Self::Bye),
            ["moves", variant, fen] => Ok(about(variant, fen, Question::Moves)),
            ["echo", variant, fen] => Ok(about(variant, fen, Question::Echo)),
            ["divide", variant, fen, depth] => Ok(about(variant, fen, Question::Divide(parse_depth(depth)?))),
            ["perft", variant, fen, depth] => Ok(about(variant, fen, Question::Perft(parse_depth(depth)?))),
            ["apply", variant, fen, played] => Ok(about(variant, fen, Question::Apply(played.to_owned()))),
            ["result", variant, fen, ref moves @ ..] => {
                Ok(about(variant, fen, Question::Result(moves.iter().map(ToString::to_string).collect())))
            }
            ["hello", ..] => Err(RequestError::Usage("hello VERSION")),
            ["moves" | "echo", ..] => Err(RequestError::Usage("moves|echo VARIANT FEN")),
            ["divide" | "perft", ..] => Err(RequestError::Usage("divide|perft VARIANT FEN DEPTH")),
            ["apply", ..] => Err(RequestError::Usage("apply VARIANT FEN MOVE")),
            ["result", ..] => Err(RequestError::Usage("result VARIANT FEN [MOVE ...]")),
            [other, ..] => Err(RequestError::Unknown(other.to_owned())),
            [] => Err(RequestError::Usage("a request is at least one word")),
        }
    }
}

fn parse_depth(text: &str) -> Result<u32, RequestError> {
    number(text).ok_or(RequestError::Usage("DEPTH is a whole number of plies, 0 or more"))
}

impl fmt::Display for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.words().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_reads_back_from_its_words() {
        for line in [
            "hello 1",
            "bye",
            "moves arab W:Wa1:Bb2",
            "echo arab W:Wa1:Bb2",
            "divide arab W:Wa1:Bb2 3",
            "perft arab W:Wa1:Bb2 0",
            "apply arab W:Wa1:Bb2 a1-a2",
            "result arab W:Wa1:Bb2",
            "result arab W:Wa1:Bb2 a1-a2 b2-b3",
        ] {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(Request::parse(&words).unwrap().to_string(), line);
        }
    }

    #[test]
    fn wrong_words_say_what_is_wanted() {
        let parse = |line: &str| Request::parse(&line.split_whitespace().collect::<Vec<_>>()).unwrap_err();
        assert_eq!(parse("dance arab"), RequestError::Unknown("dance".into()));
        for line in
            ["", "hello", "hello x", "moves arab", "perft arab W:W:B", "perft arab x -3", "perft arab x +3"]
        {
            assert!(matches!(parse(line), RequestError::Usage(_)), "{line}");
        }
    }
}
