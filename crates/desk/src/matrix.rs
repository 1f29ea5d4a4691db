//! Plays every unit of a roster against every unit.

use rayon::prelude::*;
use report::{Matrix, Unit};
use results::{InputKind, Results};
use scenario::{Pairings, Run};
use simulator::Precision;

use crate::engine::{Method, PlayOptions, solve};
use crate::failure::Failure;
use crate::play::play;
use crate::provenance::provenance;
use crate::watch::Watch;

/// The half-width of sampled kill probabilities, unless the request or the file says otherwise.
const PRECISION: f64 = 0.005;
/// The limit of trials for one pairing.
const MAX_TRIALS: u64 = 10_000_000;
/// Trials of a pairing that is played to the end.
const TRIALS_TO_THE_END: u64 = 16_384;
/// Paths of a pairing that is played to the end, or four times what it took before.
const PATHS_TO_THE_END: u64 = 200_000;

/// Returns the pairings of a roster that can be played, by attacker and then target.
pub fn runs_of(pairings: &Pairings) -> Vec<&Run> {
    pairings.cells.iter().flatten().filter_map(|cell| cell.as_ref().ok()).collect()
}

impl PlayOptions {
    /// Returns the options for a roster: sampled to `half_width`, or to the usual one if nobody asks for a number of trials.
    #[must_use]
    pub fn for_matrix(self, pairings: &Pairings, half_width: Option<f64>) -> Self {
        let asked = self.trials.is_some() || runs_of(pairings).iter().any(|run| run.trials.is_some());
        let half_width = half_width.or((!asked).then_some(PRECISION));
        let precision = half_width.map(|half_width| Precision { half_width, max_trials: MAX_TRIALS });
        Self { precision, ..self }
    }
}

/// Plays a roster against itself.
pub fn matrix(
    pairings: Pairings,
    options: PlayOptions,
    command: String,
    watch: &dyn Watch,
) -> Result<Matrix, Failure> {
    let runs = runs_of(&pairings);
    if runs.is_empty() {
        let mut reasons: Vec<String> =
            pairings.cells.into_iter().flatten().filter_map(Result::err).flatten().collect();
        reasons.sort();
        reasons.dedup();
        let reasons: Vec<String> = reasons.iter().map(|reason| scenario::printable(reason)).collect();
        return Err(Failure::Input(format!("error: no unit can attack another:\n{}", reasons.join("\n"))));
    }
    let answers = play(runs.iter().copied(), options, watch)?;
    let played: Vec<Results> = answers.into_iter().map(|played| played.results).collect();
    let played_on = play_to_the_end(&runs, &played, options, watch)?;
    let precision = options.precision.map(|precision| precision.half_width);
    Ok(Matrix { precision, ..fill(pairings, played, played_on, command) })
}

/// Plays pairings until the target is dead or no more rounds are allowed, to find the mean of attacks to kill. Pairings that would
/// cost much more than the matrix itself are left out.
fn play_to_the_end(
    runs: &[&Run],
    played: &[Results],
    options: PlayOptions,
    watch: &dyn Watch,
) -> Result<Vec<Option<Results>>, Failure> {
    let is_open = |results: &Results| {
        let kill = results.rounds.last().map_or(0.0, |round| round.kill.value);
        results.attacks_to_kill.mean.is_none() && kill > 0.0
    };
    let on = PlayOptions {
        precision: None,
        trials: Some(options.trials.unwrap_or(TRIALS_TO_THE_END).min(TRIALS_TO_THE_END)),
        ..options
    };
    watch.begin("pairings played to the end");
    watch.expect(runs.len() as u64);
    let one = |(run, results): (&&Run, &Results)| {
        let run = Run { rounds: scenario::limits::ROUNDS, ..(*run).clone() };
        let found = match results.method {
            _ if !is_open(results) => None,
            results::Method::Exact { paths, .. } => {
                let limits = exact::Limits { paths: (paths * 4).max(PATHS_TO_THE_END), ..options.limits };
                solve(&run, PlayOptions { method: Method::Exact, limits, ..on }, &()).ok()
            }
            results::Method::MonteCarlo { .. } => {
                let sampled = play([&run], PlayOptions { method: Method::MonteCarlo, ..on }, &())?;
                sampled.into_iter().next().map(|played| played.results)
            }
        };
        watch.advance(1);
        Ok(found)
    };
    let found = runs.par_iter().zip(played).map(one).collect();
    watch.end();
    found
}

fn fill(
    pairings: Pairings,
    played: Vec<Results>,
    played_on: Vec<Option<Results>>,
    command: String,
) -> Matrix {
    let methods = played.iter().map(|results| results.method);
    let provenance = provenance(InputKind::Roster, &pairings.header, methods, command);
    let mut played = played.into_iter().zip(played_on);
    let (mut cells, mut on) = (Vec::new(), Vec::new());
    for row in pairings.cells {
        let (mut found, mut further) = (Vec::new(), Vec::new());
        for cell in row {
            // A run that was not played cannot be: there is one answer for each.
            let answers = cell.and_then(|_| played.next().ok_or_else(Vec::new));
            further.push(answers.as_ref().ok().and_then(|(_, on)| on.clone()));
            found.push(answers.map(|(results, _)| results));
        }
        cells.push(found);
        on.push(further);
    }
    Matrix {
        provenance,
        rounds: pairings.rounds,
        situation: pairings.situation,
        other_situations: pairings.other_situations,
        units: pairings
            .units
            .iter()
            .map(|player| Unit { name: player.name().to_owned(), points: player.card.points })
            .collect(),
        cells,
        played_on: on,
        precision: None,
    }
}
