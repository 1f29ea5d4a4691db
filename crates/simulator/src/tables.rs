//! Pools drawn at once: an alias table for each number of dice.
//!
//! A table answers in one draw of 64 bits, however many dice there are. It is made when it is first asked for. All tables of a
//! match-up stand in one array: a draw finds the place of its table, then one slot of it, and nothing more. Pools larger than a
//! table are drawn in pieces.

use rules::dice::{Die, Pool, Pools, Score};
use rules::sums::Sums;

use crate::generator::Generator;

/// One table holds less than this many dice; a power of two, so that a place is found by a shift.
const ROOM: u32 = 64;

/// The tables of a match-up, for one thread.
pub struct Tables<'g> {
    pools: &'g Pools,
    /// By pool and number of dice.
    places: Vec<Place>,
    slots: Vec<Slot>,
}

/// Where a table stands among the slots, and by how much 64 bits are shifted for the number of a slot.
#[derive(Clone, Copy)]
struct Place {
    first: u32,
    shift: u32,
}

impl Place {
    /// Of a table that is not made yet: past the end of all slots.
    const UNMADE: Self = Self { first: u32::MAX, shift: 63 };
}

/// Two sums, and where in the whole range of 64 bits the one ends and the other begins.
#[derive(Clone, Copy, Debug)]
struct Slot {
    threshold: u64,
    below: Score,
    above: Score,
}

impl<'g> Tables<'g> {
    /// Room for the tables of these pools; none is made yet.
    pub fn new(pools: &'g Pools) -> Self {
        let places = vec![Place::UNMADE; pools.dice().len() * ROOM as usize];
        Self { pools, places, slots: Vec::new() }
    }

    /// What `dice` dice add up to.
    #[expect(
        clippy::inline_always,
        reason = "a call would keep the generator in memory; see benches/README.md"
    )]
    #[inline(always)]
    pub fn draw(&mut self, pool: Pool, dice: u32, generator: &mut Generator) -> Score {
        if dice < ROOM {
            return self.piece(pool, dice, generator.bits());
        }
        // The generator goes in and out by value, so that it need not live in memory for this rare case.
        let (score, after) = self.pieces(pool, dice, generator.clone());
        *generator = after;
        score
    }

    #[inline]
    fn piece(&mut self, pool: Pool, dice: u32, bits: u64) -> Score {
        let place = pool.index() * ROOM as usize + dice as usize;
        match self.slot(self.places[place], bits) {
            Some(slot) => slot.pick(bits),
            None => self.made(place, bits),
        }
    }

    #[inline]
    fn slot(&self, place: Place, bits: u64) -> Option<Slot> {
        self.slots.get(place.first as usize + (bits >> (place.shift & 63)) as usize).copied()
    }

    #[cold]
    #[inline(never)]
    fn made(&mut self, place: usize, bits: u64) -> Score {
        let table = table(&self.pools.dice()[place / ROOM as usize], place as u32 % ROOM);
        let made = Place { first: self.slots.len() as u32, shift: u64::BITS - table.len().ilog2() };
        self.slots.extend(table);
        self.places[place] = made;
        self.slot(made, bits).map_or(Score::ZERO, |slot| slot.pick(bits))
    }

    #[cold]
    #[inline(never)]
    fn pieces(&mut self, pool: Pool, mut dice: u32, mut generator: Generator) -> (Score, Generator) {
        let mut score = Score::ZERO;
        while dice > 0 {
            let piece = dice.min(ROOM - 1);
            score = score + self.piece(pool, piece, generator.bits());
            dice -= piece;
        }
        (score, generator)
    }
}

impl Slot {
    #[inline]
    fn pick(self, bits: u64) -> Score {
        std::hint::select_unpredictable(bits < self.threshold, self.below, self.above)
    }
}

/// An alias table (Walker, Vose) of two slots or another power of two, so that the high bits are the number of a slot.
fn table(die: &Die, dice: u32) -> Vec<Slot> {
    let outcomes = Sums::of(die, dice).outcomes;
    let count = outcomes.len().next_power_of_two().max(2);
    let width = 2_f64.powi(64) / count as f64;
    // The share of its own slot that each sum fills; slots beyond the sums are filled by others alone.
    let mut share: Vec<f64> = outcomes.iter().map(|&(_, weight)| weight * count as f64).collect();
    share.resize(count, 0.0);
    let sum = |slot: usize| outcomes.get(slot).map_or(Score::ZERO, |&(score, _)| score);
    let mut slots: Vec<Slot> =
        (0..count).map(|slot| Slot { threshold: u64::MAX, below: sum(slot), above: sum(slot) }).collect();
    let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..count).partition(|&slot| share[slot] < 1.0);
    while let (Some(&least), Some(&most)) = (small.last(), large.last()) {
        small.pop();
        let start = least as u64 * (u64::MAX / count as u64 + 1);
        slots[least].threshold = start + (share[least] * width) as u64;
        slots[least].above = outcomes[most].0;
        share[most] -= 1.0 - share[least];
        if share[most] < 1.0 {
            large.pop();
            small.push(most);
        }
    }
    slots
}

#[cfg(test)]
mod tests {
    use rules::dice::Roll;

    use super::*;

    fn mean(dice: u32) -> f64 {
        let mut pools = Pools::default();
        let pool = pools.add(Die::new(Roll::new("roll", "TOY-1"), 6, |n| n >= 5));
        let mut tables = Tables::new(&pools);
        let mut generator = Generator::new(3, 0);
        let draws = 20_000;
        let sum: u32 = (0..draws).map(|_| tables.draw(pool, dice, &mut generator).count()).sum();
        f64::from(sum) / f64::from(draws)
    }

    #[test]
    fn pools_of_any_size_have_the_right_mean() {
        // Four deviations of the mean: sqrt(dice * 2/9 / 20 000).
        for dice in [0, 1, 2, 10, 62, 63, 64, 65, 150, 1000] {
            let (found, wanted) = (mean(dice), f64::from(dice) / 3.0);
            let deviation = (f64::from(dice) * 2.0 / 9.0 / 20_000.0).sqrt();
            assert!((found - wanted).abs() <= 4.0 * deviation, "{dice}: {found} is not {wanted}");
        }
    }

    #[test]
    fn golden_values() {
        // Reckoned apart from this code, from the definition of the generator and Vose's algorithm by hand. Two dice at 5+ have sums of
        // weight 4/9, 4/9, 1/9 in four slots: the first is all 0; the second 1 to 7/9 of it, then 0; the third 2 to 4/9 of it, then 0;
        // the fourth all 1. A change here changes every seeded result, and the CHANGELOG must say so.
        let mut pools = Pools::default();
        let pool = pools.add(Die::new(Roll::new("roll", "TOY-1"), 6, |n| n >= 5));
        let (mut tables, mut generator) = (Tables::new(&pools), Generator::new(7, 0));
        let sums: Vec<u32> = (0..20).map(|_| tables.draw(pool, 2, &mut generator).count()).collect();
        assert_eq!(sums, [0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 1, 2, 0, 1, 0, 1, 0, 1, 1]);
    }

    #[test]
    fn a_table_holds_the_weights_of_its_pool() {
        let die = Die::new(Roll::new("roll", "TOY-1"), 6, |n| n >= 5);
        // 8/27, 12/27, 6/27, 1/27; and for two dice, whose three sums stand in four slots, 4/9, 4/9, 1/9.
        for (dice, wanted) in [(3, &[8.0, 12.0, 6.0, 1.0][..]), (2, &[12.0, 12.0, 3.0])] {
            let slots = table(&die, dice);
            assert_eq!(slots.len(), 4);
            let mut weights = [0.0; 4];
            for (start, slot) in (0..4).map(|slot| f64::from(slot) / 4.0).zip(&slots) {
                let end = (slot.threshold as f64 / 2_f64.powi(64)).clamp(start, start + 0.25);
                weights[slot.below.count() as usize] += end - start;
                weights[slot.above.count() as usize] += start + 0.25 - end;
            }
            for (found, wanted) in weights.iter().zip(wanted) {
                assert!((found - wanted / 27.0).abs() < 1e-15, "{weights:?}");
            }
        }
    }
}
