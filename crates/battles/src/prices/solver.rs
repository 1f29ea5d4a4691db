//! Newton's method on the logarithms of prices: a unit that wins more than half gets dearer, one that wins less gets cheaper, until no
//! price moves.

use results::{Error, Estimate};

use super::answers::{deviation_of_mean, mean, price, reach};
use super::ledger::{Ledger, Meeting};
use super::{Arena, FIRST, Unit};
use crate::matrix::solve;

/// Units and their prices, as logarithms.
#[derive(Clone, Debug)]
pub struct PriceSolver<'a> {
    /// The units.
    pub units: &'a [Unit],
    /// Those whose price may move.
    pub free: Vec<bool>,
    /// Units that take no part, because they can destroy nobody.
    pub absent: Vec<bool>,
    /// The situations that count, by their places.
    pub situations: Vec<usize>,
    /// The prices.
    pub logs: Vec<f64>,
    /// Units whose price has reached its bound: they win half at no price.
    pub held: Vec<bool>,
}

/// Prices that have settled.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The price of each unit; `None` where there is none at which it wins half.
    pub prices: Vec<Option<Estimate>>,
    /// How often each wins against its field, batch by batch.
    pub scores: Vec<Option<Vec<f64>>>,
    /// How the logarithm of each price differs from batch to batch.
    pub apart: Vec<Vec<f64>>,
}

/// Slopes are taken over prices this far to either side, as logarithms: less, and a single unit more or less would be all.
const SLOPE_STEP: f64 = 0.2;
/// The most that a price moves at a time.
const STRIDE: f64 = 0.5;
/// Settled prices move less than this.
const SETTLED: f64 = 5e-4;
/// The largest number of steps.
const STEPS: usize = 40;
/// A price may be this far from the first guess, as a logarithm.
const FARTHEST: f64 = 2.5;
/// Scores that fall by less than this for each e-fold of the price hardly answer to it.
const MIN_SLOPE: f64 = 0.2;
/// A unit that is this far from winning half has no price.
const MAX_SCORE_ERROR: f64 = 0.02;

impl Solution {
    /// The batches that they come from.
    pub fn batches(&self) -> u64 {
        self.apart.first().map_or(1, Vec::len) as u64
    }

    /// The price of a unit.
    pub fn price(&self, unit: usize) -> Option<Estimate> {
        self.prices[unit]
    }

    /// The width of the widest interval, as a share of its price, that chance alone makes. An interval that is wide because many prices
    /// are as fair gets no narrower by more battles.
    pub fn width(&self) -> f64 {
        let reach = reach(self.batches());
        let errors =
            self.prices.iter().flatten().filter_map(|price| Some(price.error?.standard / price.value));
        errors.map(|error| 2.0 * reach * error).fold(0.0, f64::max)
    }

    /// Whether every interval is at most so wide.
    pub fn is_narrow(&self, precision: f64) -> bool {
        self.width() <= precision
    }
}

impl PriceSolver<'_> {
    /// Whether two units meet.
    pub fn do_meet(&self, first: usize, second: usize) -> bool {
        first != second && !self.absent[first] && !self.absent[second]
    }

    /// All meetings, with prices moved aside by so much in favour of the second.
    fn meetings(&self, aside: f64) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        for &situation in &self.situations {
            for first in 0..self.units.len() {
                for second in first + 1..self.units.len() {
                    if (self.free[first] || self.free[second]) && self.do_meet(first, second) {
                        let ratio = self.logs[first] - self.logs[second] + aside;
                        meetings.push(Meeting { situation, units: [first, second], ratio });
                    }
                }
            }
        }
        meetings
    }

    /// How often each unit wins against its field, batch by batch; none for a unit that fights nobody.
    pub fn scores<A: Arena>(&self, ledger: &mut Ledger<'_, A>, batches: u64) -> Vec<Option<Vec<f64>>> {
        let meetings = self.meetings(0.0);
        ledger.fight(&meetings, batches);
        let mut sums = vec![(0.0, vec![0.0; batches as usize]); self.units.len()];
        for meeting in meetings {
            let Some(scores) = ledger.scores(meeting, batches) else { continue };
            let [first, second] = meeting.units;
            for (unit, against, own) in [(first, second, true), (second, first, false)] {
                let weight = self.units[against].weight;
                let (weights, sum) = &mut sums[unit];
                *weights += weight;
                for (sum, score) in sum.iter_mut().zip(&scores) {
                    *sum += weight * if own { *score } else { 1.0 - score };
                }
            }
        }
        let share = |(weights, sum): (f64, Vec<f64>)| {
            (weights > 0.0).then(|| sum.into_iter().map(|sum| sum / weights).collect())
        };
        sums.into_iter().map(share).collect()
    }

    /// How the score of each unit answers to the logarithm of each price.
    fn slopes<A: Arena>(&self, ledger: &mut Ledger<'_, A>, batches: u64) -> Vec<Vec<f64>> {
        let size = self.units.len();
        let (below, above) = (self.meetings(-SLOPE_STEP), self.meetings(SLOPE_STEP));
        ledger.fight(&below, batches);
        ledger.fight(&above, batches);
        let mut slopes = vec![vec![0.0; size]; size];
        let mut weights = vec![0.0; size];
        for (below, above) in below.into_iter().zip(above) {
            let [first, second] = below.units;
            let (Some(low), Some(high)) = (ledger.scores(below, batches), ledger.scores(above, batches))
            else {
                continue;
            };
            let slope = (mean(&high) - mean(&low)) / (2.0 * SLOPE_STEP);
            for (unit, against) in [(first, second), (second, first)] {
                let weight = self.units[against].weight;
                weights[unit] += weight;
                slopes[unit][unit] += weight * slope;
                slopes[unit][against] -= weight * slope;
            }
        }
        for (row, weight) in slopes.iter_mut().zip(weights) {
            for slope in row {
                *slope /= f64::max(weight, f64::MIN_POSITIVE);
            }
        }
        slopes
    }

    /// The moves of free prices that would bring these scores to a half.
    fn moves(&self, slopes: &[Vec<f64>], scores: &[f64]) -> Vec<f64> {
        let free: Vec<usize> =
            (0..self.units.len()).filter(|&unit| self.free[unit] && !self.held[unit]).collect();
        // Where nobody's price is given, all may move together: a slight pull towards where they are holds them.
        let hold = |row: usize, column: usize| if row == column { -1e-6 } else { 0.0 };
        let matrix = free
            .iter()
            .map(|&row| free.iter().map(|&column| slopes[row][column] + hold(row, column)).collect());
        let right = free.iter().map(|&unit| 0.5 - scores[unit]).collect();
        let solved = solve(matrix.collect(), right).unwrap_or_else(|| vec![0.0; free.len()]);
        let mut moves = vec![0.0; self.units.len()];
        free.iter().zip(solved).for_each(|(&unit, step)| moves[unit] = step);
        if !self.is_anchored() && !free.is_empty() {
            let common = free.iter().map(|&unit| moves[unit]).sum::<f64>() / free.len() as f64;
            for unit in free {
                moves[unit] -= common;
            }
        }
        moves
    }

    fn is_anchored(&self) -> bool {
        self.free.iter().any(|free| !free)
    }

    /// Where nobody's price is given, prices as a whole stay what they are now.
    pub fn anchor(&mut self) {
        if !self.is_anchored() {
            let apart: Vec<f64> = (self.units.iter().zip(&self.logs).zip(&self.held))
                .filter(|&(_, held)| !held)
                .filter_map(|((unit, log), _)| Some(unit.now.filter(|&now| now > 0.0)?.ln() - log))
                .collect();
            if !apart.is_empty() {
                let common = mean(&apart);
                self.logs.iter_mut().for_each(|log| *log += common);
            }
        }
    }

    /// Moves prices until they settle.
    pub fn solve<A: Arena>(&mut self, ledger: &mut Ledger<'_, A>, batches: u64) -> Solution {
        self.held.fill(false);
        self.anchor();
        let first = self.logs.clone();
        for step_number in 0..STEPS {
            let scores: Vec<f64> = self
                .scores(ledger, batches)
                .iter()
                .map(|scores| scores.as_ref().map_or(0.5, |s| mean(s)))
                .collect();
            let slopes = self.slopes(ledger, batches);
            // Damps oscillation.
            let stride = STRIDE / (1.0 + step_number as f64 / 8.0);
            let mut largest = 0.0_f64;
            for (unit, step) in self.moves(&slopes, &scores).into_iter().enumerate() {
                let (low, high) = (first[unit] - FARTHEST, first[unit] + FARTHEST);
                let next = (self.logs[unit] + step.clamp(-stride, stride)).clamp(low, high);
                largest = largest.max((next - self.logs[unit]).abs());
                self.logs[unit] = next;
                self.held[unit] |= self.free[unit] && (next == low || next == high);
            }
            if largest < SETTLED {
                break;
            }
        }
        self.anchor();
        self.solution(ledger, batches, false)
    }

    /// Prices as they are, with their intervals. `widened`: where a score hardly answers to a price, to all prices that are as fair.
    pub fn solution<A: Arena>(&self, ledger: &mut Ledger<'_, A>, batches: u64, widened: bool) -> Solution {
        let scores = self.scores(ledger, batches);
        let slopes = self.slopes(ledger, batches);
        let mut apart = vec![Vec::with_capacity(batches as usize); self.units.len()];
        for batch in 0..batches as usize {
            let of_batch: Vec<f64> =
                scores.iter().map(|scores| scores.as_ref().map_or(0.5, |scores| scores[batch])).collect();
            for (apart, step) in apart.iter_mut().zip(self.moves(&slopes, &of_batch)) {
                apart.push(step);
            }
        }
        let prices = (0..self.units.len()).map(|unit| {
            if self.absent[unit] || self.held[unit] {
                return None;
            }
            if !self.free[unit] {
                return Some(Estimate::exact(self.logs[unit].exp()));
            }
            // Scores jump where a unit more or less is all, so a price may be right without a half being met to the last digit.
            let scores = scores[unit].as_ref()?;
            if (mean(scores) - 0.5).abs() > MAX_SCORE_ERROR {
                return None;
            }
            let standard = deviation_of_mean(&apart[unit]);
            let half = reach(batches) * standard;
            let [low, high] = if slopes[unit][unit] < -MIN_SLOPE || !widened {
                [-half, half]
            } else {
                // Where a score hardly answers to the price, all prices that win half, as far as can be told, are fair.
                let doubt = reach(batches) * deviation_of_mean(scores);
                let mut end = |sign: f64| self.plateau(ledger, unit, sign, doubt, batches.min(FIRST));
                [end(-1.0)?.min(-half), end(1.0)?.max(half)]
            };
            let (value, log) = (price(self.logs[unit]), self.logs[unit]);
            let error = Error { low: price(log + low), high: price(log + high), standard: value * standard };
            Some(Estimate { value, error: Some(error) })
        });
        let prices: Vec<Option<Estimate>> = prices.collect();
        Solution { prices, scores, apart }
    }

    /// How far a price can move up or down, as a logarithm, before its unit surely no longer wins half; `None` if as far as is looked.
    fn plateau<A: Arena>(
        &self,
        ledger: &mut Ledger<'_, A>,
        unit: usize,
        sign: f64,
        doubt: f64,
        batches: u64,
    ) -> Option<f64> {
        let mut solver = self.clone();
        solver.free = (0..self.units.len()).map(|other| other == unit).collect();
        let mut moved = 0.0;
        while moved < FARTHEST {
            moved += SLOPE_STEP / 2.0;
            solver.logs[unit] = self.logs[unit] + sign * moved;
            let score = mean(solver.scores(ledger, batches)[unit].as_ref()?);
            if sign * (0.5 - score) > doubt {
                return Some(sign * moved);
            }
        }
        None
    }
}
