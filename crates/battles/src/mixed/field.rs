//! The field of battles on which prices are found: who fights whom, in armies of how many points, in which situations.

use rayon::prelude::*;
use simulator::Generator;

use super::armies::{ArmyDrawer, uniform};
use super::model::{Fit, SharedTerms};
use crate::engine::{Pairing, Players, Rules, Score};
use crate::roster::ArmyList;

/// A roster ready for battle.
pub struct Field<'a> {
    /// In each situation.
    pub players: Vec<Box<dyn Players + 'a>>,
    /// How often each situation comes, summed up: the last is 1.
    pub situations: Vec<f64>,
    /// How much each unit counts; 0 for one that takes no part.
    pub weights: Vec<f64>,
    /// Armies to fight against.
    pub lists: &'a [ArmyList],
    /// The points of an army.
    pub points: f64,
    /// The most rounds.
    pub rounds: u32,
    /// Whether one side acts first.
    pub one_side_first: bool,
}

/// Battles of random armies that were played.
#[derive(Debug, Default)]
pub struct Battles {
    /// The armies.
    pub pairings: Vec<Pairing>,
    /// How they ended.
    pub scores: Vec<Score>,
}

/// Battles that one thread plays at a time, where many are played at once.
const BATTLES_PER_TASK: u64 = 500;

impl Score {
    /// The score of the first side.
    pub fn value(self) -> f64 {
        match self {
            Self::Won => 1.0,
            Self::Lost => 0.0,
            Self::BothGone | Self::Undecided => 0.5,
        }
    }
}

impl Field<'_> {
    /// Plays battles of random armies at these prices, each pair of armies so many times, in numbered streams of a seed. The same
    /// streams have the same armies and rolls as long as the prices are the same.
    pub fn battles(&self, prices: &[f64], seed: u64, streams: std::ops::Range<u64>, times: u64) -> Battles {
        let mut shop = ArmyDrawer::new(prices, &self.weights, self.points);
        let ranks = ranks(prices);
        let rules = Rules { ranks: &ranks, rounds: self.rounds };
        let count = (streams.end - streams.start) as usize;
        let mut pairings = Vec::with_capacity(count * times as usize);
        let mut by_situation: Vec<Vec<usize>> = vec![Vec::new(); self.players.len()];
        for stream in streams {
            let mut generator = Generator::new(seed ^ ARMIES, stream);
            let armies = self.armies(&mut shop, prices, stream, &mut generator);
            for time in 0..times {
                let at = uniform(&mut generator);
                let situation = self.situations.partition_point(|&sum| sum <= at).min(self.players.len() - 1);
                by_situation[situation].push(pairings.len());
                pairings.push(Pairing { armies: armies.clone(), stream: stream.wrapping_mul(times) + time });
            }
        }
        let mut scores = vec![Score::Undecided; pairings.len()];
        if let [players] = &self.players[..] {
            scores = players.play(&pairings, rules, seed);
        } else {
            for (players, places) in self.players.iter().zip(by_situation) {
                let own: Vec<Pairing> = places.iter().map(|&place| pairings[place].clone()).collect();
                let played = players.play(&own, rules, seed);
                places.into_iter().zip(played).for_each(|(place, score)| scores[place] = score);
            }
        }
        Battles { pairings, scores }
    }

    /// The armies of a battle. Where there are lists, one side fields one of them and the other as many points.
    fn armies(
        &self,
        shop: &mut ArmyDrawer,
        prices: &[f64],
        stream: u64,
        generator: &mut Generator,
    ) -> [Vec<u16>; 2] {
        let mut armies = [Vec::new(), Vec::new()];
        if self.lists.is_empty() {
            armies.iter_mut().for_each(|army| shop.army(1.0, generator, army));
            return armies;
        }
        let all: f64 = self.lists.iter().map(|list| list.weight).sum();
        let mut at = uniform(generator) * all;
        let found = self.lists.iter().find(|list| {
            at -= list.weight;
            at < 0.0
        });
        let list = found.unwrap_or(&self.lists[0]);
        let of_list = usize::from(stream % 2 == 1);
        for &(kind, count) in &list.units {
            armies[of_list].extend(std::iter::repeat_n(kind as u16, count as usize));
        }
        armies[of_list].sort_unstable();
        let points: f64 = armies[of_list].iter().map(|&kind| prices[usize::from(kind)]).sum();
        shop.army(points / self.points, generator, &mut armies[1 - of_list]);
        armies
    }

    /// As [`Field::battles`], on all threads.
    pub fn many(
        &self,
        prices: &[f64],
        seed: u64,
        streams: std::ops::Range<u64>,
        times: u64,
        done: &(dyn Fn(u64) + Sync),
    ) -> Battles {
        let stretches: Vec<u64> = (streams.start..streams.end).step_by(BATTLES_PER_TASK as usize).collect();
        let played: Vec<Battles> = stretches
            .into_par_iter()
            .map(|from| {
                let to = (from + BATTLES_PER_TASK).min(streams.end);
                let battles = self.battles(prices, seed, from..to, times);
                done((to - from) * times);
                battles
            })
            .collect();
        let mut all = Battles::default();
        for mut battles in played {
            all.pairings.append(&mut battles.pairings);
            all.scores.append(&mut battles.scores);
        }
        all
    }
}

impl Battles {
    /// Counts all battles in a fit.
    pub fn fit(&self, prices: &[f64], points: f64, common: SharedTerms, spread: bool) -> Fit {
        let mut fit = Fit::new(prices.len(), spread);
        for (pairing, score) in self.pairings.iter().zip(&self.scores) {
            fit.add(&differences(pairing, prices, points), score.value(), common);
        }
        fit
    }
}

/// For each kind that is there: the points of the first side less those of the second, as a share of an army.
pub fn differences(pairing: &Pairing, prices: &[f64], points: f64) -> Vec<(usize, f64)> {
    let [first, second] = &pairing.armies;
    let (mut one, mut other) = (first.iter().peekable(), second.iter().peekable());
    let mut found = Vec::new();
    while let Some(kind) = one.peek().into_iter().chain(other.peek()).map(|kind| **kind).min() {
        let mut count = 0.0;
        while one.next_if(|next| **next == kind).is_some() {
            count += 1.0;
        }
        while other.next_if(|next| **next == kind).is_some() {
            count -= 1.0;
        }
        if count != 0.0 {
            found.push((usize::from(kind), count * prices[usize::from(kind)] / points));
        }
    }
    found
}

/// How dear each kind is: the dearest have 0, equal prices are equal.
fn ranks(prices: &[f64]) -> Vec<u16> {
    prices.iter().map(|price| prices.iter().filter(|other| *other > price).count() as u16).collect()
}

/// Makes the seed of armies from that of battles.
const ARMIES: u64 = 0xa53e_75b1_0d02_94c7;
