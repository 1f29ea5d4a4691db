//! The page of what changed.

use results::{Estimate, PricedUnit, UnitChange};

use super::terminal::{interval, now};
use super::{DiffReport, MOVED, short_move, verdicts};
use crate::html::tables::{Cell, Table, numbers, text_column};
use crate::source::{Opening, Section};
use crate::{Chart, ReportError, digits, html};

/// The page with charts that are drawn already.
pub(super) fn page(report: &DiffReport, charts: &[Chart]) -> Result<String, ReportError> {
    let opening = Opening {
        title: report.title(),
        about: vec![report.about()],
        headline: report.headline(),
        sureness: report.scale(),
        facts: vec![(
            "Fair",
            format!("A price within {} % of the fair one is fair.", digits::plain(100.0 * report.matters)),
        )],
    };
    let sections = vec![
        Section { title: "To be known".to_owned(), sentences: report.notes(), ..Section::default() },
        Section { figures: html::figures(charts), ..Section::of(table(report)).note(MOVED) },
    ];
    report.source().page((opening, sections))
}

fn table(report: &DiffReport) -> Table {
    let columns = [
        text_column("Unit"),
        numbers("Moved"),
        numbers("95\u{A0}% interval"),
        text_column("Verdict"),
        numbers("Fair before"),
        numbers("After"),
        numbers("Now"),
        text_column("Changed"),
    ];
    let price = |version: Option<PricedUnit>| {
        let fair: Option<Estimate> = version.and_then(|version| version.fair);
        fair.map_or_else(Cell::missing, |fair| Cell::number(digits::number(&fair), fair.value))
    };
    let row = |(place, unit): (usize, &UnitChange)| {
        let sort = unit.versions.iter().flatten().last().and_then(|version| version.now);
        let fields: Vec<&str> = report.units[place].fields.iter().map(|(name, _)| name.as_str()).collect();
        let ends = unit.moved.and_then(|moved| Some((interval(&moved)?, moved.low()?)));
        vec![
            Cell::text(&report.unit(place)),
            unit.moved.map_or_else(Cell::missing, |moved| Cell::number(short_move(&moved), moved.value)),
            ends.map_or_else(Cell::missing, |(text, low)| Cell::number(text, low)),
            Cell::text(&verdicts(unit)),
            price(unit.versions[0]),
            price(unit.versions[1]),
            Cell::number(now(unit), sort.unwrap_or(f64::NAN)),
            Cell::text(&fields.join(", ")),
        ]
    };
    Table::new("Units", columns.into(), report.ordered().into_iter().map(row).collect())
}
