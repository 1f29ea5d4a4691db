//! The distributions of pools, each computed once.

use chance::dice::{Pool, Pools, Reading};
use rustc_hash::FxHashMap;
use sums::ScoreDistribution;

/// A place in [`Distributions`].
pub type Place = usize;

/// The distributions computed so far.
#[derive(Debug)]
pub struct Distributions {
    sums: Vec<ScoreDistribution>,
    by_pool: FxHashMap<(Pool, u32), Place>,
    by_parts: FxHashMap<Vec<(Pool, u32)>, Place>,
    /// The terms of sums so far. Includes those of a sum that was not computed because it had too many.
    pub terms: u64,
    /// The largest number of terms.
    pub most: u64,
}

impl Distributions {
    /// No distributions.
    pub fn new() -> Self {
        Self {
            sums: vec![ScoreDistribution::none()],
            by_pool: FxHashMap::default(),
            by_parts: FxHashMap::default(),
            terms: 0,
            most: 0,
        }
    }

    /// The distribution at a place.
    pub fn at(&self, place: Place) -> &ScoreDistribution {
        &self.sums[place]
    }

    /// The place of `dice` dice of a kind. If that would take too many terms, returns the place of no dice and raises `terms` above the
    /// limit.
    pub fn pool(&mut self, pools: &Pools, pool: Pool, dice: u32) -> Place {
        if dice == 0 {
            return 0;
        }
        if let Some(&place) = self.by_pool.get(&(pool, dice)) {
            return place;
        }
        let die = pools.die(pool);
        let sums = if die.reading() != Reading::Sum {
            let one = ScoreDistribution::one_within(&die, &mut self.terms, self.most);
            one.and_then(|one| one.sorted(dice, die.reading(), &mut self.terms, self.most))
        } else if dice == 1 {
            ScoreDistribution::one_within(&die, &mut self.terms, self.most)
        } else {
            let half = self.pool(pools, pool, dice / 2);
            let rest = self.pool(pools, pool, dice - dice / 2);
            self.both(half, rest)
        };
        let Some(sums) = sums else { return 0 };
        let place = self.keep(sums);
        self.by_pool.insert((pool, dice), place);
        place
    }

    /// The sum of the distributions at two places.
    fn both(&mut self, first: Place, second: Place) -> Option<ScoreDistribution> {
        let (first, second) = (&self.sums[first], &self.sums[second]);
        self.terms += first.outcomes.len() as u64 * second.outcomes.len() as u64;
        (self.terms <= self.most).then(|| first.and(second))
    }

    /// The place of the total of several kinds of dice.
    pub fn total(&mut self, pools: &Pools, parts: &[(Pool, u32)]) -> Place {
        if let [(pool, dice)] = *parts {
            return self.pool(pools, pool, dice);
        }
        if let Some(&place) = self.by_parts.get(parts) {
            return place;
        }
        let place = match parts {
            [] => 0,
            [first @ .., (pool, dice)] => {
                let first = self.total(pools, first);
                let last = self.pool(pools, *pool, *dice);
                let Some(sums) = self.both(first, last) else { return 0 };
                self.keep(sums)
            }
        };
        self.by_parts.insert(parts.to_vec(), place);
        place
    }

    fn keep(&mut self, sums: ScoreDistribution) -> Place {
        self.sums.push(sums);
        self.sums.len() - 1
    }
}
