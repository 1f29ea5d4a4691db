//! Fair prices in battles of mixed armies.
//!
//! Random armies of equal points meet, each pair of armies once. Prices are fair when points win the same, whatever they are spent on. A
//! scout finds them roughly, a pilot says how long the search must be and is thrown away, eight chains find them, and battles with
//! another seed check them.

mod armies;
mod chains;
mod composition;
mod duels;
mod field;
mod model;
mod verdict;

use results::{
    Error, Estimate, FieldVariant, MixedField, NoPrice, PriceAnchor, Priced, Prices, Rounding,
    SituationPrices,
};
use simulator::Generator;
use systems::AnyMatchups;

use crate::engine::{Players, players};
use crate::prices::{Appraisal, circles, most_and_least, rest};
use crate::roster::{Roster, Unit};
use armies::median;
use chains::{Anchor, BURN_IN, CHAINS, Found, Market, Place};
use composition::{Composition, composition, uneven};
use field::Field;
use model::{Fit, SharedTerms};
pub use verdict::reach;
use verdict::{estimate, verdict};

/// What is sought, and how well.
#[derive(Clone, Debug)]
pub struct MixedSearch {
    /// How wide the interval of a price may be, as a share of it.
    pub precision: f64,
    /// A price within this share of the fair one is fair.
    pub matters: f64,
    /// No more battles than this for the prices.
    pub max_battles: u64,
    /// The seed.
    pub seed: u64,
    /// The prices that the house uses, if they are to be rounded: multiples of one number, or a list.
    pub steps: Vec<f64>,
    /// Whether to look at other fields too: armies of other sizes, other policies, each situation alone.
    pub variants: bool,
}

/// Is told how the search gets on.
pub trait Watch: Sync {
    /// A stage of so many battles begins.
    fn stage(&self, words: &str, battles: u64);

    /// So many battles of the stage were played.
    fn played(&self, battles: u64);
}

/// Where no unit has a price, this is the mean.
const MEAN: f64 = 10.0;
/// An army costs so many times the mean price.
const ARMY: f64 = 6.0;
/// Battles of a round, at least, and for each kind.
const ROUND: [u64; 2] = [300, 40];
/// Rounds of the pilot after the burn-in.
const PILOT: u64 = 10;
/// The search is so many times as long as the pilot says, for the pilot's word is rough.
const RESERVE: f64 = 2.0;
/// The least rounds of the search after the burn-in.
const LEAST: u64 = 12;
/// Rounds in another field.
const VARIANT: u64 = 16;
/// Armies of which each pair fights twice, to check the prices.
const CHECKED: u64 = 10_000;
/// A unit that is cheaper than this share of the median price is a guest.
const GUEST_PRICE: f64 = 0.1;
/// A guest counts no more than this.
const GUEST_WEIGHT: f64 = 0.15;
/// A price is between these shares of an army's points.
const BOUNDS: [f64; 2] = [1.0 / 3_000.0, 1.0];
/// Above this share of undecided battles nothing can be told.
const DRAWS: f64 = 0.9;
/// An interval wider than this, from its middle as a logarithm, tells nothing.
const MAX_HALF_WIDTH: f64 = 0.7;

/// Makes other seeds of a seed.
const SCOUT_SEED: u64 = 0x5c00_7a11_0000_0001;
const PILOT_SEED: u64 = 0x9170_7000_0000_0002;
const CHECK_SEED: u64 = 0x5eed_c0de_0000_0001;
const VARIANT_SEED: u64 = 0x7a71_a470_0000_0003;

/// A roster made ready, and the prices from which the search begins.
struct Ready {
    start: Vec<f64>,
    weights: Vec<f64>,
    harmless: Vec<bool>,
    free: Vec<bool>,
    points: f64,
}

impl Ready {
    fn new(roster: &Roster, players: &[Box<dyn Players + '_>]) -> Self {
        let priced = |unit: &Unit| unit.now.filter(|&now| now > 0.0);
        let known: Vec<f64> = roster.units.iter().filter_map(priced).collect();
        let mean = if known.is_empty() { MEAN } else { known.iter().sum::<f64>() / known.len() as f64 };
        let start: Vec<f64> = roster.units.iter().map(|unit| priced(unit).unwrap_or(mean)).collect();
        let harmless: Vec<bool> = (0..start.len())
            .map(|unit| !players.iter().any(|players| players.harms_somebody(unit)))
            .collect();
        let weights: Vec<f64> = roster
            .units
            .iter()
            .zip(&harmless)
            .map(|(unit, harmless)| if *harmless { 0.0 } else { unit.weight })
            .collect();
        let free = roster
            .units
            .iter()
            .zip(&weights)
            .map(|(unit, &weight)| weight > 0.0 && !(unit.fixed && unit.now.is_some()))
            .collect();
        let fielded: Vec<f64> = start
            .iter()
            .zip(&weights)
            .filter(|(_, weight)| **weight > 0.0)
            .map(|(price, _)| *price)
            .collect();
        let mean = if fielded.is_empty() { mean } else { fielded.iter().sum::<f64>() / fielded.len() as f64 };
        Self { start, weights, harmless, free, points: roster.army_points.unwrap_or(ARMY * mean) }
    }

    fn anchor(&self, roster: &Roster) -> Anchor {
        let given = (0..self.start.len())
            .any(|unit| roster.units[unit].fixed && !self.free[unit] && self.weights[unit] > 0.0);
        if given { Anchor::Given } else { Anchor::Total(self.start.clone()) }
    }

    fn field<'a>(
        &self,
        roster: &'a Roster,
        players: Vec<Box<dyn Players + 'a>>,
        situations: &[f64],
    ) -> Field<'a> {
        let all: f64 = situations.iter().sum();
        let mut sum = 0.0;
        let mut summed = |weight: &f64| {
            sum += weight / all;
            sum
        };
        Field {
            players,
            situations: situations.iter().map(&mut summed).collect(),
            weights: self.weights.clone(),
            lists: &roster.lists,
            points: self.points,
            rounds: roster.rounds,
            one_side_first: roster.situations[0].matchups.one_side_first(),
        }
    }

    fn market<'f, 'a>(&self, roster: &Roster, field: &'f Field<'a>) -> Market<'f, 'a> {
        let kinds = self.weights.iter().filter(|weight| **weight > 0.0).count() as u64;
        Market {
            field,
            free: self.free.clone(),
            anchor: self.anchor(roster),
            bounds: BOUNDS.map(|share| share * field.points),
            round: ROUND[0].max(ROUND[1] * kinds),
        }
    }
}

fn all_players<'a>(matchups: &[&'a AnyMatchups]) -> Vec<Box<dyn Players + 'a>> {
    matchups.iter().map(|matchups| players(matchups, true)).collect()
}

/// Makes guests of units that turn out to be worth little: as many as their points buy would hide all others.
fn invite(ready: &mut Ready, prices: &[f64]) {
    let fielded = prices.iter().zip(&ready.weights).filter(|(_, weight)| **weight > 0.0);
    let least = GUEST_PRICE * median(fielded.map(|(price, _)| *price));
    for (weight, price) in ready.weights.iter_mut().zip(prices) {
        if *price < least {
            *weight = weight.min(GUEST_WEIGHT);
        }
    }
}

/// The prices that chains find for a roster, before anything else is asked of them.
struct Search<'a> {
    ready: Ready,
    field: Field<'a>,
    found: Found,
    rounds: u64,
}

fn seek<'a>(roster: &'a Roster, search: &MixedSearch, watch: &dyn Watch) -> Search<'a> {
    let matchups: Vec<&AnyMatchups> = roster.situations.iter().map(|situation| &situation.matchups).collect();
    let situations: Vec<f64> = roster.situations.iter().map(|situation| situation.weight).collect();
    let players = all_players(&matchups);
    let mut ready = Ready::new(roster, &players);
    let place = Place { prices: ready.start.clone(), common: SharedTerms { level: 2.0, first: 0.0 } };
    let mut field = ready.field(roster, players, &situations);
    watch.stage("a first look", 0);
    let place = ready.market(roster, &field).scout(place, search.seed ^ SCOUT_SEED);
    invite(&mut ready, &place.prices);
    field.weights.clone_from(&ready.weights);
    let (found, rounds) = find(&ready.market(roster, &field), &place, search, watch);
    Search { ready, field, found, rounds }
}

/// Fair prices for a roster in battles of mixed armies, and nothing else; `None` for a unit whose price is not sought, or has run off.
pub fn fair_prices(roster: &Roster, search: &MixedSearch, watch: &dyn Watch) -> Vec<Option<Estimate>> {
    let Search { ready, field, found, .. } = seek(roster, search, watch);
    let market = ready.market(roster, &field);
    (0..ready.start.len())
        .map(|unit| market.free[unit].then(|| inside(&market, &found, unit)).flatten())
        .collect()
}

/// A price within its bounds and with an interval that tells something.
fn inside(market: &Market<'_, '_>, found: &Found, unit: usize) -> Option<Estimate> {
    let price = found.log(unit).exp();
    let is_inside = price < 0.9 * market.bounds[1] && price > 1.5 * market.bounds[0];
    (is_inside && reach(CHAINS as u64, 0.975) * found.error(unit) < MAX_HALF_WIDTH)
        .then(|| estimate(found, unit))
}

/// Fair prices for a roster in battles of mixed armies.
pub fn balance_mixed(roster: &Roster, search: &MixedSearch, watch: &dyn Watch) -> Prices {
    let Search { ready, field, found, rounds } = seek(roster, search, watch);
    let market = ready.market(roster, &field);
    let prices = found.prices();
    let checked = check(&market, &prices, found.common, search, watch);
    let fair: Vec<Result<Estimate, NoPrice>> =
        (0..prices.len()).map(|unit| priced(&ready, &market, &found, &checked, unit)).collect();
    let scores = duels::scores(&field, &prices, search.seed ^ CHECK_SEED, watch);
    let metagame =
        duels::metagame(&field, roster, &prices, found.common.level, search.seed ^ CHECK_SEED, watch);
    let rounding = (!search.steps.is_empty()).then(|| round(&market, &prices, &fair, found.common, search));
    let uneven_now = roster
        .units
        .iter()
        .zip(&ready.weights)
        .all(|(unit, weight)| *weight == 0.0 || unit.now.is_some_and(|now| now > 0.0))
        .then(|| {
            watch.stage("prices now", CHECKED / 2);
            let battles = field.many(&ready.start, search.seed ^ CHECK_SEED, 0..CHECKED / 4, 2, &|played| {
                watch.played(played);
            });
            uneven(&battles, &ready.start, field.points, found.common)
        });
    let family = fair.iter().filter(|fair| fair.is_ok()).count();
    let units = (0..prices.len()).map(|unit| {
        let (own, extremes) = (&roster.units[unit], most_and_least(&scores[unit]));
        let error = found.error(unit);
        Priced {
            now: own.now,
            fixed: own.fixed,
            square_law: None,
            fair: fair[unit].ok(),
            reason: fair[unit].err(),
            verdict: verdict(own, fair[unit].ok(), error, family, search),
            confirmed: (ready.free[unit] && fair[unit].is_ok()).then(|| checked.confirmed(unit, error)),
            best: extremes.map(|[best, _]| best),
            worst: extremes.map(|[_, worst]| worst),
        }
    });
    let units: Vec<Priced> = units.collect();
    let narrow = (0..prices.len())
        .filter_map(|unit| fair[unit].ok())
        .all(|fair| fair.error.is_none_or(|error| error.high - error.low <= search.precision * fair.value));
    let Composition { uneven, draws, explained, synergies, counters, maps: [beside, against] } =
        checked.composition;
    let anchor = match &market.anchor {
        Anchor::Given => PriceAnchor::Given(
            (0..prices.len()).filter(|&unit| roster.units[unit].fixed && !ready.free[unit]).collect(),
        ),
        Anchor::Total(start) => PriceAnchor::Total(
            (0..prices.len()).filter(|&unit| ready.free[unit]).map(|unit| start[unit]).sum(),
        ),
    };
    let (variants, alone) = if search.variants {
        other_fields(roster, &ready, &place_of(&found), &fair, search, watch)
    } else {
        (Vec::new(), Vec::new())
    };
    Prices {
        units,
        situations: alone,
        residual: rest(&scores),
        circles: circles(&scores),
        scores,
        rounding,
        metagame,
        mixed: Some(MixedField {
            army_points: field.points,
            anchor,
            draws,
            uneven_now,
            uneven,
            explained,
            synergies,
            counters,
            beside,
            against,
            variants,
            lists: roster.lists.iter().map(|list| list.name.clone()).collect(),
        }),
        trials: CHAINS as u64 * (BURN_IN + rounds) * market.round,
        seed: search.seed,
        narrow,
    }
}

fn place_of(found: &Found) -> Place {
    Place { prices: found.prices(), common: found.common }
}

/// Plans the search by a pilot that is thrown away, and searches. Says how many rounds followed the burn-in.
fn find(market: &Market<'_, '_>, place: &Place, search: &MixedSearch, watch: &dyn Watch) -> (Found, u64) {
    let battles = |rounds: u64| CHAINS as u64 * (BURN_IN + rounds) * market.round;
    let played = |played: u64| watch.played(played);
    watch.stage("the pilot", battles(PILOT));
    let pilot = market.run(place, search.seed ^ PILOT_SEED, PILOT, &played);
    let widest = (0..place.prices.len())
        .filter(|&unit| market.free[unit])
        .map(|unit| reach(CHAINS as u64, 0.975) * pilot.error(unit))
        .filter(|half| *half < MAX_HALF_WIDTH)
        .fold(0.0, f64::max);
    let planned = PILOT as f64 * (2.0 * widest / search.precision).powi(2) * RESERVE;
    let most = (search.max_battles / (CHAINS as u64 * market.round)).saturating_sub(BURN_IN).max(LEAST);
    let rounds = (planned.ceil() as u64).clamp(LEAST, most);
    watch.stage("prices", battles(rounds));
    (market.run(&place_of(&pilot), search.seed, rounds, &played), rounds)
}

/// Prices seen by another seed.
struct Checked {
    excess: Vec<f64>,
    errors: Vec<f64>,
    composition: Composition,
}

impl Checked {
    /// How much points spent on a unit do beside the average; the interval allows for the error of its price.
    fn confirmed(&self, unit: usize, error: f64) -> Estimate {
        let standard = self.errors[unit].hypot(error);
        let (value, half) = (1.0 + self.excess[unit], reach(CHAINS as u64, 0.975) * standard);
        Estimate { value, error: Some(Error { low: value - half, high: value + half, standard }) }
    }
}

fn check(
    market: &Market<'_, '_>,
    prices: &[f64],
    common: SharedTerms,
    search: &MixedSearch,
    watch: &dyn Watch,
) -> Checked {
    let field = market.field;
    watch.stage("another seed, to confirm", 2 * CHECKED);
    let battles = field.many(prices, search.seed ^ CHECK_SEED, 0..CHECKED, 2, &|played| watch.played(played));
    let (excess, errors) = excess(market, &battles, prices, common);
    Checked { excess, errors, composition: composition(&battles, prices, field.points, common) }
}

/// How much more than the average points spent on each kind do, and the standard error of it. Each pair of armies was played twice.
fn excess(
    market: &Market<'_, '_>,
    battles: &field::Battles,
    prices: &[f64],
    common: SharedTerms,
) -> (Vec<f64>, Vec<f64>) {
    let field = market.field;
    let mut common = common;
    let counts: Vec<bool> = field.weights.iter().map(|weight| *weight > 0.0).collect();
    let mut fit = Fit::new(prices.len(), true);
    for _ in 0..2 {
        fit = Fit::new(prices.len(), true);
        for (pairings, scores) in battles.pairings.chunks_exact(2).zip(battles.scores.chunks_exact(2)) {
            let score = f64::midpoint(scores[0].value(), scores[1].value());
            fit.add(&field::differences(&pairings[0], prices, field.points), score, common);
        }
        common = fit.common(common, 1.0, field.one_side_first);
    }
    let mut excess = fit.excess(&fit.curvature, fit.battles, common.level);
    let number = counts.iter().filter(|counts| **counts).count().max(1) as f64;
    let mean =
        excess.iter().zip(&counts).filter(|(_, counts)| **counts).map(|(excess, _)| excess).sum::<f64>()
            / number;
    excess.iter_mut().for_each(|excess| *excess -= mean);
    (excess, fit.errors(common.level, &counts))
}

/// The fair price of a unit, or why there is none.
fn priced(
    ready: &Ready,
    market: &Market<'_, '_>,
    found: &Found,
    checked: &Checked,
    unit: usize,
) -> Result<Estimate, NoPrice> {
    let [low, high] = market.bounds;
    let price = found.log(unit).exp();
    if ready.harmless[unit] {
        return Err(NoPrice::HarmsNobody);
    }
    if ready.weights[unit] == 0.0 || (!market.free[unit] && price > high) {
        return Err(NoPrice::NeverUsed);
    }
    if !market.free[unit] {
        return Ok(Estimate::exact(ready.start[unit]));
    }
    if checked.composition.draws > DRAWS {
        return Err(NoPrice::TooManyDraws);
    }
    if price > 0.9 * high {
        return Err(NoPrice::Dominates);
    }
    if price < 1.5 * low {
        return Err(NoPrice::Worthless);
    }
    inside(market, found, unit).ok_or(NoPrice::NotIdentified)
}

/// Rounds prices and plays battles at them.
fn round(
    market: &Market<'_, '_>,
    prices: &[f64],
    fair: &[Result<Estimate, NoPrice>],
    common: SharedTerms,
    search: &MixedSearch,
) -> Rounding {
    let sought: Vec<Option<f64>> = (0..prices.len())
        .map(|unit| fair[unit].ok().filter(|_| market.free[unit]).map(|fair| fair.value))
        .collect();
    let scaled = matches!(market.anchor, Anchor::Total(_));
    let (scale, found) = crate::rounding::rounded(&sought, &search.steps, scaled);
    let at: Vec<f64> = (0..prices.len()).map(|unit| found[unit].unwrap_or(prices[unit] * scale)).collect();
    let field = market.field;
    let battles = field.many(&at, search.seed ^ CHECK_SEED, 0..CHECKED / 2, 2, &|_| ());
    let (excess, errors) = excess(market, &battles, &at, common);
    let units = (0..prices.len()).map(|unit| {
        let price = fair[unit]
            .ok()
            .and_then(|_| found[unit].or_else(|| (!market.free[unit]).then_some(prices[unit])))?;
        let half = 1.96 * errors[unit];
        let value = 1.0 + excess[unit];
        let score = Estimate {
            value,
            error: Some(Error { low: value - half, high: value + half, standard: errors[unit] }),
        };
        Some(results::Rounded { price, off: price / (prices[unit] * scale) - 1.0, score })
    });
    Rounding { scale, units: units.collect(), uneven: Some(uneven(&battles, &at, field.points, common)) }
}

/// Prices in other fields, and in each situation alone.
fn other_fields(
    roster: &Roster,
    ready: &Ready,
    place: &Place,
    fair: &[Result<Estimate, NoPrice>],
    search: &MixedSearch,
    watch: &dyn Watch,
) -> (Vec<FieldVariant>, Vec<SituationPrices>) {
    let matchups: Vec<&AnyMatchups> = roster.situations.iter().map(|situation| &situation.matchups).collect();
    let situations: Vec<f64> = roster.situations.iter().map(|situation| situation.weight).collect();
    let look = |name: &str, number: u64, field: &Field<'_>| -> Vec<Option<Estimate>> {
        let market = ready.market(roster, field);
        watch.stage(name, CHAINS as u64 * (BURN_IN + VARIANT) * market.round);
        let found = market
            .run(place, search.seed ^ VARIANT_SEED ^ number << 8, VARIANT, &|played| watch.played(played));
        let one = |unit: usize| {
            fair[unit].ok()?;
            if market.free[unit] { inside(&market, &found, unit) } else { fair[unit].ok() }
        };
        (0..place.prices.len()).map(one).collect()
    };
    let mut variants = Vec::new();
    if roster.lists.is_empty() {
        for (name, size) in [("half the army", 0.5), ("twice the army", 2.0)] {
            let mut field = ready.field(roster, all_players(&matchups), &situations);
            field.points *= size;
            variants.push(FieldVariant {
                name: name.to_owned(),
                fair: look(name, variants.len() as u64, &field),
            });
        }
    }
    for &policy in chance::battle::Policy::ALL {
        if policy == roster.situations[0].matchups.policy() {
            continue;
        }
        let other: Vec<AnyMatchups> = matchups.iter().map(|matchups| matchups.with_policy(policy)).collect();
        let field = ready.field(roster, all_players(&other.iter().collect::<Vec<_>>()), &situations);
        let name = format!("targets: {}", chance::fields::Named::name(policy));
        let fair = look(&name, variants.len() as u64, &field);
        variants.push(FieldVariant { name, fair });
    }
    let mut alone = Vec::new();
    if roster.situations.len() > 1 {
        for (number, situation) in (100..).zip(&roster.situations) {
            let field = ready.field(roster, all_players(&[&situation.matchups]), &[1.0]);
            alone.push(SituationPrices {
                name: situation.name.clone(),
                fair: look(&situation.name, number, &field),
            });
        }
    }
    (variants, alone)
}

/// The fair price of one unit while the field keeps its prices; `None` if there is none.
pub fn price_worth_mixed(roster: &Roster, unit: usize, search: &MixedSearch) -> Option<Appraisal> {
    let matchups: Vec<&AnyMatchups> = roster.situations.iter().map(|situation| &situation.matchups).collect();
    let situations: Vec<f64> = roster.situations.iter().map(|situation| situation.weight).collect();
    let mut ready = Ready::new(roster, &all_players(&matchups));
    if ready.harmless[unit] {
        return None;
    }
    ready.free = (0..ready.start.len()).map(|other| other == unit).collect();
    let start = ready.start.clone();
    invite(&mut ready, &start);
    let field = ready.field(roster, all_players(&matchups), &situations);
    let mut market = ready.market(roster, &field);
    market.anchor = Anchor::Given;
    let place = Place { prices: ready.start.clone(), common: SharedTerms { level: 2.0, first: 0.0 } };
    let place = market.scout(place, search.seed ^ SCOUT_SEED);
    let rounds = (search.max_battles / (CHAINS as u64 * market.round)).saturating_sub(BURN_IN).max(LEAST);
    let found = market.run(&place, search.seed, rounds, &|_| ());
    inside(&market, &found, unit)?;
    let trials = CHAINS as u64 * (BURN_IN + rounds) * market.round;
    Some(Appraisal::of(found.logs.iter().map(|logs| logs[unit].exp()).collect(), trials))
}

/// A generator for what is drawn beside battles.
fn generator(seed: u64, stream: u64) -> Generator {
    Generator::new(seed, stream)
}
