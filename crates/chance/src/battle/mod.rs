//! A battle of many units, played by the same rules as a single attack.
//!
//! In each round every living unit attacks once. Its side's [`Policy`] chooses the target, and the match-up of the two plays the attack.
//! Both keep what the rules do to them. A battle is a [`Game`], so every interpreter that plays a match-up plays a battle: exactly, by
//! sampling, by hand.
//!
//! Units of a kind differ in their conditions alone. They are sorted by condition when a round begins, and ties between targets are
//! broken by condition, never by place, so that equal states merge.

mod matchups;
mod outcome;
mod policy;
mod round;
mod setup;
mod worth;

use crate::dice::Pools;
use crate::duel::Duel;
use crate::fields::{Name, Named};
use crate::game::{Events, Flow, Game, Procedure, System};
use crate::shared::{List, Shared, Text};
use crate::{Chance, limits};

pub use matchups::{Group, Matchups, VisitMatchups};
pub use outcome::{Event, Measure};
pub use policy::{Order, Policy};
pub use round::{State, StateOf};
pub use setup::{BattleSetup, Refusal, UnitSetup};
pub use worth::{Sums, TooManySums};

/// One of the two sides: 0 or 1.
pub type Side = usize;

/// Units of a kind on one side.
#[derive(Clone, Debug)]
pub struct Troop {
    /// The side.
    pub side: Side,
    /// How many.
    pub count: u32,
    /// The points that each costs.
    pub points: f64,
}

/// Two sides, and how they fight.
#[derive(Clone, Debug)]
pub struct Battle<G> {
    system: System,
    pools: Pools,
    /// The kinds of units; those of side 0 come first.
    troops: Vec<Troop>,
    /// By attacker and target; `None` if the rules refuse the attack.
    matchups: Vec<Option<G>>,
    /// For each kind a match-up in which it is the target; `None` if no enemy can attack it.
    views: Vec<Option<usize>>,
    /// The rank of each kind by cost; the cheapest has 0.
    cost_ranks: Vec<usize>,
    /// The kind of each unit.
    kinds: Vec<usize>,
    /// The units in the order in which they attack.
    turns: Vec<usize>,
    /// The first unit of side 1.
    split: usize,
    order: Order,
    policies: [Policy; 2],
    sums: [Sums; 2],
    /// The names of the kinds, for the story of a battle; empty if none is told.
    names: Vec<Text>,
}

/// Why there is no battle.
#[derive(Clone, Debug, PartialEq)]
pub enum NoBattle {
    /// A side without units.
    Empty {
        /// Which.
        side: Side,
    },
    /// More units than [`limits::UNITS`].
    TooMany {
        /// How many.
        units: u64,
    },
    /// This kind of unit can neither attack nor be attacked.
    Idle {
        /// Its place in the list.
        troop: usize,
    },
    /// The points of a side add up to too many different sums.
    Sums {
        /// Which.
        side: Side,
    },
}

impl<G: Duel> Battle<G> {
    /// A battle of these units; those of side 0 come first. `matchups` holds the match-up of each kind as attacker with each kind as
    /// target, if there is one. Their dice are all in `pools`.
    pub fn new(
        system: &System,
        troops: Vec<Troop>,
        matchups: Vec<Option<G>>,
        pools: Pools,
        order: Order,
        policies: [Policy; 2],
    ) -> Result<Self, NoBattle> {
        let units: u64 = troops.iter().map(|troop| u64::from(troop.count)).sum();
        if units > u64::from(limits::UNITS) {
            return Err(NoBattle::TooMany { units });
        }
        let number = troops.len();
        let as_target = |target: usize| {
            (0..number).map(|attacker| attacker * number + target).find(|&place| matchups[place].is_some())
        };
        let as_attacker =
            |attacker: usize| (0..number).any(|target| matchups[attacker * number + target].is_some());
        let views: Vec<Option<usize>> = (0..number).map(as_target).collect();
        let idle = (0..number).find(|&kind| views[kind].is_none() && !as_attacker(kind));
        let kinds: Vec<usize> =
            (0..number).flat_map(|kind| std::iter::repeat_n(kind, troops[kind].count as usize)).collect();
        let of_side = |side| kinds.iter().filter(|&&kind| troops[kind].side == side).count();
        if let Some(side) = (0..2).find(|&side| of_side(side) == 0) {
            return Err(NoBattle::Empty { side });
        }
        if let Some(troop) = idle {
            return Err(NoBattle::Idle { troop });
        }
        let sums = |side: Side| {
            let own = troops.iter().filter(|troop| troop.side == side);
            Sums::new(own.map(|troop| (troop.points, troop.count)))
                .map_err(|TooManySums| NoBattle::Sums { side })
        };
        let sums = [sums(0)?, sums(1)?];
        let cost_ranks =
            (0..number).map(|kind| troops.iter().filter(|other| other.points < troops[kind].points).count());
        let split = of_side(0);
        let mut turns: Vec<usize> = (0..kinds.len()).collect();
        if order == Order::SecondSideFirst {
            turns.rotate_left(split);
        }
        Ok(Self {
            system: system_of_battles(system),
            cost_ranks: cost_ranks.collect(),
            pools,
            views,
            turns,
            split,
            order,
            policies,
            sums,
            kinds,
            troops,
            matchups,
            names: Vec::new(),
        })
    }

    /// The same battle with names of its kinds of units, by which it is told.
    #[must_use]
    pub fn with_names(self, names: Vec<Text>) -> Self {
        Self { names, ..self }
    }

    /// A unit as it is called in a story, such as `unit 4 (Titan)`.
    fn called(&self, unit: usize) -> String {
        let name = self.names.get(self.kinds[unit]).map(|name| format!(" ({name})"));
        format!("unit {}{}", unit + 1, name.unwrap_or_default())
    }

    /// The kinds of units.
    pub fn troops(&self) -> &[Troop] {
        &self.troops
    }

    /// All sums of points that a side can lose, in rising order. A measure of points is a place in this list.
    pub fn sums(&self, side: Side) -> &Sums {
        &self.sums[side]
    }

    /// The attack of one kind of unit on another; `None` if the rules refuse it.
    pub fn attack_of(&self, attacker: usize, target: usize) -> Option<&G> {
        self.matchups.get(attacker * self.troops.len() + target)?.as_ref()
    }

    /// A match-up in which this unit's kind is the target, and its number. It answers for rules that concern the unit alone. `None` for a
    /// unit that no enemy can attack.
    fn view(&self, unit: usize) -> Option<(usize, &G)> {
        let place = self.views[self.kinds[unit]]?;
        Some((place, self.matchups[place].as_ref()?))
    }

    /// A unit before the battle.
    fn fresh(&self, unit: usize) -> Option<G::Condition> {
        let as_attacker = || {
            let row = self.kinds[unit] * self.troops.len();
            let matchup = self.matchups[row..row + self.troops.len()].iter().flatten().next()?;
            Some(matchup.finish_attack(&matchup.start(), matchup.fresh()).attacker)
        };
        self.view(unit).map(|(_, matchup)| matchup.fresh()).or_else(as_attacker)
    }

    fn side_of(&self, unit: usize) -> Side {
        usize::from(unit >= self.split)
    }

    /// The units of a side.
    fn units_of(&self, side: Side) -> std::ops::Range<usize> {
        if side == 0 { 0..self.split } else { self.split..self.kinds.len() }
    }
}

impl<G: Duel> Game for Battle<G> {
    type State = StateOf<G>;

    fn system(&self) -> &System {
        &self.system
    }

    fn procedure(&self) -> &str {
        PROCEDURE
    }

    fn pools(&self) -> &Pools {
        &self.pools
    }

    fn start(&self) -> StateOf<G> {
        State::new(self)
    }

    #[inline]
    fn step<C: Chance>(&self, state: &mut StateOf<G>, chance: &mut C) -> Flow {
        self.play(state, chance)
    }

    /// A battle has no single target.
    fn is_killed(&self, _state: &StateOf<G>) -> bool {
        false
    }

    fn is_over(&self, state: &StateOf<G>) -> bool {
        self.decided(state)
    }

    fn events(&self, state: &StateOf<G>) -> Events {
        self.outcome(state)
    }

    fn tail(&self) -> f64 {
        self.matchups.iter().flatten().map(Game::tail).fold(0.0, f64::max)
    }

    fn fault(&self) -> Option<crate::PlayFault> {
        self.matchups.iter().flatten().find_map(Game::fault)
    }
}

/// The name of the procedure.
const PROCEDURE: &str = "battle";

/// A system whose one procedure is a battle.
fn system_of_battles(system: &System) -> System {
    let procedure = Procedure {
        name: Name::new(PROCEDURE, "A battle of many units."),
        measures: Shared::Static(Measure::ALL_OF_THEM),
        events: Shared::Static(Event::ALL_OF_THEM),
        funnel: List::EMPTY,
        damage: None,
    };
    System {
        procedures: vec![procedure].into(),
        measures: Shared::Static(Measure::NAMES),
        events: Shared::Static(Event::NAMES),
        ..system.clone()
    }
}
