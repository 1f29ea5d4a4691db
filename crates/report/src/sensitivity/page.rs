//! The page of a sensitivity: the tornados, and every step in a table that sorts.

use minijinja::context;
use minijinja::value::Serde;
use results::{Comparison, Quantity};

use super::{Sensitivity, Swing, kill};
use crate::comparison::signed;
use crate::html::tables::{Cell, Table, numbers, text_column};
use crate::{Chart, ReportError, digits, html};

/// The page with charts that are drawn already.
pub(super) fn page(sensitivity: &Sensitivity, charts: &[Chart]) -> Result<String, ReportError> {
    html::filled(
        "sensitivity.html",
        context! {
            said => said(sensitivity).iter().map(|sentence| html::unbroken(sentence)).collect::<Vec<_>>(),
            figures => html::figures(charts),
            table => Serde(steps(sensitivity)),
            ..sensitivity.source().on_page()
        },
    )
}

/// What is said before the charts.
pub(crate) fn said(sensitivity: &Sensitivity) -> Vec<String> {
    sensitivity.as_it_is().into_iter().chain(sensitivity.parted().1).collect()
}

/// Every step, a row each.
pub(crate) fn steps(sensitivity: &Sensitivity) -> Table {
    let columns = ["From", "To", "Change in kills", "Change in attacks"].map(numbers);
    let columns = [text_column("Field")].into_iter().chain(columns).collect();
    let rows = sensitivity
        .ordered()
        .into_iter()
        .flat_map(|swing| swing.steps.iter().map(move |(to, comparison)| row(swing, *to, comparison)));
    Table::new("Every step", columns, rows.collect())
}

fn row(swing: &Swing, to: i64, comparison: &Comparison) -> Vec<Cell> {
    let whole = |value: i64| Cell::number(value.to_string(), value as f64);
    let change = |quantity: Option<&Quantity>, show: &dyn Fn(&Quantity) -> String| {
        quantity.map_or_else(Cell::missing, |known| Cell::number(show(known), known.difference.value))
    };
    vec![
        Cell::text(&swing.name()),
        whole(swing.from),
        whole(to),
        change(kill(comparison), &|kill| digits::percentage_points(&kill.difference)),
        change(Some(&comparison.attacks), &|attacks| signed(&attacks.difference)),
    ]
}
