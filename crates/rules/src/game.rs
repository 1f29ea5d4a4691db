//! What every system offers to those who play it.

use std::hash::Hash;

use crate::chance::Chance;
use crate::dice::Pools;
use crate::fields::{Field, Name, Named};

/// What follows a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The round goes on with another step.
    Next,
    /// The round is over; the state is ready for the next one.
    RoundOver,
}

/// A set of a system's events, as bits by their index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Events(pub u32);

impl Events {
    /// No event.
    pub const NONE: Self = Self(0);

    /// Adds an event.
    #[inline]
    pub fn add(&mut self, event: impl Named) {
        self.0 |= 1 << event.index();
    }

    /// Adds an event if it happened.
    #[must_use]
    #[inline]
    pub fn with(mut self, event: impl Named, happened: bool) -> Self {
        self.0 |= u32::from(happened) << event.index();
        self
    }

    /// These and others.
    #[must_use]
    #[inline]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Those of these that are not among `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Whether the event with this index is in the set.
    #[inline]
    pub const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// The indices of the events in the set.
    #[inline]
    pub fn indices(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let event = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(event)
        })
    }
}

/// The rules of one system, applied to one match-up.
///
/// A round is played in steps: each changes the state by one small rule or a few. Between steps nothing is
/// remembered but the state, so two plays that reach equal states have the same future. Keep it small: no
/// history, counts cut off where more changes nothing.
pub trait Game: Sized + Sync {
    /// Both sides, and how far the round has come.
    type State: Clone + Eq + Hash + Send + std::fmt::Debug;

    /// The system as data, for checking, help and schema.
    const SYSTEM: System;

    /// The name of the procedure that is played.
    fn procedure(&self) -> &'static str;

    /// The dice that the match-up asks for.
    fn pools(&self) -> &Pools;

    /// The state before the first round.
    fn start(&self) -> Self::State;

    /// Plays one step.
    fn step<C: Chance>(&self, state: &mut Self::State, chance: &mut C) -> Flow;

    /// Drops from the state what can no longer change any number of this match-up, so that more states are equal, and
    /// takes out events that no later rule reads: these are given back, and have happened from then on. Called after
    /// each step by those who compare states; who plays a unit on in other match-ups does not call it.
    fn forget(&self, _state: &mut Self::State) -> Events {
        Events::NONE
    }

    /// Whether the target is destroyed; asked at the end of a round.
    fn is_killed(&self, state: &Self::State) -> bool;

    /// Whether later rounds change nothing; asked at the end of a round.
    fn is_over(&self, state: &Self::State) -> bool {
        self.is_killed(state)
    }

    /// The events that have happened so far; asked at the end of a round.
    fn events(&self, _state: &Self::State) -> Events {
        Events::NONE
    }

    /// Plays steps until the round is over.
    #[inline]
    fn round<C: Chance>(&self, state: &mut Self::State, chance: &mut C) {
        while self.step(state, chance) == Flow::Next {}
    }
}

/// A system as data.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// As scenario files write it: `space-infantry`.
    pub id: &'static str,
    /// As people write it: `Space Infantry`.
    pub title: &'static str,
    /// One sentence on what it covers.
    pub about: &'static str,
    /// Its procedures; the first is the default.
    pub procedures: &'static [Procedure],
    /// The units that a scenario may have beside attacker and target, such as `bystander`.
    pub further_units: &'static [&'static str],
    /// The fields of a unit.
    pub unit: &'static [Field],
    /// The fields of the situation.
    pub situation: &'static [Field],
    /// The rules' open questions.
    pub options: &'static [Field],
    /// What is counted in each round.
    pub measures: &'static [Name],
    /// What may have happened by the end of a round.
    pub events: &'static [Name],
    /// A commented scenario to begin with.
    pub starter: &'static str,
}

impl System {
    /// The procedure of a name; where there is none, one that counts nothing.
    pub fn procedure(&self, name: &'static str) -> Procedure {
        let nothing =
            Procedure { name: Name { name, doc: "" }, measures: &[], events: &[], funnel: &[], damage: None };
        self.procedures.iter().find(|known| known.name.name == name).copied().unwrap_or(nothing)
    }
}

/// A procedure as data.
#[derive(Clone, Copy, Debug)]
pub struct Procedure {
    /// As scenario files write it, and what it is.
    pub name: Name,
    /// The measures that are reported for it, by index.
    pub measures: &'static [usize],
    /// The events that can happen in it, by index.
    pub events: &'static [usize],
    /// The way of an attack from its first dice to what it does, as measures by index: each is what is left of the one before.
    /// A measure may stand here that is not reported for itself.
    pub funnel: &'static [usize],
    /// The measure that counts as damage where two attacks are compared.
    pub damage: Option<usize>,
}
