//! The check of prices by battles with another seed.

use results::{Error, Estimate};

use super::chains::{CHAINS, Market};
use super::composition::{Composition, composition};
use super::field::{self, Battles};
use super::model::{Fit, SharedTerms};
use super::verdict::reach;
use super::{CHECK_SEED, CHECKED, MixedSearch, Watch};

/// Prices seen by another seed.
pub struct Checked {
    pub excess: Vec<f64>,
    pub errors: Vec<f64>,
    pub composition: Composition,
}

impl Checked {
    /// How much points spent on a unit do beside the average; the interval allows for the error of its price.
    pub fn confirmed(&self, unit: usize, error: f64) -> Estimate {
        let standard = self.errors[unit].hypot(error);
        let (value, half) = (1.0 + self.excess[unit], reach(CHAINS as u64, 0.975) * standard);
        Estimate { value, error: Some(Error { low: value - half, high: value + half, standard }) }
    }
}

/// Plays battles of which each pair of armies fights twice. `priced`: the units that have a price.
pub fn check(
    market: &Market<'_, '_>,
    prices: &[f64],
    priced: &[bool],
    common: SharedTerms,
    search: &MixedSearch,
    watch: &dyn Watch,
) -> Checked {
    let field = market.field;
    watch.stage("another seed, to confirm", 2 * CHECKED);
    let battles = field.many(prices, search.seed ^ CHECK_SEED, 0..CHECKED, 2, &|played| watch.played(played));
    let (excess, errors) = excess(market, &battles, prices, priced, common);
    Checked { excess, errors, composition: composition(&battles, prices, field.points, common) }
}

/// How much more than the average of those that have a price points spent on each kind do, and the standard error of it. Each pair of armies
/// was played twice.
pub fn excess(
    market: &Market<'_, '_>,
    battles: &Battles,
    prices: &[f64],
    priced: &[bool],
    common: SharedTerms,
) -> (Vec<f64>, Vec<f64>) {
    let field = market.field;
    let mut common = common;
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
    let number = priced.iter().filter(|priced| **priced).count().max(1) as f64;
    let mean =
        excess.iter().zip(priced).filter(|(_, priced)| **priced).map(|(excess, _)| excess).sum::<f64>()
            / number;
    excess.iter_mut().for_each(|excess| *excess -= mean);
    (excess, fit.errors(common.level, priced))
}
