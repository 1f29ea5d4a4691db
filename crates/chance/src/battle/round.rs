//! A round of a battle: every living unit attacks, then the end of the round comes to each.

use super::{Battle, Order};
use crate::chance::Chance;
use crate::duel::{AfterAttack, Duel};
use crate::game::{Flow, Game};

/// The state of a battle: the condition `C` of each unit, the shared state `S`, and the stage of the round with the state `D` of an
/// attack.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State<C, S, D> {
    /// The condition of each unit; `None` if it is destroyed.
    pub units: Vec<Option<C>>,
    /// If both sides attack at once: each unit as the round began. Empty between rounds.
    before: Vec<Option<C>>,
    /// If both sides attack at once: each unit after its own attack. Empty between rounds.
    acted: Vec<Option<C>>,
    /// How often each unit was attacked in this round. Empty if no policy counts attacks.
    attacked: Vec<u8>,
    shared: S,
    stage: Stage<D>,
}

/// What stands in place of a rule's id where a battle itself is told.
pub(super) const BATTLE: &str = "battle";

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
            // Where nothing happens at the end, the end of a round is no step of its own.
            Stage::End(unit) if !self.any_changes_at_end(unit, state) => self.end(unit, state, chance),
            _ => Flow::Next,
        }
    }

    /// The shared state before the first round.
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

    /// The condition in which a unit attacks: its current one or, if both sides attack at once, that of the beginning of the round.
    fn as_attacker(&self, unit: usize, state: &StateOf<G>) -> Option<G::Condition> {
        let units = if self.order == Order::AtOnce { &state.before } else { &state.units };
        units[unit].clone()
    }

    /// Plays turns until a unit attacks.
    fn take_turns<C: Chance>(&self, mut turn: u16, state: &mut StateOf<G>, chance: &mut C) {
        while let Some(&unit) = self.turns.get(usize::from(turn)) {
            if let Some(mut condition) = self.as_attacker(unit, state) {
                let target = self.choose(unit, &condition, state, chance);
                let aim = target.and_then(|target| {
                    let matchup = self.matchup(unit, target).1?;
                    Some((
                        target,
                        matchup.begin_attack(condition.clone(), state.units[target].clone()?, state.shared),
                    ))
                });
                if let Some((target, duel)) = aim {
                    if let Some(count) = state.attacked.get_mut(target) {
                        *count += 1;
                    }
                    chance.tell(BATTLE, || format!("{} attacks {}", self.called(unit), self.called(target)));
                    let target = target as u16;
                    state.stage = Stage::Attack { turn, target, duel };
                    return self.attack(turn, target, state, chance);
                }
                chance.tell(BATTLE, || format!("{} attacks nobody", self.called(unit)));
                if let Some((place, view)) = self.view(unit) {
                    chance.within(place, |chance| view.idle(&mut condition, chance));
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
        let flow = chance.within(place, |chance| matchup.attack_step(duel, chance));
        if flow == Flow::Next {
            return;
        }
        if let Some(before) = state.units[target].take() {
            let AfterAttack { attacker: acted, target: after, shared } = matchup.finish_attack(duel, before);
            state.shared = shared;
            state.units[target] = self.living(target, after);
            if state.units[target].is_none() {
                chance.tell(BATTLE, || format!("{} is destroyed", self.called(target)));
            }
            self.acted(attacker, acted, state);
        }
        state.stage = next;
        if usize::from(turn) + 1 == self.turns.len() {
            self.settle(state);
            state.stage = Stage::End(0);
        }
    }

    /// Stores the condition of a unit after its own attack.
    fn acted(&self, unit: usize, condition: G::Condition, state: &mut StateOf<G>) {
        let units = if self.order == Order::AtOnce { &mut state.acted } else { &mut state.units };
        units[unit] = self.living(unit, condition);
    }

    fn living(&self, unit: usize, condition: G::Condition) -> Option<G::Condition> {
        let is_gone = self.view(unit).is_some_and(|(_, view)| view.is_destroyed(&condition));
        (!is_gone).then_some(condition)
    }

    /// Ends the turns of a round in which both sides attacked at once: combines both changes of each unit.
    fn settle(&self, state: &mut StateOf<G>) {
        for (unit, (before, acted)) in state.before.iter().zip(&state.acted).enumerate() {
            let suffered = state.units[unit].take();
            state.units[unit] = match (before, acted, suffered) {
                (Some(before), Some(acted), Some(suffered)) => {
                    let (before, acted) = (before.clone(), acted.clone());
                    let together = match self.view(unit) {
                        Some((_, view)) => view.combine(before, acted, suffered),
                        None => acted,
                    };
                    self.living(unit, together)
                }
                _ => None,
            };
        }
        state.before.clear();
        state.acted.clear();
        state.attacked.clear();
    }

    fn changes_at_end(&self, unit: usize, state: &StateOf<G>) -> bool {
        let changes_at_end =
            |condition| self.view(unit).is_some_and(|(_, view)| view.changes_at_end(condition));
        state.units[unit].as_ref().is_some_and(changes_at_end)
    }

    fn any_changes_at_end(&self, from: u16, state: &StateOf<G>) -> bool {
        (usize::from(from)..state.units.len()).any(|unit| self.changes_at_end(unit, state))
    }

    /// Plays the end of the round for the next unit that it can change. After the last one the round is over.
    fn end<C: Chance>(&self, from: u16, state: &mut StateOf<G>, chance: &mut C) -> Flow {
        let next = (usize::from(from)..state.units.len()).find(|&unit| self.changes_at_end(unit, state));
        if let Some(unit) = next
            && let (Some(mut condition), Some((place, view))) = (state.units[unit].clone(), self.view(unit))
        {
            chance.within(place, |chance| view.end_round(&mut condition, &mut state.shared, chance));
            state.units[unit] = self.living(unit, condition);
            let next = unit as u16 + 1;
            state.stage = Stage::End(next);
            if self.any_changes_at_end(next, state) {
                return Flow::Next;
            }
        }
        self.report(state, chance);
        chance.tell(BATTLE, || self.left_in_words(state));
        state.shared = G::next_round(state.shared);
        state.stage = Stage::Turn(0);
        self.line_up(state);
        Flow::RoundOver
    }

    /// Sorts the units of each kind by condition; destroyed units come first.
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

    /// Reuses the allocations, so that beginning a trial anew allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        self.units.clone_from(&source.units);
        self.before.clone_from(&source.before);
        self.acted.clone_from(&source.acted);
        self.attacked.clone_from(&source.attacked);
        self.shared = source.shared;
        self.stage.clone_from(&source.stage);
    }
}
