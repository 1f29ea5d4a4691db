//! Cover: SY-19.

use super::units::{Cover, Situation};

/// The cover that a unit has against one that shoots at it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shelter {
    /// The Resolve that it adds.
    pub bonus: u32,
    /// Whether the bonus is also taken from Force.
    is_scenery: bool,
}

impl Cover {
    /// The bonus of the piece itself.
    pub const fn bonus(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Rubble => 1,
            Self::Barricade | Self::Ruins => 2,
            Self::Bulwark => 3,
        }
    }

    const fn is_scenery(self) -> bool {
        matches!(self, Self::Barricade | Self::Ruins | Self::Bulwark)
    }
}

impl Shelter {
    /// The target's cover: the bonus of its piece, less 1 for each level of the attacker above it, and 1 more for each below.
    pub fn of_target(situation: &Situation) -> Self {
        let bonus = situation.cover.bonus() as i32 - situation.levels.signed();
        Self { bonus: bonus.max(0) as u32, is_scenery: situation.cover.is_scenery() }
    }

    /// The attacker's cover when it is shot at: it has no piece, but a bonus for levels above the target.
    pub fn of_attacker(situation: &Situation) -> Self {
        Self { bonus: situation.levels.signed().max(0) as u32, is_scenery: false }
    }

    /// Its effect in words.
    pub fn words(self) -> String {
        let force = if self.is_scenery { " and takes as much from Force" } else { "" };
        format!("cover adds {} to the target's Resolve{force}", self.bonus)
    }

    /// The Force that is left of a weapon's: scenery takes its bonus from it.
    pub const fn force(self, force: u32) -> u32 {
        if self.is_scenery { force.saturating_sub(self.bonus) } else { force }
    }
}
