//! Sampled against exact: chi-square of every distribution of every sample scenario, at one level over all of them.

use std::path::Path;

use chance::game::Visitable;
use chance::{Game, Visit};
use rayon::prelude::*;
use results::{Distribution, Results};
use simulator::Plan;

use crate::samples;

/// All tests together fail once in 10,000 times if both methods are right.
const LEVEL: f64 = 1e-4;
const TRIALS: u64 = 20_000;

struct Both {
    rounds: u32,
}

impl Visit for Both {
    type Out = (Results, Results);

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        let plan = Plan { rounds: self.rounds, trials: TRIALS, seed: 20_261_118, first_batch: 0 };
        let sampled =
            simulator::simulate(game, plan, &|_| ()).results(game.system(), game.procedure(), plan.seed);
        let limits = exact::Limits { states: 2_000_000, paths: 60_000_000 };
        (exact::solve(game, self.rounds, limits).unwrap(), sampled)
    }
}

/// Chi-square and its degrees of freedom. Values that are expected fewer than 10 times are counted together.
fn chi_square(exact: &Distribution, sampled: &Distribution) -> (f64, f64) {
    let value = |of: &Distribution, n: usize| of.probabilities.get(n).map_or(0.0, |estimate| estimate.value);
    let (mut chi, mut classes, mut rest) = (0.0, 0.0, (0.0, 0.0));
    for n in 0..exact.probabilities.len().max(sampled.probabilities.len()) {
        let (wanted, found) = (value(exact, n) * TRIALS as f64, value(sampled, n) * TRIALS as f64);
        assert!(wanted > 0.0 || found == 0.0, "{} is {n}, which is impossible", exact.name);
        if wanted < 10.0 {
            rest = (rest.0 + wanted, rest.1 + found);
        } else {
            chi += (found - wanted).powi(2) / wanted;
            classes += 1.0;
        }
    }
    if rest.0 >= 5.0 {
        chi += (rest.1 - rest.0).powi(2) / rest.0;
        classes += 1.0;
    }
    (chi, classes - 1.0)
}

/// The chi-square that is exceeded with a probability of `tail` (Wilson and Hilferty), given the normal quantile of that tail.
fn bound(freedom: f64, normal: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    freedom * (1.0 - part + normal * part.sqrt()).powi(3)
}

/// The upper quantile of the normal distribution for small tails: from its tail's first terms, by bisection.
fn normal_quantile(tail: f64) -> f64 {
    let density = |z: f64| (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    // Never below the true tail, so the bound is never too strict.
    let above = |z: f64| density(z) / z;
    let (mut low, mut high) = (1.0, 20.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if above(middle) > tail { low = middle } else { high = middle }
    }
    high
}

fn is_scenario(path: &Path) -> bool {
    !["rosters", "battles"].iter().any(|folder| path.parent().unwrap().ends_with(folder))
}

#[test]
fn sampled_distributions_fit_the_exact_ones_in_every_sample_scenario() {
    let files: Vec<_> = samples().into_iter().filter(|path| is_scenario(path)).collect();
    let found: Vec<(String, f64, f64)> = files
        .par_iter()
        .flat_map_iter(|path| {
            let scenario =
                scenario::load(path, &[]).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
            // The base, and the last of what follows it.
            let last = (scenario.runs.len() > 1).then(|| scenario.runs.last().unwrap());
            let mut found = Vec::new();
            for run in scenario.runs.first().into_iter().chain(last) {
                let (exact, sampled) = run.matchup.visit(Both { rounds: run.rounds.min(4) });
                for (round, (exact, sampled)) in (1..).zip(exact.rounds.iter().zip(&sampled.rounds)) {
                    for (exact, sampled) in exact.measures.iter().zip(&sampled.measures) {
                        let (chi, freedom) = chi_square(exact, sampled);
                        let name =
                            format!("{}, {}, {} in round {round}", path.display(), run.label, exact.name);
                        found.extend((freedom >= 1.0).then_some((name, chi, freedom)));
                    }
                }
            }
            found
        })
        .collect();
    // So many tests that all files take part.
    assert!(found.len() > 300, "{}", found.len());
    let normal = normal_quantile(LEVEL / found.len() as f64);
    for (name, chi, freedom) in &found {
        assert!(*chi < bound(*freedom, normal), "{name}: chi-square {chi:.1} of {freedom}");
    }
    println!("{} distributions fit, each below {normal:.2} deviations", found.len());
}

#[test]
fn the_fit_notices_a_wrong_die() {
    // A quarter more 1s than there should be.
    let distribution = |values: [f64; 3]| Distribution {
        name: "hits".into(),
        mean: results::Estimate::exact(0.0),
        probabilities: values.map(results::Estimate::exact).to_vec(),
    };
    let right = distribution([0.5, 0.4, 0.1]);
    let wrong = distribution([0.48, 0.42, 0.1]);
    let (chi, freedom) = chi_square(&right, &wrong);
    // 20,000 * (0.02² / 0.5 + 0.02² / 0.4) = 36 with two degrees of freedom.
    assert!((chi - 36.0).abs() < 1e-9 && freedom == 2.0);
    assert!(chi > bound(freedom, normal_quantile(LEVEL)));
    assert!(chi_square(&right, &right).0 == 0.0);
    // Chi-square of 5 exceeds 25.74 once in 10,000; of 1 it exceeds 15.14. The bound is a little wider, never narrower.
    for (freedom, wanted) in [(5.0, 25.74), (1.0, 15.14)] {
        assert!((0.0..1.2).contains(&(bound(freedom, 3.719) - wanted)));
    }
}
