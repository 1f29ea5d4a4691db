//! The weapon that a unit uses, and whether it can: ranges, Long Reload, DZ-11 and the crew of DZ-22.

use super::Condition;
use super::units::{Event, Kind, Procedure, Unit, Units};
use chance::Chance;
use chance::dice::Roll;
use chance::fields::Whole;

const WEAPONS_WORK: Roll = Roll::new("weapons-work", "DZ-11");

/// A weapon, ready to be used.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Name.
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
    /// Its bit among those that a unit has lost; none for bare hands.
    bit: u16,
    /// Why it cannot be used from here, if it cannot.
    obstacle: Option<&'static str>,
}

/// The weapon of a unit without one.
static NO_WEAPON: Weapon = Weapon {
    name: String::new(),
    ap: 0,
    dice: 0,
    frag: None,
    range: None,
    indirect: false,
    long_reload: false,
    named: false,
    bit: 0,
    obstacle: None,
};

impl Weapon {
    /// Whether its unit still has it.
    #[inline]
    fn works(&self, condition: &Condition) -> bool {
        condition.weapons_gone & self.bit == 0
    }
}

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
            bit: 1 << (number - 1),
            obstacle: None,
        };
        Self((1..).zip(&*unit.weapons).map(weapon).collect())
    }

    /// The first weapon that still works and that `fits`; bare hands without one.
    pub fn first(&self, condition: &Condition, fits: impl Fn(&Weapon) -> bool) -> &Weapon {
        self.0.iter().find(|weapon| weapon.works(condition) && fits(weapon)).unwrap_or(&NO_WEAPON)
    }

    /// How many weapons the card lists.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The name of a weapon.
    pub fn name(&self, place: usize) -> &str {
        &self.0[place].name
    }
}

/// The attacker's use of its weapons.
#[derive(Clone, Debug)]
pub struct Wielder {
    procedure: Procedure,
    /// Its weapons in the order of preference: the one that the situation names, those that fit the procedure, bare hands.
    choices: Vec<Weapon>,
    can_attack: bool,
    non_combatant: bool,
    crew_served: bool,
}

impl Wielder {
    /// The attacker of a scenario.
    pub fn new(units: &Units) -> Self {
        let Units { procedure, attacker, situation, .. } = units;
        let Arsenal(weapons) = Arsenal::new(attacker, situation.weapon.as_deref());
        let fits = |weapon: &&Weapon| match procedure {
            Procedure::Shoot | Procedure::Fight | Procedure::BlazeAway | Procedure::Move => true,
            Procedure::Indirect => weapon.indirect,
            Procedure::Grenade | Procedure::Explosion => weapon.frag.is_some(),
        };
        let named = weapons.iter().filter(|weapon| weapon.named);
        let choices = named.chain(weapons.iter().filter(fits)).chain([&NO_WEAPON]);
        let distance = situation.distance.map(Whole::get);
        // An explosion needs no attack.
        let armed = *procedure != Procedure::Indirect || weapons.iter().any(|weapon| weapon.indirect);
        Self {
            procedure: *procedure,
            choices: choices
                .map(|weapon| Weapon { obstacle: obstacle(*procedure, weapon, distance), ..weapon.clone() })
                .collect(),
            can_attack: *procedure == Procedure::Explosion || !attacker.non_combatant && armed,
            non_combatant: attacker.non_combatant,
            crew_served: attacker.kind == Kind::Csw,
        }
    }

    /// Whether an attack is possible in any round.
    pub fn can_attack(&self) -> bool {
        self.can_attack
    }

    /// The weapon that it uses.
    #[inline]
    fn choose(&self, condition: &Condition) -> &Weapon {
        self.choices.iter().find(|weapon| weapon.works(condition)).unwrap_or(&NO_WEAPON)
    }

    /// Whether the weapon that it would use can be used from here.
    pub fn reaches(&self, condition: &Condition) -> bool {
        self.choose(condition).obstacle.is_none()
    }

    /// The rule by which the weapon is used.
    fn rule(&self) -> &'static str {
        match self.procedure {
            Procedure::Shoot => "DZ-3",
            Procedure::Fight => "DZ-4",
            Procedure::Indirect | Procedure::Grenade => "DZ-18",
            Procedure::Explosion => "DZ-19",
            Procedure::BlazeAway => "DZ-21",
            Procedure::Move => "DZ-10",
        }
    }

    /// The weapon of this round's attack; none if no attack can be made.
    #[inline]
    pub fn ready<C: Chance>(&self, condition: &mut Condition, chance: &mut C) -> Option<&Weapon> {
        if self.procedure == Procedure::Explosion {
            return Some(self.choose(condition));
        }
        if self.non_combatant {
            chance.tell("DZ-4", || "a Non-combatant does not attack".to_owned());
            return None;
        }
        let fight = self.procedure == Procedure::Fight;
        if condition.apart && !fight {
            condition.apart = false;
            chance.tell("DZ-23", || "the crew moves together again and does not fire".to_owned());
            return None;
        }
        if condition.reloading && !fight {
            condition.reloading = false;
            chance.tell("DZ-22", || "the attacker reloads and does not attack".to_owned());
            return None;
        }
        let weapon = self.choose(condition);
        if let Some(obstacle) = weapon.obstacle {
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

/// Why a weapon cannot be used at a distance, if it cannot (DZ-18 for Indirect). A fight has none.
fn obstacle(procedure: Procedure, weapon: &Weapon, distance: Option<u32>) -> Option<&'static str> {
    let indirect = procedure == Procedure::Indirect;
    match (weapon.range, distance) {
        _ if procedure == Procedure::Fight => None,
        _ if indirect && !weapon.indirect => Some("no weapon for an Indirect attack"),
        (Some(range), Some(distance)) if distance > range => Some("the target is out of range"),
        (Some(range), Some(distance)) if indirect && 2 * distance <= range => {
            Some("the target is at half the range or nearer")
        }
        _ => None,
    }
}
