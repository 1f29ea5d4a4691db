//! What a step of a unit's numbers is worth: the unit is priced anew with the step taken, on the same streams, while the field keeps its prices.

use results::{Error, Estimate};

use super::answers::{deviation_of_mean, mean, reach};
use super::ledger::Ledger;
use super::solver::PriceSolver;
use super::{Arena, Search, Unit};

/// A unit's price in a field whose other prices are given, batch by batch or chain by chain.
pub struct Appraisal {
    price: Estimate,
    batches: Vec<f64>,
    trials: u64,
}

impl Appraisal {
    /// A price that several searches found, each by itself; the interval is Student's t.
    pub fn of(prices: Vec<f64>, trials: u64) -> Self {
        let (value, standard) = (mean(&prices), deviation_of_mean(&prices));
        let half = reach(prices.len() as u64) * standard;
        let error = Error { low: value - half, high: value + half, standard };
        Self { price: Estimate { value, error: Some(error) }, batches: prices, trials }
    }

    /// The price.
    pub fn price(&self) -> Estimate {
        self.price
    }

    /// The trials of each battle, or the battles of mixed armies, behind it.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// What this price is above another that was found on the same streams.
    pub fn above(&self, other: &Self) -> Estimate {
        let apart: Vec<f64> =
            self.batches.iter().zip(&other.batches).map(|(own, other)| own - other).collect();
        let (value, standard) = (self.price.value - other.price.value, deviation_of_mean(&apart));
        let half = reach(apart.len() as u64) * standard;
        debug_assert!((mean(&apart) - value).abs() <= 1e-6 + 4.0 * half.max(0.05 * self.price.value));
        Estimate { value, error: Some(Error { low: value - half, high: value + half, standard }) }
    }
}

/// The fair price of one unit in a field whose other prices are given as they are now; `None` if there is none.
pub fn price_worth<A: Arena>(
    arena: &A,
    units: &[Unit],
    unit: usize,
    search: &Search,
    batches: u64,
) -> Option<Appraisal> {
    let mut ledger = Ledger::new(arena, search.seed, search.budget);
    let logs = units.iter().map(|unit| unit.now.filter(|&now| now > 0.0).unwrap_or(1.0).ln()).collect();
    let free = (0..units.len()).map(|place| place == unit).collect();
    let situations = (0..search.situations.len()).collect();
    let absent = vec![false; units.len()];
    let mut solver = PriceSolver { units, free, held: absent.clone(), absent, situations, logs };
    solver.solve(&mut ledger, super::SCOUTING);
    let solution = solver.solve(&mut ledger, batches);
    let price = solution.price(unit)?;
    let trials = batches * super::BATCH;
    let batches = solution.apart[unit].iter().map(|apart| price.value * (1.0 + apart)).collect();
    Some(Appraisal { price, batches, trials })
}
