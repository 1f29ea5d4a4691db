//! Charts as SVG.
//!
//! Each chart is made in two steps: its data, which is tested, and its drawing. The drawing uses plotters' SVG
//! backend without any font, so it needs no library of the system and gives the same bytes everywhere.

mod axis;
pub(crate) mod bars;
mod canvas;
pub(crate) mod data;
pub(crate) mod document;
pub(crate) mod dots;
mod font;
mod funnel;
mod heatmap;
pub(crate) mod lines;
pub(crate) mod sweep;
#[cfg(test)]
mod tests;
pub(crate) mod tornado;

use plotters::style::RGBColor;

pub use self::heatmap::{Heatmap, Scale, heatmap, heatmaps};
pub use self::tornado::{Bar, Tornado, tornado};
use crate::digits;
use crate::names::distinct;
use crate::source::Source;
use crate::{Report, ReportError, Run};

/// A chart of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The name of its file, without an ending.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The chart as a self-contained SVG document.
    pub svg: String,
    /// What its marks stand for. A page shows it below a chart that is wider than the window.
    pub legend: Vec<Key>,
}

/// An entry of a legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The mark.
    pub mark: char,
    /// The mark's color as HTML writes it.
    pub color: String,
    /// What it stands for.
    pub label: String,
}

impl Key {
    fn new(index: usize, label: &str, remark: &str) -> Self {
        let RGBColor(red, green, blue) = PALETTE[index % PALETTE.len()];
        let label = if remark.is_empty() { label.to_owned() } else { format!("{label} ({remark})") };
        // The shapes of `Canvas::mark`.
        let mark = ['●', '■', '▲', '◆'][index % 4];
        Self { mark, color: format!("#{red:02X}{green:02X}{blue:02X}"), label }
    }
}

/// The most lines of one chart.
pub(crate) const MOST_LINES: usize = 8;

/// The limit of bars side by side for one value.
pub(crate) const MOST_GROUPS: usize = 4;

/// The colours of Okabe and Ito, which the colour-blind can tell apart; the palest come last.
const PALETTE: [RGBColor; MOST_LINES] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x00, 0x00, 0x00),
    RGBColor(0xF0, 0xE4, 0x42),
];

/// The charts of a report: the kill curve, the attacks to kill, the funnel, each measure in the first round, and the sweep.
pub fn charts(report: &Report) -> Result<Vec<Chart>, ReportError> {
    let compared: Vec<&Run> = report.compared().collect();
    let mut charts = Vec::new();
    if compared.iter().any(|run| !run.results.rounds.is_empty()) {
        let source = Source::of_runs(report, report.compared());
        charts.push(lines::draw(&source, "kill_curve", &data::kill_curve(&compared))?);
        let attacks = data::attacks_to_kill(&compared);
        charts.push(bars::draw(&source, "attacks_to_kill".to_owned(), &attacks)?);
        charts.extend(funnel::draw(&source, &compared)?);
        let first_rounds = compared.iter().filter_map(|run| run.results.rounds.first());
        let measures =
            distinct(first_rounds.flat_map(|round| round.measures.iter().map(|measure| &*measure.name)));
        for measure in measures {
            let mut name = format!("distribution_{}", file_name(measure));
            while charts.iter().any(|chart: &Chart| chart.name == name) {
                name.push('_');
            }
            charts.push(bars::draw(&source, name, &data::distribution(&compared, measure))?);
        }
    }
    charts.extend(sweep::draw(report)?);
    Ok(charts)
}

/// A name that every file system takes.
fn file_name(name: &str) -> String {
    let letters = name.chars().take(60);
    letters
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' })
        .collect()
}

/// A note on the runs that are not shown.
fn left_out(shown: usize, all: usize) -> Option<String> {
    let total = digits::whole(all as u64);
    match shown {
        _ if shown >= all => None,
        1 => Some(format!("Only the first of {total} runs is shown.")),
        _ => Some(format!("{shown} of {total} runs are shown.")),
    }
}
