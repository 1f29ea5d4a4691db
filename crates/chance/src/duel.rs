//! Attacks between units that fight on: what a battle of many units needs of a system.
//!
//! A match-up plays an attack between two units. Each carries its condition: wounds, lost weapons, markers. A battle brings two units
//! together, plays the attack and keeps both conditions. The rules are those of a scenario with one attacker and one target; the battle
//! decides who attacks whom and when a round ends.

use std::fmt::Debug;
use std::hash::Hash;

use crate::chance::Chance;
use crate::game::{Flow, FromSetup};

/// The rules of one system, applied to an attacker and a target that may have fought before.
pub trait Duel: FromSetup + Clone {
    /// The condition of a unit, whichever unit it fights next.
    type Condition: Clone + Ord + Hash + Send + Sync + Debug;

    /// The state that all units of a battle share, such as a deck of cards.
    type Shared: Copy + Eq + Hash + Send + Sync + Debug;

    /// Returns the condition of a fresh target.
    fn fresh(&self) -> Self::Condition;

    /// Returns the shared state before the first round.
    fn shared(&self) -> Self::Shared;

    /// Returns the shared state of the next round.
    fn next_round(shared: Self::Shared) -> Self::Shared {
        shared
    }

    /// Begins an attack between two units in these conditions.
    fn begin_attack(
        &self,
        attacker: Self::Condition,
        target: Self::Condition,
        shared: Self::Shared,
    ) -> Self::State;

    /// Plays a step of the attack. Returns `RoundOver` when the attack is over. The end of the round is played by
    /// [`Duel::end_round`].
    fn attack_step<C: Chance>(&self, state: &mut Self::State, chance: &mut C) -> Flow;

    /// Returns both units and the shared state after an attack. `before` is the target's condition before it.
    fn finish_attack(&self, state: &Self::State, before: Self::Condition) -> AfterAttack<Self>;

    /// Returns whether the target is destroyed.
    fn is_destroyed(&self, target: &Self::Condition) -> bool;

    /// Returns how much of the target is left: wounds, hit points or cards.
    fn remaining(&self, target: &Self::Condition) -> u32;

    /// Returns whether the attacker has anything that can harm the target.
    fn can_harm(&self, _attacker: &Self::Condition, _target: &Self::Condition) -> bool {
        true
    }

    /// Combines two changes of a unit that happen at once: `acted` is its condition after its own attack, and `suffered` after the
    /// attacks on it. Both began from `before`.
    fn combine(
        &self,
        before: Self::Condition,
        acted: Self::Condition,
        suffered: Self::Condition,
    ) -> Self::Condition;

    /// Plays the turn of a unit that attacks nobody.
    fn idle<C: Chance>(&self, _target: &mut Self::Condition, _chance: &mut C) {}

    /// Returns whether the end of a round can change the target.
    fn changes_at_end(&self, _target: &Self::Condition) -> bool {
        false
    }

    /// Plays the end of a round for one unit: it burns, it rallies.
    fn end_round<C: Chance>(
        &self,
        _target: &mut Self::Condition,
        _shared: &mut Self::Shared,
        _chance: &mut C,
    ) {
    }
}

/// Two units after an attack.
pub struct AfterAttack<G: Duel> {
    /// The attacker.
    pub attacker: G::Condition,
    /// The target.
    pub target: G::Condition,
    /// The shared state.
    pub shared: G::Shared,
}
