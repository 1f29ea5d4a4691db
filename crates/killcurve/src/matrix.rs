//! `killcurve matrix`: plays every unit of a roster against every unit.

use desk::PlayOptions;
use desk::command_line::{quoted, quoted_path};
use results::InputKind;

use crate::answer;
use crate::args;
use crate::estimate::announce;
use crate::load::{expect_kind, invalid};
use crate::output::{Failure, style, width};
use crate::play_options::use_threads;
use crate::terminal::Terminal;

/// Plays a roster against itself.
pub fn matrix(args: &args::Matrix) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let mut set = args.playing.set.clone();
    set.extend(args.rounds.map(|rounds| format!("rounds={rounds}")));
    expect_kind(&args.roster, InputKind::Roster)?;
    let pairings = scenario::load_pairings(&args.roster, &set, args.situation.as_deref()).map_err(invalid)?;
    let options = PlayOptions::from(&args.playing).for_matrix(&pairings, args.precision);
    let terminal = Terminal::new(args.playing.quiet);
    announce(&desk::runs_of(&pairings), options, &terminal);
    let matrix = desk::matrix(pairings, options, command(args), &terminal)?;
    answer::show(
        &args.output,
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

/// Returns the command that makes this matrix again.
fn command(args: &args::Matrix) -> String {
    let rounds = args.rounds.map(|rounds| format!(" --rounds {rounds}")).unwrap_or_default();
    let situation = args.situation.as_ref().map(|name| format!(" --situation {}", quoted(name)));
    let situation = situation.unwrap_or_default();
    let precision = args.precision.map(|width| format!(" --precision {width}")).unwrap_or_default();
    let roster = quoted_path(&args.roster);
    format!("killcurve matrix {roster}{rounds}{situation}{precision}{}", args.playing.as_typed())
}
