//! Rules Crusade: vehicles that shoot, drive, burn and blow up (RC-1 to RC-29).

mod bystanders;
mod checks;
mod close;
mod combatant;
mod damage;
mod dice;
mod duel;
mod forget;
mod landing;
mod men;
mod options;
mod round;
mod shooting;
mod units;

use std::sync::LazyLock;

use crate::readme::rules_of;
use chance::Chance;
use chance::dice::Pools;
use chance::fields::{Named, Problems, Setup, Whole};
use chance::game::{BattleRules, Events, Flow, FromSetup, Game, Procedure as ProcedureData, System};
use chance::shared::{List, Shared};

use bystanders::Bystanders;
use checks::Check;
use close::CloseAttack;
use combatant::{Combatant, Side};
use damage::Damage;
use landing::Landing;
use round::Stage;
use shooting::Volley;
use units::Units;

pub use combatant::Condition;
pub use damage::Deck;
pub use dice::Dice;
pub use units::{
    Card, Color, CrewAction, DeckCounts, DeckOption, Doubles, Event, Fail, Measure, Options, Procedure,
    RangePenalty, Situation, Trait, Unit, UnitKind, Weapon, WeaponTrait,
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
    bystanders: Option<Bystanders>,
    target_moves: u8,
    cover_dice: Dice,
    bonus_die: Color,
    turn_ends: bool,
    /// Whether a weapon of the match-up fires every other round.
    has_load: bool,
}

/// The procedures: each round plays one.
#[derive(Clone, Debug)]
enum Attack {
    Shooting(Volley),
    Rush { snap_fire: Option<Volley>, melee: CloseAttack },
    Collision(CloseAttack),
    DropPod { landing: Option<Landing>, collision: CloseAttack },
    Boarding { check: Check, dice: u32, melee: CloseAttack },
    Jump { check: Check, inches: u32, cards: u32 },
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
    /// The cards left in the damage deck, from which both draw.
    pub deck: Deck,
    /// Events that are not in a unit's condition: `fell`, `jammed`, `weapon_exploded`.
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
    /// Checks that the procedure has the fields that it needs.
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
                Self::Rush { snap_fire, melee: CloseAttack::new(units, pools) }
            }
            Procedure::OverRun | Procedure::Ram => Self::Collision(CloseAttack::new(units, pools)),
            Procedure::DropPod => Self::DropPod {
                landing: Landing::new(units, pools),
                collision: CloseAttack::new(units, pools),
            },
            Procedure::Boarding => Self::Boarding {
                check,
                dice: inches.map_or(3, Whole::get),
                melee: CloseAttack::new(units, pools),
            },
            Procedure::Jump => {
                let inches = problems.need(inches, "situation.inches", "for a jump")?.get();
                Self::Jump { check, inches, cards: units.situation.depth.get() / 6 }
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

/// A procedure with its measures and events. The funnel of an attack leads from its total to the hits.
const fn data(procedure: Procedure, measures: &'static [usize], events: &'static [usize]) -> ProcedureData {
    let (funnel, damage): (&[usize], _) = match measures {
        [] => (&[], None),
        _ if matches!(procedure, Procedure::Jump) => (&[], None),
        [only] => (measures, Some(*only)),
        _ => (&[Measure::AttackTotal as usize, Measure::Hits as usize], Some(Measure::Hits as usize)),
    };
    ProcedureData::built_in(&Procedure::NAMES[procedure as usize], measures, events, funnel, damage)
}

/// Its procedures as data.
const PROCEDURES: &[ProcedureData] = &[
    data(Procedure::Shooting, Measure::OF_AN_ATTACK, Event::OF_SHOOTING),
    data(Procedure::Rush, Measure::OF_AN_ATTACK, Event::OF_A_RUSH),
    data(Procedure::OverRun, Measure::OF_AN_ATTACK, Event::OF_A_COLLISION),
    data(Procedure::Ram, Measure::OF_AN_ATTACK, Event::OF_A_COLLISION),
    data(Procedure::Jump, &[Measure::Cards as usize], Event::OF_A_JUMP),
    data(Procedure::Wipeout, &[], &[Event::WipedOut as usize]),
    data(Procedure::Boarding, Measure::OF_AN_ATTACK, Event::OF_BOARDING),
    data(Procedure::DropPod, Measure::OF_AN_ATTACK, Event::OF_A_COLLISION),
    data(Procedure::Fall, &[Measure::Cards as usize], Event::OF_A_FALL),
];

/// The system as data.
static SYSTEM: LazyLock<System> = LazyLock::new(|| System {
    id: Shared::Static("rules-crusade"),
    title: Shared::Static("Rules Crusade"),
    about: Shared::Static(
        "Vehicles in shooting, melee, collisions and falls, with damage cards (Space Crusade dice).",
    ),
    procedures: Shared::Static(PROCEDURES),
    further_units: Shared::Static(&[Shared::Static("passenger"), Shared::Static("bystander")]),
    unit: Shared::Static(Unit::FIELDS),
    situation: Shared::Static(Situation::FIELDS),
    options: Shared::Static(Options::FIELDS),
    measures: Shared::Static(Measure::NAMES),
    events: Shared::Static(Event::NAMES),
    rules: rules_of(include_str!("README.md")),
    starter: Shared::Static(include_str!("starter.toml")),
    battles: BattleRules {
        procedures: Shared::Static(&[
            Shared::Static("shooting"),
            Shared::Static("rush"),
            Shared::Static("over-run"),
            Shared::Static("ram"),
        ]),
        not_in_situation: Shared::Static(&[Shared::Static("bystanders")]),
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
        self.clear_unread(state)
    }

    #[inline]
    fn is_killed(&self, state: &State) -> bool {
        state.target.destroyed
    }

    #[inline]
    fn is_over(&self, state: &State) -> bool {
        let burns = self.turn_ends && state.target.fire > 0;
        match self.attack {
            Attack::Jump { cards: 0, .. } => state.happened.has(Event::Fell as usize),
            Attack::Wipeout => state.target.has(Event::WipedOut),
            _ => state.target.destroyed || (state.attacker.destroyed && !burns),
        }
    }

    #[inline]
    fn events(&self, state: &State) -> Events {
        let happened = state.happened.and(state.target.happened);
        happened.with(Event::AttackerDestroyed, state.attacker.destroyed)
    }
}

impl Matchup {
    /// Checks both units and adds their dice to the pools.
    fn with_dice(setup: &Setup, mut pools: Pools) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let matchup = units::read(setup, &mut problems).and_then(|units| {
            let attacker = Combatant::new(Side::Attacker, &units, &mut pools, &mut problems);
            let target = Combatant::new(Side::Target, &units, &mut pools, &mut problems);
            let damage = Damage::new(&units.options, &mut pools, &mut problems);
            let attack = Attack::new(&units, &mut pools, &mut problems);
            let bystanders = Bystanders::new(&units, &mut pools, &mut problems);
            let has_load = attack.as_ref().is_some_and(Attack::has_load);
            Some(Self {
                pools: Pools::default(),
                procedure: units.procedure,
                attacker: Box::new(attacker?),
                target: Box::new(target?),
                damage: damage?,
                attack: attack?,
                bystanders,
                target_moves: units.situation.target_moves.get() as u8,
                cover_dice: units.situation.cover_dice.unwrap_or_default(),
                bonus_die: units.options.bonus_die,
                turn_ends: units.situation.turn_ends,
                has_load,
            })
        });
        problems.or(matchup).map(|matchup| Self { pools, ..matchup })
    }
}
