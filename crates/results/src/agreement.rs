//! Exact and sampled numbers compared.

use crate::Estimate;

/// The probability that correct engines are found to disagree in any number of a comparison.
pub const LEVEL: f64 = 1e-4;

/// A number from both engines.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The round, from 1.
    pub round: usize,
    /// The name, such as `kill` or `hits = 2`.
    pub quantity: String,
    /// The exact value.
    pub exact: f64,
    /// The sampled value.
    pub sampled: Estimate,
    /// The difference in standard errors; `None` if the exact value is certain.
    pub z: Option<f64>,
    /// The probability of a difference at least as large by chance.
    pub chance: f64,
}

/// All numbers of a match-up from both engines.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The numbers.
    pub pairs: Vec<Pair>,
}

impl Agreement {
    /// Returns the probability below which a number counts as a disagreement.
    pub fn threshold(&self) -> f64 {
        LEVEL / self.pairs.len().max(1) as f64
    }

    /// Returns the numbers that disagree.
    pub fn disagreements(&self) -> impl Iterator<Item = &Pair> {
        let threshold = self.threshold();
        self.pairs.iter().filter(move |pair| pair.chance < threshold)
    }
}
