//! What units should cost.

use crate::Estimate;

/// Prices of the units of a roster.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// The units, in the order of the roster.
    pub units: Vec<Priced>,
    /// The prices in each situation alone, in the order of the roster; empty if there is but one.
    pub situations: Vec<SituationPrices>,
    /// How often each unit beats each other at equal points and fair prices, a draw being half; none where they do not fight.
    pub scores: Vec<Vec<Option<Estimate>>>,
    /// How far these are from a half, as the root of the mean square: 0 if the field has one price.
    pub residual: f64,
    /// Who beats whom in circles at fair prices, the strongest first.
    pub circles: Vec<Circle>,
    /// What becomes of rounded prices, if any were asked for.
    pub rounding: Option<Vec<Rounded>>,
    /// The mix of units that no mix beats at the prices now.
    pub metagame: Metagame,
    /// Trials of each battle that decided the prices.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// Whether every interval is as narrow as was asked for.
    pub narrow: bool,
}

/// A unit and its price.
#[derive(Clone, Debug, PartialEq)]
pub struct Priced {
    /// What it costs now.
    pub now: Option<f64>,
    /// Whether its price is given and not sought.
    pub fixed: bool,
    /// The price by the square law.
    pub square_law: Option<f64>,
    /// The fair price; `None` where there is none, for it wins or loses whatever it costs.
    pub fair: Option<Estimate>,
    /// What is to be said of the price now.
    pub verdict: PriceVerdict,
    /// How often it wins at its fair price in battles with another seed; the interval allows for the error of the price, too.
    pub confirmed: Option<Estimate>,
    /// The opponent that it does best against at fair prices, by its place, and how often it wins.
    pub best: Option<(usize, Estimate)>,
    /// The opponent that it does worst against.
    pub worst: Option<(usize, Estimate)>,
}

/// What is to be said of a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceVerdict {
    /// It should cost more.
    TooCheap,
    /// It should cost less.
    TooDear,
    /// Its price is within the interval, and that is narrow.
    Fair,
    /// The interval is too wide, or there is no fair price.
    CannotTell,
    /// It has no price now, or its price is given.
    NotAsked,
}

impl PriceVerdict {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::TooCheap => "too cheap",
            Self::TooDear => "too dear",
            Self::Fair => "fair",
            Self::CannotTell => "cannot tell",
            Self::NotAsked => "",
        }
    }
}

/// Fair prices in one situation.
#[derive(Clone, Debug, PartialEq)]
pub struct SituationPrices {
    /// What it is called.
    pub name: String,
    /// The price of each unit.
    pub fair: Vec<Option<Estimate>>,
}

/// Three units each of which beats the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Circle {
    /// The units by their places.
    pub units: [usize; 3],
    /// How often each beats the next.
    pub scores: [Estimate; 3],
}

/// A price in steps of the house.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded {
    /// The price.
    pub price: f64,
    /// How often the unit wins at these prices.
    pub score: Estimate,
}

/// The mix of units that no mix beats; its lists are empty if none was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metagame {
    /// The share of points for each unit.
    pub mix: Vec<f64>,
    /// How often each unit wins against the mix, at the prices now.
    pub scores: Vec<Estimate>,
    /// For a unit that has no place in it: the price at which it would.
    pub entry: Vec<Option<f64>>,
}

/// What steps of a unit's numbers are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The fair price of the unit as it is.
    pub fair: Estimate,
    /// The steps, those worth most first.
    pub steps: Vec<StepWorth>,
    /// Trials of each battle.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
}

/// What a step of a number is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct StepWorth {
    /// The field, such as `weapons[0].ap`.
    pub field: String,
    /// What the field belongs to, where that has a name of its own.
    pub part: Option<String>,
    /// The number as it is.
    pub from: i64,
    /// The number after the step.
    pub to: i64,
    /// What the fair price changes by; `None` where it would have no price.
    pub change: Option<Estimate>,
}
