//! `killcurve balance` and `killcurve worth`: what units should cost.

use std::io::IsTerminal;

use battles::{Budget, Grounds, Search, Unit, balance as find_prices, price_worth};
use rayon::prelude::*;
use report::{PriceReport, WorthReport};
use results::{StepWorth, Worth};
use rules::fields::Named;
use scenario::Field;

use crate::args::{self, Pricing};
use crate::commands::wrong;
use crate::output::{Failure, say};
use crate::play::SEED;
use crate::run::{leave, quoted, show, style, use_threads, width};

/// Trials that a battle may take where neither file nor command line say how many.
const MAX_TRIALS: u64 = 16_384;
/// Batches of each battle for the worth of a step.
const WORTH_BATCHES: u64 = 64;

/// Finds fair prices for a roster.
pub fn balance(args: &args::Balance) -> Result<(), Failure> {
    use_threads(args.pricing.threads)?;
    let field = load(&args.pricing)?;
    let units = units(&field);
    let search = search(&args.pricing, &field, &args.round);
    let grounds = Grounds { field: &field, rounds: args.pricing.rounds };
    let prices = find_prices(&grounds, &units, &search, &teller(&args.pricing));
    if !prices.narrow && !args.pricing.quiet {
        say("the trials allowed did not make every interval as narrow as asked for: see --max-trials");
    }
    let mut words = String::new();
    if !args.round.is_empty() {
        let steps: Vec<String> = args.round.iter().map(ToString::to_string).collect();
        words = format!(" --round {}", steps.join(","));
    }
    let report = PriceReport {
        command: command("balance", &args.pricing, &field, &words),
        name: field.name.clone(),
        description: field.description.clone(),
        system_id: field.system.id,
        system_title: field.system.title,
        units: field.units.iter().map(|unit| unit.name().to_owned()).collect(),
        order: field.order.name(),
        policy: field.policy.name(),
        rounds: args.pricing.rounds,
        army: args.pricing.army,
        precision: args.pricing.precision / 2.0,
        notes: field.notes.clone(),
        hash: field.hash.clone(),
        version: env!("CARGO_PKG_VERSION"),
        input: field.text.clone(),
        prices,
    };
    show(
        args.output.format,
        || report::price_table(&report, width(), style()),
        || report::price_json(&report),
        || report::price_csv(&report),
    )?;
    leave(&args.output, args.pricing.quiet, "balance", &report.name, || report::price_files(&report))
}

/// Finds what steps of a unit's numbers are worth.
pub fn worth(args: &args::Worth) -> Result<(), Failure> {
    use_threads(args.pricing.threads)?;
    let field = load(&args.pricing)?;
    let known: Vec<&str> = field.units.iter().map(|unit| unit.key.as_str()).collect();
    let Some(unit) = known.iter().position(|&key| key == args.unit) else {
        let (message, help) = scenario::unknown("unit", &args.unit, &known);
        let help = help.map_or_else(String::new, |help| format!("\n  = help: {help}"));
        return Err(Failure::Input(format!("error: {message}{help}")));
    };
    let search = search(&args.pricing, &field, &[]);
    let tell = teller(&args.pricing);
    let rounds = args.pricing.rounds;
    let prices = find_prices(&Grounds { field: &field, rounds }, &units(&field), &search, &tell);
    // The field keeps its fair prices while the unit is priced anew.
    let units: Vec<Unit> = (units(&field).into_iter().zip(&prices.units))
        .map(|(unit, priced)| Unit { now: priced.fair.map(|fair| fair.value).or(unit.now), ..unit })
        .collect();
    tell("the unit as it is, and with each step");
    let name = field.units[unit].name().to_owned();
    let as_it_is = price_worth(&Grounds { field: &field, rounds }, &units, unit, &search, WORTH_BATCHES);
    let Some(as_it_is) = as_it_is else {
        let words = format!("{} has no fair price in this roster", scenario::printable(&name));
        return Err(Failure::Run(words));
    };
    let mut steps: Vec<StepWorth> = field
        .steps(unit)
        .into_par_iter()
        .map(|(changed, field)| {
            let grounds = Grounds { field: &field, rounds };
            let stepped = price_worth(&grounds, &units, unit, &search, WORTH_BATCHES);
            StepWorth {
                field: changed.field.trim_start_matches('.').to_owned(),
                part: changed.part,
                from: changed.from,
                to: changed.to,
                change: stepped.map(|stepped| stepped.above(&as_it_is)),
            }
        })
        .collect();
    let size = |step: &StepWorth| step.change.map_or(f64::INFINITY, |change| change.value.abs());
    steps.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let trials = WORTH_BATCHES * battles::BATCH;
    let report = WorthReport {
        command: command("worth", &args.pricing, &field, &format!(" {}", quoted(&args.unit))),
        name: field.name.clone(),
        unit: name,
        system_id: field.system.id,
        system_title: field.system.title,
        hash: field.hash.clone(),
        version: env!("CARGO_PKG_VERSION"),
        input: field.text.clone(),
        worth: Worth { fair: as_it_is.price, steps, trials, seed: search.seed },
    };
    show(
        args.output.format,
        || report::worth_table(&report, width(), style()),
        || report::worth_json(&report),
        || report::worth_csv(&report),
    )?;
    leave(&args.output, args.pricing.quiet, "worth", &format!("{} {}", report.name, report.unit), || {
        report::worth_files(&report)
    })
}

fn load(pricing: &Pricing) -> Result<Field, Failure> {
    scenario::load_field(&pricing.roster, &pricing.set).map_err(wrong)
}

fn units(field: &Field) -> Vec<Unit> {
    let unit = |player: &scenario::Player| Unit {
        now: player.card.points,
        weight: player.card.weight.unwrap_or(1.0),
        fixed: player.card.fixed,
    };
    field.units.iter().map(unit).collect()
}

fn search(pricing: &Pricing, field: &Field, steps: &[f64]) -> Search {
    Search {
        budget: Budget { army: pricing.army, most: Field::most_units() },
        precision: pricing.precision,
        max_batches: max_trials(pricing, field).div_ceil(battles::BATCH),
        seed: pricing.seed.or(field.seed).unwrap_or(SEED),
        situations: field.contexts.iter().map(|context| context.name.clone()).collect(),
        steps: steps.to_vec(),
    }
}

/// The trials that each battle may take.
fn max_trials(pricing: &Pricing, field: &Field) -> u64 {
    pricing.max_trials.or(field.trials).unwrap_or(MAX_TRIALS)
}

/// Says what is going on, to a person who waits.
fn teller(pricing: &Pricing) -> impl Fn(&str) + use<> {
    let shown = !pricing.quiet && std::io::stderr().is_terminal();
    move |words: &str| {
        if shown {
            say(&format!("… {words}"));
        }
    }
}

/// The command that makes this report again.
fn command(name: &str, pricing: &Pricing, field: &Field, more: &str) -> String {
    let mut words = format!("killcurve {name} {}{more}", quoted(&pricing.roster.display().to_string()));
    words +=
        &format!(" --precision {} --army {} --rounds {}", pricing.precision, pricing.army, pricing.rounds);
    words += &format!(" --max-trials {}", max_trials(pricing, field));
    words + &crate::run::options(None, None, pricing.seed, None, &pricing.set)
}
