//! The model of a battle: the more points a side has on the table, the likelier it wins, whatever the points were spent on.
//!
//! The logit of a win is `level * s`, where `s` is the difference of both armies' points, plus a constant where one side acts first. If
//! points spent on a kind of unit do more than this says, its price is too low. How much more is found by one Newton step of the model
//! in which each kind has a level of its own; at fair prices all of these are equal.

use crate::matrix::{inverse, solve};

/// Sums over battles, from which levels are found.
#[derive(Clone, Debug)]
pub struct Fit {
    size: usize,
    /// For each kind: what its points have won beyond the model.
    gradient: Vec<f64>,
    /// How the gradient answers to the levels; the upper triangle, row by row.
    pub curvature: Vec<f64>,
    /// The sum of squares of the gradient's terms, for intervals.
    spread: Option<Vec<f64>>,
    /// The same for the level of all kinds together, and for the constant of the first side.
    level: [f64; 2],
    first: [f64; 2],
    /// Battles counted.
    pub battles: f64,
}

/// What all kinds have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedTerms {
    /// How much a difference of one army's points adds to the logit of a win.
    pub level: f64,
    /// What the first side has beyond that.
    pub first: f64,
}

/// A small weight on levels that are equal, where battles say nothing.
const RIDGE: f64 = 1e-3;

impl Fit {
    /// No battles. `spread`: whether intervals will be asked for.
    pub fn new(size: usize, spread: bool) -> Self {
        let triangle = vec![0.0; size * (size + 1) / 2];
        Self {
            size,
            gradient: vec![0.0; size],
            spread: spread.then(|| triangle.clone()),
            curvature: triangle,
            level: [0.0; 2],
            first: [0.0; 2],
            battles: 0.0,
        }
    }

    /// Counts a battle: for each kind that is there the difference of points as a share of an army, and the score of the first side.
    pub fn add(&mut self, differences: &[(usize, f64)], score: f64, common: SharedTerms) {
        let sum: f64 = differences.iter().map(|(_, difference)| difference).sum();
        let expected = 1.0 / (1.0 + (-common.level * sum - common.first).exp());
        let (rest, weight) = (score - expected, (expected * (1.0 - expected)).max(0.01));
        self.battles += 1.0;
        self.level[0] += sum * rest;
        self.level[1] += weight * sum * sum;
        self.first[0] += rest;
        self.first[1] += weight;
        for (place, &(row, one)) in differences.iter().enumerate() {
            self.gradient[row] += one * rest;
            let start = row * self.size - row * row.saturating_sub(1) / 2 - row;
            for &(column, other) in &differences[place..] {
                let at = start + column;
                self.curvature[at] += weight * one * other;
                if let Some(spread) = &mut self.spread {
                    spread[at] += rest * rest * one * other;
                }
            }
        }
    }

    /// Adds other battles.
    pub fn merge(&mut self, other: &Self) {
        let add =
            |own: &mut [f64], other: &[f64]| own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        add(&mut self.gradient, &other.gradient);
        add(&mut self.curvature, &other.curvature);
        if let (Some(own), Some(other)) = (&mut self.spread, &other.spread) {
            add(own, other);
        }
        add(&mut self.level, &other.level);
        add(&mut self.first, &other.first);
        self.battles += other.battles;
    }

    /// What all kinds have in common, after a step from where the battles were counted. `share`: how much of the step is taken.
    pub fn common(&self, from: SharedTerms, share: f64, one_side_first: bool) -> SharedTerms {
        let step =
            |[gradient, curvature]: [f64; 2]| (share * gradient / curvature.max(1e-9)).clamp(-2.0, 2.0);
        let first = if one_side_first { from.first + step(self.first) } else { 0.0 };
        SharedTerms { level: (from.level + step(self.level)).clamp(0.2, 60.0), first }
    }

    fn full(&self, triangle: &[f64]) -> Vec<Vec<f64>> {
        let size = self.size;
        let at = |row: usize, column: usize| {
            let (row, column) = (row.min(column), row.max(column));
            triangle[row * size - row * row.saturating_sub(1) / 2 - row + column]
        };
        (0..size).map(|row| (0..size).map(|column| at(row, column)).collect()).collect()
    }

    fn information(&self, curvature: &[f64], battles: f64) -> Vec<Vec<f64>> {
        let mut matrix = self.full(curvature);
        let scale = self.battles / battles.max(1.0);
        let ridge = self.ridge();
        for (row, values) in matrix.iter_mut().enumerate() {
            values.iter_mut().for_each(|value| *value *= scale);
            values[row] += ridge;
        }
        matrix
    }

    /// How much more than the common level each kind's points do, as a share of the level. `curvature` is that of so many battles: of
    /// these, or of more.
    pub fn excess(&self, curvature: &[f64], battles: f64, level: f64) -> Vec<f64> {
        let found = solve(self.information(curvature, battles), self.gradient.clone());
        found.map_or_else(
            || vec![0.0; self.size],
            |found| found.into_iter().map(|excess| excess / level).collect(),
        )
    }

    /// How much of each kind's excess the battles say, from 0 to 1; the rest is the weight on levels that are equal. A kind that is hardly
    /// ever fielded is near 0.
    pub fn known(&self) -> Vec<f64> {
        let ridge = self.ridge();
        let inverse = inverse(self.information(&self.curvature, self.battles));
        inverse.map_or_else(
            || vec![0.0; self.size],
            |inverse| (0..self.size).map(|kind| 1.0 - ridge * inverse[kind][kind]).collect(),
        )
    }

    fn ridge(&self) -> f64 {
        RIDGE * self.battles / self.size as f64
    }

    /// The standard error of each kind's excess over the mean of the kinds that count.
    pub fn errors(&self, level: f64, counts: &[bool]) -> Vec<f64> {
        let Some(spread) = &self.spread else { return vec![f64::INFINITY; self.size] };
        let spread = self.full(spread);
        let information = self.information(&self.curvature, self.battles);
        let number = counts.iter().filter(|counts| **counts).count().max(1) as f64;
        let error = |kind: usize| {
            let contrast: Vec<f64> = (0..self.size)
                .map(|other| {
                    f64::from(u8::from(other == kind)) - if counts[other] { 1.0 / number } else { 0.0 }
                })
                .collect();
            let weights = solve(information.clone(), contrast).unwrap_or_else(|| vec![0.0; self.size]);
            let variance: f64 = (0..self.size)
                .flat_map(|row| (0..self.size).map(move |column| (row, column)))
                .map(|(row, column)| weights[row] * spread[row][column] * weights[column])
                .sum();
            variance.max(0.0).sqrt() / level
        };
        (0..self.size).map(error).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_do_more_are_found() {
        // All four battles there can be between one point of either kind, with the scores that levels of 1.1 and 0.9 expect: around a level
        // of 1 each kind's excess is 0.1 up to second order.
        let logistic = |logit: f64| 1.0 / (1.0 + (-logit).exp());
        let common = SharedTerms { level: 1.0, first: 0.0 };
        let mut fit = Fit::new(2, true);
        for (one, other) in [(0.2, 0.0), (0.0, 0.2), (0.2, -0.2), (0.1, 0.1)] {
            for _ in 0..1000 {
                fit.add(&[(0, one), (1, other)], logistic(1.1 * one + 0.9 * other), common);
            }
        }
        let excess = fit.excess(&fit.curvature, fit.battles, common.level);
        assert!((excess[0] - excess[1] - 0.2).abs() < 0.02, "{excess:?}");
    }

    #[test]
    fn what_is_never_fielded_is_not_known() {
        let common = SharedTerms { level: 1.0, first: 0.0 };
        let mut fit = Fit::new(3, false);
        for (one, other) in [(0.2, 0.0), (0.0, 0.2), (0.2, -0.2)] {
            fit.add(&[(0, one), (1, other)], 0.5, common);
        }
        let known = fit.known();
        assert!(known[0] > 0.9 && known[1] > 0.9 && known[2].abs() < 1e-9, "{known:?}");
    }
}
