//! Fire split between two targets (DW-55): the lines that fire at the second one, and what becomes of it.

use std::borrow::Cow;

use super::State;
use super::activation::Activation;
use super::choices::{Cover, Measure, WeaponLosses};
use super::condition::{Body, Condition};
use super::defence::Defender;
use super::lines::Lines;
use super::plan::{Breach, LostWeapons, Manner, Plan};
use super::role::Role;
use super::shots::Shots;
use super::units::Units;
use chance::Chance;
use chance::dice::Pools;
use chance::fields::{Fault, Problems};

/// A second target, and the lines that fire at it.
#[derive(Clone, Debug)]
pub struct Second {
    lines: Lines,
    target: Defender,
    cover: Cover,
}

impl Second {
    /// Checks that the second target and the lines that fire at it are both there.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let Units { attacker, situation, options, .. } = units;
        let Some(second) = &situation.second_target else {
            for (place, _) in attacker.weapons.iter().enumerate().filter(|(_, weapon)| weapon.second_target) {
                let words = "the situation has no `second_target`".to_owned();
                problems.add(format!("attacker.weapons[{place}].second_target"), Fault::Conflict(words));
            }
            return None;
        };
        let mut refuse = |words: &str| problems.add("situation.second_target", Fault::Conflict(words.into()));
        if situation.riders.is_some() {
            refuse("a scenario has riders or a second target, not both");
        }
        if options.weapon_losses != WeaponLosses::None {
            refuse("which weapons are worth least depends on the target: `weapon_losses` must be \"none\"");
        }
        let target = Defender::new(&second.unit, situation, options, pools);
        let manner = Manner::of(situation);
        let lines = Lines::new(Role::Second, attacker, &target.body, situation, manner, pools, problems);
        Some(Self { lines, target, cover: second.cover })
    }

    /// How the attacker fires at it now, if any line does.
    pub fn plan(&self, attacker: &Condition) -> Option<Cow<'_, Plan>> {
        self.lines.plan(attacker, LostWeapons::default(), Breach::None, false)
    }

    /// It, as a body.
    pub fn body(&self) -> &Body {
        &self.target.body
    }

    /// Whether nothing is left of it.
    pub fn is_killed(&self, state: &State) -> bool {
        state.beside.is_eliminated(&self.target.body)
    }

    /// DW-55: the lines of this attack that fire at the second target.
    pub fn attack<C: Chance>(&self, state: &mut State, chance: &mut C) {
        if self.is_killed(state) {
            return;
        }
        let Some(plan) = self.plan(&state.attacker) else { return };
        let nature = plan.nature;
        chance.tell("DW-55", || "the attack is split: these lines fire at a second target".to_owned());
        self.lines.announce(&plan, chance);
        let shots =
            Shots { lines: &self.lines, plan, defender: &self.target, ground: self.cover, dirt: false };
        let (volley, damage) = shots.fire(&state.beside, chance);
        let blow = self.target.defend(&state.beside, damage, nature, chance);
        let casualties = self.target.take(&mut state.beside, &blow, chance);
        chance.measure(Measure::SecondDamage, blow.taken());
        chance.measure(Measure::SecondCasualties, casualties);
        if nature.suppresses(volley.damage) {
            state.beside.gain_markers(1, &self.target.body);
        }
    }

    /// Its activation and the end phase.
    pub fn activate<C: Chance>(&self, activation: Activation, state: &mut State, chance: &mut C) {
        if !self.is_killed(state) {
            activation.play(&mut state.beside, &self.target.body, chance);
            activation.end_phase(&mut state.beside, chance);
        }
    }
}
