//! The picture of what changed: how far each fair price moved.

use results::{Error, Estimate, UnitChange};

use super::DiffReport;
use crate::chart::dots::{self, Dots, Row};
use crate::{Chart, ReportError};

/// The chart of moves, if a unit is priced in both versions.
pub(super) fn charts(report: &DiffReport) -> Result<Vec<Chart>, ReportError> {
    let row = |(place, unit): (usize, &UnitChange)| {
        Some(Row {
            label: report.unit(place),
            said: if unit.surely_moved { "moved".to_owned() } else { String::new() },
            now: Some(1.0),
            fair: Some(plus_one(unit.moved?)),
            others: Vec::new(),
        })
    };
    let rows: Vec<Row> = report.ordered().into_iter().filter_map(row).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let moves = Dots {
        title: "How far fair prices moved".to_owned(),
        note: "Whiskers are 95 % intervals.".to_owned(),
        axis: "fair price, as a multiple of the one before".to_owned(),
        marks: ["before", "after"],
        rows,
        others: Vec::new(),
    };
    Ok(vec![dots::draw(&report.source(), "moves", &moves)?])
}

fn plus_one(moved: Estimate) -> Estimate {
    let error = moved.error.map(|error| Error { low: 1.0 + error.low, high: 1.0 + error.high, ..error });
    Estimate { value: 1.0 + moved.value, error }
}
