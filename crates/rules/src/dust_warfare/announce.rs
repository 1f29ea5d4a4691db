//! The rules that shape an attack, told before its dice are rolled.

use super::choices::Ability;
use super::lines::{Lines, places};
use super::plan::{Breach, Manner, Mask, Plan};
use super::weapons::{Firepower, Trait};
use chance::Chance;

impl Lines {
    /// Tells which rules shape an attack before its dice are rolled.
    pub fn announce<C: Chance>(&self, plan: &Plan, chance: &mut C) {
        let fires = |lines: Mask| lines & plan.firing != 0;
        let has = |ability| self.abilities.has(ability);
        let sprays = |line: usize| matches!(self.all[line].firepower, Firepower::Spray { .. });
        let sustained = self.is_sustained();
        for (applies, rule, words) in [
            (
                self.is_bombing(),
                "DW-53",
                if sustained { "bombs fall: several, so the attack is sustained" } else { "a bomb falls" },
            ),
            (self.at_low, "DW-47", "the aircraft flies low: it is attacked as a vehicle of the same armor"),
            (
                places(plan.firing).any(sprays),
                "DW-10",
                "a spray line has a die for each miniature of the target",
            ),
            (fires(self.with(Trait::RocketPunch)), "DW-11", "a Rocket Punch inverts its line"),
            (self.is_spotted(plan.nature.close), "DW-11", "a Spotter inverts this attack"),
            (plan.now.has(Ability::FightingSpirit), "DW-11", "Fighting Spirit inverts this attack"),
            (fires(self.aimed()), "DW-12", "Take Aim inverts the dice in place of the reroll"),
            (plan.now.has(Ability::Berserk), "DW-13", "Berserk rerolls the misses of this attack"),
            (self.has_air_superiority(), "DW-13", "Air Superiority rerolls the misses against an aircraft"),
            (fires(plan.rerolled), "DW-2", "a miss is rerolled once; the second result counts"),
            (has(Ability::Frenzy), "DW-15", "Frenzy gives an extra die for each hit on every line"),
            (plan.now.has(Ability::AllInOne), "DW-16", "All in One doubles the dice of this attack"),
            (
                plan.now.has(Ability::Supercharged),
                "DW-16",
                "Supercharged doubles phasers, lasers and teslas; then they are out of ammo",
            ),
            (fires(plan.overcharged), "DW-16", "phasers are overcharged: double dice, then out of ammo"),
            (has(Ability::Headshot), "DW-17", "Headshot: half the dice, no armor roll, no cover"),
            (has(Ability::Sniper), "DW-17", "a Sniper: no armor roll, no cover"),
            (
                plan.breach == Breach::OfVehicle,
                "DW-31",
                "hull breach: a \"-\" reads 1/1, and no armor roll is made",
            ),
            (plan.breach == Breach::OfAircraft, "DW-31", "hull breach: each hit does 1 more damage"),
            (
                sustained && fires(self.with(Trait::Tesla)),
                "DW-43",
                "a Tesla line attacks a second unit in place of the reroll",
            ),
            (
                self.manner == Manner::Indirect,
                "DW-44",
                "artillery fires indirectly: sustained, but without rerolls",
            ),
        ] {
            if applies {
                chance.tell(rule, || words.to_owned());
            }
        }
    }
}
