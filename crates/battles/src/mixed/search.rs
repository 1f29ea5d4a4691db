//! The search: a scout finds prices roughly, a pilot plans how long the chains must be, and the chains find the prices.

use results::{Estimate, NoPrice};
use systems::AnyMatchups;

use super::chains::{Anchor, BURN_IN, CHAINS, Found, Market, Place};
use super::field::Field;
use super::model::SharedTerms;
use super::ready::{Ready, all_players, invite};
use super::verdict::{estimate, reach};
use super::{MixedSearch, SCOUT_SEED, Watch};
use crate::roster::Roster;

/// Rounds of the pilot after the burn-in.
const PILOT: u64 = 10;
/// The search is so many times as long as the pilot says, for the pilot's word is rough.
const RESERVE: f64 = 2.0;
/// The least rounds of the search after the burn-in.
pub const LEAST: u64 = 12;
/// An interval wider than this, from its middle as a logarithm, tells nothing.
const MAX_HALF_WIDTH: f64 = 0.7;
/// Where twice the points do not even win 62 % (the logistic function of 0.5), points decide too little for a price.
const LEAST_LEVEL: f64 = 0.5;
/// Battles must say at least so much of a price; the rest is the assumption that it is right.
const LEAST_KNOWN: f64 = 0.5;
/// Prices so near to their bounds, as multiples of them, have run off.
const NEAR_BOUNDS: [f64; 2] = [1.5, 0.9];
const PILOT_SEED: u64 = 0x9170_7000_0000_0002;

/// The prices that chains find for a roster, before anything else is asked of them.
pub struct Search<'a> {
    pub ready: Ready,
    pub field: Field<'a>,
    pub found: Found,
    pub rounds: u64,
}

pub fn seek<'a>(roster: &'a Roster, search: &MixedSearch, watch: &dyn Watch) -> Search<'a> {
    let matchups: Vec<&AnyMatchups> = roster.situations.iter().map(|situation| &situation.matchups).collect();
    let situations: Vec<f64> = roster.situations.iter().map(|situation| situation.weight).collect();
    let players = all_players(&matchups);
    let mut ready = Ready::new(roster, &players);
    let place = Place { prices: ready.start.clone(), common: SharedTerms { level: 2.0, first: 0.0 } };
    let mut field = ready.field(roster, players, &situations);
    let market = ready.market(roster, &field);
    watch.stage("a first look", market.scouting());
    let place = market.scout(place, search.seed ^ SCOUT_SEED, &|played| watch.played(played));
    invite(&mut ready, &place.prices);
    field.weights.clone_from(&ready.weights);
    let (found, rounds) = find(&ready.market(roster, &field), &place, search, watch);
    Search { ready, field, found, rounds }
}

/// Fair prices for a roster in battles of mixed armies, and nothing else; `None` for a unit whose price is not sought, or has run off.
pub fn fair_prices(roster: &Roster, search: &MixedSearch, watch: &dyn Watch) -> Vec<Option<Estimate>> {
    let Search { ready, field, found, .. } = seek(roster, search, watch);
    let market = ready.market(roster, &field);
    (0..ready.start.len())
        .map(|unit| market.free[unit].then(|| inside(&market, &found, unit)).flatten())
        .collect()
}

/// A price within its bounds that battles say something about, with an interval that tells something.
pub fn inside(market: &Market<'_, '_>, found: &Found, unit: usize) -> Option<Estimate> {
    let is_known = found.common.level >= LEAST_LEVEL
        && found.known[unit] >= LEAST_KNOWN
        && reach(CHAINS as u64, 0.975) * found.error(unit) < MAX_HALF_WIDTH;
    (beyond(market, found, unit).is_none() && is_known).then(|| estimate(found, unit))
}

/// Why a price that has run off to a bound is none.
pub fn beyond(market: &Market<'_, '_>, found: &Found, unit: usize) -> Option<NoPrice> {
    let ([low, high], price) = (market.bounds, found.log(unit).exp());
    if price > NEAR_BOUNDS[1] * high {
        return Some(NoPrice::Dominates);
    }
    (price < NEAR_BOUNDS[0] * low).then_some(NoPrice::Worthless)
}

/// Lets chains run, and brings the prices that they find to the scale.
pub fn run(
    market: &Market<'_, '_>,
    from: &Place,
    seed: u64,
    rounds: u64,
    played: &(dyn Fn(u64) + Sync),
) -> Found {
    let mut found = market.run(from, seed, rounds, played);
    if let Anchor::Total(start) = &market.anchor {
        let is_found = |&unit: &usize| market.free[unit] && inside(market, &found, unit).is_some();
        let units: Vec<usize> = (0..start.len()).filter(is_found).collect();
        if let [alone] = units[..] {
            // There is nothing to compare it with: its price is what holds the scale.
            found.known[alone] = 0.0;
        }
        found.scale(&units, units.iter().map(|&unit| start[unit]).sum());
    }
    found
}

pub fn place_of(found: &Found) -> Place {
    Place { prices: found.prices(), common: found.common }
}

/// Plans the search by a pilot that is thrown away, and searches. Says how many rounds followed the burn-in.
pub fn find(market: &Market<'_, '_>, place: &Place, search: &MixedSearch, watch: &dyn Watch) -> (Found, u64) {
    let battles = |rounds: u64| CHAINS as u64 * (BURN_IN + rounds) * market.round;
    let played = |played: u64| watch.played(played);
    watch.stage("the pilot", battles(PILOT));
    let pilot = market.run(place, search.seed ^ PILOT_SEED, PILOT, &played);
    let widest = (0..place.prices.len())
        .filter(|&unit| market.free[unit])
        .map(|unit| reach(CHAINS as u64, 0.975) * pilot.error(unit))
        .filter(|half| *half < MAX_HALF_WIDTH)
        .fold(0.0, f64::max);
    let planned = PILOT as f64 * (2.0 * widest / search.precision).powi(2) * RESERVE;
    let most = (search.max_battles / (CHAINS as u64 * market.round)).saturating_sub(BURN_IN).max(LEAST);
    let rounds = (planned.ceil() as u64).clamp(LEAST, most);
    watch.stage("prices", battles(rounds));
    (run(market, &place_of(&pilot), search.seed, rounds, &played), rounds)
}
