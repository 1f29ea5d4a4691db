//! Formulas on a terminal.

use results::{FormulaField, FormulaUnit};

use super::{ERROR, FormulaReport, SLOPE, about, off, role};
use crate::comparison::signed;
use crate::grid::{Column, Ink};
use crate::table::Page;
use crate::{Style, digits, names};

/// Formulas for people.
pub fn formula_table(report: &FormulaReport, width: usize, style: Style) -> String {
    let source = report.source();
    let found = &report.formulas;
    let mut page = Page::new(width, style);
    source.header(&mut page, &report.title());
    page.wrapped(&report.headline(), Ink::Strong);
    page.wrapped(&report.about(), Ink::Faint);
    for said in report.known() {
        page.wrapped(&said, Ink::Plain);
    }
    page.section("Formulas, the one with the least error first");
    page.wrapped(ERROR, Ink::Faint);
    for fitted in &found.fitted {
        page.wrapped(
            &format!("{}, error {}:", fitted.shape.name(), digits::percent_with_margin(&fitted.error)),
            Ink::Plain,
        );
        page.wrapped(&format!("  points {}", report.written(fitted)), Ink::Strong);
    }
    page.section("Fields");
    page.wrapped(SLOPE, Ink::Faint);
    let columns = [
        Column::left("field"),
        Column::right("from"),
        Column::right("to"),
        Column::right("one more").ink(Ink::Strong),
        Column::left("part of"),
    ];
    let field = |field: &FormulaField| {
        vec![
            names::line(&field.field),
            field.least.to_string(),
            field.most.to_string(),
            signed(&field.slope),
            role(field).to_owned(),
        ]
    };
    page.grid(&columns, &found.fields.iter().map(field).collect::<Vec<_>>());
    page.section("Units of the roster, those that the formula fits worst first");
    let columns = [
        Column::left("unit"),
        Column::right("fair"),
        Column::right("by formula"),
        Column::right("off").ink(Ink::Strong),
    ];
    let unit = |(place, unit): (usize, &FormulaUnit)| {
        vec![
            report.unit(place),
            unit.fair.as_ref().map_or_else(|| digits::missing().to_owned(), digits::number),
            about(unit.formula),
            off(unit.off),
        ]
    };
    page.grid(&columns, &report.ordered().into_iter().map(unit).collect::<Vec<_>>());
    source.footer(&mut page);
    page.text()
}
