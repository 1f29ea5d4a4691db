//! What *n* dice add up to, and how likely each sum is.
//!
//! The one place in which faces are counted into probabilities. Both engines take their weights from here: the exact engine
//! branches on the sums, the simulator draws from them.

use crate::dice::{Die, Score};

/// A die that may be thrown on and on is followed until this little is left of it.
const DIE_TAIL: f64 = 1e-18;
/// The largest sums of such dice are folded together while they are less likely than this.
const POOL_TAIL: f64 = 1e-15;

/// So many terms of a sum are held at once before equal ones are merged.
const ROOM: usize = 1 << 20;

/// What a pool adds up to.
#[derive(Clone, Debug)]
pub struct Sums {
    /// Each sum and its probability, in rising order.
    pub outcomes: Vec<(Score, f64)>,
    /// The probability of sums that were folded into a smaller one.
    pub folded: f64,
    /// Whether a die of the pool can be thrown on and on.
    unbounded: bool,
}

impl Sums {
    /// No dice: nothing, for certain.
    pub fn none() -> Self {
        Self { outcomes: vec![(Score::ZERO, 1.0)], folded: 0.0, unbounded: false }
    }

    /// One die: every way through its throws, weighed by counting faces.
    pub fn one(die: &Die) -> Self {
        Self::one_within(die, &mut 0, u64::MAX).unwrap_or_else(Self::none)
    }

    /// The same, if it takes no more than `most` terms with those that there are already.
    pub fn one_within(die: &Die, terms: &mut u64, most: u64) -> Option<Self> {
        let mut outcomes = Vec::new();
        let mut folded = 0.0;
        // A throw may only lead back to one before it if the die is unbounded.
        let throws = die.throws();
        let unbounded = throws
            .iter()
            .enumerate()
            .any(|(place, throw)| throw.faces.iter().any(|face| face.then.is_some_and(|then| then <= place)));
        // All dice that are thrown on are followed together: ways that have come to the same throw with the same score are one.
        let mut open = vec![((0, Score::ZERO), 1.0)];
        while !open.is_empty() {
            *terms += open.iter().map(|&((place, _), _)| throws[place].faces.len() as u64).sum::<u64>();
            if *terms > most {
                return None;
            }
            let mut next = Vec::new();
            for ((place, score), weight) in open {
                let throw = &throws[place];
                let sides = f64::from(throw.sides());
                for face in &throw.faces {
                    let weight = weight * f64::from(face.ways) / sides;
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

    /// So many dice of a kind, one after the other.
    pub fn of(die: &Die, dice: u32) -> Self {
        let one = Self::one(die);
        (0..dice).fold(Self::none(), |sums, _| sums.and(&one))
    }

    /// The sum of two independent pools.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let (folded, unbounded) = (self.folded + other.folded, self.unbounded || other.unbounded);
        let counts = self.most().zip(other.most()).map(|(most, more)| most + more);
        if let Some(most) = counts.filter(|&most| most <= u16::MAX.into()) {
            let mut weights = vec![0.0; most + 1];
            for &(a, p) in &self.outcomes {
                let weights = &mut weights[a.count() as usize..];
                other.outcomes.iter().for_each(|&(b, q)| weights[b.count() as usize] += p * q);
            }
            let outcomes = (0..).map(Score::from_count).zip(weights).filter(|&(_, weight)| weight > 0.0);
            return Self { outcomes: outcomes.collect(), folded, unbounded }.cut_off();
        }
        let mut outcomes = Vec::with_capacity((self.outcomes.len() * other.outcomes.len()).min(ROOM));
        let mut room = ROOM;
        for &(a, p) in &self.outcomes {
            outcomes.extend(other.outcomes.iter().map(|&(b, q)| (a + b, p * q)));
            if outcomes.len() > room {
                outcomes = alike_together(outcomes);
                room = ROOM.max(2 * outcomes.len());
            }
        }
        Self { outcomes, folded, unbounded }.merged()
    }

    /// The largest sum, where sums are counts and no more.
    fn most(&self) -> Option<usize> {
        let &(last, _) = self.outcomes.last()?;
        (last == Score::from_count(last.count())).then_some(last.count() as usize)
    }

    /// Equal sums as one, in rising order.
    fn merged(mut self) -> Self {
        self.outcomes.retain(|&(_, weight)| weight > 0.0);
        self.outcomes = alike_together(self.outcomes);
        self.cut_off()
    }

    /// Of unbounded dice the unlikely largest sums as one.
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
    // Most things were equal, and what is left is kept: their room is given back.
    weighed.shrink_to_fit();
    weighed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Roll;

    #[test]
    fn a_die_that_goes_on_after_several_faces_is_followed_by_its_score() {
        // 2 to 6 hit and are thrown again: k hits and a miss, (5/6)^k * 1/6. Way by way there would be 5^k of them.
        let die = Die::new(Roll::new("strike", "test"), 6, |number| number > 1)
            .again(|face| face.score.count() > 0);
        let sums = Sums::one(&die);
        for (hits, &(score, weight)) in (0..100).zip(&sums.outcomes) {
            assert_eq!(score.count(), hits as u32);
            assert!((weight - (5.0_f64 / 6.0).powi(hits) / 6.0).abs() < 1e-15);
        }
        assert!(sums.outcomes.len() > 100 && sums.folded < 2e-15);
    }
}
