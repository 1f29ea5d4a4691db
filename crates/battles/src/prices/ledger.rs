//! The battles fought so far, and the scores of two units at a ratio of prices that follow from them.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{Arena, Budget, Encounter};

/// Battles that were fought.
pub struct Ledger<'a, A> {
    arena: &'a A,
    seed: u64,
    budget: Budget,
    /// The scores of the first unit, batch by batch; `None` if the two do not fight.
    known: BTreeMap<Encounter, Option<Vec<f64>>>,
}

/// Two units in a situation at a ratio of prices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The situation.
    pub situation: usize,
    /// The units; the first stands before the second in the roster.
    pub units: [usize; 2],
    /// The logarithm of the first one's price over the second one's.
    pub ratio: f64,
}

impl<'a, A: Arena> Ledger<'a, A> {
    /// Nothing fought yet.
    pub fn new(arena: &'a A, seed: u64, budget: Budget) -> Self {
        Self { arena, seed, budget, known: BTreeMap::new() }
    }

    /// The encounters that decide a meeting, each with its share. Of the dearer unit there are so many as an army has, of the cheaper as many as
    /// the same points buy; a fraction of a unit is the share of the battles that have one more.
    fn encounters(&self, meeting: Meeting) -> [(Encounter, f64); 2] {
        let Meeting { situation, units, ratio } = meeting;
        let Budget { army, most } = self.budget;
        let many = (f64::from(army) * ratio.abs().exp()).min(f64::from(most));
        let (fewer, share) = (many.floor(), many.fract());
        let encounter = |many: f64| {
            let many = many as u32;
            let counts = if ratio >= 0.0 { [army, many] } else { [many, army] };
            Encounter { situation, units, counts }
        };
        [(encounter(fewer), 1.0 - share), (encounter((fewer + 1.0).min(f64::from(most))), share)]
    }

    /// Fights all that these meetings need, in so many batches.
    pub fn fight(&mut self, meetings: &[Meeting], batches: u64) {
        let mut wanted: Vec<Encounter> = meetings
            .iter()
            .flat_map(|&meeting| self.encounters(meeting))
            .map(|(encounter, _)| encounter)
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        let fought = |encounter: &Encounter| match self.known.get(encounter) {
            None => Some(0),
            Some(None) => None,
            Some(Some(scores)) => (scores.len() as u64).lt(&batches).then_some(scores.len() as u64),
        };
        let wanted: Vec<(Encounter, u64)> =
            wanted.into_iter().filter_map(|encounter| Some((encounter, fought(&encounter)?))).collect();
        let found: Vec<(Encounter, Option<Vec<f64>>)> = wanted
            .into_par_iter()
            .map(|(encounter, from)| (encounter, self.arena.scores(encounter, self.seed, from..batches)))
            .collect();
        for (encounter, scores) in found {
            match (self.known.entry(encounter).or_insert_with(|| Some(Vec::new())), scores) {
                (Some(known), Some(scores)) => known.extend(scores),
                (known, _) => *known = None,
            }
        }
    }

    /// How often the first unit wins, batch by batch; `None` if they do not fight. What is asked for must have been fought.
    pub fn scores(&self, meeting: Meeting, batches: u64) -> Option<Vec<f64>> {
        let mut scores = vec![0.0; batches as usize];
        for (encounter, share) in self.encounters(meeting) {
            if share > 0.0 {
                let known = self.known.get(&encounter)?.as_ref()?;
                scores.iter_mut().zip(known).for_each(|(score, known)| *score += share * known);
            }
        }
        Some(scores)
    }
}
