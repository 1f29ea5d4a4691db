//! What can come of one attack, or of what a unit goes through alone, found by the exact engine.

use chance::dice::Pools;
use chance::duel::AfterAttack;
use chance::{Chance, Duel, Flow, Game, System};

/// What a unit goes through alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It has its turn and attacks nobody.
    Idle,
    /// The round ends for it.
    EndRound,
}

/// An attack, or what a unit goes through alone, as a game of one round.
pub struct Scene<'a, G: Duel> {
    matchup: &'a G,
    /// How the rules see the attacker and the target: match-ups in which they are targets.
    views: [Option<&'a G>; 2],
    /// The attacker and the target; twice the unit if it is alone.
    before: [G::Condition; 2],
    act: Option<Act>,
}

/// How far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum State<D, C> {
    /// Nothing has happened.
    Begun,
    /// The attack is under way.
    Attack(D),
    /// It is over: both units, `None` if gone, and whether something that all units share has changed.
    Over([Option<C>; 2], bool),
}

/// Both units afterwards; `None` for one that is gone.
type UnitsAfter<G> = [Option<<G as Duel>::Condition>; 2];

/// More states or paths than this make no table: the rules play such an attack faster than its table is made.
const LIMITS: exact::Limits = exact::Limits { states: 20_000, paths: 50_000 };

impl<'a, G: Duel> Scene<'a, G> {
    /// An attack. `views`: for both kinds a match-up in which it is the target.
    pub fn attack(matchup: &'a G, views: [Option<&'a G>; 2], before: [G::Condition; 2]) -> Self {
        Self { matchup, views, before, act: None }
    }

    /// What a unit goes through alone, by a match-up in which it is the target.
    pub fn alone(act: Act, view: &'a G, before: G::Condition) -> Self {
        Self { matchup: view, views: [Some(view); 2], before: [before.clone(), before], act: Some(act) }
    }

    /// What can come of it, in the order of conditions, with probabilities; `None` if there is too much, or if something shared changes.
    pub fn outcomes(&self) -> Option<Vec<(UnitsAfter<G>, f64)>> {
        let endings = exact::Solver::new(self, 1).endings(LIMITS).ok()?;
        let mut outcomes = Vec::with_capacity(endings.len());
        for (state, probability) in endings {
            let State::Over(units, false) = state else { return None };
            outcomes.push((units, probability));
        }
        outcomes.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        Some(outcomes)
    }

    fn over(&self, units: [G::Condition; 2], changed: bool) -> State<G::State, G::Condition> {
        let mut places = 0..;
        State::Over(
            units.map(|unit| {
                let view = places.next().and_then(|place: usize| self.views[place]);
                (!view.is_some_and(|view| view.is_destroyed(&unit))).then_some(unit)
            }),
            changed,
        )
    }
}

impl<G: Duel> Game for Scene<'_, G> {
    type State = State<G::State, G::Condition>;

    fn system(&self) -> &System {
        self.matchup.system()
    }

    fn procedure(&self) -> &str {
        self.matchup.procedure()
    }

    fn pools(&self) -> &Pools {
        self.matchup.pools()
    }

    fn start(&self) -> Self::State {
        State::Begun
    }

    fn step<C: Chance>(&self, state: &mut Self::State, chance: &mut C) -> Flow {
        let shared = self.matchup.shared();
        if let (State::Begun, Some(act)) = (&*state, self.act) {
            let (mut unit, mut after) = (self.before[0].clone(), shared);
            chance.within(0, |chance| match act {
                Act::Idle => self.matchup.idle(&mut unit, chance),
                Act::EndRound => self.matchup.end_round(&mut unit, &mut after, chance),
            });
            *state = self.over([unit.clone(), unit], after != shared);
            return Flow::RoundOver;
        }
        let mut duel = match state {
            State::Begun => {
                let [attacker, target] = self.before.clone();
                self.matchup.begin_attack(attacker, target, shared)
            }
            State::Attack(duel) => duel.clone(),
            State::Over(..) => return Flow::RoundOver,
        };
        let flow = chance.within(0, |chance| self.matchup.attack_step(&mut duel, chance));
        if flow == Flow::Next {
            *state = State::Attack(duel);
            return flow;
        }
        let AfterAttack { attacker, target, shared: after } =
            self.matchup.finish_attack(&duel, self.before[1].clone());
        *state = self.over([attacker, target], after != shared);
        Flow::RoundOver
    }

    fn is_killed(&self, _state: &Self::State) -> bool {
        false
    }
}
