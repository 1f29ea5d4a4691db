//! A burning vehicle at the end of a round: DZ-15 with the option `burning`.

use super::d8::{Opposed, Purpose, TEST_DICE, TestDie};
use super::damage::{Body, Condition, through_armour};
use super::units::{Burning, Event, Potential, Unit, Units};
use chance::Chance;
use chance::dice::Pools;
use chance::fields::Problems;

static FIRE: Purpose = Purpose::new("fire", "DZ-15", "the fire");
static FIRE_SURVIVE: Purpose = Purpose::new("fire-survive", "DZ-15", "Survive against the fire");

/// The number on which a fire's dice succeed, and its AP.
const FIRE_STAT: u32 = 4;
const FIRE_AP: u32 = 1;

/// A fire that does harm.
#[derive(Clone, Debug)]
pub struct Fire {
    tests: Opposed,
    potential: Potential,
}

impl Fire {
    /// The fire on one side of a scenario: `Some(None)` if it can never burn, `None` if a field is missing.
    #[expect(clippy::option_option, reason = "no fire is an answer; a missing field is none")]
    pub fn new(
        unit: &Unit,
        name: &str,
        units: &Units,
        pools: &mut Pools,
        problems: &mut Problems,
    ) -> Option<Option<Self>> {
        if units.options.burning == Burning::None
            || units.procedure.is_harmless_to_vehicles()
            || !unit.can_break()
        {
            return Some(None);
        }
        let path = format!("{name}.survive");
        // Most attacks need Survive as well, and have said so if it is missing.
        if unit.survive.is_none() && problems.0.iter().any(|problem| problem.path == path) {
            return None;
        }
        let survive = problems.need(unit.survive, &path, "for a vehicle that may burn")?;
        let (flames, survive) = ((&FIRE, FIRE_STAT, TEST_DICE), (&FIRE_SURVIVE, survive.get(), TEST_DICE));
        let tests = Opposed::new(pools, TestDie::new(&units.options), flames, survive);
        Some(Some(Self { tests, potential: units.options.potential }))
    }
}

impl Body {
    /// The end of a round for one unit: a fire of an earlier round burns, and one of this round
    /// will burn from the next on. Returns the damage of the fire, which causes no Catastrophic Damage because it is no attack.
    #[inline]
    pub fn end_round<C: Chance>(&self, condition: &mut Condition, chance: &mut C) -> u32 {
        let Some(fire) = &self.fire else { return 0 };
        let burns = condition.burning && !condition.destroyed;
        condition.burning = condition.has(Event::Fire) && !condition.destroyed;
        if !burns {
            return 0;
        }
        let damage = chance.part(self.who, |chance| {
            chance.tell("DZ-15", || format!("{} burns", self.who));
            let (flames, survived) = fire.tests.roll(0, 0, chance);
            through_armour(fire.potential.of(flames, survived), self.armour, FIRE_AP)
        });
        chance.tell("DZ-15", || format!("the fire does {damage} damage"));
        self.suffer(condition, damage, chance);
        condition.burning &= !condition.destroyed;
        damage
    }
}
