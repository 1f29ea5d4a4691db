//! A first guess at prices: Lanchester's square law.
//!
//! Where every unit fires every round, a side's strength is its kill rate times the square of its numbers. Equal points are then equal
//! strength if the price ratio of two units is the square root of the ratio of their kill rates against each other.

use rayon::prelude::*;

use super::solver::PriceSolver;
use super::{Arena, Unit};
use crate::matrix::solve;

/// The weight of staying at the price now, beside that of a pair: it decides only what no pair does.
const PRESENT_PRICE_WEIGHT: f64 = 1e-6;

/// How many targets each unit destroys in an attack, by situation, attacker and target; 0 where it cannot.
pub struct Rates(Vec<Vec<Vec<f64>>>);

impl Rates {
    /// Finds them.
    pub fn new<A: Arena>(arena: &A, units: usize, situations: &[usize], seed: u64) -> Self {
        let rate = |situation: usize, attacker: usize, target: usize| {
            let apart = attacker != target;
            apart.then(|| arena.kill_rate(situation, attacker, target, seed)).flatten().unwrap_or(0.0)
        };
        let row = |situation, attacker| (0..units).map(|target| rate(situation, attacker, target)).collect();
        let table = |&situation: &usize| {
            (0..units).into_par_iter().map(|attacker| row(situation, attacker)).collect()
        };
        Self(situations.iter().map(table).collect())
    }

    /// Whether a unit can destroy nobody.
    pub fn is_harmless(&self, unit: usize) -> bool {
        self.0.iter().flat_map(|table| &table[unit]).all(|&rate| rate == 0.0)
    }

    /// The logarithms of prices that fit all pairs best, by least squares.
    pub fn prices(&self, units: &[Unit]) -> Vec<f64> {
        let size = units.len();
        let now: Vec<f64> =
            units.iter().map(|unit| unit.now.filter(|&now| now > 0.0).unwrap_or(1.0).ln()).collect();
        let mut matrix = vec![vec![0.0; size]; size];
        let mut right = vec![0.0; size];
        for unit in 0..size {
            matrix[unit][unit] = PRESENT_PRICE_WEIGHT;
            right[unit] = PRESENT_PRICE_WEIGHT * now[unit];
        }
        for table in &self.0 {
            for first in 0..size {
                for second in first + 1..size {
                    let (ours, theirs) = (table[first][second], table[second][first]);
                    if ours > 0.0 && theirs > 0.0 {
                        let apart = 0.5 * (ours / theirs).ln();
                        let weight = units[first].weight * units[second].weight;
                        matrix[first][first] += weight;
                        matrix[second][second] += weight;
                        matrix[first][second] -= weight;
                        matrix[second][first] -= weight;
                        right[first] += weight * apart;
                        right[second] -= weight * apart;
                    }
                }
            }
        }
        for unit in (0..size).filter(|&unit| units[unit].fixed) {
            matrix[unit] = (0..size).map(|column| f64::from(u8::from(column == unit))).collect();
            right[unit] = now[unit];
        }
        let logs = solve(matrix, right).unwrap_or(now);
        let free = units.iter().map(|unit| !unit.fixed).collect();
        let absent = vec![false; size];
        let mut solver =
            PriceSolver { units, free, held: absent.clone(), absent, situations: Vec::new(), logs };
        solver.anchor();
        solver.logs
    }
}
