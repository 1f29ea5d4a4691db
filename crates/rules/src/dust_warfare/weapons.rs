//! The fields of a weapon: dice and damage by target, range, traits.

use super::units::UnitType;
use chance::fields::{self, Fault, FromValue, Kind, List, Named, Problems, Value, Whole};
use chance::{Set, Shared, choice, record};

choice! {
    /// The traits of weapons.
    pub enum Trait {
        /// One extra die for each hit (DW-14).
        Laser = "laser",
        /// No armor roll against the attack (DW-18); may be overcharged (DW-16).
        Phaser = "phaser",
        /// Cover does not count for the attack (DW-20).
        Burst = "burst",
        /// Cover does not count, and soldiers always gain a suppression marker (DW-20, DW-22).
        Grenade = "grenade",
        /// Vehicles and aircraft within 24 inches halve their armor dice (DW-18).
        Penetrator = "penetrator",
        /// The dice on the damage table are inverted (DW-26).
        TankKiller = "tank-killer",
        /// Damage sets a ground vehicle on fire, in place of the damage table (DW-27).
        Incendiary = "incendiary",
        /// Soft cover takes nothing from this line's damage (DW-20).
        Radiation = "radiation",
        /// This line's dice are inverted (DW-11).
        RocketPunch = "rocket-punch",
        /// In a sustained attack a second unit is attacked in place of the reroll (DW-43).
        Tesla = "tesla",
        /// From 12 inches on, 36 inches far or indirectly at any distance (DW-44).
        Artillery = "artillery",
        /// Each hit removes one defence piece too (DW-24).
        Demolition = "demolition",
        /// Fires every other round; the action between reloads.
        Reload = "reload",
        /// Reloaded in the end phase; without one, as `reload`.
        MagazineReload = "magazine-reload",
        /// A close combat weapon, as with the range "C".
        CloseCombat = "close-combat",
        /// Dropped once by an aircraft that flies high; two or more on one target are a sustained attack (DW-53).
        Bomb = "bomb",
    }
}

/// The traits of a weapon, or of several.
pub type Traits = Set<Trait>;

/// The dice and damage of one weapon against one kind of target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Firepower {
    /// "-": nothing.
    None,
    /// "10/1": the number of dice and the damage of each hit.
    Dice {
        /// Combat dice.
        dice: u32,
        /// Damage of each hit.
        damage: u32,
    },
    /// "spray/1": one die for each miniature of the target.
    Spray {
        /// Damage of each hit.
        damage: u32,
    },
}

impl Firepower {
    const MOST_DICE: u32 = 99;
    const MOST_DAMAGE: u32 = 20;

    /// The damage of each hit; a "-" that fires at all is 1/1 (DW-31).
    #[inline]
    pub const fn damage(self) -> u32 {
        match self {
            Self::None => 1,
            Self::Dice { damage, .. } | Self::Spray { damage } => damage,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let number = |text: &str, most| {
            let plain = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|number| plain && (1..=most).contains(number))
        };
        if text == "-" {
            return Some(Self::None);
        }
        let (dice, damage) = text.split_once('/')?;
        let damage = number(damage, Self::MOST_DAMAGE)?;
        match dice {
            "spray" => Some(Self::Spray { damage }),
            dice => Some(Self::Dice { dice: number(dice, Self::MOST_DICE)?, damage }),
        }
    }
}

impl FromValue for Firepower {
    const KIND: Kind = Kind::Pattern {
        what: Shared::Static(
            "dice and damage of each hit, such as \"10/1\" (dice to 99, damage to 20), \"spray/1\", or \"-\" for nothing",
        ),
        regex: Shared::Static("^(-|([1-9][0-9]?|spray)/([1-9]|1[0-9]|20))$"),
    };

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        match value {
            Value::Text(text) => Self::parse(text).or_else(|| fields::expected(path, problems)),
            _ => fields::expected(path, problems),
        }
    }
}

record! {
    /// The dice and damage of a weapon, by the target's type and armor.
    pub struct Profile {
        /// Against soldiers of armor 1 to 4; missing: nothing.
        soldier: Option<List<Firepower, 4>>,
        /// Against vehicles of armor 1 to 7; missing: nothing.
        vehicle: Option<List<Firepower, 7>>,
        /// Against aircraft of armor 1 to 3; missing: nothing.
        aircraft: Option<List<Firepower, 3>>,
    }
}

impl Profile {
    fn against(&self, kind: UnitType) -> Option<&[Firepower]> {
        match kind {
            UnitType::Soldier => self.soldier.as_deref(),
            UnitType::Vehicle => self.vehicle.as_deref(),
            UnitType::Aircraft => self.aircraft.as_deref(),
        }
    }
}

/// How far a weapon reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// "C": close combat, 3 inches.
    Close,
    /// In inches.
    Inches(u32),
}

type Inches = Whole<0, 1000>;

impl FromValue for Range {
    const KIND: Kind = Kind::Either(Shared::Static(&[
        Inches::KIND,
        Kind::Pattern { what: Shared::Static("\"C\" for close combat"), regex: Shared::Static("^C$") },
    ]));

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        match value {
            Value::Text(text) if text == "C" => Some(Self::Close),
            Value::Whole(_) => {
                let mut own = Problems::default();
                let inches = Inches::from_value(value, path, &mut own);
                inches.map(|inches| Self::Inches(inches.get())).or_else(|| fields::expected(path, problems))
            }
            _ => fields::expected(path, problems),
        }
    }
}

record! {
    /// A weapon line: one or more weapons of a kind.
    pub struct Weapon {
        /// Name.
        name: Option<String>,
        /// How many of them the unit has.
        count: Whole<1, 100> = 1,
        /// Dice and damage of one of them against any target; in place of `profile`.
        attack: Option<Firepower>,
        /// Dice and damage of one of them, by the target's type and armor; in place of `attack`.
        profile: Option<Profile>,
        /// How far it reaches, in inches, or "C" for close combat; without it any distance.
        range: Option<Range>,
        /// Traits.
        traits: List<Trait, 16>,
        /// Whether it fires at the second target (DW-55).
        second_target: bool = false,
    }
}

impl Weapon {
    /// Close combat lines reach this far.
    const CLOSE_REACH: u32 = 3;
    /// Artillery reaches this far in direct fire, and never fires closer than its least distance.
    const ARTILLERY_REACH: u32 = 36;
    const ARTILLERY_LEAST: u32 = 12;

    /// Whether it has a trait.
    #[inline]
    pub fn has(&self, wanted: Trait) -> bool {
        let close = wanted == Trait::CloseCombat && self.range == Some(Range::Close);
        close || self.traits.contains(&wanted)
    }

    /// The dice and damage of one of them against a unit of this type and armor (from 1).
    pub fn against(&self, kind: UnitType, armor: u32) -> Firepower {
        let by_type = self.profile.as_ref().and_then(|profile| profile.against(kind));
        let by_armor = by_type.and_then(|entries| entries.get(armor as usize - 1));
        self.attack.or(by_armor.copied()).unwrap_or(Firepower::None)
    }

    /// Whether it reaches a target at a distance.
    pub fn reaches(&self, distance: u32, indirect: bool) -> bool {
        let artillery = self.has(Trait::Artillery);
        if artillery && distance < Self::ARTILLERY_LEAST || indirect && !artillery {
            return false;
        }
        let reach = match self.range {
            Some(Range::Inches(inches)) => inches,
            Some(Range::Close) => Self::CLOSE_REACH,
            None if self.has(Trait::CloseCombat) => Self::CLOSE_REACH,
            None if artillery => Self::ARTILLERY_REACH,
            None => return true,
        };
        indirect || distance <= reach
    }

    /// Checks that its fields fit together.
    pub fn check(&self, path: &str, problems: &mut Problems) {
        match (&self.attack, &self.profile) {
            (Some(_), Some(_)) => {
                let words = "a weapon has either `attack` or `profile`".to_owned();
                problems.add(format!("{path}.profile"), Fault::Conflict(words));
            }
            (None, None) => {
                let why = "for each weapon, unless it has a `profile`";
                problems.missing::<Firepower>(&format!("{path}.attack"), why);
            }
            (None, Some(profile)) => {
                for (kind, entries) in UnitType::ALL.iter().map(|&kind| (kind, profile.against(kind))) {
                    if entries.is_some_and(|entries| entries.len() != kind.most_armor() as usize) {
                        let wanted = format!("{} entries, one for each armor value", kind.most_armor());
                        problems.expected(format!("{path}.profile.{}", kind.name()), wanted);
                    }
                }
            }
            (Some(_), None) => {}
        }
        if self.has(Trait::Bomb) && self.second_target {
            let words = "a bomb falls on the target".to_owned();
            problems.add(format!("{path}.second_target"), Fault::Conflict(words));
        }
        if self.has(Trait::Artillery) && self.has(Trait::CloseCombat) {
            let words = "a weapon is either artillery or for close combat".to_owned();
            problems.add(format!("{path}.traits"), Fault::Conflict(words));
        }
    }
}
