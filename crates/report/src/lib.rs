//! Results as bytes: CSV, JSON, a terminal table, charts and one HTML report.
//!
//! Everything here is a pure function of a [`Report`]: no file is touched and nothing is printed, so the same
//! report always gives the same bytes, and the binary alone decides where they go. Names come from files that
//! anyone may have written; each format makes them harmless in its own way.

mod agreement;
mod battle;
mod breakpoints;
mod chart;
mod comparison;
mod digits;
mod error;
mod funnel;
mod grid;
mod guard;
mod html;
mod index;
mod json;
mod long_form;
mod made;
mod matrix;
mod moved;
mod names;
mod overtaking;
mod png;
mod price;
mod results_csv;
mod sensitivity;
mod setting;
mod sweep;
mod table;
mod words;
mod worth;

use std::io::{self, Write};

use results::Results;

pub use agreement::{Checked, agreement_csv, agreement_json, agreement_table};
pub use battle::{BattleReport, SideReport, UnitLine, battle_csv, battle_files, battle_json, battle_table};
pub use chart::{Bar, Chart, Heatmap, Scale, Source, Tornado, charts, heatmap, heatmaps, tornado};
pub use comparison::{Compared, comparison_csv, comparison_json, comparison_table};
pub use error::ReportError;
pub use guard::{Guarded, Judged, guard_junit, guard_table};
pub use html::html;
pub use index::{Card, Outcome, headline, index};
pub use json::json;
pub use long_form::{distributions_csv, events_csv, kill_curve_csv};
pub use matrix::{Matrix, Unit, matrix_csv, matrix_files, matrix_json, matrix_table};
pub use moved::{Moved, Moves, moved, moved_table};
pub use png::png;
pub use price::{PriceReport, price_csv, price_files, price_json, price_table};
pub use results_csv::results_csv;
pub use sensitivity::{
    Sensitivity, Swing, sensitivity_csv, sensitivity_files, sensitivity_json, sensitivity_table,
};
pub use setting::Setting;
pub use table::{Style, table};
pub use worth::{WorthReport, worth_csv, worth_files, worth_json, worth_table};

/// All that a report is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The scenario's name.
    pub scenario: String,
    /// What the scenario is about.
    pub description: Option<String>,
    /// The system as files write it, e.g. `space-infantry`.
    pub system_id: &'static str,
    /// The system as people write it, e.g. `Space Infantry`.
    pub system_title: &'static str,
    /// The hash of the scenario.
    pub hash: String,
    /// The version of killcurve.
    pub version: &'static str,
    /// The exact command that makes this report again.
    pub command: String,
    /// The text of the scenario file.
    pub input: String,
    /// The dotted names of the swept fields, in order.
    pub sweep: Vec<String>,
    /// The scenario itself, its variants, then the cells of its sweep.
    pub runs: Vec<Run>,
    /// Each variant over the same cells. These are not among the runs.
    pub swept_variants: Vec<SweptVariant>,
    /// Why variants are not swept, where there are variants and a sweep.
    pub not_swept: Option<String>,
    /// The rounds that the charts of the sweep show; the last where there are none.
    pub at_rounds: Vec<usize>,
}

/// A variant over the cells of the sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweptVariant {
    /// The variant's name.
    pub name: String,
    /// Its cells, in the order of the sweep.
    pub runs: Vec<Run>,
}

impl Report {
    /// The scenario itself and its variants: what stands side by side.
    pub(crate) fn compared(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.origin != Origin::Cell)
    }

    /// The runs, then those of each swept variant.
    pub(crate) fn all_runs(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().chain(self.swept_variants.iter().flat_map(|variant| &variant.runs))
    }

    /// The cells of the sweep.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.origin == Origin::Cell)
    }
}

/// One match-up of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What tells it apart, in words.
    pub label: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The overridden fields by their dotted names.
    pub settings: Vec<(String, Setting)>,
    /// The attacker's name.
    pub attacker: Option<String>,
    /// What the attacker costs.
    pub attacker_points: Option<f64>,
    /// The target's name.
    pub target: Option<String>,
    /// What the target costs.
    pub target_points: Option<f64>,
    /// What came of it.
    pub results: Results,
}

/// Where a run comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The scenario as it stands.
    Base,
    /// A variant of it.
    Variant,
    /// A cell of the sweep.
    Cell,
}

impl Origin {
    /// As files write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Variant => "variant",
            Self::Cell => "cell",
        }
    }
}

/// What a file of a report is filled with.
#[derive(Clone, Debug)]
pub enum Content<'a> {
    /// These bytes.
    Bytes(Vec<u8>),
    /// What such a function writes of a report: for a large sweep that is too much to be held at once.
    Of(&'a Report, Writes),
}

/// Writes something of a report.
pub type Writes = fn(&Report, &mut dyn Write) -> io::Result<()>;

impl Content<'_> {
    /// Writes it, as often as it is asked for.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Bytes(bytes) => out.write_all(bytes),
            Self::Of(report, writes) => writes(report, out),
        }
    }

    /// All of it at once.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write(&mut bytes)?;
        Ok(bytes)
    }
}

/// The files of a report that hold every number of every run.
pub const WRITTEN: [(&str, Writes); 5] = [
    ("kill_curve.csv", kill_curve_csv),
    ("distributions.csv", distributions_csv),
    ("events.csv", events_csv),
    ("results.csv", results_csv),
    ("summary.json", json),
];

/// Every file of a report, by name.
pub fn files(report: &Report) -> Result<Vec<(String, Content<'_>)>, ReportError> {
    let charts = charts(report)?;
    let page = html::page(report, &charts)?;
    let mut drawn = Vec::new();
    add_charts(&mut drawn, charts)?;
    drawn.push(("report.html".to_owned(), page.into_bytes()));
    let written = WRITTEN.map(|(name, writes)| (name.to_owned(), Content::Of(report, writes)));
    let drawn = drawn.into_iter().map(|(name, bytes)| (name, Content::Bytes(bytes)));
    Ok(written.into_iter().chain(drawn).collect())
}

/// Adds each chart as a picture and as a drawing.
fn add_charts(files: &mut Vec<(String, Vec<u8>)>, charts: Vec<Chart>) -> Result<(), ReportError> {
    for Chart { name, svg, .. } in charts {
        files.push((format!("{name}.png"), png(&svg)?));
        files.push((format!("{name}.svg"), svg.into_bytes()));
    }
    Ok(())
}
