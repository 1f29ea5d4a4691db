//! Procedures of suppression markers alone: the overrun (DW-7), and activations under suppression (DW-5, DW-6).

use super::State;
use super::activation::Activation;
use super::choices::{Event, Measure};
use super::combat_die::{CombatDice, counted, dice_in_words};
use super::condition::{Body, Condition};
use super::units::{UnitType, Units};
use crate::chance::Chance;
use crate::dice::{Pools, Roll};
use crate::fields::Problems;
use crate::game::Flow;

const OVERRUN: Roll = Roll::new("overrun", "DW-7");

/// A vehicle drives over a soldier unit, round after round.
#[derive(Clone, Debug)]
pub struct Overrun {
    dice: CombatDice,
    armor: u32,
    target: Body,
    start: Condition,
    activation: Option<Activation>,
}

/// A unit shakes off its markers, round after round.
#[derive(Clone, Debug)]
pub struct Suppression {
    target: Body,
    start: Condition,
    activation: Activation,
}

impl Overrun {
    /// Checks that a vehicle meets soldiers.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Self {
        units.expect_type("attacker", &[UnitType::Vehicle], problems);
        units.expect_type("target", &[UnitType::Soldier], problems);
        let target = Body::new(&units.target, &units.options);
        Self {
            dice: CombatDice::new(OVERRUN, pools),
            armor: units.attacker.armor.get(),
            start: target.start_without_effects(&units.situation, problems),
            target,
            activation: units.situation.target_activates.then(|| Activation::new(pools)),
        }
    }

    /// The target before the first round.
    pub fn start(&self) -> Condition {
        self.start
    }

    /// Plays a round in two steps: the overrun, then the activation.
    pub fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        if !state.overrun {
            // DW-7: dice equal to the vehicle's armor, a marker for each hit.
            let hits = self.dice.roll(self.armor, false, chance);
            chance.measure(Measure::Hits, hits);
            state.target.gain_markers(hits, &self.target);
            state.note_markers();
            let (dice, markers) = (dice_in_words(self.armor, false), state.target.suppression);
            chance.tell("DW-7", || {
                format!("overrun, {dice}: {}, {markers} markers in all", counted(hits, "hit", "hits"))
            });
            state.overrun = true;
            return Flow::Next;
        }
        state.overrun = false;
        if let Some(activation) = self.activation {
            shake_off(activation, &self.target, state, chance);
        }
        chance.measure(Measure::Suppression, state.target.suppression.into());
        Flow::RoundOver
    }
}

impl Suppression {
    /// Any unit; only soldiers have markers.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Self {
        let target = Body::new(&units.target, &units.options);
        let start = target.start_without_effects(&units.situation, problems);
        Self { target, start, activation: Activation::new(pools) }
    }

    /// The target before the first round.
    pub fn start(&self) -> Condition {
        self.start
    }

    /// Plays a round.
    pub fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        let shaken_off = shake_off(self.activation, &self.target, state, chance);
        chance.measure(Measure::Hits, shaken_off);
        chance.measure(Measure::Suppression, state.target.suppression.into());
        Flow::RoundOver
    }
}

/// DW-5, DW-6 and the end phase; gives the markers removed by the dice.
fn shake_off<C: Chance>(activation: Activation, target: &Body, state: &mut State, chance: &mut C) -> u32 {
    let activated = activation.shake_off(&mut state.target, target, chance);
    if activated.retreats {
        state.happened.add(Event::Retreating);
    }
    activation.end_phase(&mut state.target, chance);
    activated.shaken_off
}
