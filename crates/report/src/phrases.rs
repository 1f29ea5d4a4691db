//! Results in words. The terminal, the charts and the pages all use these sentences.

use results::{AttacksToKill, Method, Results, Round};

use crate::Run;
use crate::digits;
use crate::names;

/// How a result was found, short, e.g. `Monte Carlo, 1,000,000 trials, seed 7`.
pub(crate) fn method(method: &Method) -> String {
    match *method {
        Method::Exact { .. } => "exact".to_owned(),
        Method::MonteCarlo { trials, seed } => {
            format!("Monte Carlo, {}, seed {seed}", count_of(trials, "trial"))
        }
    }
}

/// How the results of some runs were found, short.
pub(crate) fn methods_of<'a>(runs: impl Iterator<Item = &'a Run>) -> String {
    methods_among(runs.map(|run| &run.results.method))
}

/// Methods without repetition. Many samples of different sizes are summed up.
pub(crate) fn methods_among<'a>(methods: impl Iterator<Item = &'a Method>) -> String {
    let mut kinds: Vec<Method> = Vec::new();
    for &kind in methods {
        if kinds.iter().all(|known| method(known) != method(&kind)) {
            kinds.push(kind);
        }
    }
    if kinds.len() <= 3 {
        return kinds.iter().map(method).collect::<Vec<_>>().join(" / ");
    }
    let exact = if kinds.iter().any(|kind| kind.trials().is_none()) { "exact / " } else { "" };
    let most = kinds.iter().filter_map(Method::trials).max().unwrap_or(0);
    let seed = kinds
        .iter()
        .find_map(Method::seed)
        .filter(|&seed| kinds.iter().all(|kind| kind.seed().is_none_or(|other| other == seed)));
    let seed = seed.map_or_else(|| ", several seeds".to_owned(), |seed| format!(", seed {seed}"));
    format!("{exact}Monte Carlo, up to {}{seed}", count_of(most, "trial"))
}

/// How a result was found, in full sentences.
pub(crate) fn method_in_full(method: &Method) -> String {
    match *method {
        Method::Exact { states, paths, truncated } => {
            let mut text = format!(
                "Exact: every outcome was weighed ({}, {}).",
                count_of(states, "state"),
                count_of(paths, "path")
            );
            if truncated > 0.0 {
                text.push_str(
                    " Dice without an end were cut off; what was left out has a probability of at most ",
                );
                text.push_str(&digits::bound(truncated));
                text.push('.');
            } else {
                text.push_str(" Nothing was cut off.");
            }
            text
        }
        Method::MonteCarlo { trials, seed } => format!(
            "Monte Carlo: played {} with seed {seed}; intervals hold the true number 95 times out of 100.",
            if trials == 1 { "once".to_owned() } else { format!("{} times", digits::whole(trials)) }
        ),
    }
}

/// The main result in a sentence.
pub(crate) fn headline(results: &Results) -> String {
    let rounds = results.rounds.len();
    let Some(last) = results.rounds.last() else { return "No round was played.".to_owned() };
    let within = if rounds == 1 { "in one attack".to_owned() } else { format!("within {rounds} rounds") };
    let shown = digits::percent(&last.kill);
    let killed = match shown.as_str() {
        "0 %" => return format!("Never killed {within}."),
        "100 %" => format!("Certainly killed {within}"),
        _ => match (shown.strip_prefix("< "), shown.strip_prefix("> ")) {
            (Some(bound), _) => return format!("Killed {within}: less than {bound}."),
            (_, Some(bound)) => format!("Killed {within}: more than {bound}"),
            _ => format!("Killed {within}: {shown}"),
        },
    };
    if rounds == 1 {
        return format!("{killed}.");
    }
    match results.attacks_to_kill.median {
        Some(1) => format!("{killed}; half of the targets are dead after the first attack."),
        Some(median) => format!("{killed}; half of the targets are dead after {median} attacks."),
        None => format!("{killed}; more than half of the targets outlive them."),
    }
}

/// A sentence on how sure the headline is.
pub(crate) fn sureness(results: &Results) -> String {
    let Some(last) = results.rounds.last() else { return String::new() };
    match results.method {
        Method::Exact { truncated, .. } if truncated > 0.0 => {
            format!(
                "As sure as the rules: this is no estimate. What was cut off comes to at most {}.",
                digits::bound(truncated)
            )
        }
        Method::Exact { .. } => "As sure as the rules: this is no estimate.".to_owned(),
        Method::MonteCarlo { trials, .. } => {
            let interval = digits::percent_interval(&last.kill, " % to ").unwrap_or_default();
            format!(
                "An estimate from {}: the true probability lies in {interval}, with a confidence of 95 %.",
                count_of(trials, "trial")
            )
        }
    }
}

/// The number that the cells of a sweep show.
pub(crate) fn killed_by(round: usize) -> String {
    format!("Killed by the end of round {round}")
}

/// A lower bound of the mean of attacks to kill, where the mean is not known: the sum of the probabilities to be alive after 0, 1, 2
/// and more attacks, as far as they were played.
pub(crate) fn least_attacks(results: &Results) -> Option<f64> {
    let alive = |round: &Round| 1.0 - round.kill.high().unwrap_or(round.kill.value);
    results.attacks_to_kill.mean.is_none().then(|| 1.0 + results.rounds.iter().map(alive).sum::<f64>())
}

/// The mean of attacks to kill, or what it is more than.
pub(crate) fn mean_attacks(results: &Results) -> String {
    match (results.attacks_to_kill.mean, least_attacks(results)) {
        (Some(mean), _) => digits::number_with_margin(&mean),
        (None, Some(least)) => digits::more_than(least),
        (None, None) => digits::missing().to_owned(),
    }
}

/// The round by which a share of targets is dead.
pub(crate) fn by(round: Option<u32>, rounds: usize) -> String {
    round.map_or_else(|| format!("> {rounds}"), |round| round.to_string())
}

/// The rounds between the first and the last tenth of kills.
pub(crate) fn spread(attacks: &AttacksToKill, rounds: usize) -> String {
    if attacks.p10.is_none() {
        return by(None, rounds);
    }
    format!("{} to {}", by(attacks.p10, rounds), by(attacks.p90, rounds))
}

/// Attacker and target, e.g. `Heavy Weapons (18 points) against Titan (60 points)`.
pub(crate) fn sides(run: &Run) -> Option<String> {
    let unit = |name: &Option<String>, points: Option<f64>| {
        let name = names::line(name.as_deref()?);
        Some(match points {
            Some(points) => format!("{name} ({} points)", digits::plain(points)),
            None => name,
        })
    };
    match (unit(&run.attacker, run.attacker_points), unit(&run.target, run.target_points)) {
        (Some(attacker), Some(target)) => Some(format!("{attacker} against {target}")),
        (one, other) => one.or(other),
    }
}

/// The hash, short enough to read aloud.
pub(crate) fn short_hash(hash: &str) -> String {
    names::line(hash).chars().take(12).collect()
}

/// A number and what it counts, e.g. `1 state`, `2 states`.
pub(crate) fn count_of(number: u64, what: &str) -> String {
    format!("{} {what}{}", digits::whole(number), if number == 1 { "" } else { "s" })
}

/// The rounds worth showing when there are too many: the first ones, then round numbers, and the last.
pub(crate) fn chosen_rounds(rounds: usize, most: usize) -> Vec<usize> {
    if rounds <= most {
        return (1..=rounds).collect();
    }
    let step = [2, 5, 10, 20, 25, 50, 100]
        .into_iter()
        .find(|step| rounds / step + 2 <= most)
        .unwrap_or(rounds)
        .max(1);
    let mut chosen = vec![1];
    chosen.extend((step..rounds).step_by(step));
    // A round number hard before the last says nothing.
    if chosen.len() > 1 && rounds - chosen[chosen.len() - 1] < step.div_ceil(3) {
        chosen.pop();
    }
    chosen.push(rounds);
    chosen
}
