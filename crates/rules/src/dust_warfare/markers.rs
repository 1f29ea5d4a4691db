//! Procedures of suppression markers alone: the overrun (DW-7), and activations under suppression (DW-5, DW-6).

use super::State;
use super::activation::Activation;
use super::choices::{Cover, Event, Measure};
use super::combat_die::{CombatDice, counted, dice_in_words};
use super::condition::{Body, Condition};
use super::defence::{Damage, Defender};
use super::plan::AttackTraits;
use super::units::{UnitType, Units};
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::fields::Problems;
use chance::game::Flow;

const OVERRUN: Roll = Roll::new("overrun", "DW-7");
const BURNING: Roll = Roll::new("burning-overrun", "DW-48");

/// A vehicle drives over a soldier unit, round after round.
#[derive(Clone, Debug)]
pub struct Overrun {
    dice: CombatDice,
    armor: u32,
    target: Defender,
    start: Condition,
    activation: Option<Activation>,
    /// DW-48: the dice of a vehicle on fire, and the target's cover.
    fire: Option<(CombatDice, Cover)>,
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
        let Units { situation, options, .. } = units;
        let target = Defender::target(&units.target, situation, options, pools);
        Self {
            dice: CombatDice::new(&OVERRUN, pools),
            armor: units.attacker.armor.get(),
            start: target.body.start(situation, problems),
            target,
            activation: situation.target_activates.then(|| Activation::new(pools)),
            fire: situation.attacker_on_fire.then(|| (CombatDice::new(&BURNING, pools), situation.cover)),
        }
    }

    /// Whether the target is eliminated.
    pub fn is_killed(&self, state: &State) -> bool {
        state.target.is_eliminated(&self.target.body)
    }

    /// DW-48: a vehicle on fire attacks the unit with a die of damage 1 for each living miniature.
    fn burn<C: Chance>(&self, (dice, cover): (CombatDice, Cover), state: &mut State, chance: &mut C) {
        let unit = &mut state.target;
        let living = unit.living(&self.target.body);
        let nature = AttackTraits::default();
        let blow = chance.part(*unit, |chance| {
            let hits = dice.roll(living, false, chance);
            chance.tell("DW-48", || {
                format!(
                    "the burning vehicle, {}: {}",
                    dice_in_words(living, false),
                    counted(hits, "hit", "hits")
                )
            });
            let ground = self.target.ground(unit, cover, chance);
            let left = self.target.shelter(unit, ground, false, nature).leaves(hits, 0);
            let damage = Damage { before: hits as u16, left: left as u16 };
            self.target.defend(unit, damage, nature, chance)
        });
        let casualties = self.target.take(unit, &blow, chance);
        chance.measure(Measure::Damage, blow.taken());
        chance.measure(Measure::Casualties, casualties);
        if blow.cheated {
            state.happened.add(Event::CheatedDeath);
        }
        if blow.damage.before > 0 {
            state.target.gain_markers(1, &self.target.body);
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
            // DW-48 happens at the same time: its cover is that before the markers.
            if let Some(fire) = self.fire {
                self.burn(fire, state, chance);
            }
            state.target.gain_markers(hits, &self.target.body);
            let (dice, markers) = (dice_in_words(self.armor, false), state.target.suppression);
            chance.tell("DW-7", || {
                format!("overrun, {dice}: {}, {markers} markers in all", counted(hits, "hit", "hits"))
            });
            state.note_markers();
            state.overrun = true;
            return Flow::Next;
        }
        state.overrun = false;
        if let Some(activation) = self.activation.filter(|_| !self.is_killed(state)) {
            shake_off(activation, &self.target.body, state, chance);
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

/// DW-5, DW-6 and the end phase. Returns the markers removed by the dice.
fn shake_off<C: Chance>(activation: Activation, target: &Body, state: &mut State, chance: &mut C) -> u32 {
    let activated = activation.shake_off(&mut state.target, target, chance);
    state.happened = state.happened.with(Event::Suppressed, activated.new_leader);
    if activated.retreats {
        state.happened.add(Event::Retreating);
    }
    activation.end_phase(&mut state.target, chance);
    activated.shaken_off
}
