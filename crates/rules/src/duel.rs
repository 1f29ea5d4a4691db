//! Attacks between units that fight on: what a battle of many units needs of a system.
//!
//! A match-up plays an attack between two units that carry with them all that has become of them. A battle brings any two
//! together, plays the attack, and takes both back. The rules are the very ones that a scenario of one attacker and one target
//! plays; only who acts, on whom, and when a round ends is decided elsewhere.

use std::fmt::Debug;
use std::hash::Hash;

use crate::chance::Chance;
use crate::dice::Pools;
use crate::fields::{Problems, Setup};
use crate::game::{Flow, Game};

/// The rules of one system, applied to an attacker and a target who may have fought before.
pub trait Duel: Game + Clone {
    /// What has become of one unit, whomever it meets next.
    type Condition: Copy + Ord + Hash + Send + Sync + Debug;

    /// What all units of a battle share, such as a deck of cards.
    type Shared: Copy + Eq + Hash + Send + Sync + Debug;

    /// The procedures by which units of a battle attack each other.
    const BATTLES: &'static [&'static str];

    /// Fields of the situation that say how a single target begins, or who else is there: a battle says that itself.
    const NOT_IN_BATTLES: &'static [&'static str] = &[];

    /// Options that are different in a battle if the file does not say otherwise.
    const BATTLE_OPTIONS: &'static [(&'static str, &'static str)] = &[];

    /// Checks a match-up and makes it ready to be played. Its dice join those that are there already.
    fn new(setup: &Setup, pools: Pools) -> Result<Self, Problems>;

    /// The target before anything has happened to it.
    fn fresh(&self) -> Self::Condition;

    /// What all share before the first round.
    fn shared(&self) -> Self::Shared;

    /// What all share in the round after this one.
    fn next_round(shared: Self::Shared) -> Self::Shared {
        shared
    }

    /// Two units meet as they are.
    fn meet(&self, attacker: Self::Condition, target: Self::Condition, shared: Self::Shared) -> Self::State;

    /// Plays a step of the attack. `RoundOver` once all that the attack itself brings has happened; what the end of a round does
    /// to a unit is for [`Duel::end_round`].
    fn engage<C: Chance>(&self, state: &mut Self::State, chance: &mut C) -> Flow;

    /// What has become of the attacker, of the target, who was `before`, and of what all share.
    fn part(&self, state: &Self::State, before: Self::Condition) -> Parted<Self>;

    /// Whether the target is no more.
    fn is_gone(&self, target: &Self::Condition) -> bool;

    /// What is left to be destroyed of the target: wounds, hit points, cards.
    fn left(&self, target: &Self::Condition) -> u32;

    /// Whether the attacker has anything that can do harm to the target.
    fn can_harm(&self, _attacker: &Self::Condition, _target: &Self::Condition) -> bool {
        true
    }

    /// Puts together what befell the target at once: what its own attack made of it, and what the attacks on it did.
    fn both(
        &self,
        before: Self::Condition,
        acted: Self::Condition,
        suffered: Self::Condition,
    ) -> Self::Condition;

    /// The target has its turn and attacks nobody.
    fn idle<C: Chance>(&self, _target: &mut Self::Condition, _chance: &mut C) {}

    /// Whether the end of a round does anything to the target.
    fn stirs(&self, _target: &Self::Condition) -> bool {
        false
    }

    /// What the end of a round does to the target by itself: it burns, it rallies.
    fn end_round<C: Chance>(
        &self,
        _target: &mut Self::Condition,
        _shared: &mut Self::Shared,
        _chance: &mut C,
    ) {
    }
}

/// Two units after an attack.
pub struct Parted<G: Duel> {
    /// The unit that attacked.
    pub attacker: G::Condition,
    /// The unit that was attacked.
    pub target: G::Condition,
    /// What all share.
    pub shared: G::Shared,
}
