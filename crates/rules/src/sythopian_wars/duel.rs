//! Units in battles: slain models, sustained damage, Armor, HP and system damage stay with them.
//!
//! A unit is activated when it attacks, like the attacker of a scenario (SY-17). A unit that attacks nobody is activated too.

use super::{Condition, Matchup, Stage, State};
use chance::Chance;
use chance::duel::{AfterAttack, Duel};
use chance::game::{Events, Flow, Game};

impl Duel for Matchup {
    type Condition = Condition;
    type Shared = ();

    fn fresh(&self) -> Condition {
        self.sides.target.start
    }

    fn shared(&self) {}

    fn begin_attack(&self, attacker: Condition, target: Condition, (): ()) -> State {
        State { attacker, target, happened: Events::NONE, stage: Stage::Start }
    }

    #[inline]
    fn attack_step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        self.step(state, chance);
        if state.stage == Stage::End { Flow::RoundOver } else { Flow::Next }
    }

    fn finish_attack(&self, state: &State, _before: Condition) -> AfterAttack<Self> {
        AfterAttack { attacker: state.attacker, target: state.target, shared: () }
    }

    fn is_destroyed(&self, target: &Condition) -> bool {
        target.is_destroyed()
    }

    fn remaining(&self, target: &Condition) -> u32 {
        match *target {
            Condition::Infantry { .. } => self.sides.target.health(*target),
            Condition::Vehicle { armor, hp, .. } => armor.min(hp).into(),
        }
    }

    fn combine(&self, before: Condition, acted: Condition, suffered: Condition) -> Condition {
        match (before, acted, suffered) {
            (Condition::Infantry { .. }, Condition::Infantry { .. }, Condition::Infantry { .. }) => {
                let body = &self.sides.target;
                let whole = body.health(suffered) + body.health(acted);
                let stunned = acted.stunned().max(suffered.stunned());
                let carriers = before.carriers().combine(acted.carriers(), suffered.carriers());
                body.with_health(whole.saturating_sub(body.health(before)), stunned, carriers)
            }
            (
                Condition::Vehicle { armor, hp, majors, .. },
                Condition::Vehicle { armor: armor_1, hp: hp_1, minor: minor_1, majors: majors_1 },
                Condition::Vehicle { armor: armor_2, hp: hp_2, minor: minor_2, majors: majors_2 },
            ) => Condition::Vehicle {
                armor: (armor_1 + armor_2).saturating_sub(armor),
                hp: (hp_1 + hp_2).saturating_sub(hp),
                minor: minor_1 || minor_2,
                majors: majors_1.saturating_add(majors_2) - majors,
            },
            // A unit is of one kind, before and after.
            _ => suffered,
        }
    }

    fn idle<C: Chance>(&self, target: &mut Condition, chance: &mut C) {
        self.sides.target.return_to_fight(target, chance);
    }
}
