//! What units should cost, and what a step of each number is worth.

use battles::{
    ArmyList, Budget, MixedSearch, Roster, Search, Situation, Unit, balance as find_pure_prices,
    balance_mixed, price_worth, price_worth_mixed,
};
use chance::fields::Named;
use rayon::prelude::*;
use report::{PriceReport, WorthReport};
use results::{Estimate, InputKind, Method, Prices, Provenance, StepWorth, Worth};
use scenario::BattleRoster;

use crate::command_line::{options, quoted};
use crate::engine::{self, SEED};
use crate::failure::Failure;
use crate::fault::battle_failure;
use crate::provenance::provenance;
use crate::watch::{Battles, Watch};

chance::choice! {
    /// The armies that fight for prices.
    pub enum Armies {
        /// Random armies of any mix of units.
        Mixed = "mixed",
        /// Each army is of one kind of unit.
        Pure = "pure",
    }
}

/// How prices are sought.
#[derive(Clone, Debug)]
pub struct Pricing {
    /// The armies that fight.
    pub armies: Armies,
    /// How wide the interval of a price may be, as a share of the price.
    pub precision: Option<f64>,
    /// Points of an army, for mixed armies.
    pub army_points: Option<f64>,
    /// For armies of one kind: units of the dearer kind in each battle.
    pub army: Option<u32>,
    /// The most rounds of a battle.
    pub rounds: u32,
    /// The most battles: in all for mixed armies, for each pair of counts for armies of one kind.
    pub max_trials: Option<u64>,
    /// The seed.
    pub seed: Option<u64>,
    /// Overrides, as the command line takes them.
    pub set: Vec<String>,
}

impl Pricing {
    /// Returns an error if the request contradicts itself.
    pub fn check(&self) -> Result<(), Failure> {
        if let (Armies::Mixed, Some(_)) = (self.armies, self.army) {
            let words = "error: `--army` counts units of one kind: add `--armies pure`, or give `--army-points` instead";
            return Err(Failure::Input(words.to_owned()));
        }
        if let (Armies::Pure, Some(_)) = (self.armies, self.army_points) {
            let words = "error: `--army-points` is for mixed armies: give `--army` instead, or leave `--armies pure` out";
            return Err(Failure::Input(words.to_owned()));
        }
        Ok(())
    }
}

/// The most rounds of a battle for prices, unless the request says otherwise.
pub const BATTLE_ROUNDS: u32 = 60;

/// Trials that a battle of armies of one kind may take where neither file nor command line say how many.
const MAX_TRIALS: u64 = 16_384;
/// Battles of mixed armies for the prices of a roster, likewise.
const MAX_BATTLES: u64 = 2_000_000;
/// Units of the dearer kind, where armies are of one kind.
const ARMY: u32 = 4;
/// The width of an interval where armies are mixed, and where they are of one kind.
const PRECISION: [f64; 2] = [0.06, 0.03];
/// Batches of each battle of one kind for the worth of a step.
const WORTH_BATCHES: u64 = 64;
/// Battles of mixed armies for the worth of a step.
const WORTH_BATTLES: u64 = 40_000;

/// A roster and how its prices are sought.
pub(crate) struct PriceRequest<'a> {
    pricing: &'a Pricing,
    pub(crate) field: BattleRoster,
    /// The places of the units in the order in which they are priced: by their keys, so that their order in the file does not matter.
    pub(crate) order: Vec<usize>,
}

impl<'a> PriceRequest<'a> {
    pub(crate) fn new(pricing: &'a Pricing, field: BattleRoster) -> Result<Self, Failure> {
        pricing.check()?;
        if pricing.armies == Armies::Pure && (field.army_points.is_some() || !field.armies.is_empty()) {
            let words = "error: `army_points` and `[[army]]` of the roster are for mixed armies: leave `--armies pure` out";
            return Err(Failure::Input(words.to_owned()));
        }
        let mut order: Vec<usize> = (0..field.units.len()).collect();
        if pricing.armies == Armies::Mixed {
            order.sort_by(|&one, &other| field.units[one].key.cmp(&field.units[other].key));
        }
        Ok(Self { pricing, field, order })
    }

    /// The roster as it is priced, with the units of a field.
    pub(crate) fn roster(&self, field: &BattleRoster) -> Roster {
        Self::in_order(self.pricing, field, &self.order)
    }

    /// The same with a further unit at its end.
    pub(crate) fn roster_with(&self, field: &BattleRoster, last: usize) -> Roster {
        let order: Vec<usize> = self.order.iter().copied().chain([last]).collect();
        Self::in_order(self.pricing, field, &order)
    }

    fn in_order(pricing: &Pricing, field: &BattleRoster, order: &[usize]) -> Roster {
        let unit = |&place: &usize| {
            let card = &field.units[place].card;
            Unit { now: card.points, weight: card.weight.unwrap_or(1.0), fixed: card.fixed }
        };
        let situation = |situation: &scenario::SituationBattles| Situation {
            name: situation.name.clone(),
            weight: situation.weight,
            matchups: situation.matchups.in_order(order),
        };
        let place = |unit: usize| order.iter().position(|&known| known == unit).unwrap_or(unit);
        let list = |army: &scenario::Army| ArmyList {
            name: army.name.clone(),
            weight: army.weight,
            units: army.units.iter().map(|&(unit, count)| (place(unit), count)).collect(),
        };
        Roster {
            units: order.iter().map(unit).collect(),
            situations: field.situations.iter().map(situation).collect(),
            rounds: pricing.rounds,
            army_points: pricing.army_points.or(field.army_points),
            lists: field.armies.iter().map(list).collect(),
        }
    }

    pub(crate) fn precision(&self) -> f64 {
        self.pricing.precision.unwrap_or(PRECISION[usize::from(self.pricing.armies == Armies::Pure)])
    }

    fn army(&self) -> u32 {
        self.pricing.army.unwrap_or(ARMY)
    }

    pub(crate) fn seed(&self) -> u64 {
        self.pricing.seed.or(self.field.seed).unwrap_or(SEED)
    }

    /// The trials of each battle of one kind, or the battles of mixed armies in all.
    pub(crate) fn most(&self) -> u64 {
        let default = if self.pricing.armies == Armies::Pure { MAX_TRIALS } else { MAX_BATTLES };
        self.pricing.max_trials.or(self.field.trials).unwrap_or(default)
    }

    fn pure(&self, steps: &[f64]) -> Search {
        Search {
            budget: Budget { army: self.army(), most: BattleRoster::MOST_UNITS },
            precision: self.precision(),
            max_batches: self.most().div_ceil(battles::BATCH),
            seed: self.seed(),
            situations: self.field.situations.iter().map(|situation| situation.name.clone()).collect(),
            steps: steps.to_vec(),
        }
    }

    pub(crate) fn mixed(&self, matters: f64, steps: &[f64], variants: bool) -> MixedSearch {
        let (precision, max_battles) = (self.precision(), self.most());
        MixedSearch { precision, matters, max_battles, seed: self.seed(), steps: steps.to_vec(), variants }
    }

    /// Prices in the order of the file.
    fn in_file_order(&self, mut prices: Prices) -> Prices {
        let mut places = vec![0; self.order.len()];
        self.order.iter().enumerate().for_each(|(place, &unit)| places[unit] = place);
        prices.reorder(&places);
        prices
    }

    /// The command that makes this report again: `name` with `file` and `more`, and how prices are sought.
    pub(crate) fn command(&self, name: &str, file: &str, more: &str) -> String {
        let Pricing { rounds, seed, set, army_points, .. } = self.pricing;
        let mut words = format!("killcurve {name} {file}{more}");
        if self.pricing.armies == Armies::Pure {
            words += &format!(" --armies pure --army {}", self.army());
        }
        if let Some(points) = army_points {
            words += &format!(" --army-points {points}");
        }
        words += &format!(" --precision {} --rounds {rounds} --max-trials {}", self.precision(), self.most());
        words + &options(engine::Method::Auto, None, *seed, None, set)
    }
}

/// Returns an error if something went wrong in a battle.
pub(crate) fn refuse(roster: &Roster) -> Result<(), Failure> {
    roster.fault().map_or(Ok(()), |fault| Err(battle_failure(fault)))
}

/// What is asked about prices beside the prices themselves.
#[derive(Clone, Debug)]
pub struct PriceOptions {
    /// A price within this share of the fair one is fair.
    pub matters: f64,
    /// Whether armies of other sizes, other policies and single situations are left out.
    pub field_only: bool,
    /// The prices that the house uses, if prices are to be rounded: multiples of one number, or a list.
    pub round: Vec<f64>,
}

/// Finds fair prices for a roster. `file` is its name in the command that makes the report again.
pub fn balance(
    field: BattleRoster,
    file: &str,
    pricing: &Pricing,
    price: &PriceOptions,
    watch: &dyn Watch,
) -> Result<PriceReport, Failure> {
    let asked = PriceRequest::new(pricing, field)?;
    let roster = asked.roster(&asked.field);
    let prices = match pricing.armies {
        Armies::Pure => {
            find_pure_prices(&roster, &roster.units, &asked.pure(&price.round), &|words| watch.news(words))
        }
        Armies::Mixed => {
            let search = asked.mixed(price.matters, &price.round, !price.field_only);
            balance_mixed(&roster, &search, &Battles(watch))
        }
    };
    watch.end();
    refuse(&roster)?;
    let prices = asked.in_file_order(prices);
    if !prices.narrow {
        watch.remark(
            "not every interval is as narrow as asked for: give a smaller --precision, or allow more with --max-trials",
        );
    }
    let mut words = String::new();
    if !price.round.is_empty() {
        let steps: Vec<String> = price.round.iter().map(ToString::to_string).collect();
        words = format!(" --round {}", steps.join(","));
    }
    let is_mixed = pricing.armies == Armies::Mixed;
    if is_mixed {
        words += &format!(" --matters {}", price.matters);
        words += if price.field_only { " --field-only" } else { "" };
    }
    let field = &asked.field;
    let method = Method::MonteCarlo { trials: prices.trials, seed: prices.seed };
    let command = asked.command("balance", file, &words);
    Ok(PriceReport {
        provenance: provenance(InputKind::Roster, &field.header, [method], command),
        units: field.units.iter().map(|unit| unit.name().to_owned()).collect(),
        order: field.order.name(),
        policy: field.policy.name(),
        rounds: pricing.rounds,
        armies: pricing.armies.name(),
        army: (!is_mixed).then(|| asked.army()),
        precision: asked.precision(),
        matters: is_mixed.then_some(price.matters),
        notes: field.notes.clone(),
        prices,
    })
}

/// Finds what steps of a unit's numbers are worth. `file` is the roster's name in the command that makes the report again.
pub fn worth(
    field: BattleRoster,
    file: &str,
    pricing: &Pricing,
    unit_key: &str,
    watch: &dyn Watch,
) -> Result<WorthReport, Failure> {
    let asked = PriceRequest::new(pricing, field)?;
    let field = &asked.field;
    let known: Vec<&str> = field.units.iter().map(|unit| unit.key.as_str()).collect();
    let Some(unit) = known.iter().position(|&key| key == unit_key) else {
        let (message, help) = scenario::unknown("unit", unit_key, &known);
        let help = help.map_or_else(String::new, |help| format!("\n  = help: {help}"));
        return Err(Failure::Input(format!("error: {message}{help}")));
    };
    let mut roster = asked.roster(field);
    let mixed = asked.mixed(0.0, &[], false);
    let fair: Vec<Option<Estimate>> = match pricing.armies {
        Armies::Pure => {
            find_pure_prices(&roster, &roster.units, &asked.pure(&[]), &|words| watch.news(words))
                .units
                .iter()
                .map(|unit| unit.fair)
                .collect()
        }
        Armies::Mixed => battles::fair_prices(&roster, &mixed, &Battles(watch)),
    };
    watch.end();
    refuse(&roster)?;
    // The field keeps its fair prices while the unit is priced anew.
    let keep = |roster: &mut Roster| {
        for (unit, fair) in roster.units.iter_mut().zip(&fair) {
            unit.now = fair.map(|fair| fair.value).or(unit.now);
        }
    };
    keep(&mut roster);
    let place = asked.order.iter().position(|&place| place == unit).unwrap_or(unit);
    let steps = field.steps(unit);
    watch.news("the unit as it is, and with each step");
    watch.begin("prices");
    watch.expect(steps.len() as u64 + 1);
    let name = field.units[unit].name().to_owned();
    let appraise = |roster: &Roster| {
        let appraised = match pricing.armies {
            Armies::Pure => price_worth(roster, &roster.units, place, &asked.pure(&[]), WORTH_BATCHES),
            Armies::Mixed => {
                price_worth_mixed(roster, place, &MixedSearch { max_battles: WORTH_BATTLES, ..mixed.clone() })
            }
        };
        watch.advance(1);
        appraised
    };
    let Some(as_it_is) = appraise(&roster) else {
        let words = format!("{} has no fair price in this roster", scenario::printable(&name));
        return Err(Failure::Run(words));
    };
    let steps: Result<Vec<StepWorth>, Failure> = steps
        .into_par_iter()
        .map(|(changed, field)| {
            let mut roster = asked.roster(&field);
            keep(&mut roster);
            let change = appraise(&roster).map(|stepped| stepped.above(&as_it_is));
            refuse(&roster)?;
            Ok(StepWorth {
                field: changed.field,
                part: changed.part,
                from: changed.from,
                to: changed.to,
                change,
            })
        })
        .collect();
    let mut steps = steps?;
    watch.end();
    let size = |step: &StepWorth| step.change.map_or(f64::INFINITY, |change| change.value.abs());
    steps.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let trials = as_it_is.trials();
    let command = asked.command("worth", file, &format!(" {}", quoted(unit_key)));
    let method = Method::MonteCarlo { trials, seed: asked.seed() };
    Ok(WorthReport {
        provenance: Provenance {
            description: None,
            ..provenance(InputKind::Roster, &field.header, [method], command)
        },
        unit: name,
        worth: Worth { fair: as_it_is.price(), steps, trials, seed: asked.seed() },
    })
}
