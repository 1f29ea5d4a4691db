//! Initiative and orders: DW-3, DW-4.

use super::State;
use super::choices::{Ability, Event, Measure};
use super::combat_die::{CombatDice, counted};
use super::units::{Unit, Units};
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::game::Flow;

const ATTACKER: Roll = Roll::new("attacker-initiative", "DW-3");
const TARGET: Roll = Roll::new("target-initiative", "DW-3");

/// The roll for initiative.
#[derive(Clone, Debug)]
pub struct Initiative {
    attacker: Side,
    target: Side,
}

#[derive(Clone, Debug)]
struct Side {
    units: u32,
    command_squad: bool,
    dice: CombatDice,
}

impl Side {
    fn new(unit: &Unit, roll: &Roll, pools: &mut Pools) -> Self {
        let command_squad = unit.abilities.contains(&Ability::CommandSquad);
        Self { units: unit.units.get(), command_squad, dice: CombatDice::new(roll, pools) }
    }

    /// DW-4: an order for each hit, at least one; one more with a Command Squad.
    fn orders(&self, hits: u32) -> u32 {
        hits.max(1) + u32::from(self.command_squad)
    }
}

impl Initiative {
    /// Both sides.
    pub fn new(units: &Units, pools: &mut Pools) -> Self {
        Self {
            attacker: Side::new(&units.attacker, &ATTACKER, pools),
            target: Side::new(&units.target, &TARGET, pools),
        }
    }

    /// Rolls once; if the hits are equal, the same step comes again.
    pub fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        let attacker = self.attacker.dice.roll(self.attacker.units, false, chance);
        let target = self.target.dice.roll(self.target.units, false, chance);
        if attacker == target {
            chance.tell("DW-3", || format!("{} each: both roll again", counted(attacker, "hit", "hits")));
            return Flow::Next;
        }
        if attacker < target {
            state.happened.add(Event::AttackerInitiates);
        }
        chance.tell("DW-3", || {
            let who = if attacker < target { "attacker" } else { "target" };
            format!("{attacker} against {}: the {who} initiates", counted(target, "hit", "hits"))
        });
        let (attacker, target) = (self.attacker.orders(attacker), self.target.orders(target));
        chance.measure(Measure::AttackerOrders, attacker);
        chance.measure(Measure::TargetOrders, target);
        chance.tell("DW-4", || format!("orders: {attacker} for the attacker, {target} for the target"));
        Flow::RoundOver
    }
}
