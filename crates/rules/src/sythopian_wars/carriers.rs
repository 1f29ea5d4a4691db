//! Which models of a unit use which of its weapons.

use super::casualties::Carriers;
use super::units::{Unit, WEAPONS, Weapon, WeaponType};
use chance::fields::Whole;

/// A weapon, and which models use it.
#[derive(Clone, Copy, Debug)]
pub struct WeaponCarriers<'a> {
    /// The weapon.
    pub weapon: &'a Weapon,
    /// Acting models that come before the first user.
    pub before: u32,
    /// Models that use it, if enough act.
    pub carriers: u32,
    /// Copies of the weapon on each of them.
    pub times: u32,
    /// The special weapons whose carriers come before the first user, and its own place among them if it is special.
    pub specials: Specials,
}

/// Special weapons by their place among all of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Specials {
    before: u16,
    own: u16,
}

impl Specials {
    /// Those of a weapon whose users come after the carriers of all these.
    pub fn before(specials: impl Iterator<Item = Self>) -> Self {
        Self { before: specials.map(|special| special.own).fold(0, |all, own| all | own), own: 0 }
    }

    /// Models that use the weapon if so many act: `before` and `carriers` at full strength, less those that cannot act.
    pub fn users(self, acting: u32, before: u32, carriers: u32, lost: Carriers) -> u32 {
        let before = before - Self::out_of_action(self.before, lost);
        acting.saturating_sub(before).min(carriers - Self::out_of_action(self.own, lost))
    }

    fn out_of_action(set: u16, lost: Carriers) -> u32 {
        (0..WEAPONS)
            .filter(|special| set >> special & 1 == 1)
            .map(|special| lost.out_of_action(special))
            .sum()
    }
}

/// Whether a weapon has carriers of its own: a `count` beside a grenade changes nothing.
pub fn is_special(weapon: &Weapon) -> bool {
    weapon.count.is_some() && !weapon.is(WeaponType::Grenade)
}

/// Distributes a unit's weapons for melee, or its ranged ones, over its models. Models with a special weapon come first, so that casualties come
/// off the others; the others use the first weapon that is not special. Grenades are thrown if any model acts. A vehicle uses everything.
pub fn carried(unit: &Unit, melee: bool) -> Vec<WeaponCarriers<'_>> {
    let weapons = unit.weapons.iter().filter(|weapon| weapon.is_melee() == melee);
    let specials = Specials::default();
    let mut used = Vec::with_capacity(WEAPONS);
    if unit.is_vehicle() {
        used.extend(weapons.map(|weapon| {
            let times = weapon.count.map_or(1, Whole::get);
            WeaponCarriers { weapon, before: 0, carriers: u32::from(times > 0), times, specials }
        }));
        return used;
    }
    let is_grenade = |weapon: &&Weapon| weapon.is(WeaponType::Grenade);
    let (mut before, mut places) = (0, 0);
    for (place, weapon) in unit.weapons.iter().filter(|weapon| is_special(weapon)).enumerate() {
        if weapon.is_melee() == melee {
            let carriers = weapon.count.map_or(0, Whole::get);
            let specials = Specials { before: places, own: 1 << place };
            used.push(WeaponCarriers { weapon, before, carriers, times: 1, specials });
            before += carriers;
            places |= 1 << place;
        }
    }
    let plain = weapons.clone().find(|weapon| weapon.count.is_none() && !is_grenade(weapon));
    let specials = Specials { before: places, own: 0 };
    used.extend(plain.map(|weapon| WeaponCarriers {
        weapon,
        before,
        carriers: u32::MAX,
        times: 1,
        specials,
    }));
    let specials = Specials::default();
    let grenades = weapons.filter(is_grenade);
    used.extend(grenades.map(|weapon| WeaponCarriers { weapon, before: 0, carriers: 1, times: 1, specials }));
    used
}
