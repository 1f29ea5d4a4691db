//! What comes of a battle of many units.

use crate::{Estimate, Method};

/// What comes of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleResults {
    /// How it was found.
    pub method: Method,
    /// Both sides.
    pub sides: [SideResults; 2],
    /// The probability that nobody wins: both are gone, or the rounds have ended.
    pub draw: Estimate,
    /// The probability that both sides are gone.
    pub both_gone: Estimate,
    /// Round by round.
    pub rounds: Vec<BattleRound>,
}

/// What comes of a battle for one side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideResults {
    /// The probability that the other side is gone and this one is not.
    pub win: Estimate,
    /// The probability that it destroys at least as many points as it cost; `None` where points are not known.
    pub earned: Option<Estimate>,
    /// Its units at the end.
    pub survivors: Spread,
    /// The points that it loses; `None` where its points are not known.
    pub points_lost: Option<Spread>,
}

/// A distribution over numbers that need not be whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: Estimate,
    /// The numbers, the least first.
    pub values: Vec<f64>,
    /// The probability of each.
    pub probabilities: Vec<Estimate>,
}

/// How a battle stands at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BattleRound {
    /// What is left of each side, as a share of its points (of its units where points are not known).
    pub strength: [Estimate; 2],
    /// The probability that the battle is decided by then.
    pub decided: Estimate,
}
