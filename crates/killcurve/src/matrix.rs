//! `killcurve matrix`: plays every unit of a roster against every unit.

use rayon::prelude::*;
use report::{Matrix, Unit};
use results::{InputKind, Results};
use scenario::{Pairings, Run};
use simulator::Precision;

use crate::answer;
use crate::args::{self, Method};
use crate::command_line::{quoted, quoted_path};
use crate::engine::{PlayOptions, solve, use_threads};
use crate::load::{expect_kind, invalid};
use crate::output::{Failure, style, width};
use crate::play::play;
use crate::progress::Progress;
use crate::provenance::provenance;

/// The half-width of sampled kill probabilities, unless the command line or the file says otherwise.
const PRECISION: f64 = 0.005;
/// The limit of trials for one pairing.
const MAX_TRIALS: u64 = 10_000_000;
/// Trials of a pairing that is played to the end.
const TRIALS_TO_THE_END: u64 = 16_384;
/// Paths of a pairing that is played to the end, or four times what it took before.
const PATHS_TO_THE_END: u64 = 200_000;

/// Plays a roster against itself.
pub fn matrix(args: &args::Matrix) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let mut set = args.playing.set.clone();
    set.extend(args.rounds.map(|rounds| format!("rounds={rounds}")));
    expect_kind(&args.roster, InputKind::Roster)?;
    let pairings = scenario::load_pairings(&args.roster, &set, args.situation.as_deref()).map_err(invalid)?;
    let runs: Vec<Run> =
        pairings.cells.iter().flatten().filter_map(|cell| cell.as_ref().ok()).cloned().collect();
    if runs.is_empty() {
        let mut reasons: Vec<String> =
            pairings.cells.into_iter().flatten().filter_map(Result::err).flatten().collect();
        reasons.sort();
        reasons.dedup();
        let reasons: Vec<String> = reasons.iter().map(|reason| scenario::printable(reason)).collect();
        return Err(Failure::Input(format!("error: no unit can attack another:\n{}", reasons.join("\n"))));
    }
    let asked = args.playing.trials.is_some() || runs.iter().any(|run| run.trials.is_some());
    let precision = args.precision.or((!asked).then_some(PRECISION));
    let narrow = precision.map(|half_width| Precision { half_width, max_trials: MAX_TRIALS });
    let options = PlayOptions { precision: narrow, ..PlayOptions::from(&args.playing) };
    let played: Vec<Results> = play(&runs, options)?.into_iter().map(|played| played.results).collect();
    let played_on = play_to_the_end(&runs, &played, options)?;
    let matrix = Matrix { precision, ..fill(args, pairings, played, played_on) };
    answer::show(
        args.output.format,
        || report::matrix_table(&matrix, width(), style()),
        || report::matrix_json(&matrix),
        || report::matrix_csv(&matrix),
    )?;
    answer::write(
        &args.output,
        args.playing.quiet,
        ("matrix", &matrix.provenance.name, &args.playing.set),
        || report::matrix_files(&matrix),
    )
}

/// Plays pairings until the target is dead or no more rounds are allowed, to find the mean of attacks to kill. Pairings that would
/// cost much more than the matrix itself are left out.
fn play_to_the_end(
    runs: &[Run],
    played: &[Results],
    options: PlayOptions,
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
    let progress = Progress::new(options.progress, "pairings played to the end");
    progress.expect(runs.len() as u64);
    let one = |(run, results): (&Run, &Results)| {
        let run = Run { rounds: scenario::limits::ROUNDS, ..run.clone() };
        let found = match results.method {
            _ if !is_open(results) => None,
            results::Method::Exact { paths, .. } => {
                let limits = exact::Limits { paths: (paths * 4).max(PATHS_TO_THE_END), ..options.limits };
                solve(&run, PlayOptions { method: Method::Exact, limits, ..on }).ok()
            }
            results::Method::MonteCarlo { .. } => {
                let sampled =
                    play([&run], PlayOptions { method: Method::MonteCarlo, progress: false, ..on })?;
                sampled.into_iter().next().map(|played| played.results)
            }
        };
        progress.advance(1);
        Ok(found)
    };
    let found = runs.par_iter().zip(played).map(one).collect();
    progress.done();
    found
}

fn fill(
    args: &args::Matrix,
    pairings: Pairings,
    played: Vec<Results>,
    played_on: Vec<Option<Results>>,
) -> Matrix {
    let methods = played.iter().map(|results| results.method);
    let provenance = provenance(InputKind::Roster, &pairings.header, methods, command(args));
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

/// Returns the command that makes this matrix again.
fn command(args: &args::Matrix) -> String {
    let rounds = args.rounds.map(|rounds| format!(" --rounds {rounds}")).unwrap_or_default();
    let situation = args.situation.as_ref().map(|name| format!(" --situation {}", quoted(name)));
    let situation = situation.unwrap_or_default();
    let precision = args.precision.map(|width| format!(" --precision {width}")).unwrap_or_default();
    let roster = quoted_path(&args.roster);
    format!("killcurve matrix {roster}{rounds}{situation}{precision}{}", args.playing.as_typed())
}
