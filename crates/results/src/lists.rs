//! Army lists that no list beats.

use crate::Estimate;

/// A list: units by their places, and how many of each.
pub type UnitCounts = Vec<(usize, u32)>;

/// The mix of lists that no list beats at the prices now, and what follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct ListMix {
    /// What a list may cost.
    pub points: f64,
    /// The search went on until no list that it found won more than a half and this against the mix.
    pub tolerance: f64,
    /// A list has no more units than this.
    pub most_units: usize,
    /// The lists of the mix, the most frequent first.
    pub lists: Vec<MixedList>,
    /// The score of each of these lists against each other.
    pub scores: Vec<Vec<Estimate>>,
    /// The best list found against the mix.
    pub best_answer: ScoredList,
    /// The best list found against the field: random armies, or those that the roster lists.
    pub against_field: ScoredList,
    /// The score of the mix against the field.
    pub mix_against_field: Estimate,
    /// The units, in the order of the roster.
    pub units: Vec<UnitInLists>,
    /// The names of the armies of the field; empty for random ones.
    pub field: Vec<String>,
    /// The number of battles.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// Whether the search ended within the tolerance, and not because it had no battles left.
    pub settled: bool,
}

/// A list of the mix.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedList {
    /// How often the mix plays it.
    pub share: f64,
    /// The list, with its score against the mix.
    pub list: ScoredList,
    /// Its score against the field.
    pub against_field: Estimate,
}

/// A list and its score: the probability of a win plus half that of a draw, in battles that did not choose the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredList {
    /// The units.
    pub units: UnitCounts,
    /// What they cost.
    pub points: f64,
    /// The score.
    pub score: Estimate,
}

/// What lists make of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitInLists {
    /// The price; `None` if it has none.
    pub price: Option<f64>,
    /// Its share of the points in the mix. The interval allows for the error of the scores between lists.
    pub share: Estimate,
    /// For a unit outside the mix: the best list found that takes it, and its score against the mix.
    pub best: Option<ScoredList>,
    /// What is to be said of it.
    pub verdict: ListVerdict,
}

/// What lists make of a unit, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListVerdict {
    /// It is in the mix.
    Taken,
    /// Lists with it lose to the mix, surely by more than the tolerance. All units together are right with 95 %.
    LeftOut,
    /// It is not in the mix, but a list with it does not surely lose.
    CouldBeTaken,
    /// It has no price, costs more than a list may, or has the weight 0.
    NotForSale,
}

impl ListVerdict {
    /// The verdict in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::LeftOut => "left out",
            Self::CouldBeTaken => "could be taken",
            Self::NotForSale => "cannot be taken",
        }
    }
}
