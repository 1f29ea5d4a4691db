//! The fair price of one unit in a field that keeps its prices, for what a step of its numbers is worth.

use systems::AnyMatchups;

use super::chains::{Anchor, BURN_IN, CHAINS, Place};
use super::model::SharedTerms;
use super::ready::{Ready, all_players, invite};
use super::search::{LEAST, inside};
use super::{MixedSearch, SCOUT_SEED};
use crate::prices::Appraisal;
use crate::roster::Roster;

/// The fair price of one unit while the field keeps its prices; `None` if there is none.
pub fn price_worth_mixed(roster: &Roster, unit: usize, search: &MixedSearch) -> Option<Appraisal> {
    let matchups: Vec<&AnyMatchups> = roster.situations.iter().map(|situation| &situation.matchups).collect();
    let situations: Vec<f64> = roster.situations.iter().map(|situation| situation.weight).collect();
    let mut ready = Ready::new(roster, &all_players(&matchups));
    if ready.harmless[unit] {
        return None;
    }
    ready.free = (0..ready.start.len()).map(|other| other == unit).collect();
    let start = ready.start.clone();
    invite(&mut ready, &start);
    let field = ready.field(roster, all_players(&matchups), &situations);
    let mut market = ready.market(roster, &field);
    market.anchor = Anchor::Given;
    let place = Place { prices: ready.start.clone(), common: SharedTerms { level: 2.0, first: 0.0 } };
    let place = market.scout(place, search.seed ^ SCOUT_SEED, &|_| ());
    let rounds = (search.max_battles / (CHAINS as u64 * market.round)).saturating_sub(BURN_IN).max(LEAST);
    let found = market.run(&place, search.seed, rounds, &|_| ());
    inside(&market, &found, unit)?;
    let trials = CHAINS as u64 * (BURN_IN + rounds) * market.round;
    Some(Appraisal::of(found.logs.iter().map(|logs| logs[unit].exp()).collect(), trials))
}
