//! The answer for a roster: prices, verdicts, and all that is said of them.

use results::{Estimate, Metagame, MixedField, NoPrice, PriceAnchor, Priced, Prices};

use super::chains::{Anchor, BURN_IN, CHAINS, Found, Market};
use super::check::check;
use super::composition::{Composition, uneven};
use super::ready::Ready;
use super::search::{Search, beyond, inside, place_of, seek};
use super::verdict::verdict;
use super::{CHECK_SEED, CHECKED, MixedSearch, Watch, duels, other_fields::other_fields, steps::round};
use crate::prices::{circles, most_and_least, rest};
use crate::roster::Roster;

/// Above this share of undecided battles nothing can be told.
pub const DRAWS: f64 = 0.9;

/// Fair prices for a roster in battles of mixed armies.
pub fn balance_mixed(roster: &Roster, search: &MixedSearch, watch: &dyn Watch) -> Prices {
    let Search { ready, field, found, rounds } = seek(roster, search, watch);
    let market = ready.market(roster, &field);
    let prices = found.prices();
    let mut fair: Vec<Result<Estimate, NoPrice>> =
        (0..prices.len()).map(|unit| priced(&ready, &market, &found, unit)).collect();
    let mut has_price: Vec<bool> = fair.iter().map(Result::is_ok).collect();
    let mut checked = check(&market, &prices, &has_price, found.common, search, watch);
    if checked.composition.draws > DRAWS {
        let fought = fair.iter_mut().zip(&ready.free).filter(|(_, free)| **free);
        fought.for_each(|(fair, _)| *fair = Err(NoPrice::TooManyDraws));
        has_price = fair.iter().map(Result::is_ok).collect();
    }
    let is_sought = ready.free.contains(&true);
    let is_found = (0..prices.len()).any(|unit| ready.free[unit] && has_price[unit]);
    if is_sought && !is_found {
        // Nothing is said of battles at prices that are none.
        has_price.fill(false);
    }
    checked.composition.keep(&has_price);
    let scores = duels::scores(&field, &prices, &has_price, search.seed ^ CHECK_SEED, watch);
    let metagame = if has_price.contains(&true) {
        duels::metagame(&field, roster, &fair, found.common.level, search.seed ^ CHECK_SEED, watch)
    } else {
        Metagame::default()
    };
    let rounding = (is_found && !search.steps.is_empty())
        .then(|| round(&market, &prices, &fair, found.common, search, watch));
    let uneven_now = roster
        .units
        .iter()
        .zip(&ready.weights)
        .all(|(unit, weight)| *weight == 0.0 || unit.now.is_some_and(|now| now > 0.0))
        .then(|| {
            watch.stage("prices now", CHECKED / 2);
            let battles = field.many(&ready.start, search.seed ^ CHECK_SEED, 0..CHECKED / 4, 2, &|played| {
                watch.played(played);
            });
            uneven(&battles, &ready.start, field.points, found.common)
        });
    let family = (0..prices.len()).filter(|&unit| ready.free[unit] && has_price[unit]).count();
    let units = (0..prices.len()).map(|unit| {
        let (own, extremes) = (&roster.units[unit], most_and_least(&scores[unit]));
        let error = found.error(unit);
        Priced {
            now: own.now,
            fixed: own.fixed,
            square_law: None,
            fair: fair[unit].ok(),
            reason: fair[unit].err(),
            verdict: verdict(own, fair[unit].ok(), error, family, search),
            confirmed: (ready.free[unit] && fair[unit].is_ok()).then(|| checked.confirmed(unit, error)),
            best: extremes.map(|[best, _]| best),
            worst: extremes.map(|[_, worst]| worst),
        }
    });
    let units: Vec<Priced> = units.collect();
    let narrow = (0..prices.len())
        .filter_map(|unit| fair[unit].ok())
        .all(|fair| fair.error.is_none_or(|error| error.high - error.low <= search.precision * fair.value));
    let Composition { uneven, draws, explained, synergies, counters, maps: [beside, against] } =
        checked.composition;
    let anchor = anchor(roster, &ready, &market, &has_price);
    let (variants, alone) = if search.variants && is_found {
        other_fields(roster, &ready, &place_of(&found), &fair, search, watch)
    } else {
        (Vec::new(), Vec::new())
    };
    Prices {
        units,
        situations: alone,
        residual: rest(&scores),
        circles: circles(&scores),
        scores,
        rounding,
        metagame,
        mixed: Some(MixedField {
            army_points: field.points,
            anchor,
            draws,
            uneven_now,
            uneven,
            explained,
            synergies,
            counters,
            beside,
            against,
            variants,
            lists: roster.lists.iter().map(|list| list.name.clone()).collect(),
        }),
        trials: CHAINS as u64 * (BURN_IN + rounds) * market.round,
        seed: search.seed,
        narrow,
    }
}

/// The fair price of a unit, or why there is none.
pub fn priced(
    ready: &Ready,
    market: &Market<'_, '_>,
    found: &Found,
    unit: usize,
) -> Result<Estimate, NoPrice> {
    if ready.harmless[unit] {
        return Err(NoPrice::HarmsNobody);
    }
    if ready.weights[unit] == 0.0 || (!market.free[unit] && ready.start[unit] > market.bounds[1]) {
        return Err(NoPrice::NeverUsed);
    }
    if !market.free[unit] {
        return Ok(Estimate::exact(ready.start[unit]));
    }
    inside(market, found, unit).ok_or_else(|| beyond(market, found, unit).unwrap_or(NoPrice::NotIdentified))
}

/// How the scale of prices is anchored.
fn anchor(roster: &Roster, ready: &Ready, market: &Market<'_, '_>, has_price: &[bool]) -> PriceAnchor {
    let units = 0..has_price.len();
    match &market.anchor {
        Anchor::Given => {
            PriceAnchor::Given(units.filter(|&unit| roster.units[unit].fixed && !ready.free[unit]).collect())
        }
        Anchor::Total(start) => PriceAnchor::Total(
            units.filter(|&unit| ready.free[unit] && has_price[unit]).map(|unit| start[unit]).sum(),
        ),
    }
}
