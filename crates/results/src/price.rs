//! Results of price searches.

use crate::Estimate;

/// Prices of the units of a roster.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// The units, in the order of the roster.
    pub units: Vec<Priced>,
    /// The prices in each situation alone, in the order of the roster; empty if there is only one.
    pub situations: Vec<SituationPrices>,
    /// The score of each unit against each other at equal points and fair prices; `None` if they do not fight.
    /// A score is the probability of a win plus half that of a draw.
    pub scores: Vec<Vec<Option<Estimate>>>,
    /// The root mean square difference of these scores from a half.
    pub residual: f64,
    /// Circles of units, each of which beats the next at fair prices; the strongest circle first.
    pub circles: Vec<Circle>,
    /// The rounded prices, if rounding was asked for.
    pub rounding: Option<Rounding>,
    /// The mix of units that no mix beats at the current prices.
    pub metagame: Metagame,
    /// Results for mixed armies; `None` if each army is of one kind.
    pub mixed: Option<MixedField>,
    /// Armies of one kind: the number of trials of each battle that decided the prices. Mixed armies: the number of battles.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// Whether every interval is as narrow as requested.
    pub narrow: bool,
}

/// A unit and its price.
#[derive(Clone, Debug, PartialEq)]
pub struct Priced {
    /// The current price.
    pub now: Option<f64>,
    /// Whether the price is given, and not computed.
    pub fixed: bool,
    /// The price by the square law.
    pub square_law: Option<f64>,
    /// The fair price; `None` if there is none.
    pub fair: Option<Estimate>,
    /// Why there is no fair price.
    pub reason: Option<NoPrice>,
    /// The verdict on the current price.
    pub verdict: PriceVerdict,
    /// A check with another seed. Armies of one kind: the score at the fair price, a half if the price is right. Mixed armies: the
    /// effect of points spent on the unit at its fair price, divided by that of the average unit; 1 if the price is right. The interval
    /// includes the error of the price.
    pub confirmed: Option<Estimate>,
    /// The opponent with the highest score at fair prices, by its place, and the score.
    pub best: Option<(usize, Estimate)>,
    /// The opponent with the lowest score.
    pub worst: Option<(usize, Estimate)>,
}

/// A verdict on a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceVerdict {
    /// The unit should cost more.
    TooCheap,
    /// The unit should cost less.
    TooDear,
    /// The price is in the interval, and the interval is narrow.
    Fair,
    /// The interval is too wide, or there is no fair price.
    CannotTell,
    /// The unit has no current price, or its price is given.
    NotAsked,
}

impl PriceVerdict {
    /// The verdict in words.
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
    /// The name.
    pub name: String,
    /// The price of each unit.
    pub fair: Vec<Option<Estimate>>,
}

/// Three units, each of which beats the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Circle {
    /// The units, by their places.
    pub units: [usize; 3],
    /// The score of each against the next.
    pub scores: [Estimate; 3],
}

/// Prices in steps of the house, chosen so that the unit that is furthest off is least off.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounding {
    /// The factor by which all fair prices were multiplied first, so that the steps fit better. Equal points stay equal.
    pub scale: f64,
    /// The price of each unit; `None` for a unit that has none.
    pub units: Vec<Option<Rounded>>,
    /// Mixed armies: the root mean square distance from a half of scores between armies of equal points, at these prices.
    pub uneven: Option<f64>,
}

/// A price in steps of the house.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded {
    /// The price.
    pub price: f64,
    /// The distance from the scaled fair price, as a share of it.
    pub off: f64,
    /// Armies of one kind: the unit's score at these prices. Mixed armies: the effect of points spent on it, divided by that of the
    /// average unit.
    pub score: Estimate,
}

/// Why a unit has no fair price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPrice {
    /// It can harm no unit of the roster.
    HarmsNobody,
    /// No army fields it: its weight is 0, or it costs more than an army may.
    NeverUsed,
    /// Nearly all battles are undecided.
    TooManyDraws,
    /// It is worth more than an army may spend.
    Dominates,
    /// It is worth next to nothing.
    Worthless,
    /// Many different prices are equally fair.
    NotIdentified,
}

impl NoPrice {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::HarmsNobody => "harms nobody",
            Self::NeverUsed => "never used",
            Self::TooManyDraws => "undecided: too many draws",
            Self::Dominates => "dominates",
            Self::Worthless => "worth next to nothing",
            Self::NotIdentified => "not identified",
        }
    }

    /// What the user can do.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::HarmsNobody => "give it an attack that can harm a unit of the roster, or price it by hand",
            Self::NeverUsed => "give it a weight above 0, or let armies have more points",
            Self::TooManyDraws => {
                "allow more rounds, or choose a situation in which units can harm each other"
            }
            Self::Dominates => "let armies have more points, or give the roster something that stops it",
            Self::Worthless => "make it stronger, or leave it out",
            Self::NotIdentified => {
                "allow more battles, let armies have more points, or give the roster other units that have a price"
            }
        }
    }
}

/// A field of mixed armies.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedField {
    /// The points of an army.
    pub army_points: f64,
    /// What fixes the scale of prices.
    pub anchor: PriceAnchor,
    /// The share of battles that nobody wins, at fair prices.
    pub draws: f64,
    /// The root mean square distance from a half of scores between armies of equal points, at present prices; `None` if a unit has no
    /// present price.
    pub uneven_now: Option<f64>,
    /// The same at fair prices.
    pub uneven: f64,
    /// How much of the scores at fair prices is explained by what; `None` for a roster of too many units.
    pub explained: Option<Explained>,
    /// Pairs of units that do more, or less, together than apart; the strongest first.
    pub synergies: Vec<Bond>,
    /// Pairs of units of which the first does more against the second than its points say; the strongest first.
    pub counters: Vec<Bond>,
    /// The effects of all pairs of units in one army, by the places of both; empty for a roster of too many units.
    pub beside: Vec<Vec<Option<Estimate>>>,
    /// The effects of each unit (row) against each other (column).
    pub against: Vec<Vec<Option<Estimate>>>,
    /// Fair prices in other fields.
    pub variants: Vec<FieldVariant>,
    /// The names of the opposing armies that the roster lists; empty for random armies.
    pub lists: Vec<String>,
}

/// What fixes the scale of prices.
#[derive(Clone, Debug, PartialEq)]
pub enum PriceAnchor {
    /// The sum of all computed prices equals that of the present prices.
    Total(f64),
    /// Some prices are given: these units', by their places.
    Given(Vec<usize>),
}

/// Shares of the variance of scores that models explain in battles that they were not fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explained {
    /// The points on both sides.
    pub points: f64,
    /// The points, and pairs of units in one army.
    pub synergy: f64,
    /// The points, and pairs of units in opposing armies.
    pub counters: f64,
    /// The points and both kinds of pairs.
    pub both: f64,
}

/// Two units, one of which changes the effect of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bond {
    /// The units by their places.
    pub units: [usize; 2],
    /// The change of the probability to win if each is a third of its army.
    pub effect: Estimate,
}

/// Fair prices in another field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldVariant {
    /// What is different in this field.
    pub name: String,
    /// The price of each unit.
    pub fair: Vec<Option<Estimate>>,
}

/// A price depends on the field if the price in another field differs by more than this share.
pub const FIELD_MATTERS: f64 = 0.10;

impl Prices {
    /// Puts units in another order: `places` lists their present places.
    pub fn reorder(&mut self, places: &[usize]) {
        fn by<T: Clone>(list: &mut Vec<T>, places: &[usize]) {
            if list.len() == places.len() {
                *list = places.iter().map(|&place| list[place].clone()).collect();
            }
        }
        let mut now = vec![0; places.len()];
        places.iter().enumerate().for_each(|(unit, &place)| now[place] = unit);
        by(&mut self.units, places);
        for unit in &mut self.units {
            unit.best = unit.best.map(|(place, score)| (now[place], score));
            unit.worst = unit.worst.map(|(place, score)| (now[place], score));
        }
        self.situations.iter_mut().for_each(|situation| by(&mut situation.fair, places));
        by(&mut self.scores, places);
        self.scores.iter_mut().for_each(|row| by(row, places));
        self.circles.iter_mut().for_each(|circle| circle.units = circle.units.map(|place| now[place]));
        if let Some(rounding) = &mut self.rounding {
            by(&mut rounding.units, places);
        }
        by(&mut self.metagame.mix, places);
        by(&mut self.metagame.scores, places);
        by(&mut self.metagame.entry, places);
        if let Some(mixed) = &mut self.mixed {
            for map in [&mut mixed.beside, &mut mixed.against] {
                by(map, places);
                map.iter_mut().for_each(|row| by(row, places));
            }
            mixed.variants.iter_mut().for_each(|variant| by(&mut variant.fair, places));
            for bond in mixed.synergies.iter_mut().chain(&mut mixed.counters) {
                bond.units = bond.units.map(|place| now[place]);
            }
            if let PriceAnchor::Given(units) = &mut mixed.anchor {
                units.iter_mut().for_each(|place| *place = now[*place]);
                units.sort_unstable();
            }
        }
    }

    /// Whether prices were sought and none was found.
    pub fn is_unanswered(&self) -> bool {
        let mut sought = self.units.iter().filter(|unit| !(unit.fixed && unit.now.is_some())).peekable();
        sought.peek().is_some() && sought.all(|unit| unit.fair.is_none())
    }

    /// The other fields in which a unit's price differs by more than [`FIELD_MATTERS`], and surely differs, by their places.
    pub fn depends_on(&self, unit: usize) -> Vec<usize> {
        let (Some(mixed), Some(fair)) = (&self.mixed, self.units.get(unit).and_then(|unit| unit.fair)) else {
            return Vec::new();
        };
        let differs = |variant: &FieldVariant| {
            variant.fair.get(unit).copied().flatten().is_some_and(|other| {
                let relative =
                    |estimate: &Estimate| estimate.error.map_or(0.0, |error| error.standard / estimate.value);
                let error = relative(&other).hypot(relative(&fair));
                let apart = (other.value / fair.value).ln().abs();
                apart > FIELD_MATTERS && apart > 3.0 * error
            })
        };
        (0..mixed.variants.len()).filter(|&place| differs(&mixed.variants[place])).collect()
    }
}

/// The mix of units that no mix beats. The lists are empty if none was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metagame {
    /// The share of points of each unit.
    pub mix: Vec<f64>,
    /// The score of each unit against the mix, at current prices; `None` for a unit that takes no part.
    pub scores: Vec<Option<Estimate>>,
    /// The price at which a unit outside the mix would enter it.
    pub entry: Vec<Option<f64>>,
}

/// The worth of steps of a unit's numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The fair price of the unit without a step.
    pub fair: Estimate,
    /// The steps, in order of decreasing worth.
    pub steps: Vec<StepWorth>,
    /// The number of trials of each battle.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
}

/// The worth of a step of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct StepWorth {
    /// The field, such as `weapons[0].ap`.
    pub field: String,
    /// The name of the part that the field belongs to, such as a weapon.
    pub part: Option<String>,
    /// The number without the step.
    pub from: i64,
    /// The number after the step.
    pub to: i64,
    /// The change of the fair price; `None` if the unit would have no price.
    pub change: Option<Estimate>,
}
