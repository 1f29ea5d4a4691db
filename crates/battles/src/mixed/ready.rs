//! A roster made ready for the search: where prices begin, which of them may move, and how much each unit counts.

use systems::AnyMatchups;

use super::armies::median;
use super::chains::{Anchor, Market};
use super::field::Field;
use crate::engine::{Players, players};
use crate::roster::{Roster, Unit};

/// Where no unit has a price, this is the mean.
const MEAN: f64 = 10.0;
/// An army costs so many times the mean price.
const ARMY: f64 = 6.0;
/// Battles of a round, at least, and for each kind.
const ROUND: [u64; 2] = [300, 40];
/// A unit that is cheaper than this share of the median price is a guest.
const GUEST_PRICE: f64 = 0.1;
/// A guest counts no more than this.
const GUEST_WEIGHT: f64 = 0.15;
/// A price is between these shares of an army's points.
const BOUNDS: [f64; 2] = [1.0 / 3_000.0, 1.0];

/// A roster made ready, and the prices from which the search begins.
pub struct Ready {
    pub start: Vec<f64>,
    pub weights: Vec<f64>,
    pub harmless: Vec<bool>,
    pub free: Vec<bool>,
    pub points: f64,
}

impl Ready {
    pub fn new(roster: &Roster, players: &[Box<dyn Players + '_>]) -> Self {
        let priced = |unit: &Unit| unit.now.filter(|&now| now > 0.0);
        let known: Vec<f64> = roster.units.iter().filter_map(priced).collect();
        let mean = if known.is_empty() { MEAN } else { known.iter().sum::<f64>() / known.len() as f64 };
        let start: Vec<f64> = roster.units.iter().map(|unit| priced(unit).unwrap_or(mean)).collect();
        let harmless: Vec<bool> = (0..start.len())
            .map(|unit| !players.iter().any(|players| players.harms_somebody(unit)))
            .collect();
        let weights: Vec<f64> = roster
            .units
            .iter()
            .zip(&harmless)
            .map(|(unit, harmless)| if *harmless { 0.0 } else { unit.weight })
            .collect();
        let free = roster
            .units
            .iter()
            .zip(&weights)
            .map(|(unit, &weight)| weight > 0.0 && !(unit.fixed && unit.now.is_some()))
            .collect();
        let fielded: Vec<f64> = start
            .iter()
            .zip(&weights)
            .filter(|(_, weight)| **weight > 0.0)
            .map(|(price, _)| *price)
            .collect();
        let mean = if fielded.is_empty() { mean } else { fielded.iter().sum::<f64>() / fielded.len() as f64 };
        Self { start, weights, harmless, free, points: roster.army_points.unwrap_or(ARMY * mean) }
    }

    pub fn anchor(&self, roster: &Roster) -> Anchor {
        let given = (0..self.start.len())
            .any(|unit| roster.units[unit].fixed && !self.free[unit] && self.weights[unit] > 0.0);
        if given { Anchor::Given } else { Anchor::Total(self.start.clone()) }
    }

    pub fn field<'a>(
        &self,
        roster: &'a Roster,
        players: Vec<Box<dyn Players + 'a>>,
        situations: &[f64],
    ) -> Field<'a> {
        let all: f64 = situations.iter().sum();
        let mut sum = 0.0;
        let mut summed = |weight: &f64| {
            sum += weight / all;
            sum
        };
        Field {
            players,
            situations: situations.iter().map(&mut summed).collect(),
            weights: self.weights.clone(),
            lists: &roster.lists,
            points: self.points,
            rounds: roster.rounds,
            one_side_first: roster.situations[0].matchups.one_side_first(),
        }
    }

    pub fn market<'f, 'a>(&self, roster: &Roster, field: &'f Field<'a>) -> Market<'f, 'a> {
        let kinds = self.weights.iter().filter(|weight| **weight > 0.0).count() as u64;
        Market {
            field,
            free: self.free.clone(),
            anchor: self.anchor(roster),
            bounds: BOUNDS.map(|share| share * field.points),
            round: ROUND[0].max(ROUND[1] * kinds),
        }
    }
}

pub fn all_players<'a>(matchups: &[&'a AnyMatchups]) -> Vec<Box<dyn Players + 'a>> {
    matchups.iter().map(|matchups| players(matchups, true)).collect()
}

/// Makes guests of units that turn out to be worth little: as many as their points buy would hide all others.
pub fn invite(ready: &mut Ready, prices: &[f64]) {
    let fielded = prices.iter().zip(&ready.weights).filter(|(_, weight)| **weight > 0.0);
    let least = GUEST_PRICE * median(fielded.map(|(price, _)| *price));
    for (weight, price) in ready.weights.iter_mut().zip(prices) {
        if *price < least {
            *weight = weight.min(GUEST_WEIGHT);
        }
    }
}
