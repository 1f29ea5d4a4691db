//! Blasts: the throw or Indirect shot (DZ-18), the explosion (DZ-19, DZ-20, and DZ-16's), and DZ-17.

use super::d8::{Purpose, TEST_DICE, Test, TestDie};
use super::damage::{Body, Condition, DEAD, Frame};
use super::units::{Event, Kind, Measure, Potential, Procedure, Units};
use super::weapons::Weapon;
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::fields::Problems;

static THROW: Purpose = Purpose::new("throw", "DZ-18", "the throw or shot");
const SCATTER: Roll = Roll::new("scatter", "DZ-18");
static FRAG: Purpose = Purpose::new("frag", "DZ-19", "the frag");
static SURVIVE: Purpose = Purpose::new("survive", "DZ-19", "Survive against the frag");
const THROWN: Roll = Roll::new("thrown", "DZ-17");

/// DZ-19: the number on which the dice of a frag succeed.
const FRAG_STAT: u32 = 4;
/// DZ-16: the dice that a fuel breach has more than a frag grenade.
const FUEL_BREACH_DICE: u32 = 2;

/// The dice of explosions.
#[derive(Clone, Debug)]
pub struct Frag {
    burst: Test,
    grenade_dice: u32,
    potential: Potential,
}

/// An explosion among models: its successes and its AP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blast {
    /// Successes, which each model's Survive opposes.
    pub successes: u16,
    /// Taken off the Armour of each model.
    pub ap: u8,
}

impl Frag {
    /// The frags of a scenario.
    pub fn new(units: &Units, pools: &mut Pools) -> Self {
        Self {
            burst: Test::new(pools, TestDie::new(&units.options), &FRAG, FRAG_STAT, 0),
            grenade_dice: units.options.frag_grenade_dice.get(),
            potential: units.options.potential,
        }
    }

    /// DZ-19: the dice of a weapon's explosion, rolled once for the cube.
    fn explode<C: Chance>(&self, weapon: &Weapon, chance: &mut C) -> Blast {
        let dice = weapon.frag.unwrap_or(self.grenade_dice);
        let successes = self.burst.roll(dice as i32, chance) as u16;
        Blast { successes, ap: weapon.ap as u8 }
    }

    /// DZ-16: the explosion of a fuel breach.
    pub fn fuel_breach<C: Chance>(&self, chance: &mut C) -> Blast {
        let successes = self.burst.roll((self.grenade_dice + FUEL_BREACH_DICE) as i32, chance) as u16;
        Blast { successes, ap: 0 }
    }

    /// DZ-19: a man's Survive test, and the potential damage to him.
    pub fn against<C: Chance>(&self, blast: Blast, survive: &Test, chance: &mut C) -> (u32, u32) {
        let survived = survive.roll(0, chance);
        (survived, self.potential.of(blast.successes.into(), survived))
    }
}

/// DZ-19: the Survive test against a blast.
pub fn survive(units: &Units, pools: &mut Pools, purpose: &'static Purpose, stat: u32) -> Test {
    Test::new(pools, TestDie::new(&units.options), purpose, stat, TEST_DICE)
}

/// DZ-17: a man who survives a blast lands in a neighbouring cube. The die changes no number.
pub fn throw_about<C: Chance>(chance: &mut C) {
    chance.die(THROWN, 8, |_| ());
    chance.tell("DZ-17", || "the survivor is thrown into that neighbouring cube and pinned".to_owned());
}

/// DZ-17, DZ-23: both men of a CSW are thrown. Returns whether they land in different cubes.
fn is_crew_separated<C: Chance>(chance: &mut C) -> bool {
    let apart = chance.part((), |chance| {
        let gunner = chance.die(THROWN, 8, |cube| cube);
        gunner != chance.die(THROWN, 8, |cube| cube)
    });
    chance.tell("DZ-17", || "both survivors are thrown into those neighbouring cubes and pinned".to_owned());
    if apart {
        chance.tell("DZ-23", || "the crew is separated".to_owned());
    }
    apart
}

/// A frag in the target's cube, and how it gets there.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// DZ-18: the test that puts it there; an explosion needs none.
    throw: Option<Test>,
    /// The target's Survive; a vehicle needs none (DZ-20).
    survive: Option<Test>,
}

impl Delivery {
    /// Checks that both units have the fields that the frag needs.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let Units { attacker, target, options, .. } = units;
        let throw = (units.procedure != Procedure::Explosion).then(|| {
            problems.need(attacker.shoot, "attacker.shoot", "to throw a grenade or fire indirectly")
        });
        let endure = (target.kind != Kind::Vehicle)
            .then(|| problems.need(target.survive, "target.survive", "to survive an explosion"));
        let throw = match throw {
            Some(stat) => Some(Test::new(pools, TestDie::new(options), &THROW, stat?.get(), TEST_DICE)),
            None => None,
        };
        let survive = match endure {
            Some(stat) => Some(survive(units, pools, &SURVIVE, stat?.get())),
            None => None,
        };
        Some(Self { throw, survive })
    }

    /// DZ-18: rolls whether it comes down in the target's cube. One success is enough; modifiers do not count.
    pub fn arrives<C: Chance>(&self, chance: &mut C) -> bool {
        let Some(throw) = &self.throw else { return true };
        let arrives = chance.part((), |chance| throw.roll(0, chance) > 0);
        if arrives {
            chance.tell("DZ-18", || "it comes down in the target's cube".to_owned());
        } else {
            chance.die(SCATTER, 8, |_| ());
            chance.tell("DZ-18", || "it scatters in that direction and hurts nobody".to_owned());
        }
        arrives
    }

    /// DZ-19 on the target. The blast then goes on to the bystanders.
    pub fn explode<C: Chance>(
        &self,
        frag: &Frag,
        weapon: &Weapon,
        (body, target): (&Body, &mut Condition),
        chance: &mut C,
    ) -> Blast {
        let blast = frag.explode(weapon, chance);
        chance.measure(Measure::AttackerSuccesses, blast.successes.into());
        let Some(survive) = &self.survive else {
            chance.tell("DZ-20", || "a vehicle is not affected".to_owned());
            return blast;
        };
        let (survived, potential) = frag.against(blast, survive, chance);
        let damage = body.damage(potential, blast.ap.into(), chance);
        chance.measure(Measure::TargetSuccesses, survived);
        chance.measure(Measure::PotentialDamage, potential);
        chance.measure(Measure::Damage, damage);
        if body.frame == Frame::Csw && target.loader.is_some() {
            // Both men of a CSW are in the cube. Damage beyond a kill is cut off, so that more outcomes are equal.
            let loader = chance.part(blast, |chance| {
                chance.tell("DZ-19", || "the loader stands there too".to_owned());
                let (_, potential) = frag.against(blast, survive, chance);
                body.damage(potential, blast.ap.into(), chance).min(DEAD.into())
            });
            body.suffer_crew(target, damage, loader, chance);
        } else {
            body.suffer(target, damage, chance);
        }
        if !target.destroyed {
            if target.loader.is_some() {
                target.apart = is_crew_separated(chance);
                target.suffered = target.suffered.with(Event::CrewSeparated, target.apart);
            } else {
                throw_about(chance);
            }
            target.suffered.add(Event::Pinned);
        }
        blast
    }
}
