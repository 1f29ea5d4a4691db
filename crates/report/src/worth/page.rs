//! The page of what steps are worth.

use results::StepWorth;

use super::{WorthReport, change};
use crate::html::tables::{Cell, Table, numbers, text_column};
use crate::source::{Opening, Section};
use crate::{Chart, ReportError, html, names};

/// The page with charts that are drawn already.
pub(super) fn page(worth: &WorthReport, charts: &[Chart]) -> Result<String, ReportError> {
    worth.source().page(parts(worth, charts))
}

/// The head and the sections of the page.
pub(crate) fn parts(worth: &WorthReport, charts: &[Chart]) -> (Opening, Vec<Section>) {
    let opening = Opening {
        title: worth.title(),
        about: vec![format!("From the roster {}", names::line(&worth.provenance.name))],
        headline: worth.headline(),
        sureness: "Intervals hold the true number 95 times out of 100.".to_owned(),
        facts: Vec::new(),
    };
    let figures = Section {
        title: "The tornado".to_owned(),
        notes: vec!["Point at the chart for its numbers.".to_owned()],
        figures: html::figures(charts),
        ..Section::default()
    };
    let lost = worth.worth.steps.iter().any(|step| step.change.is_none());
    let lost = lost.then(|| "No price: with that step the unit wins or loses whatever it costs.".to_owned());
    let notes = lost.into_iter().chain(worth.never_used()).collect();
    let steps = Section { notes, ..Section::of(table(worth)) };
    (opening, vec![figures, steps])
}

fn table(worth: &WorthReport) -> Table {
    let columns = [text_column("Field"), text_column("Of"), numbers("From"), numbers("To")].into_iter();
    let columns = columns.chain([numbers("Change of the fair price")]);
    let whole = |value: i64| Cell::number(value.to_string(), value as f64);
    let row = |step: &StepWorth| {
        let value = step.change.map_or(f64::NAN, |change| change.value);
        vec![
            Cell::text(&step.field),
            Cell::text(step.part.as_deref().unwrap_or_default()),
            whole(step.from),
            whole(step.to),
            Cell::number(change(Some(step)), value),
        ]
    };
    Table::new("Every step", columns.collect(), worth.worth.steps.iter().map(row).collect())
}
