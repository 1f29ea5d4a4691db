//! Hits against hits in melee: SY-21, SY-28.

use super::damage::Damage;
use super::units::WEAPONS;

/// Kinds of hits that a side can have: one for each weapon, and one for bare hands.
const SLOTS: usize = WEAPONS + 1;

/// A kind of hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// SY-28: whether it can do damage.
    pub in_reach: bool,
    /// Its Force.
    pub force: u32,
}

/// What one side has struck so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blows {
    /// Hits of each kind, in the order in which they count: in reach before out of reach, then by Force, highest first.
    pub hits: [u16; SLOTS],
    /// Dice that failed, if the enemy may make something of them (SY-27).
    pub fails: u16,
    /// The damage of Results against a vehicle (SY-34).
    pub damage: Damage,
}

impl Blows {
    /// Adds hits of one kind.
    pub fn add(&mut self, slot: usize, hits: u32) {
        self.hits[slot] = self.hits[slot].saturating_add(hits.min(u16::MAX.into()) as u16);
    }

    /// All hits.
    pub fn all(&self) -> u32 {
        self.hits.iter().map(|&hits| u32::from(hits)).sum()
    }
}

/// One side's hits, first to last.
struct Row<'a> {
    slots: &'a [Slot],
    hits: [u16; SLOTS],
    at: usize,
}

impl Row<'_> {
    /// The next hits of one kind and how many there are; `None` when all are spent.
    fn next(&self) -> Option<(Slot, u32)> {
        let at = (self.at..self.slots.len()).find(|&at| self.hits[at] > 0)?;
        Some((self.slots[at], self.hits[at].into()))
    }

    /// Spends some of them.
    fn spend(&mut self, hits: u32) {
        while self.hits[self.at] == 0 {
            self.at += 1;
        }
        self.hits[self.at] -= hits as u16;
    }
}

/// The damage that each side does to the other: hits in excess do 1 and their Force, those that are left are paired, and
/// the one with more Force does the difference.
pub fn compare(blows: [&Blows; 2], slots: [&[Slot]; 2]) -> [u32; 2] {
    let mut damage = [0, 0];
    let all = blows.map(Blows::all);
    let mut rows = [0, 1].map(|side| Row { slots: slots[side], hits: blows[side].hits, at: 0 });
    for side in [0, 1] {
        let mut excess = all[side].saturating_sub(all[1 - side]);
        while excess > 0 {
            let Some((slot, hits)) = rows[side].next() else { break };
            let hits = hits.min(excess);
            damage[side] += if slot.in_reach { hits * (1 + slot.force) } else { 0 };
            rows[side].spend(hits);
            excess -= hits;
        }
    }
    while let (Some((first, hits)), Some((second, others))) = (rows[0].next(), rows[1].next()) {
        let pairs = hits.min(others);
        let mut strike = |side: usize, slot: Slot, other: Slot| {
            damage[side] += if slot.in_reach { pairs * slot.force.saturating_sub(other.force) } else { 0 };
        };
        strike(0, first, second);
        strike(1, second, first);
        for row in &mut rows {
            row.spend(pairs);
        }
    }
    damage
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(hits: &[u16]) -> Blows {
        let mut blows = Blows::default();
        blows.hits[..hits.len()].copy_from_slice(hits);
        blows
    }

    const fn slot(in_reach: bool, force: u32) -> Slot {
        Slot { in_reach, force }
    }

    #[test]
    fn excess_comes_off_the_first_hits_and_the_rest_are_paired_in_order() {
        // Force 3, 3, 1, 0 against Force 2, 0: two in excess do (1 + 3) each; then 1 against 2 and 0 against 0.
        let slots = [&[slot(true, 3), slot(true, 1), slot(true, 0)][..], &[slot(true, 2), slot(true, 0)]];
        assert_eq!(compare([&row(&[2, 1, 1]), &row(&[1, 1])], slots), [8, 1]);
    }

    #[test]
    fn hits_out_of_reach_parry_and_do_nothing_else() {
        // One pike (Force 1) against two hammers (Force 3) that do not reach: neither the excess nor the pair does damage.
        let slots = [&[slot(true, 1)][..], &[slot(false, 3)]];
        assert_eq!(compare([&row(&[1]), &row(&[2])], slots), [0, 0]);
        // Two pikes against one hammer: the pike in excess does 2, the other is parried.
        assert_eq!(compare([&row(&[2]), &row(&[1])], slots), [2, 0]);
    }
}
