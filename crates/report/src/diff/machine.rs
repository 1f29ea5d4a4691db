//! What changed, for programs and spreadsheets, in the order of the roster.

use results::{Estimate, NoPrice, PricedUnit, UnitChange, Value};
use serde_json::{Value as Json, json};

use super::DiffReport;
use crate::ReportError;
use crate::json::estimate;

/// What changed, for programs.
pub fn diff_json(report: &DiffReport) -> String {
    let changes = &report.changes;
    report.source().document(json!({
        "versions": report.versions,
        "changed": report.is_change(),
        "precision": report.precision,
        "matters": report.matters,
        "narrow": changes.narrow,
        "scale": estimate(Some(changes.scale)),
        "scale_units": changes.scale_units.iter().map(|&place| report.units.get(place).map(|unit| unit.name.as_str())).collect::<Json>(),
        "rules": report.rules,
        "units": (0..changes.units.len()).map(|place| unit(report, place)).collect::<Vec<_>>(),
    }))
}

fn unit(report: &DiffReport, place: usize) -> Json {
    let (own, change) = (&report.units[place], &report.changes.units[place]);
    let text = |value: &Option<Value>| value.as_ref().map(ToString::to_string);
    let field = |(name, [old, new]): &(String, [Option<Value>; 2])| json!({ "field": name, "old": text(old), "new": text(new) });
    let [before, after] = change.versions.map(version);
    json!({
        "name": own.name,
        "changed": change.is_change(),
        "moved": estimate(change.moved),
        "surely_moved": change.surely_moved,
        "verdict_changed": change.verdict_changed(),
        "before": before,
        "after": after,
        "edited": own.fields.iter().map(field).collect::<Vec<_>>(),
    })
}

fn version(unit: Option<PricedUnit>) -> Json {
    unit.map_or(Json::Null, |unit| {
        json!({
            "now": unit.now,
            "fixed": unit.fixed,
            "fair": estimate(unit.fair),
            "reason": unit.reason.map(NoPrice::words),
            "verdict": said(Some(unit)),
        })
    })
}

/// The verdict, if there is one.
fn said(unit: Option<PricedUnit>) -> Option<&'static str> {
    unit.map(|unit| unit.verdict.words()).filter(|words| !words.is_empty())
}

/// What changed, for spreadsheets: a row for each number.
pub fn diff_csv(report: &DiffReport) -> Result<Vec<u8>, ReportError> {
    let mut csv = report.source().csv(&["unit", "changed", "verdict_before", "verdict_after", "quantity"])?;
    csv.row(&["", "", "", "", "scale"], Some(report.changes.scale))?;
    for (own, change) in report.units.iter().zip(&report.changes.units) {
        let UnitChange { versions: [before, after], .. } = change;
        let [old, new] = [*before, *after].map(|unit| said(unit).unwrap_or_default());
        let changed = if change.is_change() { "yes" } else { "no" };
        let now = |unit: &Option<PricedUnit>| unit.and_then(|unit| unit.now).map(Estimate::exact);
        let fair = |unit: &Option<PricedUnit>| unit.and_then(|unit| unit.fair);
        let numbers = [
            ("now.before", now(before)),
            ("now.after", now(after)),
            ("fair.before", fair(before)),
            ("fair.after", fair(after)),
            ("moved", change.moved),
        ];
        for (quantity, found) in numbers {
            csv.row(&[&own.name, changed, old, new, quantity], found)?;
        }
    }
    csv.bytes()
}
