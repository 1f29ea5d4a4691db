//! Results of battles.

use crate::{Estimate, Method};

/// The results of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleResults {
    /// The method.
    pub method: Method,
    /// Both sides.
    pub sides: [SideResults; 2],
    /// The probability that neither side wins: both are destroyed, or both are left after the last round.
    pub draw: Estimate,
    /// The probability that both sides are destroyed.
    pub both_gone: Estimate,
    /// The rounds in order.
    pub rounds: Vec<BattleRound>,
}

/// The results of one side of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct SideResults {
    /// The probability that the other side is destroyed and this one is not.
    pub win: Estimate,
    /// The probability that the side destroys at least as many points as it cost; `None` if points are not known.
    pub earned: Option<Estimate>,
    /// The number of its units at the end.
    pub survivors: Spread,
    /// The points that it loses; `None` if its points are not known.
    pub points_lost: Option<Spread>,
}

/// A distribution over numbers that need not be whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: Estimate,
    /// The numbers, in increasing order.
    pub values: Vec<f64>,
    /// The probability of each.
    pub probabilities: Vec<Estimate>,
}

/// The state of a battle at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BattleRound {
    /// The remaining share of each side's points, or of its units if points are not known.
    pub strength: [Estimate; 2],
    /// The probability that the battle is decided.
    pub decided: Estimate,
}
