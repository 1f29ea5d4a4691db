//! Estimates of probabilities from counts, with Wilson's interval.

use results::{ERROR_LEVEL, Error, Estimate};
use statrs::distribution::{ContinuousCDF, Normal};

/// Returns the number of standard errors that an interval reaches to either side if it misses with probability `level`: 1.96 at 5 %.
pub fn reach(level: f64) -> f64 {
    Normal::standard().inverse_cdf(1.0 - level / 2.0)
}

/// Returns the ends of Wilson's interval for a share of trials.
pub fn wilson(count: u64, trials: u64, reach: f64) -> (f64, f64) {
    let (n, z) = (trials as f64, reach);
    let value = count as f64 / n;
    let spread = 1.0 + z * z / n;
    let middle = (value + z * z / (2.0 * n)) / spread;
    let half = z / spread * (value * (1.0 - value) / n + z * z / (4.0 * n * n)).sqrt();
    // Rounding must not put the end of an interval past the estimate itself.
    let low = if count == 0 { 0.0 } else { (middle - half).clamp(0.0, value) };
    let high = if count == trials { 1.0 } else { (middle + half).clamp(value, 1.0) };
    (low, high)
}

/// Returns a share of trials with its 95 % interval.
pub fn proportion(count: u64, trials: u64) -> Estimate {
    proportion_at(count, trials, ERROR_LEVEL)
}

/// Returns a share of trials with an interval that misses with probability `level`.
pub fn proportion_at(count: u64, trials: u64, level: f64) -> Estimate {
    let value = count as f64 / trials as f64;
    let (low, high) = wilson(count, trials, reach(level));
    let standard = (value * (1.0 - value) / trials as f64).sqrt();
    Estimate { value, error: Some(Error { low, high, standard }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_as_in_the_literature() {
        // Newcombe (1998), table I: 81 of 263 and 15 of 148, to four digits.
        let interval = |count, trials| {
            let error = proportion(count, trials).error.unwrap();
            [(error.low * 1e4).round() / 1e4, (error.high * 1e4).round() / 1e4]
        };
        assert_eq!(interval(81, 263), [0.2553, 0.3662]);
        assert_eq!(interval(15, 148), [0.0624, 0.1605]);
        assert_eq!(interval(0, 20), [0.0, 0.1611]);
        assert_eq!(interval(1, 29), [0.0061, 0.1718]);
    }

    #[test]
    fn the_ends_are_closed() {
        let never = proportion(0, 1000);
        assert_eq!((never.value, never.low()), (0.0, Some(0.0)));
        assert!(never.high().unwrap() > 0.003);
        let always = proportion(1000, 1000);
        assert_eq!((always.value, always.high()), (1.0, Some(1.0)));
        assert!(always.low().unwrap() < 0.997);
    }
}
