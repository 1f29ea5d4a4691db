//! `killcurve matrix`: every unit of a roster against every unit.

use rayon::prelude::*;
use report::{Matrix, Unit};
use results::Results;
use scenario::{Pairings, Run};
use simulator::Precision;

use crate::args::{self, Method};
use crate::commands::wrong;
use crate::output::Failure;
use crate::play::{How, Progress, play, solve};
use crate::run::{leave, quoted, show, style, use_threads, width};

/// How narrow sampled kill probabilities are if nothing else is said: a matrix has many, and is read at a glance.
const PRECISION: f64 = 0.005;
/// No more trials than this for one pairing.
const MOST_TRIALS: u64 = 10_000_000;
/// Trials of a pairing that is played on.
const TRIALS_ON: u64 = 16_384;
/// Paths that a pairing may take that is played on, or four times what it took before.
const PATHS_ON: u64 = 200_000;

/// Plays a roster against itself.
pub fn matrix(args: &args::Matrix) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let mut set = args.playing.set.clone();
    set.extend(args.rounds.map(|rounds| format!("rounds={rounds}")));
    let pairings = scenario::load_pairings(&args.roster, &set, args.situation.as_deref()).map_err(wrong)?;
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
    let narrow = precision.map(|half_width| Precision { half_width, max_trials: MOST_TRIALS });
    let how = How { precision: narrow, ..args.playing.how() };
    let played: Vec<Results> = play(&runs, how)?.into_iter().map(|played| played.results).collect();
    let played_on = play_on(&runs, &played, how)?;
    let matrix = Matrix { precision, ..fill(args, pairings, played, played_on) };
    show(
        args.output.format,
        || report::matrix_table(&matrix, width(), style()),
        || report::matrix_json(&matrix),
        || report::matrix_csv(&matrix),
    )?;
    leave(&args.output, args.playing.quiet, "matrix", &matrix.roster, || report::matrix_files(&matrix))
}

/// Plays pairings on until the target is dead or no more rounds are allowed, for the mean of attacks to kill. What cannot be known more cheaply
/// than the matrix itself is left out.
fn play_on(runs: &[Run], played: &[Results], how: How) -> Result<Vec<Option<Results>>, Failure> {
    let is_open = |results: &Results| {
        let kill = results.rounds.last().map_or(0.0, |round| round.kill.value);
        results.attacks_to_kill.mean.is_none() && kill > 0.0
    };
    let on = How { precision: None, trials: Some(how.trials.unwrap_or(TRIALS_ON).min(TRIALS_ON)), ..how };
    let progress = Progress::new(how.progress, "pairings played on");
    progress.expect(runs.len() as u64);
    let one = |(run, results): (&Run, &Results)| {
        let run = Run { rounds: rules::limits::ROUNDS, ..run.clone() };
        let found = match results.method {
            _ if !is_open(results) => None,
            results::Method::Exact { paths, .. } => {
                let limits = exact::Limits { paths: (paths * 4).max(PATHS_ON), ..how.limits };
                solve(&run, How { method: Method::Exact, limits, ..on }).ok()
            }
            results::Method::MonteCarlo { .. } => {
                let sampled = play([&run], How { method: Method::MonteCarlo, progress: false, ..on })?;
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
    let rounds = args.rounds.map(|rounds| format!(" --rounds {rounds}")).unwrap_or_default();
    let situation = args.situation.as_ref().map(|name| format!(" --situation {}", quoted(name)));
    let situation = situation.unwrap_or_default();
    let precision = args.precision.map(|width| format!(" --precision {width}")).unwrap_or_default();
    let roster = quoted(&args.roster.display().to_string());
    Matrix {
        roster: pairings.name,
        description: pairings.description,
        system_id: pairings.system.id,
        system_title: pairings.system.title,
        rounds: pairings.rounds,
        situation: pairings.situation,
        other_situations: pairings.other_situations,
        units: pairings
            .players
            .iter()
            .map(|player| Unit { name: player.name().to_owned(), points: player.card.points })
            .collect(),
        cells,
        played_on: on,
        precision: None,
        hash: pairings.hash,
        version: env!("CARGO_PKG_VERSION"),
        command: format!("killcurve matrix {roster}{rounds}{situation}{precision}{}", args.playing.words()),
        input: pairings.text,
    }
}
