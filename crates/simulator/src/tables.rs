//! Pools drawn at once: an alias table for each number of dice.
//!
//! A table answers in one draw of 64 bits, however many dice there are. It is made when it is first asked for and then shared by
//! all threads. Pools larger than a table are drawn in pieces.

use std::sync::OnceLock;

use rules::dice::{Die, Pool, Pools, Score};
use rules::sums::Sums;

use crate::generator::Generator;

/// The most dice that one table holds.
const MOST: u32 = 64;

/// The tables of a match-up.
pub struct Tables<'g> {
    pools: &'g Pools,
    tables: Vec<[OnceLock<Table>; MOST as usize]>,
}

impl<'g> Tables<'g> {
    /// Room for the tables of these pools; none is made yet.
    pub fn new(pools: &'g Pools) -> Self {
        let tables = pools.dice().iter().map(|_| std::array::from_fn(|_| OnceLock::new())).collect();
        Self { pools, tables }
    }

    /// What `dice` dice add up to.
    #[inline]
    pub fn draw(&self, pool: Pool, dice: u32, generator: &mut Generator) -> Score {
        if dice == 0 {
            return Score::ZERO;
        }
        if dice <= MOST {
            return self.piece(pool, dice, generator);
        }
        // The generator goes in and out by value, so that it need not live in memory for this rare case.
        let (score, after) = self.pieces(pool, dice, generator.clone());
        *generator = after;
        score
    }

    #[inline]
    fn piece(&self, pool: Pool, dice: u32, generator: &mut Generator) -> Score {
        match self.tables[pool.index()][dice as usize - 1].get() {
            Some(table) => table.draw(generator),
            None => self.made(pool, dice).draw(generator),
        }
    }

    #[cold]
    fn made(&self, pool: Pool, dice: u32) -> &Table {
        let table = &self.tables[pool.index()][dice as usize - 1];
        table.get_or_init(|| Table::new(&self.pools.dice()[pool.index()], dice))
    }

    #[cold]
    fn pieces(&self, pool: Pool, mut dice: u32, mut generator: Generator) -> (Score, Generator) {
        let mut score = Score::ZERO;
        while dice > 0 {
            let piece = dice.min(MOST);
            score = score + self.piece(pool, piece, &mut generator);
            dice -= piece;
        }
        (score, generator)
    }
}

/// An alias table (Walker, Vose): each slot holds two sums and where the one ends and the other begins.
struct Table {
    slots: Vec<Slot>,
}

struct Slot {
    /// Below this fraction of 2^64 it is `first`.
    threshold: u64,
    first: Score,
    other: Score,
}

impl Table {
    fn new(die: &Die, dice: u32) -> Self {
        let outcomes = Sums::of(die, dice).outcomes;
        let count = outcomes.len() as f64;
        let mut share: Vec<f64> = outcomes.iter().map(|&(_, weight)| weight * count).collect();
        let mut slots: Vec<Slot> = outcomes
            .iter()
            .map(|&(score, _)| Slot { threshold: u64::MAX, first: score, other: score })
            .collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..slots.len()).partition(|&slot| share[slot] < 1.0);
        while let (Some(&least), Some(&most)) = (small.last(), large.last()) {
            small.pop();
            slots[least].threshold = (share[least] * 2_f64.powi(64)) as u64;
            slots[least].other = outcomes[most].0;
            share[most] -= 1.0 - share[least];
            if share[most] < 1.0 {
                large.pop();
                small.push(most);
            }
        }
        Self { slots }
    }

    #[inline]
    fn draw(&self, generator: &mut Generator) -> Score {
        // The high bits of the product pick the slot, the low ones the place within it.
        let product = u128::from(generator.bits()) * self.slots.len() as u128;
        let slot = &self.slots[(product >> 64) as usize];
        std::hint::select_unpredictable((product as u64) < slot.threshold, slot.first, slot.other)
    }
}

#[cfg(test)]
mod tests {
    use rules::dice::Roll;

    use super::*;

    fn mean(dice: u32) -> f64 {
        let mut pools = Pools::default();
        let pool = pools.add(Die::new(Roll::new("roll", "TOY-1"), 6, |n| n >= 5));
        let tables = Tables::new(&pools);
        let mut generator = Generator::new(3, 0);
        let draws = 20_000;
        let sum: u32 = (0..draws).map(|_| tables.draw(pool, dice, &mut generator).count()).sum();
        f64::from(sum) / f64::from(draws)
    }

    #[test]
    fn pools_of_any_size_have_the_right_mean() {
        // Four deviations of the mean: sqrt(dice * 2/9 / 20 000).
        for dice in [0, 1, 2, 10, 63, 64, 65, 150, 1000] {
            let (found, wanted) = (mean(dice), f64::from(dice) / 3.0);
            let deviation = (f64::from(dice) * 2.0 / 9.0 / 20_000.0).sqrt();
            assert!((found - wanted).abs() <= 4.0 * deviation, "{dice}: {found} is not {wanted}");
        }
    }

    #[test]
    fn a_table_holds_the_weights_of_its_pool() {
        let die = Die::new(Roll::new("roll", "TOY-1"), 6, |n| n >= 5);
        let table = Table::new(&die, 3);
        let mut weights = [0.0; 4];
        for slot in &table.slots {
            let share = slot.threshold as f64 / 2_f64.powi(64);
            weights[slot.first.count() as usize] += share / table.slots.len() as f64;
            weights[slot.other.count() as usize] += (1.0 - share) / table.slots.len() as f64;
        }
        // 8/27, 12/27, 6/27, 1/27.
        for (found, wanted) in weights.iter().zip([8.0, 12.0, 6.0, 1.0]) {
            assert!((found - wanted / 27.0).abs() < 1e-15, "{weights:?}");
        }
    }
}
