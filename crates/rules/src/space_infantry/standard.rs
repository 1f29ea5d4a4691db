//! The standard attack with the Fire or Melee skill: SI-6.

use super::units::{Measure, Range, Units};
use super::{Condition, rn, rns_in_words};
use chance::Chance;
use chance::dice::{Pool, Pools, Roll};
use chance::fields::Problems;

const ATTACK: Roll = Roll::new("attack", "SI-6");

/// A standard attack, ready to be played.
#[derive(Clone, Debug)]
pub struct Attack {
    ap: u32,
    skill: u32,
    rn_sides: u8,
    range: Range,
    rns: Pool,
    /// `None` for Heavy Armor, which a standard attack cannot hurt.
    hp: Option<u32>,
}

impl Attack {
    /// Checks that both units have the fields that the attack needs.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let Units { attacker, target, situation, .. } = units;
        let ap = problems.need(attacker.ap, "attacker.ap", "for any attack");
        let skill = match situation.range {
            Range::Ranged => {
                problems.need(attacker.fire_skill, "attacker.fire_skill", "for a standard attack at range")
            }
            Range::Melee => {
                problems.need(attacker.melee_skill, "attacker.melee_skill", "for a standard attack in melee")
            }
        };
        let hp = if target.heavy_armor {
            None
        } else {
            Some(problems.need(target.hp, "target.hp", "for a target without Heavy Armor")?.get())
        };
        let skill = skill?.get();
        let rn_sides = units.rn_sides();
        let rns = pools.add(rn(ATTACK, rn_sides, skill));
        Some(Self { ap: ap?.get(), skill, rn_sides, range: situation.range, rns, hp })
    }

    /// The wounds that destroy the target; 1 for Heavy Armor, which takes none.
    pub fn destroyed_at(&self) -> u32 {
        self.hp.unwrap_or(1)
    }

    /// Whether it can hurt the target at all.
    pub fn can_harm(&self) -> bool {
        self.hp.is_some()
    }

    /// Plays one attack.
    #[inline]
    pub fn play<C: Chance>(&self, target: &mut Condition, chance: &mut C) {
        chance.tell("SI-8", || {
            let skill = match self.range {
                Range::Ranged => "Fire",
                Range::Melee => "Melee",
            };
            format!("a standard attack with the {skill} skill")
        });
        chance.tell("SI-1", || rns_in_words(self.rn_sides));
        let success_levels = chance.pool(self.rns, self.ap).count();
        chance.measure(Measure::Draws, self.ap);
        chance.measure(Measure::SuccessLevels, success_levels);
        chance.tell("SI-6", || {
            format!(
                "{} RNs for {} AP, {}+ succeeds: {success_levels} success levels",
                self.ap, self.ap, self.skill
            )
        });
        if let Some(hp) = self.hp {
            chance.measure(Measure::Hits, success_levels);
            chance.measure(Measure::Wounds, success_levels);
            target.wound(success_levels, hp);
            chance.tell("SI-6", || {
                let end = if target.destroyed { "destroyed" } else { "still alive" };
                format!("each is a wound: the target has {} of {hp}: {end}", target.wounds)
            });
        } else {
            chance.tell("SI-6", || "no effect on Heavy Armor".to_owned());
        }
    }
}
