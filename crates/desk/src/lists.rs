//! The mix of army lists that no list beats.

use battles::{ListSearch, unbeaten_lists};
use chance::fields::Named;
use report::ListReport;
use results::{InputKind, ListMix, Method, UnitCounts};
use scenario::BattleRoster;

use crate::balance::{PriceRequest, Pricing, refuse};
use crate::command_line::options;
use crate::engine;
use crate::failure::Failure;
use crate::provenance::provenance;
use crate::watch::{Battles, Watch};

/// Finds the lists of so many points that no list beats at the prices of the roster. `file` is its name in the command that makes the
/// report again; `tolerance` is how much more than a half a list may win.
pub fn lists(
    field: BattleRoster,
    file: &str,
    pricing: &Pricing,
    (points, tolerance): (f64, f64),
    watch: &dyn Watch,
) -> Result<ListReport, Failure> {
    let asked = PriceRequest::new(pricing, field)?;
    check(&asked.field, points)?;
    let mut roster = asked.roster(&asked.field);
    for (unit, &place) in roster.units.iter_mut().zip(&asked.order) {
        // What cannot be bought is in no army.
        unit.weight = price(&asked.field.units[place]).map_or(0.0, |_| unit.weight);
    }
    let search = ListSearch { points, tolerance, max_battles: asked.most(), seed: asked.seed() };
    let mix = unbeaten_lists(&roster, &search, &Battles(watch));
    watch.end();
    refuse(&roster)?;
    if !mix.settled {
        watch.remark(
            "the search ended before no list won more than the tolerance: allow more with --max-trials",
        );
    }
    let mix = in_file_order(mix, &asked.order);
    let field = &asked.field;
    let command = format!(
        "killcurve lists {file} --points {points} --tolerance {tolerance} --rounds {} --max-trials {}",
        pricing.rounds,
        asked.most()
    );
    let command = command + &options(engine::Method::Auto, None, pricing.seed, None, &pricing.set);
    let method = Method::MonteCarlo { trials: mix.trials, seed: mix.seed };
    Ok(ListReport {
        provenance: provenance(InputKind::Roster, &field.header, [method], command),
        units: field.units.iter().map(|unit| unit.name().to_owned()).collect(),
        order: field.order.name(),
        policy: field.policy.name(),
        rounds: pricing.rounds,
        notes: field.notes.clone(),
        mix,
    })
}

/// The price at which a list can take a unit.
fn price(unit: &scenario::RosterUnit) -> Option<f64> {
    unit.card.points.filter(|&points| points > 0.0 && unit.card.weight != Some(0.0))
}

/// Refuses a budget that buys nothing.
fn check(field: &BattleRoster, points: f64) -> Result<(), Failure> {
    let sold = field.units.iter().filter_map(|unit| Some((unit, price(unit)?)));
    match sold.min_by(|one, other| one.1.total_cmp(&other.1)) {
        Some((unit, price)) if price > points => Err(Failure::Input(format!(
            "error: {points} points buy nothing: the cheapest unit, {}, costs {price}\n  = help: give --points at least {price}",
            scenario::printable(unit.name())
        ))),
        Some(_) => Ok(()),
        None => Err(Failure::Input(
            "error: no unit has a price, and lists are bought at the prices of the roster\n  = help: give units `points`, such as the fair prices of `killcurve balance`".to_owned(),
        )),
    }
}

/// The answer with units at their places in the file.
fn in_file_order(mut mix: ListMix, order: &[usize]) -> ListMix {
    let place = |units: &mut UnitCounts| {
        units.iter_mut().for_each(|(unit, _)| *unit = order[*unit]);
        units.sort_unstable();
    };
    mix.lists.iter_mut().for_each(|list| place(&mut list.list.units));
    place(&mut mix.best_answer.units);
    place(&mut mix.against_field.units);
    mix.units.iter_mut().filter_map(|unit| unit.best.as_mut()).for_each(|best| place(&mut best.units));
    let mut units: Vec<_> = order.iter().copied().zip(mix.units).collect();
    units.sort_by_key(|(unit, _)| *unit);
    mix.units = units.into_iter().map(|(_, unit)| unit).collect();
    mix
}
