//! The conditions of units of a kind, by number.

use chance::Duel;
use chance::battle::Matchups;

use super::Map;
use super::outcomes::Table;
use super::scene::Act;

/// All conditions of a kind that were met.
pub struct Conditions<C> {
    numbers: Map<C, u32>,
    known: Vec<Numbered<C>>,
    idle: Map<u32, Option<Table>>,
    end: Map<u32, Option<Table>>,
    /// For units that were attacked while they attacked: what both together make of them, by the numbers of the conditions before,
    /// after their own attack, and after the attacks on them.
    pub together: Map<(u32, u32, u32), u32>,
}

/// What is asked of a condition in every battle.
struct Numbered<C> {
    condition: C,
    left: u32,
    changes_at_end: bool,
}

impl<C: Clone + Ord + std::hash::Hash> Conditions<C> {
    /// The number of a fresh unit.
    pub const FRESH: u32 = 0;

    /// The condition of a fresh unit alone.
    pub fn new<G: Duel<Condition = C>>(matchups: &Matchups<G>, kind: usize) -> Self {
        let (numbers, idle, end, together) = (Map::default(), Map::default(), Map::default(), Map::default());
        let mut conditions = Self { numbers, known: Vec::new(), idle, end, together };
        if let Some(fresh) = matchups.fresh(kind) {
            conditions.number(matchups, kind, fresh);
        }
        conditions
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// The number of a condition.
    pub fn number<G: Duel<Condition = C>>(
        &mut self,
        matchups: &Matchups<G>,
        kind: usize,
        condition: C,
    ) -> u32 {
        if let Some(&number) = self.numbers.get(&condition) {
            return number;
        }
        let number = self.known.len() as u32;
        let view = matchups.as_target(kind);
        // A unit that nobody can attack has less left than any other.
        let left = view.map_or(0, |view| view.remaining(&condition).saturating_add(1));
        let changes_at_end = view.is_some_and(|view| view.changes_at_end(&condition));
        self.numbers.insert(condition.clone(), number);
        self.known.push(Numbered { condition, left, changes_at_end });
        number
    }

    /// The condition of a number.
    #[inline]
    pub fn get(&self, number: u32) -> &C {
        &self.known[number as usize].condition
    }

    /// One more than what is left to be destroyed; 0 if the unit cannot be attacked.
    #[inline]
    pub fn left(&self, number: u32) -> u32 {
        self.known[number as usize].left
    }

    /// Whether the end of a round does anything to it.
    #[inline]
    pub fn changes_at_end(&self, number: u32) -> bool {
        self.known[number as usize].changes_at_end
    }

    /// The tables of what a unit goes through alone.
    #[inline]
    pub fn alone(&mut self, act: Act) -> &mut Map<u32, Option<Table>> {
        match act {
            Act::Idle => &mut self.idle,
            Act::EndRound => &mut self.end,
        }
    }
}
