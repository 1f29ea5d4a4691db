//! Units in battles: wounds stay, and nothing else changes.

use super::{Attack, Condition, Matchup, State};
use chance::Chance;
use chance::duel::{Duel, Parted};
use chance::game::{Flow, Game};

impl Duel for Matchup {
    type Condition = Condition;
    type Shared = ();

    fn fresh(&self) -> Condition {
        Condition::default()
    }

    fn shared(&self) {}

    fn meet(&self, attacker: Condition, target: Condition, (): ()) -> State {
        State { attacker, target }
    }

    #[inline]
    fn engage<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        self.step(state, chance)
    }

    fn part(&self, state: &State, _before: Condition) -> Parted<Self> {
        Parted { attacker: state.attacker, target: state.target, shared: () }
    }

    fn is_gone(&self, target: &Condition) -> bool {
        target.destroyed
    }

    fn left(&self, target: &Condition) -> u32 {
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
    fn both(&self, _before: Condition, _acted: Condition, suffered: Condition) -> Condition {
        suffered
    }
}
