//! Intervals of means, from the whole distribution of what was counted.
//!
//! A mean plus and minus its standard error fails where counts are rare or skewed: for something that was never seen it is
//! certainly 0. So the interval is Gaffke's (2005). Give every trial an unknown share of the probability, drawn uniformly from all
//! divisions of it (a Dirichlet distribution), and give one more share to an unseen trial with the largest possible value. The mean
//! under random shares has a distribution, and its 97.5 % point is the upper end of the 95 % interval. For the lower end the unseen
//! trial has the smallest possible value. If all values are 0 and 1, these are the ends of Clopper and Pearson's interval. No
//! distribution is known for which the interval holds the mean too rarely, if the smallest and the largest value are known.
//!
//! A random share is a gamma variable divided by the sum of all, so "the mean is at most *t*" says that a sum of gamma variables
//! with weights *value − t* is at most 0. Its probability is computed by a saddlepoint approximation (Barndorff-Nielsen's r*),
//! which is exact to three digits for any number of trials.

use results::{ERROR_LEVEL, Error, Estimate};

use crate::estimate::reach;

/// Sampled values, each with its number of trials, and the range of possible values.
#[derive(Clone, Debug)]
pub struct Observed {
    seen: Vec<(f64, f64)>,
    trials: f64,
    least: f64,
    most: f64,
}

impl Observed {
    /// A sample of numbers from `least` to `most`, of at least one trial.
    pub fn new(seen: impl IntoIterator<Item = (f64, u64)>, least: f64, most: f64) -> Self {
        let seen: Vec<(f64, f64)> = seen
            .into_iter()
            .filter(|&(_, trials)| trials > 0)
            .map(|(value, trials)| (value, trials as f64))
            .collect();
        let trials = seen.iter().map(|&(_, trials)| trials).sum();
        Self { seen, trials, least, most }
    }

    /// A sample of counts: place *v* has the number of trials that counted *v*. Counts up to `possible` were seen elsewhere. The
    /// largest possible count is taken to be one more than the largest that was seen here or elsewhere.
    pub fn of_counts(counts: &[u64], possible: u64) -> Self {
        let last = counts.iter().rposition(|&trials| trials > 0).unwrap_or(0) as u64;
        let seen = counts.iter().enumerate().map(|(value, &trials)| (value as f64, trials));
        Self::new(seen, 0.0, (last.max(possible) + 1) as f64)
    }

    /// The mean with its 95 % interval.
    pub fn mean(&self) -> Estimate {
        self.mean_at(ERROR_LEVEL)
    }

    /// The mean with an interval that misses it with a probability of at most `level`.
    pub fn mean_at(&self, level: f64) -> Estimate {
        let value = self.seen.iter().map(|&(value, trials)| value * trials).sum::<f64>() / self.trials;
        let square = |&(seen, trials): &(f64, f64)| (seen - value).powi(2) * trials;
        let standard = (self.seen.iter().map(square).sum::<f64>()).sqrt() / self.trials;
        let reach = reach(level);
        // Rounding must not put an end past the value.
        let high = self.upper(1.0, reach).clamp(value, self.most.max(value));
        let low = (-self.upper(-1.0, reach)).clamp(self.least.min(value), value);
        Estimate { value, error: Some(Error { low, high, standard }) }
    }

    /// The upper end of the interval; that of the negated values if `sign` is -1.
    fn upper(&self, sign: f64, reach: f64) -> f64 {
        let most = if sign > 0.0 { self.most } else { -self.least };
        if self.seen.iter().all(|&(value, _)| sign * value >= most) {
            return most;
        }
        let signed = self.seen.iter().map(|&(value, trials)| (sign * value, trials));
        let shares: Vec<(f64, f64)> = signed.chain([(most, 1.0)]).collect();
        let trials: f64 = shares.iter().map(|&(_, trials)| trials).sum();
        let mean = shares.iter().map(|&(value, trials)| value * trials).sum::<f64>() / trials;
        let square: f64 = shares.iter().map(|&(value, trials)| (value - mean).powi(2) * trials).sum();
        // The search begins with the distance of the pole for a normal distribution. r* falls as the distance grows.
        let usual = (square.sqrt() / reach).ln();
        let (mut near, mut far) = (usual - 20.0, usual + 7.0);
        while far - near > 1e-10 {
            let middle = f64::midpoint(near, far);
            if Bound::at(&shares, most, middle.exp()).reach > reach { near = middle } else { far = middle }
        }
        Bound::at(&shares, most, far.exp()).value
    }
}

/// A bound of a mean under random shares.
struct Bound {
    value: f64,
    /// r*: the number of standard errors by which the bound is above the mean.
    reach: f64,
}

impl Bound {
    /// The bound *t* and its r*, which both follow from the `distance` of the pole *t* + 1 / θ from the largest value, where
    /// θ > 0 is the saddlepoint.
    fn at(shares: &[(f64, f64)], most: f64, distance: f64) -> Self {
        // The saddlepoint equation, sum of trials · (value - t) / (pole - value) = 0, makes t a weighted mean of values ...
        let gap = |value: f64| most - value + distance;
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            shares.iter().map(|&(value, trials)| trials * of(value) / gap(value)).sum()
        };
        let weight = sum(&|_| 1.0);
        let bound = sum(&|value| value) / weight;
        // ... and 1 / θ, which is pole - t, the mean of the gaps with the same weights.
        let inverse = sum(&gap) / weight;
        let (mut cumulant, mut curvature) = (0.0, 0.0);
        for &(value, trials) in shares {
            // 1 - θ (value - t), less 1.
            let away = (bound - value) / inverse;
            cumulant -= trials * away.ln_1p();
            curvature += trials * (away * inverse / gap(value)).powi(2);
        }
        let (r, u) = ((-2.0 * cumulant).max(0.0).sqrt(), curvature.sqrt());
        Self { value: bound, reach: if r > 0.0 { r + (u / r).ln() / r } else { 0.0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(observed: &Observed) -> [f64; 2] {
        let error = observed.mean().error.unwrap();
        [error.low, error.high]
    }

    #[test]
    fn shares_have_the_interval_of_clopper_and_pearson() {
        // Newcombe (1998), table I, method 5. The approximation is good to half a percent.
        for (count, trials, wanted) in [
            (81, 263, [0.2527, 0.3676]),
            (15, 148, [0.0578, 0.1617]),
            (0, 20, [0.0, 0.1684]),
            (1, 29, [0.0009, 0.1776]),
        ] {
            let observed = Observed::new([(0.0, trials - count), (1.0, count)], 0.0, 1.0);
            for (found, wanted) in ends(&observed).into_iter().zip(wanted) {
                assert!(
                    (found - wanted).abs() < 0.006 * wanted + 5e-5,
                    "{count} of {trials}: {found}, {wanted}"
                );
            }
            // The opposite has the opposite interval.
            let opposite = Observed::new([(1.0, trials - count), (0.0, count)], 0.0, 1.0);
            let [low, high] = ends(&observed);
            assert!((ends(&opposite)[0] - (1.0 - high)).abs() < 1e-9);
            assert!((ends(&opposite)[1] - (1.0 - low)).abs() < 1e-9);
        }
    }

    #[test]
    fn the_mean_of_what_was_never_seen_has_the_interval_of_a_share() {
        // 1 - 0.025^(1 / n), which is 3.689 / n for many trials.
        for trials in [20, 1000, 1_000_000, 10_000_000_000, 1_000_000_000_000] {
            let [low, high] = ends(&Observed::of_counts(&[trials], 0));
            let wanted = 1.0 - 0.025_f64.powf(1.0 / trials as f64);
            assert!(low == 0.0 && (high / wanted - 1.0).abs() < 0.006, "{trials}: {high}, {wanted}");
        }
        // A value that all trials share has an interval of the same width.
        let [low, high] = ends(&Observed::of_counts(&[0, 0, 0, 1000], 0));
        assert!(
            (low - 3.0 * (1.0 - 0.003_68)).abs() < 1e-3 && (high - 3.003_68).abs() < 1e-3,
            "{low} {high}"
        );
    }

    #[test]
    fn many_trials_of_an_even_spread_have_the_usual_interval() {
        // A die: mean 3.5, deviation sqrt(35 / 12). A million trials of each face.
        let estimate = Observed::new((1..=6).map(|face| (f64::from(face), 1_000_000)), 1.0, 6.0).mean();
        let error = estimate.error.unwrap();
        let half = 1.959_964 * (35.0_f64 / 12.0).sqrt() / 6e6_f64.sqrt();
        assert_eq!(estimate.value, 3.5);
        assert!((error.high - 3.5 - half).abs() < 0.001 * half, "{error:?} {half}");
        assert!((3.5 - error.low - half).abs() < 0.001 * half, "{error:?} {half}");
    }

    #[test]
    fn what_is_certain_has_no_width() {
        // One attack of one is made, whatever the dice.
        assert_eq!(ends(&Observed::new([(1.0, 1000)], 1.0, 1.0)), [1.0, 1.0]);
        // A stricter level is wider, and an end of the range is never passed.
        let observed = Observed::new([(0.0, 3), (2.0, 1)], 0.0, 2.0);
        let wide = observed.mean_at(1e-6).error.unwrap();
        let [low, high] = ends(&observed);
        assert!(0.0 <= wide.low && wide.low < low && high < wide.high && wide.high <= 2.0);
    }
}
