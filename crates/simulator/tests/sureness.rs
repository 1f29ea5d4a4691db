//! How sure is this number? Sampling to a precision, paired comparison, and two methods that check each other.

use std::path::Path;

use chance::game::Visitable;
use chance::{Game, Visit};
use exact::Limits;
use results::{ERROR_LEVEL, Estimate, Results, Verdict};
use scenario::Source;
use simulator::{Plan, Precision, Version};
use systems::Matchup;

fn matchup(attacker: &str, target: &str) -> Matchup {
    let text = format!(
        "system = \"space-infantry\"\n[attacker]\n{attacker}\n[target]\nheavy_armor = true\n{target}\n[options]\nrn_sides = 20\n"
    );
    let source = Source { name: "test".into(), text };
    let scenario =
        scenario::parse(source, "test", Path::new(""), &[]).unwrap_or_else(|e| panic!("{}", e.render(false)));
    scenario.runs[0].matchup.clone()
}

struct Solve(u32);

impl Visit for Solve {
    type Out = Results;

    fn visit<G: Game>(self, game: &G) -> Results {
        exact::solve(game, self.0, Limits::default()).unwrap()
    }
}

struct Sample(Plan);

impl Visit for Sample {
    type Out = Results;

    fn visit<G: Game>(self, game: &G) -> Results {
        simulator::simulate(game, self.0, &|_| ()).results(game.system(), game.procedure(), self.0.seed)
    }
}

struct SampleTo(u64, Precision);

impl Visit for SampleTo {
    type Out = (u64, Estimate, bool);

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        let reached = simulator::sample_to(game, 1, self.0, self.1, &|_| (), &|_| ());
        let results = reached.tally.results(game.system(), game.procedure(), self.0);
        (reached.tally.trials(), results.rounds[0].kill, reached.narrow)
    }
}

const PRECISION: Precision = Precision { half_width: 0.006, max_trials: 10_000_000 };

#[test]
fn intervals_of_a_precision_hold_the_exact_value_95_times_in_100() {
    let game = matchup("ap = 3\nav_skill = 8\npen = 3", "dmg = 12\nsp = 2");
    let wanted = game.visit(Solve(1)).rounds[0].kill.value;
    let runs = 2000;
    let mut held = 0;
    for seed in 0..runs {
        let (_, kill, narrow) = game.visit(SampleTo(seed, PRECISION));
        let error = kill.error.unwrap();
        assert!(narrow && error.high - error.low <= 2.0 * PRECISION.half_width);
        held += u32::from((error.low..=error.high).contains(&wanted));
    }
    // Its own error: three deviations of Binomial(2000, 0.95) are 29.
    assert!(f64::from(held) >= 0.95 * runs as f64 - 29.0, "{held} of {runs}");
}

#[test]
fn a_precision_stops_at_the_same_batch_whatever_the_threads() {
    let game = matchup("ap = 3\nav_skill = 8\npen = 3", "dmg = 12\nsp = 2");
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| game.visit(SampleTo(7, Precision { half_width: 0.003, ..PRECISION })))
    };
    assert_eq!(on(1), on(2));
    assert_eq!(on(1), on(7));
    assert_eq!(on(1).0 % simulator::BATCH, 0);
}

#[test]
fn the_limit_of_trials_holds() {
    let game = matchup("ap = 3\nav_skill = 8\npen = 3", "dmg = 12\nsp = 2");
    let (trials, _, narrow) = game.visit(SampleTo(7, Precision { half_width: 0.000_1, max_trials: 40_000 }));
    assert_eq!((trials, narrow), (40_000, false));
}

#[test]
fn pairs_narrow_the_interval_of_a_small_change_and_keep_its_mean() {
    // One point of skill on a d20: 13/20 or 12/20 for each of six RNs.
    let (plain, better) = (
        matchup("ap = 6\nav_skill = 9", "dmg = 10\nsp = 3"),
        matchup("ap = 6\nav_skill = 8", "dmg = 10\nsp = 3"),
    );
    let trials = 200_000;
    let played = [&plain, &better].map(|matchup| Version { matchup, damage: Some("wounds") });
    let paired = simulator::compare(&played, 2, trials, 7, &|_| ())[0].comparison(ERROR_LEVEL);
    let (a, b) = (plain.visit(Solve(2)), better.visit(Solve(2)));
    for round in 0..2 {
        let wanted = b.rounds[round].kill.value - a.rounds[round].kill.value;
        let found = paired.kill[round].difference;
        let error = found.error.unwrap();
        assert!((found.value - wanted).abs() < 4.0 * error.standard, "{found:?} is not {wanted}");
        // Apart, the errors of both add up.
        let apart = [&a, &b].map(|results| {
            let p = results.rounds[round].kill.value;
            p * (1.0 - p) / trials as f64
        });
        let factor = (apart[0] + apart[1]).sqrt() / error.standard;
        // Measured: 2.9 in the first round, 2.4 in the second. Unpaired samples would take eight and six times the trials.
        assert!(factor > [2.8, 2.3][round], "round {}: {factor}", round + 1);
    }
    let damage = paired.damage.unwrap();
    let wanted = b.mean_in_all("wounds").unwrap() - a.mean_in_all("wounds").unwrap();
    assert!((damage.difference.value - wanted).abs() < 4.0 * damage.difference.error.unwrap().standard);
    let attacks = paired.attacks.difference;
    let wanted = b.attacks_made() - a.attacks_made();
    assert!((attacks.value - wanted).abs() < 4.0 * attacks.error.unwrap().standard);
    assert_eq!(paired.kill[0].verdict(0.01, paired.trials), Verdict::More);
}

#[test]
fn a_version_compared_with_itself_never_differs() {
    let game = matchup("ap = 6\nav_skill = 9", "dmg = 10\nsp = 3");
    let played = [(); 2].map(|()| Version { matchup: &game, damage: Some("wounds") });
    let paired = simulator::compare(&played, 3, 50_000, 1, &|_| ())[0].comparison(ERROR_LEVEL);
    assert!(paired.kill.iter().all(|kill| kill.difference.value == 0.0));
    assert_eq!(paired.attacks.difference.value, 0.0);
    assert_eq!(paired.kill[2].verdict(0.01, paired.trials), Verdict::Same);
}

#[test]
fn two_right_methods_agree_and_a_wrong_rule_is_caught() {
    let right = matchup("ap = 6\nav_skill = 9\npen = 1", "dmg = 10\nsp = 3");
    let plan = Plan { rounds: 3, trials: 200_000, seed: 5, first_batch: 0 };
    let (solved, sampled) = (right.visit(Solve(3)), right.visit(Sample(plan)));
    let agreement = simulator::agreement(&solved, &sampled);
    assert_eq!(agreement.disagreements().count(), 0);
    assert!(agreement.pairs.len() > 30);
    // A rule that reads "more than" for "at least" is off by one face in twenty.
    let wrong = matchup("ap = 6\nav_skill = 9\npen = 0", "dmg = 10\nsp = 3").visit(Sample(plan));
    let agreement = simulator::agreement(&solved, &wrong);
    assert!(agreement.disagreements().any(|pair| pair.quantity == "kill"));
    // One that counts what cannot be is caught by a single trial.
    let mut impossible = sampled.clone();
    impossible.rounds[0].measures[0].probabilities.push(Estimate::exact(1.0 / 200_000.0));
    assert_eq!(simulator::agreement(&solved, &impossible).disagreements().count(), 1);
}

#[test]
fn right_methods_rarely_seem_to_disagree() {
    let game = matchup("ap = 6\nav_skill = 9\npen = 1", "dmg = 10\nsp = 3");
    let solved = game.visit(Solve(4));
    // At a level of 1 in 10 000, none of 300 runs disagrees but once in 33 such tests; the seeds are fixed.
    let wrong = (0..300).filter(|&seed| {
        let sampled = game.visit(Sample(Plan { rounds: 4, trials: 20_000, seed, first_batch: 0 }));
        simulator::agreement(&solved, &sampled).disagreements().next().is_some()
    });
    assert_eq!(wrong.count(), 0);
}
