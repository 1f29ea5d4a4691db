//! Streams of different seeds and batches: none overlaps another, and neighbours have nothing to do with each other.
//!
//! All seeds here are fixed, so a test either always passes or never does; the levels say how often another choice of seeds would fail by chance.

use std::collections::HashSet;
use std::path::Path;

use chance::game::Visitable;
use chance::{Game, Visit};
use scenario::{Run, Source};
use simulator::{BATCH, Generator, Plan};

/// Seeds and batches side by side, at the ends of their ranges too.
fn pairs() -> Vec<(u64, u64)> {
    let near = |middle: u64| (0..6).map(move |step| middle.wrapping_add(step).wrapping_sub(3));
    let seeds: Vec<u64> = near(3).chain(near(0)).chain(near(1 << 32)).chain(near(1 << 63)).collect();
    let seeds: HashSet<u64> = seeds.into_iter().collect();
    seeds.iter().flat_map(|&seed| (0..12).chain([1 << 20, 1 << 40]).map(move |batch| (seed, batch))).collect()
}

#[test]
fn no_two_streams_overlap() {
    let pairs = pairs();
    assert!(pairs.len() > 250);
    let mut seen = HashSet::new();
    for &(seed, batch) in &pairs {
        let mut generator = Generator::new(seed, batch);
        for _ in 0..2_000 {
            // Among 600,000 numbers of 64 bits two are equal by chance once in 100 million times; two streams that overlap
            // have hundreds in common.
            assert!(seen.insert(generator.bits()), "seed {seed}, batch {batch} repeats another stream");
        }
    }
}

#[test]
fn neighbouring_streams_are_uncorrelated() {
    // Every bit of one stream against the same bit of its neighbour: of 64 * 1,000 pairs of bits half are equal, with a
    // deviation of sqrt(64,000) / 2 = 126.5. Of some 500 neighbours one is off by 5.1 deviations once in 6,000 times.
    let equal = |one: (u64, u64), other: (u64, u64)| -> u32 {
        let (mut one, mut other) = (Generator::new(one.0, one.1), Generator::new(other.0, other.1));
        (0..1_000).map(|_| (one.bits() ^ other.bits()).count_zeros()).sum()
    };
    for (seed, batch) in pairs() {
        for neighbour in [(seed.wrapping_add(1), batch), (seed, batch + 1), (batch, seed)] {
            if neighbour != (seed, batch) {
                let off = (f64::from(equal((seed, batch), neighbour)) - 32_000.0) / 126.5;
                assert!(off.abs() < 5.1, "seed {seed}, batch {batch} and {neighbour:?}: {off:.1} deviations");
            }
        }
    }
}

/// Kills in one batch.
struct Kills(Plan);

impl Visit for Kills {
    type Out = f64;

    fn visit<G: Game>(self, game: &G) -> f64 {
        let tally = simulator::simulate(game, self.0, &|_| ());
        tally.results(game.system(), game.procedure(), self.0.seed).rounds[0].kill.value
    }
}

fn titan() -> Run {
    let text = "system = \"space-infantry\"\n[attacker]\nap = 3\nav_skill = 3\npen = 1\n[target]\nheavy_armor = true\ndmg = 4\nsp = 2";
    let source = Source { name: "titan.toml".to_owned(), text: text.to_owned() };
    scenario::parse(source, "titan", Path::new(""), &[]).unwrap().runs.remove(0)
}

/// Whole batches of results: seed by seed and batch by batch.
fn kills(plan: impl Fn(u64) -> (u64, u64), count: u64) -> Vec<f64> {
    let run = titan();
    let one = |number| {
        let (seed, first_batch) = plan(number);
        run.matchup.visit(Kills(Plan { rounds: 1, trials: 1_000, seed, first_batch }))
    };
    (0..count).map(one).collect()
}

/// The correlation of each value with the next, in deviations: about normal for independent values.
fn serial(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let with_next: f64 = values.windows(2).map(|pair| (pair[0] - mean) * (pair[1] - mean)).sum();
    with_next / spread * (values.len() as f64).sqrt()
}

#[test]
fn results_of_neighbouring_seeds_and_batches_are_independent() {
    // Of three draws at 4/9 two or three hit: 3 * 16/81 * 5/9 + 64/729 = 304/729.
    let p = 304.0 / 729.0_f64;
    for values in [kills(|n| (n, 0), 1_500), kills(|n| (7, n), 1_500), kills(|n| (u64::MAX - n, n), 1_500)] {
        // Each at a level of 1 in 10,000: 3.9 deviations.
        assert!(serial(&values).abs() < 3.9, "{}", serial(&values));
        // Spread as independent trials are: (n - 1) s² / σ² is chi-square of 1,499, deviation sqrt(2 * 1,499) = 54.8.
        let spread: f64 =
            values.iter().map(|value| (value - p).powi(2)).sum::<f64>() / (p * (1.0 - p) / 1_000.0);
        assert!((spread - 1_500.0).abs() < 3.9 * 54.8, "{spread}");
        // And right on the whole.
        let mean = values.iter().sum::<f64>() / 1_500.0;
        assert!((mean - p).abs() < 3.9 * (p * (1.0 - p) / 1_500_000.0).sqrt(), "{mean}");
    }
}

#[test]
fn a_stream_is_the_same_today_and_tomorrow() {
    // A sample of two batches is the sample of the first and the sample of the second.
    let run = titan();
    let kills =
        |trials, first_batch| run.matchup.visit(Kills(Plan { rounds: 1, trials, seed: 7, first_batch }));
    assert_eq!(kills(2 * BATCH, 0), f64::midpoint(kills(BATCH, 0), kills(BATCH, 1)));
    assert_eq!(kills(BATCH, 3), kills(BATCH, 3));
}
