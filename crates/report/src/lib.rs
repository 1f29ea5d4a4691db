//! Results as bytes: CSV, JSON, a terminal table, charts and one HTML report.
//!
//! Everything here is a pure function of a [`Report`]: no file is touched and nothing is printed, so the same
//! report always gives the same bytes, and the binary alone decides where they go. Names come from files that
//! anyone may have written; each format makes them harmless in its own way.

mod agreement;
mod baseline;
mod battle;
mod breakpoints;
mod chart;
mod comparison;
mod diff;
mod digits;
mod error;
mod formula;
mod funnel;
mod grid;
mod guard;
mod html;
mod index;
mod joined;
mod json;
mod lists;
mod long_form;
mod matrix;
mod names;
mod overtaking;
mod per_point;
mod phrases;
mod price;
mod results_csv;
mod sensitivity;
mod setting;
mod source;
mod sweep;
mod table;
mod view;
mod worth;

use std::io::{self, Write};

use results::{Origin, Provenance, Results, Value};

pub use agreement::{Checked, agreement_csv, agreement_json, agreement_table};
pub use baseline::{Change, Changes, changes, changes_table};
pub use battle::{
    BattleReport, SideReport, UnitLine, battle_charts, battle_csv, battle_files, battle_json, battle_table,
};
pub use chart::{Bar, Chart, Heatmap, Key, Scale, Tornado, charts, heatmap, heatmaps, tornado};
pub use comparison::{Compared, comparison_csv, comparison_json, comparison_table};
pub use diff::{ChangedUnit, DiffReport, diff_charts, diff_csv, diff_files, diff_json, diff_table};
pub use error::ReportError;
pub use formula::{FormulaReport, formula_charts, formula_csv, formula_files, formula_json, formula_table};
pub use guard::{Guarded, Judged, guard_junit, guard_table};
pub use html::html;
pub use index::{Card, Outcome, Since, Standings, headline, index};
pub use joined::joined;
pub use json::json;
pub use lists::{ListReport, list_charts, list_csv, list_files, list_json, list_table};
pub use long_form::{cells_csv, distributions_csv, events_csv, kill_curve_csv};
pub use matrix::{Matrix, Unit, matrix_charts, matrix_csv, matrix_files, matrix_json, matrix_table};
pub use per_point::{
    PerPoint, Rate, TargetPrice, per_point_csv, per_point_files, per_point_json, per_point_table,
};
pub use price::{PriceReport, price_charts, price_csv, price_files, price_json, price_table};
pub use results_csv::results_csv;
pub use sensitivity::{
    Sensitivity, Swing, sensitivity_charts, sensitivity_csv, sensitivity_files, sensitivity_json,
    sensitivity_table,
};
pub use source::Source;
pub use table::{Style, table};
pub use view::{battle_view, comparison_view, matrix_view, price_view, sensitivity_view, view, worth_view};
pub use worth::{WorthReport, worth_charts, worth_csv, worth_files, worth_json, worth_table};

/// The report of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Where it comes from.
    pub provenance: Provenance,
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

/// What the scenario itself is called beside its variants.
const BASE: &str = "base";

impl Report {
    /// The base and its variants, which are shown side by side.
    pub(crate) fn compared(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.origin != Origin::Cell)
    }

    /// The runs, then those of each swept variant, each with the name of its variant, or `base`.
    pub(crate) fn all_runs(&self) -> impl Iterator<Item = (&str, &Run)> {
        let runs = self.runs.iter().map(|run| {
            let is_variant = run.origin == Origin::Variant;
            (if is_variant { run.label.as_str() } else { BASE }, run)
        });
        let swept = self.swept_variants.iter();
        runs.chain(swept.flat_map(|variant| variant.runs.iter().map(|run| (variant.name.as_str(), run))))
    }

    /// The cells of the sweep.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.origin == Origin::Cell)
    }
}

/// One match-up of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Its label: `base`, a variant's name or a cell's settings.
    pub label: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The overridden fields by their dotted names.
    pub settings: Vec<(String, Value)>,
    /// The attacker's name.
    pub attacker: Option<String>,
    /// The attacker's cost in points.
    pub attacker_points: Option<f64>,
    /// The target's name.
    pub target: Option<String>,
    /// The target's cost in points.
    pub target_points: Option<f64>,
    /// The results.
    pub results: Results,
}

/// The content of a report's file.
#[derive(Clone, Debug)]
pub enum Content<'a> {
    /// These bytes.
    Bytes(Vec<u8>),
    /// The output of a function: for a large sweep, too much to hold in memory.
    Of(&'a Report, Writes),
}

/// Writes a report in one format.
pub type Writes = fn(&Report, &mut dyn Write) -> io::Result<()>;

impl Content<'_> {
    /// Writes the content. May be called again.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Bytes(bytes) => out.write_all(bytes),
            Self::Of(report, writes) => writes(report, out),
        }
    }

    /// The whole content in memory.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write(&mut bytes)?;
        Ok(bytes)
    }
}

/// The files of a report that hold every number of every run.
pub const RUN_BY_RUN_FILES: [(&str, Writes); 5] = [
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
    add_charts(&mut drawn, charts);
    drawn.push(("report.html".to_owned(), page.into_bytes()));
    let written = RUN_BY_RUN_FILES.map(|(name, writes)| (name.to_owned(), Content::Of(report, writes)));
    let drawn = drawn.into_iter().map(|(name, bytes)| (name, Content::Bytes(bytes)));
    Ok(written.into_iter().chain(drawn).collect())
}

/// Adds each chart as an SVG document.
fn add_charts(files: &mut Vec<(String, Vec<u8>)>, charts: Vec<Chart>) {
    files.extend(charts.into_iter().map(|chart| (format!("{}.svg", chart.name), chart.svg.into_bytes())));
}
