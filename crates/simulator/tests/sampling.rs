//! Sampling: the same bytes on any number of threads, and the same answers as the exact engine.

use std::path::Path;

use chance::game::Visitable;
use chance::{Game, Visit};
use exact::Limits;
use results::Results;
use scenario::Source;
use simulator::{Plan, Tally};

const TITAN: &str = "system = \"space-infantry\"\nrounds = 4\n[attacker]\nap = 3\nav_skill = 3\npen = 1\n\
                     [target]\nheavy_armor = true\ndmg = 4\nsp = 2";

struct Sample(Plan);

impl Visit for Sample {
    type Out = (Tally, Results, Results);

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        let tally = simulator::simulate(game, self.0, &|_| ());
        let results = tally.results(game.system(), game.procedure(), self.0.seed);
        (tally, results, exact::solve(game, self.0.rounds, Limits::default()).unwrap())
    }
}

fn sample(text: &str, trials: u64, seed: u64) -> (Tally, Results, Results) {
    let source = Source { name: "test".into(), text: text.into() };
    let scenario = scenario::parse(source, "test", Path::new(""), &[]).unwrap();
    let run = &scenario.runs[0];
    run.matchup.visit(Sample(Plan { rounds: run.rounds, trials, seed, first_batch: 0 }))
}

#[test]
fn the_same_tally_on_1_2_and_7_threads() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| sample(TITAN, 100_001, 7).0)
    };
    assert_eq!(on(1), on(2));
    assert_eq!(on(1), on(7));
    assert_eq!(on(1).trials(), 100_001);
}

#[test]
fn another_seed_is_another_sample() {
    assert_ne!(sample(TITAN, 10_000, 7).0, sample(TITAN, 10_000, 8).0);
}

#[test]
fn intervals_hold_the_exact_kill_probability_about_95_times_in_100() {
    let held = (0..400).filter(|&seed| {
        let (_, sampled, exact) = sample(TITAN, 2_000, seed);
        let (error, wanted) = (sampled.rounds[1].kill.error.unwrap(), exact.rounds[1].kill.value);
        (error.low..=error.high).contains(&wanted)
    });
    // Binomial(400, 0.95): mean 380, deviation 4.4; outside of 380 ± 18 once in 20 000.
    let held = held.count();
    assert!((362..=398).contains(&held), "{held} of 400");
}
