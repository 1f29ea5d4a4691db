//! Rules Crusade: vehicles that shoot, drive, burn and blow up (RC-1 to RC-25).

mod checks;
mod close;
mod combatant;
mod damage;
mod dice;
mod duel;
mod forget;
mod men;
mod round;
mod shooting;
mod units;

use crate::chance::Chance;
use crate::dice::Pools;
use crate::fields::{Named, Problems, Setup, Whole};
use crate::game::{Events, Flow, Game, Procedure as ProcedureData, System};

use checks::Check;
use close::Close;
use combatant::{Combatant, Side};
use damage::Damage;
use round::Stage;
use shooting::Volley;
use units::Units;

pub use combatant::Condition;
pub use damage::Deck;
pub use dice::Dice;
pub use units::{
    Card, Color, DeckCounts, DeckOption, Doubles, Event, Fail, Measure, Options, Procedure, RangePenalty,
    Situation, Trait, Unit, UnitKind, Weapon, WeaponTrait,
};

/// An attacker, a target and how they meet.
#[derive(Clone, Debug)]
pub struct Matchup {
    pools: Pools,
    procedure: Procedure,
    attacker: Box<Combatant>,
    target: Box<Combatant>,
    damage: Damage,
    attack: Attack,
    target_moves: u8,
    bonus_die: Color,
    turn_ends: bool,
    /// Whether a weapon of the match-up fires every other round.
    has_load: bool,
}

/// What is played in a round.
#[derive(Clone, Debug)]
enum Attack {
    Shooting(Volley),
    Rush { snap_fire: Option<Volley>, melee: Close },
    Collision(Close),
    Boarding { check: Check, dice: u32, melee: Close },
    Jump { check: Check, inches: u32 },
    Wipeout,
    Fall { cards: u32 },
}

/// Both sides of a match-up, the deck, and how far the round has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The unit that attacks.
    pub attacker: Condition,
    /// The unit that is attacked.
    pub target: Condition,
    /// What is left of the damage deck; both draw from it.
    pub deck: Deck,
    /// What has happened that is not in a unit's condition: `fell`, `jammed`, `weapon_exploded`.
    pub happened: Events,
    /// An even round, in which "load" weapons do not fire; kept only where there are any.
    pub unloaded: bool,
    /// The attacker has boarded the target.
    pub aboard: bool,
    stage: Stage,
    /// The target's dice for moves, as the attack began.
    move_dice: u8,
}

impl Attack {
    /// Checks that the procedure has what it needs.
    fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let inches = units.situation.inches;
        let check = Check::new(&units.options);
        Some(match units.procedure {
            Procedure::Shooting => {
                let weapons = units.attacker.weapons.as_deref().unwrap_or_default();
                Self::Shooting(Volley::shooting(units, weapons, pools))
            }
            Procedure::Rush => {
                let weapons = units.target.weapons.as_deref().unwrap_or_default();
                let fires = units.situation.snap_fire && units.target.is_vehicle();
                let snap_fire = fires.then(|| Volley::snap_fire(units, weapons, pools));
                Self::Rush { snap_fire, melee: Close::new(units, pools) }
            }
            Procedure::OverRun | Procedure::Ram | Procedure::DropPod => {
                Self::Collision(Close::new(units, pools))
            }
            Procedure::Boarding => {
                Self::Boarding { check, dice: inches.map_or(3, Whole::get), melee: Close::new(units, pools) }
            }
            Procedure::Jump => {
                Self::Jump { check, inches: problems.need(inches, "situation.inches", "for a jump")?.get() }
            }
            Procedure::Wipeout => Self::Wipeout,
            Procedure::Fall => {
                let inches = problems.need(inches, "situation.inches", "for a fall")?.get();
                Self::Fall { cards: inches / 6 }
            }
        })
    }

    fn has_load(&self) -> bool {
        match self {
            Self::Shooting(volley) | Self::Rush { snap_fire: Some(volley), .. } => volley.has_load(),
            _ => false,
        }
    }
}

/// What a procedure counts. Where there is an attack, its total and then the hits say where it went.
const fn data(procedure: Procedure, measures: &'static [usize], events: &'static [usize]) -> ProcedureData {
    let (funnel, damage): (&[usize], _) = match measures {
        [] => (&[], None),
        [only] => (measures, Some(*only)),
        _ => (&[Measure::AttackTotal as usize, Measure::Hits as usize], Some(Measure::Hits as usize)),
    };
    ProcedureData { name: Procedure::NAMES[procedure as usize], measures, events, funnel, damage }
}

impl Game for Matchup {
    type State = State;

    const SYSTEM: System = System {
        id: "rules-crusade",
        title: "Rules Crusade",
        about: "Vehicles in shooting, melee, collisions and falls, with damage cards (Space Crusade dice).",
        procedures: &[
            data(Procedure::Shooting, Measure::OF_AN_ATTACK, Event::OF_SHOOTING),
            data(Procedure::Rush, Measure::OF_AN_ATTACK, Event::OF_A_RUSH),
            data(Procedure::OverRun, Measure::OF_AN_ATTACK, Event::OF_A_COLLISION),
            data(Procedure::Ram, Measure::OF_AN_ATTACK, Event::OF_A_COLLISION),
            data(Procedure::Jump, &[], &[Event::Fell as usize]),
            data(Procedure::Wipeout, &[], &[Event::WipedOut as usize]),
            data(Procedure::Boarding, Measure::OF_AN_ATTACK, Event::OF_BOARDING),
            data(Procedure::DropPod, Measure::OF_AN_ATTACK, Event::OF_A_COLLISION),
            data(Procedure::Fall, &[Measure::Cards as usize], Event::OF_A_FALL),
        ],
        further_units: &["passenger"],
        unit: Unit::FIELDS,
        situation: Situation::FIELDS,
        options: Options::FIELDS,
        measures: Measure::NAMES,
        events: Event::NAMES,
        starter: include_str!("starter.toml"),
    };

    fn procedure(&self) -> &'static str {
        self.procedure.name()
    }

    fn pools(&self) -> &Pools {
        &self.pools
    }

    fn start(&self) -> State {
        State {
            attacker: self.attacker.start(),
            target: self.target.start(),
            deck: self.damage.deck(),
            ..State::default()
        }
    }

    #[inline]
    fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        if self.settle(state, chance) {
            return Flow::Next;
        }
        loop {
            if let Some(flow) = self.next(state, chance) {
                return flow;
            }
        }
    }

    fn forget(&self, state: &mut State) -> Events {
        self.forget_what_cannot_matter(state)
    }

    #[inline]
    fn is_killed(&self, state: &State) -> bool {
        state.target.destroyed
    }

    #[inline]
    fn is_over(&self, state: &State) -> bool {
        let burns = self.turn_ends && state.target.fire > 0;
        match self.attack {
            Attack::Jump { .. } => state.happened.has(Event::Fell as usize),
            Attack::Wipeout => state.target.has(Event::WipedOut),
            _ => state.target.destroyed || (state.attacker.destroyed && !burns),
        }
    }

    #[inline]
    fn events(&self, state: &State) -> Events {
        let happened = Events(state.happened.0 | state.target.happened.0);
        happened.with(Event::AttackerDestroyed, state.attacker.destroyed)
    }
}

impl Matchup {
    /// Checks both units and makes their dice, beside those that are there already.
    fn with_dice(setup: &Setup, mut pools: Pools) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let matchup = units::read(setup, &mut problems).and_then(|units| {
            let attacker = Combatant::new(Side::Attacker, &units, &mut pools, &mut problems);
            let target = Combatant::new(Side::Target, &units, &mut pools, &mut problems);
            let damage = Damage::new(&units.options, &mut pools, &mut problems);
            let attack = Attack::new(&units, &mut pools, &mut problems);
            let has_load = attack.as_ref().is_some_and(Attack::has_load);
            Some(Self {
                pools: Pools::default(),
                procedure: units.procedure,
                attacker: Box::new(attacker?),
                target: Box::new(target?),
                damage: damage?,
                attack: attack?,
                target_moves: units.situation.target_moves.get() as u8,
                bonus_die: units.options.bonus_die,
                turn_ends: units.situation.turn_ends,
                has_load,
            })
        });
        problems.or(matchup).map(|matchup| Self { pools, ..matchup })
    }
}
