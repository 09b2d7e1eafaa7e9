//! A profile of speed as one HTML page, with its picture inside.

use super::speed::SpeedReport;
use super::speed_chart::svg;
use super::speed_tables::Table;
use askama::Template;
use std::io;

#[derive(Template)]
#[template(path = "profile.html")]
struct Page<'a> {
    title: &'a str,
    headline: String,
    picture: String,
    tables: Vec<Table>,
    remarks: Vec<String>,
}

/// The page: self-contained, without script, light or dark as the reader's screen is.
///
/// # Errors
///
/// If it cannot be drawn, which would be a fault of huff.
pub fn html(report: &SpeedReport<'_>) -> io::Result<String> {
    let page = Page {
        title: &report.record.variant,
        headline: report.headline(),
        picture: svg(report.record)?,
        tables: report.tables(),
        remarks: report.remarks(),
    };
    page.render().map_err(io::Error::other)
}
