//! Troops beside a vehicle that explodes: RC-28.

use super::dice::{Contest, Dice};
use super::units::Units;
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::fields::{Fault, Problems};

const EXPLOSION: Roll = Roll::new("explosion", "RC-28");
const BYSTANDER: Roll = Roll::new("bystander", "RC-28");

/// Troops within 3" of the target, each with the same dice.
#[derive(Clone, Debug)]
pub struct Bystanders {
    count: u8,
    dice: Dice,
    contest: Contest,
    explosion_dice: Dice,
}

impl Bystanders {
    /// The bystanders of a scenario; `None` if there are none, or if a field is missing.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let count = units.situation.bystanders.get();
        if count == 0 {
            return None;
        }
        let dice = units.bystander.as_ref().and_then(|bystander| bystander.dice);
        let dice = problems.need(dice, "bystander.dice", "for troops beside the target")?;
        if dice.size() == 0 {
            let message = "a troop without base dice is dead".to_owned();
            problems.add("bystander.dice", Fault::Conflict(message));
        }
        let contest = Contest::new(EXPLOSION, BYSTANDER, pools);
        Some(Self { count: count as u8, dice, contest, explosion_dice: units.options.explosion_dice })
    }

    /// RC-28: the target explodes. Returns whether at least one bystander dies.
    pub fn suffer<C: Chance>(&self, chance: &mut C) -> bool {
        let killed = self.is_any_killed(self.count, chance);
        chance.tell("RC-28", || {
            let end = if killed { "not all of them live" } else { "all of them live" };
            format!(
                "{} against each of {} bystanders ({}): {end}",
                self.explosion_dice, self.count, self.dice
            )
        });
        killed
    }

    fn is_any_killed<C: Chance>(&self, count: u8, chance: &mut C) -> bool {
        if count == 0 {
            return false;
        }
        chance.part((count, self.dice, self.explosion_dice), |chance| {
            let before = self.is_any_killed(count - 1, chance);
            let dies = self.contest.hits(self.explosion_dice, self.dice, chance) >= self.dice.size().into();
            before || dies
        })
    }
}
