//! What changed, on a terminal.

use results::{Estimate, UnitChange};

use super::{DiffReport, MOVED, short_move, verdicts};
use crate::grid::{Column, Ink};
use crate::table::Page;
use crate::{Style, digits};

/// What changed, for people.
pub fn diff_table(report: &DiffReport, width: usize, style: Style) -> String {
    let source = report.source();
    let mut page = Page::new(width, style);
    source.header(&mut page, &report.title());
    page.wrapped(&report.headline(), Ink::Strong);
    page.wrapped(&format!("{} {} {MOVED}", report.about(), report.scale()), Ink::Faint);
    for note in report.notes() {
        page.wrapped(&note, Ink::Plain);
    }
    page.section("Units, those that were changed first");
    // What is left out where there is no room; the move is not.
    let is_wide = page.width() >= 82;
    let mut columns = vec![Column::left("unit")];
    if is_wide {
        columns.push(Column::right("now"));
    }
    columns.extend([
        Column::right("fair before"),
        Column::right("after"),
        Column::right("moved").ink(Ink::Strong),
        Column::right("95 % interval").ink(Ink::Faint),
        Column::left("verdict"),
    ]);
    let row = |(place, unit): (usize, &UnitChange)| {
        let [before, after] = unit.versions;
        let fair = |version: Option<results::PricedUnit>| price(version.and_then(|version| version.fair));
        let mut cells = vec![report.unit(place)];
        if is_wide {
            cells.push(now(unit));
        }
        cells.extend([
            fair(before),
            fair(after),
            unit.moved.as_ref().map_or_else(missing, short_move),
            unit.moved.as_ref().and_then(interval).unwrap_or_default(),
            verdicts(unit),
        ]);
        cells
    };
    page.grid(&columns, &report.ordered().into_iter().map(row).collect::<Vec<_>>());
    source.footer(&mut page);
    page.text()
}

fn missing() -> String {
    digits::missing().to_owned()
}

fn price(fair: Option<Estimate>) -> String {
    fair.as_ref().map_or_else(missing, digits::number)
}

/// The price now, and what it was if it was another.
pub(super) fn now(unit: &UnitChange) -> String {
    let [before, after] = unit.versions.map(|version| version.and_then(|version| version.now));
    match (before, after) {
        (Some(before), Some(after)) if before != after => {
            format!("{} → {}", digits::plain(before), digits::plain(after))
        }
        (before, after) => after.or(before).map_or_else(missing, digits::plain),
    }
}

/// The ends of the interval of a move.
pub(super) fn interval(moved: &Estimate) -> Option<String> {
    moved.error.map(|error| format!("{:+.1} to {:+.1} %", 100.0 * error.low, 100.0 * error.high))
}
