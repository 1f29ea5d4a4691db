//! The shapes of formulas, each fitted so that it is least off as a share of the price.

use results::Shape;

use crate::matrix::solve;

/// A made-up unit: its numbers and its price.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The numbers, field by field.
    pub numbers: Vec<f64>,
    /// The fair price.
    pub price: f64,
}

/// What a formula is made from, beside its shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// What is added to each field before a power is taken.
    pub shifts: Vec<f64>,
    /// The places of the fields of the offence.
    pub offence: Vec<usize>,
    /// Those of the defence.
    pub defence: Vec<usize>,
}

/// Turns of fitting the offence and then the defence.
const TURNS: usize = 40;
/// A price below this share of the smallest one is as wrong as this.
const LEAST: f64 = 1e-3;
/// Keeps equations solvable where a field says nothing.
const RIDGE: f64 = 1e-9;

impl Terms {
    /// How many numbers a formula of a shape has.
    pub fn count(&self, shape: Shape) -> usize {
        match shape {
            Shape::Additive | Shape::Multiplicative => 1 + self.shifts.len(),
            Shape::Root => 2 + self.offence.len() + self.defence.len(),
        }
    }

    /// Fits the numbers of a formula; `None` if the samples do not settle them.
    pub fn fit(&self, shape: Shape, samples: &[&Sample]) -> Option<Vec<f64>> {
        match shape {
            Shape::Additive => {
                let rows = samples
                    .iter()
                    .map(|sample| (with_one(&sample.numbers), sample.price, 1.0 / sample.price));
                least_squares(rows, self.count(shape))
            }
            Shape::Multiplicative => {
                let rows = samples.iter().map(|sample| (self.logs(&sample.numbers), sample.price.ln(), 1.0));
                let mut found = least_squares(rows, self.count(shape))?;
                found[0] = found[0].exp();
                Some(found)
            }
            Shape::Root => self.fit_root(samples),
        }
    }

    /// The offence is fitted while the defence stays, and the other way round.
    fn fit_root(&self, samples: &[&Sample]) -> Option<Vec<f64>> {
        let parts = [&self.offence, &self.defence];
        let chosen = |part: usize, sample: &Sample| {
            with_one(&parts[part].iter().map(|&field| sample.numbers[field]).collect::<Vec<f64>>())
        };
        let mut numbers = [vec![], vec![]];
        let mut other: Vec<f64> = vec![1.0; samples.len()];
        for turn in 0..2 * TURNS {
            let part = (turn + 1) % 2;
            let rows = samples.iter().zip(&other).map(|(sample, &other)| {
                let square = sample.price * sample.price;
                (chosen(part, sample), square / other, other / square)
            });
            numbers[part] = least_squares(rows, 1 + parts[part].len())?;
            let values = samples.iter().map(|sample| dot(&numbers[part], &chosen(part, sample)));
            other = values.map(|value| value.max(LEAST)).collect();
            // The mean of the defence is 1: only the product is settled.
            let mean = other.iter().sum::<f64>() / other.len().max(1) as f64;
            if part == 1 {
                numbers[1].iter_mut().chain(&mut other).for_each(|value| *value /= mean);
            }
        }
        Some(numbers.concat())
    }

    /// The price by a formula.
    pub fn price(&self, shape: Shape, found: &[f64], numbers: &[f64]) -> f64 {
        match shape {
            Shape::Additive => dot(found, &with_one(numbers)),
            Shape::Multiplicative => {
                let logs = self.logs(numbers);
                found[0] * dot(&found[1..], &logs[1..]).exp()
            }
            Shape::Root => {
                let part = |fields: &[usize], found: &[f64]| {
                    let chosen: Vec<f64> = fields.iter().map(|&field| numbers[field]).collect();
                    dot(found, &with_one(&chosen)).max(0.0)
                };
                let (offence, defence) = found.split_at(1 + self.offence.len());
                (part(&self.offence, offence) * part(&self.defence, defence)).sqrt()
            }
        }
    }

    /// How far a formula is off for a unit, as a logarithm.
    pub fn off(&self, shape: Shape, found: &[f64], sample: &Sample) -> f64 {
        (self.price(shape, found, &sample.numbers) / sample.price).max(LEAST).ln()
    }

    fn logs(&self, numbers: &[f64]) -> Vec<f64> {
        let logs: Vec<f64> = numbers
            .iter()
            .zip(&self.shifts)
            .map(|(number, shift)| (number + shift).max(LEAST).ln())
            .collect();
        with_one(&logs)
    }
}

fn with_one(numbers: &[f64]) -> Vec<f64> {
    std::iter::once(1.0).chain(numbers.iter().copied()).collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Least squares of rows: the terms, the value, and the weight of the row's difference.
fn least_squares(rows: impl Iterator<Item = (Vec<f64>, f64, f64)>, size: usize) -> Option<Vec<f64>> {
    let (mut matrix, mut right) = (vec![vec![0.0; size]; size], vec![0.0; size]);
    for (terms, value, weight) in rows {
        let weight = weight * weight;
        for (row, one) in terms.iter().enumerate() {
            right[row] += weight * one * value;
            terms.iter().enumerate().for_each(|(column, other)| matrix[row][column] += weight * one * other);
        }
    }
    // Each term is brought to the same size, so that the ridge means the same to all.
    let scale: Vec<f64> = (0..size).map(|row| matrix[row][row].sqrt().max(1e-300)).collect();
    for row in 0..size {
        right[row] /= scale[row];
        for column in 0..size {
            matrix[row][column] /= scale[row] * scale[column];
        }
        matrix[row][row] += RIDGE;
    }
    let found = solve(matrix, right)?;
    Some(found.iter().zip(&scale).map(|(value, scale)| value / scale).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(price: impl Fn(f64, f64) -> f64) -> Vec<Sample> {
        let grid = (1..=4).flat_map(|one| (1..=4).map(move |other| (f64::from(one), f64::from(other))));
        grid.map(|(one, other)| Sample { numbers: vec![one, other], price: price(one, other) }).collect()
    }

    fn fitted(shape: Shape, price: impl Fn(f64, f64) -> f64) -> Vec<f64> {
        let terms = Terms { shifts: vec![0.0; 2], offence: vec![0], defence: vec![1] };
        let samples = samples(price);
        let samples: Vec<&Sample> = samples.iter().collect();
        let found = terms.fit(shape, &samples).unwrap();
        for sample in samples {
            assert!(terms.off(shape, &found, sample).abs() < 1e-5, "{found:?}");
        }
        found
    }

    #[test]
    fn a_formula_of_its_shape_is_found_exactly() {
        let near = |found: Vec<f64>, wanted: &[f64]| {
            assert_eq!(found.len(), wanted.len());
            found
                .iter()
                .zip(wanted)
                .for_each(|(one, other)| assert!((one - other).abs() < 1e-4, "{found:?}"));
        };
        near(fitted(Shape::Additive, |one, other| 2.0 + 3.0 * one + 0.5 * other), &[2.0, 3.0, 0.5]);
        near(fitted(Shape::Multiplicative, |one, other| 2.5 * one * other.sqrt()), &[2.5, 1.0, 0.5]);
        // The mean of 1 + other is 3.5, so the defence is a 3.5th of it and the offence 3.5 times.
        near(
            fitted(Shape::Root, |one, other| ((2.0 + 4.0 * one) * (1.0 + other)).sqrt()),
            &[7.0, 14.0, 1.0 / 3.5, 1.0 / 3.5],
        );
    }
}
