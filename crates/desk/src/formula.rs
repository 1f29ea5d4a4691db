//! Points as a function of the fields of a unit.

use battles::{Arena, FormulaFit, MixedSearch, Roster, Sample, Terms, fit_formula, price_worth_mixed};
use chance::fields::Named;
use rayon::prelude::*;
use report::FormulaReport;
use results::{Estimate, FormulaField, FormulaUnit, Formulas, InputKind, Method, Shape};
use scenario::{BattleRoster, RosterNumber};
use simulator::Generator;

use crate::balance::{PriceRequest, Pricing, refuse};
use crate::command_line::quoted;
use crate::failure::Failure;
use crate::provenance::provenance;
use crate::watch::{Battles, Watch};

/// What a formula is asked of.
#[derive(Clone, Debug)]
pub struct FormulaOptions {
    /// The fields, each with the range of made-up units if it is not that of the roster; all that differ if none is named.
    pub fields: Vec<(String, Option<[i64; 2]>)>,
    /// How many made-up units are priced.
    pub units: usize,
}

/// A field and the range of made-up units.
struct Chosen {
    number: RosterNumber,
    least: i64,
    most: i64,
}

/// Units that the roles of fields are looked for in.
const ROLES_OF: usize = 3;
/// Values are drawn anew this often if the rules refuse a unit.
const TRIED: u64 = 8;
/// Every made-up unit takes the fewest battles that there are for a price: the formula is of many.
const BATTLES: u64 = 1;
/// The widest range of a field.
const WIDEST: i64 = 1_000;

const DRAW_SEED: u64 = 0xf0a3_011a_0000_0002;

/// Fits formulas to made-up units that are priced in the field of a roster. `file` is its name in the command that makes the report again.
pub fn formula(
    field: BattleRoster,
    file: &str,
    pricing: &Pricing,
    options: &FormulaOptions,
    watch: &dyn Watch,
) -> Result<FormulaReport, Failure> {
    let asked = PriceRequest::new(pricing, field)?;
    let fields = choose(&asked.field, options)?;
    let mut roster = asked.roster(&asked.field);
    let search = asked.mixed(0.0, &[], false);
    let fair = battles::fair_prices(&roster, &search, &Battles(watch));
    watch.end();
    refuse(&roster)?;
    // The field keeps its fair prices while made-up units are priced.
    keep(&mut roster, &fair);
    let made = MadeUp { asked: &asked, fields: &fields, fair: &fair, search: &search };
    watch.news("made-up units");
    watch.begin("units");
    watch.expect(options.units as u64);
    let found: Result<Vec<Option<(Sample, u64)>>, Failure> = (0..options.units)
        .into_par_iter()
        .map(|number| {
            let found = made.unit(number, options.units);
            watch.advance(1);
            found
        })
        .collect();
    let found = found?;
    watch.end();
    let trials = found.iter().flatten().map(|(_, trials)| trials).sum();
    let samples: Vec<Sample> = found.into_iter().flatten().map(|(sample, _)| sample).collect();
    watch.news("which fields are of offence and defence");
    let roles: Vec<[bool; 2]> = (0..fields.len()).into_par_iter().map(|place| made.roles(place)).collect();
    let terms = terms(&fields, &roles);
    let mut fits: Vec<FormulaFit> = [Shape::Additive, Shape::Multiplicative, Shape::Root]
        .into_iter()
        .filter_map(|shape| fit_formula(shape, &terms, &samples, search.seed))
        .collect();
    fits.sort_by(|one, other| one.fitted.error.value.total_cmp(&other.fitted.error.value));
    let Some(best) = fits.first() else {
        return Err(Failure::Run(format!(
            "{} of {} made-up units have a fair price, too few for a formula: give more --units",
            samples.len(),
            options.units
        )));
    };
    let method = Method::MonteCarlo { trials, seed: search.seed };
    let numbers_of =
        |unit: usize| -> Vec<f64> { fields.iter().map(|field| field.number.values[unit] as f64).collect() };
    let count = asked.field.units.len();
    let mean: Vec<f64> = (0..fields.len())
        .map(|place| (0..count).map(|unit| numbers_of(unit)[place]).sum::<f64>() / count as f64)
        .collect();
    let unit = |unit: usize| {
        let place = asked.order.iter().position(|&known| known == unit);
        let fair = place.and_then(|place| fair[place]);
        let formula = best.price(&terms, &numbers_of(unit));
        FormulaUnit { fair, formula, off: fair.map(|fair| formula / fair.value - 1.0) }
    };
    let formulas = Formulas {
        fields: (fields.iter().zip(&roles).enumerate())
            .map(|(place, (field, &[offence, defence]))| FormulaField {
                field: field.number.field.clone(),
                least: field.least,
                most: field.most,
                offence,
                defence,
                slope: best.slope(&terms, &mean, place),
            })
            .collect(),
        units: (0..count).map(unit).collect(),
        priced: samples.len(),
        unpriced: options.units - samples.len(),
        fitted: fits.iter().map(|fit| fit.fitted.clone()).collect(),
        trials,
        seed: search.seed,
    };
    let named: Vec<String> = options.fields.iter().map(named).collect();
    let command = asked.command("formula", file, &format!("{} --units {}", named.concat(), options.units));
    Ok(FormulaReport {
        provenance: provenance(InputKind::Roster, &asked.field.header, [method], command),
        units: asked.field.units.iter().map(|unit| unit.name().to_owned()).collect(),
        order: asked.field.order.name(),
        policy: asked.field.policy.name(),
        formulas,
    })
}

/// A field as the command line names it.
fn named((field, range): &(String, Option<[i64; 2]>)) -> String {
    let range = range.map(|[least, most]| format!("={least}..={most}")).unwrap_or_default();
    format!(" --field {}", quoted(&format!("{field}{range}")))
}

/// The fields of the formula.
fn choose(field: &BattleRoster, options: &FormulaOptions) -> Result<Vec<Chosen>, Failure> {
    let shared = field.shared_numbers();
    let range = |number: &RosterNumber| {
        let least = number.values.iter().copied().min().unwrap_or_default();
        [least, number.values.iter().copied().max().unwrap_or_default()]
    };
    let refusal = |message: String, help: Option<String>| {
        let help = help.map_or_else(String::new, |help| format!("\n  = help: {help}"));
        Err(Failure::Input(format!("error: {message}{help}")))
    };
    let mut chosen: Vec<Chosen> = Vec::new();
    for (name, given) in &options.fields {
        let Some(number) = shared.iter().find(|number| number.field == *name) else {
            let (message, help) = field.why_no_number(name);
            return refusal(message, help);
        };
        let [least, most] = given.unwrap_or_else(|| range(number));
        if least >= most || most - least > WIDEST {
            let message =
                format!("`{name}` goes from {least} to {most}: a formula needs a range of up to {WIDEST}");
            return refusal(message, Some(format!("such as `--field '{name}={least}..={}'`", least + 4)));
        }
        if chosen.iter().any(|known| known.number.field == *name) {
            return refusal(format!("`{name}` is named twice"), None);
        }
        chosen.push(Chosen { number: number.clone(), least, most });
    }
    if options.fields.is_empty() {
        let differing = shared.into_iter().map(|number| (range(&number), number));
        chosen.extend(
            differing
                .filter(|([least, most], _)| least < most && most - least <= WIDEST)
                .map(|([least, most], number)| Chosen { number, least, most }),
        );
    }
    if chosen.is_empty() {
        let message = "no whole number that every unit has differs between units".to_owned();
        return refusal(
            message,
            Some("name fields with their ranges, such as `--field 'hp=1..=6'`".to_owned()),
        );
    }
    Ok(chosen)
}

/// Gives units their fair prices, as far as they are known.
fn keep(roster: &mut Roster, fair: &[Option<Estimate>]) {
    for (unit, fair) in roster.units.iter_mut().zip(fair) {
        unit.now = fair.map(|fair| fair.value).or(unit.now);
    }
}

/// What formulas of these fields are made from.
fn terms(fields: &[Chosen], roles: &[[bool; 2]]) -> Terms {
    let of = |role: usize| (0..fields.len()).filter(|&place| roles[place][role]).collect();
    Terms {
        shifts: fields.iter().map(|field| (1 - field.least).max(0) as f64).collect(),
        offence: of(0),
        defence: of(1),
    }
}

/// Makes up units and prices them.
struct MadeUp<'a> {
    asked: &'a PriceRequest<'a>,
    fields: &'a [Chosen],
    fair: &'a [Option<Estimate>],
    search: &'a MixedSearch,
}

impl MadeUp<'_> {
    /// The roster with a made-up unit at its end; `None` if the rules refuse it.
    fn roster(&self, copied: usize, numbers: &[i64]) -> Option<Roster> {
        let values: Vec<(String, i64)> =
            self.fields.iter().zip(numbers).map(|(field, &to)| (field.number.field.clone(), to)).collect();
        let field = self.asked.field.with_made_up(copied, &values)?;
        let last = field.units.len() - 1;
        let mut roster = self.asked.roster_with(&field, last);
        keep(&mut roster, self.fair);
        let known: Vec<f64> = self.fair.iter().flatten().map(|fair| fair.value).collect();
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let place = self.asked.order.iter().position(|&unit| unit == copied);
        let fair = place.and_then(|place| self.fair[place]).map(|fair| fair.value);
        let unit = roster.units.last_mut()?;
        unit.now = fair.or((mean > 0.0).then_some(mean)).or(unit.now);
        Some(roster)
    }

    /// A made-up unit and its price, with the battles that it took; `None` if it has none.
    fn unit(&self, number: usize, all: usize) -> Result<Option<(Sample, u64)>, Failure> {
        let copied = number % self.asked.field.units.len();
        for turn in 0..TRIED {
            let numbers: Vec<i64> =
                (0..self.fields.len()).map(|place| self.drawn(place, number, all, turn)).collect();
            let Some(roster) = self.roster(copied, &numbers) else { continue };
            let search = MixedSearch { max_battles: BATTLES, ..self.search.clone() };
            let search = MixedSearch { seed: search.seed ^ DRAW_SEED ^ (number as u64) << 20, ..search };
            let priced = price_worth_mixed(&roster, roster.units.len() - 1, &search);
            refuse(&roster)?;
            return Ok(priced.map(|priced| {
                let numbers = numbers.iter().map(|&number| number as f64).collect();
                (Sample { numbers, price: priced.price().value }, priced.trials())
            }));
        }
        Ok(None)
    }

    /// The value of a field of a made-up unit. Together the units have every part of its range equally often.
    fn drawn(&self, place: usize, number: usize, all: usize, turn: u64) -> i64 {
        let seed = self.search.seed ^ DRAW_SEED;
        let Chosen { least, most, .. } = self.fields[place];
        let count = (most - least + 1) as f64;
        let uniform = |bits: u64| (bits >> 11) as f64 / (1_u64 << 53) as f64;
        let share = if turn == 0 {
            let mut places: Vec<usize> = (0..all).collect();
            let mut random = Generator::new(seed, place as u64);
            for last in (1..all).rev() {
                places.swap(last, (uniform(random.bits()) * (last + 1) as f64) as usize);
            }
            let mut random = Generator::new(seed ^ 1, ((place as u64) << 32) + number as u64);
            (places[number] as f64 + uniform(random.bits())) / all as f64
        } else {
            uniform(Generator::new(seed ^ 1 ^ turn << 56, ((place as u64) << 32) + number as u64).bits())
        };
        least + ((share * count) as i64).min(most - least)
    }

    /// Whether a field changes what a unit does to others, and what others do to it, on the same random streams.
    fn roles(&self, place: usize) -> [bool; 2] {
        let mut roles = [false; 2];
        let count = self.asked.field.units.len();
        for copied in (0..count).take(ROLES_OF) {
            let at = |value: i64| {
                let own = |(field, chosen): (usize, &Chosen)| {
                    if field == place { value } else { chosen.number.values[copied] }
                };
                self.roster(copied, &self.fields.iter().enumerate().map(own).collect::<Vec<i64>>())
            };
            let (Some(low), Some(high)) = (at(self.fields[place].least), at(self.fields[place].most)) else {
                continue;
            };
            let rates = |roster: &Roster, role: usize, other: usize| -> Vec<Option<f64>> {
                let [attacker, target] = if role == 0 { [count, other] } else { [other, count] };
                let rate = |situation| roster.kill_rate(situation, attacker, target, self.search.seed);
                (0..roster.situations.len()).map(rate).collect()
            };
            for (role, found) in roles.iter_mut().enumerate() {
                *found =
                    *found || (0..count).any(|other| rates(&low, role, other) != rates(&high, role, other));
            }
        }
        roles
    }
}
