//! `killcurve balance` and `killcurve worth`: what units should cost.

use std::sync::Mutex;

use battles::{
    ArmyList, Budget, MixedSearch, Roster, Search, Situation, Unit, Watch, balance as find_pure_prices,
    balance_mixed, price_worth, price_worth_mixed,
};
use chance::fields::Named;
use rayon::prelude::*;
use report::{PriceReport, WorthReport};
use results::{Estimate, InputKind, Method, Prices, Provenance, StepWorth, Worth};
use scenario::BattleRoster;

use crate::answer;
use crate::args::{self, Armies, Pricing};
use crate::command_line::{options, quoted, quoted_path};
use crate::engine::{SEED, use_threads};
use crate::fault::failure;
use crate::load::{expect_kind, invalid};
use crate::output::{Failure, say, style, width};
use crate::progress::Progress;
use crate::provenance::provenance;

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
struct Asked<'a> {
    pricing: &'a Pricing,
    field: BattleRoster,
    /// The places of the units in the order in which they are priced: by their keys, so that their order in the file does not matter.
    order: Vec<usize>,
}

impl<'a> Asked<'a> {
    fn new(pricing: &'a Pricing) -> Result<Self, Failure> {
        if let (Armies::Mixed, Some(_)) = (pricing.armies, pricing.army) {
            let words = "error: `--army` counts units of one kind: add `--armies pure`, or give `--army-points` instead";
            return Err(Failure::Input(words.to_owned()));
        }
        if let (Armies::Pure, Some(_)) = (pricing.armies, pricing.army_points) {
            let words = "error: `--army-points` is for mixed armies: give `--army` instead, or leave `--armies pure` out";
            return Err(Failure::Input(words.to_owned()));
        }
        expect_kind(&pricing.roster, InputKind::Roster)?;
        let field = scenario::load_battle_roster(&pricing.roster, &pricing.set).map_err(invalid)?;
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
    fn roster(&self, field: &BattleRoster) -> Roster {
        let unit = |&place: &usize| {
            let card = &field.units[place].card;
            Unit { now: card.points, weight: card.weight.unwrap_or(1.0), fixed: card.fixed }
        };
        let situation = |situation: &scenario::SituationBattles| Situation {
            name: situation.name.clone(),
            weight: situation.weight,
            matchups: situation.matchups.in_order(&self.order),
        };
        let place = |unit: usize| self.order.iter().position(|&known| known == unit).unwrap_or(unit);
        let list = |army: &scenario::Army| ArmyList {
            name: army.name.clone(),
            weight: army.weight,
            units: army.units.iter().map(|&(unit, count)| (place(unit), count)).collect(),
        };
        Roster {
            units: self.order.iter().map(unit).collect(),
            situations: field.situations.iter().map(situation).collect(),
            rounds: self.pricing.rounds,
            army_points: self.pricing.army_points.or(field.army_points),
            lists: field.armies.iter().map(list).collect(),
        }
    }

    fn precision(&self) -> f64 {
        self.pricing.precision.unwrap_or(PRECISION[usize::from(self.pricing.armies == Armies::Pure)])
    }

    fn army(&self) -> u32 {
        self.pricing.army.unwrap_or(ARMY)
    }

    fn seed(&self) -> u64 {
        self.pricing.seed.or(self.field.seed).unwrap_or(SEED)
    }

    /// The trials of each battle of one kind, or the battles of mixed armies in all.
    fn most(&self) -> u64 {
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

    fn mixed(&self, matters: f64, steps: &[f64], variants: bool) -> MixedSearch {
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

    /// The command that makes this report again.
    fn command(&self, name: &str, more: &str) -> String {
        let Pricing { roster, rounds, seed, set, army_points, .. } = self.pricing;
        let mut words = format!("killcurve {name} {}{more}", quoted_path(roster));
        if self.pricing.armies == Armies::Pure {
            words += &format!(" --armies pure --army {}", self.army());
        }
        if let Some(points) = army_points {
            words += &format!(" --army-points {points}");
        }
        words += &format!(" --precision {} --rounds {rounds} --max-trials {}", self.precision(), self.most());
        words + &options(args::Method::Auto, None, *seed, None, set)
    }

    fn armies(&self) -> &'static str {
        match self.pricing.armies {
            Armies::Mixed => "mixed",
            Armies::Pure => "pure",
        }
    }
}

/// Ends the command if something went wrong in a battle.
fn refuse(roster: &Roster) -> Result<(), Failure> {
    roster.fault().map_or(Ok(()), |fault| Err(failure("battle", fault)))
}

/// Finds fair prices for a roster.
pub fn balance(args: &args::Balance) -> Result<(), Failure> {
    use_threads(args.pricing.threads)?;
    let asked = Asked::new(&args.pricing)?;
    let roster = asked.roster(&asked.field);
    let teller = Teller::new(&args.pricing);
    let prices = match args.pricing.armies {
        Armies::Pure => find_pure_prices(&roster, &roster.units, &asked.pure(&args.round), &|words| {
            teller.stage(words, 0);
        }),
        Armies::Mixed => {
            balance_mixed(&roster, &asked.mixed(args.matters, &args.round, !args.field_only), &teller)
        }
    };
    teller.done();
    refuse(&roster)?;
    let prices = asked.in_file_order(prices);
    if !prices.narrow && !args.pricing.quiet {
        say(
            "not every interval is as narrow as asked for: give a smaller --precision, or allow more with --max-trials",
        );
    }
    let mut words = String::new();
    if !args.round.is_empty() {
        let steps: Vec<String> = args.round.iter().map(ToString::to_string).collect();
        words = format!(" --round {}", steps.join(","));
    }
    if args.pricing.armies == Armies::Mixed {
        words += &format!(" --matters {}", args.matters);
        words += if args.field_only { " --field-only" } else { "" };
    }
    let field = &asked.field;
    let method = Method::MonteCarlo { trials: prices.trials, seed: prices.seed };
    let report = PriceReport {
        provenance: provenance(InputKind::Roster, &field.header, [method], asked.command("balance", &words)),
        units: field.units.iter().map(|unit| unit.name().to_owned()).collect(),
        order: field.order.name(),
        policy: field.policy.name(),
        rounds: args.pricing.rounds,
        armies: asked.armies(),
        army: (args.pricing.armies == Armies::Pure).then(|| asked.army()),
        precision: asked.precision(),
        matters: (args.pricing.armies == Armies::Mixed).then_some(args.matters),
        notes: field.notes.clone(),
        prices,
    };
    answer::show(
        args.output.format,
        || report::price_table(&report, width(), style()),
        || report::price_json(&report),
        || report::price_csv(&report),
    )?;
    answer::write(
        &args.output,
        args.pricing.quiet,
        ("balance", &report.provenance.name, &args.pricing.set),
        || report::price_files(&report),
    )?;
    if report.prices.units.iter().all(|unit| unit.fair.is_none()) {
        return Err(Failure::Run("no unit could be priced".to_owned()));
    }
    Ok(())
}

/// Finds what steps of a unit's numbers are worth.
pub fn worth(args: &args::Worth) -> Result<(), Failure> {
    use_threads(args.pricing.threads)?;
    let asked = Asked::new(&args.pricing)?;
    let field = &asked.field;
    let known: Vec<&str> = field.units.iter().map(|unit| unit.key.as_str()).collect();
    let Some(unit) = known.iter().position(|&key| key == args.unit) else {
        let (message, help) = scenario::unknown("unit", &args.unit, &known);
        let help = help.map_or_else(String::new, |help| format!("\n  = help: {help}"));
        return Err(Failure::Input(format!("error: {message}{help}")));
    };
    let teller = Teller::new(&args.pricing);
    let mut roster = asked.roster(field);
    let mixed = asked.mixed(0.0, &[], false);
    let fair: Vec<Option<Estimate>> = match args.pricing.armies {
        Armies::Pure => {
            find_pure_prices(&roster, &roster.units, &asked.pure(&[]), &|words| teller.stage(words, 0))
                .units
                .iter()
                .map(|unit| unit.fair)
                .collect()
        }
        Armies::Mixed => battles::fair_prices(&roster, &mixed, &teller),
    };
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
    teller.stage("the unit as it is, and with each step", steps.len() as u64 + 1);
    let name = field.units[unit].name().to_owned();
    let appraise = |roster: &Roster| {
        let appraised = match args.pricing.armies {
            Armies::Pure => price_worth(roster, &roster.units, place, &asked.pure(&[]), WORTH_BATCHES),
            Armies::Mixed => {
                price_worth_mixed(roster, place, &MixedSearch { max_battles: WORTH_BATTLES, ..mixed.clone() })
            }
        };
        teller.played(1);
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
    teller.done();
    let size = |step: &StepWorth| step.change.map_or(f64::INFINITY, |change| change.value.abs());
    steps.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let trials = as_it_is.trials();
    let command = asked.command("worth", &format!(" {}", quoted(&args.unit)));
    let method = Method::MonteCarlo { trials, seed: asked.seed() };
    let report = WorthReport {
        provenance: Provenance {
            description: None,
            ..provenance(InputKind::Roster, &field.header, [method], command)
        },
        unit: name,
        worth: Worth { fair: as_it_is.price(), steps, trials, seed: asked.seed() },
    };
    answer::show(
        args.output.format,
        || report::worth_table(&report, width(), style()),
        || report::worth_json(&report),
        || report::worth_csv(&report),
    )?;
    answer::write(
        &args.output,
        args.pricing.quiet,
        ("worth", &format!("{} {}", report.provenance.name, report.unit), &args.pricing.set),
        || report::worth_files(&report),
    )
}

/// Says what is going on, with the time left, to a person who waits.
struct Teller {
    shown: bool,
    stage: Mutex<Option<Progress>>,
}

impl Teller {
    fn new(pricing: &Pricing) -> Self {
        Self {
            shown: !pricing.quiet && std::io::IsTerminal::is_terminal(&std::io::stderr()),
            stage: Mutex::new(None),
        }
    }

    fn done(&self) {
        if let Some(stage) = self.stage.lock().ok().and_then(|mut stage| stage.take()) {
            stage.done();
        }
    }
}

impl Watch for Teller {
    fn stage(&self, words: &str, battles: u64) {
        self.done();
        if self.shown {
            say(&format!("… {words}"));
        }
        let progress = Progress::new(self.shown && battles > 0, "battles");
        progress.expect(battles);
        if let Ok(mut stage) = self.stage.lock() {
            *stage = Some(progress);
        }
    }

    fn played(&self, battles: u64) {
        if let Ok(stage) = self.stage.lock()
            && let Some(progress) = &*stage
        {
            progress.advance(battles);
        }
    }
}
