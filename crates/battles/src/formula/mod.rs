//! Points as a function of the fields of a unit.
//!
//! Formulas of several shapes are fitted to made-up units, whose prices were found in battles. Each is judged by units that it was not
//! fitted to, and its numbers have intervals from samples drawn anew from the units (a bootstrap): these hold what chance does to prices
//! and what the formula does not say.

mod shapes;

use rayon::prelude::*;
use results::{Error, Estimate, Fitted, Shape, Term};
use simulator::Generator;

use crate::mixed::reach;
pub use shapes::{Sample, Terms};

/// Parts of the units, each judged by a formula that is fitted to the others.
const FOLDS: usize = 10;
/// Samples that are drawn anew.
const DRAWN: u64 = 300;
/// At least so many units for each number of a formula.
const UNITS_PER_NUMBER: usize = 2;

/// A formula and what comes of samples drawn anew.
#[derive(Clone, Debug)]
pub struct FormulaFit {
    /// The formula.
    pub fitted: Fitted,
    numbers: Vec<f64>,
    drawn: Vec<Vec<f64>>,
    freedom: u64,
}

/// Fits a formula of a shape; `None` if there are too few units for it.
pub fn fit_formula(shape: Shape, terms: &Terms, samples: &[Sample], seed: u64) -> Option<FormulaFit> {
    let size = terms.count(shape);
    if samples.len() < UNITS_PER_NUMBER * size
        || shape == Shape::Root && (terms.offence.is_empty() || terms.defence.is_empty())
    {
        return None;
    }
    let all: Vec<&Sample> = samples.iter().collect();
    let numbers = terms.fit(shape, &all)?;
    let drawn: Vec<Vec<f64>> = (0..DRAWN)
        .into_par_iter()
        .filter_map(|turn| {
            let mut random = Generator::new(seed ^ DRAW_SEED, turn);
            let again: Vec<&Sample> =
                all.iter().map(|_| all[(random.bits() >> 33) as usize % all.len()]).collect();
            terms.fit(shape, &again)
        })
        .collect();
    let freedom = (samples.len() - size) as u64 + 1;
    let mut fit = FormulaFit {
        fitted: Fitted {
            shape,
            terms: Vec::new(),
            shifts: terms.shifts.iter().map(|shift| *shift as i64).collect(),
            error: error(shape, terms, &all)?,
        },
        numbers,
        drawn,
        freedom,
    };
    fit.fitted.terms = places(shape, terms)
        .into_iter()
        .enumerate()
        .map(|(place, (field, of_defence))| Term {
            field,
            of_defence,
            number: fit.estimate(|numbers| numbers[place]),
        })
        .collect();
    Some(fit)
}

impl FormulaFit {
    /// A number that follows from those of the formula, with its interval.
    fn estimate(&self, read: impl Fn(&[f64]) -> f64) -> Estimate {
        let value = read(&self.numbers);
        let seen: Vec<f64> = self.drawn.iter().map(|numbers| read(numbers)).collect();
        let mean = seen.iter().sum::<f64>() / seen.len().max(1) as f64;
        let squares: f64 = seen.iter().map(|seen| (seen - mean).powi(2)).sum();
        let standard = (squares / (seen.len().max(2) - 1) as f64).sqrt();
        let half = reach(self.freedom, 0.975) * standard;
        Estimate { value, error: Some(Error { low: value - half, high: value + half, standard }) }
    }

    /// The price of a unit with these numbers.
    pub fn price(&self, terms: &Terms, numbers: &[f64]) -> f64 {
        terms.price(self.fitted.shape, &self.numbers, numbers)
    }

    /// What one more of a field is worth to a unit with these numbers.
    pub fn slope(&self, terms: &Terms, numbers: &[f64], field: usize) -> Estimate {
        let mut more = numbers.to_vec();
        more[field] += 1.0;
        let shape = self.fitted.shape;
        self.estimate(|found| terms.price(shape, found, &more) - terms.price(shape, found, numbers))
    }
}

/// The field and the part of each number of a formula.
fn places(shape: Shape, terms: &Terms) -> Vec<(Option<usize>, bool)> {
    let part = |fields: &[usize], of_defence: bool| -> Vec<(Option<usize>, bool)> {
        std::iter::once(None)
            .chain(fields.iter().copied().map(Some))
            .map(|field| (field, of_defence))
            .collect()
    };
    match shape {
        Shape::Additive | Shape::Multiplicative => {
            part(&(0..terms.shifts.len()).collect::<Vec<usize>>(), false)
        }
        Shape::Root => [part(&terms.offence, false), part(&terms.defence, true)].concat(),
    }
}

/// How far a formula is off for units that it was not fitted to.
fn error(shape: Shape, terms: &Terms, all: &[&Sample]) -> Option<Estimate> {
    let mut squares = Vec::new();
    for fold in 0..FOLDS {
        let (judged, kept): (Vec<_>, Vec<_>) =
            all.iter().enumerate().partition(|(place, _)| place % FOLDS == fold);
        let kept: Vec<&Sample> = kept.into_iter().map(|(_, sample)| *sample).collect();
        let numbers = terms.fit(shape, &kept)?;
        squares.extend(judged.into_iter().map(|(_, sample)| terms.off(shape, &numbers, sample).powi(2)));
    }
    let count = squares.len() as f64;
    let mean = squares.iter().sum::<f64>() / count;
    let spread = squares.iter().map(|square| (square - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let (value, half) = (mean.sqrt(), reach(squares.len() as u64, 0.975) * (spread / count).sqrt());
    let ends = [(mean - half).max(0.0).sqrt(), (mean + half).sqrt()];
    Some(Estimate {
        value,
        error: Some(Error { low: ends[0], high: ends[1], standard: (ends[1] - ends[0]) / 4.0 }),
    })
}

const DRAW_SEED: u64 = 0xf0a3_011a_0000_0001;
