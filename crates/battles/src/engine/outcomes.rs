//! Tables of outcomes, in which 64 random bits are looked up (Walker's alias method, built as Vose does).

/// A table, by its place among all slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    first: u32,
    count: u32,
}

/// Two outcomes that share an equal part of the range of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    /// Below this the first outcome holds, from here on the second.
    threshold: u64,
    outcomes: [[u32; 2]; 2],
}

/// The slots of all tables.
#[derive(Debug, Default)]
pub struct Outcomes {
    /// Slots, table after table.
    pub slots: Vec<Slot>,
    /// How many tables there are.
    pub tables: usize,
}

/// No table has more outcomes.
const MAX_OUTCOMES: usize = 4_096;

impl Outcomes {
    /// Adds a table of outcomes with their probabilities; `None` if there are too many.
    pub fn add(&mut self, outcomes: &[([u32; 2], f64)]) -> Option<Table> {
        let count = outcomes.len();
        if count == 0 || count > MAX_OUTCOMES {
            return None;
        }
        let first = self.slots.len() as u32;
        let total: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
        let mut shares: Vec<f64> =
            outcomes.iter().map(|(_, probability)| probability / total * count as f64).collect();
        self.slots.extend(
            outcomes.iter().map(|&(outcome, _)| Slot { threshold: u64::MAX, outcomes: [outcome; 2] }),
        );
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..count).partition(|&place| shares[place] < 1.0);
        while let (Some(&poor), Some(&rich)) = (small.last(), large.last()) {
            small.pop();
            let slot = &mut self.slots[first as usize + poor];
            slot.threshold = (shares[poor] * 2_f64.powi(64)) as u64;
            slot.outcomes[1] = outcomes[rich].0;
            shares[rich] -= 1.0 - shares[poor];
            if shares[rich] < 1.0 {
                large.pop();
                small.push(rich);
            }
        }
        self.tables += 1;
        Some(Table { first, count: count as u32 })
    }

    /// What a table gives without a draw, if it is certain.
    #[inline]
    pub fn certain(&self, table: Table) -> Option<[u32; 2]> {
        (table.count == 1).then(|| self.slots[table.first as usize].outcomes[0])
    }

    /// The slots of a table.
    #[inline]
    pub fn of(&self, table: Table) -> &[Slot] {
        &self.slots[table.first as usize..][..table.count as usize]
    }
}

/// The outcome that 64 random bits stand for.
#[inline]
pub fn pick(slots: &[Slot], bits: u64) -> [u32; 2] {
    let product = u128::from(bits) * slots.len() as u128;
    let slot = &slots[(product >> 64) as usize];
    slot.outcomes[usize::from(product as u64 >= slot.threshold)]
}

/// All outcomes of a table with their probabilities, as the table has them.
#[cfg(test)]
pub fn probabilities(slots: &[Slot]) -> Vec<([u32; 2], f64)> {
    let mut found: Vec<([u32; 2], f64)> = Vec::new();
    for slot in slots {
        let first = slot.threshold as f64 / 2_f64.powi(64);
        for (outcome, share) in slot.outcomes.into_iter().zip([first, 1.0 - first]) {
            let share = share / slots.len() as f64;
            match found.iter_mut().find(|(known, _)| *known == outcome) {
                Some((_, probability)) => *probability += share,
                None => found.push((outcome, share)),
            }
        }
    }
    found.retain(|&(_, probability)| probability > 0.0);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_the_probabilities_that_it_was_made_of() {
        let wanted = [([0, 0], 0.5), ([1, 0], 0.3), ([0, 1], 0.15), ([2, 2], 0.05)];
        let mut outcomes = Outcomes::default();
        let table = outcomes.add(&wanted).unwrap();
        let found = probabilities(outcomes.of(table));
        assert_eq!(found.len(), wanted.len());
        for (outcome, probability) in wanted {
            let (_, found) = found.iter().find(|(known, _)| *known == outcome).unwrap();
            assert!((found - probability).abs() < 1e-12, "{outcome:?}: {found}");
        }
        assert_eq!(outcomes.certain(table), None);
        let sure = outcomes.add(&[([7, 8], 1.0)]).unwrap();
        assert_eq!(outcomes.certain(sure), Some([7, 8]));
        assert_eq!(pick(outcomes.of(sure), u64::MAX), [7, 8]);
    }
}
