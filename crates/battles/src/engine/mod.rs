//! Battles between armies of any mix of a roster's units, each played once.
//!
//! A search for prices never plays the same two armies twice, so nothing may be made for a battle that is thrown away after it. The
//! engine numbers the conditions of units as it meets them. An attack of a kind in one condition on a kind in another is one draw from a
//! table of everything that can come of it; the table is made by the exact engine when the attack first happens. Attacks with too many
//! outcomes, and units that share something that changes (a deck of cards), are played by the rules.
//!
//! **Invariant:** what a draw means depends on the attack alone. The outcomes of a table are sorted, and whether there is a table does
//! not depend on what was played before, so a seed gives the same battles in whatever order the tables are made.

mod conditions;
mod fight;
mod outcomes;
mod players;
mod scene;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use chance::Duel;
use chance::battle::Matchups;
use rustc_hash::FxHasher;

use conditions::Conditions;
use fight::Fighter;
pub use fight::{Rules, Score};
use outcomes::{Outcomes, Table};
pub use players::{Pairing, Players, players};
use scene::{Act, Scene};

type Map<K, V> = HashMap<K, V, BuildHasherDefault<FxHasher>>;

/// More outcomes than this in all tables together are thrown away before the next battle: 100 MB.
const OUTCOMES: usize = 1 << 22;
/// More conditions of all units together than this are thrown away before the next battle.
const CONDITIONS: usize = 1 << 20;

/// How an attack is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    /// The attacker has nothing that can harm the target.
    Harmless,
    /// It can, and has not attacked it yet.
    Unplayed,
    /// One draw from a table.
    Table(Table),
    /// By the rules.
    Rules,
}

/// Plays battles between armies of the kinds of one roster, on one thread.
pub struct Engine<'a, G: Duel> {
    matchups: &'a Matchups<G>,
    kinds: Vec<Conditions<G::Condition>>,
    /// By attacker and target kind, then by the numbers of both conditions.
    attacks: Vec<Map<(u32, u32), Attack>>,
    /// By attacker and target kind: whether fresh units have a table. Where they have none, no units of these kinds have.
    has_tables: Vec<Option<bool>>,
    outcomes: Outcomes,
    /// Whether what units share never changes by itself.
    shared_is_constant: bool,
    tables_allowed: bool,
    fighters: Vec<Fighter>,
}

impl<'a, G: Duel> Engine<'a, G> {
    /// An engine that has made no table yet. `tables`: whether to make any.
    pub fn new(matchups: &'a Matchups<G>, tables: bool) -> Self {
        let kinds = matchups.kinds();
        let mut engine = Self {
            matchups,
            kinds: Vec::new(),
            attacks: (0..kinds * kinds).map(|_| Map::default()).collect(),
            has_tables: vec![None; kinds * kinds],
            outcomes: Outcomes::default(),
            shared_is_constant: matchups.shared().is_none_or(|shared| G::next_round(shared) == shared),
            tables_allowed: tables,
            fighters: Vec::new(),
        };
        engine.forget();
        engine
    }

    /// How many tables there are, and how many outcomes they hold.
    pub fn tables(&self) -> (usize, usize) {
        (self.outcomes.tables, self.outcomes.slots.len())
    }

    /// Makes room once memory has grown too large. No number depends on it.
    fn make_room(&mut self) {
        let conditions: usize = self.kinds.iter().map(Conditions::len).sum();
        if self.outcomes.slots.len() > OUTCOMES || conditions > CONDITIONS {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.kinds = (0..self.matchups.kinds()).map(|kind| Conditions::new(self.matchups, kind)).collect();
        self.attacks.iter_mut().for_each(Map::clear);
        self.outcomes = Outcomes::default();
    }

    /// Whether an attack of a fresh unit on another surely changes nothing. Where there is no table, nobody knows.
    pub fn is_idle(&mut self, kind: usize, target: usize) -> bool {
        const FRESH: [u32; 2] = [0; 2];
        match self.make_table(kind * self.matchups.kinds() + target, [kind, target], FRESH) {
            Attack::Table(table) => self.outcomes.certain(table) == Some(FRESH),
            _ => false,
        }
    }

    /// How an attack is played, as far as it is known without making a table.
    #[inline]
    fn attack(&mut self, pair: usize, kinds: [usize; 2], [own, other]: [u32; 2]) -> Attack {
        if let Some(&known) = self.attacks[pair].get(&(own, other)) {
            return known;
        }
        let [attacker, target] = [self.kinds[kinds[0]].get(own), self.kinds[kinds[1]].get(other)];
        let matchup = self.matchups.attack(kinds[0], kinds[1]);
        let can_harm = matchup.is_some_and(|matchup| matchup.can_harm(attacker, target));
        let attack = if can_harm { Attack::Unplayed } else { Attack::Harmless };
        self.attacks[pair].insert((own, other), attack);
        attack
    }

    /// Makes the table of an attack, if it can have one.
    #[cold]
    fn make_table(&mut self, pair: usize, kinds: [usize; 2], conditions: [u32; 2]) -> Attack {
        let fresh = self.has_tables[pair].unwrap_or_else(|| {
            let has_tables = self.shared_is_constant
                && self.tables_allowed
                && self.play_out(kinds, [Conditions::<G::Condition>::FRESH; 2]).is_some();
            self.has_tables[pair] = Some(has_tables);
            has_tables
        });
        let table = if fresh { self.play_out(kinds, conditions) } else { None };
        let attack = table.map_or(Attack::Rules, Attack::Table);
        self.attacks[pair].insert((conditions[0], conditions[1]), attack);
        attack
    }

    /// The outcomes of an attack as a table; `None` if there are too many.
    fn play_out(&mut self, kinds: [usize; 2], [own, other]: [u32; 2]) -> Option<Table> {
        let matchup = self.matchups.attack(kinds[0], kinds[1])?;
        let conditions = [self.kinds[kinds[0]].get(own), self.kinds[kinds[1]].get(other)];
        let views = kinds.map(|kind| self.matchups.as_target(kind));
        let outcomes = Scene::attack(matchup, views, conditions.map(Clone::clone)).outcomes()?;
        let mut numbered = |place: usize, condition: Option<G::Condition>| {
            let conditions = &mut self.kinds[kinds[place]];
            condition.map_or(fight::DESTROYED, |condition| {
                conditions.number(self.matchups, kinds[place], condition)
            })
        };
        let numbered: Vec<([u32; 2], f64)> = outcomes
            .into_iter()
            .map(|([own, other], p)| ([numbered(0, own), numbered(1, other)], p))
            .collect();
        self.outcomes.add(&numbered)
    }

    /// What a unit that attacks nobody does, or what the end of a round does to it, as a table; `None` if by the rules.
    fn alone(&mut self, act: Act, kind: usize, condition: u32) -> Option<Table> {
        if let Some(&known) = self.kinds[kind].alone(act).get(&condition) {
            return known;
        }
        let view = self.matchups.as_target(kind)?;
        let allowed = self.shared_is_constant && self.tables_allowed;
        let before = self.kinds[kind].get(condition).clone();
        let outcomes = allowed.then(|| Scene::alone(act, view, before).outcomes()).flatten();
        let table = outcomes.and_then(|outcomes| {
            let numbered: Vec<([u32; 2], f64)> = outcomes
                .into_iter()
                .map(|([own, _], p)| {
                    let number = |own| self.kinds[kind].number(self.matchups, kind, own);
                    ([own.map_or(fight::DESTROYED, number); 2], p)
                })
                .collect();
            self.outcomes.add(&numbered)
        });
        self.kinds[kind].alone(act).insert(condition, table);
        table
    }
}
