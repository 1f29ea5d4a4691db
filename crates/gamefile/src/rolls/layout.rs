//! How what dice show is packed into 64 bits, so that no counter can overflow.

use crate::program::Form;

/// How a score is read.
#[derive(Clone, Debug)]
pub struct Layout {
    form: Form,
    /// Bits of each counter.
    width: u32,
    counters: usize,
    /// What a face of score 0 is worth: faces are counted from the least on, so that none is negative.
    least: i64,
    /// Added to each throw.
    plus: i64,
    keep: i64,
    /// Whether the dice are counted, because they bring others and the least face is not 0.
    counts_dice: bool,
    waves: bool,
    /// The different faces in rising order, where they are read by order.
    ranks: Vec<i64>,
    /// The score of a throw without a die.
    only: Option<u64>,
}

/// What was read of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// The results.
    pub values: [i64; 6],
    /// Dice that are still to be thrown because others brought them.
    pub brought: i64,
}

/// Bits of the sum of faces.
const SUM: u32 = 40;
/// Bits of the number of dice, and of those that bring another, where both are counted.
const DICE: u32 = 12;

impl Layout {
    /// The layout of a roll.
    pub fn new(
        form: Form,
        counters: usize,
        values: &[i64],
        plus: i64,
        keep: i64,
        waves: bool,
        brings: bool,
    ) -> Self {
        let least = values.iter().copied().min().unwrap_or(0).min(0);
        let mut ranks = Vec::new();
        if let Form::Ranked { .. } = form {
            ranks = values.to_vec();
            ranks.sort_unstable();
            ranks.dedup();
        }
        let fields = counters + usize::from(waves);
        let width = match form {
            Form::Tally => counter_bits(fields),
            _ => SUM,
        };
        let counts_dice = form == Form::Sum && brings && least < 0;
        Self { form, width, counters, least, plus, keep, counts_dice, waves, ranks, only: None }
    }

    /// The score of a face: which test it passes (from 1), its value, and whether it brings another die.
    pub fn score(&self, test: usize, value: i64, again: bool) -> u64 {
        let again = u64::from(again && self.waves);
        match self.form {
            Form::Tally => {
                let counted = if test == 0 { 0 } else { 1_u64 << ((test - 1) as u32 * self.width) };
                counted | if again == 1 { 1 << (self.counters as u32 * self.width) } else { 0 }
            }
            Form::Sum => {
                (value - self.least) as u64
                    | u64::from(self.counts_dice) << self.width
                    | again << (self.width + DICE)
            }
            Form::Kept { .. } => (value - self.least) as u64,
            // 0 is for dice that are lacking.
            Form::Ranked { .. } => self.ranks.partition_point(|&known| known < value) as u64 + 1,
        }
    }

    /// The same, for a throw without any die.
    #[must_use]
    pub fn certain(mut self, only: Option<u64>) -> Self {
        self.only = only;
        self
    }

    /// The score of so many throws without any die.
    pub fn without_dice(&self, throws: i64) -> Read {
        let score = self.only.unwrap_or(0);
        match self.form {
            Form::Sum => Read { values: first(throws.saturating_mul(score as i64 + self.least)), brought: 0 },
            Form::Kept { .. } => {
                let kept = throws.min(self.keep);
                Read { values: first(kept.saturating_mul(score as i64 + self.least)), brought: 0 }
            }
            Form::Ranked { .. } => {
                let value = self.ranks.first().copied().unwrap_or(0);
                Read {
                    values: std::array::from_fn(|place| if (place as i64) < throws { value } else { 0 }),
                    brought: 0,
                }
            }
            Form::Tally => {
                let one = self.read(score, 1, 1);
                Read { values: one.values.map(|count| count.saturating_mul(throws)), brought: 0 }
            }
        }
    }

    /// Reads the score of so many throws, of so many dice together.
    pub fn read(&self, bits: u64, throws: i64, dice: i64) -> Read {
        let field = |place: u32, width: u32| {
            let bits = bits.checked_shr(place).unwrap_or(0);
            (if width >= u64::BITS { bits } else { bits & ((1 << width) - 1) }) as i64
        };
        match self.form {
            Form::Tally => {
                let mut values = [0; 6];
                for (place, value) in values.iter_mut().enumerate().take(self.counters) {
                    *value = field(place as u32 * self.width, self.width);
                }
                let brought =
                    if self.waves { field(self.counters as u32 * self.width, self.width) } else { 0 };
                Read { values, brought }
            }
            Form::Sum => {
                let bits_of_dice = if self.waves { DICE } else { u64::BITS - SUM };
                let dice = if self.counts_dice { field(self.width, bits_of_dice) } else { dice };
                let total = field(0, self.width) + dice * self.least + throws * self.plus;
                let brought = if self.waves { field(self.width + DICE, DICE) } else { 0 };
                Read { values: first(total), brought }
            }
            Form::Kept { .. } => {
                Read { values: first(bits as i64 + throws.min(self.keep) * self.least), brought: 0 }
            }
            Form::Ranked { .. } => {
                let value = |place: usize| {
                    let rank = if place < 4 { field(place as u32 * 16, 16) as usize } else { 0 };
                    rank.checked_sub(1).and_then(|rank| self.ranks.get(rank)).copied().unwrap_or(0)
                };
                Read { values: std::array::from_fn(value), brought: 0 }
            }
        }
    }
}

/// The bits of each of so many counters of one score.
pub fn counter_bits(counters: usize) -> u32 {
    (u64::BITS / counters.max(1) as u32).min(48)
}

fn first(value: i64) -> [i64; 6] {
    [value, 0, 0, 0, 0, 0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_dice_of_a_thousand_sides() {
        let faces: Vec<i64> = (1..=1000).collect();
        let layout = Layout::new(Form::Sum, 0, &faces, 0, 0, false, false);
        let bits = 1000 * layout.score(0, 1000, false);
        assert_eq!(layout.read(bits, 1000, 1000).values[0], 1_000_000);
    }

    #[test]
    fn negative_faces_are_added_up() {
        // Three throws of -5, 2 and -1.
        let layout = Layout::new(Form::Sum, 0, &[-5, -1, 2], 0, 0, false, false);
        let bits = [-5, 2, -1].map(|face| layout.score(0, face, false)).iter().sum();
        assert_eq!(layout.read(bits, 3, 3).values[0], -4);
        // Two throws, of which one brought a third die: the dice are counted.
        let layout = Layout::new(Form::Sum, 0, &[-5, -1, 2], 0, 0, false, true);
        let bits = [-5, 2, -1].map(|face| layout.score(0, face, false)).iter().sum();
        assert_eq!(layout.read(bits, 2, 2).values[0], -4);
    }

    #[test]
    fn six_counters_and_the_dice_that_are_brought() {
        let layout = Layout::new(Form::Tally, 6, &[1, 2, 3, 4, 5, 6], 0, 0, true, true);
        let bits =
            [(1, false), (6, true), (6, true), (3, false)].map(|(test, again)| layout.score(test, 0, again));
        let read = layout.read(bits.iter().sum(), 4, 4);
        assert_eq!((read.values, read.brought), ([1, 0, 1, 0, 0, 2], 2));
    }

    #[test]
    fn the_lowest_of_negative_faces() {
        let layout = Layout::new(Form::Ranked { highest: false }, 0, &[-7, 0, 9], 0, 0, false, false);
        let bits = layout.score(0, -7, false) | layout.score(0, 9, false) << 16;
        assert_eq!(layout.read(bits, 2, 2).values[..3], [-7, 9, 0]);
    }
}
