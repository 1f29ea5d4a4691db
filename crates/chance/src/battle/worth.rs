//! Sums of points that a side can lose.

use crate::limits;

/// All sums of the costs of some of a side's units, in rising order.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums(Vec<f64>);

/// More sums than [`limits::SUMS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManySums;

/// Sums that differ by less are equal: the difference is a rounding error.
const TOLERANCE: f64 = 1e-6;

impl Sums {
    /// Computes the sums from the cost and the number of each kind.
    pub fn new(units: impl Iterator<Item = (f64, u32)>) -> Result<Self, TooManySums> {
        let mut sums = vec![0.0_f64];
        for (points, count) in units {
            let mut more: Vec<f64> = Vec::with_capacity(sums.len());
            for &sum in &sums {
                more.extend((0..=count).map(|lost| sum + f64::from(lost) * points));
            }
            more.sort_by(f64::total_cmp);
            more.dedup_by(|later, earlier| *later - *earlier < TOLERANCE);
            if more.len() > limits::SUMS {
                return Err(TooManySums);
            }
            sums = more;
        }
        Ok(Self(sums))
    }

    /// The place of a sum.
    pub fn place(&self, sum: f64) -> usize {
        self.0.partition_point(|&known| known < sum - TOLERANCE).min(self.0.len() - 1)
    }

    /// The sum at a place.
    pub fn at(&self, place: usize) -> f64 {
        self.0[place]
    }

    /// All sums, in rising order.
    pub fn all(&self) -> &[f64] {
        &self.0
    }

    /// The cost of all units.
    pub fn total(&self) -> f64 {
        self.0.last().copied().unwrap_or_default()
    }
}
