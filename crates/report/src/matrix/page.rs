//! The page of a matrix: a table with shades, and every pairing in a table that sorts.

use minijinja::context;
use minijinja::value::Serde;
use results::Estimate;

use super::{Matrix, Pairing};
use crate::html::tables::{Cell, Heat, Shaded, Table, numbers, text_column};
use crate::{Chart, ReportError, digits, html, names};

/// The page with charts that are drawn already.
pub(super) fn page(matrix: &Matrix, charts: &[Chart]) -> Result<String, ReportError> {
    let (heat, table) = tables(matrix);
    html::filled(
        "matrix.html",
        context! {
            figures => html::figures(charts),
            heat => Serde(heat),
            table => Serde(table),
            notes => matrix.notes(),
            ..matrix.source().on_page()
        },
    )
}

/// The table with shades, and the table that sorts.
pub(crate) fn tables(matrix: &Matrix) -> (Heat, Table) {
    let pairings: Vec<Pairing<'_>> = matrix.pairings().collect();
    let names: Vec<String> = matrix.units.iter().map(|unit| names::line(&unit.name)).collect();
    let rows = pairings
        .chunks(names.len().max(1))
        .map(|row| row.iter().map(|pairing| Shaded::of(pairing.kill())).collect());
    let heat = Heat {
        title: format!("Killed {}", matrix.within()),
        down: "attacker".to_owned(),
        across: "target".to_owned(),
        columns: names.clone(),
        rows: names.iter().cloned().zip(rows).collect(),
    };
    let columns = ["Killed", "Mean attacks", "Points per round", "Per round and point spent"].map(numbers);
    let columns = [text_column("Attacker"), text_column("Target")].into_iter().chain(columns).collect();
    let amount = |estimate: Option<Estimate>| {
        estimate.map_or_else(Cell::missing, |known| Cell::number(digits::number(&known), known.value))
    };
    let played = pairings.iter().filter(|pairing| pairing.cell.is_ok()).map(|pairing| {
        vec![
            Cell::text(&pairing.attacker.name),
            Cell::text(&pairing.target.name),
            pairing.kill().map_or_else(Cell::missing, |kill| Cell::percent(&kill)),
            pairing.attacks().map_or_else(Cell::missing, |text| {
                let mean = pairing.mean_attacks().map(|mean| mean.value);
                Cell::number(text, mean.or(pairing.least_attacks()).unwrap_or(f64::NAN))
            }),
            amount(pairing.points_per_round()),
            amount(pairing.points_per_point()),
        ]
    });
    let table = Table::new("Every pairing", columns, played.collect());
    (heat, table)
}
