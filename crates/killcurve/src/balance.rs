//! `killcurve balance` and `killcurve worth`: what units should cost.

use std::path::Path;

use desk::PriceOptions;
use desk::command_line::quoted_path;
use results::InputKind;
use scenario::BattleRoster;

use crate::answer;
use crate::args;
use crate::load::{expect_kind, invalid};
use crate::output::{Failure, style, width};
use crate::play_options::use_threads;
use crate::terminal::Terminal;

/// Reads a roster whose units fight each other.
pub fn load(roster: &Path, set: &[String]) -> Result<BattleRoster, Failure> {
    expect_kind(roster, InputKind::Roster)?;
    scenario::load_battle_roster(roster, set).map_err(invalid)
}

/// Finds fair prices for a roster.
pub fn balance(args: &args::Balance) -> Result<(), Failure> {
    let pricing = &args.pricing;
    use_threads(pricing.threads)?;
    let asked = desk::Pricing::from(pricing);
    asked.check()?;
    let field = load(&pricing.roster, &pricing.set)?;
    let price =
        PriceOptions { matters: args.matters, field_only: args.field_only, round: args.round.clone() };
    let terminal = Terminal::new(pricing.quiet);
    let report = desk::balance(field, &quoted_path(&pricing.roster), &asked, &price, &terminal)?;
    answer::show(
        &args.output,
        || report::price_table(&report, width(), style()),
        || report::price_json(&report),
        || report::price_csv(&report),
    )?;
    answer::write(&args.output, pricing.quiet, ("balance", &report.provenance.name, &pricing.set), || {
        report::price_files(&report)
    })?;
    if report.prices.is_unanswered() {
        return Err(Failure::Run("no unit could be priced".to_owned()));
    }
    Ok(())
}

/// Finds what steps of a unit's numbers are worth.
pub fn worth(args: &args::Worth) -> Result<(), Failure> {
    let pricing = &args.pricing;
    use_threads(pricing.threads)?;
    let asked = desk::Pricing::from(pricing);
    asked.check()?;
    let field = load(&pricing.roster, &pricing.set)?;
    let terminal = Terminal::new(pricing.quiet);
    let report = desk::worth(field, &quoted_path(&pricing.roster), &asked, &args.unit, &terminal)?;
    answer::show(
        &args.output,
        || report::worth_table(&report, width(), style()),
        || report::worth_json(&report),
        || report::worth_csv(&report),
    )?;
    answer::write(
        &args.output,
        pricing.quiet,
        ("worth", &format!("{} {}", report.provenance.name, report.unit), &pricing.set),
        || report::worth_files(&report),
    )
}
