//! `killcurve diff`: what changed between two versions of a roster.

use desk::command_line::quoted_path;

use crate::args::Diff;
use crate::balance::load;
use crate::output::{Failure, style, width};
use crate::play_options::{mixed_pricing, use_threads};
use crate::terminal::Terminal;
use crate::{answer, args};

/// Compares two versions of a roster.
pub fn diff(args: &Diff) -> Result<(), Failure> {
    let args::Battles { threads, quiet, .. } = args.battles;
    use_threads(threads)?;
    let versions = [load(&args.old, &[])?, load(&args.new, &args.set)?];
    let files = [&args.old, &args.new].map(|file| quoted_path(file));
    let pricing = mixed_pricing(&args.battles, &args.set, args.precision, args.army_points, args.max_trials);
    let terminal = Terminal::new(quiet);
    let files = [files[0].as_str(), files[1].as_str()];
    let report = desk::diff(versions, files, &pricing, args.matters, &terminal)?;
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
