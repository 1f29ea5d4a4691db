//! Random armies of so many points.
//!
//! The shares of points that an army spends on each kind are drawn from a Dirichlet distribution by the units' weights; then units are
//! picked until the points are spent. So armies range from nearly one kind to a bit of everything.

use simulator::Generator;

/// From how many points on, and up to how many, an army is complete, as shares of the points that it may spend.
const COMPLETE: [f64; 2] = [0.9, 1.1];
/// A side has no more units than this.
const MAX_UNITS: usize = 60;
/// Units are picked as if none cost less than this share of the median price: a cheap unit would crowd out all others.
const CHEAPEST: f64 = 0.25;
/// So many picks that are too dear end an army.
const REJECTED: u32 = 12;

/// What armies are made of.
#[derive(Clone, Debug)]
pub struct ArmyDrawer {
    /// The price of each kind.
    prices: Vec<f64>,
    /// How much each counts; 0 for a kind that is never fielded.
    weights: Vec<f64>,
    points: f64,
    /// The lowest price that counts when units are picked.
    least: f64,
    shares: Vec<f64>,
}

impl ArmyDrawer {
    /// Units at these prices, and armies of so many points.
    pub fn new(prices: &[f64], weights: &[f64], points: f64) -> Self {
        let least = CHEAPEST
            * median(
                prices.iter().zip(weights).filter(|(_, weight)| **weight > 0.0).map(|(price, _)| *price),
            );
        Self {
            prices: prices.to_vec(),
            weights: weights.to_vec(),
            points,
            least,
            shares: vec![0.0; prices.len()],
        }
    }

    /// Fills an army of so many times the points, as a list of kinds in ascending order.
    pub fn army(&mut self, size: f64, generator: &mut Generator, army: &mut Vec<u16>) {
        let points = size * self.points;
        let wanted = points * (COMPLETE[0] + (COMPLETE[1] - COMPLETE[0]) * uniform(generator));
        army.clear();
        let (mut spent, mut rejected, mut sum) = (0.0, 0, 0.0);
        for (kind, share) in self.shares.iter_mut().enumerate() {
            let weight = self.weights[kind];
            // A kind that is dearer than a whole army is never fielded.
            let can_be_bought = weight > 0.0 && self.prices[kind] <= points * COMPLETE[1];
            sum += if can_be_bought {
                gamma(weight, generator) / self.prices[kind].max(self.least)
            } else {
                0.0
            };
            *share = sum;
        }
        if sum <= 0.0 {
            return;
        }
        while spent < wanted && rejected < REJECTED && army.len() < MAX_UNITS {
            let at = uniform(generator) * sum;
            let kind = self.shares.partition_point(|&share| share <= at).min(self.shares.len() - 1);
            // An army that comes nearer to its points with a unit than without it takes the unit.
            let with = spent + self.prices[kind];
            if with > points * COMPLETE[1] || with - wanted > wanted - spent {
                rejected += 1;
            } else {
                spent = with;
                army.push(kind as u16);
            }
        }
        if army.is_empty() {
            // Every pick was too dear: the cheapest will do.
            let buyable = (0..self.prices.len()).filter(|&kind| self.weights[kind] > 0.0);
            let cheapest = buyable.min_by(|&one, &other| self.prices[one].total_cmp(&self.prices[other]));
            army.extend(cheapest.map(|kind| kind as u16));
        }
        army.sort_unstable();
    }
}

/// The middle of some numbers; 0 if there are none.
pub fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

/// A number above 0 and below 1.
pub fn uniform(generator: &mut Generator) -> f64 {
    ((generator.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// A number from the gamma distribution of this shape (Marsaglia and Tsang).
fn gamma(shape: f64, generator: &mut Generator) -> f64 {
    if (shape - 1.0).abs() < 1e-12 {
        return -uniform(generator).ln();
    }
    if shape < 1.0 {
        let smaller = uniform(generator).powf(1.0 / shape);
        return gamma(shape + 1.0, generator) * smaller;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let normal =
            (-2.0 * uniform(generator).ln()).sqrt() * (std::f64::consts::TAU * uniform(generator)).cos();
        let v = (1.0 + c * normal).powi(3);
        if v > 0.0 && uniform(generator).ln() < 0.5 * normal * normal + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armies_spend_their_points_and_no_unit_is_left_out() {
        let prices = [10.0, 20.0, 3.0, 55.0, 500.0, 10.0];
        let weights = [1.0, 1.0, 1.0, 0.15, 1.0, 0.0];
        let mut shop = ArmyDrawer::new(&prices, &weights, 120.0);
        let mut generator = Generator::new(3, 0);
        let (mut army, mut seen) = (Vec::new(), [0; 6]);
        let mut total = 0.0;
        for _ in 0..10_000 {
            shop.army(1.0, &mut generator, &mut army);
            let spent: f64 = army.iter().map(|&kind| prices[usize::from(kind)]).sum();
            assert!((60.0..=132.0 + 1e-9).contains(&spent), "{spent}");
            assert!(army.is_sorted());
            army.iter().for_each(|&kind| seen[usize::from(kind)] += 1);
            total += spent;
        }
        // What is dearer than an army, and what has no weight, is never fielded.
        assert!(seen[..4].iter().all(|&seen| seen > 200) && seen[4] == 0 && seen[5] == 0, "{seen:?}");
        assert!((total / 10_000.0 - 120.0).abs() < 6.0, "{total}");
    }

    #[test]
    fn gamma_numbers_have_their_mean_and_variance() {
        // Mean and variance are both the shape. Deviation of the mean of 100 000: sqrt(shape / 1e5) = 0.005; 6 of them.
        let mut generator = Generator::new(1, 1);
        for shape in [0.15, 1.0, 2.5] {
            let numbers: Vec<f64> = (0..100_000).map(|_| gamma(shape, &mut generator)).collect();
            let mean = numbers.iter().sum::<f64>() / 1e5;
            let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / 1e5;
            assert!((mean - shape).abs() < 6.0 * (shape / 1e5).sqrt(), "{shape}: {mean}");
            assert!((variance / shape - 1.0).abs() < 0.1, "{shape}: {variance}");
        }
    }
}
