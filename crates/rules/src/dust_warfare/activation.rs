//! The activation of a unit (DW-5, DW-6, DW-28) and the end phase.

use super::choices::{Ability, Event};
use super::combat_die::{CombatDice, dice_in_words};
use super::condition::{Body, Condition, Leader};
use chance::Chance;
use chance::dice::{Pools, Roll};

const SUPPRESSION: Roll = Roll::new("suppression", "DW-5");

/// The dice of an activation.
#[derive(Clone, Copy, Debug)]
pub struct Activation {
    suppression: CombatDice,
}

/// The result of an activation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Activated {
    /// DW-54: it has a new leader, and a marker.
    pub new_leader: bool,
    /// Markers removed by the dice.
    pub shaken_off: u32,
    /// DW-6: more markers than miniatures.
    pub retreats: bool,
    /// DW-28: the fire did its damage.
    pub burnt: bool,
    /// The fire destroyed it.
    pub casualties: u32,
}

impl Activation {
    /// Makes its dice.
    pub fn new(pools: &mut Pools) -> Self {
        Self { suppression: CombatDice::new(&SUPPRESSION, pools) }
    }

    /// Activates a living unit.
    #[inline]
    pub fn play<C: Chance>(self, unit: &mut Condition, body: &Body, chance: &mut C) -> Activated {
        let mut activated = self.shake_off(unit, body, chance);
        if unit.effects.has(Event::ExternalFire) {
            // DW-28: one damage, without armor roll or table.
            activated.burnt = true;
            activated.casualties = unit.suffer(1, body);
            chance.tell("DW-28", || {
                let end = if activated.casualties > 0 { "it is destroyed" } else { "it burns on" };
                format!("external fire does 1 damage: {end}")
            });
        }
        activated
    }

    /// DW-5, DW-6: rolls for the markers alone.
    #[inline]
    pub fn shake_off<C: Chance>(self, unit: &mut Condition, body: &Body, chance: &mut C) -> Activated {
        let mut activated = Activated::default();
        // DW-54
        if unit.needs_leader(body) {
            unit.gain_markers(1, body);
            activated.new_leader = true;
            chance.tell("DW-54", || "the unit has a new leader, and a suppression marker".to_owned());
        }
        unit.leader = Leader::Alive;
        if unit.suppression == 0 {
            return activated;
        }
        // DW-5: one die per marker, inverted if a hero leads.
        let markers = u32::from(unit.suppression);
        activated.shaken_off = self.suppression.roll(markers, body.hero, chance);
        unit.suppression -= activated.shaken_off as u16;
        chance.tell("DW-5", || {
            let dice = dice_in_words(markers, body.hero);
            let Activated { shaken_off, .. } = activated;
            format!("activation, {dice} for its markers: {shaken_off} removed, {} left", unit.suppression)
        });
        // DW-6: not if a hero leads; a Heroic Stand ignores markers.
        let steadfast = body.hero || body.has(Ability::HeroicStand);
        activated.retreats = !steadfast && u32::from(unit.suppression) > unit.living(body);
        if activated.retreats {
            let (markers, living) = (unit.suppression, unit.living(body));
            chance.tell("DW-6", || format!("{markers} markers on {living} miniatures: it retreats"));
        }
        activated
    }

    /// DW-5: the end phase removes one suppression marker and the reaction marker.
    #[inline]
    pub fn end_phase<C: Chance>(self, unit: &mut Condition, chance: &mut C) {
        if unit.suppression > 0 {
            unit.suppression -= 1;
            let left = unit.suppression;
            chance.tell("DW-5", || format!("end phase: one marker goes, {left} left"));
        }
        unit.reacted = false;
    }
}
