//! The men aboard a vehicle: RC-13's dice, RC-18, RC-19, and the driver of RC-23.

use super::combatant::Condition;
use super::dice::{Contest, Dice};
use super::units::{Event, Procedure, Trait, Units};
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::fields::{Fault, Problems};

/// Base dice that a man may have.
pub const MEN_DICE: usize = 12;

const CREW: Roll = Roll::new("crew", "RC-13");
const CREW_MAN: Roll = Roll::new("man", "RC-13");
const DESTROYED: Roll = Roll::new("destroyed", "RC-18");
const DESTROYED_MAN: Roll = Roll::new("man", "RC-18");
const EXPLOSION: Roll = Roll::new("explosion", "RC-19");
const EXPLOSION_MAN: Roll = Roll::new("man", "RC-19");

/// The men aboard, each with the same dice.
#[derive(Clone, Debug)]
pub struct Men {
    count: u8,
    dice: Dice,
    /// Whether there is a crew; the first of it drives.
    pub has_driver: bool,
    /// The melee dice with which the driver may meet a rush (RC-9).
    pub driver_melee: Option<Dice>,
    crew: (Contest, Dice),
    destroyed: (Contest, Dice),
    explosion: (Contest, Dice),
}

/// The effect of a CREW card on the men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct CrewDamage {
    /// Men who have lost 1, 2, 3 … dice; all 0 once one has died.
    lost: [u8; MEN_DICE],
    killed: bool,
    driver_killed: bool,
}

impl Men {
    /// The target's men; `None` if there are none, or if a field is missing.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let Units { target, passenger, options, .. } = units;
        let count = target.crew.get() + target.passengers.get();
        if count == 0 {
            return None;
        }
        let dice = passenger.as_ref().and_then(|passenger| passenger.dice);
        let dice = problems.need(dice, "passenger.dice", "for a target with crew or passengers")?;
        if dice.size() == 0 || usize::from(dice.size()) > MEN_DICE {
            let message = format!("a man aboard has from 1 to {MEN_DICE} base dice");
            problems.add("passenger.dice", Fault::Conflict(message));
            return None;
        }
        let has_driver = target.crew.get() > 0;
        let may_fight = has_driver && target.has(Trait::Low) && units.procedure == Procedure::Rush;
        Some(Self {
            count: count as u8,
            dice,
            has_driver,
            driver_melee: passenger.as_ref().and_then(|passenger| passenger.melee).filter(|_| may_fight),
            crew: (Contest::new(CREW, CREW_MAN, pools), options.crew_dice),
            destroyed: (Contest::new(DESTROYED, DESTROYED_MAN, pools), options.destroyed_dice),
            explosion: (Contest::new(EXPLOSION, EXPLOSION_MAN, pools), options.explosion_dice),
        })
    }

    /// RC-13: rolls against each man for the first CREW card. Returns whether the driver dies (RC-23).
    pub fn suffer_crew_card<C: Chance>(&self, condition: &mut Condition, chance: &mut C) -> bool {
        let hurt = self.after_crew_dice(self.count, chance);
        condition.men = hurt.lost;
        condition.driver_dead = hurt.driver_killed && self.driver_melee.is_some();
        if hurt.killed {
            condition.note(Event::PassengerKilled);
        }
        chance.tell("RC-13", || {
            let end = match (hurt.killed, hurt.driver_killed) {
                (false, _) => "nobody dies",
                (true, false) => "not all of them live",
                (true, true) => "the driver is dead",
            };
            format!("{} against each of {} men aboard ({}): {end}", self.crew.1, self.count, self.dice)
        });
        hurt.driver_killed
    }

    /// Rolls against the first `men` men, the driver first. It goes man by man, so that outcomes with equal losses merge.
    fn after_crew_dice<C: Chance>(&self, men: u8, chance: &mut C) -> CrewDamage {
        if men == 0 {
            return CrewDamage::default();
        }
        chance.part(men, |chance| {
            let mut hurt = self.after_crew_dice(men - 1, chance);
            let (contest, dice) = self.crew;
            let lost = contest.hits(dice, self.dice, chance);
            if lost >= self.dice.size().into() {
                hurt.killed = true;
                hurt.driver_killed |= men == 1 && self.has_driver;
            } else if lost > 0 {
                hurt.lost[lost as usize - 1] += 1;
            }
            if hurt.killed {
                hurt.lost = [0; MEN_DICE];
            }
            hurt
        })
    }

    /// RC-18, RC-19: the vehicle is destroyed. Once one man has died, more deaths change nothing.
    pub fn suffer_wreck<C: Chance>(&self, condition: &mut Condition, exploded: bool, chance: &mut C) {
        if condition.has(Event::PassengerKilled) {
            chance.tell("RC-18", || "a man has died before; who else dies is not asked".to_owned());
            return;
        }
        let hurt: u8 = condition.men.iter().sum();
        let killed = self.is_any_killed(self.count - hurt, condition.men, exploded, chance);
        if killed {
            condition.note(Event::PassengerKilled);
        }
        let (rule, dice) = if exploded { ("RC-19", self.explosion.1) } else { ("RC-18", self.destroyed.1) };
        chance.tell(rule, || {
            let end = if killed { "not all of them live" } else { "all of them live" };
            format!("{dice} against each of {} men aboard: {end}", self.count)
        });
    }

    /// Rolls against the unhurt men, then against those who have lost 1, 2, 3 … dice. Returns whether one dies.
    fn is_any_killed<C: Chance>(
        &self,
        unhurt: u8,
        hurt: [u8; MEN_DICE],
        exploded: bool,
        chance: &mut C,
    ) -> bool {
        let (mut first, mut rest) = (unhurt, hurt);
        let lost = match rest.iter().rposition(|&men| men > 0) {
            Some(place) => {
                rest[place] -= 1;
                place as u8 + 1
            }
            None if unhurt == 0 => return false,
            None => {
                first -= 1;
                0
            }
        };
        chance.part((unhurt, hurt, exploded), |chance| {
            let before = self.is_any_killed(first, rest, exploded, chance);
            let (contest, dice) = if exploded { self.explosion } else { self.destroyed };
            let left = self.dice.without(lost);
            let dies = contest.hits(dice, left, chance) >= left.size().into();
            before || dies
        })
    }
}
