//! Two versions of an attack, side by side: what differs, how sure it is, and whether it matters.

use crate::{Estimate, Results};

/// How a version differs from another: each number is "this one less the other".
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The difference in kill probability by the end of each round.
    pub kill: Vec<Quantity>,
    /// The difference in mean damage over all rounds; `None` where the two do not count the same thing.
    pub damage: Option<Quantity>,
    /// The difference in attacks until the kill, or until the last round.
    pub attacks: Quantity,
    /// Trials that both were played for; `None` if exact.
    pub trials: Option<u64>,
}

/// A difference, and what it is a difference from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The other version's number.
    pub base: Estimate,
    /// How far this one is above it.
    pub difference: Estimate,
}

/// What a difference comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// More than the other, for certain or with 95 % confidence.
    More,
    /// Less than the other.
    Less,
    /// The same within what matters.
    Same,
    /// Too close to tell yet; about so many trials would.
    Unclear {
        /// Trials.
        trials: u64,
    },
}

impl Quantity {
    /// Judges the difference; `matters` is the least that counts.
    pub fn verdict(&self, matters: f64, trials: Option<u64>) -> Verdict {
        let value = self.difference.value;
        let (low, high) = self.difference.error.map_or((value, value), |error| (error.low, error.high));
        if low >= -matters && high <= matters {
            return Verdict::Same;
        }
        if low > 0.0 {
            return Verdict::More;
        }
        if high < 0.0 {
            return Verdict::Less;
        }
        // Told is what excludes 0 or lies within what matters, whichever comes first; the width goes with the root of trials.
        let half = (high - low) / 2.0;
        let narrow = value.abs().max(matters - value.abs()).max(f64::MIN_POSITIVE);
        let factor = (half / narrow).powi(2).max(1.0);
        Verdict::Unclear { trials: (trials.unwrap_or(1) as f64 * factor - 1e-6).ceil().min(1e18) as u64 }
    }
}

impl Results {
    /// The mean of attacks until the kill, or until the last round.
    pub fn attacks_made(&self) -> f64 {
        let before_last = self.rounds.iter().take(self.rounds.len().saturating_sub(1));
        1.0 + before_last.map(|round| 1.0 - round.kill.value).sum::<f64>()
    }

    /// The mean of a measure over all rounds; `None` if it is not counted.
    pub fn mean_in_all(&self, measure: &str) -> Option<f64> {
        let mean = |round: &crate::Round| {
            Some(round.measures.iter().find(|found| found.name == measure)?.mean.value)
        };
        self.rounds.iter().map(mean).sum()
    }
}

impl Comparison {
    /// The differences of two exact results, over the rounds that both have. `damage` names what counts as damage in each.
    pub fn exact(base: &Results, other: &Results, damage: Option<&str>) -> Self {
        let rounds = base.rounds.len().min(other.rounds.len());
        let cut =
            |results: &Results| Results { rounds: results.rounds[..rounds].to_vec(), ..results.clone() };
        let (base, other) = (cut(base), cut(other));
        let quantity = |base: f64, other: f64| Quantity {
            base: Estimate::exact(base),
            difference: Estimate::exact(other - base),
        };
        let kill = base
            .rounds
            .iter()
            .zip(&other.rounds)
            .map(|(a, b)| quantity(a.kill.value, b.kill.value))
            .collect();
        let damage =
            damage.and_then(|name| Some(quantity(base.mean_in_all(name)?, other.mean_in_all(name)?)));
        Self { kill, damage, attacks: quantity(base.attacks_made(), other.attacks_made()), trials: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    fn verdict(low: f64, high: f64) -> Verdict {
        let error = Some(Error { low, high, standard: 0.0 });
        let difference = Estimate { value: f64::midpoint(low, high), error };
        Quantity { base: Estimate::exact(0.5), difference }.verdict(0.01, Some(10_000))
    }

    #[test]
    fn verdicts_in_words() {
        assert_eq!(verdict(0.002, 0.03), Verdict::More);
        assert_eq!(verdict(-0.03, -0.002), Verdict::Less);
        assert_eq!(verdict(-0.004, 0.009), Verdict::Same);
        // Small for certain is the same within what matters.
        assert_eq!(verdict(0.001, 0.002), Verdict::Same);
        // 0 ± 0.02: four times the trials bring it within 0.01.
        assert_eq!(verdict(-0.02, 0.02), Verdict::Unclear { trials: 40_000 });
        // 0.02 ± 0.04: four times the trials exclude 0.
        assert_eq!(verdict(-0.02, 0.06), Verdict::Unclear { trials: 40_000 });
    }

    #[test]
    fn exact_differences_are_certain() {
        let quantity =
            |difference| Quantity { base: Estimate::exact(0.5), difference: Estimate::exact(difference) };
        assert_eq!(quantity(0.011).verdict(0.01, None), Verdict::More);
        assert_eq!(quantity(-0.5).verdict(0.01, None), Verdict::Less);
        assert_eq!(quantity(0.0).verdict(0.01, None), Verdict::Same);
        assert_eq!(quantity(0.0).verdict(0.0, None), Verdict::Same);
    }
}
