//! Whole-number counts of paired trials, and the differences that follow from them.

use results::{Comparison, Error, Estimate, Quantity};

use crate::estimate::{proportion_at, reach};
use crate::mean::Observed;
use crate::tally::count;

/// The outcome of a trial of one version.
#[derive(Clone, Copy)]
pub struct Outcome {
    /// The round of the kill, from 0, or the number of rounds.
    pub killed_in: u32,
    /// The damage in all rounds.
    pub damage: u64,
}

/// Counts of paired trials of one version and the base, which merge by addition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairTally {
    trials: u64,
    /// By round: dead in the base alone, in the other alone, in both.
    kills: Vec<[u64; 3]>,
    damage: Pairs,
    attacks: Pairs,
}

/// Trials by the value of the base, and by the difference to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pairs {
    base: Vec<u64>,
    /// Differences of 0, 1, 2 and so on.
    above: Vec<u64>,
    /// Differences of -1, -2 and so on; the first place is never used.
    below: Vec<u64>,
}

impl Pairs {
    fn add(&mut self, base: u64, other: u64) {
        count(&mut self.base, base, 1);
        match other.checked_sub(base) {
            Some(above) => count(&mut self.above, above, 1),
            None => count(&mut self.below, base - other, 1),
        }
    }

    fn merge(&mut self, other: &Self) {
        for (sums, more) in
            [(&mut self.base, &other.base), (&mut self.above, &other.above), (&mut self.below, &other.below)]
        {
            (0..).zip(more).for_each(|(value, &trials)| count(sums, value, trials));
        }
    }

    fn differences(&self) -> impl Iterator<Item = (f64, u64)> {
        let above = self.above.iter().enumerate().map(|(value, &trials)| (value as f64, trials));
        above.chain(self.below.iter().enumerate().map(|(value, &trials)| (-(value as f64), trials)))
    }

    /// The means of values from `least` to `most`. The largest possible value is taken to be one more than the largest that was seen,
    /// and so is the largest possible difference.
    fn quantity(&self, least: f64, most: f64, level: f64) -> Quantity {
        let base = self.base.iter().enumerate().map(|(value, &trials)| (value as f64, trials));
        // The lists are one longer than the largest that was seen.
        let apart = (self.above.len().max(self.below.len()) as f64).min(most - least);
        let most = most.min(self.base.len() as f64);
        Quantity {
            base: Observed::new(base, least, most).mean_at(level),
            difference: Observed::new(self.differences(), -apart, apart).mean_at(level),
        }
    }
}

impl PairTally {
    /// No trials of so many rounds.
    pub fn new(rounds: u32) -> Self {
        Self { kills: vec![[0; 3]; rounds as usize], ..Self::default() }
    }

    /// Counts a trial.
    pub fn add(&mut self, base: Outcome, other: Outcome) {
        self.trials += 1;
        let last = self.kills.len() as u32;
        for (round, kills) in (0..).zip(&mut self.kills) {
            match (base.killed_in <= round, other.killed_in <= round) {
                (true, false) => kills[0] += 1,
                (false, true) => kills[1] += 1,
                (true, true) => kills[2] += 1,
                (false, false) => {}
            }
        }
        self.damage.add(base.damage, other.damage);
        let attacks = |outcome: Outcome| u64::from((outcome.killed_in + 1).min(last));
        self.attacks.add(attacks(base), attacks(other));
    }

    /// Adds other trials of the same versions.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.trials += other.trials;
        for (sum, more) in self.kills.iter_mut().flatten().zip(other.kills.iter().flatten()) {
            *sum += more;
        }
        self.damage.merge(&other.damage);
        self.attacks.merge(&other.attacks);
        self
    }

    /// The differences, with intervals that each miss with a probability of at most `level`. Damage is left out if the versions count
    /// different measures.
    pub fn comparison(&self, same_damage: bool, level: f64) -> Comparison {
        let kill = |&[base, other, both]: &[u64; 3]| Quantity {
            base: proportion_at(base + both, self.trials, level),
            difference: paired_proportions(base, other, self.trials, level),
        };
        // At least one attack is made, and at most one in every round.
        let rounds = self.kills.len() as f64;
        Comparison {
            kill: self.kills.iter().map(kill).collect(),
            damage: same_damage.then(|| self.damage.quantity(0.0, f64::INFINITY, level)),
            attacks: self.attacks.quantity(1.0, rounds, level),
            trials: Some(self.trials),
        }
    }
}

/// The difference of two paired shares, from the trials in which they differ, with the interval of Agresti and Min (2005): Wald's
/// interval with half a trial more in each of the four cells, so that it has a width even if no trial differed.
fn paired_proportions(base: u64, other: u64, trials: u64, level: f64) -> Estimate {
    let (base, other, n) = (base as f64, other as f64, trials as f64);
    let value = (other - base) / n;
    let middle = (other - base) / (n + 2.0);
    let standard = (base + other + 1.0 - (other - base).powi(2) / (n + 2.0)).sqrt() / (n + 2.0);
    let (low, high) = (middle - reach(level) * standard, middle + reach(level) * standard);
    let error = Error { low: low.min(value).max(-1.0), high: high.max(value).min(1.0), standard };
    Estimate { value, error: Some(error) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{ERROR_LEVEL, Verdict};

    use crate::Generator;

    #[test]
    fn paired_shares_as_in_the_literature() {
        // Agresti and Min's own example (prime minister's approval): 150 and 86 of 1600 changed their minds.
        let difference = paired_proportions(150, 86, 1600, ERROR_LEVEL);
        assert!((difference.value + 0.04).abs() < 1e-12);
        let error = difference.error.unwrap();
        // Wald's interval is (-0.0587, -0.0213); half a trial more hardly moves it.
        assert!((error.low + 0.0587).abs() < 2e-4 && (error.high + 0.0213).abs() < 2e-4, "{error:?}");
    }

    #[test]
    fn equal_versions_seldom_seem_to_differ_in_any_number() {
        // Three versions like the base: killed in each of three rounds with 0.3, and damage of a die. Five numbers of each differ by
        // chance alone.
        let families = 1000;
        let outcome = |generator: &mut Generator| Outcome {
            killed_in: (0..3).find(|_| generator.below(10) < 3).unwrap_or(3),
            damage: u64::from(generator.below(6)),
        };
        let (mut together, mut alone) = (0_u32, 0_u32);
        for family in 0..families {
            let mut generator = Generator::new(1, family);
            let mut tallies = vec![PairTally::new(3); 3];
            for _ in 0..1000 {
                let base = outcome(&mut generator);
                tallies.iter_mut().for_each(|tally| tally.add(base, outcome(&mut generator)));
            }
            let at = |level| tallies.iter().map(|tally| tally.comparison(true, level)).collect::<Vec<_>>();
            let differs = |verdict: &Verdict| matches!(verdict, Verdict::More | Verdict::Less);
            together += u32::from(results::verdicts(0.0, at).iter().flatten().any(differs));
            let rows = at(ERROR_LEVEL);
            let mut rows = rows.iter().flat_map(|comparison| comparison.rows(0.0));
            alone += u32::from(rows.any(|row| differs(&row.quantity.verdict(0.0, Some(1000)))));
        }
        // Three deviations of Binomial(1000, 0.05) are 21. Judged one by one, a third of the families show a difference.
        assert!(together <= 50 + 21, "{together} of {families}");
        assert!(alone > 250, "{alone} of {families}");
    }

    #[test]
    fn no_difference_seen_is_not_no_difference() {
        let error = paired_proportions(0, 0, 1000, ERROR_LEVEL).error.unwrap();
        assert!(error.low < 0.0 && error.high > 0.0);
        // The same of damage and of attacks.
        let mut tally = PairTally::new(3);
        let outcome = Outcome { killed_in: 1, damage: 2 };
        (0..1000).for_each(|_| tally.add(outcome, outcome));
        let Comparison { damage, attacks, .. } = tally.comparison(true, ERROR_LEVEL);
        for difference in [damage.unwrap().difference, attacks.difference] {
            let error = difference.error.unwrap();
            assert!(error.low < 0.0 && error.high > 0.0 && error.high < 0.02, "{error:?}");
        }
    }
}
