//! Damage to models, vehicles and crews: DZ-5 to DZ-7, DZ-22.

use super::burning::Fire;
use super::units::{Event, Kind, Unit, Units};
use super::weapons::Arsenal;
use chance::Chance;
use chance::dice::Pools;
use chance::fields::Problems;
use chance::game::Events;

/// The state of one unit.
#[expect(clippy::struct_excessive_bools, reason = "five things that may each befall a unit")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// Injuries of a vehicle, up to those that destroy it, or of the model or gunner, whom 2 kill.
    pub injuries: u8,
    /// The injuries of a CSW's loader, while there is one beside the gunner.
    pub loader: Option<u8>,
    /// The events that have happened to it.
    pub suffered: Events,
    /// The weapons it has lost, as bits by their place on its card (DZ-12).
    pub weapons_gone: u16,
    /// It cannot move or is on fire: in a panic its crew would abandon it (DZ-14).
    pub stuck: bool,
    /// Its weapon was fired and must be loaded before it fires again (Long Reload).
    pub reloading: bool,
    /// DZ-23: the two men of a CSW are in different cubes.
    pub apart: bool,
    /// It caught fire in an earlier round, and the fire does harm.
    pub burning: bool,
    /// Killed or destroyed.
    pub destroyed: bool,
}

impl Condition {
    /// A fresh unit.
    pub fn fresh(kind: Kind) -> Self {
        Self { loader: (kind == Kind::Csw).then_some(0), ..Self::default() }
    }

    /// Whether an event has happened to it.
    #[inline]
    pub fn has(&self, event: Event) -> bool {
        self.suffered.has(event as usize)
    }
}

/// DZ-6: injuries that kill a man.
pub const DEAD: u8 = 2;

/// DZ-6: a man's injuries after some damage; 1 injures, 2 kill, and so does a second injury.
pub fn man(injuries: u8, damage: u32) -> u8 {
    (u32::from(injuries) + damage).min(DEAD.into()) as u8
}

/// DZ-5: potential damage less Armour, which AP lowers.
#[inline]
pub fn through_armour(potential: u32, armour: u32, ap: u32) -> u32 {
    potential.saturating_sub(armour.saturating_sub(ap))
}

/// A unit as one that can be hurt.
#[derive(Clone, Debug)]
pub struct Body {
    /// "the attacker" or "the target".
    pub who: &'static str,
    /// How it is hurt.
    pub frame: Frame,
    /// Armour, which lowers potential damage.
    pub armour: u32,
    /// The weapons that DZ-12 chooses from.
    pub weapons: Arsenal,
    /// The harm of a fire, if there is any.
    pub fire: Option<Fire>,
}

/// How a unit is hurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// As a man (DZ-6).
    Model,
    /// Each man by himself (DZ-22).
    Csw,
    /// Injury by injury (DZ-7).
    Vehicle {
        /// The injuries that destroy it.
        destroyed_at: u8,
    },
}

impl Body {
    /// One side of a scenario, `name` being its section.
    pub fn new(
        unit: &Unit,
        name: &'static str,
        units: &Units,
        pools: &mut Pools,
        problems: &mut Problems,
    ) -> Option<Self> {
        let frame = match unit.kind {
            Kind::Model => Some(Frame::Model),
            Kind::Csw => Some(Frame::Csw),
            Kind::Vehicle => problems
                .need(unit.vehicle, &format!("{name}.vehicle"), "for a vehicle that is attacked")
                .map(|injuries| Frame::Vehicle { destroyed_at: injuries.get() as u8 }),
        };
        let fire = Fire::new(unit, name, units, pools, problems);
        Some(Self {
            who: if name == "attacker" { "the attacker" } else { "the target" },
            frame: frame?,
            armour: unit.armour.get(),
            weapons: Arsenal::new(unit, None),
            fire: fire?,
        })
    }

    /// Whether it is a vehicle.
    #[inline]
    pub fn is_vehicle(&self) -> bool {
        matches!(self.frame, Frame::Vehicle { .. })
    }

    /// DZ-5: the damage that potential damage does.
    #[inline]
    pub fn damage<C: Chance>(&self, potential: u32, ap: u32, chance: &mut C) -> u32 {
        let damage = through_armour(potential, self.armour, ap);
        if potential > 0 {
            chance.tell("DZ-5", || {
                let armour = self.armour.saturating_sub(ap);
                format!(
                    "potential damage {potential} - (Armour {} - AP {ap} = {armour}): damage {damage}",
                    self.armour
                )
            });
        }
        damage
    }

    /// DZ-6, DZ-7 and DZ-22: damage to the unit, or to its gunner.
    #[inline]
    pub fn suffer<C: Chance>(&self, condition: &mut Condition, damage: u32, chance: &mut C) {
        match self.frame {
            Frame::Vehicle { destroyed_at } => self.injure(condition, damage, destroyed_at, chance),
            _ if damage == 0 => {}
            Frame::Model => {
                condition.injuries = man(condition.injuries, damage);
                condition.destroyed = condition.injuries == DEAD;
                self.tell_man("", condition.injuries, chance);
                condition.suffered = condition.suffered.with(Event::Injured, !condition.destroyed);
            }
            Frame::Csw => self.suffer_crew(condition, damage, 0, chance),
        }
    }

    /// DZ-7: each point is an injury, and enough of them destroy.
    #[inline]
    fn injure<C: Chance>(&self, condition: &mut Condition, damage: u32, destroyed_at: u8, chance: &mut C) {
        let injuries = (u32::from(condition.injuries) + damage).min(destroyed_at.into());
        condition.injuries = injuries as u8;
        condition.destroyed |= condition.injuries == destroyed_at;
        condition.suffered = condition.suffered.with(Event::Injured, damage > 0);
        if damage > 0 {
            chance.tell("DZ-7", || {
                let end = if condition.destroyed { "destroyed" } else { "it goes on" };
                format!("{} has {injuries} of {destroyed_at} injuries: {end}", self.who)
            });
        }
    }

    /// DZ-22: damage to gunner and loader, each a man of his own. If the gunner dies the loader takes the weapon,
    /// with the injuries he has.
    pub fn suffer_crew<C: Chance>(
        &self,
        condition: &mut Condition,
        gunner: u32,
        loader: u32,
        chance: &mut C,
    ) {
        let mut hurt = |role: &str, before: u8, damage: u32| {
            let after = man(before, damage);
            if after > before {
                self.tell_man(role, after, chance);
            }
            condition.suffered = condition.suffered.with(Event::Injured, after > before && after < DEAD);
            (after < DEAD).then_some(after)
        };
        let had_loader = condition.loader.is_some();
        let gunner = hurt("'s gunner", condition.injuries, gunner);
        let loader = condition.loader.and_then(|before| hurt("'s loader", before, loader));
        (condition.injuries, condition.loader) = match (gunner, loader) {
            (Some(gunner), loader) => (gunner, loader),
            (None, Some(loader)) => (loader, None),
            (None, None) => (DEAD, None),
        };
        condition.destroyed = condition.injuries == DEAD;
        if had_loader && condition.loader.is_none() {
            condition.suffered.add(Event::LoaderLost);
            condition.apart = false;
            if !condition.destroyed {
                chance.tell("DZ-22", || "one man is left: the weapon has Long Reload and Slow".to_owned());
            }
        }
    }

    fn tell_man<C: Chance>(&self, role: &str, injuries: u8, chance: &mut C) {
        let end = if injuries == DEAD { "killed" } else { "injured" };
        chance.tell("DZ-6", || format!("{}{role} is {end}", self.who));
    }
}
