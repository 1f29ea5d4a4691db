//! One side's attack on the other: its lines, and what cover leaves of their damage (DW-8, DW-20).

use std::borrow::Cow;

use super::choices::Cover;
use super::condition::Condition;
use super::defence::{Damage, Defender};
use super::lines::{Lines, Volley};
use super::plan::Plan;
use crate::chance::Chance;

/// One side's attack on the other.
#[derive(Clone, Debug)]
pub struct Shots<'a> {
    /// The weapons.
    pub lines: &'a Lines,
    /// How they are used now.
    pub plan: Cow<'a, Plan>,
    /// The unit under attack.
    pub defender: &'a Defender,
    /// Where it stands.
    pub ground: Cover,
    /// Whether it hits the dirt.
    pub dirt: bool,
}

impl Shots<'_> {
    /// Rolls all lines; gives what they did, and the damage that the defender is to face.
    #[inline]
    pub fn fire<C: Chance>(&self, unit: &Condition, chance: &mut C) -> (Volley, Damage) {
        let Self { lines, plan, defender, ground, dirt } = self;
        let shelter = defender.shelter(unit, *ground, *dirt, plan.nature);
        let volley = lines.fire(plan, unit.living(&defender.body), shelter.radiation_passes, chance);
        let left = shelter.leaves(volley.damage, volley.radiation);
        (volley, Damage { before: volley.damage as u16, left: left as u16 })
    }
}
