//! What is counted in a round, and what may have happened by its end.

use super::condition::Side;
use crate::choice;

choice! {
    /// What is counted in a round.
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
    /// What both sides may suffer.
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
    /// What an explosion does.
    pub const EXPLOSION: &'static [usize] =
        &[Self::DamagePoints as usize, Self::Slain as usize, Self::ArmorLost as usize, Self::HpLost as usize];
    /// What ramming does to the vehicle itself.
    pub const RAMMING: &'static [usize] =
        &[Self::DamagePoints as usize, Self::ArmorLost as usize, Self::HpLost as usize];
    /// What tests of Resolve do.
    pub const RECOVERY: &'static [usize] = &[Self::Recovered as usize];
}

choice! {
    /// What may have happened by the end of a round.
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
    /// What fights may bring.
    pub const FIGHT: &'static [usize] = &[
        Self::Stunned as usize,
        Self::MinorSystem as usize,
        Self::MajorSystem as usize,
        Self::Exploded as usize,
        Self::AttackerDestroyed as usize,
    ];
    /// What an explosion may bring.
    pub const EXPLOSION: &'static [usize] = &[
        Self::Stunned as usize,
        Self::MinorSystem as usize,
        Self::MajorSystem as usize,
        Self::Exploded as usize,
    ];
    /// What ramming may bring.
    pub const RAMMING: &'static [usize] =
        &[Self::MinorSystem as usize, Self::MajorSystem as usize, Self::Exploded as usize];
    /// What tests of Resolve begin with.
    pub const RECOVERY: &'static [usize] = &[Self::Stunned as usize];
    /// What a roll off may bring.
    pub const ROLL_OFF: &'static [usize] = &[Self::AttackerWins as usize];
}

/// The measures of what one side suffers.
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
    /// The measures of what it suffers.
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
