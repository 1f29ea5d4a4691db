//! Which weapon a unit uses, and whether it can: ranges, Long Reload, DZ-11 and the crew of DZ-22.

use super::Condition;
use super::units::{Event, Kind, Procedure, Unit, Units};
use crate::chance::Chance;
use crate::dice::Roll;
use crate::fields::Whole;

const WEAPONS_WORK: Roll = Roll::new("weapons-work", "DZ-11");

/// A weapon, ready to be used.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// Taken off the Armour that it hits.
    pub ap: u32,
    /// Extra dice in a test.
    pub dice: i32,
    /// Dice of its explosion.
    pub frag: Option<u32>,
    range: Option<u32>,
    indirect: bool,
    long_reload: bool,
    /// Whether the situation asks for this one.
    named: bool,
}

/// What a unit without a weapon uses.
static NO_WEAPON: Weapon = Weapon {
    name: String::new(),
    ap: 0,
    dice: 0,
    frag: None,
    range: None,
    indirect: false,
    long_reload: false,
    named: false,
};

/// The weapons of a unit, in the order of its card.
#[derive(Clone, Debug)]
pub struct Arsenal(Vec<Weapon>);

impl Arsenal {
    /// The weapons of a unit; `named` is the one that the situation asks for.
    pub fn new(unit: &Unit, named: Option<&str>) -> Self {
        let weapon = |(number, weapon): (usize, &super::units::Weapon)| Weapon {
            name: weapon.name.clone().unwrap_or_else(|| format!("weapon {number}")),
            ap: weapon.ap.get(),
            dice: weapon.dice.signed(),
            frag: weapon.frag.map(Whole::get),
            range: weapon.range.map(Whole::get),
            indirect: weapon.indirect,
            long_reload: weapon.long_reload,
            named: named.is_some() && weapon.name.as_deref() == named,
        };
        Self((1..).zip(&*unit.weapons).map(weapon).collect())
    }

    /// The first weapon that still works and that `fits`; bare hands without one.
    pub fn first(&self, condition: &Condition, fits: impl Fn(&Weapon) -> bool) -> &Weapon {
        self.working(condition).find(|weapon| fits(weapon)).unwrap_or(&NO_WEAPON)
    }

    fn working(&self, condition: &Condition) -> impl Iterator<Item = &Weapon> {
        let gone = condition.weapons_gone;
        (0..).zip(&self.0).filter(move |(place, _)| gone >> place & 1 == 0).map(|(_, weapon)| weapon)
    }

    /// How many weapons the card lists.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// What a weapon is called.
    pub fn name(&self, place: usize) -> &str {
        &self.0[place].name
    }
}

/// The attacker as one who uses weapons.
#[derive(Clone, Debug)]
pub struct Wielder {
    procedure: Procedure,
    arsenal: Arsenal,
    non_combatant: bool,
    crew_served: bool,
    distance: Option<u32>,
}

impl Wielder {
    /// The attacker of a scenario.
    pub fn new(units: &Units) -> Self {
        Self {
            procedure: units.procedure,
            arsenal: Arsenal::new(&units.attacker, units.situation.weapon.as_deref()),
            non_combatant: units.attacker.non_combatant,
            crew_served: units.attacker.kind == Kind::Csw,
            distance: units.situation.distance.map(Whole::get),
        }
    }

    /// Whether there can be an attack at all, if only in some round. An explosion needs nobody's attack.
    pub fn can_attack(&self) -> bool {
        let armed =
            self.procedure != Procedure::Indirect || self.arsenal.0.iter().any(|weapon| weapon.indirect);
        self.procedure == Procedure::Explosion || !self.non_combatant && armed
    }

    /// The weapon that the situation names, or else the first that fits the procedure.
    fn choose(&self, condition: &Condition) -> &Weapon {
        let named = self.arsenal.working(condition).find(|weapon| weapon.named);
        named.unwrap_or_else(|| {
            self.arsenal.first(condition, |weapon| match self.procedure {
                Procedure::Shoot | Procedure::Fight | Procedure::BlazeAway => true,
                Procedure::Indirect => weapon.indirect,
                Procedure::Grenade | Procedure::Explosion => weapon.frag.is_some(),
            })
        })
    }

    /// Why a weapon cannot be used here, if it cannot (DZ-18 for Indirect).
    fn obstacle(&self, weapon: &Weapon) -> Option<&'static str> {
        let indirect = self.procedure == Procedure::Indirect;
        match (weapon.range, self.distance) {
            _ if indirect && !weapon.indirect => Some("no weapon for an Indirect attack"),
            (Some(range), Some(distance)) if distance > range => Some("the target is out of range"),
            (Some(range), Some(distance)) if indirect && 2 * distance <= range => {
                Some("the target is at half the range or nearer")
            }
            _ => None,
        }
    }

    /// Whether the weapon that it would use can be used from here.
    pub fn reaches(&self, condition: &Condition) -> bool {
        self.procedure == Procedure::Fight || self.obstacle(self.choose(condition)).is_none()
    }

    /// The rule by which the weapon is used.
    fn rule(&self) -> &'static str {
        match self.procedure {
            Procedure::Shoot => "DZ-3",
            Procedure::Fight => "DZ-4",
            Procedure::Indirect | Procedure::Grenade => "DZ-18",
            Procedure::Explosion => "DZ-19",
            Procedure::BlazeAway => "DZ-21",
        }
    }

    /// The weapon of this round's attack; none if no attack can be made.
    pub fn ready<C: Chance>(&self, condition: &mut Condition, chance: &mut C) -> Option<&Weapon> {
        if self.procedure == Procedure::Explosion {
            return Some(self.choose(condition));
        }
        if self.non_combatant {
            chance.tell("DZ-4", || "a Non-combatant does not attack".to_owned());
            return None;
        }
        let fight = self.procedure == Procedure::Fight;
        if condition.reloading && !fight {
            condition.reloading = false;
            chance.tell("DZ-22", || "the attacker reloads and does not attack".to_owned());
            return None;
        }
        let weapon = self.choose(condition);
        if !fight && let Some(obstacle) = self.obstacle(weapon) {
            chance.tell(self.rule(), || format!("no attack: {obstacle}"));
            return None;
        }
        // DZ-11: damaged weapons work on 5+.
        if condition.has(Event::WeaponsDamaged) && !chance.die(WEAPONS_WORK, 8, |n| n >= 5) {
            chance
                .tell("DZ-11", || "below 5: the damaged weapons do not work, the action is lost".to_owned());
            return None;
        }
        // DZ-22: one man alone loads so slowly that every weapon has Long Reload.
        let alone = self.crew_served && condition.loader.is_none();
        condition.reloading |= !fight && (weapon.long_reload || alone);
        if !weapon.name.is_empty() {
            chance.tell(self.rule(), || format!("the attacker uses the {}", weapon.name));
        }
        Some(weapon)
    }
}
