//! Exact and sampled answers held against each other.

use crate::Estimate;

/// How often two right engines are found to disagree by chance, over all numbers of a comparison.
pub const LEVEL: f64 = 1e-4;

/// One number, twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The round, from 1.
    pub round: usize,
    /// What it is, such as `kill` or `hits = 2`.
    pub quantity: String,
    /// The exact number.
    pub exact: f64,
    /// The sampled one.
    pub sampled: Estimate,
    /// How many standard errors they are apart; `None` where no error is possible.
    pub z: Option<f64>,
    /// The probability of being so far apart by chance.
    pub chance: f64,
}

/// All numbers of a match-up, twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// Every comparison.
    pub pairs: Vec<Pair>,
}

impl Agreement {
    /// The chance below which one number counts as a disagreement.
    pub fn threshold(&self) -> f64 {
        LEVEL / self.pairs.len().max(1) as f64
    }

    /// The numbers that cannot be so far apart by chance.
    pub fn disagreements(&self) -> impl Iterator<Item = &Pair> {
        let threshold = self.threshold();
        self.pairs.iter().filter(move |pair| pair.chance < threshold)
    }
}
