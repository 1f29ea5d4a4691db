//! Two versions of a roster, priced on the same random streams.
//!
//! Chain by chain the old version's prices are taken from the new one's: a chain of either version has the same streams, so what chance
//! does to both falls out as far as their battles are alike. The eight differences share no random number, and Student's t of them is the
//! interval.
//!
//! Prices have no scale of their own: `balance` keeps the sum of those that stand in the file. So a unit that gets stronger would make all
//! others cheaper. What both versions have in common is the scale instead: the mean price of the units that did not change.

use results::{Error, Estimate, NoPrice, PriceChanges, PricedUnit, UnitChange};

use super::answer::{DRAWS, priced};
use super::chains::{BURN_IN, CHAINS, Found};
use super::check::check;
use super::search::{Search, seek};
use super::verdict::{reach, verdict};
use super::{MixedSearch, Watch};
use crate::roster::Roster;

/// How often any unit of two equal versions seems to have moved, at the most. With 0.05 more than five of a hundred searches would often
/// say so.
const ALARM: f64 = 0.025;
/// A change below this is a rounding error.
const ROUNDING: f64 = 1e-9;

/// Two versions of a roster, and which units are which.
#[derive(Clone, Copy, Debug)]
pub struct Versions<'a> {
    /// The old version and the new one.
    pub rosters: [&'a Roster; 2],
    /// Every unit of either: its places in both, where it is there.
    pub units: &'a [[Option<usize>; 2]],
    /// Whether each unit has the same fields in both.
    pub unchanged: &'a [bool],
}

/// The prices of one version.
struct Priced {
    found: Found,
    free: Vec<bool>,
    units: Vec<PricedUnit>,
    trials: u64,
}

fn prices(roster: &Roster, search: &MixedSearch, watch: &dyn Watch) -> Priced {
    let Search { ready, field, found, rounds } = seek(roster, search, watch);
    let market = ready.market(roster, &field);
    let mut fair: Vec<Result<Estimate, NoPrice>> =
        (0..ready.start.len()).map(|unit| priced(&ready, &market, &found, unit)).collect();
    let has_price: Vec<bool> = fair.iter().map(Result::is_ok).collect();
    let checked = check(&market, &found.prices(), &has_price, found.common, search, watch);
    if checked.composition.draws > DRAWS {
        let fought = fair.iter_mut().zip(&ready.free).filter(|(_, free)| **free);
        fought.for_each(|(fair, _)| *fair = Err(NoPrice::TooManyDraws));
    }
    let family = (0..fair.len()).filter(|&unit| ready.free[unit] && fair[unit].is_ok()).count();
    let unit = |unit: usize| {
        let own = &roster.units[unit];
        let known = fair[unit].ok();
        PricedUnit {
            now: own.now,
            fixed: own.fixed,
            fair: known,
            reason: fair[unit].err(),
            verdict: verdict(own, known, found.error(unit), family, search),
        }
    };
    let units = (0..ready.start.len()).map(unit).collect();
    let trials = CHAINS as u64 * (BURN_IN + rounds) * market.round;
    Priced { free: ready.free.clone(), found, units, trials }
}

/// Prices both versions, each with its own search, and says what moved. Searches with the same seed share their random streams.
pub fn price_changes(versions: Versions<'_>, searches: [&MixedSearch; 2], watch: &dyn Watch) -> PriceChanges {
    let [old, new] = [0, 1].map(|version| prices(versions.rosters[version], searches[version], watch));
    // Chain by chain: the logarithm of how many times as much the unit costs in the new version.
    let change = |unit: &[Option<usize>; 2]| -> Option<[f64; CHAINS]> {
        let [before, after] = [unit[0]?, unit[1]?];
        Some(std::array::from_fn(|chain| new.found.logs[chain][after] - old.found.logs[chain][before]))
    };
    let changes: Vec<Option<[f64; CHAINS]>> = versions.units.iter().map(change).collect();
    let scale_units = scale_units(versions, [&old, &new]);
    let scale: [f64; CHAINS] = std::array::from_fn(|chain| {
        let all = scale_units.iter().filter_map(|&unit| Some(changes[unit]?[chain]));
        all.sum::<f64>() / scale_units.len().max(1) as f64
    });
    let moves: Vec<Option<[f64; CHAINS]>> = (versions.units.iter().zip(&changes))
        .map(|(&[before, after], change)| {
            let is_sought = old.free[before?] && new.free[after?];
            let change = (*change).filter(|_| is_sought)?;
            Some(std::array::from_fn(|chain| change[chain] - scale[chain]))
        })
        .collect();
    let family = moves.iter().flatten().count().max(1) as f64;
    let precision = searches[1].precision;
    let units: Vec<UnitChange> = (versions.units.iter().zip(&moves))
        .map(|(&[before, after], moved)| UnitChange {
            versions: [before.map(|unit| old.units[unit]), after.map(|unit| new.units[unit])],
            moved: moved.as_ref().map(|moved| share(moved, 0.975)),
            surely_moved: moved
                .as_ref()
                .is_some_and(|moved| is_something(&share(moved, 1.0 - ALARM / 2.0 / family))),
        })
        .collect();
    let wide = |unit: &UnitChange| {
        let known = unit.versions.iter().flatten().all(|version| version.fair.is_some());
        let width = unit.moved.and_then(|moved| moved.error).map_or(0.0, |error| error.high - error.low);
        known && width > precision
    };
    PriceChanges {
        narrow: !units.iter().any(wide),
        units,
        scale: plus_one(share(&scale, 0.975)),
        scale_units,
        trials: old.trials + new.trials,
        seed: searches[1].seed,
    }
}

/// The units that are the measure: those whose price is given in both versions, or else those that did not change, or else all.
fn scale_units(versions: Versions<'_>, [old, new]: [&Priced; 2]) -> Vec<usize> {
    let priced = |place: usize| {
        let [before, after] = versions.units[place];
        let [before, after] = [&old.units[before?], &new.units[after?]];
        (before.fair.is_some() && after.fair.is_some()).then_some(before.fixed && after.fixed)
    };
    let both: Vec<(usize, bool)> =
        (0..versions.units.len()).filter_map(|place| Some((place, priced(place)?))).collect();
    let unchanged = |&(place, _): &(usize, bool)| versions.unchanged[place];
    let given: Vec<(usize, bool)> = both.iter().copied().filter(|unit| unit.1 && unchanged(unit)).collect();
    let same: Vec<(usize, bool)> = both.iter().copied().filter(unchanged).collect();
    let chosen = [given, same, both].into_iter().find(|units| !units.is_empty()).unwrap_or_default();
    chosen.into_iter().map(|(place, _)| place).collect()
}

/// What chains agree on: the share by which a price moved, from the logarithms of its ratio. The interval ends at this quantile.
fn share(logs: &[f64; CHAINS], quantile: f64) -> Estimate {
    let count = CHAINS as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
    let standard = (squares / (count - 1.0) / count).sqrt();
    let half = reach(CHAINS as u64, quantile) * standard;
    let error =
        Error { low: (mean - half).exp_m1(), high: (mean + half).exp_m1(), standard: mean.exp() * standard };
    Estimate { value: mean.exp_m1(), error: (standard > 0.0).then_some(error) }
}

/// Whether a change is surely not nothing.
fn is_something(change: &Estimate) -> bool {
    change.error.map_or(change.value.abs() > ROUNDING, |error| error.low > 0.0 || error.high < 0.0)
}

fn plus_one(share: Estimate) -> Estimate {
    let error =
        share.error.map(|Error { low, high, standard }| Error { low: low + 1.0, high: high + 1.0, standard });
    Estimate { value: share.value + 1.0, error }
}
