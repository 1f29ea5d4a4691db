//! What a game is, and a system as data.

use std::hash::Hash;

use crate::chance::Chance;
use crate::dice::Pools;
use crate::fields::{Field, Name, Problems, Setup};
use crate::set::Set;
use crate::shared::{List, Shared, Text};

/// What follows a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The round goes on with another step.
    Next,
    /// The round is over; the state is ready for the next one.
    RoundOver,
}

/// A set of a system's events, by their place in [`System::events`].
pub type Events = Set<usize>;

/// The rules of one system, applied to one match-up.
///
/// A round is played in steps: each changes the state by one small rule or a few. Between steps nothing is
/// remembered but the state, so two plays that reach equal states have the same future. Keep it small: no
/// history, counts cut off where more changes nothing.
pub trait Game: Sized + Sync {
    /// Both sides, and how far the round has come.
    type State: Clone + Eq + Hash + Send + std::fmt::Debug;

    /// The system as data, for checking, help and schema.
    fn system(&self) -> &System;

    /// The name of the procedure that is played.
    fn procedure(&self) -> &str;

    /// The dice that the match-up asks for.
    fn pools(&self) -> &Pools;

    /// The state before the first round.
    fn start(&self) -> Self::State;

    /// Plays one step.
    fn step<C: Chance>(&self, state: &mut Self::State, chance: &mut C) -> Flow;

    /// Clears what no later rule of this match-up reads, so that more states are equal. Also removes events that no later rule
    /// reads and returns them; they count as happened from then on. The exact engine calls it after each step. A battle
    /// does not, because its units go on to other match-ups.
    ///
    /// **Invariant:** it changes no number.
    fn forget(&self, _state: &mut Self::State) -> Events {
        Events::NONE
    }

    /// Whether the target is destroyed; asked at the end of a round.
    fn is_killed(&self, state: &Self::State) -> bool;

    /// Whether the match-up has ended, so that no further round is played; asked at the end of a round. A rule and no hint: an attacker
    /// that was destroyed attacks no more.
    fn is_over(&self, state: &Self::State) -> bool {
        self.is_killed(state)
    }

    /// The events that have happened so far; asked at the end of a round.
    fn events(&self, _state: &Self::State) -> Events {
        Events::NONE
    }

    /// How much of a round's probability an exact result may leave out if the round can go on for ever. Rules whose loops end
    /// leave out nothing.
    fn tail(&self) -> f64 {
        0.0
    }

    /// What went wrong while the game was played, if anything. Callers check this before they show a result. Built-in rules cannot
    /// fail.
    fn fault(&self) -> Option<PlayFault> {
        None
    }

    /// Plays steps until the round is over.
    #[inline]
    fn round<C: Chance>(&self, state: &mut Self::State, chance: &mut C) {
        while self.step(state, chance) == Flow::Next {}
    }
}

/// What went wrong while a game that was read from a file was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayFault {
    /// The name of the game's file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// The bytes of the code that failed.
    pub range: std::ops::Range<usize>,
    /// What went wrong, with the values that caused it.
    pub message: String,
}

/// An operation on a game of any system.
pub trait Visit {
    /// The result.
    type Out;

    /// Runs the operation.
    fn visit<G: Game>(self, game: &G) -> Self::Out;
}

/// A game of some system, known only at run time.
pub trait Visitable: Sync {
    /// Runs an operation on the game.
    fn visit<V: Visit>(&self, visitor: V) -> V::Out;
}

/// A match-up that can be made from what a file says.
pub trait FromSetup: Game {
    /// The rules, if they are read at run time; `()` for built-in rules.
    type Rulebook: Clone + Sync;

    /// The system that the rules describe.
    fn system_of(rulebook: &Self::Rulebook) -> &System;

    /// Checks a match-up and makes it ready to be played. Its dice are added to `pools`.
    fn new(rulebook: &Self::Rulebook, setup: &Setup, pools: Pools) -> Result<Self, Problems>;
}

/// A system as data.
#[derive(Clone, Debug)]
pub struct System {
    /// As scenario files write it: `space-infantry`.
    pub id: Text,
    /// As people write it: `Space Infantry`.
    pub title: Text,
    /// One sentence on what it covers.
    pub about: Text,
    /// Its procedures; the first is the default.
    pub procedures: List<Procedure>,
    /// Further units that a scenario may have, such as `bystander`.
    pub further_units: List<Text>,
    /// The fields of a unit.
    pub unit: List<Field>,
    /// The fields of the situation.
    pub situation: List<Field>,
    /// The options: questions that the rule book leaves open.
    pub options: List<Field>,
    /// What is counted in each round.
    pub measures: List<Name>,
    /// What may have happened by the end of a round.
    pub events: List<Name>,
    /// The rules by their ids. Each says in one line what the rule does.
    pub rules: List<Name>,
    /// A commented scenario to begin with.
    pub starter: Text,
    /// What differs where units fight a battle.
    pub battles: BattleRules,
}

/// What differs in battles.
#[derive(Clone, Debug)]
pub struct BattleRules {
    /// The procedures by which units of a battle attack each other.
    pub procedures: List<Text>,
    /// Fields of the situation that a battle decides itself, such as the condition of a fresh target.
    pub not_in_situation: List<Text>,
    /// Options with another default in battles.
    pub options: List<(Text, Text)>,
}

impl System {
    /// The procedure with this name. If there is none, returns one that counts nothing.
    pub fn procedure(&self, name: &str) -> Procedure {
        self.procedures.iter().find(|known| known.name.name == name).cloned().unwrap_or_else(|| Procedure {
            name: Name { name: name.to_owned().into(), doc: "".into() },
            measures: List::EMPTY,
            events: List::EMPTY,
            funnel: List::EMPTY,
            damage: None,
        })
    }
}

/// A procedure as data.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// As scenario files write it, and what it is.
    pub name: Name,
    /// The measures that are reported for it, by index.
    pub measures: List<usize>,
    /// The events that can happen in it, by index.
    pub events: List<usize>,
    /// The steps of an attack from its first dice to its damage, as measures by index: each counts what is left of the one before.
    /// Measures that are not in `measures` may be among them.
    pub funnel: List<usize>,
    /// The measure that counts as damage when two attacks are compared.
    pub damage: Option<usize>,
}

impl Procedure {
    /// A built-in procedure with all that can come of it.
    pub const fn built_in(
        name: &Name,
        measures: &'static [usize],
        events: &'static [usize],
        funnel: &'static [usize],
        damage: Option<usize>,
    ) -> Self {
        Self {
            name: name.constant(),
            measures: Shared::Static(measures),
            events: Shared::Static(events),
            funnel: Shared::Static(funnel),
            damage,
        }
    }
}
