//! `killcurve formula`: points as a function of the fields.

use desk::command_line::quoted_path;
use desk::{Armies, FormulaOptions};

use crate::args::Formula;
use crate::balance::load;
use crate::output::{Failure, style, width};
use crate::play_options::use_threads;
use crate::terminal::Terminal;
use crate::{answer, args};

impl From<&Formula> for desk::Pricing {
    fn from(args: &Formula) -> Self {
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

/// Fits formulas of points.
pub fn formula(args: &Formula) -> Result<(), Failure> {
    let args::Battles { threads, quiet, .. } = args.battles;
    use_threads(threads)?;
    let field = load(&args.roster, &args.set)?;
    let options = FormulaOptions { fields: args.field.clone(), units: args.units.into() };
    let terminal = Terminal::new(quiet);
    let report = desk::formula(field, &quoted_path(&args.roster), &args.into(), &options, &terminal)?;
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
