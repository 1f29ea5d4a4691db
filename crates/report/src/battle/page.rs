//! The page of a battle.

use results::{Estimate, Spread};

use super::{BattleReport, SideReport};
use crate::html::tables::{Cell, Table, numbers, text_column};
use crate::source::{Opening, Section};
use crate::{Chart, ReportError, digits, html, names, phrases};

/// The page with charts that are drawn already.
pub(super) fn page(battle: &BattleReport, charts: &[Chart]) -> Result<String, ReportError> {
    battle.source().page(parts(battle, charts))
}

/// The head and the sections of the page.
pub(crate) fn parts(battle: &BattleReport, charts: &[Chart]) -> (Opening, Vec<Section>) {
    let about = battle.sides.iter().map(SideReport::described).chain([battle.in_order()]);
    let opening = Opening {
        title: names::line(&battle.provenance.name),
        about: about.collect(),
        headline: battle.headline(),
        sureness: phrases::method_in_full(&battle.results.method),
        facts: Vec::new(),
    };
    let notes = Section {
        title: "To be known".to_owned(),
        sentences: battle.notes.iter().map(|note| names::line(note)).collect(),
        ..Section::default()
    };
    let figures = Section {
        title: "Charts".to_owned(),
        notes: vec!["Point at a chart for its numbers.".to_owned()],
        figures: html::figures(charts),
        ..Section::default()
    };
    let glance = Section { notes: battle.gone().into_iter().collect(), ..Section::of(glance(battle)) };
    let mut sections = vec![glance, notes, figures, Section::of(by_round(battle))];
    sections.extend(spreads(battle).into_iter().map(Section::of));
    (opening, sections)
}

/// A probability and its interval.
fn share(probability: Estimate) -> [Cell; 2] {
    [Cell::percent(&probability), Cell::interval(&probability)]
}

fn mean(spread: Option<&Spread>) -> Cell {
    spread.map_or_else(Cell::missing, |spread| {
        Cell::number(digits::number_with_margin(&spread.mean), spread.mean.value)
    })
}

fn glance(battle: &BattleReport) -> Table {
    let columns = ["Wins", "95\u{A0}% interval", "Loses", "Draws", "Earns its points back"].into_iter();
    let columns = columns.chain(["Units left, mean", "Points lost, mean"]).map(numbers);
    let columns = [text_column("Side")].into_iter().chain(columns).collect();
    let [one, other] = battle.both();
    let rows = [(one, other), (other, one)].map(|((side, found), (_, enemy))| {
        let earned = found.earned.map_or_else(Cell::missing, |earned| {
            Cell::number(digits::percent_with_margin(&earned), earned.value)
        });
        let rest = [
            Cell::percent(&enemy.win),
            Cell::percent(&digits::what_is_left(&battle.results.draw)),
            earned,
            mean(Some(&found.survivors)),
            mean(found.points_lost.as_ref()),
        ];
        [Cell::text(&side.name)].into_iter().chain(share(found.win)).chain(rest).collect()
    });
    Table::new("At a glance", columns, rows.into())
}

fn by_round(battle: &BattleReport) -> Table {
    let columns = [text_column("Side")].into_iter();
    let columns = columns.chain(["Round", "Left", "95\u{A0}% interval", "Battle decided"].map(numbers));
    let rows = battle.sides.iter().enumerate().flat_map(|(index, side)| {
        battle.results.rounds.iter().enumerate().map(move |(round, played)| {
            let cells = [Cell::text(&side.name), Cell::whole(round + 1)].into_iter();
            cells.chain(share(played.strength[index])).chain([Cell::percent(&played.decided)]).collect()
        })
    });
    let title = format!("Left of each side's {} by round", battle.strength_of());
    Table::new(&title, columns.collect(), rows.collect())
}

/// The distributions of both sides.
fn spreads(battle: &BattleReport) -> Vec<Table> {
    let table = |title: &str, value: &str, of: &dyn Fn(usize) -> Option<Spread>| {
        let columns = [numbers(value), numbers("Probability"), numbers("95\u{A0}% interval")];
        let rows = battle.sides.iter().enumerate().flat_map(|(index, side)| {
            let spread = of(index);
            let each =
                spread.into_iter().flat_map(|spread| spread.values.into_iter().zip(spread.probabilities));
            each.map(|(value, probability)| {
                let cells = [Cell::text(&side.name), Cell::number(digits::plain(value), value)].into_iter();
                cells.chain(share(probability)).collect()
            })
            .collect::<Vec<_>>()
        });
        let columns = [text_column("Side")].into_iter().chain(columns).collect();
        Table::new(title, columns, rows.collect())
    };
    let sides = &battle.results.sides;
    let mut tables =
        vec![table("Units left at the end", "Units", &|index| Some(sides[index].survivors.clone()))];
    if sides.iter().any(|side| side.points_lost.is_some()) {
        tables.push(table("Points lost", "Points", &|index| sides[index].points_lost.clone()));
    }
    tables
}
