//! Sythopian Wars: shooting, melee, vehicles and recovery (SY-1 to SY-41).
//!
//! A round of shooting or melee begins with the attacker's activation (SY-17), then come the volleys weapon by weapon, or the blows of
//! both sides, and at its end a vehicle without HP may explode (SY-31) and the target is activated (SY-17). Damage is applied
//! when all hits of an attack are known, against the Armor and the models that were there when it began.

mod blows;
mod carriers;
mod casualties;
mod charge;
mod condition;
mod cover;
mod damage;
mod duel;
mod handful;
mod lock;
mod melee;
mod options;
mod outcome;
mod party;
mod recovery;
mod roll_off;
mod shooting;
mod strike;
mod units;
mod wreck;

use std::sync::LazyLock;

use crate::readme::rules_of;
use chance::Chance;
use chance::dice::{Pool, Pools};
use chance::fields::{Fault, Named, Problems, Setup};
use chance::game::{BattleRules, Events, Flow, FromSetup, Game, Procedure as ProcedureData, System};
use chance::shared::{List, Shared};

pub use casualties::Carriers;
pub use condition::{Body, Condition, Losses, Side, Targeting};
pub use damage::Damage;
pub use melee::Clash;
pub use outcome::{Event, Measure};
pub use shooting::Fire;
use units::Units;
pub use units::{
    Casualties, Command, Cover, Defence, DoubleCosts, Facing, FacingRule, Options, Procedure, Reaction,
    Situation, StunnedModels, StunnedRecover, Unit, UnitKind, VehicleForce, VehicleMelee, Weapon, WeaponType,
    WhipDice,
};

/// An attacker, a target and how they meet.
#[derive(Clone, Debug)]
pub struct Matchup {
    pools: Pools,
    procedure: Procedure,
    play: Play,
    sides: Sides,
    explosion: Pool,
    target_activates: bool,
}

#[derive(Clone, Debug)]
enum Play {
    Shoot(shooting::Exchange),
    Melee(Box<melee::Melee>),
    Charge(Box<charge::Charge>),
    RollOff,
    Recovery(recovery::Recovery),
    Hazard(wreck::Hazard),
}

/// Both units, as far as they never change.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The unit that attacks.
    pub attacker: Body,
    /// The unit that is attacked.
    pub target: Body,
}

impl Sides {
    fn of(&self, side: Side) -> &Body {
        match side {
            Side::Attacker => &self.attacker,
            Side::Target => &self.target,
        }
    }
}

/// Both sides of a match-up, and how far the round has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The unit that attacks.
    pub attacker: Condition,
    /// The unit that is attacked.
    pub target: Condition,
    /// The events so far.
    pub happened: Events,
    /// The next part of the round.
    pub stage: Stage,
}

/// Where in the round we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The round begins.
    Start,
    /// A round after a charge begins (SY-40).
    InCombat,
    /// Volleys are fired.
    Fire(Fire),
    /// Blows are struck.
    Clash(Clash),
    /// All damage is done.
    End,
}

impl State {
    fn of(&self, side: Side) -> Condition {
        match side {
            Side::Attacker => self.attacker,
            Side::Target => self.target,
        }
    }

    /// An attack has done its damage to a unit.
    fn suffer(&mut self, side: Side, after: Condition, damage: Damage) {
        match side {
            Side::Attacker => {
                self.attacker = after;
                self.happened = self.happened.with(Event::AttackerDestroyed, after.is_destroyed());
            }
            Side::Target => {
                self.target = after;
                let (minor, major) = (damage.doubles > 0, damage.triples > 0);
                self.happened = self.happened.with(Event::MinorSystem, minor).with(Event::MajorSystem, major);
            }
        }
        self.note_stunned(side, after);
    }

    /// A model of the target is stunned at this moment.
    fn note_stunned(&mut self, side: Side, now: Condition) {
        let stunned = side == Side::Target && now.stunned() > 0;
        self.happened = self.happened.with(Event::Stunned, stunned);
    }
}

impl Matchup {
    fn build(units: &Units, mut pools: Pools, problems: &mut Problems) -> Option<Self> {
        let costs = &units.options;
        let fights = matches!(units.procedure, Procedure::Shoot | Procedure::Melee | Procedure::Charge);
        let attacker = if fights {
            let answered = units.procedure != Procedure::Shoot || units.situation.reaction != Reaction::None;
            Body::new(&units.attacker, Side::Attacker, answered, costs, &mut pools, problems)
        } else {
            Some(Body::absent(Side::Attacker))
        };
        let target = match units.procedure {
            Procedure::RollOff => Some(Body::absent(Side::Target)),
            Procedure::Rally | Procedure::ReturnToFight => {
                if units.target.is_vehicle() {
                    let words = "a vehicle has no sustained damage to recover from".to_owned();
                    problems.add("target.kind", Fault::Conflict(words));
                }
                Body::new(&units.target, Side::Target, false, costs, &mut pools, problems)
            }
            _ => Body::new(&units.target, Side::Target, true, costs, &mut pools, problems),
        };
        let play = match units.procedure {
            Procedure::Shoot => shooting::Exchange::new(units, &mut pools, problems).map(Play::Shoot),
            Procedure::Melee => {
                melee::Melee::new(units, &mut pools, problems).map(|melee| Play::Melee(Box::new(melee)))
            }
            Procedure::Charge => {
                charge::Charge::new(units, &mut pools, problems).map(|charge| Play::Charge(Box::new(charge)))
            }
            Procedure::RollOff => Some(Play::RollOff),
            Procedure::Rally => recovery::Recovery::rally(&units.target, &mut pools).map(Play::Recovery),
            Procedure::ReturnToFight => Some(Play::Recovery(recovery::Recovery::ReturnToFight)),
            Procedure::RammingSpeed => wreck::Hazard::ramming(units, &mut pools, problems).map(Play::Hazard),
            Procedure::Explosion => wreck::Hazard::explosion(units, &mut pools, problems).map(Play::Hazard),
        };
        let explosion = wreck::explosion_die(&mut pools);
        let attacker = match units.procedure {
            Procedure::Charge => attacker.map(Body::adding_up),
            _ => attacker,
        };
        Some(Self {
            pools,
            procedure: units.procedure,
            play: play?,
            sides: Sides { attacker: attacker?, target: target? },
            explosion,
            target_activates: units.situation.target_activates,
        })
    }

    /// The end of a round: SY-31, then the target's activation (SY-17).
    fn end<C: Chance>(&self, state: &mut State, chance: &mut C) {
        wreck::burn(self.explosion, state, chance);
        if self.target_activates {
            self.sides.target.return_to_fight(&mut state.target, chance);
        }
        let charged = matches!(self.play, Play::Charge(_));
        state.stage = if charged { Stage::InCombat } else { Stage::Start };
    }
}

/// A procedure with its measures and events. The funnel of an attack leads from locks (in melee: hits) to damage.
const fn procedure(
    procedure: Procedure,
    measures: &'static [usize],
    events: &'static [usize],
) -> ProcedureData {
    const POINTS: usize = Measure::DamagePoints as usize;
    let (funnel, damage): (&[usize], _) = match procedure {
        Procedure::Shoot | Procedure::Melee | Procedure::Charge => {
            (&[Measure::Locks as usize, POINTS], Some(POINTS))
        }
        Procedure::RammingSpeed | Procedure::Explosion => (&[POINTS], Some(POINTS)),
        Procedure::RollOff | Procedure::Rally | Procedure::ReturnToFight => (&[], None),
    };
    ProcedureData::built_in(&Procedure::NAMES[procedure as usize], measures, events, funnel, damage)
}

/// Its procedures as data.
const PROCEDURES: &[ProcedureData] = &[
    procedure(Procedure::Shoot, Measure::SUFFERED, Event::FIGHT),
    procedure(Procedure::Melee, Measure::SUFFERED, Event::FIGHT),
    procedure(Procedure::Charge, Measure::SUFFERED, Event::FIGHT),
    procedure(Procedure::RollOff, &[], Event::ROLL_OFF),
    procedure(Procedure::Rally, Measure::RECOVERY, Event::RECOVERY),
    procedure(Procedure::ReturnToFight, Measure::RECOVERY, Event::RECOVERY),
    procedure(Procedure::RammingSpeed, Measure::RAMMING, Event::RAMMING),
    procedure(Procedure::Explosion, Measure::EXPLOSION, Event::EXPLOSION),
];

/// The system as data.
static SYSTEM: LazyLock<System> = LazyLock::new(|| System {
    id: Shared::Static("sythopian-wars"),
    title: Shared::Static("Sythopian Wars"),
    about: Shared::Static("Shooting with return fire, melee, vehicles and recovery."),
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
        procedures: Shared::Static(&[Shared::Static("shoot"), Shared::Static("melee")]),
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
        self.procedure.name()
    }

    fn pools(&self) -> &Pools {
        &self.pools
    }

    fn start(&self) -> State {
        let (attacker, target) = (self.sides.attacker.start, self.sides.target.start);
        let happened = Events::NONE.with(Event::Stunned, target.stunned() > 0);
        State { attacker, target, happened, stage: Stage::Start }
    }

    #[inline]
    fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        match (state.stage, &self.play) {
            (_, Play::RollOff) => return roll_off::step(state, chance),
            (_, Play::Recovery(recovery)) => {
                recovery.play(&self.sides.target, &mut state.target, chance);
                return Flow::RoundOver;
            }
            (Stage::Start, Play::Hazard(hazard)) => hazard.step(state, &self.sides, chance),
            (Stage::Start, Play::Shoot(exchange)) => {
                self.sides.attacker.return_to_fight(&mut state.attacker, chance);
                state.stage = exchange.begin(state, &self.sides, chance);
            }
            (Stage::Start, Play::Charge(charge)) => {
                self.sides.attacker.return_to_fight(&mut state.attacker, chance);
                state.stage = charge.begin(state, &self.sides, chance);
            }
            (Stage::Start, Play::Melee(_)) | (Stage::InCombat, _) => {
                self.sides.attacker.return_to_fight(&mut state.attacker, chance);
                state.stage = melee::Melee::begin();
            }
            (Stage::Fire(fire), Play::Shoot(exchange)) => exchange.step(fire, state, &self.sides, chance),
            (Stage::Clash(clash), Play::Melee(melee)) => melee.step(clash, state, &self.sides, chance),
            (Stage::Fire(_) | Stage::Clash(_), Play::Charge(charge)) => {
                charge.step(state, &self.sides, chance);
            }
            // The end follows every procedure.
            (Stage::End | Stage::Fire(_) | Stage::Clash(_), _) => {
                self.end(state, chance);
                return Flow::RoundOver;
            }
        }
        Flow::Next
    }

    fn forget(&self, state: &mut State) -> Events {
        self.sides.attacker.forget(&mut state.attacker);
        self.sides.target.forget(&mut state.target);
        // No rule reads the events.
        std::mem::take(&mut state.happened)
    }

    #[inline]
    fn is_killed(&self, state: &State) -> bool {
        state.target.is_destroyed()
    }

    #[inline]
    fn is_over(&self, state: &State) -> bool {
        state.target.is_destroyed() || state.attacker.is_destroyed()
    }

    #[inline]
    fn events(&self, state: &State) -> Events {
        state.happened
    }
}

impl Matchup {
    /// Checks both units and adds their dice to the pools.
    fn with_dice(setup: &Setup, pools: Pools) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let units = units::read(setup, &mut problems);
        let matchup = units.and_then(|units| Self::build(&units, pools, &mut problems));
        problems.or(matchup)
    }
}
