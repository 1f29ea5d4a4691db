//! What no later step of a match-up can feel, forgotten so that more states are equal.
//!
//! The units themselves remember it: in another match-up a lost weapon or shot scanners would count.

use super::damage::{Body, Condition};
use super::units::Event;
use super::{Matchup, Stage, State};
use crate::game::{Events, Game};

impl Matchup {
    /// Forgets it on both sides and of the others.
    pub(super) fn forget_what_nothing_feels(&self, state: &mut State) {
        match &self.attacker {
            Some(body) => forget_events(body, &mut state.attacker),
            // A target that cannot strike back uses no weapon.
            None => state.target.weapons_gone = 0,
        }
        if self.is_over(state) {
            // Only the rest of this round is still to be played: a blast and fires.
            forget_attacks(&mut state.attacker);
            state.attacker.suffered = Events::NONE;
            forget_attacks(&mut state.target);
            state.others.keep_waiting(match state.stage {
                Stage::Others(turn) => Some(turn),
                _ => None,
            });
        }
    }
}

/// Only the target's troubles are events. An attacker feels damaged weapons, and a fire, or being stuck if its crew
/// should panic.
fn forget_events(body: &Body, attacker: &mut Condition) {
    let stuck = attacker.is_stuck();
    let ablaze = attacker.has(Event::Fire) && body.fire.is_some();
    attacker.suffered = Events::NONE
        .with(Event::WeaponsDamaged, attacker.has(Event::WeaponsDamaged))
        .with(Event::Immobilised, stuck && !ablaze)
        .with(Event::Fire, ablaze);
}

/// A unit that no attack will hurt again, and that makes none.
fn forget_attacks(unit: &mut Condition) {
    unit.weapons_gone = 0;
    unit.loader = None;
    unit.reloading = false;
    if !unit.burning || unit.destroyed {
        unit.injuries = 0;
    }
}
