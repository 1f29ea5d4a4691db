//! The picture of a formula: what it says of the units of the roster, beside their fair prices.

use results::FormulaUnit;

use super::{FormulaReport, off};
use crate::chart::dots::{self, Dots, Row};
use crate::{Chart, ReportError};

/// The chart, if a unit has a fair price.
pub(super) fn charts(report: &FormulaReport) -> Result<Vec<Chart>, ReportError> {
    let priced = report.ordered().into_iter().filter(|(_, unit)| unit.fair.is_some());
    let row = |(place, unit): (usize, &FormulaUnit)| Row {
        label: report.unit(place),
        said: off(unit.off),
        now: Some(unit.formula),
        fair: unit.fair,
        others: Vec::new(),
    };
    let rows: Vec<Row> = priced.map(row).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let units = Dots {
        title: "Units of the roster by the best formula".to_owned(),
        note: "Whiskers are 95 % intervals. Those that the formula fits worst come first.".to_owned(),
        axis: "points".to_owned(),
        marks: ["by formula", "fair"],
        rows,
        others: Vec::new(),
    };
    Ok(vec![dots::draw(&report.source(), "units", &units)?])
}
