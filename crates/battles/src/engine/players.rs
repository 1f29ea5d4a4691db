//! Engines for all threads: a thread takes one, plays a stretch of battles, and puts it back with the tables that it has made.

use std::sync::Mutex;

use chance::Duel;
use chance::battle::{Matchups, VisitMatchups};
use simulator::Dice;
use systems::AnyMatchups;

use super::Engine;
use super::fight::{Rules, Score};

/// Two armies that meet: lists of kinds in ascending order.
#[derive(Clone, Debug, Default)]
pub struct Pairing {
    /// The armies.
    pub armies: [Vec<u16>; 2],
    /// The number of the battle: those with the same seed and number roll the same.
    pub stream: u64,
}

/// Plays battles in one situation, from any thread.
pub trait Players: Sync + Send {
    /// Plays these battles and says how each ended.
    fn play(&self, battles: &[Pairing], rules: Rules<'_>, seed: u64) -> Vec<Score>;

    /// Whether an attack of a fresh unit of this kind on any other changes anything.
    fn harms_somebody(&self, kind: usize) -> bool;

    /// How many tables the engines have made so far, and how many outcomes they hold.
    fn tables(&self) -> (usize, usize);
}

struct Engines<'a, G: Duel> {
    matchups: &'a Matchups<G>,
    free: Mutex<Vec<(Engine<'a, G>, Dice<'a>)>>,
    tables: bool,
}

impl<G: Duel + Send> Players for Engines<'_, G>
where
    G::Condition: Send,
{
    fn play(&self, battles: &[Pairing], rules: Rules<'_>, seed: u64) -> Vec<Score> {
        let mut free = self.free.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let engine = free.pop();
        drop(free);
        let make = || (Engine::new(self.matchups, self.tables), Dice::new(self.matchups.pools()));
        let (mut engine, mut dice) = engine.unwrap_or_else(make);
        let play = |battle: &Pairing| {
            dice.begin(seed, battle.stream);
            engine.fight([&battle.armies[0], &battle.armies[1]], rules, &mut dice)
        };
        let scores = battles.iter().map(play).collect();
        let mut free = self.free.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        free.push((engine, dice));
        scores
    }

    fn harms_somebody(&self, kind: usize) -> bool {
        let fresh = |kind| self.matchups.fresh(kind);
        let Some(own) = fresh(kind) else { return false };
        let mut engine = Engine::new(self.matchups, self.tables);
        (0..self.matchups.kinds()).any(|target| {
            let (attack, fresh) = (self.matchups.attack(kind, target), fresh(target));
            attack.zip(fresh).is_some_and(|(attack, fresh)| attack.can_harm(&own, &fresh))
                && !engine.is_idle(kind, target)
        })
    }

    fn tables(&self) -> (usize, usize) {
        let free = self.free.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        free.iter().map(|(engine, _)| engine.tables()).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }
}

struct Make {
    tables: bool,
}

impl<'a> VisitMatchups<'a> for Make {
    type Out = Box<dyn Players + 'a>;

    fn visit<G: Duel + Send + 'a>(self, matchups: &'a Matchups<G>) -> Self::Out
    where
        G::Condition: 'a,
        G::Shared: 'a,
    {
        Box::new(Engines { matchups, free: Mutex::default(), tables: self.tables })
    }
}

/// Players of the battles between the kinds of these match-ups. `tables`: whether to make tables of outcomes.
pub fn players(matchups: &AnyMatchups, tables: bool) -> Box<dyn Players + '_> {
    matchups.visit(Make { tables })
}
