//! The page of formulas.

use results::{Fitted, FormulaField, FormulaUnit, Term};

use super::{ERROR, FormulaReport, SLOPE, about, off, role};
use crate::comparison::signed;
use crate::html::tables::{Cell, Table, numbers, text_column};
use crate::source::{Opening, Section};
use crate::{Chart, ReportError, digits, html};

/// The page with charts that are drawn already.
pub(super) fn page(report: &FormulaReport, charts: &[Chart]) -> Result<String, ReportError> {
    let opening = Opening {
        title: report.title(),
        about: Vec::new(),
        headline: report.headline(),
        sureness: report.about(),
        facts: Vec::new(),
    };
    let sections = vec![
        Section { title: "To be known".to_owned(), sentences: report.known(), ..Section::default() },
        Section::of(formulas(report)).note(ERROR),
        Section::of(fields(report)).note(SLOPE),
        Section { figures: html::figures(charts), ..Section::of(units(report)) },
        Section::of(terms(report)),
    ];
    report.source().page((opening, sections))
}

fn formulas(report: &FormulaReport) -> Table {
    let columns = [text_column("Formula"), numbers("Error"), text_column("Shape")];
    let row = |fitted: &Fitted| {
        vec![
            Cell::text(&report.written(fitted)),
            Cell::number(digits::percent_with_margin(&fitted.error), fitted.error.value),
            Cell::text(fitted.shape.name()),
        ]
    };
    Table::new("Formulas", columns.into(), report.formulas.fitted.iter().map(row).collect())
}

fn fields(report: &FormulaReport) -> Table {
    let columns =
        [text_column("Field"), numbers("One more"), numbers("From"), numbers("To"), text_column("Part of")];
    let row = |field: &FormulaField| {
        vec![
            Cell::text(&field.field),
            Cell::number(signed(&field.slope), field.slope.value),
            Cell::number(field.least.to_string(), field.least as f64),
            Cell::number(field.most.to_string(), field.most as f64),
            Cell::text(role(field)),
        ]
    };
    Table::new("Fields", columns.into(), report.formulas.fields.iter().map(row).collect())
}

fn units(report: &FormulaReport) -> Table {
    let columns = [text_column("Unit"), numbers("Fair"), numbers("By formula"), numbers("Off")];
    let row = |(place, unit): (usize, &FormulaUnit)| {
        vec![
            Cell::text(&report.unit(place)),
            unit.fair.map_or_else(Cell::missing, |fair| Cell::number(digits::number(&fair), fair.value)),
            Cell::number(about(unit.formula), unit.formula),
            Cell::number(off(unit.off), unit.off.unwrap_or(f64::NAN)),
        ]
    };
    let rows = report.ordered().into_iter().map(row).collect();
    Table::new("Units of the roster", columns.into(), rows)
}

/// Every number of every formula, with its interval.
fn terms(report: &FormulaReport) -> Table {
    let columns =
        [text_column("Shape"), text_column("Field"), numbers("Number"), numbers("95\u{A0}% interval")];
    let row = |fitted: &Fitted, term: &Term| {
        let part = if term.of_defence { " of the defence" } else { "" };
        let field = term.field.map_or_else(|| format!("constant{part}"), |field| report.field(field));
        let interval = digits::number_interval(&term.number, " to ");
        vec![
            Cell::text(fitted.shape.name()),
            Cell::text(&field),
            Cell::number(digits::number(&term.number), term.number.value),
            interval
                .map_or_else(Cell::missing, |text| Cell::number(text, term.number.low().unwrap_or(f64::NAN))),
        ]
    };
    let all = report
        .formulas
        .fitted
        .iter()
        .flat_map(|fitted| fitted.terms.iter().map(move |term| row(fitted, term)));
    Table::new("Every number", columns.into(), all.collect())
}
