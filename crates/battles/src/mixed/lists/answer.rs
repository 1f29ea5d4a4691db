//! The best answer to an enemy: a list within the budget that beats it most often.
//!
//! Where there are few lists, all are tried. Otherwise lists are changed step by step as long as a step is better. Many lists meet the enemy
//! a few times, and the best of them more often, in the same battles.

use super::contest::{Contest, Enemies};
use super::shop::{List, Shop};
use crate::mixed::armies::uniform;
use crate::mixed::generator;

/// The enemy, with the numbers of battles of a first look, of a second and of a last.
pub struct Target {
    /// The same enemy, for more and more battles.
    pub looks: [Enemies; 3],
    /// The seed of the battles.
    pub seed: u64,
}

/// Battles of a first look at a list, of a second and of a last.
pub const LOOKS: [u64; 3] = [256, 1_024, 4_096];
/// So many lists are looked at a second time, and a last time.
const KEPT: [usize; 2] = [8, 3];
/// More steps than this make no list better.
const STEPS: usize = 10;
/// Of more lists than this near to one, so many are tried in a step.
const TRIED: usize = 96;
/// If there are no more lists than this, all are tried.
pub const FEW: usize = 160;

/// Finds best answers.
pub struct Finder<'c, 'a> {
    /// Plays the battles.
    pub contest: &'c Contest<'a>,
    /// What lists are made of.
    pub shop: &'c Shop,
    /// All lists, if they are few.
    pub all: Option<&'c [List]>,
}

impl Finder<'_, '_> {
    /// The best list found that takes the unit `must`, if one is named; `None` if there is none.
    pub fn best(&self, target: &Target, starts: &[List], must: Option<usize>) -> Option<List> {
        let takes = |list: &List| must.is_none_or(|unit| list[unit] > 0);
        if let Some(all) = self.all {
            let lists: Vec<List> = all.iter().filter(|list| takes(list)).cloned().collect();
            return self.sifted(lists, target);
        }
        let mut starts: Vec<List> = starts.iter().filter(|list| takes(list)).cloned().collect();
        starts.sort();
        starts.dedup();
        let mut random = generator(target.seed, STEP_SEED);
        let mut ends = Vec::new();
        for start in self.ranked(starts, &target.looks[0], target.seed, 2) {
            ends.push(self.climbed(start, target, &takes, &mut random));
        }
        self.sifted(ends, target)
    }

    /// The best of some lists by three looks.
    fn sifted(&self, lists: Vec<List>, target: &Target) -> Option<List> {
        let mut lists = lists;
        for (look, kept) in target.looks.iter().zip([KEPT[0], KEPT[1], 1]) {
            lists = self.ranked(lists, look, target.seed, kept);
        }
        lists.into_iter().next()
    }

    /// The lists that win most, the best first.
    fn ranked(&self, lists: Vec<List>, enemies: &Enemies, seed: u64, kept: usize) -> Vec<List> {
        if lists.len() <= 1 {
            return lists;
        }
        let scores = self.contest.scores(&lists, enemies, seed);
        let mut ranked: Vec<(f64, List)> = scores.into_iter().zip(lists).collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        ranked.into_iter().take(kept).map(|(_, list)| list).collect()
    }

    /// Where steps to better lists lead from one.
    fn climbed(
        &self,
        start: List,
        target: &Target,
        takes: &dyn Fn(&List) -> bool,
        random: &mut simulator::Generator,
    ) -> List {
        let mut here = start;
        for _ in 0..STEPS {
            let mut near: Vec<List> = self.shop.near(&here).into_iter().filter(takes).collect();
            while near.len() > TRIED {
                near.swap_remove((uniform(random) * near.len() as f64) as usize);
            }
            let mut best = self.ranked(near, &target.looks[0], target.seed, KEPT[0]);
            best.push(here.clone());
            let next = self.ranked(best, &target.looks[1], target.seed, 1);
            match next.into_iter().next() {
                Some(next) if next != here => here = next,
                _ => break,
            }
        }
        here
    }
}

const STEP_SEED: u64 = 0x11f7_e4e3_1e50_0022;
