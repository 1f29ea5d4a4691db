//! Games small enough to be solved on paper, one for each kind of randomness.

use std::hash::Hash;

use chance::dice::{Die, Pool, Pools, Roll, Shows};
use chance::fields::Name;
use chance::game::{BattleRules, Procedure};
use chance::shared::{List, Shared};
use chance::{Chance, Events, Flow, Game, System, choice};

choice! {
    /// The measures of toys.
    pub enum Measure {
        /// The number rolled.
        Rolled = "rolled",
        /// The number rolled after it.
        Then = "then",
    }
}

choice! {
    /// The events of toys.
    pub enum Event {
        /// It is broken.
        Broken = "broken",
        /// It was marked.
        Marked = "marked",
        /// It was dazed.
        Dazed = "dazed",
    }
}

/// The one procedure of a toy, and its name.
static PLAY: &[Procedure] = &[Procedure::built_in(&NAME, &[0, 1], &[0, 1, 2], &[0], Some(0))];
static NAME: Name = Name::new("play", "");

/// A game of one procedure.
static TOY: System = System {
    id: Shared::Static("toy"),
    title: Shared::Static("Toy"),
    about: Shared::Static(""),
    procedures: Shared::Static(PLAY),
    further_units: List::EMPTY,
    unit: List::EMPTY,
    situation: List::EMPTY,
    options: List::EMPTY,
    measures: Shared::Static(<Measure as chance::fields::Named>::NAMES),
    events: Shared::Static(<Event as chance::fields::Named>::NAMES),
    starter: Shared::Static(""),
    rules: List::EMPTY,
    battles: BattleRules { procedures: List::EMPTY, not_in_situation: List::EMPTY, options: List::EMPTY },
};

/// A game with one step.
pub trait Toy: Sync {
    /// Its state.
    type State: Copy + Eq + Hash + Send + Default + std::fmt::Debug;

    /// Plays a step.
    fn step<C: Chance>(&self, pools: &[Pool], state: &mut Self::State, chance: &mut C) -> Flow;

    /// Whether the toy is broken.
    fn killed(_state: &Self::State) -> bool {
        false
    }

    /// The events so far.
    fn events(state: &Self::State) -> Events {
        Events::NONE.with(Event::Broken, Self::killed(state))
    }

    /// Takes out of the state what no step reads.
    fn forget(_state: &mut Self::State) -> Events {
        Events::NONE
    }
}

/// A toy and its dice.
pub struct Play<T> {
    toy: T,
    dice: Pools,
    pools: Vec<Pool>,
}

impl<T: Toy> Play<T> {
    pub fn new(toy: T, dice: impl IntoIterator<Item = Die>) -> Self {
        let all = Pools::default();
        let pools = dice.into_iter().map(|die| all.add(die)).collect();
        Self { toy, dice: all, pools }
    }
}

impl<T: Toy> Game for Play<T> {
    type State = T::State;

    fn system(&self) -> &System {
        &TOY
    }

    fn procedure(&self) -> &'static str {
        "play"
    }

    fn pools(&self) -> &Pools {
        &self.dice
    }

    fn start(&self) -> T::State {
        T::State::default()
    }

    fn step<C: Chance>(&self, state: &mut T::State, chance: &mut C) -> Flow {
        self.toy.step(&self.pools, state, chance)
    }

    fn is_killed(&self, state: &T::State) -> bool {
        T::killed(state)
    }

    fn events(&self, state: &T::State) -> Events {
        T::events(state)
    }

    fn forget(&self, state: &mut T::State) -> Events {
        T::forget(state)
    }
}

pub const ROLL: Roll = Roll::new("roll", "TOY-1");
pub const SECOND: Roll = Roll::new("second", "TOY-2");

/// A d8 that succeeds on `least` or more. An 8 adds a die, again and again.
pub fn exploding(least: u8) -> Die {
    Die::new(ROLL, 8, move |n| n >= least).again(|face| face.shows == Shows::Number(8))
}

/// Faces 0,0,0,1,2,3.
pub fn red() -> Die {
    Die::with_faces(
        ROLL,
        [(0_u8, 3), (1, 1), (2, 1), (3, 1)].map(|(n, copies)| (Shows::Number(n.into()), copies, n)),
    )
}

/// Faces 0,0,0,0,1,2.
pub fn white() -> Die {
    Die::with_faces(
        SECOND,
        [(0_u8, 4), (1, 1), (2, 1)].map(|(n, copies)| (Shows::Number(n.into()), copies, n)),
    )
}
