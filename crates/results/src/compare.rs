//! Differences between versions of an attack, and verdicts on them.
//!
//! A comparison has many differences: one for each round, version and quantity. If each were judged alone with a confidence of 95 %,
//! some verdict of a comparison of equal versions would often be wrong. [`verdicts`] judges all of them together by Holm's
//! method (1979): the probability that any verdict is wrong is at most 5 %.

use crate::{ERROR_LEVEL, Estimate, Results};

/// The differences between a version and the base: each is the version's number minus the base's.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The difference in kill probability by the end of each round.
    pub kill: Vec<Quantity>,
    /// The difference in mean damage over all rounds; `None` if the two do not count the same measure.
    pub damage: Option<Quantity>,
    /// The difference in attacks until the kill, or until the last round.
    pub attacks: Quantity,
    /// The number of paired trials; `None` if exact.
    pub trials: Option<u64>,
}

/// A difference, and the number that it is a difference from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The base's number.
    pub base: Estimate,
    /// The other version's number minus the base's.
    pub difference: Estimate,
}

/// A difference of a comparison with its place in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<'a> {
    /// What differs.
    pub kind: RowKind,
    /// The difference.
    pub quantity: &'a Quantity,
    /// The smallest difference that matters.
    pub matters: f64,
}

/// The number that a row compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The kill probability by the end of this round, from 1.
    Kill {
        /// The round.
        round: usize,
    },
    /// The mean damage over all rounds.
    Damage,
    /// The attacks until the kill, or until the last round.
    Attacks,
}

/// A verdict on a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// More than the base.
    More,
    /// Less than the base.
    Less,
    /// The same, or with a difference that does not matter.
    Same,
    /// Not known yet.
    Unclear {
        /// The number of trials that would probably be enough.
        trials: u64,
    },
}

impl Quantity {
    /// Judges the difference by its interval alone. `matters` is the smallest difference that matters.
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
        // The width of an interval falls with the root of the trials. It is narrow enough when it excludes 0, or when it lies
        // within what matters.
        let half = (high - low) / 2.0;
        let narrow = value.abs().max(matters - value.abs()).max(f64::MIN_POSITIVE);
        let factor = (half / narrow).powi(2).max(1.0);
        Verdict::Unclear { trials: (trials.unwrap_or(1) as f64 * factor - 1e-6).ceil().min(1e18) as u64 }
    }
}

/// Judges all rows of several comparisons together, by Holm's method: the clearest row must be clear at the level divided by the
/// number of rows, the next at the level divided by one less, and so on until a row is not clear. Exact differences are certain and
/// do not count. `at` returns the comparisons with intervals that each miss with a probability of at most its argument. The verdicts come in
/// the order of [`Comparison::rows`].
pub fn verdicts(matters: f64, at: impl Fn(f64) -> Vec<Comparison>) -> Vec<Vec<Verdict>> {
    let mut open = usize::MAX;
    let mut known: Vec<Vec<Verdict>> = Vec::new();
    loop {
        let first = known.is_empty();
        let comparisons = at(if first { ERROR_LEVEL } else { ERROR_LEVEL / open.max(1) as f64 });
        let judge = |comparison: &Comparison| -> Vec<Verdict> {
            let verdict = |row: Row<'_>| match row.quantity.difference.error {
                Some(_) if first => Verdict::Unclear { trials: 0 },
                _ => row.quantity.verdict(row.matters, comparison.trials),
            };
            comparison.rows(matters).into_iter().map(verdict).collect()
        };
        let judged: Vec<Vec<Verdict>> = comparisons.iter().map(judge).collect();
        if first {
            known = judged;
        } else {
            // A verdict that was clear at a stricter level stays.
            for (known, judged) in known.iter_mut().flatten().zip(judged.into_iter().flatten()) {
                if known.is_unclear() {
                    *known = judged;
                }
            }
        }
        let still = known.iter().flatten().filter(|verdict| verdict.is_unclear()).count();
        if still == 0 || still == open {
            return known;
        }
        open = still;
    }
}

impl Verdict {
    /// Returns whether the verdict is not known yet.
    pub const fn is_unclear(self) -> bool {
        matches!(self, Self::Unclear { .. })
    }
}

impl Results {
    /// Returns the mean of attacks until the kill, or until the last round.
    pub fn attacks_made(&self) -> f64 {
        let before_last = self.rounds.iter().take(self.rounds.len().saturating_sub(1));
        1.0 + before_last.map(|round| 1.0 - round.kill.value).sum::<f64>()
    }

    /// Returns the mean of a measure over all rounds; `None` if it is not counted.
    pub fn mean_in_all(&self, measure: &str) -> Option<f64> {
        let mean = |round: &crate::Round| {
            Some(round.measures.iter().find(|found| found.name == measure)?.mean.value)
        };
        self.rounds.iter().map(mean).sum()
    }
}

impl Comparison {
    /// All differences in order. `matters` is the smallest difference of a probability that matters, and the smallest share of the base's
    /// number for others.
    pub fn rows(&self, matters: f64) -> Vec<Row<'_>> {
        let kills = (1..).zip(&self.kill);
        let kills = kills.map(|(round, quantity)| Row { kind: RowKind::Kill { round }, quantity, matters });
        let share = |kind: RowKind, quantity| -> Row<'_> {
            let quantity: &Quantity = quantity;
            Row { kind, quantity, matters: matters * quantity.base.value.abs() }
        };
        let damage = self.damage.iter().map(|quantity| share(RowKind::Damage, quantity));
        kills.chain(damage).chain([share(RowKind::Attacks, &self.attacks)]).collect()
    }

    /// Subtracts exact results, over the rounds that both have. `damage` names the measure that counts as damage in both.
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

    /// A comparison of as many rounds as there are differences in standard errors, each of 0.01, and of attacks that do not differ.
    fn comparison(differences: &[f64], level: f64) -> Comparison {
        // The normal quantiles of 5 % by 1, 2, 3 and 4.
        let quantiles = [1.959_964, 2.241_403, 2.393_980, 2.497_705];
        let reach = quantiles[(ERROR_LEVEL / level).round() as usize - 1];
        let quantity = |&difference: &f64| {
            let ends = |sign: f64| 0.01 * (difference + sign * reach);
            let error = Some(Error { low: ends(-1.0), high: ends(1.0), standard: 0.01 });
            Quantity { base: Estimate::exact(0.5), difference: Estimate { value: 0.01 * difference, error } }
        };
        let same = Quantity { base: Estimate::exact(2.0), difference: Estimate::exact(0.0) };
        let kill = differences.iter().map(quantity).collect();
        Comparison { kill, damage: None, attacks: same, trials: Some(1000) }
    }

    #[test]
    fn verdicts_hold_together() {
        let judged = |differences: &[&[f64]]| {
            let at = |level| differences.iter().map(|list| comparison(list, level)).collect();
            let list = verdicts(0.0, at);
            // The exact row is certain, and no other row pays for it.
            assert!(list.iter().all(|verdicts| verdicts.last() == Some(&Verdict::Same)));
            list.concat().into_iter().filter(|verdict| *verdict != Verdict::Same).collect::<Vec<_>>()
        };
        let [more, less] = [Verdict::More, Verdict::Less];
        // One alone is judged at 5 %: 1.97 is enough, 1.95 is not.
        assert_eq!(judged(&[&[1.97]]), [more]);
        assert!(judged(&[&[1.95]])[0].is_unclear());
        // Of three, the clearest needs 2.394, the next 2.241, the last 1.960; two comparisons are one family.
        assert_eq!(judged(&[&[1.97, -2.40], &[2.25]]), [more, less, more]);
        let found = judged(&[&[1.97, -2.40], &[2.23]]);
        assert!(found[0].is_unclear() && found[1] == less && found[2].is_unclear(), "{found:?}");
        assert!(judged(&[&[1.97, -2.38], &[2.25]]).iter().all(|verdict| verdict.is_unclear()));
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
