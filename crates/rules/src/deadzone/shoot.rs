//! Shooting: DZ-3 with DZ-13, and Blaze Away, DZ-21.

use super::d8::{Opposed, Purpose, TEST_DICE, TestDie};
use super::damage::Condition;
use super::units::{Event, Measure, Potential, Units};
use super::weapons::Weapon;
use chance::Chance;
use chance::dice::Pools;
use chance::fields::Problems;

static SHOOT: Purpose = Purpose::new("shoot", "DZ-3", "the attacker's Shoot");
static SURVIVE: Purpose = Purpose::new("survive", "DZ-3", "the target's Survive");

/// A Shoot test against a Survive test.
#[derive(Clone, Debug)]
pub struct Shoot {
    tests: Opposed,
    potential: Potential,
}

impl Shoot {
    /// Checks that both units have the fields that shooting needs.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let Units { attacker, target, situation, options, .. } = units;
        let shoot = problems.need(attacker.shoot, "attacker.shoot", "to shoot");
        let survive = problems.need(target.survive, "target.survive", "against shooting");
        let (more, more_theirs) = (situation.attacker_dice.signed(), situation.target_dice.signed());
        let attack = (&SHOOT, shoot?.get(), TEST_DICE + more);
        let defence = (&SURVIVE, survive?.get(), TEST_DICE + more_theirs);
        let tests = Opposed::new(pools, TestDie::new(options), attack, defence);
        Some(Self { tests, potential: options.potential })
    }

    /// DZ-13: the dice of a weapon, one less without scanners.
    #[inline]
    fn dice<C: Chance>(weapon: &Weapon, attacker: &Condition, chance: &mut C) -> i32 {
        let scanners = i32::from(attacker.has(Event::ScannersShot));
        if scanners > 0 {
            chance.tell("DZ-13", || "the attacker's scanners are shot: one die less".to_owned());
        }
        weapon.dice - scanners
    }

    /// Both tests: the attacker's successes and the target's.
    #[inline]
    fn roll<C: Chance>(&self, dice: i32, chance: &mut C) -> (u32, u32) {
        let (hits, survived) = self.tests.roll(dice, 0, chance);
        chance.measure(Measure::AttackerSuccesses, hits);
        chance.measure(Measure::TargetSuccesses, survived);
        (hits, survived)
    }

    /// DZ-3: the potential damage of one attack.
    #[inline]
    pub fn play<C: Chance>(&self, weapon: &Weapon, attacker: &Condition, chance: &mut C) -> u32 {
        let dice = Self::dice(weapon, attacker, chance);
        chance.part(dice, |chance| {
            let (hits, survived) = self.roll(dice, chance);
            let potential = self.potential.of(hits, survived);
            chance.tell("DZ-3", || match potential {
                0 => format!("{hits} against {survived}: a miss"),
                _ => format!("{hits} against {survived}: potential damage {potential}"),
            });
            potential
        })
    }

    /// DZ-21: a win pins, a win by twice as many suppresses; a vehicle is a Construct and feels neither.
    pub fn blaze_away<C: Chance>(
        &self,
        weapon: &Weapon,
        attacker: &Condition,
        (target, construct): (&mut Condition, bool),
        chance: &mut C,
    ) {
        let dice = Self::dice(weapon, attacker, chance);
        let (hits, survived) = self.roll(dice, chance);
        let pinned = hits > survived && !construct;
        let suppressed = pinned && hits >= 2 * survived;
        target.suffered = target.suffered.with(Event::Pinned, pinned).with(Event::Suppressed, suppressed);
        chance.tell("DZ-21", || {
            let effect = match (pinned, suppressed) {
                _ if construct => "no effect on a Construct",
                (_, true) => "the target is pinned and suppressed",
                (true, _) => "the target is pinned",
                _ => "no effect",
            };
            format!("{hits} against {survived}: {effect}")
        });
    }
}
