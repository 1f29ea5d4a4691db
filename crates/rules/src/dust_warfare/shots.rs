//! One side's attack on the other: its lines, and their damage after cover (DW-8, DW-20).

use std::borrow::Cow;

use super::choices::{Ability, Cover};
use super::condition::Condition;
use super::defence::{Damage, Defender};
use super::lines::{Lines, Volley};
use super::plan::Plan;
use chance::Chance;

/// One side's attack on the other.
#[derive(Clone, Debug)]
pub struct Shots<'a> {
    /// The weapons.
    pub lines: &'a Lines,
    /// How they are used now.
    pub plan: Cow<'a, Plan>,
    /// The unit under attack.
    pub defender: &'a Defender,
    /// Its cover.
    pub ground: Cover,
    /// Whether it hits the dirt.
    pub dirt: bool,
}

impl Shots<'_> {
    /// Rolls all lines. Returns their result, and the damage before the defender's rolls.
    #[inline]
    pub fn fire<C: Chance>(&self, unit: &Condition, chance: &mut C) -> (Volley, Damage) {
        let Self { lines, plan, defender, ground, dirt } = self;
        let ground = defender.ground(unit, *ground, chance);
        let shelter = defender.shelter(unit, ground, *dirt, plan.nature);
        if defender.body.has(Ability::Flight) && unit.suppression > 0 {
            chance.tell("DW-46", || "it flies: its markers do not improve its cover".to_owned());
        }
        let volley = lines.fire(plan, unit.living(&defender.body), shelter.radiation_passes, chance);
        let left = shelter.leaves(volley.damage, volley.radiation);
        (volley, Damage { before: volley.damage as u16, left: left as u16 })
    }
}
