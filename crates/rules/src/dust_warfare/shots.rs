//! One side's attack on the other: which of its lines fire, and their damage after cover (DW-8, DW-20).

use std::borrow::Cow;

use super::State;
use super::attack::{Attack, HeldDown};
use super::choices::{Ability, Cover, Event, WeaponLosses};
use super::condition::{Condition, Effects};
use super::defence::{Damage, Defender};
use super::lines::{Lines, Volley};
use super::plan::{Breach, LostWeapons, Plan};
use super::units::UnitType;
use chance::Chance;

/// One side's attack on the other.
#[derive(Clone, Debug)]
pub struct Shots<'a> {
    /// The weapons.
    pub lines: &'a Lines,
    /// How they are used now.
    pub plan: Cow<'a, Plan>,
    /// The unit under attack.
    pub defender: &'a Defender,
    /// Its cover.
    pub ground: Cover,
    /// Whether it hits the dirt.
    pub dirt: bool,
}

impl Shots<'_> {
    /// Rolls all lines. Returns their result, and the damage before the defender's rolls.
    #[inline]
    pub fn fire<C: Chance>(&self, unit: &Condition, chance: &mut C) -> (Volley, Damage) {
        let Self { lines, plan, defender, ground, dirt } = self;
        let ground = defender.ground(unit, *ground, chance);
        let shelter = defender.shelter(unit, ground, *dirt, plan.nature);
        if defender.body.has(Ability::Flight) && unit.suppression > 0 {
            chance.tell("DW-46", || "it flies: its markers do not improve its cover".to_owned());
        }
        let volley = lines.fire(plan, unit.living(&defender.body), shelter.radiation_passes, chance);
        let left = shelter.leaves(volley.damage, volley.radiation);
        (volley, Damage { before: volley.damage as u16, left: left as u16 })
    }
}

impl Attack {
    /// The attack of this round, if any line fires.
    #[inline]
    pub(super) fn shots(&self, state: &State) -> Option<Shots<'_>> {
        let breach = match (state.target.effects.has(Event::HullBreach), self.target.body.kind) {
            (false, _) => Breach::None,
            (true, UnitType::Aircraft) => Breach::OfAircraft,
            (true, _) => Breach::OfVehicle,
        };
        let lost = Self::lost_by_effects(&state.attacker, Effects::default(), state.attacker_losses.into());
        let lines = match &self.held_down {
            _ if !state.attacker.bombs_dropped && self.bombs.is_some() => {
                let plan =
                    self.bombs.as_ref().and_then(|bombs| bombs.plan(&state.attacker, lost, breach, false));
                match (&self.bombs, plan) {
                    (Some(bombs), Some(_)) => bombs,
                    _ => &self.lines,
                }
            }
            _ if !state.attacker.is_held_down(&self.attacker.body) => &self.lines,
            HeldDown::AsEver => &self.lines,
            HeldDown::Plain(lines) => lines,
            HeldDown::Silent => return None,
        };
        let plan = lines.plan(&state.attacker, lost, breach, false)?;
        // DW-32: units attacked by an aircraft with damaged fire control are in soft cover.
        let fire_control = state.attacker.effects.has(Event::DamagedFireControl);
        let ground = if fire_control && self.cover == Cover::None { Cover::Soft } else { self.cover };
        Some(Shots { lines, plan, defender: &self.target, ground, dirt: false })
    }

    /// The reaction attack of this round, if any line can fire; a close combat attack is answered in kind.
    pub(super) fn answering_shots(&self, state: &State) -> Option<Shots<'_>> {
        let lines = self.answer.as_ref()?;
        let attack = self.shots(state)?;
        let lost = self.lost_by_target(state);
        let plan = lines.plan(&state.target, lost, Breach::None, attack.plan.nature.close)?;
        // DW-32: units attacked by an aircraft with damaged fire control are in soft cover.
        let fire_control = state.target.effects.has(Event::DamagedFireControl);
        let ground = if fire_control { Cover::Soft } else { Cover::None };
        Some(Shots { lines, plan, defender: &self.attacker, ground, dirt: false })
    }

    /// Weapons that the target has lost: by its effects since the start (DW-29, DW-30), and with its dead.
    fn lost_by_target(&self, state: &State) -> LostWeapons {
        Self::lost_by_effects(&state.target, self.start.effects, self.lost_with(&state.target))
    }

    /// Weapons lost by effects other than those of the start, and with this many dead.
    #[inline]
    fn lost_by_effects(unit: &Condition, at_start: Effects, with_dead: u32) -> LostWeapons {
        let effects = unit.effects.without(at_start);
        let damaged = effects.has(Event::WeaponDamaged) || effects.has(Event::DamagedWeapon);
        let chosen = unit.enemy_chose_weapon;
        LostWeapons {
            best: u32::from(effects.has(Event::Detonation)) + u32::from(damaged && chosen),
            least: u32::from(damaged && !chosen) + with_dead,
        }
    }

    /// Weapons that the dead of a unit took with them.
    #[inline]
    pub(super) fn lost_with(&self, unit: &Condition) -> u32 {
        match self.weapon_losses {
            WeaponLosses::None => 0,
            WeaponLosses::CheapestFirst => unit.lost.into(),
        }
    }
}
