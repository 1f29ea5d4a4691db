//! The search: a scout finds prices roughly, a pilot plans how long the chains must be, and the chains find the prices.

use results::Estimate;
use systems::AnyMatchups;

use super::chains::{BURN_IN, CHAINS, Found, Market, Place};
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
    watch.stage("a first look", 0);
    let place = ready.market(roster, &field).scout(place, search.seed ^ SCOUT_SEED);
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

/// A price within its bounds and with an interval that tells something.
pub fn inside(market: &Market<'_, '_>, found: &Found, unit: usize) -> Option<Estimate> {
    let price = found.log(unit).exp();
    let is_inside = price < 0.9 * market.bounds[1] && price > 1.5 * market.bounds[0];
    (is_inside && reach(CHAINS as u64, 0.975) * found.error(unit) < MAX_HALF_WIDTH)
        .then(|| estimate(found, unit))
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
    (market.run(&place_of(&pilot), search.seed, rounds, &played), rounds)
}
