//! Fighting: DZ-4.

use super::d8::{Opposed, Purpose, TEST_DICE, TestDie};
use super::units::{Defence, Measure, Potential, Units};
use super::weapons::{Arsenal, Weapon};
use super::{Side, State};
use chance::Chance;
use chance::dice::Pools;
use chance::fields::Problems;

static FIGHT: Purpose = Purpose::new("fight", "DZ-4", "the attacker's Fight");
static STRIKE_BACK: Purpose = Purpose::new("strike-back", "DZ-4", "the target's Fight");
static SURVIVE: Purpose = Purpose::new("survive", "DZ-4", "the target's Survive");

/// A Fight test against what the target rolls.
#[derive(Clone, Debug)]
pub struct Fight {
    tests: Opposed,
    /// The weapons of a target that strikes back; none for one that uses Survive.
    strikes_back: Option<Arsenal>,
    potential: Potential,
}

/// The result of a fight: who is hurt, and how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blow {
    /// The side that is hurt.
    pub on: Side,
    /// The winner's potential damage.
    pub potential: u32,
    /// The AP of the winner's weapon.
    pub ap: u32,
}

impl Fight {
    /// Checks that both units have the fields that a fight needs.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let Units { attacker, target, situation, options, .. } = units;
        let fight = problems.need(attacker.fight, "attacker.fight", "to fight");
        let strikes_back = strikes_back(units);
        let (roll, defence) = if strikes_back {
            (&STRIKE_BACK, problems.need(target.fight, "target.fight", "to strike back"))
        } else {
            (&SURVIVE, problems.need(target.survive, "target.survive", "to survive a fight"))
        };
        let (more, more_theirs) = (situation.attacker_dice.signed(), situation.target_dice.signed());
        let attack = (&FIGHT, fight?.get(), TEST_DICE + more);
        let defence = (roll, defence?.get(), TEST_DICE + more_theirs);
        Some(Self {
            tests: Opposed::new(pools, TestDie::new(options), attack, defence),
            strikes_back: strikes_back.then(|| Arsenal::new(target, None)),
            potential: options.potential,
        })
    }

    /// One exchange of blows.
    #[inline]
    pub fn play<C: Chance>(&self, weapon: &Weapon, state: &State, chance: &mut C) -> Blow {
        let back = self.strikes_back.as_ref().map(|weapons| weapons.first(&state.target, |_| true));
        let numbers = |weapon: &Weapon| (weapon.dice, weapon.ap);
        chance.part((numbers(weapon), back.map(numbers)), |chance| {
            let (ours, theirs) = self.tests.roll(weapon.dice, back.map_or(0, |back| back.dice), chance);
            chance.measure(Measure::AttackerSuccesses, ours);
            chance.measure(Measure::TargetSuccesses, theirs);
            let blow = match back {
                Some(back) if theirs > ours => {
                    Blow { on: Side::Attacker, potential: self.potential.of(theirs, ours), ap: back.ap }
                }
                _ => Blow { on: Side::Target, potential: self.potential.of(ours, theirs), ap: weapon.ap },
            };
            chance.tell("DZ-4", || match blow {
                Blow { potential: 0, .. } => format!("{ours} against {theirs}: nobody is hurt"),
                Blow { on: Side::Attacker, potential, .. } => {
                    format!(
                        "{ours} against {theirs}: the target strikes back with potential damage {potential}"
                    )
                }
                Blow { potential, .. } => format!("{ours} against {theirs}: potential damage {potential}"),
            });
            blow
        })
    }
}

/// Whether the target of a fight can hurt the attacker: it uses Fight, and a Non-combatant never does.
pub fn strikes_back(units: &Units) -> bool {
    units.situation.defence == Defence::Fight && !units.target.non_combatant
}
