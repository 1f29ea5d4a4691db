//! What price cannot mend: how much of the scores at fair prices comes of who stands beside whom, and of who stands against whom.
//!
//! A linear model of the score, beyond what points explain, has for each kind its share of points, for each pair of kinds the product of
//! their shares in one army (synergy), and for each pair the product of the one's share in an army and the other's in the enemy's
//! (counters). Each pair of armies fights twice: the product of both scores has the variance of the true score as its mean, without what
//! dice add. Models are fitted to one half of the battles and judged by the other.

use results::{Bond, Error, Estimate, Explained};
use statrs::distribution::{ContinuousCDF, Normal};

use super::field::Battles;
use super::model::SharedTerms;
use crate::matrix::{inverse, solve};

/// More kinds than this have too many pairs.
const MOST_KINDS: usize = 24;
/// So many bonds are named, of each sort.
const NAMED: usize = 6;
/// The share of an army for which the effect of a bond is told.
const THIRD: f64 = 1.0 / 3.0;
/// Effects below this are not named.
const MIN_EFFECT: f64 = 0.01;

/// What was found.
pub struct Composition {
    /// The root mean square of how far scores are from even at equal points.
    pub uneven: f64,
    /// The share of undecided battles.
    pub draws: f64,
    /// Shares of the variance.
    pub explained: Option<Explained>,
    /// Bonds side by side.
    pub synergies: Vec<Bond>,
    /// Bonds across the table.
    pub counters: Vec<Bond>,
    /// All effects side by side, and across the table; empty if there are too many kinds.
    pub maps: [Map; 2],
}

/// Effects by the places of two units.
type Map = Vec<Vec<Option<Estimate>>>;

impl Composition {
    /// Drops what is said of units that have no price.
    pub fn keep(&mut self, has_price: &[bool]) {
        for bonds in [&mut self.synergies, &mut self.counters] {
            bonds.retain(|bond| bond.units.iter().all(|&unit| has_price[unit]));
        }
        for map in &mut self.maps {
            for (row, values) in map.iter_mut().enumerate() {
                for (column, value) in values.iter_mut().enumerate() {
                    *value = value.filter(|_| has_price[row] && has_price[column]);
                }
            }
        }
    }
}

/// How far from even battles of equal points are. Each pair of armies was played twice.
pub fn uneven(battles: &Battles, prices: &[f64], points: f64, common: SharedTerms) -> f64 {
    let twice = battles.scores.chunks_exact(2).zip(battles.pairings.chunks_exact(2));
    let product = |(scores, pairings): (&[crate::engine::Score], &[crate::engine::Pairing])| {
        let sum: f64 =
            super::field::differences(&pairings[0], prices, points).iter().map(|(_, share)| share).sum();
        let expected = expected(common, sum);
        (scores[0].value() - expected) * (scores[1].value() - expected)
    };
    let products: Vec<f64> = twice.map(product).collect();
    (products.iter().sum::<f64>() / products.len().max(1) as f64).max(0.0).sqrt()
}

fn expected(common: SharedTerms, sum: f64) -> f64 {
    1.0 / (1.0 + (-common.level * sum - common.first).exp())
}

/// Which terms a model has.
#[derive(Clone, Copy)]
struct Model {
    synergy: bool,
    counters: bool,
}

/// Looks into battles of which each pair of armies was played twice.
pub fn composition(battles: &Battles, prices: &[f64], points: f64, common: SharedTerms) -> Composition {
    let undecided = battles.scores.iter().filter(|score| **score == crate::engine::Score::Undecided).count();
    let draws = undecided as f64 / battles.scores.len().max(1) as f64;
    let uneven = uneven(battles, prices, points, common);
    let mut seen = vec![false; prices.len()];
    battles
        .pairings
        .iter()
        .flat_map(|pairing| pairing.armies.iter().flatten())
        .for_each(|&kind| seen[usize::from(kind)] = true);
    let kinds: Vec<usize> = (0..prices.len()).filter(|&kind| seen[kind]).collect();
    if kinds.len() > MOST_KINDS {
        return Composition {
            uneven,
            draws,
            explained: None,
            synergies: Vec::new(),
            counters: Vec::new(),
            maps: Default::default(),
        };
    }
    let looks: Vec<ScoredPair> = (battles.pairings.chunks_exact(2).zip(battles.scores.chunks_exact(2)))
        .map(|(pairings, scores)| {
            ScoredPair::new(
                &pairings[0].armies,
                prices,
                points,
                common,
                &kinds,
                [scores[0].value(), scores[1].value()],
            )
        })
        .collect();
    let (fitted, judged) = looks.split_at(looks.len() / 2);
    let variance: f64 = judged.iter().map(|look| (look.scores[0] - 0.5) * (look.scores[1] - 0.5)).sum();
    let share = |model: Option<Model>| {
        let found = model.and_then(|model| solve_for(fitted, kinds.len(), model));
        let explained: f64 = judged
            .iter()
            .map(|look| {
                let more = found.as_ref().map_or(0.0, |(model, found)| look.dot(*model, found));
                let (told, seen) =
                    (look.expected - 0.5 + more, f64::midpoint(look.scores[0], look.scores[1]) - 0.5);
                2.0 * told * seen - told * told
            })
            .sum();
        (explained / variance.max(1e-9)).clamp(0.0, 1.0)
    };
    let explained = Explained {
        points: share(None),
        synergy: share(Some(Model { synergy: true, counters: false })),
        counters: share(Some(Model { synergy: false, counters: true })),
        both: share(Some(Model { synergy: true, counters: true })),
    };
    let ([synergies, counters], maps) = bonds(&looks, &kinds, prices.len());
    Composition { uneven, draws, explained: Some(explained), synergies, counters, maps }
}

/// Two armies, and both scores of the first.
struct ScoredPair {
    /// What points alone say.
    expected: f64,
    scores: [f64; 2],
    /// The terms of the whole model, by their places.
    terms: Vec<(usize, f64)>,
    /// From here on terms are of synergy, then of counters.
    parts: [usize; 2],
}

impl ScoredPair {
    fn new(
        armies: &[Vec<u16>; 2],
        prices: &[f64],
        points: f64,
        common: SharedTerms,
        kinds: &[usize],
        scores: [f64; 2],
    ) -> Self {
        let shares = [0, 1].map(|side| {
            let mut shares = vec![0.0; kinds.len()];
            for &kind in &armies[side] {
                if let Some(place) = kinds.iter().position(|&known| known == usize::from(kind)) {
                    shares[place] += prices[usize::from(kind)] / points;
                }
            }
            shares
        });
        let size = kinds.len();
        let [one, other] = &shares;
        let sum: f64 = one.iter().sum::<f64>() - other.iter().sum::<f64>();
        let parts = [size, size + size * (size + 1) / 2];
        let mut terms = Vec::new();
        let mut add = |place: usize, value: f64| {
            if value != 0.0 {
                terms.push((place, value));
            }
        };
        for first in 0..size {
            add(first, one[first] - other[first]);
        }
        let (mut synergy, mut counter) = (parts[0], parts[1]);
        for first in 0..size {
            for second in first..size {
                add(synergy, one[first] * one[second] - other[first] * other[second]);
                synergy += 1;
                if second > first {
                    add(counter, one[first] * other[second] - one[second] * other[first]);
                    counter += 1;
                }
            }
        }
        terms.sort_unstable_by_key(|(place, _)| *place);
        Self { expected: expected(common, sum), scores, terms, parts }
    }

    /// The terms of a model, at their places in it.
    fn of(&self, model: Model) -> impl Iterator<Item = (usize, f64)> + '_ {
        let [synergies, counters] = self.parts;
        let left_out = if model.synergy { 0 } else { counters - synergies };
        self.terms.iter().filter_map(move |&(place, value)| match place {
            _ if place < synergies => Some((place, value)),
            _ if place < counters => model.synergy.then_some((place, value)),
            _ => model.counters.then_some((place - left_out, value)),
        })
    }

    fn dot(&self, model: Model, found: &[f64]) -> f64 {
        self.of(model).map(|(place, value)| value * found[place]).sum()
    }
}

/// The normal equations of a model: its matrix and its right side.
fn equations(looks: &[ScoredPair], kinds: usize, model: Model) -> (Vec<Vec<f64>>, Vec<f64>) {
    let size = kinds
        + if model.synergy { kinds * (kinds + 1) / 2 } else { 0 }
        + if model.counters { kinds * (kinds - 1) / 2 } else { 0 };
    let (mut matrix, mut right) = (vec![vec![0.0; size]; size], vec![0.0; size]);
    for look in looks {
        let rest = f64::midpoint(look.scores[0], look.scores[1]) - look.expected;
        let terms: Vec<(usize, f64)> = look.of(model).collect();
        for &(row, one) in &terms {
            right[row] += one * rest;
            terms.iter().for_each(|&(column, other)| matrix[row][column] += one * other);
        }
    }
    for (row, values) in matrix.iter_mut().enumerate() {
        // What hardly comes up is taken to do little.
        values[row] += 1e-4 * looks.len() as f64 / size as f64;
    }
    (matrix, right)
}

fn solve_for(looks: &[ScoredPair], kinds: usize, model: Model) -> Option<(Model, Vec<f64>)> {
    let (matrix, right) = equations(looks, kinds, model);
    Some((model, solve(matrix, right)?))
}

/// The strongest bonds, synergies then counters, and all of them as maps.
fn bonds(looks: &[ScoredPair], kinds: &[usize], units: usize) -> ([Vec<Bond>; 2], [Map; 2]) {
    let model = Model { synergy: true, counters: true };
    let size = kinds.len();
    let (matrix, right) = equations(looks, size, model);
    let Some(inverse) = inverse(matrix) else { return ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]) };
    let found: Vec<f64> =
        inverse.iter().map(|row| row.iter().zip(&right).map(|(one, other)| one * other).sum()).collect();
    let rest = |look: &ScoredPair| {
        f64::midpoint(look.scores[0], look.scores[1]) - look.expected - look.dot(model, &found)
    };
    let left: f64 = looks.iter().map(|look| rest(look).powi(2)).sum();
    let noise = left / (looks.len() as f64 - found.len() as f64).max(1.0);
    let normal = Normal::standard();
    let pairs = (size * size.saturating_sub(1)).max(1) as f64;
    // All named bonds together are there with 95 %.
    let sure = normal.inverse_cdf(1.0 - 0.025 / pairs);
    let wide = normal.inverse_cdf(0.975);
    let effect = |place: usize| {
        let (value, standard) =
            (found[place] * THIRD * THIRD, (noise * inverse[place][place]).sqrt() * THIRD * THIRD);
        let error = Error { low: value - wide * standard, high: value + wide * standard, standard };
        Estimate { value, error: Some(error) }
    };
    let is_sure = |effect: &Estimate| {
        let standard = effect.error.map_or(0.0, |error| error.standard);
        effect.value.abs() > sure * standard && effect.value.abs() > MIN_EFFECT
    };
    let mut bonds = [Vec::new(), Vec::new()];
    let mut maps = [vec![vec![None; units]; units], vec![vec![None; units]; units]];
    let mut places = [size, size + size * (size + 1) / 2];
    for first in 0..size {
        // The product of a unit's share with itself comes first.
        places[0] += 1;
        for second in first + 1..size {
            for sort in 0..2 {
                let bond = Bond { units: [kinds[first], kinds[second]], effect: effect(places[sort]) };
                places[sort] += 1;
                let other = if sort == 0 { bond } else { turned(bond) };
                maps[sort][kinds[first]][kinds[second]] = Some(bond.effect);
                maps[sort][kinds[second]][kinds[first]] = Some(other.effect);
                if is_sure(&bond.effect) {
                    bonds[sort].push(if sort == 1 && bond.effect.value < 0.0 { other } else { bond });
                }
            }
        }
    }
    for bonds in &mut bonds {
        bonds.sort_by(|one, other| other.effect.value.abs().total_cmp(&one.effect.value.abs()));
        bonds.truncate(NAMED);
    }
    (bonds, maps)
}

/// A bond told from the other unit.
fn turned(bond: Bond) -> Bond {
    let error =
        bond.effect.error.map(|error| Error { low: -error.high, high: -error.low, standard: error.standard });
    Bond { units: [bond.units[1], bond.units[0]], effect: Estimate { value: -bond.effect.value, error } }
}
