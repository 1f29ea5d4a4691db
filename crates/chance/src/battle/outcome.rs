//! The measures and events of a battle.
//!
//! A battle ends when it is decided, and its end is reported in that round. Battles that go on report their state every round; for these
//! the report of the last round counts. Each report is one more than the number, because 0 means that nothing was reported.

use super::{Battle, Side, StateOf};
use crate::chance::Chance;
use crate::choice;
use crate::duel::Duel;
use crate::game::Events;

choice! {
    /// What is counted at the end of a round. Points are places in [`super::Sums`].
    pub enum Measure {
        /// In a battle that ends: one more than the points that the first side has lost in all.
        FirstPoints = "first_points",
        /// In a battle that ends: one more than the points that the second side has lost in all.
        SecondPoints = "second_points",
        /// In a battle that ends: one more than the units that the first side has left.
        FirstUnits = "first_units",
        /// In a battle that ends: one more than the units that the second side has left.
        SecondUnits = "second_units",
        /// In a battle that goes on: one more than the points that the first side has lost in all.
        FirstPointsSoFar = "first_points_so_far",
        /// In a battle that goes on: one more than the points that the second side has lost in all.
        SecondPointsSoFar = "second_points_so_far",
        /// In a battle that goes on: one more than the units that the first side has left.
        FirstUnitsSoFar = "first_units_so_far",
        /// In a battle that goes on: one more than the units that the second side has left.
        SecondUnitsSoFar = "second_units_so_far",
    }
}

impl Measure {
    /// All, by index.
    pub const ALL_OF_THEM: &'static [usize] = &[0, 1, 2, 3, 4, 5, 6, 7];
    /// How a battle ended: the points that each side lost.
    pub const POINTS: [Self; 2] = [Self::FirstPoints, Self::SecondPoints];
    /// How a battle ended: the units that each side has left.
    pub const UNITS: [Self; 2] = [Self::FirstUnits, Self::SecondUnits];
    /// How a battle stands: the points that each side lost.
    pub const POINTS_SO_FAR: [Self; 2] = [Self::FirstPointsSoFar, Self::SecondPointsSoFar];
    /// How a battle stands: the units that each side has left.
    pub const UNITS_SO_FAR: [Self; 2] = [Self::FirstUnitsSoFar, Self::SecondUnitsSoFar];
}

choice! {
    /// What may have happened by the end of a round.
    pub enum Event {
        /// The second side is gone, and the first is not.
        FirstWon = "first_won",
        /// The first side is gone, and the second is not.
        SecondWon = "second_won",
        /// Both sides are gone.
        BothGone = "both_gone",
        /// The first side has destroyed at least as many points as it cost.
        FirstEarned = "first_earned",
        /// The second side has destroyed at least as many points as it cost.
        SecondEarned = "second_earned",
    }
}

impl Event {
    /// All, by index.
    pub const ALL_OF_THEM: &'static [usize] = &[0, 1, 2, 3, 4];
    /// That a side has won.
    pub const WON: [Self; 2] = [Self::FirstWon, Self::SecondWon];
    /// That a side has earned its points back.
    pub const EARNED: [Self; 2] = [Self::FirstEarned, Self::SecondEarned];
}

impl<G: Duel> Battle<G> {
    /// The units that a side has left.
    fn left(&self, side: Side, state: &StateOf<G>) -> usize {
        state.units[self.units_of(side)].iter().flatten().count()
    }

    /// The points that a side has lost.
    fn lost(&self, side: Side, state: &StateOf<G>) -> f64 {
        let gone = self.units_of(side).filter(|&unit| state.units[unit].is_none());
        gone.map(|unit| self.troops[self.kinds[unit]].points).sum()
    }

    /// Whether a side is gone.
    pub(super) fn decided(&self, state: &StateOf<G>) -> bool {
        (0..2).any(|side| self.left(side, state) == 0)
    }

    /// The events of the battle so far.
    pub(super) fn outcome(&self, state: &StateOf<G>) -> Events {
        let [first, second] = [0, 1].map(|side| self.left(side, state));
        let earned = |side: Side| {
            // A side that costs nothing has nothing to earn back.
            let (cost, destroyed) = (self.sums[side].total(), self.lost(1 - side, state));
            cost > 0.0 && destroyed >= cost - 1e-6
        };
        Events::NONE
            .with(Event::FirstWon, second == 0 && first > 0)
            .with(Event::SecondWon, first == 0 && second > 0)
            .with(Event::BothGone, first == 0 && second == 0)
            .with(Event::FirstEarned, earned(0))
            .with(Event::SecondEarned, earned(1))
    }

    /// Says how many units of each kind are left on both sides.
    pub(super) fn left_in_words(&self, state: &StateOf<G>) -> String {
        let side = |side: Side| {
            let kinds = (0..self.troops.len()).filter(|&kind| self.troops[kind].side == side);
            let of_kind = kinds.map(|kind| {
                let left = self.kinds.iter().zip(&state.units);
                let left = left.filter(|(of, unit)| **of == kind && unit.is_some()).count();
                match self.names.get(kind) {
                    Some(name) => format!("{left} {name}"),
                    None => left.to_string(),
                }
            });
            of_kind.collect::<Vec<_>>().join(", ")
        };
        format!("left are {} against {}", side(0), side(1))
    }

    /// Reports a round that is over.
    pub(super) fn report<C: Chance>(&self, state: &StateOf<G>, chance: &mut C) {
        let ended = self.decided(state);
        let (points, units) = if ended {
            (Measure::POINTS, Measure::UNITS)
        } else {
            (Measure::POINTS_SO_FAR, Measure::UNITS_SO_FAR)
        };
        for side in 0..2 {
            let lost = self.sums[side].place(self.lost(side, state));
            chance.measure(points[side], lost as u32 + 1);
            chance.measure(units[side], self.left(side, state) as u32 + 1);
        }
    }
}
