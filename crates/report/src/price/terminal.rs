//! Prices on a terminal.

use results::{Estimate, MixedField, Priced};

use super::{MIN_SHARE, PriceReport, about, fair_price, share, verdict};
use crate::grid::{Column, Ink, Matrix};
use crate::table::Page;
use crate::{Style, digits, names};

/// Prices for people.
pub fn price_table(report: &PriceReport, width: usize, style: Style) -> String {
    let source = report.source();
    let mut page = Page::new(width, style);
    source.header(&mut page, &report.title());
    page.wrapped(&report.headline(), Ink::Strong);
    let anchor = report.prices.mixed.as_ref().map(|mixed| report.anchor(mixed)).unwrap_or_default();
    page.wrapped(format!("{} {} {anchor}", report.fair(), report.battles()).trim_end(), Ink::Faint);
    let without = report.without();
    for note in report.wide().iter().chain(&without).chain(&report.notes) {
        page.wrapped(&names::line(note), Ink::Plain);
    }
    prices(&mut page, report);
    if let Some(mixed) = &report.prices.mixed {
        let unmended = report.unmended(mixed);
        if !unmended.is_empty() {
            page.section("What price cannot mend");
        }
        for said in unmended {
            page.wrapped(&said, Ink::Plain);
        }
        fields(&mut page, report, mixed);
    }
    opponents(&mut page, report);
    situations(&mut page, report);
    if report.has_scores() {
        page.section("One price for all?");
        page.wrapped(&report.residual(), Ink::Plain);
    }
    for circle in &report.prices.circles {
        page.wrapped(&report.circle(circle), Ink::Plain);
    }
    rounding(&mut page, report);
    metagame(&mut page, report);
    source.footer(&mut page);
    page.text()
}

fn missing() -> String {
    digits::missing().to_owned()
}

fn price(estimate: Option<&Estimate>) -> String {
    estimate.map_or_else(missing, fair_price)
}

fn prices(page: &mut Page, report: &PriceReport) {
    page.section("Prices, the cheapest for what they are first");
    // What is left out where there is no room; the verdict and the price are not.
    let is_mixed = report.prices.mixed.is_some();
    let shown = match page.width() {
        ..70 => 5,
        70..82 => 6,
        _ if is_mixed => 6,
        _ => 7,
    };
    let columns = [
        Column::left("unit"),
        Column::right("now"),
        Column::right("fair"),
        Column::right("95 % interval").ink(Ink::Faint),
        Column::left("verdict").ink(Ink::Strong),
        Column::right(if is_mixed { "another seed" } else { "wins at fair" }),
        Column::right("square law").ink(Ink::Faint),
    ];
    let checked = |checked: &Estimate| if is_mixed { off(checked) } else { digits::percent(checked) };
    let row = |(place, unit): (usize, &Priced)| {
        let fair = unit.fair.as_ref();
        let cells = [
            report.unit(place),
            unit.now.map_or_else(missing, digits::plain),
            price(fair),
            fair.and_then(|fair| digits::number_interval(fair, "–")).unwrap_or_default(),
            verdict(unit).to_owned(),
            unit.confirmed.as_ref().map_or_else(missing, checked),
            unit.square_law.map_or_else(missing, about),
        ];
        cells[..shown].to_vec()
    };
    page.grid(&columns[..shown], &report.ordered().into_iter().map(row).collect::<Vec<_>>());
}

/// How far a check with another seed is from the price.
fn off(checked: &Estimate) -> String {
    let half = checked.error.map_or(0.0, |error| (error.high - error.low) / 2.0);
    format!("{:+.1} ± {:.1} %", 100.0 * (checked.value - 1.0), 100.0 * half)
}

fn fields(page: &mut Page, report: &PriceReport, mixed: &MixedField) {
    if mixed.variants.is_empty() {
        return;
    }
    page.section("Fair price in other fields");
    let units = report.ordered();
    let row = |(place, unit): &(usize, &Priced)| {
        let others =
            mixed.variants.iter().map(|variant| price(variant.fair.get(*place).and_then(Option::as_ref)));
        [price(unit.fair.as_ref())].into_iter().chain(others).collect()
    };
    page.matrix(&Matrix {
        corner: ("unit", "field"),
        cells: units.iter().map(row).collect(),
        rows: units.iter().map(|(place, _)| report.unit(*place)).collect(),
        columns: ["this".to_owned()]
            .into_iter()
            .chain(mixed.variants.iter().map(|variant| variant.name.clone()))
            .collect(),
    });
    for said in report.dependent(mixed) {
        page.wrapped(&said, Ink::Plain);
    }
}

fn opponents(page: &mut Page, report: &PriceReport) {
    let known = |unit: &Priced| unit.best.is_some() || unit.worst.is_some();
    if !report.prices.units.iter().any(known) {
        return;
    }
    page.section("Best and worst opponents at fair prices");
    let columns = [
        Column::left("unit"),
        Column::left("does best against"),
        Column::right("wins"),
        Column::left("does worst against"),
        Column::right("wins"),
    ];
    let row = |(place, unit): (usize, &Priced)| {
        let met = |met| match report.opponent(met) {
            Some((name, score)) => [name, digits::percent(&score)],
            None => [missing(), missing()],
        };
        [report.unit(place)]
            .into_iter()
            .chain(met(unit.best.as_ref()))
            .chain(met(unit.worst.as_ref()))
            .collect()
    };
    page.grid(&columns, &report.ordered().into_iter().map(row).collect::<Vec<_>>());
}

fn situations(page: &mut Page, report: &PriceReport) {
    let situations = &report.prices.situations;
    if situations.is_empty() {
        return;
    }
    page.section("Fair price in each situation alone");
    let units = report.ordered();
    let cells = units.iter().map(|(place, _)| {
        situations
            .iter()
            .map(|situation| price(situation.fair.get(*place).and_then(Option::as_ref)))
            .collect()
    });
    page.matrix(&Matrix {
        corner: ("unit", "situation"),
        cells: cells.collect(),
        rows: units.iter().map(|(place, _)| report.unit(*place)).collect(),
        columns: situations.iter().map(|situation| names::line(&situation.name)).collect(),
    });
}

fn rounding(page: &mut Page, report: &PriceReport) {
    let Some(rounding) = &report.prices.rounding else { return };
    page.section("Prices in steps of the house");
    page.wrapped(&report.rounding(rounding), Ink::Plain);
    let is_mixed = report.prices.mixed.is_some();
    let columns = [
        Column::left("unit"),
        Column::right("fair"),
        Column::right("rounded"),
        Column::right("off"),
        Column::right(if is_mixed { "its points do" } else { "wins" }),
    ];
    let rows = report.ordered().into_iter().filter_map(|(place, unit)| {
        let rounded = rounding.units.get(place)?.as_ref()?;
        let score = if is_mixed { off(&rounded.score) } else { digits::percent_with_margin(&rounded.score) };
        Some(vec![
            report.unit(place),
            price(unit.fair.as_ref()),
            digits::plain(rounded.price),
            format!("{:+.1} %", 100.0 * rounded.off),
            score,
        ])
    });
    page.grid(&columns, &rows.collect::<Vec<_>>());
}

fn metagame(page: &mut Page, report: &PriceReport) {
    let game = &report.prices.metagame;
    if game.mix.is_empty() {
        return;
    }
    page.section("The mix that no mix beats");
    page.wrapped(report.mix(), Ink::Faint);
    let columns = [
        Column::left("unit"),
        Column::right("share"),
        Column::right("wins"),
        Column::right("now"),
        Column::right("has a place at"),
    ];
    let mut places: Vec<usize> =
        (0..game.mix.len()).filter(|&place| game.scores.get(place).is_some_and(Option::is_some)).collect();
    places.sort_by(|&one, &other| game.mix[other].total_cmp(&game.mix[one]));
    let rows = places.into_iter().map(|place| {
        let entry = game.entry.get(place).copied().flatten();
        let now = report.prices.units.get(place).and_then(|unit| unit.now);
        vec![
            report.unit(place),
            share(game.mix[place]),
            game.scores.get(place).and_then(Option::as_ref).map_or_else(missing, digits::percent),
            now.map_or_else(missing, digits::plain),
            match entry {
                Some(entry) => about(entry),
                None if game.mix[place] >= MIN_SHARE => String::new(),
                None => "no price found".to_owned(),
            },
        ]
    });
    page.grid(&columns, &rows.collect::<Vec<_>>());
}
