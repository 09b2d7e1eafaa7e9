//! A matrix as one page that loads nothing; a wrong number leads to the report it comes from.

use super::frame::Frame;
use super::short;
use crate::matrix::{Engine, Found, Judged, Matrix, Played, RulingRow, Score, Standing};
use crate::report::matrix_markdown::sentence;
use askama::Template;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The page of several runs.
#[derive(Template)]
#[template(path = "matrix.html")]
struct MatrixPage {
    frame: Frame,
    engines: Vec<EngineLine>,
    variants: Vec<String>,
    tables: Vec<RulingTable>,
}

/// An engine with what came of each variant.
struct EngineLine {
    number: usize,
    title: String,
    apart: Option<String>,
    command: String,
    file: String,
    huff: String,
    warning: Option<String>,
    cells: Vec<VariantCell>,
}

/// What came of a variant.
struct VariantCell {
    mark: Mark,
    found: Vec<Found>,
    unexplained: usize,
    judged_by: Vec<String>,
}

/// A score as sign and words.
struct Mark {
    /// `right`, `wrong` or `none`: how the sign looks.
    class: &'static str,
    sign: String,
    words: String,
    /// Where the first wrong answer is shown.
    link: Option<String>,
}

/// The rulings of a variant.
struct RulingTable {
    number: usize,
    variant: String,
    rows: Vec<RulingLine>,
}

/// A ruling with how each engine answers its cases.
struct RulingLine {
    number: usize,
    id: String,
    sentence: String,
    marks: Vec<Mark>,
}

/// Writes a matrix for a browser. `pages` has for each engine the way from this page to the report of its run,
/// with `/` between folders, or none if there is no such report.
///
/// # Errors
///
/// If it cannot be written.
pub fn matrix_page(matrix: &Matrix, pages: &[Option<String>], out: &mut dyn Write) -> io::Result<()> {
    let lines = (1..).zip(&matrix.engines).zip(pages);
    let page = MatrixPage {
        frame: Frame::new(),
        engines: lines
            .map(|((number, engine), page)| EngineLine::new(number, engine, page.as_deref()))
            .collect(),
        variants: matrix.variants.iter().map(|column| short(&column.variant)).collect(),
        tables: tables(matrix, pages),
    };
    page.write_into(out)
}

fn tables(matrix: &Matrix, pages: &[Option<String>]) -> Vec<RulingTable> {
    let columns = matrix.variants.iter().filter(|column| !column.rulings.is_empty());
    let table = |(number, column): (usize, &crate::matrix::Column)| RulingTable {
        number,
        variant: short(&column.variant),
        rows: (1..).zip(&column.rulings).map(|(number, row)| RulingLine::new(number, row, pages)).collect(),
    };
    (1..).zip(columns).map(table).collect()
}

impl EngineLine {
    fn new(number: usize, engine: &Engine, page: Option<&str>) -> Self {
        Self {
            number,
            title: short(&engine.title),
            apart: engine.apart.as_deref().map(short),
            command: short(&engine.command),
            file: short(&engine.file),
            huff: short(&engine.huff),
            warning: engine.warning().as_deref().map(short),
            cells: engine.played.iter().map(|played| VariantCell::new(played, page)).collect(),
        }
    }
}

impl VariantCell {
    fn new(played: &Played, page: Option<&str>) -> Self {
        match played {
            Played::NotAsked => Self::blank("– not asked"),
            Played::No => Self::blank("– not played"),
            Played::Yes(standing) => Self::of(standing, page),
        }
    }

    fn blank(sign: &str) -> Self {
        let mark = Mark { class: "none", sign: sign.to_owned(), words: String::new(), link: None };
        Self { mark, found: Vec::new(), unexplained: 0, judged_by: Vec::new() }
    }

    fn of(standing: &Standing, page: Option<&str>) -> Self {
        Self {
            mark: Mark::new(&standing.score, standing.score.to_string(), page),
            found: standing.found.clone(),
            unexplained: standing.unexplained,
            judged_by: standing.judged_by.iter().map(|rule| short(rule)).collect(),
        }
    }
}

impl RulingLine {
    fn new(number: usize, row: &RulingRow, pages: &[Option<String>]) -> Self {
        let mark = |(judged, page): (&Judged, &Option<String>)| {
            Mark::new(&judged.decisive, judged.told(), page.as_deref())
        };
        Self {
            number,
            id: short(&row.id),
            sentence: sentence(row),
            marks: row.judged.iter().zip(pages).map(mark).collect(),
        }
    }
}

impl Mark {
    fn new(score: &Score, words: String, page: Option<&str>) -> Self {
        let class = match (score.wrong(), score.judged()) {
            (_, 0) => "none",
            (0, _) => "right",
            _ => "wrong",
        };
        let link = page.zip(score.first_wrong.as_deref());
        let link = link.map(|(page, case)| format!("{}#{}", encoded(page), encoded(case)));
        Self { class, sign: score.sign(), words, link }
    }
}

/// A text as part of an address: whatever might mean something there is written as `%XX`.
fn encoded(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_no_scheme_and_no_markup() {
        assert_eq!(encoded("../out 1/report.html"), "../out%201/report.html");
        assert_eq!(encoded("javascript:alert('ä')"), "javascript%3Aalert%28%27%C3%A4%27%29");
        assert_eq!(encoded("arab/majority/a?b#c%20"), "arab/majority/a%3Fb%23c%2520");
    }
}
