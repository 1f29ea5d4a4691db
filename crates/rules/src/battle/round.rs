//! A round of a battle: every living unit attacks, then the end of the round comes to each.

use super::{Battle, Order};
use crate::chance::Chance;
use crate::duel::{Duel, Parted};
use crate::game::{Flow, Game};

/// All units, each with its condition `C`, what they share, `S`, and how far the round has come, with the state `D` of an attack.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State<C, S, D> {
    /// What has become of each unit; `None` if it is no more.
    pub units: Vec<Option<C>>,
    /// Where both sides attack at once: each unit as it was when the round began. Empty between rounds.
    before: Vec<Option<C>>,
    /// Where both sides attack at once: what its own attack has made of each unit. Empty between rounds.
    acted: Vec<Option<C>>,
    /// How often each unit was attacked in this round, where that matters; else empty.
    attacked: Vec<u8>,
    shared: S,
    stage: Stage<D>,
}

/// How far a round has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Stage<D> {
    /// The next turn.
    Turn(u16),
    /// In this turn an attack is under way on a unit.
    Attack { turn: u16, target: u16, duel: D },
    /// The end of the round for this unit and those after it.
    End(u16),
}

/// The state of a battle by the rules `G`.
pub type StateOf<G> = State<<G as Duel>::Condition, <G as Duel>::Shared, <G as Game>::State>;

impl<C, S, D> State<C, S, D> {
    /// Fresh units.
    pub(super) fn new<G: Duel<Condition = C, Shared = S, State = D>>(battle: &Battle<G>) -> Self {
        let units = (0..battle.kinds.len()).map(|unit| battle.fresh(unit)).collect();
        let (before, acted, attacked) = (Vec::new(), Vec::new(), Vec::new());
        Self { units, before, acted, attacked, shared: battle.shared(), stage: Stage::Turn(0) }
    }

    /// How often a unit was attacked in this round.
    pub(super) fn attacked(&self, unit: usize) -> u8 {
        self.attacked.get(unit).copied().unwrap_or_default()
    }
}

impl<G: Duel> Battle<G> {
    /// Plays one step: a step of an attack, or the end of the round for one unit.
    pub(super) fn play<C: Chance>(&self, state: &mut StateOf<G>, chance: &mut C) -> Flow {
        match state.stage {
            Stage::Turn(0) => {
                self.begin(state);
                self.take_turns(0, state, chance);
            }
            Stage::Turn(turn) => self.take_turns(turn, state, chance),
            Stage::Attack { turn, target, .. } => self.attack(turn, target, state, chance),
            Stage::End(unit) => return self.end(unit, state, chance),
        }
        match state.stage {
            // Where nothing stirs, the end of a round is no step of its own.
            Stage::End(unit) if !self.anyone_stirs(unit, state) => self.end(unit, state, chance),
            _ => Flow::Next,
        }
    }

    /// What all share before the first round.
    fn shared(&self) -> G::Shared {
        let mut matchups = self.matchups.iter().flatten();
        matchups.next().map(Duel::shared).expect("a battle has units that can attack")
    }

    fn begin(&self, state: &mut StateOf<G>) {
        if self.order == Order::AtOnce {
            state.before.clone_from(&state.units);
            state.acted.clone_from(&state.units);
        }
        if self.counts_attacks() {
            state.attacked.clear();
            state.attacked.resize(state.units.len(), 0);
        }
    }

    /// A unit as it attacks in this round: as it is, or, at once, as it was when the round began.
    fn as_attacker(&self, unit: usize, state: &StateOf<G>) -> Option<G::Condition> {
        if self.order == Order::AtOnce { state.before[unit] } else { state.units[unit] }
    }

    /// From this turn on, the first unit that can attack does.
    fn take_turns<C: Chance>(&self, mut turn: u16, state: &mut StateOf<G>, chance: &mut C) {
        while let Some(&unit) = self.turns.get(usize::from(turn)) {
            if let Some(mut condition) = self.as_attacker(unit, state) {
                let target = self.choose(unit, &condition, state, chance);
                let aim = target.and_then(|target| {
                    let matchup = self.matchup(unit, target).1?;
                    Some((target, matchup.meet(condition, state.units[target]?, state.shared)))
                });
                if let Some((target, duel)) = aim {
                    if let Some(count) = state.attacked.get_mut(target) {
                        *count += 1;
                    }
                    let target = target as u16;
                    state.stage = Stage::Attack { turn, target, duel };
                    return self.attack(turn, target, state, chance);
                }
                if let Some((place, view)) = self.view(unit) {
                    chance.enter(Some(place));
                    view.idle(&mut condition, chance);
                    chance.enter(None);
                }
                self.acted(unit, condition, state);
            }
            turn += 1;
        }
        self.settle(state);
        state.stage = Stage::End(0);
    }

    /// A step of the attack that is under way.
    fn attack<C: Chance>(&self, turn: u16, target: u16, state: &mut StateOf<G>, chance: &mut C) {
        let (attacker, target) = (self.turns[usize::from(turn)], usize::from(target));
        let next = Stage::Turn(turn + 1);
        let (place, matchup) = self.matchup(attacker, target);
        let (Some(matchup), Stage::Attack { duel, .. }) = (matchup, &mut state.stage) else {
            state.stage = next;
            return;
        };
        chance.enter(Some(place));
        let flow = matchup.engage(duel, chance);
        chance.enter(None);
        if flow == Flow::Next {
            return;
        }
        if let Some(before) = state.units[target] {
            let Parted { attacker: acted, target: after, shared } = matchup.part(duel, before);
            state.shared = shared;
            state.units[target] = self.living(target, after);
            self.acted(attacker, acted, state);
        }
        state.stage = next;
        if usize::from(turn) + 1 == self.turns.len() {
            self.settle(state);
            state.stage = Stage::End(0);
        }
    }

    /// The unit's own attack is over.
    fn acted(&self, unit: usize, condition: G::Condition, state: &mut StateOf<G>) {
        let units = if self.order == Order::AtOnce { &mut state.acted } else { &mut state.units };
        units[unit] = self.living(unit, condition);
    }

    fn living(&self, unit: usize, condition: G::Condition) -> Option<G::Condition> {
        let is_gone = self.view(unit).is_some_and(|(_, view)| view.is_gone(&condition));
        (!is_gone).then_some(condition)
    }

    /// All have attacked: what befell each at once is put together.
    fn settle(&self, state: &mut StateOf<G>) {
        for (unit, (before, acted)) in state.before.iter().zip(&state.acted).enumerate() {
            let suffered = state.units[unit];
            state.units[unit] = match (before, acted, suffered) {
                (&Some(before), &Some(acted), Some(suffered)) => {
                    let view = self.view(unit);
                    self.living(unit, view.map_or(acted, |(_, view)| view.both(before, acted, suffered)))
                }
                _ => None,
            };
        }
        state.before.clear();
        state.acted.clear();
        state.attacked.clear();
    }

    fn stirs(&self, unit: usize, state: &StateOf<G>) -> bool {
        let stirs = |condition| self.view(unit).is_some_and(|(_, view)| view.stirs(&condition));
        state.units[unit].is_some_and(stirs)
    }

    fn anyone_stirs(&self, from: u16, state: &StateOf<G>) -> bool {
        (usize::from(from)..state.units.len()).any(|unit| self.stirs(unit, state))
    }

    /// The end of the round for the next unit that it does something to; after the last the round is over.
    fn end<C: Chance>(&self, from: u16, state: &mut StateOf<G>, chance: &mut C) -> Flow {
        let next = (usize::from(from)..state.units.len()).find(|&unit| self.stirs(unit, state));
        if let Some(unit) = next
            && let (Some(mut condition), Some((place, view))) = (state.units[unit], self.view(unit))
        {
            chance.enter(Some(place));
            view.end_round(&mut condition, &mut state.shared, chance);
            chance.enter(None);
            state.units[unit] = self.living(unit, condition);
            let next = unit as u16 + 1;
            state.stage = Stage::End(next);
            if self.anyone_stirs(next, state) {
                return Flow::Next;
            }
        }
        self.report(state, chance);
        state.shared = G::next_round(state.shared);
        state.stage = Stage::Turn(0);
        self.line_up(state);
        Flow::RoundOver
    }

    /// Units of a kind stand in the order of their conditions, those that are gone first.
    fn line_up(&self, state: &mut StateOf<G>) {
        let mut from = 0;
        for troop in &self.troops {
            let to = from + troop.count as usize;
            state.units[from..to].sort_unstable();
            from = to;
        }
    }
}

impl<C: Clone, S: Copy, D: Clone> Clone for State<C, S, D> {
    fn clone(&self) -> Self {
        Self {
            units: self.units.clone(),
            before: self.before.clone(),
            acted: self.acted.clone(),
            attacked: self.attacked.clone(),
            shared: self.shared,
            stage: self.stage.clone(),
        }
    }

    /// As `clone`, in the room that is there already: a trial that begins anew allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        self.units.clone_from(&source.units);
        self.before.clone_from(&source.before);
        self.acted.clone_from(&source.acted);
        self.attacked.clone_from(&source.attacked);
        self.shared = source.shared;
        self.stage.clone_from(&source.stage);
    }
}
