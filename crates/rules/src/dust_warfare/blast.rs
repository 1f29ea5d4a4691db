//! Soldiers hurt beside the target: riders (DW-34), and units within 12 inches of a detonation (DW-30).

use super::combat_die::{CombatDice, counted};
use super::condition::Condition;
use super::defence::{Damage, Defender};
use super::plan::AttackTraits;
use super::units::{Options, Unit};
use chance::Chance;
use chance::dice::{Pools, Roll};

const RIDERS: Roll = Roll::new("riders", "DW-34");
const DETONATION: Roll = Roll::new("detonation", "DW-30");

/// DW-30: the dice of a detonation against each unit.
const DETONATION_DICE: u32 = 5;

/// Riders or bystanders.
#[derive(Clone, Debug)]
pub struct Victim {
    defender: Defender,
    spray: CombatDice,
    detonation: CombatDice,
}

impl Victim {
    /// Riders or bystanders.
    pub fn new(unit: &Unit, options: &Options, pools: &mut Pools) -> Self {
        Self {
            defender: Defender::victim(unit, options, pools),
            spray: CombatDice::new(&RIDERS, pools),
            detonation: CombatDice::new(&DETONATION, pools),
        }
    }

    /// Whether nothing is left of it.
    pub fn is_eliminated(&self, unit: &Condition) -> bool {
        unit.is_eliminated(&self.defender.body)
    }

    /// Removes all of it. Returns the casualties.
    pub fn eliminate(&self, unit: &mut Condition) -> u32 {
        unit.suffer(unit.health(&self.defender.body), &self.defender.body)
    }

    /// DW-34: a die for each rider, damage 1, without cover. Returns the casualties.
    pub fn spray<C: Chance>(&self, unit: &mut Condition, chance: &mut C) -> u32 {
        let living = unit.living(&self.defender.body);
        self.suffer(unit, ("DW-34", "riders"), self.spray, living, chance)
    }

    /// DW-30: a 5/1 attack without cover. Returns the casualties.
    pub fn detonation<C: Chance>(&self, unit: &mut Condition, chance: &mut C) -> u32 {
        self.suffer(unit, ("DW-30", "soldiers near the detonation"), self.detonation, DETONATION_DICE, chance)
    }

    fn suffer<C: Chance>(
        &self,
        unit: &mut Condition,
        (rule, who): (&'static str, &str),
        roll: CombatDice,
        dice: u32,
        chance: &mut C,
    ) -> u32 {
        if self.is_eliminated(unit) {
            return 0;
        }
        let hits = roll.roll(dice, false, chance);
        chance.tell(rule, || {
            format!("{who} suffer {}: {}", counted(dice, "die", "dice"), counted(hits, "hit", "hits"))
        });
        let damage = Damage { before: hits as u16, left: hits as u16 };
        let blow = self.defender.defend(unit, damage, AttackTraits::default(), chance);
        self.defender.take(unit, &blow, chance)
    }
}
