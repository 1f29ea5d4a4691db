//! Clears fields that can no longer change a number of the match-up, so that more states are equal.
//!
//! A unit's condition holds everything that happened to it, because another match-up may need it. Within one match-up
//! most of it becomes irrelevant: an attacker's weapons in a ram, the HULL of a vehicle that only draws its last
//! cards, the deck when no unit will draw again.

use super::combatant::{Combatant, Condition, Side};
use super::round::Stage;
use super::units::{Event, Procedure, WEAPONS};
use super::{Attack, Matchup, State};
use chance::game::{Events, Game};

impl Matchup {
    /// Clears them. Returns the events that the state no longer shows.
    pub(super) fn clear_unread(&self, state: &mut State) -> Events {
        let happened = self.events(state);
        let State { attacker, target, .. } = state;
        let (attacker_lost, target_lost) = (self.attacker.is_lost(attacker), self.target.is_lost(target));
        let fights_on = !attacker_lost && !target_lost;
        self.forget_of(&self.attacker, attacker, attacker_lost, fights_on);
        self.forget_of(&self.target, target, target_lost, fights_on);
        if !fights_on {
            state.aboard = false;
            state.unloaded = false;
            state.move_dice = 0;
            if matches!(state.stage, Stage::Shot(_) | Stage::Melee) {
                state.stage = Stage::TurnEnds;
            }
        }
        // A destroyed unit burns no longer, and once the target is destroyed the attacker burns to the end of this round only.
        let is_settled =
            |lost: bool, condition: &Condition| lost == condition.destroyed && condition.to_draw == 0;
        let settled = is_settled(attacker_lost, &state.attacker) && is_settled(target_lost, &state.target);
        let attacker_burns = self.burns(&state.attacker) && state.stage != Stage::Begin;
        let is_final = (state.target.destroyed && !attacker_burns)
            || (state.attacker.destroyed && !self.burns(&state.target));
        if settled && is_final {
            state.deck = self.damage.deck();
            for condition in [&mut state.attacker, &mut state.target] {
                *condition = Condition { destroyed: condition.destroyed, ..Condition::default() };
            }
        }
        let wiped_out = matches!(self.attack, Attack::Wipeout);
        let fell = matches!(self.attack, Attack::Jump { .. }) && state.happened.has(Event::Fell as usize);
        state.happened = Events::NONE.with(Event::Fell, fell);
        let target = &mut state.target;
        let aboard = self.target.men.is_some() && !target.destroyed;
        target.happened = Events::NONE
            .with(Event::WipedOut, wiped_out && target.has(Event::WipedOut))
            .with(Event::Crew, aboard && target.has(Event::Crew))
            .with(Event::PassengerKilled, aboard && target.has(Event::PassengerKilled));
        happened.without(self.events(state))
    }

    fn burns(&self, condition: &Condition) -> bool {
        self.turn_ends && (condition.fire > 0 || condition.to_burn > 0)
    }

    fn forget_of(&self, unit: &Combatant, condition: &mut Condition, lost: bool, fights_on: bool) {
        let is_target = unit.side == Side::Target;
        if is_target {
            condition.loses_attack = false;
        } else {
            // A further CREW card costs no attack.
            let crew = self.damage.crew_costs_attack() && condition.has(Event::Crew);
            condition.happened = Events::NONE.with(Event::Crew, crew);
        }
        // Weapons: those that may fire in this match-up.
        condition.weapons = match (&self.attack, unit.side) {
            (Attack::Shooting(_), Side::Attacker) if fights_on => condition.weapons,
            (Attack::Rush { snap_fire: Some(_), .. }, Side::Target) if fights_on => {
                unit.basic_weapons(condition)
            }
            _ => [0; WEAPONS],
        };
        // Moves count for dice, for a jump, and for the check if the driver dies; the target's first DRIVE causes a check.
        let rolls_moves = match unit.side {
            Side::Attacker => matches!(self.procedure, Procedure::OverRun | Procedure::Ram),
            Side::Target => match self.procedure {
                Procedure::Jump => true,
                Procedure::Shooting => self.target_moves > 1,
                _ => false,
            },
        };
        let may_lose_driver =
            unit.men.as_ref().is_some_and(|men| men.has_driver) && !condition.has(Event::Crew);
        if !(rolls_moves && fights_on || may_lose_driver) {
            condition.drive = condition.drive.min(u8::from(is_target));
        }
        condition.driver_dead &= fights_on;
        if !self.turn_ends {
            condition.fire = condition.fire.min(1);
        }
        if lost && !condition.destroyed {
            // It only draws its last cards: whether it burns matters, but not how much.
            condition.cards = unit.hits;
            condition.hull = 0;
            condition.fire = condition.fire.min(1);
            condition.to_burn = 0;
        }
    }
}
