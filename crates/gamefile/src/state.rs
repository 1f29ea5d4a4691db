//! What is remembered between steps, small and fast to compare.

use std::hash::{Hash, Hasher};

use chance::Events;

/// So many numbers are held in place.
const INLINE_NUMBERS: usize = 12;

/// Some numbers. Equal numbers are always held alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Words {
    /// A few small ones.
    Few(u8, [i32; INLINE_NUMBERS]),
    /// More, or large ones.
    Many(Box<[i64]>),
}

impl Words {
    /// Holds numbers.
    #[inline]
    pub fn new(count: usize, numbers: impl Iterator<Item = i64> + Clone) -> Self {
        if count <= INLINE_NUMBERS {
            let mut few = [0; INLINE_NUMBERS];
            let mut fits = true;
            for (place, number) in few.iter_mut().zip(numbers.clone()) {
                *place = number as i32;
                fits &= i64::from(*place) == number;
            }
            if fits {
                return Self::Few(count as u8, few);
            }
        }
        Self::Many(numbers.collect())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Few(count, _) => usize::from(*count),
            Self::Many(numbers) => numbers.len(),
        }
    }

    /// One of them.
    #[inline]
    pub fn at(&self, place: usize) -> i64 {
        match self {
            Self::Few(_, few) => few[place].into(),
            Self::Many(numbers) => numbers[place],
        }
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = i64> + Clone {
        (0..self.len()).map(|place| self.at(place))
    }

    /// The same numbers, some of them 0.
    pub fn without(&self, places: &[u16]) -> Self {
        let number = |place: usize| if places.contains(&(place as u16)) { 0 } else { self.at(place) };
        Self::new(self.len(), (0..self.len()).map(number))
    }
}

impl Hash for Words {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Few(count, few) => {
                for pair in few[..usize::from(*count).next_multiple_of(2)].chunks_exact(2) {
                    state.write_u64(u64::from(pair[0] as u32) << 32 | u64::from(pair[1] as u32));
                }
            }
            Self::Many(numbers) => numbers.iter().for_each(|&number| state.write_u64(number as u64)),
        }
    }
}

/// How far a round has come, and what both units remember.
#[derive(Clone, Debug)]
pub struct State {
    /// The instruction that comes next.
    pub at: u32,
    /// The units that are dead: the attacker is 1, the target 2.
    pub dead: u8,
    /// The number of the round, if anything reads it.
    pub round: u32,
    /// Turns of loops that throw dice in this round. The exact engine forgets them, so that a tie that is rolled again is the same state.
    pub turns: u32,
    /// What has happened so far.
    pub events: Events,
    /// What both units remember, then the registers that are read later.
    pub words: Words,
    /// Statements on the path that came here first. Nothing that differs in this alone is different.
    pub played: u32,
}

impl PartialEq for State {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let all = |state: &Self| (state.at, state.dead, state.round, state.turns, state.events);
        all(self) == all(other) && self.words == other.words
    }
}

impl Eq for State {}

impl Hash for State {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.at) << 32 | u64::from(self.dead) << 24 ^ u64::from(self.round));
        state.write_u64(u64::from(self.turns) << 32 | u64::from(self.events.bits()));
        self.words.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_as_they_are() {
        let large = i64::from(i32::MAX) + 1;
        for numbers in
            [vec![], vec![1, -2, 3], (0..12).collect(), (0..13).collect(), vec![large], vec![i64::MIN, 0]]
        {
            let words = Words::new(numbers.len(), numbers.iter().copied());
            assert_eq!(words.all().collect::<Vec<_>>(), numbers);
            assert_eq!(words, Words::new(numbers.len(), words.all()));
        }
        let words = Words::new(3, [large, 5, 6].into_iter());
        assert_eq!(words.without(&[0, 2]), Words::new(3, [0, 5, 0].into_iter()));
        assert!(matches!(words.without(&[0]), Words::Few(3, _)));
    }
}
