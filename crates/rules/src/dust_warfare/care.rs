//! Removing damage: repair (DW-35 to DW-37), healing (DW-38), regeneration (DW-39).

use super::State;
use super::choices::{Ability, Measure};
use super::combat_die::{CombatDice, counted, dice_in_words};
use super::condition::{Body, Condition};
use super::units::{Unit, UnitType, Units};
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::fields::{Fault, Named, Problems};
use chance::game::Flow;

const REPAIR: Roll = Roll::new("repair", "DW-35");
const HEAL: Roll = Roll::new("heal", "DW-38");
const REGENERATE: Roll = Roll::new("regenerate", "DW-39");

fn has(unit: &Unit, ability: Ability) -> bool {
    unit.abilities.contains(&ability)
}

fn conflict(words: &str, problems: &mut Problems) {
    problems.add("procedure", Fault::Conflict(words.to_owned()));
}

/// One repair in each round.
#[derive(Clone, Debug)]
pub struct Repair {
    dice: CombatDice,
    rule: &'static str,
    inverted: bool,
    target: Body,
    start: Condition,
}

impl Repair {
    /// Finds the unit that repairs: the attacker, or else the target itself.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Self {
        units.expect_type("target", &[UnitType::Vehicle, UnitType::Aircraft], problems);
        let Units { attacker, target, .. } = units;
        let repairs = [Ability::Mechanic, Ability::SelfRepair, Ability::TankHead];
        let repairer = if repairs.iter().any(|&ability| has(attacker, ability)) {
            attacker
        } else {
            if !has(target, Ability::SelfRepair) {
                let words = "nobody repairs: the attacker needs \"mechanic\", \"self-repair\" or \"tank-head\", or the \
                             target \"self-repair\"";
                conflict(words, problems);
            }
            target
        };
        let body = Body::new(target, &units.options);
        Self {
            dice: CombatDice::new(&REPAIR, pools),
            rule: if has(repairer, Ability::TankHead) {
                "DW-37"
            } else if has(repairer, Ability::Mechanic) {
                "DW-35"
            } else {
                "DW-36"
            },
            // DW-37 and Expert Repair both read a blank for a hit; together they invert once.
            inverted: has(repairer, Ability::TankHead) || has(repairer, Ability::ExpertRepair),
            start: body.start(&units.situation, problems),
            target: body,
        }
    }

    /// The target before the first round.
    pub fn start(&self) -> Condition {
        self.start
    }

    /// Plays a round.
    pub fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        let target = &mut state.target;
        let removed = target.remove_gravest(self.target.kind);
        let repaired = match target.wounds {
            0 => 0,
            _ => self.dice.roll(1, self.inverted, chance),
        };
        target.wounds -= repaired as u16;
        chance.measure(Measure::Repaired, repaired);
        chance.measure(Measure::DamageLeft, target.wounds.into());
        chance.measure(Measure::EffectsLeft, target.effects.len() as u32);
        let wounds = target.wounds;
        chance.tell(self.rule, || {
            let effect = removed.map_or("no effect", |effect| effect.name()).replace('_', " ");
            let die = dice_in_words(1, self.inverted);
            format!("repair: {effect} removed; {die}: {repaired} damage removed, {wounds} left")
        });
        Flow::RoundOver
    }
}

/// One visit of a medic in each round.
#[derive(Clone, Debug)]
pub struct Heal {
    dice: CombatDice,
    target: Body,
    start: Condition,
}

impl Heal {
    /// Checks that there is a medic.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Self {
        units.expect_type("target", &[UnitType::Soldier], problems);
        if !has(&units.attacker, Ability::Medic) && !has(&units.target, Ability::Medic) {
            conflict("nobody heals: the attacker or the target needs \"medic\"", problems);
        }
        let target = Body::new(&units.target, &units.options);
        let start = target.start_without_effects(&units.situation, problems);
        Self { dice: CombatDice::new(&HEAL, pools), target, start }
    }

    /// The target before the first round.
    pub fn start(&self) -> Condition {
        self.start
    }

    /// Plays a round.
    pub fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        let target = &mut state.target;
        target.suppression = target.suppression.saturating_sub(1);
        let hit = self.dice.roll(1, false, chance) == 1;
        let (mut healed, mut returned) = (0, 0);
        if hit && target.lost > 0 {
            target.lost -= 1;
            returned = 1;
        } else if hit && target.wounds > 0 {
            target.wounds -= 1;
            healed = 1;
        }
        chance.measure(Measure::Healed, healed);
        chance.measure(Measure::Returned, returned);
        chance.measure(Measure::Suppression, target.suppression.into());
        let (markers, living) = (target.suppression, target.living(&self.target));
        chance.tell("DW-38", || {
            let roll = if hit { "hit" } else { "blank" };
            format!(
                "a medic, {roll}: {returned} returned, {healed} damage healed; {living} miniatures, {}",
                counted(markers.into(), "marker", "markers")
            )
        });
        Flow::RoundOver
    }
}

/// One regeneration in each round.
#[derive(Clone, Debug)]
pub struct Regenerate {
    dice: CombatDice,
    start: Condition,
}

impl Regenerate {
    /// Any unit.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Self {
        let start = Body::new(&units.target, &units.options).start(&units.situation, problems);
        Self { dice: CombatDice::new(&REGENERATE, pools), start }
    }

    /// The target before the first round.
    pub fn start(&self) -> Condition {
        self.start
    }

    /// Plays a round: a die for each point of damage on the living.
    pub fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        let wounds = u32::from(state.target.wounds);
        let restored = self.dice.roll(wounds, false, chance);
        state.target.wounds -= restored as u16;
        chance.measure(Measure::Restored, restored);
        chance.measure(Measure::DamageLeft, wounds - restored);
        chance.tell("DW-39", || {
            let (dice, left) = (dice_in_words(wounds, false), wounds - restored);
            format!("regeneration, {dice}: {restored} restored, {left} damage left")
        });
        Flow::RoundOver
    }
}
