//! A profile as a picture: speed by class as bars, and by depth as lines, both on a logarithmic scale.

use super::speed_tables::{label, rate};
use crate::speed::{Count, Course, Figures, Record};
use plotters::coord::Shift;
use plotters::prelude::*;
use reference_engine::quote::plain;
use std::io;
use std::ops::Range;

/// Pixels.
const WIDTH: u32 = 960;
const LEGEND: u32 = 22;
const BARS: u32 = 360;
const PANEL: u32 = 230;
const PANELS_A_ROW: usize = 3;
/// Colours that people with any colour sight can tell apart (Okabe and Ito), on white and on black.
const COLORS: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xb8, 0x86, 0x0b),
    RGBColor(0x56, 0xb4, 0xe9),
];
/// Black becomes light where the reader's screen is dark.
const STYLE: &str = "<style>.huff-speed text{fill:#1c1c1c}\
@media (prefers-color-scheme:dark){.huff-speed text{fill:#dddddd}\
.huff-speed [stroke=\"#000000\"]{stroke:#dddddd}.huff-speed [fill=\"#000000\"]{fill:#dddddd}}</style>";

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws a profile as SVG that stands for itself.
///
/// # Errors
///
/// If it cannot be drawn, which would be a fault of huff.
pub fn svg(record: &Record) -> io::Result<String> {
    Ok(drawing(record)?.replacen('>', &format!(">\n{STYLE}"), 1))
}

/// Draws a profile as SVG that takes its colours of text and axes from the page it stands in.
///
/// # Errors
///
/// If it cannot be drawn, which would be a fault of huff.
pub fn drawing(record: &Record) -> io::Result<String> {
    let rows = record.positions.len().div_ceil(PANELS_A_ROW) as u32;
    let legend = LEGEND * (record.subjects.len() as u32 + 1);
    let mut text = String::new();
    {
        let root =
            SVGBackend::with_string(&mut text, (WIDTH, legend + BARS + rows * PANEL)).into_drawing_area();
        let (top, rest) = root.split_vertically(legend);
        let (bars, panels) = rest.split_vertically(BARS);
        draw_legend(record, &top)?;
        draw_bars(record, &bars)?;
        for (course, panel) in record.positions.iter().zip(panels.split_evenly((rows as usize, PANELS_A_ROW)))
        {
            draw_lines(course, &panel)?;
        }
        root.present().map_err(io::Error::other)?;
    }
    Ok(text.replacen("<svg ", "<svg class=\"huff-speed\" ", 1))
}

fn color(subject: usize) -> RGBColor {
    COLORS[subject % COLORS.len()]
}

fn draw_legend(record: &Record, area: &Area<'_>) -> io::Result<()> {
    let title = format!("{}: leaves a second, median and spread; logarithmic scale", plain(&record.variant));
    let big = ("sans-serif", 19).into_font();
    area.draw(&Text::new(title, (12, 4), big)).map_err(io::Error::other)?;
    for (index, subject) in record.subjects.iter().enumerate() {
        let y = LEGEND as i32 * (index as i32 + 1);
        let box_ = [(14, y + 4), (28, y + 16)];
        area.draw(&Rectangle::new(box_, color(index).filled())).map_err(io::Error::other)?;
        let text = format!("{} ({}, last ply {})", label(record, index), subject.counting, subject.last_ply);
        area.draw(&Text::new(plain(&text).into_owned(), (36, y + 4), small())).map_err(io::Error::other)?;
    }
    Ok(())
}

fn small() -> FontDesc<'static> {
    ("sans-serif", 15).into_font()
}

/// From below the least to above the greatest, by whole powers of ten; nothing of none.
fn decades(numbers: impl Iterator<Item = f64> + Clone) -> Option<Range<f64>> {
    let numbers = numbers.filter(|number| *number > 0.0);
    let least = numbers.clone().fold(f64::INFINITY, f64::min);
    let greatest = numbers.fold(0.0, f64::max);
    (greatest > 0.0)
        .then(|| 10_f64.powf(least.log10().floor())..10_f64.powf((greatest * 1.01).log10().ceil()))
}

fn draw_bars(record: &Record, area: &Area<'_>) -> io::Result<()> {
    let classes = record.classes();
    let subjects = record.subjects.len();
    let speed = |class: &str, subject| record.class_speed(class, subject, Figures::leaves_a_second);
    let all: Vec<f64> = classes
        .iter()
        .flat_map(|class| (0..subjects).filter_map(|subject| Some(speed(class, subject)?.per_second)))
        .collect();
    let Some(range) = decades(all.iter().copied()) else { return nothing(area) };
    let bottom = range.start;
    let (width, slots) = (f64::from(classes.len() as u32), f64::from(subjects as u32));
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .x_label_area_size(28)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..width, range.log_scale())
        .map_err(io::Error::other)?;
    let number = |value: &f64| rate(*value);
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh().x_labels(0).y_label_formatter(&number).label_style(small());
    mesh.draw().map_err(io::Error::other)?;
    for (place, class) in classes.iter().enumerate() {
        let left = f64::from(place as u32);
        for subject in 0..subjects {
            let Some(speed) = speed(class, subject) else { continue };
            let begin = left + 0.1 + 0.8 * f64::from(subject as u32) / slots;
            let end = begin + 0.8 / slots * 0.9;
            let value = speed.per_second;
            let bar = Rectangle::new([(begin, bottom), (end, value)], color(subject).filled());
            let middle = f64::midpoint(begin, end);
            let ends = [value * (1.0 - speed.spread).max(0.01), value * (1.0 + speed.spread)];
            let whisker = PathElement::new(ends.map(|end| (middle, end)).to_vec(), BLACK.stroke_width(2));
            chart.draw_series([bar]).map_err(io::Error::other)?;
            chart.draw_series([whisker]).map_err(io::Error::other)?;
        }
        let (x, y) = chart.backend_coord(&(left + 0.1, bottom));
        let origin = area.get_base_pixel();
        let place = (x - origin.0, y - origin.1 + 8);
        area.draw(&Text::new(plain(class).into_owned(), place, small())).map_err(io::Error::other)?;
    }
    Ok(())
}

fn nothing(area: &Area<'_>) -> io::Result<()> {
    area.draw(&Text::new("no counts were timed", (12, 12), small())).map_err(io::Error::other)
}

/// The depths of a position and the speed at each, for one subject.
fn by_depth(figures: &Figures) -> Vec<(u32, f64)> {
    let counts: &[Count] = figures.perft.timed().map(Vec::as_slice).unwrap_or_default();
    let point = |count: &Count| {
        let speed = count.timing.speed(count.leaves)?.per_second;
        (speed > 0.0).then_some((count.depth, speed))
    };
    counts.iter().filter_map(point).collect()
}

/// The ends of the axis are no depths.
fn depth_label(depth: u32, deepest: u32) -> String {
    if (1..=deepest).contains(&depth) { depth.to_string() } else { String::new() }
}

fn draw_lines(course: &Course, area: &Area<'_>) -> io::Result<()> {
    let lines: Vec<Vec<(u32, f64)>> = course.figures.iter().map(by_depth).collect();
    let Some(range) = decades(lines.iter().flatten().map(|(_, speed)| *speed)) else { return nothing(area) };
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .caption(format!("{}, by depth", plain(&course.name)), ("sans-serif", 16))
        .x_label_area_size(22)
        .y_label_area_size(56)
        .build_cartesian_2d(0..course.depth + 1, range.log_scale())
        .map_err(io::Error::other)?;
    let (number, depth) = (|value: &f64| rate(*value), |depth: &u32| depth_label(*depth, course.depth));
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT).x_labels(course.depth as usize + 2).x_label_formatter(&depth);
    mesh.y_labels(4).y_label_formatter(&number).label_style(small());
    mesh.draw().map_err(io::Error::other)?;
    for (subject, line) in lines.into_iter().enumerate() {
        let dots = line.clone().into_iter().map(|point| Circle::new(point, 3, color(subject).filled()));
        chart.draw_series(dots).map_err(io::Error::other)?;
        let line = LineSeries::new(line, color(subject).stroke_width(2));
        chart.draw_series(line).map_err(io::Error::other)?;
    }
    Ok(())
}
