//! Units in battles: damage, markers, table effects, ammunition and used-up abilities stay with them.
//!
//! Activation and end phase come once a round for every unit, as they do for the target of a scenario.

use super::attack::{Attack, Stage};
use super::condition::Leader;
use super::{Condition, Matchup, Play, State};
use chance::Chance;
use chance::duel::{AfterAttack, Duel};
use chance::game::Flow;

impl Duel for Matchup {
    type Condition = Condition;
    type Shared = ();

    fn fresh(&self) -> Condition {
        Condition::default()
    }

    fn shared(&self) {}

    fn begin_attack(&self, attacker: Condition, target: Condition, (): ()) -> State {
        State { target, attacker, ..State::default() }
    }

    #[inline]
    fn attack_step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        let Play::Attack(attack) = &self.play else { return Flow::RoundOver };
        attack.act(state, chance);
        if state.stage == Stage::Activation { Flow::RoundOver } else { Flow::Next }
    }

    fn finish_attack(&self, state: &State, before: Condition) -> AfterAttack<Self> {
        let State { attacker, mut target, .. } = *state;
        // A unit's own attacks use its ammunition; so does a reaction.
        let reacted = target.reacted && !before.reacted;
        target.empty = if reacted { target.empty | before.empty } else { before.empty };
        AfterAttack { attacker, target, shared: () }
    }

    fn is_destroyed(&self, target: &Condition) -> bool {
        self.attack().is_some_and(|attack| target.is_eliminated(attack.target()))
    }

    fn remaining(&self, target: &Condition) -> u32 {
        self.attack().map_or(0, |attack| target.health(attack.target()))
    }

    fn can_harm(&self, attacker: &Condition, target: &Condition) -> bool {
        // An empty line is loaded in the turn in which it would fire.
        let loaded = Condition { empty: 0, ..*attacker };
        self.attack().is_some_and(|attack| attack.fires(&self.begin_attack(loaded, *target, ())))
    }

    fn combine(&self, before: Condition, acted: Condition, suffered: Condition) -> Condition {
        let Some(attack) = self.attack() else { return suffered };
        let body = attack.target();
        let mut both = suffered;
        both.suffer(before.health(body) - acted.health(body), body);
        both.empty = acted.empty;
        both.used.add_all(acted.used);
        both
    }

    fn idle<C: Chance>(&self, target: &mut Condition, _chance: &mut C) {
        target.empty = 0;
    }

    fn changes_at_end(&self, target: &Condition) -> bool {
        self.attack().is_some_and(super::attack::Attack::activates)
            && (target.suppression > 0
                || target.reacted
                || target.leader == Leader::Lost
                || target.is_on_fire())
    }

    fn end_round<C: Chance>(&self, target: &mut Condition, (): &mut (), chance: &mut C) {
        if let Some(attack) = self.attack() {
            attack.activate(target, chance);
        }
    }
}

impl Matchup {
    fn attack(&self) -> Option<&Attack> {
        match &self.play {
            Play::Attack(attack) => Some(attack),
            _ => None,
        }
    }
}
