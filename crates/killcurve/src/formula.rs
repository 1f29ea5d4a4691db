//! `killcurve formula`: points as a function of the fields.

use desk::FormulaOptions;
use desk::command_line::quoted_path;

use crate::args::Formula;
use crate::balance::load;
use crate::output::{Failure, style, width};
use crate::play_options::{mixed_pricing, use_threads};
use crate::terminal::Terminal;
use crate::{answer, args};

/// Fits formulas of points.
pub fn formula(args: &Formula) -> Result<(), Failure> {
    let args::Battles { threads, quiet, .. } = args.battles;
    use_threads(threads)?;
    let field = load(&args.roster, &args.set)?;
    let options = FormulaOptions { fields: args.field.clone(), units: args.units.into() };
    let pricing = mixed_pricing(&args.battles, &args.set, args.precision, args.army_points, args.max_trials);
    let terminal = Terminal::new(quiet);
    let report = desk::formula(field, &quoted_path(&args.roster), &pricing, &options, &terminal)?;
    answer::show(
        &args.output,
        || report::formula_table(&report, width(), style()),
        || report::formula_json(&report),
        || report::formula_csv(&report),
    )?;
    answer::write(&args.output, quiet, ("formula", &report.provenance.name, &args.set), || {
        report::formula_files(&report)
    })
}
