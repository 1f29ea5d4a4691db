//! A battle of many units: a table, JSON, CSV, charts and a page.
//!
//! The most important numbers come first: the share of wins, and how sure it is.

mod machine;
pub(crate) mod page;
mod picture;

use results::{BattleResults, Estimate, Provenance, SideResults, Spread};

pub use self::machine::{battle_csv, battle_json};
use crate::grid::{Column, Ink, Matrix};
use crate::source::{self, Source};
use crate::table::Page;
use crate::{Chart, ReportError, Style, digits, names, phrases};

/// A battle and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleReport {
    /// Where it comes from.
    pub provenance: Provenance,
    /// The most rounds that are played.
    pub rounds: u32,
    /// The order of sides in a round: `at-once`, `first` or `second`.
    pub order: &'static str,
    /// Both sides.
    pub sides: [SideReport; 2],
    /// Further notes, such as which units cannot attack which.
    pub notes: Vec<String>,
    /// The results.
    pub results: BattleResults,
}

/// One side of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct SideReport {
    /// Its name.
    pub name: String,
    /// How it selects its targets.
    pub policy: &'static str,
    /// Its units.
    pub units: Vec<UnitLine>,
    /// Its cost in points; `None` if the price of a unit is unknown.
    pub points: Option<f64>,
}

/// Units of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitLine {
    /// Their name.
    pub name: String,
    /// How many.
    pub count: u32,
    /// The cost of each in points.
    pub points: Option<f64>,
}

/// The most rows of a table that is read on a terminal.
const MOST_ROWS: usize = 24;

impl SideReport {
    fn title(&self) -> String {
        names::line(&self.name)
    }

    /// Its units and what they cost, on one line.
    fn described(&self) -> String {
        let units: Vec<String> = self.units.iter().map(UnitLine::described).collect();
        let points = self.points.map(|points| format!("{} points, ", digits::plain(points)));
        let (points, policy) = (points.unwrap_or_default(), self.policy);
        format!("{} ({points}targets: {policy}): {}", self.title(), units.join(", "))
    }
}

impl UnitLine {
    fn described(&self) -> String {
        let name = names::line(&self.name);
        match self.points {
            Some(points) => format!("{} × {name} at {}", self.count, digits::plain(points)),
            None => format!("{} × {name}", self.count),
        }
    }
}

impl BattleReport {
    pub(crate) fn source(&self) -> Source<'_> {
        Source { provenance: &self.provenance, methods: phrases::method(&self.results.method) }
    }

    /// Each side with what came of it.
    fn both(&self) -> [(&SideReport, &SideResults); 2] {
        let [first, second] = &self.results.sides;
        [(&self.sides[0], first), (&self.sides[1], second)]
    }

    /// The order in which sides are drawn: the first colour is blue and the second red, and sides may be called so.
    fn drawn(&self) -> [usize; 2] {
        let named = |side: usize, color: &str| {
            let name = self.sides[side].name.to_lowercase();
            name.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == color)
        };
        if named(0, "red") || named(1, "blue") { [1, 0] } else { [0, 1] }
    }

    /// The share of wins of each side, the likelier winner first.
    fn headline(&self) -> String {
        let [one, other] = self.both();
        let (ahead, behind) = if other.1.win.value > one.1.win.value { (other, one) } else { (one, other) };
        let interval = digits::percent_interval(&ahead.1.win, " to ");
        format!(
            "Wins: {} {}{}, {} {}; draws: {}.",
            ahead.0.title(),
            digits::percent(&ahead.1.win),
            interval.map(|interval| format!(" ({interval})")).unwrap_or_default(),
            behind.0.title(),
            digits::percent(&behind.1.win),
            digits::percent(&digits::what_is_left(&self.results.draw))
        )
    }

    /// A sentence on battles that leave no units on either side.
    fn gone(&self) -> Option<String> {
        let gone = &self.results.both_gone;
        let shown = digits::percent(gone);
        (gone.value > 0.0)
            .then(|| format!("In {shown} of all battles both sides are gone: these are draws, too."))
    }

    /// The limit of rounds and the order of the sides.
    fn in_order(&self) -> String {
        let rounds = format!("At most {}", phrases::count_of(self.rounds.into(), "round"));
        let first = match self.order {
            "first" => format!("the first to act: {}", self.sides[0].title()),
            "second" => format!("the first to act: {}", self.sides[1].title()),
            _ => "both sides act at once".to_owned(),
        };
        format!("{rounds}; {first}.")
    }

    /// The unit of strength.
    fn strength_of(&self) -> &'static str {
        if self.sides.iter().all(|side| side.points.is_some()) { "points" } else { "units" }
    }

    /// Rows of numbers: a name, then the numbers of both sides.
    fn glance(&self) -> Vec<(&'static str, [Option<String>; 2])> {
        let [one, other] = &self.results.sides;
        let share = |estimate: Option<Estimate>| estimate.map(|known| digits::percent_with_margin(&known));
        let mean = |spread: Option<&Spread>| spread.map(|spread| digits::number_with_margin(&spread.mean));
        let typical = |spread: Option<&Spread>| spread.and_then(typical);
        let lost = [one.points_lost.as_ref(), other.points_lost.as_ref()];
        let left = [Some(&one.survivors), Some(&other.survivors)];
        let draw = digits::what_is_left(&self.results.draw);
        vec![
            ("wins", [one, other].map(|side| share(Some(side.win)))),
            ("loses", [other, one].map(|side| share(Some(side.win)))),
            ("draws", [draw, draw].map(|draw| share(Some(draw)))),
            ("earns its points back", [one, other].map(|side| share(side.earned))),
            ("units left, mean", left.map(mean)),
            ("units left, 10 % to 90 %", left.map(typical)),
            ("points lost, mean", lost.map(mean)),
            ("points lost, 10 % to 90 %", lost.map(typical)),
        ]
    }
}

/// The number that a spread is at or below with this probability.
fn quantile(spread: &Spread, share: f64) -> Option<f64> {
    let mut sum = 0.0;
    let reached = spread.values.iter().zip(&spread.probabilities).find(|(_, probability)| {
        sum += probability.value;
        sum >= share - 1e-9
    });
    reached.map(|(value, _)| *value).or_else(|| spread.values.last().copied())
}

/// Where it lies without the least and the largest tenth of battles.
fn typical(spread: &Spread) -> Option<String> {
    let (low, high) = (quantile(spread, 0.1)?, quantile(spread, 0.9)?);
    let [low, high] = [low, high].map(digits::plain);
    Some(if low == high { low } else { format!("{low} to {high}") })
}

/// The battle for people.
pub fn battle_table(battle: &BattleReport, width: usize, style: Style) -> String {
    let source = battle.source();
    let mut page = Page::new(width, style);
    source.header(&mut page, &names::line(&battle.provenance.name));
    for side in &battle.sides {
        page.wrapped(&side.described(), Ink::Plain);
    }
    page.wrapped(&battle.in_order(), Ink::Plain);
    for note in &battle.notes {
        page.wrapped(&names::line(note), Ink::Plain);
    }
    page.gap();
    page.wrapped(&battle.headline(), Ink::Strong);
    page.wrapped(&phrases::method_in_full(&battle.results.method), Ink::Faint);
    page.section("At a glance");
    let sides: Vec<String> = battle.sides.iter().map(SideReport::title).collect();
    let missing = |cell: Option<String>| cell.unwrap_or_else(|| digits::missing().to_owned());
    let (rows, cells) = battle
        .glance()
        .into_iter()
        .filter(|(_, cells)| cells.iter().any(Option::is_some))
        .map(|(name, cells)| (name.to_owned(), cells.map(missing).to_vec()))
        .unzip();
    page.matrix(&Matrix { corner: ("", "side"), rows, columns: sides.clone(), cells });
    if let Some(gone) = battle.gone() {
        page.wrapped(&gone, Ink::Faint);
    }
    by_round(&mut page, battle, &sides);
    survivors(&mut page, battle, &sides);
    source.footer(&mut page);
    page.text()
}

fn by_round(page: &mut Page, battle: &BattleReport, sides: &[String]) {
    let rounds = &battle.results.rounds;
    if rounds.is_empty() {
        return;
    }
    page.section(&format!("Left of each side's {} at the end of a round", battle.strength_of()));
    let columns = [Column::right("round")].into_iter().chain(sides.iter().map(Column::right));
    let columns: Vec<Column> = columns.chain([Column::right("battle decided")]).collect();
    let rows = phrases::chosen_rounds(rounds.len(), MOST_ROWS).into_iter().map(|round| {
        let played = &rounds[round - 1];
        let [one, other] = played.strength.map(|strength| digits::percent(&strength));
        vec![round.to_string(), one, other, digits::percent(&played.decided)]
    });
    page.grid(&columns, &rows.collect::<Vec<_>>());
}

/// How many units are left, where there are few enough numbers to read.
fn survivors(page: &mut Page, battle: &BattleReport, sides: &[String]) {
    let bars = picture::survivors(battle);
    page.section("Units left at the end");
    page.matrix(&Matrix {
        corner: ("units", "side"),
        rows: bars.values.clone(),
        columns: sides.to_vec(),
        cells: (0..bars.values.len())
            .map(|index| {
                // In the order of the file, not of the drawing.
                let shown = battle.drawn().map(|side| digits::percent(&bars.groups[side].bars[index]));
                shown.into()
            })
            .collect(),
    });
}

/// The charts of a battle.
pub fn battle_charts(battle: &BattleReport) -> Result<Vec<Chart>, ReportError> {
    picture::charts(battle)
}

/// Every file of a battle, by name.
pub fn battle_files(battle: &BattleReport) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let charts = picture::charts(battle)?;
    let page = page::page(battle, &charts)?;
    Ok(source::files("battle", (battle_csv(battle)?, battle_json(battle), page), charts))
}
