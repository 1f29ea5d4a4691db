//! Formulas for programs and spreadsheets.

use results::{Estimate, Fitted, FormulaField, FormulaUnit, Term};
use serde_json::{Value, json};

use super::FormulaReport;
use crate::ReportError;
use crate::json::estimate;

/// Formulas for programs.
pub fn formula_json(report: &FormulaReport) -> String {
    let found = &report.formulas;
    let name = |place: usize| found.fields.get(place).map(|field| field.field.as_str());
    let field = |field: &FormulaField| {
        json!({
            "field": field.field,
            "least": field.least,
            "most": field.most,
            "offence": field.offence,
            "defence": field.defence,
            "slope": estimate(Some(field.slope)),
        })
    };
    let term = |term: &Term| {
        json!({
            "field": term.field.and_then(name),
            "of_defence": term.of_defence,
            "number": estimate(Some(term.number)),
        })
    };
    let fitted = |fitted: &Fitted| {
        json!({
            "shape": fitted.shape.name(),
            "formula": report.written(fitted),
            "error": estimate(Some(fitted.error)),
            "terms": fitted.terms.iter().map(term).collect::<Vec<_>>(),
            "shifts": fitted.shifts,
        })
    };
    let unit = |(place, unit): (usize, &FormulaUnit)| {
        json!({
            "name": report.units.get(place),
            "fair": estimate(unit.fair),
            "by_formula": unit.formula,
            "off": unit.off,
        })
    };
    report.source().document(json!({
        "order": report.order,
        "policy": report.policy,
        "priced": found.priced,
        "unpriced": found.unpriced,
        "fields": found.fields.iter().map(field).collect::<Vec<_>>(),
        "formulas": found.fitted.iter().map(fitted).collect::<Vec<Value>>(),
        "units": found.units.iter().enumerate().map(unit).collect::<Vec<_>>(),
    }))
}

/// Formulas for spreadsheets: a row for each number.
pub fn formula_csv(report: &FormulaReport) -> Result<Vec<u8>, ReportError> {
    let found = &report.formulas;
    let mut csv = report.source().csv(&["shape", "field", "unit", "quantity"])?;
    let name = |place: usize| found.fields.get(place).map_or("", |field| field.field.as_str());
    for fitted in &found.fitted {
        let shape = fitted.shape.name();
        csv.row(&[shape, "", "", "error"], Some(fitted.error))?;
        for term in &fitted.terms {
            let quantity = match (term.of_defence, term.field) {
                (false, None) => "constant",
                (true, None) => "constant of the defence",
                (false, Some(_)) => "number",
                (true, Some(_)) => "number of the defence",
            };
            csv.row(&[shape, term.field.map_or("", name), "", quantity], Some(term.number))?;
        }
    }
    for field in &found.fields {
        csv.row(&["", &field.field, "", "slope"], Some(field.slope))?;
    }
    for (name, unit) in report.units.iter().zip(&found.units) {
        csv.row(&["", "", name, "fair"], unit.fair)?;
        csv.row(&["", "", name, "by_formula"], Some(Estimate::exact(unit.formula)))?;
        csv.row(&["", "", name, "off"], unit.off.map(Estimate::exact))?;
    }
    csv.bytes()
}
