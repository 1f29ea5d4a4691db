//! Prices in steps of the house, and what they cost.

use results::{Error, Estimate, NoPrice, Rounded, Rounding};

use super::chains::{Anchor, Market};
use super::check::excess;
use super::composition::uneven;
use super::model::SharedTerms;
use super::{CHECK_SEED, CHECKED, MixedSearch, Watch};

/// Rounds prices and plays battles at them.
pub fn round(
    market: &Market<'_, '_>,
    prices: &[f64],
    fair: &[Result<Estimate, NoPrice>],
    common: SharedTerms,
    search: &MixedSearch,
    watch: &dyn Watch,
) -> Rounding {
    let sought: Vec<Option<f64>> = (0..prices.len())
        .map(|unit| fair[unit].ok().filter(|_| market.free[unit]).map(|fair| fair.value))
        .collect();
    let scaled = matches!(market.anchor, Anchor::Total(_));
    let (scale, found) = crate::rounding::rounded(&sought, &search.steps, scaled);
    let at: Vec<f64> = (0..prices.len()).map(|unit| found[unit].unwrap_or(prices[unit] * scale)).collect();
    let field = market.field;
    watch.stage("rounded prices", CHECKED);
    let battles =
        field.many(&at, search.seed ^ CHECK_SEED, 0..CHECKED / 2, 2, &|played| watch.played(played));
    let priced: Vec<bool> = fair.iter().map(Result::is_ok).collect();
    let (excess, errors) = excess(market, &battles, &at, &priced, common);
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
        Some(Rounded { price, off: price / (prices[unit] * scale) - 1.0, score })
    });
    Rounding { scale, units: units.collect(), uneven: Some(uneven(&battles, &at, field.points, common)) }
}
