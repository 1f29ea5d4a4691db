//! How often lists beat other lists.
//!
//! Lists that are compared meet the same enemies on the same random streams, so most of what chance does to both falls out. A score that
//! is told comes from battles that chose nothing: those of another seed.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use results::Estimate;

use super::shop::List;
use crate::engine::Pairing;
use crate::mixed::armies::{ArmyDrawer, uniform};
use crate::mixed::duels::{estimate, play};
use crate::mixed::field::Field;
use crate::mixed::{Watch, generator};

/// Plays battles between lists.
pub struct Contest<'a> {
    /// Where they meet.
    pub field: Field<'a>,
    /// The prices now.
    pub prices: Vec<f64>,
    /// Is told of battles.
    pub watch: &'a dyn Watch,
    /// Battles so far.
    pub played: AtomicU64,
}

/// Enemies, one for each battle.
pub struct Enemies(Vec<Vec<u16>>);

/// The golden ratio's fraction: its multiples are spread evenly, however many there are.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// A list as battles take it.
pub fn army(list: &[u32]) -> Vec<u16> {
    let of = |(unit, &count): (usize, &u32)| std::iter::repeat_n(unit as u16, count as usize);
    list.iter().enumerate().flat_map(of).collect()
}

/// The place in a list of shares that a number from 0 to 1 falls to.
fn drawn(shares: impl Iterator<Item = f64>, mut at: f64) -> usize {
    let mut last = 0;
    for (place, share) in shares.enumerate() {
        at -= share;
        last = place;
        if at < 0.0 {
            break;
        }
    }
    last
}

impl Contest<'_> {
    /// Enemies drawn from a mix of lists.
    pub fn mix_enemies(mix: &[(List, f64)], battles: u64, seed: u64) -> Enemies {
        let start = uniform(&mut generator(seed, ENEMIES));
        let enemy = |battle: u64| {
            // Each enemy meets both sides equally often.
            let at = (start + GOLDEN * (battle / 2) as f64).fract();
            army(&mix[drawn(mix.iter().map(|(_, share)| *share), at)].0)
        };
        Enemies((0..battles).map(enemy).collect())
    }

    /// Enemies from the field: random armies, or those that the roster lists.
    pub fn field_enemies(&self, battles: u64, seed: u64) -> Enemies {
        let mut drawer = ArmyDrawer::new(&self.prices, &self.field.weights, self.field.points);
        let all: f64 = self.field.lists.iter().map(|list| list.weight).sum();
        let enemy = |battle: u64| {
            let mut random = generator(seed ^ ENEMIES, battle / 2);
            let mut army = Vec::new();
            if self.field.lists.is_empty() {
                drawer.army(1.0, &mut random, &mut army);
            } else {
                let at = uniform(&mut random) * all;
                let list = &self.field.lists[drawn(self.field.lists.iter().map(|list| list.weight), at)];
                for &(unit, count) in &list.units {
                    army.extend(std::iter::repeat_n(unit as u16, count as usize));
                }
                army.sort_unstable();
            }
            army
        };
        Enemies((0..battles).map(enemy).collect())
    }

    /// The mean score of an army in battles with these numbers, the enemy of each on the other side in every second one.
    fn score(&self, own: &[u16], enemies: &[Vec<u16>], first: u64, seed: u64) -> f64 {
        let pairing = |(number, enemy): (u64, &Vec<u16>)| {
            let armies =
                if number % 2 == 1 { [enemy.clone(), own.to_vec()] } else { [own.to_vec(), enemy.clone()] };
            Pairing { armies, stream: number }
        };
        let pairings: Vec<Pairing> = (first..).zip(enemies).map(pairing).collect();
        let scores = play(&self.field, &pairings, &self.prices, seed);
        self.played.fetch_add(pairings.len() as u64, Ordering::Relaxed);
        self.watch.played(pairings.len() as u64);
        let own = |(number, score): (u64, &crate::engine::Score)| {
            if number % 2 == 1 { 1.0 - score.value() } else { score.value() }
        };
        (first..).zip(&scores).map(own).sum::<f64>() / scores.len().max(1) as f64
    }

    /// The score of each of some lists, all in the same battles.
    pub fn scores(&self, lists: &[List], enemies: &Enemies, seed: u64) -> Vec<f64> {
        lists.par_iter().map(|list| self.score(&army(list), &enemies.0, 0, seed)).collect()
    }

    /// The score of one list, with its interval.
    pub fn told(&self, list: &List, enemies: &Enemies, seed: u64) -> Estimate {
        let parts: Vec<f64> = enemies
            .0
            .par_chunks(PART)
            .enumerate()
            .map(|(part, enemies)| {
                self.score(&army(list), enemies, (part * PART) as u64, seed) * enemies.len() as f64
            })
            .collect();
        let battles = enemies.0.len();
        estimate(parts.iter().sum::<f64>() / battles.max(1) as f64, battles as u64)
    }
}

/// The scores of lists against each other, known better the more battles were played.
#[derive(Default)]
pub struct Payoffs {
    /// The lists.
    pub lists: Vec<List>,
    /// For each pair, the first before the second: the sum of the scores of the first, and the battles.
    known: Vec<Vec<(f64, u64)>>,
}

impl Payoffs {
    /// Adds a list, unless it is there.
    pub fn add(&mut self, list: List) -> bool {
        let is_new = !self.lists.contains(&list);
        if is_new {
            self.known.iter_mut().for_each(|row| row.push((0.0, 0)));
            self.lists.push(list);
            self.known.push(vec![(0.0, 0); self.lists.len()]);
        }
        is_new
    }

    /// Sees to it that pairs have so many battles. Says whether any was missing.
    pub fn fight(&mut self, contest: &Contest<'_>, pairs: &[[usize; 2]], battles: u64, seed: u64) -> bool {
        let mut pairs: Vec<[usize; 2]> = pairs
            .iter()
            .map(|&[one, other]| [one.min(other), one.max(other)])
            .filter(|&[one, other]| one != other && self.known[one][other].1 < battles)
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let found: Vec<f64> = pairs
            .par_iter()
            .map(|&[one, other]| {
                let before = self.known[one][other].1;
                let enemies = vec![army(&self.lists[other]); (battles - before) as usize];
                let first = ((one as u64) << 44) + ((other as u64) << 24) + before;
                let own = army(&self.lists[one]);
                contest.score(&own, &enemies, first, seed) * enemies.len() as f64
            })
            .collect();
        for (&[one, other], sum) in pairs.iter().zip(found) {
            let known = &mut self.known[one][other];
            *known = (known.0 + sum, battles);
        }
        !pairs.is_empty()
    }

    /// The score of a list against another.
    pub fn score(&self, one: usize, other: usize) -> f64 {
        if one == other {
            return 0.5;
        }
        let (sum, battles) = self.known[one.min(other)][one.max(other)];
        let score = if battles == 0 { 0.5 } else { sum / battles as f64 };
        if one < other { score } else { 1.0 - score }
    }

    /// The same with its interval.
    pub fn estimate(&self, one: usize, other: usize) -> Estimate {
        if one == other {
            return Estimate::exact(0.5);
        }
        estimate(self.score(one, other), self.known[one.min(other)][one.max(other)].1)
    }
}

/// Battles of a list that one thread plays at a time.
const PART: usize = 1_000;
const ENEMIES: u64 = 0x11f7_e4e3_1e50_0021;
