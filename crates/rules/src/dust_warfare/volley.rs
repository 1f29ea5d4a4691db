//! The lines of an attack, rolled one after the other: DW-8, DW-20, DW-24.

use super::choices::Cover;
use super::condition::Condition;
use super::defence::{Damage, Defender};
use super::lines::Lines;
use super::plan::Plan;
use super::weapons::Trait;
use crate::chance::Chance;

/// What the lines of an attack have done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Volley {
    /// The next line.
    line: u8,
    /// The unit under attack hit the dirt.
    dirt: bool,
    /// Hits of all lines.
    pub hits: u16,
    /// Damage of all lines.
    pub damage: u16,
    /// The part of the damage that soft cover does not reduce.
    radiation: u16,
    /// DW-24: hits of Demolition lines.
    pub defences: u16,
}

/// One side's attack on the other.
#[derive(Clone, Copy, Debug)]
pub struct Shots<'a> {
    /// The weapons.
    pub lines: &'a Lines,
    /// How they are used now.
    pub plan: Plan,
    /// The unit under attack.
    pub defender: &'a Defender,
    /// Where it stands.
    pub ground: Cover,
}

impl Volley {
    /// No line rolled yet; `dirt`: the unit under attack hit the dirt.
    pub fn new(dirt: bool) -> Self {
        Self { dirt, ..Self::default() }
    }

    /// The same without what is only counted, where it is not reported.
    #[must_use]
    pub fn uncounted(self) -> Self {
        Self { hits: 0, defences: 0, ..self }
    }

    /// Rolls the next line; after the last one gives the damage that cover leaves.
    pub fn roll<C: Chance>(&mut self, shots: &Shots<'_>, unit: &Condition, chance: &mut C) -> Option<Damage> {
        let Shots { lines, plan, defender, ground } = shots;
        let fired = lines.fire(self.line, plan, unit.living(&defender.body), chance);
        self.hits += fired.hits as u16;
        self.damage += fired.damage as u16;
        // What makes no difference is not remembered apart.
        let shelter = defender.shelter(unit, *ground, self.dirt, plan.nature);
        if shelter.radiation_passes && fired.traits.has(Trait::Radiation) {
            self.radiation += fired.damage as u16;
        }
        if fired.traits.has(Trait::Demolition) {
            self.defences += fired.hits as u16;
        }
        if let Some(line) = fired.next {
            self.line = line;
            return None;
        }
        let left = shelter.leaves(self.damage, self.radiation);
        Some(Damage { before: self.damage, left })
    }
}
