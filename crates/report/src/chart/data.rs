//! What the charts show, before anything is drawn.

use results::{Distribution, Error, Estimate, Method};

use super::{MOST_GROUPS, MOST_LINES, left_out};
use crate::{Run, digits, names, phrases};

/// The quantile of the normal distribution that a 95 % interval is made with.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// More values than this, and those that hardly ever come are drawn as one bar.
const MANY_VALUES: usize = 12;

/// The most bars of one group.
const MOST_VALUES: usize = 60;

/// More bars than this, and only the first run is drawn.
const MOST_BARS: usize = 240;

/// Probabilities against something, one line for each run or round.
pub(crate) struct LineChart {
    pub(crate) title: String,
    /// What the axes show.
    pub(crate) side: &'static str,
    pub(crate) bottom: String,
    /// From left to right.
    pub(crate) places: Vec<Place>,
    pub(crate) lines: Vec<Line>,
    /// Whether there is something between two places.
    pub(crate) joined: bool,
    pub(crate) note: Option<String>,
}

/// A place on the axis.
pub(crate) struct Place {
    /// Where it is.
    pub(crate) at: f64,
    pub(crate) label: String,
    /// Its text at the pointer.
    pub(crate) pointer: String,
}

/// One line.
pub(crate) struct Line {
    pub(crate) label: String,
    /// At each place; a line may end early.
    pub(crate) values: Vec<Option<Estimate>>,
}

/// Bars side by side.
pub(crate) struct Bars {
    pub(crate) title: String,
    pub(crate) axis: String,
    /// The label below each bar or group of bars.
    pub(crate) values: Vec<String>,
    pub(crate) groups: Vec<Group>,
    /// Whether the last value is of another kind than the others.
    pub(crate) last_apart: bool,
    pub(crate) note: Option<String>,
}

/// The bars of one run.
pub(crate) struct Group {
    pub(crate) label: String,
    /// A remark on it.
    pub(crate) remark: String,
    pub(crate) bars: Vec<Estimate>,
}

/// The kill curve of the scenario and its variants.
pub(crate) fn kill_curve(runs: &[&Run]) -> LineChart {
    let lines: Vec<Line> = runs
        .iter()
        .take(MOST_LINES)
        .map(|run| Line {
            label: names::line(&run.label),
            values: run.results.rounds.iter().map(|round| Some(round.kill)).collect(),
        })
        .collect();
    let rounds = lines.iter().map(|line| line.values.len()).max().unwrap_or(0);
    let place = |round: usize| Place {
        at: round as f64,
        label: round.to_string(),
        pointer: format!("Round {round}"),
    };
    LineChart {
        title: "Probability that the target is dead, by round".to_owned(),
        side: "dead by the end of the round",
        bottom: "round".to_owned(),
        places: (1..=rounds).map(place).collect(),
        note: left_out(lines.len(), runs.len()),
        lines,
        joined: true,
    }
}

/// When the kill comes, and how many are still alive at the end.
pub(crate) fn attacks_to_kill(runs: &[&Run]) -> Bars {
    let rounds = runs.iter().map(|run| run.results.rounds.len()).max().unwrap_or(0);
    let most = if rounds * runs.len().min(MOST_GROUPS) > MOST_BARS { 1 } else { MOST_GROUPS };
    let groups: Vec<Group> = runs.iter().take(most).map(|run| kills_by_round(run, rounds)).collect();
    let mut values: Vec<String> = (1..=rounds).map(|round| round.to_string()).collect();
    values.push("alive".to_owned());
    Bars {
        title: "Attacks to kill".to_owned(),
        axis: "the round in which the target dies".to_owned(),
        values,
        note: left_out(groups.len(), runs.len()),
        groups,
        last_apart: true,
    }
}

fn kills_by_round(run: &Run, rounds: usize) -> Group {
    let results = &run.results;
    let mut before = 0.0;
    let mut bars: Vec<Estimate> = results
        .rounds
        .iter()
        .map(|round| {
            let share = (round.kill.value - before).max(0.0);
            before = round.kill.value;
            estimate(share, &results.method)
        })
        .collect();
    // A run of fewer rounds has nothing to show in later ones.
    bars.resize(rounds, Estimate::exact(0.0));
    bars.push(digits::what_is_left(&results.attacks_to_kill.alive));
    let remark = match (results.attacks_to_kill.mean, results.attacks_to_kill.median) {
        (Some(mean), _) => format!("mean {} attacks", digits::number_with_margin(&mean)),
        (None, Some(median)) => format!("median {}", phrases::count_of(u64::from(median), "attack")),
        (None, None) => format!("median > {}", phrases::count_of(results.rounds.len() as u64, "attack")),
    };
    Group { label: names::line(&run.label), remark, bars }
}

/// The distribution of a measure in round 1.
pub(crate) fn distribution(runs: &[&Run], measure: &str) -> Bars {
    let found: Vec<(&Run, &Distribution)> = runs
        .iter()
        .filter_map(|run| {
            let round = run.results.rounds.first()?;
            Some((*run, round.measures.iter().find(|distribution| distribution.name == measure)?))
        })
        .collect();
    let shown = &found[..found.len().min(MOST_GROUPS)];
    let length = shown.iter().map(|(_, distribution)| distribution.probabilities.len()).max().unwrap_or(0);
    let kept = shown.iter().map(|(_, distribution)| kept_values(distribution)).max().unwrap_or(0).min(length);
    let folded = kept < length;
    let groups: Vec<Group> = shown
        .iter()
        .map(|(run, distribution)| {
            let probabilities = &distribution.probabilities;
            let mut bars: Vec<Estimate> = probabilities.iter().take(kept).map(digits::what_is_left).collect();
            bars.resize(kept, estimate(0.0, &run.results.method));
            if folded {
                let rest = probabilities.iter().skip(kept).map(|probability| probability.value).sum();
                bars.push(estimate(rest, &run.results.method));
            }
            let remark = format!("mean {}", digits::number_with_margin(&distribution.mean));
            Group { label: names::line(&run.label), remark, bars }
        })
        .collect();
    let mut values: Vec<String> = (0..kept).map(|value| value.to_string()).collect();
    if folded {
        values.push(format!("{kept}+"));
    }
    let name = names::line(measure);
    Bars {
        title: format!("Distribution of {name} in round 1"),
        axis: name,
        values,
        note: left_out(groups.len(), found.len()),
        groups,
        last_apart: false,
    }
}

/// How many values of a distribution are drawn one by one.
fn kept_values(distribution: &Distribution) -> usize {
    let probabilities = &distribution.probabilities;
    if probabilities.len() <= MANY_VALUES {
        return probabilities.len();
    }
    let mut rest: f64 = probabilities.iter().map(|probability| probability.value).sum();
    for (value, probability) in probabilities.iter().enumerate() {
        rest -= probability.value;
        if rest < 5e-4 && value + 1 >= MANY_VALUES {
            return (value + 1).min(MOST_VALUES);
        }
    }
    probabilities.len().min(MOST_VALUES)
}

/// A probability with the error that its method gives it: none, or Wilson's interval.
pub(crate) fn estimate(value: f64, method: &Method) -> Estimate {
    let error = method.trials().filter(|&trials| trials > 0).map(|trials| {
        let (n, z) = (trials as f64, NORMAL_QUANTILE);
        let standard = (value * (1.0 - value) / n).max(0.0).sqrt();
        let scale = 1.0 / (1.0 + z * z / n);
        let middle = (value + z * z / (2.0 * n)) * scale;
        let half = z * scale * (standard * standard + z * z / (4.0 * n * n)).sqrt();
        Error { low: (middle - half).max(0.0), high: (middle + half).min(1.0), standard }
    });
    Estimate { value, error }
}
