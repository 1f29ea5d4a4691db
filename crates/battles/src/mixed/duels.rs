//! Armies of one kind at equal points, and the mix of armies that no mix beats.

use results::{Error, Estimate, Metagame, NoPrice};

use super::Watch;
use super::armies::{ArmyDrawer, uniform};
use super::field::Field;
use super::generator;
use super::model::{Fit, SharedTerms};
use crate::engine::{Pairing, Rules, Score};
use crate::prices::unbeaten;
use crate::roster::Roster;
use rayon::prelude::*;

/// Battles of each pair of kinds, in a small roster and in a large one.
const DUELS: [u64; 2] = [400, 120];
/// A roster of more kinds is large.
const MAX_KINDS_IN_FULL: usize = 16;
/// Random armies in the metagame, beside one of each kind.
const ARMIES: usize = 18;
/// Battles of each pair of armies in the metagame.
const BATTLES_PER_PAIR: u64 = 60;
/// A share below this is none.
const NONE: f64 = 1e-6;
/// Battles against the mix, from which prices of entry are found.
const ENTRY: u64 = 6_000;

/// How often armies of each kind alone beat armies of each other at equal points, a draw being half.
pub fn scores(
    field: &Field<'_>,
    prices: &[f64],
    has_price: &[bool],
    seed: u64,
    watch: &dyn Watch,
) -> Vec<Vec<Option<Estimate>>> {
    let size = prices.len();
    let takes_part = |unit: usize| has_price[unit] && prices[unit] <= 1.1 * field.points;
    let pairs: Vec<[usize; 2]> = (0..size)
        .flat_map(|first| (first + 1..size).map(move |second| [first, second]))
        .filter(|pair| pair.iter().all(|&unit| takes_part(unit)))
        .collect();
    let battles = if size > MAX_KINDS_IN_FULL { DUELS[1] } else { DUELS[0] };
    watch.stage("armies of one kind", battles * pairs.len() as u64);
    let found: Vec<f64> = pairs
        .par_iter()
        .map(|&[first, second]| {
            let number = (first * size + second) as u64;
            let mut random = generator(seed ^ PURE_SEED, number);
            let mut army = |unit: usize| {
                // A fraction of a unit is the share of the battles that have one more.
                let many = (field.points / prices[unit]).clamp(1.0, 60.0);
                let more = usize::from(uniform(&mut random) < many.fract());
                vec![unit as u16; many as usize + more]
            };
            let pairings: Vec<Pairing> = (0..battles)
                .map(|battle| Pairing { armies: [army(first), army(second)], stream: number << 20 | battle })
                .collect();
            let score = mean(&play(field, &pairings, prices, seed));
            watch.played(battles);
            score
        })
        .collect();
    let mut scores = vec![vec![None; size]; size];
    for (&[first, second], score) in pairs.iter().zip(found) {
        scores[first][second] = Some(estimate(score, battles));
        scores[second][first] = Some(estimate(1.0 - score, battles));
    }
    scores
}

fn mean(scores: &[Score]) -> f64 {
    scores.iter().map(|score| score.value()).sum::<f64>() / scores.len().max(1) as f64
}

/// A score with its interval. What was never seen in so many battles may still happen, less often than three times in as many.
pub(super) fn estimate(value: f64, battles: u64) -> Estimate {
    let battles = battles as f64;
    let standard = (value * (1.0 - value) / battles).sqrt().max(1.0 / battles);
    let half = (1.96 * standard).max(3.0 / battles);
    Estimate {
        value,
        error: Some(Error { low: (value - half).max(0.0), high: (value + half).min(1.0), standard }),
    }
}

/// Plays battles, each in the situation that its number draws.
pub(super) fn play(field: &Field<'_>, pairings: &[Pairing], prices: &[f64], seed: u64) -> Vec<Score> {
    let ranks: Vec<u16> =
        prices.iter().map(|price| prices.iter().filter(|other| *other > price).count() as u16).collect();
    let rules = Rules { ranks: &ranks, rounds: field.rounds };
    if let [players] = &field.players[..] {
        return players.play(pairings, rules, seed);
    }
    let mut scores = vec![Score::Undecided; pairings.len()];
    let situation = |pairing: &Pairing| {
        let at = uniform(&mut generator(seed ^ SITUATIONS, pairing.stream));
        field.situations.partition_point(|&sum| sum <= at).min(field.players.len() - 1)
    };
    for (number, players) in field.players.iter().enumerate() {
        let places: Vec<usize> =
            (0..pairings.len()).filter(|&place| situation(&pairings[place]) == number).collect();
        let own: Vec<Pairing> = places.iter().map(|&place| pairings[place].clone()).collect();
        let played = players.play(&own, rules, seed);
        places.into_iter().zip(played).for_each(|(place, score)| scores[place] = score);
    }
    scores
}

/// The mix of armies that no mix beats at the prices now, told by the shares of points of each kind. A unit that has no price now is taken
/// at its fair price. Players choose among random armies and one of each kind alone.
pub fn metagame(
    field: &Field<'_>,
    roster: &Roster,
    fair: &[Result<Estimate, NoPrice>],
    level: f64,
    seed: u64,
    watch: &dyn Watch,
) -> Metagame {
    let prices: Vec<Option<f64>> = roster
        .units
        .iter()
        .zip(fair)
        .map(|(unit, fair)| unit.now.filter(|&now| now > 0.0).or(fair.ok().map(|fair| fair.value)))
        .collect();
    // A unit without any price takes no part.
    let weights: Vec<f64> = field
        .weights
        .iter()
        .zip(&prices)
        .map(|(weight, price)| if price.is_some() { *weight } else { 0.0 })
        .collect();
    let prices: Vec<f64> = prices.into_iter().map(|price| price.unwrap_or(field.points)).collect();
    let mut shop = ArmyDrawer::new(&prices, &weights, field.points);
    let mut armies: Vec<Vec<u16>> = Vec::new();
    let pure =
        |unit: usize| vec![unit as u16; (field.points / prices[unit]).round().clamp(1.0, 60.0) as usize];
    let takes_part = |unit: usize| weights[unit] > 0.0 && prices[unit] <= 1.1 * field.points;
    let kinds: Vec<usize> = (0..prices.len()).filter(|&unit| takes_part(unit)).collect();
    if kinds.is_empty() {
        return Metagame::default();
    }
    armies.extend(kinds.iter().map(|&unit| pure(unit)));
    let mut random = generator(seed ^ MIXED, 0);
    for _ in 0..ARMIES {
        let mut army = Vec::new();
        shop.army(1.0, &mut random, &mut army);
        armies.push(army);
    }
    let number = armies.len();
    let pairs: Vec<[usize; 2]> =
        (0..number).flat_map(|first| (first + 1..number).map(move |second| [first, second])).collect();
    watch.stage("the metagame", BATTLES_PER_PAIR * pairs.len() as u64);
    let battle = |pair: &[usize; 2], battle: u64| {
        let turned = battle % 2 == 1;
        let [first, second] = pair.map(|army| armies[army].clone());
        let armies = if turned { [second, first] } else { [first, second] };
        Pairing { armies, stream: ((pair[0] * number + pair[1]) as u64) << 20 | battle }
    };
    let found: Vec<f64> = pairs
        .par_iter()
        .map(|pair| {
            let pairings: Vec<Pairing> = (0..BATTLES_PER_PAIR).map(|number| battle(pair, number)).collect();
            let scores = play(field, &pairings, &prices, seed ^ MIXED);
            watch.played(BATTLES_PER_PAIR);
            let own = |(battle, score): (usize, &Score)| {
                if battle % 2 == 1 { 1.0 - score.value() } else { score.value() }
            };
            scores.iter().enumerate().map(own).sum::<f64>() / BATTLES_PER_PAIR as f64
        })
        .collect();
    let mut payoff = vec![vec![0.5; number]; number];
    for (&[first, second], score) in pairs.iter().zip(found) {
        (payoff[first][second], payoff[second][first]) = (score, 1.0 - score);
    }
    let Some(shares) = unbeaten(number, |first, second| payoff[first][second]) else {
        return Metagame::default();
    };
    let mut mix = vec![0.0; prices.len()];
    for (army, share) in armies.iter().zip(&shares) {
        let points: f64 = army.iter().map(|&kind| prices[usize::from(kind)]).sum();
        army.iter().for_each(|&kind| mix[usize::from(kind)] += share * prices[usize::from(kind)] / points);
    }
    let against = |unit: usize| {
        let own = kinds.iter().position(|&kind| kind == unit);
        own.map(|own| shares.iter().zip(&payoff[own]).map(|(share, score)| share * score).sum())
    };
    let entry = entries(field, &prices, &weights, level, &armies, &shares, seed);
    Metagame {
        scores: (0..prices.len())
            .map(|unit| Some(estimate(against(unit)?, BATTLES_PER_PAIR * number as u64 / 4)))
            .collect(),
        entry: (0..prices.len())
            .map(|unit| entry[unit].filter(|_| mix[unit] < NONE && takes_part(unit)))
            .collect(),
        mix: mix.into_iter().map(|share| if share < NONE { 0.0 } else { share }).collect(),
    }
}

/// The price of each unit at which points spent on it do as much against the mix as points spent on the mix itself.
fn entries(
    field: &Field<'_>,
    prices: &[f64],
    weights: &[f64],
    level: f64,
    armies: &[Vec<u16>],
    shares: &[f64],
    seed: u64,
) -> Vec<Option<f64>> {
    let mut shop = ArmyDrawer::new(prices, weights, field.points);
    let mut random = generator(seed ^ MIXED, 1);
    let mut pairings = Vec::new();
    for battle in 0..ENTRY {
        let mut at = uniform(&mut random);
        let chosen = shares.iter().position(|share| {
            at -= share;
            at < 0.0
        });
        let mut own = Vec::new();
        shop.army(1.0, &mut random, &mut own);
        let enemy = armies[chosen.unwrap_or(0)].clone();
        let armies = if battle % 2 == 1 { [enemy, own] } else { [own, enemy] };
        pairings.push(Pairing { armies, stream: battle });
    }
    let scores = play(field, &pairings, prices, seed ^ MIXED ^ 1);
    // Random armies fight the mix: the constant is what the mix has against them.
    let mut common = SharedTerms { level, first: -level };
    let mut fit = Fit::new(prices.len(), false);
    for _ in 0..4 {
        fit = Fit::new(prices.len(), false);
        for (battle, (pairing, score)) in pairings.iter().zip(&scores).enumerate() {
            let own = &pairing.armies[battle % 2];
            let alone = Pairing { armies: [own.clone(), Vec::new()], stream: 0 };
            let score = if battle % 2 == 1 { 1.0 - score.value() } else { score.value() };
            fit.add(&super::field::differences(&alone, prices, field.points), score, common);
        }
        common = SharedTerms { first: fit.common(common, 1.0, true).first, ..common };
    }
    // An army of one unit is even with the mix if its price makes up for the constant.
    let excess = fit.excess(&fit.curvature, fit.battles, 1.0);
    let at = |unit: usize| {
        let ratio = (level + excess[unit]) / (-common.first).max(0.1 * level);
        (weights[unit] > 0.0 && ratio > 0.02).then(|| prices[unit] * ratio.min(1.0))
    };
    (0..prices.len()).map(at).collect()
}

const PURE_SEED: u64 = 0x0b5e_ed00_0000_0011;
const MIXED: u64 = 0x0b5e_ed00_0000_0012;
const SITUATIONS: u64 = 0x0b5e_ed00_0000_0013;
