//! Paired runs: versions of an attack that share their luck.
//!
//! Two versions are played with the same random streams, so that what luck does to one it does to the other and the difference is
//! mostly theirs. Three things keep them together. The generator begins anew in every round of every trial, so they come back into
//! step. A pool draws its sum by rank, so that more luck is never fewer hits. And a pool of no dice still takes
//! its turn, so that one version's miss does not shift the other's dice.

use std::sync::OnceLock;

use rayon::prelude::*;
use results::{Comparison, Error, Estimate, Quantity};
use rules::dice::{Die, Pool, Pools, Roll, Score, Shows};
use rules::fields::Named;
use rules::sums::Sums;
use rules::{Chance, Game, Matchup, Visit};

use crate::BATCH;
use crate::estimate::{REACH, mean_error, proportion};
use crate::generator::Generator;

/// The most dice that are drawn by one rank.
const MOST: u32 = 64;

/// Sums in rising order with the probability, in 2^64ths, of that one or a smaller one.
struct Ranked(Vec<(u64, Score)>);

impl Ranked {
    fn new(die: &Die, dice: u32) -> Self {
        let mut below = 0.0;
        let rank = |(score, weight): (Score, f64)| {
            below += weight;
            ((below * 2_f64.powi(64)) as u64, score)
        };
        Self(Sums::of(die, dice).outcomes.into_iter().map(rank).collect())
    }

    fn draw(&self, bits: u64) -> Score {
        let place = self.0.partition_point(|&(until, _)| until <= bits);
        self.0[place.min(self.0.len() - 1)].1
    }
}

type Ranks = Vec<[OnceLock<Ranked>; MOST as usize]>;

/// Answers by rank from a generator that begins anew in every round.
struct InStep<'a> {
    pools: &'a Pools,
    ranks: &'a Ranks,
    generator: Generator,
    /// The measure that counts as damage, and its sum so far.
    damage: Option<usize>,
    suffered: u64,
}

impl Chance for InStep<'_> {
    fn pool(&mut self, pool: Pool, mut dice: u32) -> Score {
        let mut score = Score::ZERO;
        loop {
            let bits = self.generator.bits();
            let piece = dice.min(MOST);
            if piece > 0 {
                let ranked = &self.ranks[pool.index()][piece as usize - 1];
                let ranked = ranked.get_or_init(|| Ranked::new(&self.pools.dice()[pool.index()], piece));
                score = score + ranked.draw(bits);
            }
            dice -= piece;
            if dice == 0 {
                return score;
            }
        }
    }

    fn die<T: Copy + PartialEq>(&mut self, _roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T {
        read(self.generator.below(sides.into()) as u8 + 1)
    }

    fn draw(&mut self, _roll: Roll, ways: &[u32], _shows: impl Fn(usize) -> Shows) -> usize {
        self.generator.weighted(ways)
    }

    fn measure(&mut self, measure: impl Named, value: u32) {
        if self.damage == Some(measure.index()) {
            self.suffered += u64::from(value);
        }
    }

    fn add(&mut self, measure: impl Named, value: u32) {
        self.measure(measure, value);
    }
}

/// What a trial came to.
#[derive(Clone, Copy)]
struct Outcome {
    /// The round of the kill, from 0, or the number of rounds.
    killed_in: u32,
    damage: u64,
}

/// A version: what is played and for how long.
#[derive(Clone, Copy)]
pub struct Played<'a> {
    /// The match-up.
    pub matchup: &'a Matchup,
    /// Its name among the measures for what counts as damage.
    pub damage: Option<&'static str>,
}

struct Batch<'a> {
    ranks: &'a Ranks,
    damage: Option<&'static str>,
    rounds: u32,
    seed: u64,
    first: u64,
    trials: u64,
}

impl Visit for Batch<'_> {
    type Out = Vec<Outcome>;

    fn visit<G: Game>(self, game: &G) -> Vec<Outcome> {
        let damage =
            self.damage.and_then(|name| G::SYSTEM.measures.iter().position(|known| known.name == name));
        let start = game.start();
        let trial = |trial: u64| {
            let generator = Generator::new(self.seed, 0);
            let mut chance =
                InStep { pools: game.pools(), ranks: self.ranks, generator, damage, suffered: 0 };
            let mut state = start.clone();
            let mut killed_in = self.rounds;
            for round in 0..self.rounds {
                chance.generator =
                    Generator::new(self.seed, trial * u64::from(self.rounds) + u64::from(round));
                game.round(&mut state, &mut chance);
                if game.is_killed(&state) {
                    killed_in = round;
                    break;
                }
                if game.is_over(&state) {
                    break;
                }
            }
            Outcome { killed_in, damage: chance.suffered }
        };
        (self.first..self.first + self.trials).map(trial).collect()
    }
}

struct MakeRanks;

impl Visit for MakeRanks {
    type Out = Ranks;

    fn visit<G: Game>(self, game: &G) -> Ranks {
        game.pools().dice().iter().map(|_| std::array::from_fn(|_| OnceLock::new())).collect()
    }
}

/// Sums over trials of one version and the base, which merge by addition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PairTally {
    trials: u64,
    /// By round: dead in the base alone, in the other alone, in both.
    kills: Vec<[u64; 3]>,
    damage: Sum,
    attacks: Sum,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    base: i128,
    base_square: i128,
    difference: i128,
    square: i128,
}

impl Sum {
    fn add(&mut self, base: u64, other: u64) {
        let difference = i128::from(other) - i128::from(base);
        self.base += i128::from(base);
        self.base_square += i128::from(base) * i128::from(base);
        self.difference += difference;
        self.square += difference * difference;
    }

    fn merge(&mut self, other: Self) {
        self.base += other.base;
        self.base_square += other.base_square;
        self.difference += other.difference;
        self.square += other.square;
    }

    fn quantity(self, trials: u64) -> Quantity {
        let n = trials as f64;
        let estimate = |sum: i128, square: i128| {
            let mean = sum as f64 / n;
            let deviation = (square as f64 / n - mean * mean).max(0.0).sqrt();
            Estimate { value: mean, error: Some(mean_error(mean, deviation, trials)) }
        };
        Quantity {
            base: estimate(self.base, self.base_square),
            difference: estimate(self.difference, self.square),
        }
    }
}

impl PairTally {
    fn new(rounds: u32) -> Self {
        Self { kills: vec![[0; 3]; rounds as usize], ..Self::default() }
    }

    fn add(&mut self, base: Outcome, other: Outcome) {
        self.trials += 1;
        let last = self.kills.len() as u32;
        for (round, kills) in (0..).zip(&mut self.kills) {
            match (base.killed_in <= round, other.killed_in <= round) {
                (true, false) => kills[0] += 1,
                (false, true) => kills[1] += 1,
                (true, true) => kills[2] += 1,
                (false, false) => {}
            }
        }
        self.damage.add(base.damage, other.damage);
        let attacks = |outcome: Outcome| u64::from((outcome.killed_in + 1).min(last));
        self.attacks.add(attacks(base), attacks(other));
    }

    fn and(mut self, other: &Self) -> Self {
        self.trials += other.trials;
        for (sum, more) in self.kills.iter_mut().flatten().zip(other.kills.iter().flatten()) {
            *sum += more;
        }
        self.damage.merge(other.damage);
        self.attacks.merge(other.attacks);
        self
    }

    fn comparison(&self, same_damage: bool) -> Comparison {
        let kill = |&[base, other, both]: &[u64; 3]| Quantity {
            base: proportion(base + both, self.trials),
            difference: paired_proportions(base, other, self.trials),
        };
        Comparison {
            kill: self.kills.iter().map(kill).collect(),
            damage: same_damage.then(|| self.damage.quantity(self.trials)),
            attacks: self.attacks.quantity(self.trials),
            trials: Some(self.trials),
        }
    }
}

/// The difference of two paired shares from the trials in which they differ, with the interval of Agresti and Min (2005): Wald's with half
/// a trial more in each of the four cells, so that it has a width even where nothing differed.
fn paired_proportions(base: u64, other: u64, trials: u64) -> Estimate {
    let (base, other, n) = (base as f64, other as f64, trials as f64);
    let value = (other - base) / n;
    let middle = (other - base) / (n + 2.0);
    let standard = (base + other + 1.0 - (other - base).powi(2) / (n + 2.0)).sqrt() / (n + 2.0);
    let (low, high) = (middle - *REACH * standard, middle + *REACH * standard);
    let error = Error { low: low.min(value).max(-1.0), high: high.max(value).min(1.0), standard };
    Estimate { value, error: Some(error) }
}

/// Plays versions side by side; gives for each but the first how it differs from the first.
pub fn compare(
    versions: &[Played<'_>],
    rounds: u32,
    trials: u64,
    seed: u64,
    progress: &(impl Fn(u64) + Sync),
) -> Vec<Comparison> {
    let ranks: Vec<Ranks> = versions.iter().map(|version| version.matchup.visit(MakeRanks)).collect();
    let empty = || vec![PairTally::new(rounds); versions.len().saturating_sub(1)];
    let tallies = (0..trials.div_ceil(BATCH))
        .into_par_iter()
        .map(|batch| {
            let (first, count) = (batch * BATCH, BATCH.min(trials - batch * BATCH));
            let play = |(version, ranks): (&Played<'_>, &Ranks)| {
                let damage = version.damage;
                version.matchup.visit(Batch { ranks, damage, rounds, seed, first, trials: count })
            };
            let mut outcomes = versions.iter().zip(&ranks).map(play);
            let base = outcomes.next().unwrap_or_default();
            let mut tallies = empty();
            for (tally, others) in tallies.iter_mut().zip(outcomes) {
                base.iter().zip(others).for_each(|(&base, other)| tally.add(base, other));
            }
            progress(count);
            tallies
        })
        .reduce(empty, |sums, more| sums.into_iter().zip(&more).map(|(sum, more)| sum.and(more)).collect());
    let same = |version: &Played<'_>| version.damage.is_some() && version.damage == versions[0].damage;
    tallies.iter().zip(&versions[1..]).map(|(tally, version)| tally.comparison(same(version))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paired_shares_as_in_the_literature() {
        // Agresti and Min's own example (prime minister's approval): 150 and 86 of 1600 changed their minds.
        let difference = paired_proportions(150, 86, 1600);
        assert!((difference.value + 0.04).abs() < 1e-12);
        let error = difference.error.unwrap();
        // Wald's interval is (-0.0587, -0.0213); half a trial more hardly moves it.
        assert!((error.low + 0.0587).abs() < 2e-4 && (error.high + 0.0213).abs() < 2e-4, "{error:?}");
    }

    #[test]
    fn no_difference_seen_is_not_no_difference() {
        let error = paired_proportions(0, 0, 1000).error.unwrap();
        assert!(error.low < 0.0 && error.high > 0.0);
    }
}
