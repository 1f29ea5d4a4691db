//! Lists on a terminal.

use results::UnitInLists;

use super::{ListReport, MIX, UNITS, share, share_interval};
use crate::grid::{Column, Ink};
use crate::table::Page;
use crate::{Style, digits};

/// Lists for people.
pub fn list_table(report: &ListReport, width: usize, style: Style) -> String {
    let source = report.source();
    let mut page = Page::new(width, style);
    source.header(&mut page, &report.title());
    page.wrapped(&report.headline(), Ink::Strong);
    page.wrapped(&format!("{} {}", super::EVEN, report.battles()), Ink::Faint);
    for said in report.known() {
        page.wrapped(&said, Ink::Plain);
    }
    page.section("The mix of lists that no list beats");
    page.wrapped(MIX, Ink::Faint);
    let columns = [
        Column::right("share").ink(Ink::Strong),
        Column::right("points"),
        Column::right("against the mix"),
        Column::right("the field"),
        Column::left("list"),
    ];
    let rows = report.mix.lists.iter().map(|one| {
        vec![
            share(one.share),
            digits::plain(one.list.points),
            digits::percent(&one.list.score),
            digits::percent(&one.against_field),
            report.list(&one.list.units),
        ]
    });
    page.grid(&columns, &rows.collect::<Vec<_>>());
    units(&mut page, report);
    source.footer(&mut page);
    page.text()
}

fn units(page: &mut Page, report: &ListReport) {
    page.section("What lists make of each unit");
    page.wrapped(UNITS, Ink::Faint);
    let is_wide = page.width() >= 82;
    let mut columns = vec![
        Column::left("unit"),
        Column::right("now"),
        Column::right("share of points"),
        Column::left("verdict").ink(Ink::Strong),
        Column::right("best list with it wins"),
    ];
    if is_wide {
        columns.insert(3, Column::right("95 % interval").ink(Ink::Faint));
    }
    let row = |(place, unit): (usize, &UnitInLists)| {
        let best = unit.best.as_ref().map(|best| digits::percent_with_margin(&best.score));
        let mut cells = vec![
            report.unit(place),
            unit.price.map_or_else(|| digits::missing().to_owned(), digits::plain),
            share(unit.share.value),
            unit.verdict.words().to_owned(),
            best.unwrap_or_default(),
        ];
        if is_wide {
            cells.insert(3, share_interval(&unit.share).unwrap_or_default());
        }
        cells
    };
    page.grid(&columns, &report.ordered().into_iter().map(row).collect::<Vec<_>>());
}
