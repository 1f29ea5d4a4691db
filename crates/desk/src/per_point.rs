//! At which price one unit is as good as another, target by target.

use report::{PerPoint, Rate, TargetPrice, Unit};
use results::{InputKind, Results};
use scenario::{Pairings, RosterUnit, Run};

use crate::engine::PlayOptions;
use crate::failure::Failure;
use crate::play::play;
use crate::provenance::provenance;
use crate::watch::Watch;

/// Sampled kills below this number say too little of how often a unit kills.
const FEWEST_KILLS: f64 = 30.0;

/// Compares two units of a roster, given by their keys or names, in what they kill for their points.
pub fn per_point(
    mut pairings: Pairings,
    [unit, against]: [&str; 2],
    options: PlayOptions,
    command: String,
    watch: &dyn Watch,
) -> Result<PerPoint, Failure> {
    let places = [find(&pairings.units, unit)?, find(&pairings.units, against)?];
    if places[0] == places[1] {
        return Err(Failure::Input("error: two different units are needed".to_owned()));
    }
    let known = |place: usize| {
        let RosterUnit { card, .. } = &pairings.units[place];
        Unit { name: pairings.units[place].name().to_owned(), points: card.points }
    };
    let units = places.map(known);
    if units[1].points.is_none_or(|points| points <= 0.0) {
        let name = scenario::printable(&units[1].name);
        return Err(Failure::Input(format!(
            "error: {name} has no points: the price is found beside its own"
        )));
    }
    let rows = places.map(|place| std::mem::take(&mut pairings.cells[place]));
    let runs: Vec<&Run> = rows.iter().flatten().filter_map(|cell| cell.as_ref().ok()).collect();
    let played = play(runs, options, watch)?;
    let methods: Vec<_> = played.iter().map(|played| played.results.method).collect();
    let mut played = played.into_iter();
    let mut rates = rows.map(|row| {
        row.into_iter()
            .map(|cell| cell.and_then(|_| played.next().map(|one| rate(&one.results)).ok_or_else(Vec::new)))
            .collect::<Vec<_>>()
            .into_iter()
    });
    let [first, second] = &mut rates;
    let targets = pairings.units.iter().zip(first.zip(second)).map(|(target, (first, second))| {
        let (target, points) = (target.name().to_owned(), target.card.points);
        TargetPrice { target: Unit { name: target, points }, rates: [first, second] }
    });
    let targets = targets.collect();
    Ok(PerPoint {
        provenance: provenance(InputKind::Roster, &pairings.header, methods, command),
        rounds: pairings.rounds,
        situation: pairings.situation,
        units,
        targets,
    })
}

/// The place of a unit, by its key or its name.
fn find(units: &[RosterUnit], asked: &str) -> Result<usize, Failure> {
    let by_key = units.iter().position(|unit| unit.key == asked);
    by_key.or_else(|| units.iter().position(|unit| unit.name() == asked)).ok_or_else(|| {
        let known: Vec<&str> = units.iter().map(|unit| unit.key.as_str()).collect();
        let (message, help) = scenario::unknown("unit", asked, &known);
        let help = help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        Failure::Input(format!("error: {message}{help}"))
    })
}

/// Kills per attack, if each target is attacked until it is dead or the rounds are over, and the next one after that. By the renewal
/// theorem that is the chance of a kill by the mean of attacks. Both come from one sample, so the variance of the quotient is
/// that of `killed - rate * attacks`.
fn rate(results: &Results) -> Rate {
    let kills: Vec<f64> = results.rounds.iter().map(|round| round.kill.value).collect();
    let killed = kills.last().copied().unwrap_or(0.0);
    let before = || std::iter::once(0.0).chain(kills.iter().copied());
    let attacks: f64 = before().take(kills.len()).map(|kill| 1.0 - kill).sum();
    let value = if attacks > 0.0 { killed / attacks } else { 0.0 };
    let log_variance = results.method.trials().map(|trials| {
        let trials = trials as f64;
        if killed * trials < FEWEST_KILLS {
            return f64::INFINITY;
        }
        let deviation = |killed: f64, attacks: f64| (killed - value * attacks).powi(2);
        let in_round = before().zip(&kills).zip(1..);
        let dead: f64 =
            in_round.map(|((before, now), round)| (now - before) * deviation(1.0, f64::from(round))).sum();
        let alive = (1.0 - killed) * deviation(0.0, kills.len() as f64);
        (dead + alive) / (trials * attacks * attacks * value * value)
    });
    Rate { value, log_variance: log_variance.unwrap_or(0.0), sampled: results.method.trials().is_some() }
}

#[cfg(test)]
mod tests {
    use results::{Estimate, Method, Round};

    use super::*;

    fn results(method: Method, kills: &[f64]) -> Results {
        let round = |&kill: &f64| Round {
            kill: Estimate::exact(kill),
            measures: Vec::new(),
            events: Vec::new(),
            funnel: Vec::new(),
        };
        Results::new(method, kills.iter().map(round).collect())
    }

    #[test]
    fn with_the_same_chance_in_every_attack_the_rate_is_that_chance() {
        // 1/4, then 1 - (3/4)^2, then 1 - (3/4)^3.
        let exact = Method::Exact { states: 1, paths: 1, truncated: 0.0 };
        let found = rate(&results(exact, &[0.25, 0.4375, 0.578_125]));
        assert!((found.value - 0.25).abs() < 1e-12 && found.log_variance == 0.0, "{found:?}");
        assert!(rate(&results(exact, &[0.0, 0.0])).value == 0.0);
    }

    #[test]
    fn one_round_has_the_variance_of_a_proportion() {
        // (1 - p) / (n p).
        let found = rate(&results(Method::MonteCarlo { trials: 1000, seed: 1 }, &[0.2]));
        assert!((found.log_variance - 0.8 / 200.0).abs() < 1e-12, "{found:?}");
        let few = rate(&results(Method::MonteCarlo { trials: 100, seed: 1 }, &[0.2]));
        assert!(few.log_variance.is_infinite());
    }
}
