//! The sums of dice and their probabilities.
//!
//! Only this crate computes probabilities from faces. The exact engine branches on these sums, and the simulator draws from
//! them.
//!
//! ```
//! use chance::dice::{Die, Roll};
//! use sums::ScoreDistribution;
//!
//! let die = Die::new(Roll::new("attack", "TOY-1"), 6, |number| number >= 5);
//! let two = ScoreDistribution::of(&die, 2);
//! // No hit, one and two: 4/9, 4/9 and 1/9.
//! let probabilities: Vec<f64> = two.outcomes.iter().map(|&(_, probability)| probability).collect();
//! assert!((probabilities[2] - 1.0 / 9.0).abs() < 1e-15);
//! ```

mod sorted;

use chance::dice::{Die, Reading, Score};

/// An exploding die is followed until less than this probability remains.
const DIE_TAIL: f64 = 1e-18;
/// The largest sums of exploding dice are merged while their probability is below this.
const POOL_TAIL: f64 = 1e-15;

/// The number of terms that are held before equal ones are merged.
const TERMS_CAPACITY: usize = 1 << 20;

/// The distribution of a pool's score.
#[derive(Clone, Debug)]
pub struct ScoreDistribution {
    /// Each sum and its probability, in rising order.
    pub outcomes: Vec<(Score, f64)>,
    /// The probability of sums that were cut off and added to a smaller one.
    pub folded: f64,
    /// Whether a die of the pool can explode without end.
    unbounded: bool,
}

impl ScoreDistribution {
    /// No dice: a score of 0.
    pub fn none() -> Self {
        Self { outcomes: vec![(Score::ZERO, 1.0)], folded: 0.0, unbounded: false }
    }

    /// One die: every path through its throws, weighted by counting faces.
    pub fn one(die: &Die) -> Self {
        Self::one_within(die, &mut 0, u64::MAX).unwrap_or_else(Self::none)
    }

    /// The same. Counts the terms that it takes in `terms`, and returns `None` if they become more than `most`.
    pub fn one_within(die: &Die, terms: &mut u64, most: u64) -> Option<Self> {
        let mut outcomes = Vec::new();
        let mut folded = 0.0;
        // A throw may only lead back to one before it if the die is unbounded.
        let throws = die.throws();
        let unbounded = throws
            .iter()
            .enumerate()
            .any(|(place, throw)| throw.faces.iter().any(|face| face.then.is_some_and(|then| then <= place)));
        // Paths that lead to the same throw with the same score are merged.
        let mut open = vec![((0, Score::ZERO), 1.0)];
        while !open.is_empty() {
            *terms += open.iter().map(|&((place, _), _)| throws[place].faces.len() as u64).sum::<u64>();
            if *terms > most {
                return None;
            }
            let mut next = Vec::new();
            for ((place, score), weight) in open {
                let throw = &throws[place];
                let sides = throw.sides() as f64;
                for face in &throw.faces {
                    let weight = weight * face.copies as f64 / sides;
                    let score = score + face.score;
                    match face.then {
                        Some(then) if weight > DIE_TAIL => next.push(((then, score), weight)),
                        Some(_) => {
                            folded += weight;
                            outcomes.push((score, weight));
                        }
                        None => outcomes.push((score, weight)),
                    }
                }
            }
            open = alike_together(next);
        }
        Some(Self { outcomes, folded, unbounded }.merged())
    }

    /// Several dice of one kind, with the die's [`Reading`].
    pub fn of(die: &Die, dice: u32) -> Self {
        let one = Self::one(die);
        match die.reading() {
            Reading::Sum => (0..dice).fold(Self::none(), |sums, _| sums.and(&one)),
            reading => one.sorted(dice, reading, &mut 0, u64::MAX).unwrap_or_else(Self::none),
        }
    }

    /// The sum of two independent pools.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let (folded, unbounded) = (self.folded + other.folded, self.unbounded || other.unbounded);
        let scores = self.outcomes.iter().chain(&other.outcomes).map(|&(score, _)| score);
        if let Some(lane) = Score::only_lane(scores) {
            let count = |score: Score| score.lane(lane) as usize;
            let most = |sums: &Self| sums.outcomes.last().map_or(0, |&(last, _)| count(last));
            if most(self) + most(other) <= u16::MAX.into() {
                let mut weights = vec![0.0; most(self) + most(other) + 1];
                for &(a, p) in &self.outcomes {
                    let weights = &mut weights[count(a)..];
                    other.outcomes.iter().for_each(|&(b, q)| weights[count(b)] += p * q);
                }
                let scores = (0..).map(|count| Score::in_lane(count, lane));
                let outcomes = scores.zip(weights).filter(|&(_, weight)| weight > 0.0);
                return Self { outcomes: outcomes.collect(), folded, unbounded }.cut_off();
            }
        }
        let mut outcomes =
            Vec::with_capacity((self.outcomes.len() * other.outcomes.len()).min(TERMS_CAPACITY));
        let mut room = TERMS_CAPACITY;
        for &(a, p) in &self.outcomes {
            outcomes.extend(other.outcomes.iter().map(|&(b, q)| (a + b, p * q)));
            if outcomes.len() > room {
                outcomes = alike_together(outcomes);
                room = TERMS_CAPACITY.max(2 * outcomes.len());
            }
        }
        Self { outcomes, folded, unbounded }.merged()
    }

    /// Merges equal sums, in rising order.
    fn merged(mut self) -> Self {
        self.outcomes.retain(|&(_, weight)| weight > 0.0);
        self.outcomes = alike_together(self.outcomes);
        self.cut_off()
    }

    /// Merges the least likely largest sums of exploding dice.
    fn cut_off(mut self) -> Self {
        if self.unbounded {
            let mut tail = 0.0;
            while let [.., (_, before), (_, last)] = &mut self.outcomes[..] {
                if tail + *last >= POOL_TAIL {
                    break;
                }
                tail += *last;
                *before += *last;
                self.outcomes.pop();
            }
            self.folded += tail;
        }
        self
    }
}

/// Sorts things and adds up the weights of equal ones.
fn alike_together<T: Copy + Ord>(mut weighed: Vec<(T, f64)>) -> Vec<(T, f64)> {
    weighed.sort_by_key(|&(thing, _)| thing);
    weighed.dedup_by(|later, earlier| {
        let equal = later.0 == earlier.0;
        if equal {
            earlier.1 += later.1;
        }
        equal
    });
    // Most things were equal, and the result is kept for long, so unused memory is freed.
    weighed.shrink_to_fit();
    weighed
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::dice::Roll;

    #[test]
    fn a_die_that_explodes_on_several_faces_is_followed_by_its_score() {
        // 2 to 6 hit and are thrown again: k hits and a miss, (5/6)^k * 1/6. Followed path by path, there would be 5^k of them.
        let die = Die::new(Roll::new("strike", "test"), 6, |number| number > 1)
            .again(|face| face.score.count() > 0);
        let sums = ScoreDistribution::one(&die);
        for (hits, &(score, weight)) in (0..100).zip(&sums.outcomes) {
            assert_eq!(score.count(), hits as u32);
            assert!((weight - (5.0_f64 / 6.0).powi(hits) / 6.0).abs() < 1e-15);
        }
        assert!(sums.outcomes.len() > 100 && sums.folded < 2e-15);
    }

    #[test]
    fn dice_of_a_kind_add_up() {
        let die = Die::new(Roll::new("attack", "test"), 6, |number| number >= 4);
        // Of the 8 results of three dice 1, 3, 3 and 1 have 0 to 3 successes.
        let counts = [0, 1, 2, 3].map(|count| Score::in_lane(count, 0));
        let wanted = counts.into_iter().zip([1.0 / 8.0, 3.0 / 8.0, 3.0 / 8.0, 1.0 / 8.0]);
        assert_eq!(ScoreDistribution::of(&die, 3).outcomes, wanted.collect::<Vec<_>>());
        assert_eq!(ScoreDistribution::of(&die, 0).outcomes, [(Score::ZERO, 1.0)]);
    }

    #[test]
    fn a_die_of_too_many_terms_is_refused() {
        // Six faces are six terms, in addition to those already counted.
        let die = Die::new(Roll::new("attack", "test"), 6, |number| number >= 4);
        let within = |most| {
            let mut terms = 2;
            ScoreDistribution::one_within(&die, &mut terms, most).map(|_| terms)
        };
        assert_eq!([9, 8, 7, 3].map(within), [Some(8), Some(8), None, None]);
    }

    #[test]
    fn impossible_sums_are_left_out() {
        // Half of the faces score 2, the others nothing: 0, 2 and 4 with 1, 2 and 1 of 4.
        let die = Die::new(Roll::new("attack", "test"), 6, |number| if number >= 4 { 2_u8 } else { 0 });
        let wanted = [0, 2, 4].map(|count| Score::in_lane(count, 0)).into_iter().zip([
            1.0 / 4.0,
            2.0 / 4.0,
            1.0 / 4.0,
        ]);
        assert_eq!(ScoreDistribution::of(&die, 2).outcomes, wanted.collect::<Vec<_>>());
    }

    #[test]
    fn dice_of_two_classes_add_up_class_by_class() {
        // 1 face of the first class, 2 of the second, 3 of none.
        let read = |number| [u8::from(number == 1), u8::from(number == 2 || number == 3)];
        let sums = ScoreDistribution::of(&Die::new(Roll::new("lock", "test"), 6, read), 2);
        // In rising order of the second class, then of the first; two unlike faces come in two orders.
        let wanted = [
            ([0, 0], 3 * 3),
            ([1, 0], 2 * 3),
            ([2, 0], 1),
            ([0, 1], 2 * 2 * 3),
            ([1, 1], 2 * 2),
            ([0, 2], 2 * 2),
        ];
        assert_eq!(sums.outcomes.len(), wanted.len());
        for (&(score, weight), (lanes, copies)) in sums.outcomes.iter().zip(wanted) {
            assert_eq!(score, Score::from(lanes));
            assert!((weight - f64::from(copies) / 36.0).abs() < 1e-15);
        }
    }

    #[test]
    fn what_is_cut_off_of_either_pool_is_cut_off_of_both() {
        let die = Die::new(Roll::new("strike", "test"), 6, |number| number > 1)
            .again(|face| face.score.count() > 0);
        let one = ScoreDistribution::one(&die);
        let two = one.and(&one);
        assert!(one.folded > 0.0);
        // The tail of each die, and at most a tail of their sum.
        assert!((2.0 * one.folded..2.0 * one.folded + POOL_TAIL).contains(&two.folded));
        // No probability is lost.
        let mass: f64 = two.outcomes.iter().map(|&(_, weight)| weight).sum();
        assert!((mass - 1.0).abs() < 1e-12);
        // What is cut off is added to the largest sum: k hits or more have probability (5/6)^k.
        let &(most, weight) = one.outcomes.last().unwrap();
        assert!((weight / (5.0_f64 / 6.0).powi(most.count() as i32) - 1.0).abs() < 1e-9);
        // Together with dice that do not explode, only the exploding dice have a tail.
        let plain = Die::new(Roll::new("attack", "test"), 6, |number| number >= 4);
        let mixed = ScoreDistribution::one(&plain).and(&one);
        assert!(mixed.unbounded && mixed.folded >= one.folded);
    }
}
