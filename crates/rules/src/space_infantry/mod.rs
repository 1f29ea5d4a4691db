//! Space Infantry: anti-vehicle and standard attacks on vehicles (SI-1 to SI-8).

mod anti_vehicle;
mod duel;
mod standard;
mod units;

use std::sync::LazyLock;

use crate::readme::rules_of;
use chance::Chance;
use chance::dice::{Die, Pools, Roll};
use chance::fields::{Named, Problems, Setup};
use chance::game::{BattleRules, Flow, FromSetup, Game, Procedure as ProcedureData, System};
use chance::shared::{List, Shared};

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

/// The state of one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// Wound counters, up to those that destroy it.
    pub wounds: u8,
    /// Destroyed.
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

/// SI-1: the range of RNs.
fn rns_in_words(sides: u8) -> String {
    format!("each RN is a number from 1 to {sides}")
}

/// Both procedures count the same things.
const fn procedure(procedure: Procedure) -> ProcedureData {
    ProcedureData::built_in(
        &Procedure::NAMES[procedure as usize],
        &[Measure::SuccessLevels as usize, Measure::Hits as usize, Measure::Wounds as usize],
        &[],
        &[
            Measure::Draws as usize,
            Measure::SuccessLevels as usize,
            Measure::Hits as usize,
            Measure::Wounds as usize,
        ],
        Some(Measure::Wounds as usize),
    )
}

/// Its procedures as data.
const PROCEDURES: &[ProcedureData] = &[procedure(Procedure::AntiVehicle), procedure(Procedure::Standard)];

/// The system as data.
static SYSTEM: LazyLock<System> = LazyLock::new(|| System {
    id: Shared::Static("space-infantry"),
    title: Shared::Static("Space Infantry"),
    about: Shared::Static("Anti-vehicle and standard attacks on vehicles (vehicle rules 0.3.2)."),
    procedures: Shared::Static(PROCEDURES),
    further_units: List::EMPTY,
    unit: Shared::Static(Unit::FIELDS),
    situation: Shared::Static(Situation::FIELDS),
    options: Shared::Static(Options::FIELDS),
    measures: Shared::Static(Measure::NAMES),
    events: List::EMPTY,
    rules: rules_of(include_str!("README.md")),
    starter: Shared::Static(include_str!("starter.toml")),
    battles: BattleRules {
        procedures: Shared::Static(&[Shared::Static("anti-vehicle"), Shared::Static("standard")]),
        not_in_situation: List::EMPTY,
        options: List::EMPTY,
    },
});

impl FromSetup for Matchup {
    type Rulebook = ();

    fn system_of((): &()) -> &System {
        &SYSTEM
    }

    fn new((): &(), setup: &Setup, pools: Pools) -> Result<Self, Problems> {
        Self::with_dice(setup, pools)
    }
}

impl Game for Matchup {
    type State = State;

    fn system(&self) -> &System {
        &SYSTEM
    }

    fn procedure(&self) -> &str {
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
    /// Checks both units and adds their dice to the pools.
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
