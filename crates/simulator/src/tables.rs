//! Tables that turn 64 random bits into the outcome of a roll.
//!
//! A pool of any number of dice, or several kinds of dice of which only the sum matters, is one roll of one alias table (Walker, Vose).
//! A plain die or a card is one of several equal cases. The number of slots in a table is a power of two, so the high bits are the number
//! of a slot. A slot has two outcomes and a threshold between them, so any roll takes one comparison. Tables are made when they are first
//! needed.

use chance::dice::{Pool, Pools, Reading, Score};
use rustc_hash::FxHashMap;
use sums::ScoreDistribution;

use crate::generator::below;

/// The largest number of dice in one table; more dice are drawn in pieces.
const MAX_DICE: u32 = 63;

/// A sum of several kinds of dice is one roll if it can be computed from no more terms than this.
const MAX_TERMS: usize = 1 << 14;

/// The largest number of equal cases that has a table.
pub const MAX_CASES: u32 = 1024;

/// A table, by its place among all [`Tables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableId(u32);

impl TableId {
    const UNMADE: Self = Self(u32::MAX);
}

/// A kind of roll.
#[derive(Clone, Debug)]
pub struct Table {
    /// By how much 64 bits are shifted for the number of a slot.
    pub shift: u32,
    /// The slots, with two outcomes each. Their number is a power of two.
    pub slots: Vec<Slot>,
    /// The score of each outcome; empty for equal cases.
    scores: Vec<Score>,
    /// The halves of all slots, sorted by outcome.
    halves: Vec<u32>,
    /// The place in `halves` where each outcome begins, and the end of the last.
    begins: Vec<u32>,
}

/// Two outcomes, and the threshold between them in the whole range of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Bits from here on are the second outcome.
    pub threshold: u64,
    /// The numbers of both outcomes.
    pub outcomes: [u32; 2],
    /// The score of each.
    scores: [Score; 2],
}

impl Table {
    fn new(slots: impl Iterator<Item = (u64, [u32; 2])>, scores: Vec<Score>) -> Self {
        let score = |outcome: u32| scores.get(outcome as usize).copied().unwrap_or_default();
        let slots: Vec<Slot> = slots
            .map(|(threshold, outcomes)| Slot { threshold, outcomes, scores: outcomes.map(score) })
            .collect();
        let outcome = |half: u32| slots[half as usize / 2].outcomes[half as usize % 2];
        let mut halves: Vec<u32> = (0..2 * slots.len() as u32).collect();
        halves.sort_by_key(|&half| outcome(half));
        let most = halves.last().map_or(0, |&half| outcome(half));
        let begins =
            (0..=most + 1).map(|wanted| halves.partition_point(|&half| outcome(half) < wanted) as u32);
        let begins = begins.collect();
        Self { shift: u64::BITS - slots.len().ilog2(), slots, scores, halves, begins }
    }

    /// The halves of slots that give an outcome: twice the number of the slot, and one more for its second half.
    pub fn halves(&self, outcome: u32) -> &[u32] {
        let outcome = outcome as usize;
        &self.halves[self.begins[outcome] as usize..self.begins[outcome + 1] as usize]
    }

    /// Returns the outcome that the bits stand for, and its score.
    #[inline]
    pub fn pick(&self, bits: u64) -> (u32, Score) {
        let slot = &self.slots[(bits >> self.shift) as usize];
        let half = usize::from(bits >= slot.threshold);
        (slot.outcomes[half], slot.scores[half])
    }

    /// The score of an outcome.
    #[inline]
    pub fn score(&self, outcome: u32) -> Score {
        self.scores[outcome as usize]
    }

    /// The score, if there is only one outcome.
    #[inline]
    pub fn certain(&self) -> Option<Score> {
        match *self.scores {
            [score] => Some(score),
            _ => None,
        }
    }
}

/// The tables of a match-up, for one thread.
pub struct Tables<'g> {
    pools: &'g Pools,
    made: Vec<Table>,
    /// By pool and number of dice.
    by_pool: Vec<TableId>,
    /// By two kinds of dice, and by more; `None` for sums of too many terms.
    by_two: FxHashMap<u64, Option<TableId>>,
    by_parts: FxHashMap<Vec<(Pool, u32)>, Option<TableId>>,
    /// By the number of equal cases.
    by_cases: Vec<TableId>,
}

impl<'g> Tables<'g> {
    /// No tables yet, for these pools.
    pub fn new(pools: &'g Pools) -> Self {
        Self {
            pools,
            made: Vec::new(),
            by_pool: vec![TableId::UNMADE; pools.len() * MAX_DICE as usize],
            by_two: FxHashMap::default(),
            by_parts: FxHashMap::default(),
            by_cases: Vec::new(),
        }
    }

    /// Returns a table.
    #[inline]
    pub fn get(&self, id: TableId) -> &Table {
        &self.made[id.0 as usize]
    }

    fn keep(&mut self, table: Table) -> TableId {
        self.made.push(table);
        TableId(self.made.len() as u32 - 1)
    }

    /// Returns the table of a pool of `dice` dice, at least one, or of as many of them as are drawn at once, and the number of dice in it.
    #[inline]
    pub fn pool(&mut self, pool: Pool, dice: u32) -> (TableId, u32) {
        if dice > MAX_DICE {
            return self.large_pool(pool, dice);
        }
        match self.by_pool.get(Self::place(pool, dice)) {
            Some(&known) if known != TableId::UNMADE => (known, dice),
            _ => (self.make_pool(pool, dice), dice),
        }
    }

    #[inline]
    fn place(pool: Pool, dice: u32) -> usize {
        pool.index() * MAX_DICE as usize + dice as usize - 1
    }

    #[cold]
    fn make_pool(&mut self, pool: Pool, dice: u32) -> TableId {
        let place = Self::place(pool, dice);
        if place >= self.by_pool.len() {
            self.by_pool.resize(self.pools.len() * MAX_DICE as usize, TableId::UNMADE);
        }
        let made = self.keep(alias(ScoreDistribution::of(&self.pools.die(pool), dice)));
        self.by_pool[place] = made;
        made
    }

    /// The table of as many dice as one table holds. Dice that are read by order cannot be drawn in pieces, so all of them are in it.
    fn large_pool(&mut self, pool: Pool, dice: u32) -> (TableId, u32) {
        if let Some(&Some(known)) = self.by_parts.get(&[(pool, dice)][..]) {
            return (known, dice);
        }
        let die = self.pools.die(pool);
        if die.reading() == Reading::Sum {
            return self.pool(pool, MAX_DICE);
        }
        let made = self.keep(alias(ScoreDistribution::of(&die, dice)));
        self.by_parts.insert(vec![(pool, dice)], Some(made));
        (made, dice)
    }

    /// The table of the sum of several kinds of dice, if it is small.
    pub fn total(&mut self, parts: &[(Pool, u32)]) -> Option<TableId> {
        if parts.iter().any(|&(_, dice)| dice > MAX_DICE) {
            return None;
        }
        if let [(first, dice), (second, more)] = *parts {
            // Looking up a key of one word takes half the time.
            let half = |pool: Pool, dice: u32| (pool.index() as u64) << 16 | u64::from(dice);
            let key = half(first, dice) << 32 | half(second, more);
            if let Some(&known) = self.by_two.get(&key) {
                return known;
            }
            let made = self.sum(parts);
            self.by_two.insert(key, made);
            return made;
        }
        if let Some(&known) = self.by_parts.get(parts) {
            return known;
        }
        let made = self.sum(parts);
        self.by_parts.insert(parts.to_vec(), made);
        made
    }

    fn sum(&mut self, parts: &[(Pool, u32)]) -> Option<TableId> {
        let sums = parts.iter().try_fold(ScoreDistribution::none(), |sums, &(pool, dice)| {
            let more = ScoreDistribution::of(&self.pools.die(pool), dice);
            (sums.outcomes.len() * more.outcomes.len() <= MAX_TERMS).then(|| sums.and(&more))
        });
        sums.map(|sums| self.keep(alias(sums)))
    }

    /// The table of equal cases, with the outcomes of [`crate::Generator::below`]; `None` for more than [`MAX_CASES`].
    pub fn cases(&mut self, cases: u32) -> Option<TableId> {
        if cases > MAX_CASES {
            return None;
        }
        let place = cases as usize;
        if place >= self.by_cases.len() {
            self.by_cases.resize(place + 1, TableId::UNMADE);
        }
        if self.by_cases[place] == TableId::UNMADE {
            self.by_cases[place] = self.keep(equal(cases));
        }
        Some(self.by_cases[place])
    }
}

/// An alias table of sums.
fn alias(sums: ScoreDistribution) -> Table {
    let outcomes = sums.outcomes;
    let count = outcomes.len().next_power_of_two().max(2);
    let width = 2_f64.powi(64) / count as f64;
    // The share of its own slot that each sum fills; slots beyond the sums are filled by other sums alone.
    let mut share: Vec<f64> = outcomes.iter().map(|&(_, weight)| weight * count as f64).collect();
    share.resize(count, 0.0);
    let own = |slot: usize| slot.min(outcomes.len() - 1) as u32;
    let mut slots: Vec<_> = (0..count).map(|slot| (u64::MAX, [own(slot); 2])).collect();
    let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..count).partition(|&slot| share[slot] < 1.0);
    while let (Some(&least), Some(&most)) = (small.last(), large.last()) {
        small.pop();
        let start = least as u64 * (u64::MAX / count as u64 + 1);
        slots[least] = (start + (share[least] * width) as u64, [own(least), most as u32]);
        share[most] -= 1.0 - share[least];
        if share[most] < 1.0 {
            large.pop();
            small.push(most);
        }
    }
    Table::new(slots.into_iter(), outcomes.into_iter().map(|(score, _)| score).collect())
}

/// A table of equal cases: no slot is wider than a case, so there are no more than two in it.
fn equal(cases: u32) -> Table {
    let count = cases.next_power_of_two().max(2);
    let width = u64::MAX / u64::from(count) + 1;
    let slot = |slot: u32| {
        let first = u64::from(slot) * width;
        let outcomes = [below(first, cases), below(first + (width - 1), cases)];
        let begin = (u128::from(outcomes[1]) << 64).div_ceil(cases.into());
        (if outcomes[0] == outcomes[1] { u64::MAX } else { begin as u64 }, outcomes)
    };
    Table::new((0..count).map(slot), Vec::new())
}

#[cfg(test)]
mod tests {
    use chance::dice::{Die, Roll};

    use super::*;
    use crate::Generator;

    fn die(least: u8) -> Die {
        Die::new(Roll::new("roll", "TOY-1"), 6, move |n| n >= least)
    }

    #[test]
    fn golden_values() {
        // Computed apart from this code, from the definition of the generator and Vose's algorithm by hand. Two dice at 5+ have sums of
        // weight 4/9, 4/9, 1/9 in four slots: the first is all 0; the second 1 to 7/9 of it, then 0; the third 2 to 4/9 of it, then 0;
        // the fourth all 1. A change here changes every seeded result, and the CHANGELOG must say so.
        let pools = Pools::default();
        let pool = pools.add(die(5));
        let (mut tables, mut generator) = (Tables::new(&pools), Generator::new(7, 0));
        let (two, _) = tables.pool(pool, 2);
        let two = tables.get(two);
        let sums: Vec<u32> = (0..20).map(|_| two.pick(generator.bits()).1.count()).collect();
        assert_eq!(sums, [0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 1, 2, 0, 1, 0, 1, 0, 1, 1]);
    }

    /// The probability of each outcome, from where slots begin and end.
    fn weights(table: &Table) -> Vec<f64> {
        let count = table.slots.len() as f64;
        let outcomes = table.slots.iter().flat_map(|slot| slot.outcomes).max().unwrap() as usize + 1;
        let mut weights = vec![0.0; outcomes];
        for (start, slot) in (0..).map(|slot| f64::from(slot) / count).zip(&table.slots) {
            let end = (slot.threshold as f64 / 2_f64.powi(64)).min(start + 1.0 / count);
            weights[slot.outcomes[0] as usize] += end - start;
            weights[slot.outcomes[1] as usize] += start + 1.0 / count - end;
        }
        weights
    }

    #[test]
    fn a_table_holds_the_weights_of_its_pool() {
        let pools = Pools::default();
        let (hit, easy) = (pools.add(die(5)), pools.add(die(4)));
        let mut tables = Tables::new(&pools);
        // 8/27, 12/27, 6/27, 1/27; and for two dice, whose three sums stand in four slots, 4/9, 4/9, 1/9.
        let (three, two) = (tables.pool(hit, 3).0, tables.pool(hit, 2).0);
        // Two at 1/3 and one at 1/2: (4, 4, 1) and (1, 1) folded, of 18.
        let total = tables.total(&[(hit, 2), (easy, 1)]).unwrap();
        for (id, wanted) in [
            (three, &[8.0 / 27.0, 12.0 / 27.0, 6.0 / 27.0, 1.0 / 27.0][..]),
            (two, &[4.0 / 9.0, 4.0 / 9.0, 1.0 / 9.0]),
            (total, &[4.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0, 1.0 / 18.0]),
        ] {
            let found = weights(tables.get(id));
            assert_eq!(found.len(), wanted.len());
            for (found, wanted) in found.iter().zip(wanted) {
                assert!((found - wanted).abs() < 1e-15, "{found} is not {wanted}");
            }
        }
    }

    #[test]
    fn pools_of_any_size_are_drawn_whole_or_in_pieces() {
        let pools = Pools::default();
        let pool = pools.add(die(5));
        let mut tables = Tables::new(&pools);
        for (dice, piece) in [(1, 1), (2, 2), (62, 62), (63, 63), (64, 63), (1000, 63)] {
            let (id, found) = tables.pool(pool, dice);
            assert_eq!(found, piece);
            let mean: f64 = (0..).zip(weights(tables.get(id))).map(|(sum, p)| f64::from(sum) * p).sum();
            assert!((mean - f64::from(piece) / 3.0).abs() < 1e-12, "{dice}: {mean}");
        }
    }

    #[test]
    fn equal_cases_are_those_that_the_generator_draws() {
        for cases in (2..=260).chain([1000, MAX_CASES]) {
            let table = equal(cases);
            // Where each case begins, the last bits before it, and some in between.
            let mut generator = Generator::new(cases.into(), 0);
            let begins = (0..cases).map(|case| (u128::from(case) << 64).div_ceil(cases.into()) as u64);
            for bits in begins.chain((0..50).map(|_| generator.bits())).chain([0, u64::MAX]) {
                for bits in [bits, bits.wrapping_sub(1)] {
                    assert_eq!(table.pick(bits).0, below(bits, cases), "{cases} cases, {bits:#x}");
                }
            }
        }
    }
}
