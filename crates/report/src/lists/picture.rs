//! The picture of lists: what share of points each unit has in the mix.

use results::UnitInLists;

use super::ListReport;
use crate::chart::dots::{self, Dots, Row};
use crate::{Chart, ReportError};

/// The chart of shares.
pub(super) fn charts(report: &ListReport) -> Result<Vec<Chart>, ReportError> {
    let sold: Vec<(usize, &UnitInLists)> = report
        .ordered()
        .into_iter()
        .filter(|(_, unit)| unit.verdict != results::ListVerdict::NotForSale)
        .collect();
    if sold.is_empty() {
        return Ok(Vec::new());
    }
    let even = 100.0 / sold.len() as f64;
    let row = |(place, unit): (usize, &UnitInLists)| Row {
        label: report.unit(place),
        said: unit.verdict.words().to_owned(),
        now: Some(even),
        fair: Some(unit.share.times(100.0)),
        others: Vec::new(),
    };
    let shares = Dots {
        title: "What the mix of lists spends its points on".to_owned(),
        note: "Whiskers are 95 % intervals.".to_owned(),
        axis: "percent of the points".to_owned(),
        marks: ["evenly", "the mix"],
        rows: sold.into_iter().map(row).collect(),
        others: Vec::new(),
    };
    Ok(vec![dots::draw(&report.source(), "units", &shares)?])
}
