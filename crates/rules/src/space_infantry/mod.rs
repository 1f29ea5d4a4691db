//! Space Infantry: anti-vehicle and standard attacks on vehicles (SI-1 to SI-8).

mod anti_vehicle;
mod duel;
mod standard;
mod units;

use crate::chance::Chance;
use crate::dice::{Die, Pools, Roll};
use crate::fields::{Named, Problems, Setup};
use crate::game::{Flow, Game, Procedure as ProcedureData, System};

pub use units::{Measure, Options, Procedure, Range, Resource, Situation, SoftTargetDraw, Unit};

/// An attacker, a target and how they meet.
#[derive(Clone, Debug)]
pub struct Matchup {
    pools: Pools,
    attack: Attack,
}

/// SI-8: an attack is of one kind or the other.
#[derive(Clone, Debug)]
enum Attack {
    AntiVehicle(anti_vehicle::Attack),
    Standard(standard::Attack),
}

/// What attacks have done to one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// Wound counters, up to those that destroy it.
    pub wounds: u8,
    /// Gone.
    pub destroyed: bool,
}

/// Both sides of a match-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The unit that attacks.
    pub attacker: Condition,
    /// The unit that is attacked.
    pub target: Condition,
}

impl Condition {
    /// SI-4 and SI-6: wounds stay, and enough of them destroy the unit.
    #[inline]
    fn wound(&mut self, wounds: u32, destroyed_at: u32) {
        let wounds = (u32::from(self.wounds) + wounds).min(destroyed_at);
        self.wounds = wounds as u8;
        self.destroyed |= wounds == destroyed_at;
    }
}

/// A draw of RNs, each of which succeeds at `least` or more (SI-1).
fn rn(roll: Roll, sides: u8, least: u32) -> Die {
    Die::new(roll, sides, |rn| u32::from(rn) >= least)
}

/// Both procedures count the same things.
const PROCEDURE: ProcedureData = ProcedureData {
    name: Procedure::NAMES[0],
    measures: &[Measure::SuccessLevels as usize, Measure::Hits as usize, Measure::Wounds as usize],
    events: &[],
    funnel: &[
        Measure::Draws as usize,
        Measure::SuccessLevels as usize,
        Measure::Hits as usize,
        Measure::Wounds as usize,
    ],
    damage: Some(Measure::Wounds as usize),
};

impl Game for Matchup {
    type State = State;

    const SYSTEM: System = System {
        id: "space-infantry",
        title: "Space Infantry",
        about: "Anti-vehicle and standard attacks on vehicles (vehicle rules 0.3.2).",
        procedures: &[
            ProcedureData { name: Procedure::NAMES[0], ..PROCEDURE },
            ProcedureData { name: Procedure::NAMES[1], ..PROCEDURE },
        ],
        further_units: &[],
        unit: Unit::FIELDS,
        situation: Situation::FIELDS,
        options: Options::FIELDS,
        measures: Measure::NAMES,
        events: &[],
        starter: include_str!("starter.toml"),
    };

    fn procedure(&self) -> &'static str {
        match self.attack {
            Attack::AntiVehicle(_) => Procedure::AntiVehicle.name(),
            Attack::Standard(_) => Procedure::Standard.name(),
        }
    }

    fn pools(&self) -> &Pools {
        &self.pools
    }

    fn start(&self) -> State {
        State::default()
    }

    #[inline]
    fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        match &self.attack {
            Attack::AntiVehicle(attack) => attack.play(&mut state.target, chance),
            Attack::Standard(attack) => attack.play(&mut state.target, chance),
        }
        Flow::RoundOver
    }

    #[inline]
    fn is_killed(&self, state: &State) -> bool {
        state.target.destroyed
    }
}

impl Matchup {
    /// Checks both units and makes their dice, beside those that are there already.
    fn with_dice(setup: &Setup, mut pools: Pools) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let attack = units::read(setup, &mut problems).and_then(|units| match units.procedure {
            Procedure::AntiVehicle => {
                anti_vehicle::Attack::new(&units, &mut pools, &mut problems).map(Attack::AntiVehicle)
            }
            Procedure::Standard => {
                standard::Attack::new(&units, &mut pools, &mut problems).map(Attack::Standard)
            }
        });
        problems.or(attack).map(|attack| Self { pools, attack })
    }
}
