//! Units in battles: wounds stay, and nothing else changes.

use super::{Attack, Condition, Matchup, State};
use chance::Chance;
use chance::duel::{AfterAttack, Duel};
use chance::game::{Flow, Game};

impl Duel for Matchup {
    type Condition = Condition;
    type Shared = ();

    fn fresh(&self) -> Condition {
        Condition::default()
    }

    fn shared(&self) {}

    fn begin_attack(&self, attacker: Condition, target: Condition, (): ()) -> State {
        State { attacker, target }
    }

    #[inline]
    fn attack_step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        self.step(state, chance)
    }

    fn finish_attack(&self, state: &State, _before: Condition) -> AfterAttack<Self> {
        AfterAttack { attacker: state.attacker, target: state.target, shared: () }
    }

    fn is_destroyed(&self, target: &Condition) -> bool {
        target.destroyed
    }

    fn remaining(&self, target: &Condition) -> u32 {
        match &self.attack {
            Attack::AntiVehicle(attack) => attack.destroyed_at(),
            Attack::Standard(attack) => attack.destroyed_at(),
        }
        .saturating_sub(target.wounds.into())
    }

    fn can_harm(&self, _attacker: &Condition, _target: &Condition) -> bool {
        match &self.attack {
            Attack::AntiVehicle(_) => true,
            Attack::Standard(attack) => attack.can_harm(),
        }
    }

    /// An attack does not change the attacker.
    fn combine(&self, _before: Condition, _acted: Condition, suffered: Condition) -> Condition {
        suffered
    }
}
