//! What a search for prices needs of a roster.

use chance::PlayFault;
use systems::AnyMatchups;

/// A roster whose units are to be priced.
#[derive(Clone, Debug)]
pub struct Roster {
    /// The units, in the order of the match-ups.
    pub units: Vec<Unit>,
    /// The situations in which they fight.
    pub situations: Vec<Situation>,
    /// The most rounds of a battle; one that is not decided by then is a draw.
    pub rounds: u32,
    /// The points of an army; six times the mean price where nothing is said.
    pub army_points: Option<f64>,
    /// Armies to fight against; random ones where there are none.
    pub lists: Vec<ArmyList>,
}

impl Roster {
    /// What went wrong while its units fought; then its prices mean nothing.
    pub fn fault(&self) -> Option<PlayFault> {
        self.situations.iter().find_map(|situation| situation.matchups.fault())
    }
}

/// A unit whose price is sought, or given.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// What it costs now.
    pub now: Option<f64>,
    /// How much it counts in the armies of the field.
    pub weight: f64,
    /// Whether its price is given.
    pub fixed: bool,
}

/// A situation in which battles are fought.
#[derive(Clone, Debug)]
pub struct Situation {
    /// What it is called.
    pub name: String,
    /// How often it comes, beside the others.
    pub weight: f64,
    /// Every unit against every unit, itself included.
    pub matchups: AnyMatchups,
}

/// An army that somebody plays.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmyList {
    /// What it is called.
    pub name: String,
    /// How often it is met, beside the others.
    pub weight: f64,
    /// The units by their places, and how many of each.
    pub units: Vec<(usize, u32)>,
}
