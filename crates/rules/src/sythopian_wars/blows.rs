//! Hits against hits in melee: SY-21, SY-28.

use super::damage::Damage;
use super::units::WEAPONS;

/// Kinds of hits that a side can have: one for each weapon and one for bare hands, each plain, double and triple.
const SLOTS: usize = 3 * (WEAPONS + 1);

/// A kind of hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// SY-28: whether it can do damage.
    pub in_reach: bool,
    /// Its Force.
    pub force: u32,
    /// The multiple of a vehicle's Armor that its roll reaches: 2, 3, or 0 for less.
    pub multiple: u8,
}

impl Slot {
    /// The damage of hits in excess.
    fn excess(self, hits: u32) -> Damage {
        let times = |applies: bool| if applies { hits as u16 } else { 0 };
        let points = Damage::points(hits * (1 + self.force)).points;
        Damage { points, doubles: times(self.multiple > 1), triples: times(self.multiple > 2) }
    }
}

/// One side's hits so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blows {
    /// Hits of each kind, in the order in which they count: in reach before out of reach, then by Force, highest first.
    pub hits: [u16; SLOTS],
    /// Dice that failed, if the enemy has a Defensive weapon (SY-27).
    pub fails: u16,
    /// The damage of Results against a vehicle (SY-34).
    pub damage: Damage,
}

impl Default for Blows {
    fn default() -> Self {
        Self { hits: [0; SLOTS], fails: 0, damage: Damage::default() }
    }
}

impl Blows {
    /// Adds hits, of which so many are doubles and so many of these triples: their kinds come before the plain one.
    pub fn add_multiples(&mut self, slot: usize, hits: u32, damage: Damage) {
        let (doubles, triples) = (u32::from(damage.doubles), u32::from(damage.triples));
        self.add(slot, hits - doubles);
        if doubles > 0 {
            self.add(slot - 1, doubles - triples);
        }
        if triples > 0 {
            self.add(slot - 2, triples);
        }
    }

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

/// Returns the damage that each side does to the other: hits in excess do 1 and their Force, the rest are paired, and
/// the one with more Force does the difference. Doubles and triples among the hits in excess count too.
pub fn compare(blows: [&Blows; 2], slots: [&[Slot]; 2]) -> [Damage; 2] {
    let mut damage = [Damage::default(); 2];
    let all = blows.map(Blows::all);
    let mut rows = [0, 1].map(|side| Row { slots: slots[side], hits: blows[side].hits, at: 0 });
    for side in [0, 1] {
        let mut excess = all[side].saturating_sub(all[1 - side]);
        while excess > 0 {
            let Some((slot, hits)) = rows[side].next() else { break };
            let hits = hits.min(excess);
            if slot.in_reach {
                damage[side] += slot.excess(hits);
            }
            rows[side].spend(hits);
            excess -= hits;
        }
    }
    while let (Some((first, hits)), Some((second, others))) = (rows[0].next(), rows[1].next()) {
        let pairs = hits.min(others);
        let mut strike = |side: usize, slot: Slot, other: Slot| {
            if slot.in_reach {
                damage[side] += Damage::points(pairs * slot.force.saturating_sub(other.force));
            }
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
        Slot { in_reach, force, multiple: 0 }
    }

    fn points(blows: [&Blows; 2], slots: [&[Slot]; 2]) -> [u16; 2] {
        compare(blows, slots).map(|damage| damage.points)
    }

    #[test]
    fn doubles_and_triples_count_in_excess_only() {
        let kinds = [3, 2, 0].map(|multiple| Slot { in_reach: true, force: 1, multiple });
        let slots = [&kinds[..], &[slot(true, 0)]];
        // A triple, two doubles and a plain hit against two hits: the triple and one double are in excess, each 1 + 1 points. The
        // other double and the plain hit win their pairs by 1 - 0.
        let [damage, back] = compare([&row(&[1, 2, 1]), &row(&[2])], slots);
        assert_eq!(damage, Damage { points: 6, doubles: 2, triples: 1 });
        assert_eq!(back, Damage::default());
    }

    #[test]
    fn excess_comes_off_the_first_hits_and_the_rest_are_paired_in_order() {
        // Force 3, 3, 1, 0 against Force 2, 0: two in excess do (1 + 3) each; then 1 against 2 and 0 against 0.
        let slots = [&[slot(true, 3), slot(true, 1), slot(true, 0)][..], &[slot(true, 2), slot(true, 0)]];
        assert_eq!(points([&row(&[2, 1, 1]), &row(&[1, 1])], slots), [8, 1]);
    }

    #[test]
    fn hits_out_of_reach_parry_and_do_nothing_else() {
        // One pike (Force 1) against two hammers (Force 3) that do not reach: neither the excess nor the pair does damage.
        let slots = [&[slot(true, 1)][..], &[slot(false, 3)]];
        assert_eq!(points([&row(&[1]), &row(&[2])], slots), [0, 0]);
        // Two pikes against one hammer: the pike in excess does 2, the other is parried.
        assert_eq!(points([&row(&[2]), &row(&[1])], slots), [2, 0]);
    }
}
