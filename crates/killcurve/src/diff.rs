//! `killcurve diff`: what changed between two versions of a roster.

use desk::Armies;
use desk::command_line::quoted_path;

use crate::args::Diff;
use crate::balance::load;
use crate::output::{Failure, style, width};
use crate::play_options::use_threads;
use crate::terminal::Terminal;
use crate::{answer, args};

impl From<&Diff> for desk::Pricing {
    fn from(args: &Diff) -> Self {
        Self {
            armies: Armies::Mixed,
            precision: args.precision,
            army_points: args.army_points,
            army: None,
            rounds: args.battles.rounds,
            max_trials: args.max_trials,
            seed: args.battles.seed,
            set: args.set.clone(),
        }
    }
}

/// Compares two versions of a roster.
pub fn diff(args: &Diff) -> Result<(), Failure> {
    let args::Battles { threads, quiet, .. } = args.battles;
    use_threads(threads)?;
    let versions = [load(&args.old, &[])?, load(&args.new, &args.set)?];
    let files = [&args.old, &args.new].map(|file| quoted_path(file));
    let terminal = Terminal::new(quiet);
    let files = [files[0].as_str(), files[1].as_str()];
    let report = desk::diff(versions, files, &args.into(), args.matters, &terminal)?;
    answer::show(
        &args.output,
        || report::diff_table(&report, width(), style()),
        || report::diff_json(&report),
        || report::diff_csv(&report),
    )?;
    let about = ("diff", report.provenance.name.as_str(), &args.set[..]);
    answer::write(&args.output, quiet, about, || report::diff_files(&report))?;
    if report.is_change() { Err(Failure::Differs) } else { Ok(()) }
}
