//! The page of prices.

use results::{Estimate, Priced};

use super::{FAIR, MIX, NOTHING, PriceReport, about, share, verdict};
use crate::html::tables::{Cell, Heat, Shaded, Table, numbers, words as text_column};
use crate::made::{Opening, Section};
use crate::{Chart, ReportError, digits, html, names};

/// The page with charts that are drawn already.
pub(super) fn page(report: &PriceReport, charts: &[Chart]) -> Result<String, ReportError> {
    let opening = Opening {
        title: report.title(),
        about: vec![report.battles()],
        headline: report.headline(),
        sureness: FAIR.to_owned(),
        facts: vec![(
            "Precision",
            report.wide().unwrap_or_else(|| {
                let share = digits::plain(100.0 * report.precision);
                format!("Every interval is at most ± {share} % of its price, as was asked for.")
            }),
        )],
    };
    let figures = |name: &str| html::figures(charts.iter().filter(|chart| chart.name == name));
    let mut sections = vec![
        Section { figures: figures("prices"), ..Section::of(prices(report)) },
        Section {
            title: "To be known".to_owned(),
            sentences: report.wide().iter().chain(&report.notes).map(|note| names::line(note)).collect(),
            ..Section::default()
        },
    ];
    sections.extend(situations(report).map(Section::of));
    sections.push(Section {
        title: "One price for all?".to_owned(),
        notes: vec![report.residual()],
        sentences: report.prices.circles.iter().map(|circle| report.circle(circle)).collect(),
        figures: figures("scores"),
        heat: heat(report),
        table: None,
    });
    sections.extend(rounding(report).map(Section::of));
    sections.extend(metagame(report).map(|table| Section::of(table).note(MIX)));
    report.made().page(opening, sections)
}

fn plain(value: Option<f64>) -> Cell {
    value.map_or_else(Cell::missing, |value| Cell::number(digits::plain(value), value))
}

fn price(estimate: Option<Estimate>) -> Cell {
    estimate.map_or_else(Cell::missing, |known| Cell::number(digits::number(&known), known.value))
}

fn percent(estimate: Option<Estimate>) -> Cell {
    estimate.map_or_else(Cell::missing, |known| Cell::percent(&known))
}

fn prices(report: &PriceReport) -> Table {
    let columns = [
        text_column("Unit"),
        numbers("Now"),
        numbers("Fair"),
        numbers("95\u{A0}% interval"),
        text_column("Verdict"),
        numbers("Wins at fair"),
        text_column("Does best against"),
        text_column("Does worst against"),
        numbers("Square law"),
    ];
    let met = |met: Option<&(usize, Estimate)>| {
        report.opponent(met).map_or_else(Cell::missing, |(name, score)| {
            Cell::text(&format!("{name}, {}", digits::percent(&score)))
        })
    };
    let row = |(place, unit): (usize, &Priced)| {
        let interval = unit.fair.and_then(|fair| Some((digits::number_interval(&fair, "–")?, fair.low()?)));
        vec![
            Cell::text(&report.unit(place)),
            plain(unit.now),
            price(unit.fair),
            interval.map_or_else(Cell::missing, |(text, low)| Cell::number(text, low)),
            Cell::text(verdict(unit)),
            percent(unit.confirmed),
            met(unit.best.as_ref()),
            met(unit.worst.as_ref()),
            unit.square_law.map_or_else(Cell::missing, |law| Cell::number(about(law), law)),
        ]
    };
    Table::new("Prices", columns.into(), report.ordered().into_iter().map(row).collect())
}

fn situations(report: &PriceReport) -> Option<Table> {
    let situations = &report.prices.situations;
    let columns = [text_column("Unit"), numbers("All together")].into_iter();
    let columns = columns.chain(situations.iter().map(|situation| numbers(&names::line(&situation.name))));
    let row = |(place, unit): (usize, &Priced)| {
        let alone = situations.iter().map(|situation| price(situation.fair.get(place).copied().flatten()));
        [Cell::text(&report.unit(place)), price(unit.fair)].into_iter().chain(alone).collect()
    };
    (!situations.is_empty()).then(|| {
        let rows = report.ordered().into_iter().map(row).collect();
        Table::new("Fair price in each situation alone", columns.collect(), rows)
    })
}

/// How often each unit beats each other.
fn heat(report: &PriceReport) -> Option<Heat> {
    let scores = &report.prices.scores;
    let names: Vec<String> = (0..scores.len()).map(|place| report.unit(place)).collect();
    scores.iter().flatten().any(Option::is_some).then(|| Heat {
        title: String::new(),
        down: "unit".to_owned(),
        across: "opponent".to_owned(),
        rows: names
            .iter()
            .cloned()
            .zip(scores.iter().map(|row| row.iter().map(|score| Shaded::of(*score)).collect()))
            .collect(),
        columns: names,
    })
}

fn rounding(report: &PriceReport) -> Option<Table> {
    let rounded = report.prices.rounding.as_ref()?;
    let columns = [text_column("Unit"), numbers("Fair"), numbers("Rounded"), numbers("Wins")];
    let columns = columns.into_iter().chain([numbers("95\u{A0}% interval")]);
    let row = |(place, unit): (usize, &Priced)| {
        let rounded = rounded.get(place)?;
        Some(vec![
            Cell::text(&report.unit(place)),
            price(unit.fair),
            plain(Some(rounded.price)),
            Cell::percent(&rounded.score),
            Cell::interval(&rounded.score),
        ])
    };
    let rows = report.ordered().into_iter().filter_map(row).collect();
    Some(Table::new("Prices in steps of the house", columns.collect(), rows))
}

fn metagame(report: &PriceReport) -> Option<Table> {
    let game = &report.prices.metagame;
    let columns = ["Share of points", "Wins against the mix", "Now", "Would have a place at"].map(numbers);
    let columns = [text_column("Unit")].into_iter().chain(columns).collect();
    let row = |(place, unit): (usize, &Priced)| {
        let mix = *game.mix.get(place)?;
        let entry = game.entry.get(place).copied().flatten();
        Some(vec![
            Cell::text(&report.unit(place)),
            Cell::number(share(mix), mix),
            percent(game.scores.get(place).copied()),
            plain(unit.now),
            match entry {
                Some(entry) => Cell::number(about(entry), entry),
                None if mix >= NOTHING => Cell::text(""),
                None => Cell::text("no price found"),
            },
        ])
    };
    let mut units = report.ordered();
    let mix = |place: usize| game.mix.get(place).copied().unwrap_or(0.0);
    units.sort_by(|one, other| mix(other.0).total_cmp(&mix(one.0)));
    let rows: Vec<Vec<Cell>> = units.into_iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| Table::new("The mix that no mix beats", columns, rows))
}
