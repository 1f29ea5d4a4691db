//! Prices that follow the battles: a kind whose points do more than others' gets dearer.
//!
//! A chain plays a round of battles at its prices, moves the prices a step towards where all kinds' points do the same, and goes on with
//! the new prices. Its answer is the mean of its prices once it has forgotten where it began. Prices feed back into the field (armies are
//! bought at them), so intervals within a chain would be too narrow; eight chains that share no random number differ by all that chance
//! does, and Student's t of their answers is the interval.

use rayon::prelude::*;
use simulator::Generator;

use super::armies::uniform;
use super::field::Field;
use super::model::{Fit, SharedTerms};

/// Chains; the interval has one degree of freedom less.
pub const CHAINS: usize = 8;
/// Rounds after which a chain has forgotten where it began.
pub const BURN_IN: u64 = 6;
/// Of the step that would even out what the battles say, so much is taken; less and less after the burn-in.
const STEP: f64 = 0.7;
/// After so many rounds beyond the burn-in steps are `1 / sqrt(2)` as long.
const DECAY: f64 = 6.0;
/// No step changes a price by more than this, as a logarithm.
const STRIDE: f64 = 0.7;
/// Chains start this far apart, as logarithms.
const START_SPREAD: f64 = 0.1;

/// Rounds of the scout.
const SCOUTING: u64 = 7;

/// How prices are held to a scale.
#[derive(Clone, Debug, PartialEq)]
pub enum Anchor {
    /// The sum of all prices that may move stays what it is at these prices.
    Total(Vec<f64>),
    /// Some prices are given.
    Given,
}

/// What moves prices.
pub struct Market<'f, 'a> {
    /// The field.
    pub field: &'f Field<'a>,
    /// Whether each price may move.
    pub free: Vec<bool>,
    /// The scale.
    pub anchor: Anchor,
    /// The lowest and the highest price there may be.
    pub bounds: [f64; 2],
    /// Battles of a round.
    pub round: u64,
}

/// Where a chain has come to.
#[derive(Clone, Debug)]
pub struct Place {
    /// The prices.
    pub prices: Vec<f64>,
    /// What all kinds have in common.
    pub common: SharedTerms,
}

/// Prices as chains found them.
#[derive(Clone, Debug)]
pub struct Found {
    /// The logarithm of each price, chain by chain.
    pub logs: Vec<Vec<f64>>,
    /// What all kinds have in common, the mean of the chains.
    pub common: SharedTerms,
    /// How much of each price the battles of a chain say, from 0 to 1.
    pub known: Vec<f64>,
}

impl Found {
    /// Brings the prices of these units to the sum of others, which the chains keep but means of logarithms do not quite.
    pub fn scale(&mut self, units: &[usize], sum: f64) {
        let found: f64 = units.iter().map(|&unit| self.log(unit).exp()).sum();
        if found > 0.0 {
            let shift = (sum / found).ln();
            self.logs.iter_mut().for_each(|logs| units.iter().for_each(|&unit| logs[unit] += shift));
        }
    }

    /// The mean of the logarithms of a price.
    pub fn log(&self, unit: usize) -> f64 {
        self.logs.iter().map(|chain| chain[unit]).sum::<f64>() / self.logs.len() as f64
    }

    /// The prices.
    pub fn prices(&self) -> Vec<f64> {
        (0..self.logs[0].len()).map(|unit| self.log(unit).exp()).collect()
    }

    /// The standard error of the logarithm of a price.
    pub fn error(&self, unit: usize) -> f64 {
        let (middle, count) = (self.log(unit), self.logs.len() as f64);
        let squares: f64 = self.logs.iter().map(|chain| (chain[unit] - middle).powi(2)).sum();
        (squares / (count - 1.0) / count).sqrt()
    }
}

/// What one chain has found.
struct Chain {
    logs: Vec<f64>,
    common: SharedTerms,
    known: Vec<f64>,
}

impl Market<'_, '_> {
    /// Brings prices to the scale and within their bounds.
    pub fn hold(&self, prices: &mut [f64]) {
        if let Anchor::Total(start) = &self.anchor {
            // A price that runs off to its bound must not carry the others along.
            let [low, high] = self.bounds;
            let inside: Vec<usize> = (0..self.free.len())
                .filter(|&unit| self.free[unit] && prices[unit] > low && prices[unit] < high)
                .collect();
            let sum = |of: &[f64]| -> f64 { inside.iter().map(|&unit| of[unit]).sum() };
            let (wanted, found) = (sum(start), sum(prices));
            if found > 0.0 {
                inside.iter().for_each(|&unit| prices[unit] *= wanted / found);
            }
        }
        for (price, free) in prices.iter_mut().zip(&self.free) {
            if *free {
                *price = price.clamp(self.bounds[0], self.bounds[1]);
            }
        }
    }

    /// Moves prices by a share of what the battles say.
    fn step(&self, place: &mut Place, excess: &[f64], share: f64) {
        // Where prices are given, points spent on those units are the measure; else those of all.
        let measures = |unit: usize| match self.anchor {
            Anchor::Given => !self.free[unit] && self.field.weights[unit] > 0.0,
            Anchor::Total(_) => self.free[unit],
        };
        let measured: Vec<f64> =
            (0..excess.len()).filter(|&unit| measures(unit)).map(|unit| excess[unit]).collect();
        let common = measured.iter().sum::<f64>() / measured.len().max(1) as f64;
        for (unit, price) in place.prices.iter_mut().enumerate() {
            if self.free[unit] {
                *price *= (share * (excess[unit] - common)).clamp(-STRIDE, STRIDE).exp();
            }
        }
        self.hold(&mut place.prices);
    }

    /// Battles of the scout.
    pub fn scouting(&self) -> u64 {
        SCOUTING * self.scouting_round()
    }

    fn scouting_round(&self) -> u64 {
        1_000.max(2 * self.round)
    }

    /// Fair prices roughly, from any prices: a few rounds of long steps.
    pub fn scout(&self, mut place: Place, seed: u64, done: &(dyn Fn(u64) + Sync)) -> Place {
        let round = self.scouting_round();
        for number in 0..SCOUTING {
            let streams = number * round..(number + 1) * round;
            let battles = self.field.many(&place.prices, seed, streams, 1, done);
            let fit = battles.fit(&place.prices, self.field.points, place.common, false);
            place.common = fit.common(place.common, 1.0, self.field.one_side_first);
            let excess = fit.excess(&fit.curvature, fit.battles, place.common.level);
            self.step(&mut place, &excess, 1.0);
        }
        place
    }

    /// Lets all chains run from about the same place, so many rounds after the burn-in. `done` is called with battles as they are played.
    pub fn run(&self, from: &Place, seed: u64, rounds: u64, done: &(dyn Fn(u64) + Sync)) -> Found {
        let chains: Vec<Chain> = (0..CHAINS as u64)
            .into_par_iter()
            .map(|chain| self.chain(from, seed, chain, rounds, done))
            .collect();
        let mean = |read: fn(&SharedTerms) -> f64| {
            chains.iter().map(|chain| read(&chain.common)).sum::<f64>() / CHAINS as f64
        };
        let common = SharedTerms { level: mean(|common| common.level), first: mean(|common| common.first) };
        let known = chains[0].known.clone();
        Found { logs: chains.into_iter().map(|chain| chain.logs).collect(), common, known }
    }

    fn chain(&self, from: &Place, seed: u64, chain: u64, rounds: u64, done: &(dyn Fn(u64) + Sync)) -> Chain {
        let mut place = from.clone();
        let mut generator = Generator::new(seed ^ STARTS, chain);
        for (price, free) in place.prices.iter_mut().zip(&self.free) {
            let apart = START_SPREAD * (2.0 * uniform(&mut generator) - 1.0);
            *price *= if *free { apart.exp() } else { 1.0 };
        }
        self.hold(&mut place.prices);
        let mut known = Fit::new(place.prices.len(), false);
        let mut sums = vec![0.0; place.prices.len()];
        for number in 0..BURN_IN + rounds {
            let first = (chain << 40) + number * self.round;
            let battles = self.field.battles(&place.prices, seed, first..first + self.round, 1);
            let fit = battles.fit(&place.prices, self.field.points, place.common, false);
            known.merge(&fit);
            let after = number.saturating_sub(BURN_IN) as f64;
            let share = STEP / (1.0 + after / DECAY).sqrt();
            // The level is found along the way: each round has its share in it.
            place.common = fit.common(place.common, 1.0 / (1.0 + number as f64), self.field.one_side_first);
            let excess = fit.excess(&known.curvature, known.battles, place.common.level);
            self.step(&mut place, &excess, share);
            if number >= BURN_IN {
                sums.iter_mut().zip(&place.prices).for_each(|(sum, price)| *sum += price.ln());
            }
            done(self.round);
        }
        let logs = sums.into_iter().map(|sum| sum / rounds as f64).collect();
        Chain { logs, common: place.common, known: known.known() }
    }
}

/// Makes the seed of starts from that of battles.
const STARTS: u64 = 0x51a7_7e0f_c4a1_9b3d;
