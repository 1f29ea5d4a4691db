//! Army lists that no list beats: a table, JSON, CSV, a chart and a page.

mod machine;
mod page;
mod picture;
mod terminal;

use results::{Estimate, ListMix, ListVerdict, Provenance, ScoredList, UnitCounts, UnitInLists};

pub use self::machine::{list_csv, list_json};
pub use self::terminal::list_table;
use crate::source::{self, Source};
use crate::{Chart, ReportError, digits, names, phrases};

/// A roster and the lists that no list beats.
#[derive(Clone, Debug, PartialEq)]
pub struct ListReport {
    /// Where it comes from.
    pub provenance: Provenance,
    /// The names of the units, in the order of the roster.
    pub units: Vec<String>,
    /// Who acts first in a round: `at-once`, `first` or `second`.
    pub order: &'static str,
    /// How units pick their targets.
    pub policy: &'static str,
    /// The most rounds of a battle.
    pub rounds: u32,
    /// What else is to be known, such as who cannot attack whom.
    pub notes: Vec<String>,
    /// What came of it.
    pub mix: ListMix,
}

/// What the mix is.
const MIX: &str = "Each list is played with its share. No list that was found wins more against this mix than a half and the \
                   tolerance. A score is the chance of a win plus half that of a draw, in battles that chose no list.";

/// What is said of units.
const UNITS: &str = "For a unit outside the mix: the best list found that takes it, and its score against the mix. A unit is left out \
                     if that is surely below a half by more than the tolerance: no good list takes it.";

/// How even the prices are.
const EVEN: &str = "At prices that cannot be exploited, no list would win more than half.";

impl ListReport {
    fn source(&self) -> Source<'_> {
        let ListMix { trials, seed, .. } = self.mix;
        let methods = format!("Monte Carlo, {} battles, seed {seed}", digits::whole(trials));
        Source { provenance: &self.provenance, methods }
    }

    fn title(&self) -> String {
        format!("Lists of {} points: {}", digits::plain(self.mix.points), names::line(&self.provenance.name))
    }

    fn unit(&self, place: usize) -> String {
        self.units.get(place).map_or_else(String::new, |name| names::line(name))
    }

    /// A list in words, such as `3 Rifles, 1 Titan`.
    fn list(&self, units: &UnitCounts) -> String {
        let units: Vec<String> =
            units.iter().map(|&(unit, count)| format!("{count} {}", self.unit(unit))).collect();
        units.join(", ")
    }

    /// The armies of the field, in words.
    fn field(&self) -> String {
        if self.mix.field.is_empty() {
            return "random armies of as many points".to_owned();
        }
        let names: Vec<String> = self.mix.field.iter().map(|name| names::line(name)).collect();
        format!("the armies {}", names.join(", "))
    }

    fn headline(&self) -> String {
        let ScoredList { units, score, .. } = &self.mix.against_field;
        let mut said = format!(
            "The best list wins {} against {}: {}.",
            digits::percent_with_margin(score),
            self.field(),
            self.list(units)
        );
        let left_out: Vec<String> = self.units_with(ListVerdict::LeftOut);
        if !left_out.is_empty() {
            said += &format!(" No good list takes {}.", left_out.join(", "));
        }
        said
    }

    fn units_with(&self, verdict: ListVerdict) -> Vec<String> {
        let units = self.mix.units.iter().enumerate().filter(|(_, unit)| unit.verdict == verdict);
        units.map(|(place, _)| self.unit(place)).collect()
    }

    /// The battles.
    fn battles(&self) -> String {
        format!(
            "Battles of at most {}; order: {}, targets: {}; a list has at most {} units.",
            phrases::count_of(self.rounds.into(), "round"),
            self.order,
            self.policy,
            self.mix.most_units
        )
    }

    /// How good the mix is.
    fn settled(&self) -> String {
        let ScoredList { units, score, .. } = &self.mix.best_answer;
        let ended = if self.mix.settled {
            "The search ended there"
        } else {
            "The search had no battles left, so another list may win more"
        };
        format!(
            "The best answer found to the mix wins {}: {}. {ended}; the tolerance is {}.",
            digits::percent_with_margin(score),
            self.list(units),
            self.tolerance()
        )
    }

    fn tolerance(&self) -> String {
        let points = digits::plain(100.0 * self.mix.tolerance);
        format!("{points} percentage point{}", if points == "1" { "" } else { "s" })
    }

    /// What else is to be known.
    fn known(&self) -> Vec<String> {
        let mut said = vec![
            self.settled(),
            format!(
                "The mix wins {} against {}.",
                digits::percent_with_margin(&self.mix.mix_against_field),
                self.field()
            ),
        ];
        let not_for_sale = self.units_with(ListVerdict::NotForSale);
        if !not_for_sale.is_empty() {
            said.push(format!(
                "{} cannot be taken: without a price, dearer than a list, or of weight 0.",
                not_for_sale.join(", ")
            ));
        }
        said.extend(self.notes.iter().map(|note| names::line(note)));
        said
    }

    /// The units with their places: the most taken first, then those whose best list wins most.
    fn ordered(&self) -> Vec<(usize, &UnitInLists)> {
        let mut units: Vec<(usize, &UnitInLists)> = self.mix.units.iter().enumerate().collect();
        let key =
            |unit: &UnitInLists| (unit.share.value, unit.best.as_ref().map_or(-1.0, |best| best.score.value));
        units.sort_by(|one, other| {
            let (one, other) = (key(one.1), key(other.1));
            other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1))
        });
        units
    }
}

/// A share in whole percent.
fn share(value: f64) -> String {
    format!("{} %", digits::short_percent(&Estimate::exact(value), 0))
}

/// The ends of the interval of a share, if it has one.
fn share_interval(share: &Estimate) -> Option<String> {
    share.error.map(|error| format!("{:.0}–{:.0} %", 100.0 * error.low, 100.0 * error.high))
}

/// The charts of lists.
pub fn list_charts(report: &ListReport) -> Result<Vec<Chart>, ReportError> {
    picture::charts(report)
}

/// Every file of lists, by name.
pub fn list_files(report: &ListReport) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let charts = picture::charts(report)?;
    let page = page::page(report, &charts)?;
    Ok(source::files("lists", (list_csv(report)?, list_json(report), page), charts))
}
