//! `killcurve lists`: army lists that no list beats.

use desk::command_line::quoted_path;

use crate::args::Lists;
use crate::balance::load;
use crate::output::{Failure, style, width};
use crate::play_options::{mixed_pricing, use_threads};
use crate::terminal::Terminal;
use crate::{answer, args};

/// Finds the mix of lists that no list beats.
pub fn lists(args: &Lists) -> Result<(), Failure> {
    let args::Battles { threads, quiet, .. } = args.battles;
    use_threads(threads)?;
    let field = load(&args.roster, &args.set)?;
    let pricing = mixed_pricing(&args.battles, &args.set, None, None, args.max_trials);
    let terminal = Terminal::new(quiet);
    let asked = (args.points, args.tolerance);
    let report = desk::lists(field, &quoted_path(&args.roster), &pricing, asked, &terminal)?;
    answer::show(
        &args.output,
        || report::list_table(&report, width(), style()),
        || report::list_json(&report),
        || report::list_csv(&report),
    )?;
    answer::write(&args.output, quiet, ("lists", &report.provenance.name, &args.set), || {
        report::list_files(&report)
    })
}
