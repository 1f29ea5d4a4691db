//! Who attacks whom, and when.

use super::round::BATTLE;
use super::{Battle, StateOf};
use crate::chance::Chance;
use crate::choice;
use crate::dice::{Roll, Shows};
use crate::duel::Duel;
use crate::limits;

choice! {
    /// How a side chooses whom its units attack.
    pub enum Policy {
        /// The enemy with the least left to be destroyed.
        Weakest = "weakest",
        /// The enemy that costs most; of equals the weakest.
        Dearest = "dearest",
        /// The enemy that has been attacked least in this round; of equals the weakest.
        Spread = "spread",
        /// Any enemy, each as likely.
        Random = "random",
    }
}

choice! {
    /// Who attacks first in a round.
    pub enum Order {
        /// Both sides at once: each unit alive when the round began attacks, in the state in which it was then.
        AtOnce = "at-once",
        /// The first side, then what is left of the second.
        FirstSideFirst = "first",
        /// The second side, then what is left of the first.
        SecondSideFirst = "second",
    }
}

const TARGET: Roll = Roll::new("target", BATTLE);

impl<G: Duel> Battle<G> {
    /// Chooses the enemy that a unit attacks; `None` if it can harm no enemy.
    pub(super) fn choose<C: Chance>(
        &self,
        unit: usize,
        condition: &G::Condition,
        state: &StateOf<G>,
        chance: &mut C,
    ) -> Option<usize> {
        let side = self.side_of(unit);
        let enemies = self.units_of(1 - side);
        let can_harm = |enemy: &usize| {
            let target = &state.units[*enemy];
            let matchup = self.matchup(unit, *enemy).1;
            target
                .as_ref()
                .is_some_and(|target| matchup.is_some_and(|matchup| matchup.can_harm(condition, target)))
        };
        if self.policies[side] == Policy::Random {
            let mut copies = [0; limits::UNITS as usize];
            for enemy in enemies.clone().filter(can_harm) {
                copies[enemy] = 1;
            }
            let copies = &copies[..enemies.end];
            if copies.iter().all(|&copies| copies == 0) {
                return None;
            }
            return Some(chance.draw(TARGET, copies, |enemy| Shows::Number(enemy as i64 + 1)));
        }
        let key = |enemy: usize| {
            let rank = match self.policies[side] {
                Policy::Weakest | Policy::Random => 0,
                Policy::Dearest => self.troops.len() - self.cost_ranks[self.kinds[enemy]],
                Policy::Spread => usize::from(state.attacked(enemy)),
            };
            let target = state.units[enemy].as_ref()?;
            let left = self.view(enemy).map(|(_, view)| view.remaining(target));
            Some((rank, left, self.kinds[enemy], target))
        };
        // `can_harm` is the most expensive question, so it is asked only of enemies that would be chosen.
        let mut best = None;
        for enemy in enemies {
            if let Some(key) = key(enemy)
                && best.as_ref().is_none_or(|(_, least)| key < *least)
                && can_harm(&enemy)
            {
                best = Some((enemy, key));
            }
        }
        best.map(|(enemy, _)| enemy)
    }

    /// The match-up of a unit with an enemy, and its number.
    pub(super) fn matchup(&self, attacker: usize, target: usize) -> (usize, Option<&G>) {
        let place = self.kinds[attacker] * self.troops.len() + self.kinds[target];
        (place, self.matchups[place].as_ref())
    }

    /// Whether a side's policy depends on how often an enemy was attacked in this round.
    pub(super) fn counts_attacks(&self) -> bool {
        self.policies.contains(&Policy::Spread)
    }
}
