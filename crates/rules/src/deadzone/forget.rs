//! What no later step of a match-up can feel, forgotten so that more states are equal.
//!
//! The units themselves remember it: in another match-up a lost weapon or shot scanners would count.

use super::damage::{Body, Condition};
use super::units::Event;
use super::{Matchup, Stage, State};
use crate::game::{Events, Game};

impl Matchup {
    /// Forgets it on both sides and of the others; gives the events that are no longer seen in the state.
    pub(super) fn forget_what_nothing_feels(&self, state: &mut State) -> Events {
        let happened = self.events(state);
        state.scattered = false;
        state.others.killed = false;
        forget_events(&self.target, &mut state.target, false);
        match &self.attacker {
            Some(body) => forget_events(body, &mut state.attacker, true),
            // A target that cannot strike back uses no weapon.
            None => state.target.weapons_gone = 0,
        }
        if self.is_over(state) {
            // Only the rest of this round is still to be played: a blast and fires.
            forget_attacks(&mut state.attacker);
            forget_attacks(&mut state.target);
            state.others.keep_waiting(match state.stage {
                Stage::Others(turn) => Some(turn),
                _ => None,
            });
        }
        happened.without(self.events(state))
    }
}

/// What has befallen a unit is felt only as a fire, and by one that attacks as damaged weapons.
fn forget_events(body: &Body, unit: &mut Condition, attacks: bool) {
    unit.suffered = Events::NONE
        .with(Event::Fire, unit.has(Event::Fire) && body.fire.is_some())
        .with(Event::WeaponsDamaged, unit.has(Event::WeaponsDamaged) && attacks);
    unit.stuck &= !unit.destroyed;
}

/// A unit that no attack will hurt again, and that makes none.
fn forget_attacks(unit: &mut Condition) {
    unit.suffered = Events::NONE;
    unit.weapons_gone = 0;
    unit.stuck = false;
    unit.loader = None;
    unit.reloading = false;
    if !unit.burning || unit.destroyed {
        unit.injuries = 0;
    }
}
