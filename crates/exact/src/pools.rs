//! The distributions of pools that were asked for, each made once.

use rules::dice::{Pool, Pools};
use rules::sums::Sums;
use rustc_hash::FxHashMap;

/// What stands at a place in [`Distributions`].
pub type Place = usize;

/// The distributions that were asked for so far.
#[derive(Debug)]
pub struct Distributions {
    sums: Vec<Sums>,
    by_pool: FxHashMap<(Pool, u32), Place>,
    by_parts: FxHashMap<Vec<(Pool, u32)>, Place>,
}

impl Distributions {
    /// None yet.
    pub fn new() -> Self {
        Self { sums: vec![Sums::none()], by_pool: FxHashMap::default(), by_parts: FxHashMap::default() }
    }

    /// The distribution at a place.
    pub fn at(&self, place: Place) -> &Sums {
        &self.sums[place]
    }

    /// The place of `dice` dice of a kind.
    pub fn pool(&mut self, pools: &Pools, pool: Pool, dice: u32) -> Place {
        if dice == 0 {
            return 0;
        }
        if let Some(&place) = self.by_pool.get(&(pool, dice)) {
            return place;
        }
        let sums = if dice == 1 {
            Sums::one(&pools.dice()[pool.index()])
        } else {
            let half = self.pool(pools, pool, dice / 2);
            let rest = self.pool(pools, pool, dice - dice / 2);
            self.sums[half].and(&self.sums[rest])
        };
        let place = self.keep(sums);
        self.by_pool.insert((pool, dice), place);
        place
    }

    /// The place of the total of several kinds of dice.
    pub fn total(&mut self, pools: &Pools, parts: &[(Pool, u32)]) -> Place {
        if let [(pool, dice)] = *parts {
            return self.pool(pools, pool, dice);
        }
        if let Some(&place) = self.by_parts.get(parts) {
            return place;
        }
        let mut sums = Sums::none();
        for &(pool, dice) in parts {
            let place = self.pool(pools, pool, dice);
            sums = sums.and(&self.sums[place]);
        }
        let place = self.keep(sums);
        self.by_parts.insert(parts.to_vec(), place);
        place
    }

    fn keep(&mut self, sums: Sums) -> Place {
        self.sums.push(sums);
        self.sums.len() - 1
    }
}
