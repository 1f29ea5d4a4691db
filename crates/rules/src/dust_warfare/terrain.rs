//! Tracks and wheels in difficult terrain: DW-40, DW-41.

use super::State;
use super::choices::{Ability, Event, Measure};
use super::combat_die::CombatDice;
use super::units::Units;
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::fields::{Fault, Problems};
use chance::game::Flow;

const TERRAIN: Roll = Roll::new("terrain", "DW-40");

/// One move in each round.
#[derive(Clone, Debug)]
pub struct DifficultTerrain {
    dice: CombatDice,
    wheels: bool,
    /// A Dozer Blade or a Panzer Ace is never stopped.
    unstoppable: bool,
}

impl DifficultTerrain {
    /// Checks that the target has either tracks or wheels.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Self {
        let has = |ability| units.target.abilities.contains(&ability);
        let wheels = has(Ability::Wheels);
        if wheels == has(Ability::Tracks) {
            let words = "a unit in difficult terrain has either \"tracks\" or \"wheels\"".to_owned();
            problems.add("target.abilities", Fault::Conflict(words));
        }
        let unstoppable = has(Ability::DozerBlade) || has(Ability::PanzerAce);
        Self { dice: CombatDice::new(&TERRAIN, pools), wheels, unstoppable }
    }

    /// Plays a move.
    pub fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        let rule = if self.wheels { "DW-41" } else { "DW-40" };
        if self.unstoppable {
            chance.tell(rule, || "nothing stops it in difficult terrain".to_owned());
            return Flow::RoundOver;
        }
        let stopped = self.dice.roll(1, self.wheels, chance);
        chance.measure(Measure::Stops, stopped);
        if stopped == 1 {
            state.happened.add(Event::Stopped);
        }
        chance.tell(rule, || {
            let end = if stopped == 1 { "it is stopped" } else { "it moves on" };
            format!("difficult terrain: {end}")
        });
        Flow::RoundOver
    }
}
