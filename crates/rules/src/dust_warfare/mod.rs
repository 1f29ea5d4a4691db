//! Dust Warfare: attacks with reactions, damage tables and suppression, and the other rolls of the game (DW-1 to DW-56).

mod activation;
mod announce;
mod attack;
mod blast;
mod care;
mod choices;
mod combat_die;
mod condition;
mod defence;
mod duel;
mod flight_hazard;
mod initiative;
mod lines;
mod markers;
mod nearby;
mod plan;
mod reaction;
mod reading;
mod role;
mod second;
mod shots;
mod table;
mod terrain;
mod units;
mod weapons;

use std::sync::LazyLock;

use crate::readme::rules_of;
use chance::Chance;
use chance::dice::Pools;
use chance::fields::{Named, Problems, Setup};
use chance::game::{BattleRules, Events, Flow, FromSetup, Game, Procedure as ProcedureData, System};
use chance::shared::{List, Shared};

pub use activation::{Activated, Activation};
pub use attack::Stage;
pub use choices::{
    Abilities, Ability, Action, Arc, CheatDeath, Cover, DamageAssignment, Event, LeaderFalls, Measure,
    Procedure, Reaction, TableEffect, TableRoll, UnitType, WeaponLosses,
};
pub use condition::{Body, Condition, Effects, Leader};
pub use defence::Damage;
pub use table::TableDice;
pub use units::{DamageTable, Options, SecondTarget, Situation, Squad, Unit};
pub use weapons::{Firepower, Profile, Range, Trait, Traits, Weapon};

/// Two sides and how they meet.
#[derive(Clone, Debug)]
pub struct Matchup {
    pools: Pools,
    procedure: Procedure,
    play: Play,
}

/// The procedures: each round plays one.
#[derive(Clone, Debug)]
enum Play {
    Attack(Box<attack::Attack>),
    Overrun(markers::Overrun),
    Initiative(initiative::Initiative),
    Suppression(markers::Suppression),
    FlightHazard(flight_hazard::FlightHazard),
    Repair(care::Repair),
    Heal(care::Heal),
    Regenerate(care::Regenerate),
    DifficultTerrain(terrain::DifficultTerrain),
}

/// Both sides of a match-up, and how far the round has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The unit that is attacked.
    pub target: Condition,
    /// Where in the round an attack is.
    pub stage: Stage,
    /// The unit that attacks.
    pub attacker: Condition,
    /// The unit beside the target: its riders, or the second target.
    pub beside: Condition,
    /// Events that have happened and do not show in the conditions.
    pub happened: Events,
    /// Whether the target has been overrun in this round.
    pub overrun: bool,
    /// Weapons that the attacker had lost with its dead when the round began.
    pub attacker_losses: u8,
}

impl State {
    /// Notes the event that the target has a suppression marker.
    fn note_markers(&mut self) {
        self.happened = self.happened.with(Event::Suppressed, self.target.suppression > 0);
    }
}

/// The measures or events of a procedure, by index.
macro_rules! these {
    ($Type:ident: $($Name:ident)*) => { &[$($Type::$Name as usize,)*] };
}

/// A procedure with its measures and events.
const fn procedure(
    procedure: Procedure,
    measures: &'static [usize],
    events: &'static [usize],
) -> ProcedureData {
    let (funnel, damage): (&[usize], _) = match procedure {
        Procedure::Attack => (these!(Measure: Hits DamageBeforeArmor Damage), Some(Measure::Damage as usize)),
        Procedure::FlightHazard => {
            (these!(Measure: DamageBeforeArmor Damage), Some(Measure::Damage as usize))
        }
        _ => (&[], None),
    };
    ProcedureData::built_in(&Procedure::NAMES[procedure as usize], measures, events, funnel, damage)
}

const PROCEDURES: &[ProcedureData] = &[
    procedure(
        Procedure::Attack,
        these!(Measure: Hits DamageBeforeArmor ArmorNegated Damage Casualties Suppression DefencesRemoved
            ReactionDamage ReactionCasualties BystanderCasualties RiderCasualties AttackerCasualties SecondDamage
            SecondCasualties),
        these!(Event: Blinded ExternalFire WeaponDamaged DriveDamaged Detonation HullBreach DamagedFireControl
            DamagedEngine DamagedWeapon ForcedLow Suppressed Retreating CheatedDeath AttackerChoseWeapon
            AttackerKilled BystanderKilled RidersKilled SecondKilled),
    ),
    procedure(
        Procedure::Overrun,
        these!(Measure: Hits Suppression Damage Casualties),
        these!(Event: Suppressed Retreating CheatedDeath),
    ),
    procedure(
        Procedure::Initiative,
        these!(Measure: AttackerOrders TargetOrders),
        these!(Event: AttackerInitiates),
    ),
    procedure(
        Procedure::Suppression,
        these!(Measure: Hits Suppression),
        these!(Event: Suppressed Retreating),
    ),
    procedure(
        Procedure::FlightHazard,
        these!(Measure: DamageBeforeArmor ArmorNegated Damage Casualties),
        these!(Event:),
    ),
    procedure(Procedure::Repair, these!(Measure: Repaired DamageLeft EffectsLeft), these!(Event:)),
    procedure(Procedure::Heal, these!(Measure: Healed Returned Suppression), these!(Event:)),
    procedure(Procedure::Regenerate, these!(Measure: Restored DamageLeft), these!(Event:)),
    procedure(Procedure::DifficultTerrain, these!(Measure: Stops), these!(Event: Stopped)),
];

/// The system as data.
static SYSTEM: LazyLock<System> = LazyLock::new(|| System {
    id: Shared::Static("dust-warfare"),
    title: Shared::Static("Dust Warfare"),
    about: Shared::Static(
        "Attacks with reactions, suppression and damage tables, initiative, repair and more.",
    ),
    procedures: Shared::Static(PROCEDURES),
    further_units: List::EMPTY,
    unit: Shared::Static(Unit::FIELDS),
    situation: Shared::Static(Situation::FIELDS),
    options: Shared::Static(Options::FIELDS),
    measures: Shared::Static(Measure::NAMES),
    events: Shared::Static(Event::NAMES),
    rules: rules_of(include_str!("README.md")),
    starter: Shared::Static(include_str!("starter.toml")),
    battles: BattleRules {
        procedures: Shared::Static(&[Shared::Static("attack")]),
        not_in_situation: Shared::Static(&[
            Shared::Static("suppression"),
            Shared::Static("damage"),
            Shared::Static("effects"),
            Shared::Static("riders"),
            Shared::Static("bystanders"),
            Shared::Static("leader_lost"),
            Shared::Static("second_target"),
        ]),
        options: Shared::Static(&[(Shared::Static("weapon_losses"), Shared::Static("cheapest-first"))]),
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
        self.procedure.name()
    }

    fn pools(&self) -> &Pools {
        &self.pools
    }

    fn start(&self) -> State {
        let target = match &self.play {
            Play::Attack(play) => play.start(),
            Play::Overrun(play) => play.start(),
            Play::Suppression(play) => play.start(),
            Play::FlightHazard(play) => play.start(),
            Play::Repair(play) => play.start(),
            Play::Heal(play) => play.start(),
            Play::Regenerate(play) => play.start(),
            Play::Initiative(_) | Play::DifficultTerrain(_) => Condition::default(),
        };
        let mut state = State { target, ..State::default() };
        state.note_markers();
        state
    }

    #[inline]
    fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        match &self.play {
            Play::Attack(play) => play.step(state, chance),
            Play::Overrun(play) => play.step(state, chance),
            Play::Initiative(play) => play.step(state, chance),
            Play::Suppression(play) => play.step(state, chance),
            Play::FlightHazard(play) => play.step(state, chance),
            Play::Repair(play) => play.step(state, chance),
            Play::Heal(play) => play.step(state, chance),
            Play::Regenerate(play) => play.step(state, chance),
            Play::DifficultTerrain(play) => play.step(state, chance),
        }
    }

    #[inline]
    fn is_killed(&self, state: &State) -> bool {
        match &self.play {
            Play::Attack(play) => play.is_killed(state),
            Play::FlightHazard(play) => play.is_killed(state),
            Play::Overrun(play) => play.is_killed(state),
            _ => false,
        }
    }

    fn forget(&self, state: &mut State) -> Events {
        match &self.play {
            Play::Attack(play) => play.forget(state),
            _ => std::mem::take(&mut state.happened),
        }
    }

    #[inline]
    fn events(&self, state: &State) -> Events {
        match &self.play {
            Play::Attack(play) => play.events(state),
            _ => state.happened,
        }
    }
}

impl Matchup {
    /// Checks both units and adds their dice to the pools.
    fn with_dice(setup: &Setup, mut pools: Pools) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let (all, faults) = (&mut pools, &mut problems);
        let played = units::read(setup, faults).map(|units| {
            let play = match units.procedure {
                Procedure::Attack => Play::Attack(Box::new(attack::Attack::new(&units, all, faults))),
                Procedure::Overrun => Play::Overrun(markers::Overrun::new(&units, all, faults)),
                Procedure::Initiative => Play::Initiative(initiative::Initiative::new(&units, all)),
                Procedure::Suppression => Play::Suppression(markers::Suppression::new(&units, all, faults)),
                Procedure::FlightHazard => {
                    Play::FlightHazard(flight_hazard::FlightHazard::new(&units, all, faults))
                }
                Procedure::Repair => Play::Repair(care::Repair::new(&units, all, faults)),
                Procedure::Heal => Play::Heal(care::Heal::new(&units, all, faults)),
                Procedure::Regenerate => Play::Regenerate(care::Regenerate::new(&units, all, faults)),
                Procedure::DifficultTerrain => {
                    Play::DifficultTerrain(terrain::DifficultTerrain::new(&units, all, faults))
                }
            };
            (units.procedure, play)
        });
        problems.or(played).map(|(procedure, play)| Self { pools, procedure, play })
    }
}
