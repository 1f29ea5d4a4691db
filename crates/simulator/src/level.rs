//! Sampled results with intervals of another level.

use results::{Distribution, Estimate, Method, Results, Round};

use crate::estimate::proportion_at;
use crate::mean::Observed;

/// Returns sampled results with intervals that each miss with a probability of at most `level`. Exact results stay as they are. So do
/// the 95 % intervals of an attack's steps (`funnel`), whose distributions are not part of results.
pub fn at_level(results: &Results, level: f64) -> Results {
    let mut results = results.clone();
    let Method::MonteCarlo { trials, .. } = results.method else { return results };
    let largest = largest_counts(&results.rounds);
    let count = |estimate: &Estimate| (estimate.value * trials as f64).round() as u64;
    let probability = |estimate: &mut Estimate| *estimate = proportion_at(count(estimate), trials, level);
    for Round { kill, measures, events, .. } in &mut results.rounds {
        probability(kill);
        events.iter_mut().for_each(|event| probability(&mut event.probability));
        for (Distribution { mean, probabilities, .. }, &possible) in measures.iter_mut().zip(&largest) {
            let counts: Vec<u64> = probabilities.iter().map(count).collect();
            *mean = Observed::of_counts(&counts, possible).mean_at(level);
            probabilities.iter_mut().for_each(probability);
        }
    }
    let killed: Vec<u64> = results.rounds.iter().map(|round| count(&round.kill)).collect();
    let attacks = &mut results.attacks_to_kill;
    probability(&mut attacks.alive);
    if let Some(mean) = &mut attacks.mean {
        *mean = attacks_at(&killed, level);
    }
    results
}

/// The largest count of each measure in any round; of a measure that never counted anything, the largest count of any measure.
pub fn largest_counts(rounds: &[Round]) -> Vec<u64> {
    let mut largest = vec![0; rounds.first().map_or(0, |round| round.measures.len())];
    for measures in rounds.iter().map(|round| &round.measures) {
        for (most, measure) in largest.iter_mut().zip(measures) {
            let counted = |probability: &Estimate| probability.value > 0.0;
            let last = measure.probabilities.iter().rposition(counted).unwrap_or(0);
            *most = last.max(*most);
        }
    }
    let any = largest.iter().copied().max().unwrap_or(0);
    largest.iter().map(|&most| if most > 0 { most as u64 } else { any as u64 }).collect()
}

/// The mean of attacks until the kill, from the trials in which the target was dead by the end of each round: all by the last.
pub fn attacks_at(killed: &[u64], level: f64) -> Estimate {
    let before = std::iter::once(0).chain(killed.iter().copied());
    let by_round = killed.iter().zip(before).map(|(&by, before)| by - before);
    let attacks = (1..).zip(by_round).map(|(attack, trials)| (f64::from(attack), trials));
    Observed::new(attacks, 1.0, killed.len() as f64).mean_at(level)
}

#[cfg(test)]
mod tests {
    use chance::game::Visitable;
    use chance::{Game, Visit};
    use results::ERROR_LEVEL;

    use super::*;
    use crate::{Plan, simulate};

    struct Sample(u64);

    impl Visit for Sample {
        type Out = Results;

        fn visit<G: Game>(self, game: &G) -> Results {
            let plan = Plan { rounds: 3, trials: self.0, seed: 1, first_batch: 0 };
            simulate(game, plan, &|_| ()).results(game.system(), game.procedure(), 1)
        }
    }

    #[test]
    fn the_usual_level_changes_nothing_and_a_stricter_one_widens_every_interval() {
        let text =
            "system = \"space-infantry\"\n[attacker]\nap = 6\nav_skill = 2\n[target]\ndmg = 1\nsp = 1\n";
        let source = scenario::Source { name: "test".into(), text: text.into() };
        let found = scenario::parse(source, "test", std::path::Path::new(""), &[]);
        let results =
            found.unwrap_or_else(|e| panic!("{}", e.render(false))).runs[0].matchup.visit(Sample(2000));
        assert!(results.attacks_to_kill.mean.is_some(), "all targets die");
        let numbers = |level| at_level(&results, level).numbers();
        for ((plain, usual), strict) in results.numbers().iter().zip(numbers(ERROR_LEVEL)).zip(numbers(0.001))
        {
            let ends =
                |estimate: Option<Estimate>| estimate.and_then(|known| Some((known.low()?, known.high()?)));
            let (Some(a), Some(b)) = (ends(plain.estimate), ends(usual.estimate)) else { continue };
            assert!((a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9, "{}: {a:?} {b:?}", plain.name);
            let wide = ends(strict.estimate).unwrap();
            assert!(wide.0 <= a.0 && a.1 <= wide.1, "{}", plain.name);
        }
    }
}
