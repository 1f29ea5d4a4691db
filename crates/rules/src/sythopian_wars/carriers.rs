//! Which models of a unit use which of its weapons.

use super::units::{WEAPONS, Weapon, WeaponType};
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
}

/// Distributes a unit's weapons of one sort over its models. Models with a special weapon come first, so that casualties come off the others;
/// the others use the first weapon that is not special. Grenades are thrown if any model acts. A vehicle uses everything.
pub fn carried<'a>(
    weapons: impl Iterator<Item = &'a Weapon> + Clone,
    by_vehicle: bool,
) -> Vec<WeaponCarriers<'a>> {
    let mut used = Vec::with_capacity(WEAPONS);
    if by_vehicle {
        used.extend(weapons.map(|weapon| {
            let times = weapon.count.map_or(1, Whole::get);
            WeaponCarriers { weapon, before: 0, carriers: u32::from(times > 0), times }
        }));
        return used;
    }
    let is_grenade = |weapon: &&Weapon| weapon.is(WeaponType::Grenade);
    let mut before = 0;
    for weapon in weapons.clone().filter(|weapon| !is_grenade(weapon)) {
        if let Some(count) = weapon.count {
            used.push(WeaponCarriers { weapon, before, carriers: count.get(), times: 1 });
            before += count.get();
        }
    }
    let plain = weapons.clone().find(|weapon| weapon.count.is_none() && !is_grenade(weapon));
    used.extend(plain.map(|weapon| WeaponCarriers { weapon, before, carriers: u32::MAX, times: 1 }));
    let grenades = weapons.filter(is_grenade);
    used.extend(grenades.map(|weapon| WeaponCarriers { weapon, before: 0, carriers: 1, times: 1 }));
    used
}
