//! The highest or lowest of several dice.
//!
//! The values of a die are visited from the best to the worst. The number of remaining dice that show a value is binomial, so the
//! progress is the number of dice left, the places filled and the score so far, and never the dice themselves.

use std::collections::BTreeMap;

use chance::dice::{Reading, Score};

use crate::ScoreDistribution;

/// The number of dice that show none of the visited values, the places filled, and the score.
type Progress = (u32, u32, Score);

impl ScoreDistribution {
    /// Several dice with this distribution each, read by order. Counts the terms that it takes in `terms`, and returns `None` if they
    /// become more than `most`.
    pub fn sorted(&self, dice: u32, reading: Reading, terms: &mut u64, most: u64) -> Option<Self> {
        let (highest, places) = match reading {
            Reading::Sum => (true, dice),
            Reading::Kept { highest, keep } => (highest, keep.min(dice)),
            Reading::Ranked { highest, places } => (highest, places.min(dice)),
        };
        let mut values = self.outcomes.clone();
        if highest {
            values.reverse();
        }
        let mut open = BTreeMap::from([((dice, 0, Score::ZERO), 1.0)]);
        let mut outcomes = Vec::new();
        // The probability of the values not visited yet.
        let mut rest: f64 = values.iter().map(|&(_, weight)| weight).sum();
        for (place, &(value, weight)) in values.iter().enumerate() {
            let is_last = place + 1 == values.len();
            let share = if is_last { 1.0 } else { (weight / rest).min(1.0) };
            rest -= weight;
            let mut next: BTreeMap<Progress, f64> = BTreeMap::new();
            for ((left, filled, score), probability) in open {
                *terms += u64::from(left) + 1;
                if *terms > most {
                    return None;
                }
                for (showing, part) in (0..).zip(binomial(left, share)) {
                    let probability = probability * part;
                    if probability == 0.0 {
                        continue;
                    }
                    let (filled, score) = fill(reading, (filled, score), places, value, showing);
                    if filled == places {
                        outcomes.push((score, probability));
                    } else {
                        *next.entry((left - showing, filled, score)).or_default() += probability;
                    }
                }
            }
            open = next;
        }
        Some(Self { outcomes, folded: self.folded * f64::from(dice), unbounded: false }.merged())
    }
}

/// The places and the score after `showing` dice show a value.
fn fill(
    reading: Reading,
    (filled, score): (u32, Score),
    places: u32,
    value: Score,
    showing: u32,
) -> (u32, Score) {
    let taken = showing.min(places - filled);
    let added = (filled..filled + taken).map(|place| match reading {
        Reading::Ranked { .. } => Score::in_lane(value.count(), place),
        Reading::Sum | Reading::Kept { .. } => value,
    });
    (filled + taken, added.fold(score, |score, more| score + more))
}

/// The probabilities of 0, 1, … of `trials` dice, each with probability `p`.
fn binomial(trials: u32, p: f64) -> Vec<f64> {
    let mut weights = vec![1.0];
    for _ in 0..trials {
        let mut next = vec![0.0; weights.len() + 1];
        for (successes, weight) in weights.iter().enumerate() {
            next[successes] += weight * (1.0 - p);
            next[successes + 1] += weight * p;
        }
        weights = next;
    }
    weights
}

#[cfg(test)]
mod tests {
    use chance::dice::{Die, Roll};

    use super::*;

    fn d6(reading: Reading) -> Die {
        Die::new(Roll::new("roll", "test"), 6, |number| number).read_as(reading)
    }

    /// Every result of three dice, read as people read them.
    fn brute_force(reading: Reading) -> BTreeMap<Score, f64> {
        let mut ways = BTreeMap::new();
        for faces in 0..216_u32 {
            let dice = [faces / 36 + 1, faces / 6 % 6 + 1, faces % 6 + 1];
            let scores = dice.map(|face| Score::in_lane(face, 0)).to_vec();
            *ways.entry(reading.read(scores)).or_default() += 1.0 / 216.0;
        }
        ways
    }

    #[test]
    fn three_dice_equal_brute_force() {
        let readings = [true, false].into_iter().flat_map(|highest| {
            let kept = (0..=4).map(move |keep| Reading::Kept { highest, keep });
            kept.chain((1..=4).map(move |places| Reading::Ranked { highest, places }))
        });
        for reading in readings {
            let found = ScoreDistribution::of(&d6(reading), 3);
            let wanted = brute_force(reading);
            assert_eq!(found.outcomes.len(), wanted.len(), "{reading:?}");
            for ((score, weight), (wanted_score, wanted)) in found.outcomes.iter().zip(wanted) {
                assert_eq!(*score, wanted_score, "{reading:?}");
                assert!((weight - wanted).abs() < 1e-14, "{reading:?}: {weight} is not {wanted}");
            }
        }
    }

    #[test]
    fn the_higher_of_two_dice_by_counting() {
        // 36 results: the higher die is k in 2k - 1 of them.
        let highest = ScoreDistribution::of(&d6(Reading::Kept { highest: true, keep: 1 }), 2);
        for (k, &(score, weight)) in (1..=6).zip(&highest.outcomes) {
            assert_eq!(score.count(), k);
            assert!((weight - f64::from(2 * k - 1) / 36.0).abs() < 1e-15);
        }
        assert_eq!(
            ScoreDistribution::of(&d6(Reading::Kept { highest: true, keep: 1 }), 0).outcomes,
            [(Score::ZERO, 1.0)]
        );
    }
}
