//! Prices in steps of the house: all of them together, so that the unit that is furthest off is least off.
//!
//! Equal points stay equal if all prices are multiplied by the same number, so the scale is chosen with the steps.

/// Scales are tried this far to both sides, as a logarithm, unless a price is given.
const SCALES: f64 = 0.1;
/// So many scales are tried on each side.
const SCALES_PER_SIDE: i32 = 200;

/// The price of the house that is nearest by ratio; one number stands for its multiples.
pub fn nearest(price: f64, steps: &[f64]) -> f64 {
    let off = |step: f64| (step / price).ln().abs();
    let nearer = |one: f64, other: f64| if off(other) < off(one) { other } else { one };
    match *steps {
        [step] => {
            let below = (price / step).floor() * step;
            if below <= 0.0 { step } else { nearer(below, below + step) }
        }
        _ => steps.iter().copied().reduce(nearer).unwrap_or(price),
    }
}

/// The scale and the rounded prices that are best for the unit that fares worst; of scales that are as good the one nearest to 1.
pub fn rounded(prices: &[Option<f64>], steps: &[f64], may_scale: bool) -> (f64, Vec<Option<f64>>) {
    let at = |scale: f64| -> Vec<Option<f64>> {
        prices.iter().map(|price| price.map(|price| nearest(price * scale, steps))).collect()
    };
    let worst = |scale: f64| {
        let off = prices
            .iter()
            .zip(at(scale))
            .filter_map(|(price, rounded)| Some((rounded? / (price.as_ref()? * scale)).ln().abs()));
        off.fold(0.0, f64::max)
    };
    let mut best = (worst(1.0), 1.0);
    let tried = if may_scale { SCALES_PER_SIDE } else { 0 };
    for number in 1..=tried {
        for sign in [1.0, -1.0] {
            let scale = (sign * SCALES * f64::from(number) / f64::from(SCALES_PER_SIDE)).exp();
            let found = worst(scale);
            if found < best.0 - 1e-9 {
                best = (found, scale);
            }
        }
    }
    (best.1, at(best.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_go_to_the_nearest_step() {
        assert_eq!(nearest(17.4, &[5.0]), 20.0); // 17.4 / 15 = 1.16, 20 / 17.4 = 1.149
        assert_eq!(nearest(17.2, &[5.0]), 15.0); // 17.2 / 15 = 1.147, 20 / 17.2 = 1.163
        assert_eq!(nearest(0.4, &[5.0]), 5.0);
        let house = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 15.0, 20.0];
        assert_eq!(nearest(8.9, &house), 8.0);
        assert_eq!(nearest(33.0, &house), 20.0);
    }

    #[test]
    fn all_prices_are_rounded_together() {
        // 11 and 22 are 9 % below 12 and 24, or 10 % above 10 and 20; with a scale of 10 / 11 nothing is off.
        let (scale, found) = rounded(&[Some(11.0), Some(22.0), None], &[10.0], true);
        assert!((scale - 10.0 / 11.0).abs() < 1e-3, "{scale}");
        assert_eq!(found, [Some(10.0), Some(20.0), None]);
        assert_eq!(rounded(&[Some(11.0), Some(22.0)], &[10.0], false), (1.0, vec![Some(10.0), Some(20.0)]));
    }
}
