//! Which weapons of a unit take part in which attack: bombs fall by themselves (DW-53), and fire may be split (DW-55).

use super::weapons::{Trait, Weapon};

/// The attack in which lines fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The attack on the target.
    Target,
    /// The part of it that is aimed at the second target (DW-55).
    Second,
    /// The bombs that an aircraft drops on the target (DW-53).
    Bombs,
    /// The target's reaction.
    Reaction,
}

impl Role {
    /// The section of the unit that fires.
    pub const fn side(self) -> &'static str {
        match self {
            Self::Target | Self::Second | Self::Bombs => "attacker",
            Self::Reaction => "target",
        }
    }

    /// Whether a weapon fires in it.
    pub fn has(self, weapon: &Weapon) -> bool {
        let bomb = weapon.has(Trait::Bomb);
        match self {
            Self::Target => !bomb && !weapon.second_target,
            Self::Second => !bomb && weapon.second_target,
            Self::Bombs => bomb,
            Self::Reaction => !bomb,
        }
    }
}
