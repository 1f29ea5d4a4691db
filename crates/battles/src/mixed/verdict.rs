//! Intervals of prices, and what is to be said of prices now.

use results::{Error, Estimate, PriceVerdict};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::MixedSearch;
use super::chains::{CHAINS, Found};
use crate::roster::Unit;

/// How many standard errors an interval reaches to one side, with so few numbers behind it, if it ends at this quantile.
pub fn reach(numbers: u64, quantile: f64) -> f64 {
    let freedom = numbers.saturating_sub(1).max(1) as f64;
    StudentsT::new(0.0, 1.0, freedom).map_or(2.0, |student| student.inverse_cdf(quantile))
}

/// A price with its 95 % interval.
pub fn estimate(found: &Found, unit: usize) -> Estimate {
    let (log, standard) = (found.log(unit), found.error(unit));
    let half = reach(CHAINS as u64, 0.975) * standard;
    let value = log.exp();
    let error = Error { low: (log - half).exp(), high: (log + half).exp(), standard: value * standard };
    Estimate { value, error: Some(error) }
}

/// What is to be said of a price. All verdicts of a roster of so many prices together are right with 95 % (Bonferroni).
/// `error`: the standard error of the logarithm of the fair price.
pub fn verdict(
    unit: &Unit,
    fair: Option<Estimate>,
    error: f64,
    family: usize,
    search: &MixedSearch,
) -> PriceVerdict {
    let (Some(now), false) = (unit.now, unit.fixed) else { return PriceVerdict::NotAsked };
    let Some(fair) = fair else { return PriceVerdict::CannotTell };
    let half = reach(CHAINS as u64, 1.0 - 0.025 / family.max(1) as f64) * error;
    let (low, high) = (fair.value * (-half).exp(), fair.value * half.exp());
    let [least, most] = [now * (1.0 - search.matters), now * (1.0 + search.matters)];
    if low > most {
        PriceVerdict::TooCheap
    } else if high < least {
        PriceVerdict::TooDear
    } else if search.matters > 0.0 && low >= least && high <= most
        || search.matters == 0.0 && high - low <= 2.0 * search.precision * fair.value
    {
        PriceVerdict::Fair
    } else {
        PriceVerdict::CannotTell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_look_at_what_matters_and_at_the_family() {
        let search = MixedSearch {
            precision: 0.06,
            matters: 0.05,
            max_battles: 0,
            seed: 0,
            steps: Vec::new(),
            variants: false,
        };
        let said = |now: f64, error: f64, family: usize| {
            let unit = Unit { now: Some(now), weight: 1.0, fixed: false };
            verdict(&unit, Some(Estimate::exact(10.0)), error, family, &search)
        };
        // Student's t with 7 degrees of freedom: 2.365 at 97.5 %, 4.03 at 99.75 % (10 units).
        assert_eq!(said(10.1, 0.01, 1), PriceVerdict::Fair);
        assert_eq!(said(9.0, 0.01, 1), PriceVerdict::TooCheap);
        assert_eq!(said(12.0, 0.01, 1), PriceVerdict::TooDear);
        assert_eq!(said(10.1, 0.03, 1), PriceVerdict::CannotTell);
        // 9.2 * 1.05 = 9.66; 10 / e^(2.365 * 0.01) = 9.77 lies above, 10 / e^(4.03 * 0.01) = 9.61 below.
        assert_eq!(said(9.2, 0.01, 1), PriceVerdict::TooCheap);
        assert_eq!(said(9.2, 0.01, 10), PriceVerdict::CannotTell);
    }
}
