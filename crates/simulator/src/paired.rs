//! Paired comparison: versions of an attack that are played with the same random streams.
//!
//! Both versions have the same good and bad rolls, so most of the difference between them comes from the versions themselves. Three
//! things keep them in step. The generator restarts in every round of every trial. A pool draws its sum by rank, so that a higher
//! random number never means fewer hits. A pool of no dice still takes a number, so that a miss in one version does not shift the
//! dice of the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chance::dice::{Die, Pool, Pools, Reading, Roll, Score, Shows};
use chance::fields::Index;
use chance::game::Visitable;
use chance::{Chance, Game, Visit};
use rayon::prelude::*;
use results::Comparison;
use sums::ScoreDistribution;

use crate::BATCH;
use crate::generator::Generator;
use crate::pair_tally::{Outcome, PairTally};

/// The most dice that are drawn by one rank; more are drawn in pieces.
const DICE_AT_ONCE: u32 = 64;

/// Scores in rising order with the probability, in 2^64ths, of that one or a smaller one.
struct Ranked(Vec<(u64, Score)>);

impl Ranked {
    fn new(die: &Die, dice: u32) -> Self {
        let mut below = 0.0;
        let rank = |(score, weight): (Score, f64)| {
            below += weight;
            ((below * 2_f64.powi(64)) as u64, score)
        };
        Self(ScoreDistribution::of(die, dice).outcomes.into_iter().map(rank).collect())
    }

    fn draw(&self, bits: u64) -> Score {
        let place = self.0.partition_point(|&(until, _)| until <= bits);
        self.0[place.min(self.0.len() - 1)].1
    }
}

/// One kind of die, and the outcomes of pools of it.
struct Kind {
    die: Arc<Die>,
    /// By the number of dice; each is computed when it is first needed.
    ranked: Vec<Option<Ranked>>,
}

impl Kind {
    fn new(die: Arc<Die>) -> Self {
        Self { die, ranked: Vec::new() }
    }

    fn ranked(&mut self, dice: u32) -> &Ranked {
        let place = dice as usize;
        if place >= self.ranked.len() {
            self.ranked.resize_with(place + 1, || None);
        }
        self.ranked[place].get_or_insert_with(|| Ranked::new(&self.die, dice))
    }

    /// Draws a pool by rank. A pool of no dice still takes a random number.
    fn draw(&mut self, mut dice: u32, generator: &mut Generator) -> Score {
        let in_pieces = self.die.reading() == Reading::Sum;
        let mut score = Score::ZERO;
        loop {
            let bits = generator.bits();
            let piece = if in_pieces { dice.min(DICE_AT_ONCE) } else { dice };
            if piece > 0 {
                score = score + self.ranked(piece).draw(bits);
            }
            dice -= piece;
            if dice == 0 {
                return score;
            }
        }
    }
}

/// One thread's copy of a match-up's dice, so that a roll takes no lock.
#[derive(Default)]
struct Ranks {
    /// By pool, the die and, if it has a second kind of die, that one.
    kinds: Vec<Option<(Kind, Option<Kind>)>>,
}

impl Ranks {
    fn of(&mut self, pools: &Pools, pool: Pool) -> &mut (Kind, Option<Kind>) {
        let place = pool.index();
        if place >= self.kinds.len() {
            self.kinds.resize_with(place + 1, || None);
        }
        self.kinds[place].get_or_insert_with(|| {
            let die = pools.die(pool);
            match die.kinds() {
                Some([first, second]) => (Kind::new(first.into()), Some(Kind::new(second.into()))),
                None => (Kind::new(die), None),
            }
        })
    }
}

/// Rolls by rank with a generator that restarts in every round.
struct InStep<'a> {
    pools: &'a Pools,
    ranks: &'a mut Ranks,
    generator: Generator,
    /// The measure that counts as damage, and its sum so far.
    damage: Option<usize>,
    suffered: u64,
}

impl Chance for InStep<'_> {
    fn pool(&mut self, pool: Pool, dice: u32) -> Score {
        let Self { ranks, generator, .. } = self;
        let (first, second) = ranks.of(self.pools, pool);
        let scored = first.draw(dice, generator);
        // Each kind has a rank of its own, so that more hits with the first never mean fewer with the second.
        second.as_mut().map_or(scored, |second| scored + second.draw(scored.count(), generator))
    }

    fn die<T: Copy + PartialEq>(&mut self, _roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T {
        read(self.generator.below(sides.into()) as u8 + 1)
    }

    fn draw(&mut self, _roll: Roll, copies: &[u32], _shows: impl Fn(usize) -> Shows) -> usize {
        self.generator.weighted(copies)
    }

    fn measure(&mut self, measure: impl Index, value: u32) {
        if self.damage == Some(measure.index()) {
            self.suffered += u64::from(value);
        }
    }

    fn add(&mut self, measure: impl Index, value: u32) {
        self.measure(measure, value);
    }

    fn within<T>(&mut self, _matchup: usize, play: impl FnOnce(&mut Self) -> T) -> T {
        // What a match-up of a battle reports is not the battle's damage.
        let damage = self.damage.take();
        let answer = play(self);
        self.damage = damage;
        answer
    }
}

/// A version of an attack.
pub struct Version<'a, M> {
    /// The match-up.
    pub matchup: &'a M,
    /// Its name among the measures for what counts as damage.
    pub damage: Option<&'a str>,
}

struct Batch<'a> {
    ranks: &'a mut Ranks,
    damage: Option<&'a str>,
    rounds: u32,
    seed: u64,
    first: u64,
    trials: u64,
}

impl Visit for Batch<'_> {
    type Out = Vec<Outcome>;

    fn visit<G: Game>(self, game: &G) -> Vec<Outcome> {
        let damage =
            self.damage.and_then(|name| game.system().measures.iter().position(|known| known.name == name));
        let start = game.start();
        let mut state = start.clone();
        let generator = Generator::new(self.seed, 0);
        let mut chance = InStep { pools: game.pools(), ranks: self.ranks, generator, damage, suffered: 0 };
        let trial = |trial: u64| {
            chance.suffered = 0;
            state.clone_from(&start);
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

/// Paired trials of a version and the first one.
#[derive(Clone, Debug)]
pub struct Paired {
    tally: PairTally,
    same_damage: bool,
}

impl Paired {
    /// The differences, with intervals that each miss with a probability of at most `level`.
    pub fn comparison(&self, level: f64) -> Comparison {
        self.tally.comparison(self.same_damage, level)
    }
}

/// Plays versions side by side. Returns for each but the first how it differs from the first.
pub fn compare<M: Visitable>(
    versions: &[Version<'_, M>],
    rounds: u32,
    trials: u64,
    seed: u64,
    progress: &(impl Fn(u64) + Sync),
) -> Vec<Paired> {
    let empty = || vec![PairTally::new(rounds); versions.len().saturating_sub(1)];
    let batches = trials.div_ceil(BATCH);
    let next = AtomicU64::new(0);
    // Idle workers take the next batch. Counts are added up, so it does not matter which worker plays which batch.
    let work = |_| {
        let mut ranks: Vec<Ranks> = versions.iter().map(|_| Ranks::default()).collect();
        let mut tallies = empty();
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= batches {
                return tallies;
            }
            let (first, count) = (batch * BATCH, BATCH.min(trials - batch * BATCH));
            progress(count);
            let play = |(version, ranks): (&Version<'_, M>, &mut Ranks)| {
                let damage = version.damage;
                version.matchup.visit(Batch { ranks, damage, rounds, seed, first, trials: count })
            };
            let mut outcomes = versions.iter().zip(&mut ranks).map(play);
            let base = outcomes.next().unwrap_or_default();
            for (tally, others) in tallies.iter_mut().zip(outcomes) {
                base.iter().zip(others).for_each(|(&base, other)| tally.add(base, other));
            }
        }
    };
    let workers = batches.min(rayon::current_num_threads() as u64);
    let tallies: Vec<PairTally> = (0..workers)
        .into_par_iter()
        .map(work)
        .reduce(empty, |sums, more| sums.into_iter().zip(&more).map(|(sum, more)| sum.and(more)).collect());
    let same = |version: &Version<'_, M>| version.damage.is_some() && version.damage == versions[0].damage;
    let others = tallies.into_iter().zip(versions.iter().skip(1));
    others.map(|(tally, version)| Paired { tally, same_damage: same(version) }).collect()
}
