//! What the units of a roster should cost: a table, JSON, CSV, charts and a page.
//!
//! Units stand in the order of how far their price is off, the cheapest for what they are first; files for programs keep
//! the order of the roster.

mod machine;
mod mixed;
pub(crate) mod page;
mod picture;
mod terminal;

use results::{Circle, Estimate, PriceVerdict, Priced, Prices, Provenance, Rounding};

pub use self::machine::{price_csv, price_json};
pub use self::terminal::price_table;
use crate::source::{self, Source};
use crate::{Chart, ReportError, digits, names, phrases};

/// A roster and what its units should cost.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceReport {
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
    /// What armies are made of: `mixed` or `pure`.
    pub armies: &'static str,
    /// Armies of one kind: the units of the dearer kind in each battle.
    pub army: Option<u32>,
    /// How wide an interval was to be at the most, as a share of the price.
    pub precision: f64,
    /// Mixed armies: a price within this share of the fair one is fair.
    pub matters: Option<f64>,
    /// What else is to be known, such as who cannot attack whom.
    pub notes: Vec<String>,
    /// What came of it.
    pub prices: Prices,
}

/// What a fair price is in battles of mixed armies.
const FAIR_MIXED: &str = "At fair prices points win the same, whatever they are spent on: a price below the fair one makes a unit a bargain.";

/// What a fair price is in battles of armies of one kind.
const FAIR: &str = "At fair prices a unit wins half of its battles at equal points, a draw being half a win.";

/// What an entry price is.
const MIX: &str = "The mix of units, by points, that no mix beats at the prices now, and how often each unit alone wins against it. \
                   A unit that is not in it would have a place at the price beside it.";

/// The same where armies are mixed.
const MIX_OF_ARMIES: &str = "Of random armies and armies of one kind each, at the prices now: the mix, by points, that no mix of them beats, \
                             and how often each unit alone wins against it. A unit that is not in it would have a place at about the price \
                             beside it.";

/// Below this a share is none.
const MIN_SHARE: f64 = 1e-9;

impl PriceReport {
    pub(crate) fn source(&self) -> Source<'_> {
        let Prices { trials, seed, .. } = self.prices;
        let methods = match self.prices.mixed {
            Some(_) => format!("Monte Carlo, {} battles, seed {seed}", digits::whole(trials)),
            None => source::sampled(trials, seed),
        };
        Source { provenance: &self.provenance, methods }
    }

    fn title(&self) -> String {
        format!("What units should cost: {}", names::line(&self.provenance.name))
    }

    /// The name of the unit at a place of the roster.
    fn unit(&self, place: usize) -> String {
        self.units.get(place).map_or_else(String::new, |name| names::line(name))
    }

    /// The units with their places, the cheapest for what they are first; those without both prices come last.
    fn ordered(&self) -> Vec<(usize, &Priced)> {
        let mut units: Vec<(usize, &Priced)> = self.prices.units.iter().enumerate().collect();
        let key = |unit: &Priced| ratio(unit).unwrap_or(f64::INFINITY);
        units.sort_by(|one, other| key(one.1).total_cmp(&key(other.1)));
        units
    }

    /// How many units are too cheap, and which one is furthest off.
    fn headline(&self) -> String {
        use PriceVerdict::{CannotTell, Fair, TooCheap, TooDear};
        let counted = [TooCheap, TooDear, Fair, CannotTell].map(|verdict| {
            let count = self.prices.units.iter().filter(|unit| unit.verdict == verdict).count();
            (count > 0).then(|| format!("{count} {}", verdict.words()))
        });
        let said: Vec<String> = counted.into_iter().flatten().collect();
        let all = phrases::count_of(self.prices.units.len() as u64, "unit");
        let mut text = if said.is_empty() {
            format!("No price of {all} was to be judged.")
        } else {
            format!("Of {all}: {}.", said.join(", "))
        };
        let judged = self.prices.units.iter().enumerate();
        let wrong = judged
            .filter(|(_, unit)| matches!(unit.verdict, TooCheap | TooDear))
            .filter_map(|(place, unit)| Some((place, unit.now?, unit.fair?, ratio(unit)?.ln().abs())))
            .max_by(|one, other| one.3.total_cmp(&other.3));
        if let Some((place, now, fair, _)) = wrong {
            let interval = digits::number_interval(&fair, " to ").map(|range| format!(" ({range})"));
            text += &format!(
                " Furthest off: {} costs {} and should cost {}{}.",
                self.unit(place),
                digits::plain(now),
                digits::number(&fair),
                interval.unwrap_or_default()
            );
        }
        text
    }

    /// What a fair price is.
    fn fair(&self) -> &'static str {
        if self.prices.mixed.is_some() { FAIR_MIXED } else { FAIR }
    }

    /// The battles that decided.
    fn battles(&self) -> String {
        let order = match self.order {
            "at-once" => "both sides act at once",
            "first" => "the first side acts first",
            "second" => "the second side acts first",
            other => other,
        };
        let rounds = phrases::count_of(self.rounds.into(), "round");
        match (&self.prices.mixed, self.army) {
            (Some(mixed), _) => mixed::battles(mixed, order, self.policy, &rounds),
            (None, army) => format!(
                "Battles of equal points with {} of the dearer kind, at most {rounds}; {order}; targets: {}.",
                phrases::count_of(army.unwrap_or_default().into(), "unit"),
                self.policy
            ),
        }
    }

    /// Said where an interval is too wide.
    fn wide(&self) -> Option<String> {
        let share = digits::plain(50.0 * self.precision);
        (!self.prices.narrow).then(|| {
            format!("Not every interval is as narrow as ± {share} % of its price, which was asked for.")
        })
    }

    /// Whether armies of one kind fought each other at fair prices.
    fn has_scores(&self) -> bool {
        self.prices.scores.iter().flatten().any(Option::is_some)
    }

    /// What the mix is that no mix beats.
    fn mix(&self) -> &'static str {
        if self.prices.mixed.is_some() { MIX_OF_ARMIES } else { MIX }
    }

    /// How far the field is from having one price.
    fn residual(&self) -> String {
        let points = digits::short_number(&Estimate::exact(100.0 * self.prices.residual), 2);
        let circles = match self.prices.circles.len() {
            0 => "No three units beat each other in a circle.",
            1 => "Three units beat each other in a circle; no price can mend that.",
            _ => "Units beat each other in circles; no price can mend that.",
        };
        format!(
            "At fair prices the pairings of one kind against another are {points} percentage points from an even fight \
             (root mean square; 0 where one price settles all). {circles}"
        )
    }

    /// Who beats whom in a circle.
    fn circle(&self, circle: &Circle) -> String {
        let [one, two, three] = circle.units.map(|place| self.unit(place));
        let [first, second, third] = circle.scores.map(|score| digits::percent(&score));
        format!("{one} beats {two} ({first}), {two} beats {three} ({second}), {three} beats {one} ({third}).")
    }

    /// What rounding costs.
    fn rounding(&self, rounding: &Rounding) -> String {
        let worst = rounding
            .units
            .iter()
            .enumerate()
            .filter_map(|(place, rounded)| Some((place, rounded.as_ref()?.off)));
        let worst = worst.max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()));
        let mut said = if (rounding.scale - 1.0).abs() < 1e-9 {
            "All prices are rounded together, so that the unit that is furthest off is least off.".to_owned()
        } else {
            format!(
                "All fair prices are multiplied by {:.3} first, which leaves equal points equal, so that the unit that is furthest off is \
                 least off.",
                rounding.scale
            )
        };
        if let Some((place, off)) = worst {
            said += &format!(" Furthest off: {}, {:+.1} %.", self.unit(place), 100.0 * off);
        }
        if let (Some(uneven), Some(mixed)) = (rounding.uneven, &self.prices.mixed) {
            said += &format!(
                " Battles of equal points are then {:.1} percentage points from even, and {:.1} at fair prices.",
                100.0 * uneven,
                100.0 * mixed.uneven
            );
        }
        said
    }

    /// The units without a fair price, why, and what to do next.
    fn without(&self) -> Vec<String> {
        let unpriced = self.prices.units.iter().enumerate().filter(|(_, unit)| unit.fair.is_none());
        unpriced
            .filter_map(|(place, unit)| {
                let reason = unit.reason?;
                Some(format!(
                    "{} has no fair price: {}. Next: {}.",
                    self.unit(place),
                    reason.words(),
                    reason.advice()
                ))
            })
            .collect()
    }

    /// The opponent at a place and how often it is beaten.
    fn opponent(&self, met: Option<&(usize, Estimate)>) -> Option<(String, Estimate)> {
        met.map(|(place, score)| (self.unit(*place), *score))
    }
}

/// The price now as a multiple of the fair one.
fn ratio(unit: &Priced) -> Option<f64> {
    let (now, fair) = (unit.now?, unit.fair?.value);
    Some(now / fair).filter(|ratio| ratio.is_finite() && *ratio > 0.0)
}

/// The verdict in words; a price that is given is said to be, and so is why there is none.
fn verdict(unit: &Priced) -> &'static str {
    match unit.reason {
        Some(reason) if unit.fair.is_none() => reason.words(),
        _ if unit.fixed => "given",
        _ => unit.verdict.words(),
    }
}

/// A fair price; one that is given has no digits that say nothing.
fn fair_price(fair: &Estimate) -> String {
    if fair.error.is_none() { digits::plain(fair.value) } else { digits::number(fair) }
}

/// A number that has no interval of its own, in three digits.
fn about(value: f64) -> String {
    digits::short_number(&Estimate::exact(value), 3)
}

/// A share of the mix in whole percent; what has no place has 0.
fn share(value: f64) -> String {
    if value < MIN_SHARE {
        return "0 %".to_owned();
    }
    format!("{} %", digits::short_percent(&Estimate::exact(value), 0))
}

/// The charts of prices.
pub fn price_charts(report: &PriceReport) -> Result<Vec<Chart>, ReportError> {
    picture::charts(report)
}

/// Every file of prices, by name.
pub fn price_files(report: &PriceReport) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let charts = picture::charts(report)?;
    let page = page::page(report, &charts)?;
    Ok(source::files("balance", (price_csv(report)?, price_json(report), page), charts))
}
