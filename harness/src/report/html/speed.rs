//! A profile of speed as one page that loads nothing, with its picture inside.

use super::frame::Frame;
use crate::report::SpeedReport;
use crate::report::speed_chart::drawing;
use crate::report::speed_tables::Table;
use askama::Template;
use std::io;

/// The page of a profile.
#[derive(Template)]
#[template(path = "speed.html")]
struct SpeedPage<'a> {
    frame: Frame,
    title: &'a str,
    headline: String,
    /// SVG, in which huff has escaped what an engine says.
    picture: String,
    tables: Vec<Table>,
    remarks: Vec<String>,
}

/// A profile for a browser.
///
/// # Errors
///
/// If it cannot be drawn, which would be a fault of huff.
pub fn speed_page(report: &SpeedReport<'_>) -> io::Result<String> {
    let page = SpeedPage {
        frame: Frame::new(),
        title: &report.record.variant,
        headline: report.headline(),
        picture: drawing(report.record)?,
        tables: report.tables(),
        remarks: report.remarks(),
    };
    page.render().map_err(io::Error::other)
}
