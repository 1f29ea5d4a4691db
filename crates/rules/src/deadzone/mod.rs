//! Deadzone: shooting, fighting and explosions with vehicles and crew-served weapons (DZ-1 to DZ-23).

mod burning;
mod catastrophe;
mod d8;
mod damage;
mod duel;
mod fight;
mod forget;
mod frag;
mod others;
mod shoot;
mod units;
mod weapons;

use std::sync::LazyLock;

use crate::readme::rules_of;
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::fields::{Fault, Named, Problems, Setup};
use chance::game::{BattleRules, Events, Flow, FromSetup, Game, System};
use chance::shared::{List, Shared};

pub use damage::Condition;
pub use others::{BystanderState, Turn};
pub use units::{
    Burning, Defence, Event, Explode, Kind, Measure, Options, Potential, Procedure, Situation, Unit, Weapon,
};

/// An attacker, a target and how they meet.
#[derive(Clone, Debug)]
pub struct Matchup {
    pools: Pools,
    procedure: Procedure,
    attacker_kind: Kind,
    target_kind: Kind,
    /// DZ-23: whether the attacker's crew is separated at the start.
    crew_separated: bool,
    wielder: weapons::Wielder,
    /// `None` if no attack is possible in any round.
    attack: Option<Attack>,
    /// The attacker, if a fight can hurt it.
    attacker: Option<Box<damage::Body>>,
    target: Box<damage::Body>,
    frag: frag::Frag,
    bystanders: Option<Box<others::Bystanders>>,
    /// Whether a fire can harm either side.
    fires: bool,
}

/// The attacker's action.
#[derive(Clone, Debug)]
enum Attack {
    Shoot(shoot::Shoot),
    BlazeAway(shoot::Shoot),
    Fight(fight::Fight),
    Frag(frag::Delivery),
    Move,
}

/// DZ-10: the die before each move with damaged engines.
const ENGINES: Roll = Roll::new("engines", "DZ-10");

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The unit that attacks.
    Attacker,
    /// The unit that is attacked.
    Target,
}

/// How far a round has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The attack is next.
    Attack,
    /// A vehicle was injured and may suffer Catastrophic Damage (DZ-8).
    Catastrophe(Side),
    /// A blast hits the bystanders one by one.
    Bystanders(Turn),
    /// The end of the round, one side after the other.
    End(Side),
}

/// Both sides of a match-up, and the bystanders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The unit that attacks.
    pub attacker: Condition,
    /// The unit that is attacked.
    pub target: Condition,
    /// The others in the cube.
    pub others: BystanderState,
    /// Whether a shot has scattered.
    pub scattered: bool,
    /// How far the round has come.
    pub stage: Stage,
}

impl Matchup {
    /// The attack, from the choice of the weapon to the damage.
    #[inline]
    fn attack<C: Chance>(&self, state: &mut State, chance: &mut C) {
        state.stage = Stage::End(Side::Target);
        if let Some(Attack::Move) = self.attack {
            let moves = chance.die(ENGINES, 8, |n| n >= 5);
            chance.measure(Measure::Moves, moves.into());
            chance.tell("DZ-10", || {
                let end = if moves { "5 or more: the vehicle moves" } else { "below 5: it stalls" };
                end.to_owned()
            });
            return;
        }
        let weapon = self.wielder.ready(&mut state.attacker, chance);
        let (Some(weapon), Some(attack)) = (weapon, &self.attack) else { return };
        let blow = match attack {
            Attack::Shoot(shoot) => {
                let potential = shoot.play(weapon, &state.attacker, chance);
                fight::Blow { on: Side::Target, potential, ap: weapon.ap }
            }
            Attack::Fight(fight) => fight.play(weapon, state, chance),
            Attack::BlazeAway(shoot) => {
                let target = (&mut state.target, self.target.is_vehicle());
                return shoot.blaze_away(weapon, &state.attacker, target, chance);
            }
            Attack::Frag(delivery) => {
                if delivery.arrives(chance) {
                    let target = (&*self.target, &mut state.target);
                    let blast = delivery.explode(&self.frag, weapon, target, chance);
                    Self::begin_others(blast, state);
                } else {
                    state.scattered = true;
                }
                return;
            }
            Attack::Move => return,
        };
        self.strike(blow, state, chance);
    }

    /// The unit on a side, as one that can be hurt, and its condition.
    #[inline]
    fn side<'a>(&'a self, side: Side, state: &'a mut State) -> Option<(&'a damage::Body, &'a mut Condition)> {
        match side {
            Side::Attacker => Some((self.attacker.as_deref()?, &mut state.attacker)),
            Side::Target => Some((&self.target, &mut state.target)),
        }
    }

    /// DZ-5 to DZ-8: a blow falls.
    #[inline]
    fn strike<C: Chance>(&self, blow: fight::Blow, state: &mut State, chance: &mut C) {
        let Some((body, condition)) = self.side(blow.on, state) else { return };
        let damage = body.damage(blow.potential, blow.ap, chance);
        body.suffer(condition, damage, chance);
        let may_break = body.may_break(condition, damage);
        if blow.on == Side::Target {
            chance.measure(Measure::PotentialDamage, blow.potential);
            if state.target.burning {
                // The damage of the fire is added.
                chance.add(Measure::Damage, damage);
            } else {
                chance.measure(Measure::Damage, damage);
            }
        }
        if may_break {
            state.stage = Stage::Catastrophe(blow.on);
        }
    }

    /// DZ-8 to DZ-16.
    fn catastrophe<C: Chance>(&self, side: Side, state: &mut State, chance: &mut C) {
        state.stage = Stage::End(Side::Target);
        let Some((body, condition)) = self.side(side, state) else { return };
        let blew_up = body.catastrophe(condition, chance);
        // DZ-16: a frag among the bystanders in the target's cube.
        if blew_up && side == Side::Target && state.others.anyone() {
            let blast = self.frag.fuel_breach(chance);
            Self::begin_others(blast, state);
        }
    }

    /// A blast reaches the others, if there are any.
    fn begin_others(blast: frag::Blast, state: &mut State) {
        if let Some(turn) = Turn::first(blast, state.others) {
            state.stage = Stage::Bystanders(turn);
        }
    }

    /// DZ-19 on one of the others.
    fn others<C: Chance>(&self, turn: Turn, state: &mut State, chance: &mut C) {
        let all = self.bystanders.as_ref();
        let next = all.and_then(|all| all.play(&self.frag, &mut state.others, turn, chance));
        state.stage = next.map_or(Stage::End(Side::Target), Stage::Bystanders);
    }

    /// Plays the next part of the round.
    #[inline]
    fn act<C: Chance>(&self, state: &mut State, chance: &mut C) {
        match state.stage {
            Stage::Attack => self.attack(state, chance),
            Stage::Catastrophe(side) => self.catastrophe(side, state, chance),
            Stage::Bystanders(turn) => self.others(turn, state, chance),
            Stage::End(side) => self.end(side, state, chance),
        }
    }

    /// The end of a round for one side.
    #[inline]
    fn end<C: Chance>(&self, side: Side, state: &mut State, chance: &mut C) {
        let burned = state.target.burning;
        let unit = self.side(side, state);
        let damage = unit.map_or(0, |(body, condition)| body.end_round(condition, chance));
        state.stage = match side {
            Side::Target => {
                if burned {
                    chance.add(Measure::Damage, damage);
                }
                Stage::End(Side::Attacker)
            }
            Side::Attacker => Stage::Attack,
        };
    }
}

/// The system as data.
static SYSTEM: LazyLock<System> = LazyLock::new(|| System {
    id: Shared::Static("deadzone"),
    title: Shared::Static("Deadzone"),
    about: Shared::Static(
        "Shooting, fighting and explosions with vehicles, crew-served weapons and indirect fire.",
    ),
    procedures: Shared::Static(units::PROCEDURES),
    further_units: Shared::Static(&[Shared::Static("bystander")]),
    unit: Shared::Static(Unit::FIELDS),
    situation: Shared::Static(Situation::FIELDS),
    options: Shared::Static(Options::FIELDS),
    measures: Shared::Static(Measure::NAMES),
    events: Shared::Static(Event::NAMES),
    rules: rules_of(include_str!("README.md")),
    starter: Shared::Static(include_str!("starter.toml")),
    battles: BattleRules {
        procedures: Shared::Static(&[
            Shared::Static("shoot"),
            Shared::Static("fight"),
            Shared::Static("indirect"),
            Shared::Static("grenade"),
        ]),
        not_in_situation: Shared::Static(&[Shared::Static("crew_separated")]),
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
        State {
            attacker: Condition { apart: self.crew_separated, ..Condition::fresh(self.attacker_kind) },
            target: Condition::fresh(self.target_kind),
            others: self.bystanders.as_ref().map_or_else(BystanderState::default, |all| all.fresh()),
            scattered: false,
            stage: Stage::Attack,
        }
    }

    #[inline]
    fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        self.act(state, chance);
        // The end of a round changes only units that burn.
        if !self.fires && matches!(state.stage, Stage::End(_)) {
            state.stage = Stage::Attack;
        }
        // The end of a round is a step of its own only for a side that burns.
        while let Stage::End(side) = state.stage {
            let burning = match side {
                Side::Attacker => state.attacker.burning,
                Side::Target => state.target.burning,
            };
            if burning {
                return Flow::Next;
            }
            self.end(side, state, chance);
        }
        if state.stage == Stage::Attack { Flow::RoundOver } else { Flow::Next }
    }

    #[inline]
    fn is_killed(&self, state: &State) -> bool {
        state.target.destroyed
    }

    #[inline]
    fn is_over(&self, state: &State) -> bool {
        state.target.destroyed || state.attacker.destroyed
    }

    fn forget(&self, state: &mut State) -> Events {
        self.clear_unread(state)
    }

    #[inline]
    fn events(&self, state: &State) -> Events {
        state
            .target
            .suffered
            .with(Event::Scattered, state.scattered)
            .with(Event::BystanderKilled, state.others.killed)
            .with(Event::AttackerDestroyed, state.attacker.destroyed)
    }
}

impl Matchup {
    /// Checks both units and adds their dice to the pools.
    fn with_dice(setup: &Setup, pools: Pools) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let matchup =
            units::read(setup, &mut problems).and_then(|units| Self::prepare(&units, pools, &mut problems));
        problems.or(matchup)
    }

    /// Makes all dice, and checks that each unit has the fields that it needs.
    fn prepare(units: &units::Units, mut pools: Pools, problems: &mut Problems) -> Option<Self> {
        let wielder = weapons::Wielder::new(units);
        let attack = if units.procedure == Procedure::Move {
            if units.target.kind != Kind::Vehicle {
                let words = "only a vehicle has engines to be damaged".to_owned();
                problems.add("target.kind", Fault::Conflict(words));
            }
            Some(Attack::Move)
        } else if wielder.can_attack() {
            match units.procedure {
                Procedure::Shoot => shoot::Shoot::new(units, &mut pools, problems).map(Attack::Shoot),
                Procedure::BlazeAway => shoot::Shoot::new(units, &mut pools, problems).map(Attack::BlazeAway),
                Procedure::Fight => fight::Fight::new(units, &mut pools, problems).map(Attack::Fight),
                Procedure::Indirect | Procedure::Grenade | Procedure::Explosion => {
                    frag::Delivery::new(units, &mut pools, problems).map(Attack::Frag)
                }
                Procedure::Move => Some(Attack::Move),
            }
        } else {
            None
        };
        let endangered =
            units.procedure == Procedure::Fight && wielder.can_attack() && fight::strikes_back(units);
        let attacker =
            endangered.then(|| damage::Body::new(&units.attacker, "attacker", units, &mut pools, problems));
        let target = damage::Body::new(&units.target, "target", units, &mut pools, problems);
        let bystanders = others::Bystanders::new(units, &mut pools, problems);
        let frag = frag::Frag::new(units, &mut pools);
        let burns = |body: &damage::Body| body.fire.is_some();
        let fires = target.as_ref().is_some_and(burns) || attacker.iter().flatten().any(burns);
        Some(Self {
            fires,
            pools,
            procedure: units.procedure,
            attacker_kind: units.attacker.kind,
            target_kind: units.target.kind,
            crew_separated: units.situation.crew_separated,
            wielder,
            attack,
            attacker: match attacker {
                Some(attacker) => Some(Box::new(attacker?)),
                None => None,
            },
            target: Box::new(target?),
            frag,
            bystanders: bystanders?.map(Box::new),
        })
    }
}
