//! The reaction of a unit that is attacked: a reaction attack (DW-42), or Hit the Dirt.

use super::State;
use super::attack::{Attack, Stage};
use super::choices::Measure;
use super::defence::Damage;
use super::shots::Shots;
use chance::Chance;

impl Attack {
    /// Begins the round: plays the choice of a reaction. Returns the attack if it comes next.
    pub(super) fn begin<C: Chance>(&self, state: &mut State, chance: &mut C) -> Option<Shots<'_>> {
        state.attacker_losses = self.lost_with(&state.attacker) as u8;
        let alive = !state.attacker.is_eliminated(&self.attacker.body);
        let shots = if alive { self.shots(state) } else { None };
        let Some(shots) = shots else {
            chance.tell("DW-8", || {
                if alive { "no line fires: no attack" } else { "the attacker is no more" }.to_owned()
            });
            self.spend(None, state);
            state.target.empty = 0;
            state.stage = Stage::Activation;
            return None;
        };
        shots.lines.announce(&shots.plan, chance);
        // DW-53: nobody reacts to bombs.
        let bombs = shots.lines.is_bombing();
        let may_react = !bombs && !state.target.reacted && !state.target.is_held_down(&self.target.body);
        let answer = if may_react && self.answer.is_some() { self.answering_shots(state) } else { None };
        if let Some(answer) = answer {
            chance.tell("DW-42", || "the target reacts with an attack, at the same time".to_owned());
            answer.lines.announce(&answer.plan, chance);
            state.target.reacted = true;
            state.stage = Stage::Answer;
            return None;
        }
        state.target.empty = 0;
        let dirt = may_react && self.hits_the_dirt;
        if dirt {
            state.target.reacted = true;
            state.target.gain_markers(1, &self.target.body);
            state.note_markers();
            chance.tell("DW-20", || "the target hits the dirt: a marker, and one step of cover".to_owned());
        }
        state.stage = Stage::Fire { dirt };
        Some(Shots { dirt, ..shots })
    }

    /// Rolls the lines of the reaction (DW-42).
    pub(super) fn answer<C: Chance>(&self, state: &mut State, chance: &mut C) {
        state.stage = match self.answering_shots(state) {
            Some(shots) => Stage::Answered(shots.fire(&state.attacker, chance).1),
            None => Stage::Fire { dirt: false },
        };
    }

    /// The attacker defends itself against the reaction.
    pub(super) fn answered<C: Chance>(&self, damage: Damage, state: &mut State, chance: &mut C) {
        state.stage = Stage::Fire { dirt: false };
        let Some(Shots { plan, .. }) = self.answering_shots(state) else { return };
        let blow = self.attacker.defend(&state.attacker, damage, plan.nature, chance);
        let casualties = self.attacker.take(&mut state.attacker, &blow, chance);
        chance.measure(Measure::ReactionDamage, blow.taken());
        chance.measure(Measure::ReactionCasualties, casualties);
        plan.spend(&mut state.target);
    }
}
