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
        if dice <= MOST { self.piece(pool, dice, generator) } else { self.pieces(pool, dice, generator) }
    }

    #[inline]
    fn piece(&self, pool: Pool, dice: u32, generator: &mut Generator) -> Score {
        let table = &self.tables[pool.index()][dice as usize - 1];
        table.get_or_init(|| Table::new(&self.pools.dice()[pool.index()], dice)).draw(generator)
    }

    #[cold]
    fn pieces(&self, pool: Pool, mut dice: u32, generator: &mut Generator) -> Score {
        let mut score = Score::ZERO;
        while dice > 0 {
            let piece = dice.min(MOST);
            score = score + self.piece(pool, piece, generator);
            dice -= piece;
        }
        score
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
        let one = Sums::one(die);
        let sums = (0..dice).fold(Sums::none(), |sums, _| sums.and(&one));
        let outcomes = sums.outcomes;
        let count = outcomes.len() as f64;
        let mut share: Vec<f64> = outcomes.iter().map(|&(_, weight)| weight * count).collect();
        let mut slots: Vec<Slot> =
            outcomes.iter().map(|&(score, _)| Slot { threshold: u64::MAX, first: score, other: score }).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..slots.len()).partition(|&slot| share[slot] < 1.0);
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
