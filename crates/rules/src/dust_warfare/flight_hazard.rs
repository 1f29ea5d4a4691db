//! An aircraft at low altitude in a flight hazard: DW-33.

use super::State;
use super::choices::{Cover, Event, Measure};
use super::condition::Condition;
use super::defence::Defender;
use super::units::{UnitType, Units};
use chance::Chance;
use chance::dice::Pools;
use chance::fields::Problems;
use chance::game::Flow;

/// The damage of a soft hazard.
const DAMAGE: u32 = 4;

/// A flight hazard, entered once in each round.
#[derive(Clone, Debug)]
pub struct FlightHazard {
    target: Defender,
    hazard: Cover,
    start: Condition,
}

impl FlightHazard {
    /// Checks that an aircraft flies.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Self {
        units.expect_type("target", &[UnitType::Aircraft], problems);
        let target = Defender::unattacked(&units.target, &units.options, pools);
        let start = target.body.start(&units.situation, problems);
        Self { target, hazard: units.situation.cover, start }
    }

    /// The target before the first round.
    pub fn start(&self) -> Condition {
        self.start
    }

    /// Whether the aircraft is destroyed.
    pub fn is_killed(&self, state: &State) -> bool {
        state.target.is_eliminated(&self.target.body)
    }

    /// Plays a round.
    pub fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        let body = &self.target.body;
        let casualties = match self.hazard {
            Cover::None => {
                chance.tell("DW-33", || "no hazard: nothing happens".to_owned());
                0
            }
            Cover::Soft => {
                let negated = if state.target.effects.has(Event::HullBreach) {
                    0
                } else {
                    self.target.armor_roll(&mut state.target, self.target.armor_dice(), chance).min(DAMAGE)
                };
                chance.measure(Measure::DamageBeforeArmor, DAMAGE);
                chance.measure(Measure::ArmorNegated, negated);
                chance.measure(Measure::Damage, DAMAGE - negated);
                let casualties = state.target.suffer(DAMAGE - negated, body);
                chance.tell("DW-33", || {
                    let end = if casualties > 0 { "it crashes" } else { "it flies on" };
                    format!("soft hazard: {DAMAGE} damage, {negated} negated, {end}")
                });
                casualties
            }
            Cover::Hard => {
                chance.tell("DW-33", || "hard hazard: it crashes".to_owned());
                state.target.suffer(body.hit_points, body)
            }
        };
        chance.measure(Measure::Casualties, casualties);
        Flow::RoundOver
    }
}
