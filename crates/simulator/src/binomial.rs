//! Tails of the binomial distribution.

use std::f64::consts::TAU;

/// The probability that a count of `trials`, each a success with probability `p`, is at least as far from its mean as `count`, on the
/// same side. `p` is between 0 and 1, ends excluded.
pub fn tail(count: u64, trials: u64, p: f64) -> f64 {
    let mean = trials as f64 * p;
    // From `count` on, terms fall with the distance from the mean. They are added up until they no longer matter.
    let (mut term, mut sum) = (mass(count, trials, p), 0.0);
    let odds = p / (1.0 - p);
    let mut at = count;
    while term > sum * 1e-17 {
        sum += term;
        if count as f64 > mean {
            if at == trials {
                break;
            }
            term *= (trials - at) as f64 / (at + 1) as f64 * odds;
            at += 1;
        } else {
            if at == 0 {
                break;
            }
            term *= at as f64 / (trials - at + 1) as f64 / odds;
            at -= 1;
        }
    }
    sum.min(1.0)
}

/// The probability of a count, by Loader's method (2000): no difference of large numbers, so no digits are lost.
fn mass(count: u64, trials: u64, p: f64) -> f64 {
    let (k, n) = (count as f64, trials as f64);
    if count == 0 {
        return (n * (-p).ln_1p()).exp();
    }
    if count == trials {
        return (n * p.ln()).exp();
    }
    let rest = n - k;
    let exponent = stirling_error(n)
        - stirling_error(k)
        - stirling_error(rest)
        - deviance(k, n * p)
        - deviance(rest, n * (1.0 - p));
    exponent.exp() * (n / (TAU * k * rest)).sqrt()
}

/// The logarithm of n! less that of Stirling's formula.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        let factorial: f64 = (2..=n as u32).map(f64::from).product();
        return factorial.ln() - (0.5 * (TAU * n).ln() + n * n.ln() - n);
    }
    let square = n * n;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / n
}

/// x ln(x / m) + m - x, where x may be near m.
fn deviance(x: f64, m: f64) -> f64 {
    let away = (x - m) / m;
    if away.abs() > 0.1 {
        return x * (x / m).ln() + m - x;
    }
    // m ((1 + a) ln(1 + a) - a) is the sum of (-a)^j / (j (j - 1)) over j from 2.
    let (mut power, mut sum) = (away * away, 0.0);
    for j in 2..30 {
        sum += power / f64::from(j * (j - 1));
        power *= -away;
    }
    m * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_of_small_counts_by_hand() {
        let near =
            |found: f64, wanted: f64| assert!((found / wanted - 1.0).abs() < 1e-12, "{found} {wanted}");
        // Three coins: 3 heads 1/8, at least 2 heads 4/8, no head 1/8.
        near(tail(3, 3, 0.5), 0.125);
        near(tail(2, 3, 0.5), 0.5);
        near(tail(0, 3, 0.5), 0.125);
        near(tail(1, 3, 0.5), 0.5);
        // Ten dice: at least 9 sixes, 10 · 5 / 6^10 + 1 / 6^10.
        near(tail(9, 10, 1.0 / 6.0), 51.0 / 6_f64.powi(10));
    }

    #[test]
    fn masses_of_large_counts_sum_to_one() {
        for (trials, p) in [(40, 0.3), (1000, 0.013), (100_000, 0.9)] {
            let sum: f64 = (0..=trials).map(|count| mass(count, trials, p)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{trials} {p}: {sum}");
        }
    }
}
