//! Clears fields that no later step of a match-up reads, so that more states are equal.
//!
//! The units keep them between match-ups: in another one a lost weapon or shot scanners would count.

use super::damage::{Body, Condition};
use super::units::Event;
use super::{Matchup, Stage, State};
use chance::game::{Events, Game};

impl Matchup {
    /// Clears them on both sides and of the bystanders. Returns the events that the state no longer shows.
    pub(super) fn clear_unread(&self, state: &mut State) -> Events {
        let happened = self.events(state);
        state.scattered = false;
        state.others.killed = false;
        // The target's crew never fires.
        state.target.apart = false;
        forget_events(&self.target, &mut state.target, false);
        match &self.attacker {
            Some(body) => forget_events(body, &mut state.attacker, true),
            // A target that cannot strike back uses no weapon.
            None => state.target.weapons_gone = 0,
        }
        if self.is_over(state) {
            // Only a blast and fires of this round are still to come.
            forget_attacks(&mut state.attacker);
            forget_attacks(&mut state.target);
            state.others.keep_waiting(match state.stage {
                Stage::Bystanders(turn) => Some(turn),
                _ => None,
            });
        }
        happened.without(self.events(state))
    }
}

/// Of a unit's events later rules read only fire and, for an attacker, damaged weapons.
fn forget_events(body: &Body, unit: &mut Condition, attacks: bool) {
    unit.suffered = Events::NONE
        .with(Event::Fire, unit.has(Event::Fire) && body.fire.is_some())
        .with(Event::WeaponsDamaged, unit.has(Event::WeaponsDamaged) && attacks);
    unit.stuck &= !unit.destroyed;
}

/// Clears a unit that no attack will hurt again and that attacks no more.
fn forget_attacks(unit: &mut Condition) {
    unit.suffered = Events::NONE;
    unit.weapons_gone = 0;
    unit.stuck = false;
    unit.loader = None;
    unit.reloading = false;
    unit.apart = false;
    if !unit.burning || unit.destroyed {
        unit.injuries = 0;
    }
}
