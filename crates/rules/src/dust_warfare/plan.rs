//! The rules of one attack: how it is made, which lines fire, which abilities are used, and the effect on the defence.

use super::choices::{Abilities, Ability, Action};
use super::condition::Condition;
use super::units::Situation;
use super::weapons::{Trait, Traits};

/// A set of weapon lines as bits.
pub type Mask = u16;

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// With one action.
    Plain,
    /// With two actions (DW-9), phasers overcharged or not (DW-16).
    Sustained {
        /// Whether phasers are overcharged.
        overcharge: bool,
    },
    /// By artillery without sight of the target: sustained, without the reroll (DW-44).
    Indirect,
    /// Bombs on one target: sustained if there are several (DW-53). They use no ability of an attack action.
    Bombs {
        /// Whether there are several.
        sustained: bool,
    },
    /// In reaction: neither sustained nor indirect (DW-42).
    Reaction,
}

impl Manner {
    /// The attacker's attack.
    pub fn of(situation: &Situation) -> Self {
        match situation.action {
            _ if situation.indirect => Self::Indirect,
            Action::Attack => Self::Plain,
            Action::Sustained => Self::Sustained { overcharge: situation.overcharge },
        }
    }
}

/// Weapons that a unit has lost, from the best and from the least (DW-29, DW-30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LostWeapons {
    /// Those that the enemy chose.
    pub best: u32,
    /// Those that the unit itself gave up.
    pub least: u32,
}

/// The effect of the target's Hull Breach on the lines (DW-31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// It has none.
    None,
    /// A ground vehicle: "-" reads 1/1.
    OfVehicle,
    /// An aircraft: each hit does 1 more damage.
    OfAircraft,
}

impl Breach {
    /// All of them in order.
    pub const ALL: [Self; 3] = [Self::None, Self::OfVehicle, Self::OfAircraft];
}

/// The rules of one attack.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The lines that fire.
    pub firing: Mask,
    /// The effect on the defence.
    pub nature: AttackTraits,
    /// Once-per-game abilities that are used in it.
    pub now: Abilities,
    /// Lines whose dice are inverted.
    pub inverted: Mask,
    /// Lines whose misses are rerolled.
    pub rerolled: Mask,
    /// Lines with an extra die for each hit.
    pub extra: Mask,
    /// Lines that Supercharged doubles.
    pub supercharged: Mask,
    /// Lines that are overcharged.
    pub overcharged: Mask,
    /// Lines that are out of ammo after it.
    pub emptied: Mask,
    /// Weapons that are lost and do not fire.
    pub lost: LostWeapons,
    /// The effect of the target's Hull Breach.
    pub breach: Breach,
}

/// The effect of the lines that fire on the defence. A trait counts whether its line hits or not.
#[derive(Clone, Copy, Debug, Default)]
pub struct AttackTraits {
    /// The traits of the lines that fire.
    pub traits: Traits,
    /// The abilities of the unit that fires.
    pub abilities: Abilities,
    /// A close combat attack.
    pub close: bool,
}

impl AttackTraits {
    /// Whether a line with the trait fires.
    #[inline]
    pub fn has(self, wanted: Trait) -> bool {
        self.traits.has(wanted)
    }

    /// DW-17: as abilities of the unit they hold for each of its lines.
    #[inline]
    fn is_precise(self) -> bool {
        self.abilities.has(Ability::Sniper) || self.abilities.has(Ability::Headshot)
    }

    /// DW-17, DW-18: no armor roll.
    #[inline]
    pub fn ignores_armor(self) -> bool {
        self.is_precise() || self.has(Trait::Phaser)
    }

    /// DW-17, DW-20: cover does not count.
    #[inline]
    pub fn ignores_cover(self) -> bool {
        self.is_precise() || self.close || self.has(Trait::Burst) || self.has(Trait::Grenade)
    }

    /// DW-22: whether the attack leaves a marker on soldiers, after this much damage before armor.
    #[inline]
    pub fn suppresses(self, damage: u32) -> bool {
        damage > 0 || self.has(Trait::Grenade)
    }

    /// DW-18: armor dice are halved.
    #[inline]
    pub fn penetrates(self) -> bool {
        self.has(Trait::Penetrator) || self.abilities.has(Ability::Schwerpunkt)
    }
}

impl Plan {
    /// Marks the ammunition and abilities that the attack used up.
    #[inline]
    pub fn spend(&self, shooter: &mut Condition) {
        shooter.empty = self.emptied;
        shooter.used.add_all(self.now);
    }
}
