//! The damage tables of vehicles and aircraft: DW-25 to DW-27, DW-29, DW-32.

use super::choices::{Event, TableRoll};
use super::combat_die::{CombatDice, counted, dice_in_words};
use super::condition::Condition;
use super::defence::{Blow, Damage};
use super::plan::AttackTraits;
use super::units::{DamageTable, Options, UnitType};
use super::weapons::Trait;
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::fields::Named;

const TABLE: Roll = Roll::new("table", "DW-25");
const WEAPON: Roll = Roll::new("weapon", "DW-29");

/// The most dice rolled at once. More are rolled in turns, which end when the last line is reached: so an attack of
/// hundreds of dice needs few outcomes.
const AT_ONCE: u16 = 40;

/// A line of a damage table that was reached: the place after that of its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableLine(u8);

/// A damage table.
#[derive(Clone, Debug)]
pub struct Table {
    kind: UnitType,
    needed: [u8; 7],
    when: TableRoll,
    dice: CombatDice,
    weapon: CombatDice,
}

/// Dice that are still to be rolled on the table, and hits so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TableDice {
    dice: u16,
    hits: u8,
    inverted: bool,
}

impl Table {
    /// The table of a type of unit; soldiers have an empty one.
    pub fn new(kind: UnitType, options: &Options, pools: &mut Pools) -> Self {
        let DamageTable(needed) = options.damage_table;
        Self {
            kind,
            needed,
            when: options.table_roll,
            dice: CombatDice::new(&TABLE, pools),
            weapon: CombatDice::new(&WEAPON, pools),
        }
    }

    /// Whether it has no lines.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.kind == UnitType::Soldier
    }

    /// DW-25 to DW-27: the consequence of an attack that did not destroy the unit: dice on the table, or a fire at once.
    #[inline]
    pub fn brings<C: Chance>(
        &self,
        unit: &mut Condition,
        blow: &Blow,
        nature: AttackTraits,
        chance: &mut C,
    ) -> Option<TableDice> {
        let Damage { before, left } = blow.damage;
        if self.is_empty() || before == 0 || blow.cheated {
            return None;
        }
        if nature.has(Trait::Incendiary) && self.kind == UnitType::Vehicle && blow.taken() > 0 {
            unit.effects.add(Event::ExternalFire);
            chance.tell("DW-27", || "incendiary damage: the vehicle burns, no table roll".to_owned());
            return None;
        }
        let rolled = self.when == TableRoll::WhenHit || blow.taken() > 0;
        let dice = TableDice { dice: left, hits: 0, inverted: nature.has(Trait::TankKiller) };
        (rolled && left > 0).then_some(dice)
    }

    /// DW-25, DW-26, DW-32: rolls on the table. Returns the line that was reached.
    #[inline]
    pub fn roll<C: Chance>(&self, dice: TableDice, chance: &mut C) -> TableLine {
        chance.part(dice, |chance| {
            let mut dice = dice;
            let now = dice.dice.min(AT_ONCE);
            if dice.inverted {
                chance.tell("DW-26", || "a Tank Killer inverts the dice of the damage table".to_owned());
            }
            let hits = self.dice.roll(now.into(), dice.inverted, chance);
            chance.tell(self.rule(), || {
                let dice = dice_in_words(now.into(), dice.inverted);
                format!("damage table, {dice}: {}", counted(hits, "hit", "hits"))
            });
            let [.., last] = self.needed;
            dice.dice -= now;
            dice.hits = (u32::from(dice.hits) + hits).min(last.into()) as u8;
            if dice.dice > 0 && dice.hits < last {
                return self.roll(dice, chance);
            }
            // Each line needs more than the one before.
            let reached = self.needed.iter().filter(|&&needed| needed <= dice.hits).count();
            let line = reached.saturating_sub(1) as u8;
            chance.tell(self.rule(), || format!("line {line} of the damage table is reached"));
            TableLine(line)
        })
    }

    /// The effect of a line on a unit: the next lesser one if the unit has it already; none if none is left.
    #[inline]
    pub fn effect(&self, TableLine(line): TableLine, unit: &Condition) -> Option<Event> {
        let reached = &Event::table(self.kind)[..line.into()];
        reached.iter().rev().copied().find(|&effect| !unit.effects.has(effect))
    }

    /// Applies the table's effect to a unit.
    #[inline]
    pub fn affect<C: Chance>(&self, unit: &mut Condition, effect: Option<Event>, chance: &mut C) {
        if let Some(effect) = effect {
            unit.effects.add(effect);
        }
        chance.tell(self.rule(), || {
            let effect =
                effect.map_or_else(|| "nothing".to_owned(), |effect| effect.name().replace('_', " "));
            format!("the damage table brings {effect}")
        });
    }

    #[inline]
    fn rule(&self) -> &'static str {
        if self.kind == UnitType::Aircraft { "DW-32" } else { "DW-25" }
    }

    /// DW-29: whether the attacker chooses the weapon.
    #[inline]
    pub fn attacker_chooses<C: Chance>(&self, chance: &mut C) -> bool {
        let chooses = self.weapon.roll(1, false, chance) == 1;
        chance.tell("DW-29", || {
            let who = if chooses { "hit: the attacker" } else { "blank: the defender" };
            format!("a {who} chooses the weapon that is lost")
        });
        chooses
    }
}
