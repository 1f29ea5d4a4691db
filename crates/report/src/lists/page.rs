//! The page of lists.

use results::UnitInLists;

use super::{ListReport, MIX, UNITS, share, share_interval};
use crate::html::tables::{Cell, Heat, Shaded, Table, numbers, text_column};
use crate::source::{Opening, Section};
use crate::{Chart, ReportError, digits, html};

/// The page with charts that are drawn already.
pub(super) fn page(report: &ListReport, charts: &[Chart]) -> Result<String, ReportError> {
    let opening = Opening {
        title: report.title(),
        about: vec![report.battles()],
        headline: report.headline(),
        sureness: super::EVEN.to_owned(),
        facts: vec![("Tolerance", report.tolerance())],
    };
    let figures = |name: &str| html::figures(charts.iter().filter(|chart| chart.name == name));
    let sections = vec![
        Section { title: "To be known".to_owned(), sentences: report.known(), ..Section::default() },
        Section::of(mix(report)).note(MIX),
        Section { figures: figures("units"), ..Section::of(units(report)).note(UNITS) },
        Section {
            title: "How often each list of the mix beats each other".to_owned(),
            heat: heat(report),
            ..Section::default()
        },
    ];
    report.source().page((opening, sections))
}

fn mix(report: &ListReport) -> Table {
    let columns = [
        text_column("List"),
        numbers("Share"),
        numbers("Points"),
        numbers("Wins against the mix"),
        numbers("Against the field"),
    ];
    let rows = report.mix.lists.iter().map(|one| {
        vec![
            Cell::text(&report.list(&one.list.units)),
            Cell::number(share(one.share), one.share),
            Cell::number(digits::plain(one.list.points), one.list.points),
            Cell::number(digits::percent_with_margin(&one.list.score), one.list.score.value),
            Cell::number(digits::percent_with_margin(&one.against_field), one.against_field.value),
        ]
    });
    Table::new("The mix of lists that no list beats", columns.into(), rows.collect())
}

fn units(report: &ListReport) -> Table {
    let columns = [
        text_column("Unit"),
        text_column("Verdict"),
        numbers("Share of points"),
        numbers("95\u{A0}% interval"),
        numbers("Best list with it wins"),
        numbers("Now"),
        text_column("That list"),
    ];
    let row = |(place, unit): (usize, &UnitInLists)| {
        let score = unit.best.as_ref().map(|best| best.score);
        let interval = share_interval(&unit.share).zip(unit.share.low());
        let list = unit.best.as_ref().map(|best| report.list(&best.units));
        vec![
            Cell::text(&report.unit(place)),
            Cell::text(unit.verdict.words()),
            Cell::number(share(unit.share.value), unit.share.value),
            interval.map_or_else(Cell::missing, |(text, low)| Cell::number(text, low)),
            score.map_or_else(Cell::missing, |score| {
                Cell::number(digits::percent_with_margin(&score), score.value)
            }),
            unit.price.map_or_else(Cell::missing, |price| Cell::number(digits::plain(price), price)),
            Cell::text(&list.unwrap_or_default()),
        ]
    };
    Table::new(
        "What lists make of each unit",
        columns.into(),
        report.ordered().into_iter().map(row).collect(),
    )
}

/// The score of each list of the mix against each other; none for a single list.
fn heat(report: &ListReport) -> Option<Heat> {
    let names: Vec<String> = report.mix.lists.iter().map(|one| report.list(&one.list.units)).collect();
    let row = |row: &Vec<results::Estimate>| row.iter().map(|score| Shaded::of(Some(*score))).collect();
    (names.len() > 1).then(|| Heat {
        title: String::new(),
        down: "list".to_owned(),
        across: "opponent".to_owned(),
        rows: names.iter().cloned().zip(report.mix.scores.iter().map(row)).collect(),
        columns: names,
    })
}
