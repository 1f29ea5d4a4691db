//! Shots: range and area dice (RC-7, RC-8), snap fire (RC-10), weapons that fail (RC-11). RC-25 is in the range steps.

use super::combatant::Condition;
use super::dice::{Colors, Dice, Totals};
use super::units::{Event, Fail, RangePenalty, Unit, Units, WeaponTrait};
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::game::Events;

const ATTACK: Roll = Roll::new("attack", "RC-7");
const DEFENCE: Roll = Roll::new("defence", "RC-7");
const SNAP_FIRE: Roll = Roll::new("snap-fire", "RC-10");
const SNAP_DEFENCE: Roll = Roll::new("defence", "RC-10");

/// The weapons of a unit as they fire at another.
#[derive(Clone, Debug)]
pub struct Volley {
    rule: &'static str,
    weapons: Vec<Weapon>,
    defence: Colors,
}

#[derive(Clone, Debug)]
struct Weapon {
    name: String,
    /// With the area die, and without the dice that range takes.
    dice: Dice,
    /// RC-8: the area die, if there is one.
    area: Dice,
    colors: Colors,
    /// The amount that range takes off the total.
    penalty: u32,
    /// Whether it fires at all, and whether in every other round only.
    fires: bool,
    load: bool,
    fail: Option<Fail>,
    /// Dice with their highest face at which it fails.
    fails_at: u32,
}

/// The next shot of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// The weapon's place in the list.
    weapon: u8,
    /// Copies of it that have not fired yet, this one included.
    copies: u8,
}

impl Volley {
    /// All weapons of the attacker at the target.
    pub fn shooting(units: &Units, weapons: &[super::units::Weapon], pools: &mut Pools) -> Self {
        let steps = units.situation.range_steps.get();
        Self::new("RC-7", (ATTACK, DEFENCE), weapons, &units.target, steps, units, pools)
    }

    /// The target's basic weapons at a unit that rushes it, without range.
    pub fn snap_fire(units: &Units, weapons: &[super::units::Weapon], pools: &mut Pools) -> Self {
        let mut volley =
            Self::new("RC-10", (SNAP_FIRE, SNAP_DEFENCE), weapons, &units.attacker, 0, units, pools);
        for (prepared, weapon) in volley.weapons.iter_mut().zip(weapons) {
            prepared.fires = weapon.has(WeaponTrait::Basic);
        }
        volley
    }

    fn new(
        rule: &'static str,
        (attack, defence): (Roll, Roll),
        weapons: &[super::units::Weapon],
        at: &Unit,
        steps: u32,
        units: &Units,
        pools: &mut Pools,
    ) -> Self {
        let options = &units.options;
        let weapon = |weapon: &super::units::Weapon| {
            // RC-8: area, line or both, it is one die.
            let wide = weapon.has(WeaponTrait::Area) || weapon.has(WeaponTrait::Line);
            let area = Dice::of(options.area_die, u8::from(wide && at.is_vehicle()));
            let (fewer, penalty) = match options.range_penalty {
                RangePenalty::Total => (0, steps),
                RangePenalty::Die => (steps as u8, 0),
            };
            Weapon {
                name: weapon.name().to_owned(),
                dice: (weapon.dice + area).without(fewer),
                area,
                colors: match weapon.fail {
                    Some(_) => Colors::that_may_fail(attack.clone(), pools),
                    None => Colors::new(attack.clone(), pools),
                },
                penalty,
                fires: true,
                load: weapon.has(WeaponTrait::Load),
                fail: weapon.fail,
                fails_at: options.fail_dice.get(),
            }
        };
        let weapons = weapons.iter().map(weapon).collect();
        Self { rule, weapons, defence: Colors::new(defence, pools) }
    }

    /// Whether it matters which round it is.
    pub fn has_load(&self) -> bool {
        self.weapons.iter().any(|weapon| weapon.fires && weapon.load)
    }

    /// The first shot of a round.
    pub fn first(&self, shooter: &Condition, unloaded: bool) -> Option<Shot> {
        self.from(0, shooter, unloaded)
    }

    /// The shot after this one. A weapon that has failed in this round does not stop its other copies.
    pub fn next(&self, shot: Shot, shooter: &Condition, unloaded: bool) -> Option<Shot> {
        if shot.copies > 1 {
            return Some(Shot { copies: shot.copies - 1, ..shot });
        }
        self.from(usize::from(shot.weapon) + 1, shooter, unloaded)
    }

    fn from(&self, first: usize, shooter: &Condition, unloaded: bool) -> Option<Shot> {
        let fires = |weapon: &Weapon| weapon.fires && !(unloaded && weapon.load);
        let mut later = first..self.weapons.len();
        let weapon = later.find(|&weapon| shooter.weapons[weapon] > 0 && fires(&self.weapons[weapon]))?;
        Some(Shot { weapon: weapon as u8, copies: shooter.weapons[weapon] })
    }

    /// Fires one shot against these dice. A weapon that fails is out of use, and an event is noted.
    #[inline]
    pub fn fire<C: Chance>(
        &self,
        shot: Shot,
        shooter: &mut Condition,
        against: Dice,
        events: &mut Events,
        chance: &mut C,
    ) -> Totals {
        let weapon = &self.weapons[usize::from(shot.weapon)];
        let (totals, failure) = weapon.roll(self.defence, against, chance);
        if let Some(failure) = failure {
            shooter.weapons[usize::from(shot.weapon)] -= 1;
            events.add(failure);
        }
        self.told(weapon, against, totals, failure, chance);
        totals
    }

    /// Fires one shot of which only the hits matter.
    #[inline]
    pub fn fire_for_hits<C: Chance>(
        &self,
        shot: Shot,
        shooter: &mut Condition,
        against: Dice,
        events: &mut Events,
        chance: &mut C,
    ) -> u32 {
        let weapon = &self.weapons[usize::from(shot.weapon)];
        let (hits, failure) = chance.part((shot.weapon, against), |chance| {
            let (totals, failure) = weapon.roll(self.defence, against, chance);
            self.told(weapon, against, totals, failure, chance);
            (totals.hits(), failure)
        });
        if let Some(failure) = failure {
            shooter.weapons[usize::from(shot.weapon)] -= 1;
            events.add(failure);
        }
        hits
    }

    fn told<C: Chance>(
        &self,
        weapon: &Weapon,
        against: Dice,
        totals: Totals,
        failure: Option<Event>,
        chance: &mut C,
    ) {
        if weapon.area.size() > 0 {
            chance.tell("RC-8", || {
                format!("{} covers an area or a line: {} more against a vehicle", weapon.name, weapon.area)
            });
        }
        chance.tell(self.rule, || {
            let range =
                if weapon.penalty > 0 { format!(" (-{} for range)", weapon.penalty) } else { String::new() };
            let Totals { attack, defence } = totals;
            let hits = totals.hits();
            format!(
                "{} {}{range} against {against}: {attack} to {defence}, {hits} hits",
                weapon.name, weapon.dice
            )
        });
        if let Some(failure) = failure {
            chance.tell("RC-11", || {
                let end = if failure == Event::Jammed { "jams" } else { "explodes" };
                format!("{} or more dice show their highest face: {} {end}", weapon.fails_at, weapon.name)
            });
        }
    }
}

impl Weapon {
    fn roll<C: Chance>(&self, defence: Colors, against: Dice, chance: &mut C) -> (Totals, Option<Event>) {
        let attack = self.colors.roll(self.dice, chance);
        let totals = Totals {
            attack: attack.count().saturating_sub(self.penalty),
            defence: defence.roll(against, chance).count(),
        };
        let highest = attack.lane(1);
        // RC-11.
        let failure = match self.fail {
            Some(Fail::JamExplode) if highest > self.fails_at => Some(Event::WeaponExploded),
            Some(Fail::Explode) if highest >= self.fails_at => Some(Event::WeaponExploded),
            Some(Fail::Jam | Fail::JamExplode) if highest >= self.fails_at => Some(Event::Jammed),
            _ => None,
        };
        (totals, failure)
    }
}
