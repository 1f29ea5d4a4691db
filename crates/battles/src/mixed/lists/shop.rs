//! Lists within a budget, and lists near to one.
//!
//! A list spends as much as it can: no further unit fits. So lists differ by what they are made of, and not by points left over.

use simulator::Generator;

use crate::mixed::armies::uniform;

/// How many of each unit.
pub type List = Vec<u32>;

/// A side has no more units than this, as random armies.
pub const MOST_UNITS: u32 = 60;
/// Prices are compared with this much room for rounding.
const ROUNDING: f64 = 1e-9;

/// What lists can be made of.
#[derive(Clone, Debug)]
pub struct Shop {
    /// The price of each unit.
    pub prices: Vec<f64>,
    /// The units that may be taken, the dearest first.
    pub sold: Vec<usize>,
    /// What a list may cost.
    pub points: f64,
}

impl Shop {
    /// Units that may be taken at these prices.
    pub fn new(prices: &[f64], may_be_taken: impl Fn(usize) -> bool, points: f64) -> Self {
        let mut sold: Vec<usize> = (0..prices.len())
            .filter(|&unit| may_be_taken(unit) && prices[unit] <= points + ROUNDING)
            .collect();
        sold.sort_by(|&one, &other| prices[other].total_cmp(&prices[one]).then(one.cmp(&other)));
        Self { prices: prices.to_vec(), sold, points }
    }

    /// What a list costs.
    pub fn cost(&self, list: &[u32]) -> f64 {
        list.iter().zip(&self.prices).map(|(&count, price)| f64::from(count) * price).sum()
    }

    /// How many more of a unit fit.
    fn room(&self, list: &[u32], unit: usize) -> u32 {
        let slots = MOST_UNITS.saturating_sub(list.iter().sum());
        let left = self.points + ROUNDING - self.cost(list);
        ((left / self.prices[unit]).floor().max(0.0) as u32).min(slots)
    }

    /// Adds units until none fits: of `first` as many as fit, then the dearest that fit.
    pub fn filled(&self, mut list: List, first: Option<usize>) -> List {
        for unit in first.into_iter().chain(self.sold.iter().copied()) {
            list[unit] += self.room(&list, unit);
        }
        list
    }

    /// As many of one unit as fit, and what else does.
    pub fn pure(&self, unit: usize) -> List {
        self.filled(vec![0; self.prices.len()], Some(unit))
    }

    /// A list of units picked at random.
    pub fn random(&self, generator: &mut Generator) -> List {
        let mut list = vec![0; self.prices.len()];
        let shares: Vec<f64> =
            self.sold.iter().map(|&unit| -uniform(generator).ln() / self.prices[unit]).collect();
        let sum: f64 = shares.iter().sum();
        for _ in 0..MOST_UNITS {
            let mut at = uniform(generator) * sum;
            let found = shares.iter().position(|share| {
                at -= share;
                at < 0.0
            });
            let Some(&unit) = found.and_then(|place| self.sold.get(place)) else { break };
            if self.room(&list, unit) == 0 {
                break;
            }
            list[unit] += 1;
        }
        self.filled(list, None)
    }

    /// A list with one of a unit, for which units of another kind make room first.
    pub fn with(&self, list: &[u32], unit: usize, leaving: usize) -> List {
        let mut changed = list.to_vec();
        while self.room(&changed, unit) == 0 {
            let mut others = std::iter::once(leaving).chain(self.sold.iter().copied());
            match others.find(|&other| changed[other] > 0) {
                Some(other) => changed[other] -= 1,
                None => break,
            }
        }
        changed[unit] += 1;
        self.filled(changed, None)
    }

    /// The lists that differ from one by a step: one unit for another, one kind for another, or one unit for as many of another as fit.
    pub fn near(&self, list: &[u32]) -> Vec<List> {
        let mut found = Vec::new();
        for &from in self.sold.iter().filter(|&&unit| list[unit] > 0) {
            for &to in self.sold.iter().filter(|&&unit| unit != from) {
                found.push(self.with(list, to, from));
                let mut all = list.to_vec();
                all[from] = 0;
                found.push(self.filled(all, Some(to)));
                let mut one = list.to_vec();
                one[from] -= 1;
                found.push(self.filled(one, Some(to)));
            }
        }
        found.sort();
        found.dedup();
        found.retain(|near| near != list);
        found
    }

    /// Every list that spends all it can; `None` if there are more than `most`.
    pub fn all(&self, most: usize) -> Option<Vec<List>> {
        let mut found = Vec::new();
        let mut list = vec![0; self.prices.len()];
        // Every list of this many begins as another, so the walk is bounded too.
        let mut steps = 100 * most;
        self.add_all(0, &mut list, &mut found, most, &mut steps).then_some(found)
    }

    /// Adds the lists that go on with the units from `place`. Returns false if they are too many.
    fn add_all(
        &self,
        place: usize,
        list: &mut List,
        found: &mut Vec<List>,
        most: usize,
        steps: &mut usize,
    ) -> bool {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        let Some(&unit) = self.sold.get(place) else {
            let is_full = self.sold.iter().all(|&unit| self.room(list, unit) == 0);
            if is_full {
                found.push(list.clone());
            }
            return found.len() <= most;
        };
        for count in 0..=self.room(list, unit) {
            list[unit] = count;
            if !self.add_all(place + 1, list, found, most, steps) {
                return false;
            }
            list[unit] = 0;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shop() -> Shop {
        Shop::new(&[10.0, 4.0, 7.0, 30.0], |unit| unit != 2, 25.0)
    }

    #[test]
    fn lists_spend_what_they_can() {
        let shop = shop();
        assert_eq!(shop.sold, [0, 1]);
        assert_eq!(shop.pure(0), [2, 1, 0, 0]);
        assert_eq!(shop.pure(1), [0, 6, 0, 0]);
        // 0, 1 or 2 of the first: 6, 3 or 1 of the second.
        assert_eq!(shop.all(10).unwrap(), [[0, 6, 0, 0], [1, 3, 0, 0], [2, 1, 0, 0]]);
        assert_eq!(shop.all(2), None);
        for number in 0..20 {
            let list = shop.random(&mut Generator::new(1, number));
            assert!(shop.all(10).unwrap().contains(&list), "{list:?}");
        }
    }

    #[test]
    fn near_lists_are_one_step_away() {
        // For the one unit of 10 come two of 4, or for one of 4 nothing that fits.
        assert_eq!(shop().near(&[1, 3, 0, 0]), [[0, 6, 0, 0], [2, 1, 0, 0]]);
        assert_eq!(shop().with(&[0, 6, 0, 0], 0, 1), [1, 3, 0, 0]);
    }
}
