//! Measures and events.

use super::condition::Side;
use chance::choice;

choice! {
    /// The measures of a round.
    pub enum Measure {
        /// Successful target locks on the target, before the Shield; in melee the hits on it.
        Locks = "locks",
        /// Points of damage scored on the target; on a vehicle the damaging Results.
        DamagePoints = "damage_points",
        /// Models of the target that were slain.
        Slain = "slain",
        /// Armor that the target lost.
        ArmorLost = "armor_lost",
        /// HP that the target, a vehicle, lost.
        HpLost = "hp_lost",
        /// Successful target locks on the attacker; in melee the hits on it.
        AttackerLocks = "attacker_locks",
        /// Points of damage scored on the attacker; on a vehicle the damaging Results.
        AttackerDamagePoints = "attacker_damage_points",
        /// Models of the attacker that were slain.
        AttackerSlain = "attacker_slain",
        /// Armor that the attacker lost.
        AttackerArmorLost = "attacker_armor_lost",
        /// HP that the attacker, a vehicle, lost.
        AttackerHpLost = "attacker_hp_lost",
        /// Points of sustained damage that the target got rid of (Rally, Return to the Fight).
        Recovered = "recovered",
    }
}

impl Measure {
    /// The measures of both sides.
    pub const SUFFERED: &'static [usize] = &[
        Self::Locks as usize,
        Self::DamagePoints as usize,
        Self::Slain as usize,
        Self::ArmorLost as usize,
        Self::HpLost as usize,
        Self::AttackerLocks as usize,
        Self::AttackerDamagePoints as usize,
        Self::AttackerSlain as usize,
        Self::AttackerArmorLost as usize,
        Self::AttackerHpLost as usize,
    ];
    /// The measures of an explosion.
    pub const EXPLOSION: &'static [usize] =
        &[Self::DamagePoints as usize, Self::Slain as usize, Self::ArmorLost as usize, Self::HpLost as usize];
    /// The measures of ramming.
    pub const RAMMING: &'static [usize] =
        &[Self::DamagePoints as usize, Self::ArmorLost as usize, Self::HpLost as usize];
    /// The measures of Resolve tests.
    pub const RECOVERY: &'static [usize] = &[Self::Recovered as usize];
}

choice! {
    /// The events: each may have happened by the end of a round.
    pub enum Event {
        /// A model of the target was stunned at some moment.
        Stunned = "stunned",
        /// The target suffered minor system damage.
        MinorSystem = "minor_system",
        /// The target suffered major system damage.
        MajorSystem = "major_system",
        /// The target exploded.
        Exploded = "exploded",
        /// The attacker lost its last model, or its vehicle.
        AttackerDestroyed = "attacker_destroyed",
        /// The attacker has won a roll off.
        AttackerWins = "attacker_wins",
    }
}

impl Event {
    /// The events of fights.
    pub const FIGHT: &'static [usize] = &[
        Self::Stunned as usize,
        Self::MinorSystem as usize,
        Self::MajorSystem as usize,
        Self::Exploded as usize,
        Self::AttackerDestroyed as usize,
    ];
    /// The events of an explosion.
    pub const EXPLOSION: &'static [usize] = &[
        Self::Stunned as usize,
        Self::MinorSystem as usize,
        Self::MajorSystem as usize,
        Self::Exploded as usize,
    ];
    /// The events of ramming.
    pub const RAMMING: &'static [usize] =
        &[Self::MinorSystem as usize, Self::MajorSystem as usize, Self::Exploded as usize];
    /// The events of Resolve tests.
    pub const RECOVERY: &'static [usize] = &[Self::Stunned as usize];
    /// The events of a roll off.
    pub const ROLL_OFF: &'static [usize] = &[Self::AttackerWins as usize];
}

/// The measures of one side's losses.
#[derive(Clone, Copy, Debug)]
pub struct Suffers {
    /// Locks on it, or hits in melee.
    pub locks: Measure,
    /// Points of damage.
    pub damage_points: Measure,
    /// Models slain.
    pub slain: Measure,
    /// Armor lost.
    pub armor_lost: Measure,
    /// HP lost.
    pub hp_lost: Measure,
}

impl Side {
    /// The measures of its losses.
    pub const fn suffers(self) -> Suffers {
        match self {
            Self::Attacker => Suffers {
                locks: Measure::AttackerLocks,
                damage_points: Measure::AttackerDamagePoints,
                slain: Measure::AttackerSlain,
                armor_lost: Measure::AttackerArmorLost,
                hp_lost: Measure::AttackerHpLost,
            },
            Self::Target => Suffers {
                locks: Measure::Locks,
                damage_points: Measure::DamagePoints,
                slain: Measure::Slain,
                armor_lost: Measure::ArmorLost,
                hp_lost: Measure::HpLost,
            },
        }
    }
}
