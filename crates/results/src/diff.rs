//! What changed between two versions of a roster.

use crate::{Estimate, NoPrice, PriceVerdict};

/// Two versions of a roster, priced on the same random streams.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceChanges {
    /// Every unit of either version.
    pub units: Vec<UnitChange>,
    /// The units, by their places, whose mean fair price is the scale of both versions; empty if no unit is priced in both.
    pub scale_units: Vec<usize>,
    /// How many times as much these cost in the new version.
    pub scale: Estimate,
    /// The battles that decided the prices of both versions together.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// Whether every interval of a move is as narrow as requested.
    pub narrow: bool,
}

/// A unit in both versions.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitChange {
    /// The unit in the old version and in the new one; `None` where it is not there.
    pub versions: [Option<PricedUnit>; 2],
    /// The change of the fair price beyond that of the scale, as a share of the old one; `None` if it is not sought in both versions.
    pub moved: Option<Estimate>,
    /// Whether the price surely moved. All units of a roster together are right with 95 %.
    pub surely_moved: bool,
}

/// What is said of a unit in one version.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PricedUnit {
    /// The current price.
    pub now: Option<f64>,
    /// Whether the price is given, and not computed.
    pub fixed: bool,
    /// The fair price; `None` if there is none.
    pub fair: Option<Estimate>,
    /// Why there is no fair price.
    pub reason: Option<NoPrice>,
    /// The verdict on the current price.
    pub verdict: PriceVerdict,
}

impl UnitChange {
    /// Whether the verdict changed: the new one is sure and another than before, and the price now or the fair one moved. A verdict that
    /// only chance turned over is no change.
    pub fn verdict_changed(&self) -> bool {
        let [Some(old), Some(new)] = &self.versions else { return false };
        let sure = matches!(new.verdict, PriceVerdict::TooCheap | PriceVerdict::TooDear | PriceVerdict::Fair);
        let judged = old.verdict != PriceVerdict::NotAsked;
        sure && judged && old.verdict != new.verdict && (self.surely_moved || old.now != new.now)
    }

    /// Whether the unit has a fair price in one version alone, for a reason that does not depend on chance.
    pub fn lost_or_won_a_price(&self) -> bool {
        let [Some(old), Some(new)] = &self.versions else { return false };
        let certain = |unit: &PricedUnit| {
            unit.fair.is_none() && matches!(unit.reason, Some(NoPrice::HarmsNobody | NoPrice::NeverUsed))
        };
        (certain(old) && new.fair.is_some()) || (certain(new) && old.fair.is_some())
    }

    /// Whether there is anything to tell.
    pub fn is_change(&self) -> bool {
        self.versions.iter().any(Option::is_none)
            || self.surely_moved
            || self.verdict_changed()
            || self.lost_or_won_a_price()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(now: f64, verdict: PriceVerdict) -> PricedUnit {
        PricedUnit { now: Some(now), fixed: false, fair: Some(Estimate::exact(10.0)), reason: None, verdict }
    }

    #[test]
    fn a_verdict_that_chance_turned_over_is_no_change() {
        use PriceVerdict::{CannotTell, Fair, TooCheap};
        let change = |old, new, surely_moved| UnitChange {
            versions: [Some(old), Some(new)],
            moved: None,
            surely_moved,
        };
        assert!(!change(unit(9.0, Fair), unit(9.0, TooCheap), false).verdict_changed());
        assert!(change(unit(9.0, Fair), unit(9.0, TooCheap), true).verdict_changed());
        assert!(change(unit(9.0, TooCheap), unit(10.0, Fair), false).verdict_changed());
        assert!(!change(unit(9.0, TooCheap), unit(10.0, CannotTell), false).verdict_changed());
        let added = UnitChange { versions: [None, Some(unit(10.0, Fair))], moved: None, surely_moved: false };
        assert!(added.is_change());
        assert!(!change(unit(10.0, Fair), unit(10.0, Fair), false).is_change());
    }
}
