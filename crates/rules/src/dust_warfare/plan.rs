//! What holds in one attack: how it is made, which lines fire, which abilities are used, and what that means for the defence.

use super::choices::{Abilities, Ability, Action};
use super::condition::Condition;
use super::units::Situation;
use super::weapons::{Trait, Traits};
use crate::chance::Chance;

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

/// Weapons that a unit has no more: the best ones, and the least ones (DW-29, DW-30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Those that the enemy chose.
    pub best: u32,
    /// Those that the unit itself gave up.
    pub least: u32,
}

/// What a Hull Breach of the target does to the lines (DW-31).
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

/// What holds in one attack.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The lines that fire.
    pub firing: Mask,
    /// What the attack means for the defence.
    pub nature: Nature,
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
    /// Weapons that do not fire, for they are lost.
    pub lost: Lost,
    /// What a Hull Breach of the target does.
    pub breach: Breach,
}

/// What the lines that fire mean for the defence. What a trait does for the attack it does whether its line hits or not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nature {
    /// The traits of the lines that fire.
    pub traits: Traits,
    /// The abilities of the unit that fires.
    pub abilities: Abilities,
    /// A close combat attack.
    pub close: bool,
}

impl Nature {
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

    /// DW-18: armor dice are halved.
    #[inline]
    pub fn penetrates(self) -> bool {
        self.has(Trait::Penetrator) || self.abilities.has(Ability::Schwerpunkt)
    }
}

impl Plan {
    /// What the shooter has spent when the attack is over.
    #[inline]
    pub fn spend(&self, shooter: &mut Condition) {
        shooter.empty = self.emptied;
        shooter.used.add_all(self.now);
    }

    /// Says which once-per-game abilities are used.
    pub fn tell<C: Chance>(&self, chance: &mut C) {
        for (ability, rule, words) in [
            (Ability::FightingSpirit, "DW-11", "Fighting Spirit inverts this attack"),
            (Ability::Berserk, "DW-13", "Berserk rerolls the misses of this attack"),
            (Ability::AllInOne, "DW-16", "All in One doubles the dice of this attack"),
            (
                Ability::Supercharged,
                "DW-16",
                "Supercharged doubles phasers, lasers and teslas; then they are out of ammo",
            ),
        ] {
            if self.now.has(ability) {
                chance.tell(rule, || words.to_owned());
            }
        }
        if self.overcharged & self.firing != 0 {
            chance.tell("DW-16", || "phasers are overcharged: double dice, then out of ammo".to_owned());
        }
    }
}
