//! The fields of units, situation and options in a Dust Warfare scenario.

use super::choices::{
    Ability, Action, Arc, CheatDeath, Cover, DamageAssignment, LeaderFalls, Procedure, Reaction, TableEffect,
    TableRoll, WeaponLosses,
};
use super::weapons::{Trait, Weapon};
use chance::Shared;
use chance::fields::{self, Fault, Field, FromValue, Kind, List, Named, Problems, Setup, Value, Whole};
use chance::record;

pub use super::choices::UnitType;

record! {
    /// A unit, with its attack and its defence.
    pub struct Unit {
        /// Its type.
        r#type: UnitType = "soldier",
        /// Armor value: 1 to 4 for soldiers, 1 to 7 for vehicles, 1 to 3 for aircraft.
        armor: Whole<1, 7> = 1,
        /// Miniatures of a soldier unit, a hero among them; a vehicle or an aircraft is always one.
        miniatures: Whole<1, 60> = 1,
        /// Hit points of each miniature, or of the vehicle or aircraft.
        hit_points: Whole<1, 200> = 1,
        /// Whether a soldier unit is a team: in soft cover it has hard.
        team: bool = false,
        /// Whether a hero leads the soldier unit; the hero dies last.
        hero: bool = false,
        /// Hit points of the hero, if they differ from those of the other miniatures (DW-49).
        hero_hit_points: Option<Whole<1, 200>>,
        /// Whether an aircraft flies low: weapons are looked up as against a vehicle of the same armor (DW-47).
        low: bool = false,
        /// Its abilities.
        abilities: List<Ability, 30>,
        /// Its weapon lines.
        weapons: List<Weapon, 16>,
        /// For initiative: the side's units on the table and not retreating.
        units: Whole<1, 200> = 1,
    }
}

/// The distance between the two sides, in inches.
pub type Distance = Whole<0, 1000>;

record! {
    /// The situation of the attack.
    pub struct Situation {
        /// How the attack is made.
        action: Action = "attack",
        /// The target's cover; in a flight hazard, the kind of hazard.
        cover: Cover = "none",
        /// From where the target is attacked.
        arc: Arc = "front",
        /// Inches between attacker and target.
        distance: Distance = 12,
        /// Whether artillery fires indirectly: no other line fires (DW-44).
        indirect: bool = false,
        /// Whether phasers are overcharged in a sustained attack (DW-16).
        overcharge: bool = false,
        /// Whether the target's activation and the end phase follow each attack.
        target_activates: bool = true,
        /// The target's reaction to attacks.
        reaction: Reaction = "none",
        /// Whether the target is dug in, for Entrench.
        entrenched: bool = false,
        /// Suppression markers on the target at the start.
        suppression: Whole<0, 99> = 0,
        /// Points of damage on the target at the start, fewer than kill it.
        damage: Whole<0, 12000> = 0,
        /// Effects of the damage table on the target at the start.
        effects: List<TableEffect, 10>,
        /// Soldier units within 12 inches, for a detonation (DW-30).
        bystanders: Option<Squad<true>>,
        /// Miniatures of the target that terrain obscures; the cover counts while they are half of the living or more. Without it, it always
        /// counts (DW-50).
        obscured: Option<Whole<0, 60>>,
        /// Miniatures of the target that no attacker sees: an attack cannot damage them (DW-51).
        blocked: Whole<0, 60> = 0,
        /// Whether the vehicle that overruns burns (DW-48).
        attacker_on_fire: bool = false,
        /// A soldier unit that rides on the target (DW-34).
        riders: Option<Squad<false>>,
        /// Whether the riders are inside the target: nothing hurts them but its detonation and the end of their aircraft (DW-56).
        riders_inside: bool = false,
        /// Whether the target has lost its unit leader: its next activation brings another and a suppression marker (DW-54).
        leader_lost: bool = false,
        /// A soldier unit at which the attacker's weapons with `second_target` fire (DW-55).
        second_target: Option<SecondTarget>,
    }
}

record! {
    /// Open questions of the rules.
    pub struct Options {
        /// Which face saves a unit with Cheat Death (DW-23).
        cheat_death: CheatDeath = "blank",
        /// When the damage table is rolled for (DW-25).
        table_roll: TableRoll = "when-damaged",
        /// The hits that each of the seven lines of the damage table needs (DW-25), by default [0, 1, 2, 3, 4, 5, 6].
        damage_table: DamageTable,
        /// Whether the dead take weapons with them.
        weapon_losses: WeaponLosses = "none",
        /// Whether All in One places a suppression marker on its unit after the attack (DW-16).
        all_in_one_marker: bool = false,
        /// Whether a detonation hits an attacker of soldiers within 12 inches too (DW-52).
        detonation_hits_attacker: bool = false,
        /// When a soldier unit loses its unit leader (DW-54).
        leader_falls: LeaderFalls = "last",
        /// Which miniatures of a soldier unit take damage (DW-21).
        damage_assignment: DamageAssignment = "focus",
    }
}

/// The hits that each line of the damage table needs: nothing, then the six effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamageTable(pub [u8; 7]);

type Needed = Whole<0, 99>;

impl FromValue for DamageTable {
    const KIND: Kind = Kind::List { of: Shared::Static(&Needed::KIND), max: 7 };

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let needed = List::<Needed, 7>::from_value(value, path, problems)?;
        let needed: Vec<u8> = needed.iter().map(|hits| hits.get() as u8).collect();
        let rising = needed.is_sorted_by(|a, b| a < b);
        let table = needed.try_into().ok().filter(|_| rising).map(Self);
        if table.is_none() {
            problems.expected(path, "7 whole numbers, each above the one before");
        }
        table
    }

    fn missing() -> Option<Self> {
        Some(Self([0, 1, 2, 3, 4, 5, 6]))
    }
}

/// Soldiers that are named in the situation: the riders, or `MANY` like units of bystanders.
#[derive(Clone, Debug, PartialEq)]
pub struct Squad<const MANY: bool> {
    /// How many such units there are.
    pub count: u32,
    /// Each of them.
    pub unit: Unit,
}

type Count = Whole<1, 50>;

/// The one type that a squad may have.
const SOLDIER: Kind = Kind::Choice(Shared::Static(UnitType::NAMES.split_at(1).0));

/// The fields of a squad beside a unit's fields, or in place of one of the same name. Only bystanders have a `count`, and only the second target
/// a `cover`.
const SQUAD: &[Field] = &[
    Field::built_in("count", "How many such units there are.", Count::KIND, Some("1")),
    Field::built_in("type", "What it is.", SOLDIER, Some("\"soldier\"")),
    Field::built_in("name", "Name.", Kind::Text, None),
    Field::built_in("points", "What it costs.", Whole::<0, 1_000_000>::KIND, None),
    Field::built_in("cover", "Its cover.", Cover::KIND, Some("\"none\"")),
];

impl<const MANY: bool> Squad<MANY> {
    /// Its fields beside a unit's.
    const BESIDE: &'static [Field] = SQUAD.split_at(4).0.split_at(if MANY { 0 } else { 1 }).1;
}

impl<const MANY: bool> FromValue for Squad<MANY> {
    const KIND: Kind = Kind::Unit { beside: Shared::Static(Self::BESIDE) };

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let Value::Table(entries) = value else { return fields::expected(path, problems) };
        fields::unknown_names(value, &Self::BESIDE.iter().chain(Unit::FIELDS), path, problems);
        let count: Option<Count> = if MANY {
            fields::field(value, "count", Some(&Value::Whole(1)), path, problems)
        } else {
            Count::from_value(&Value::Whole(1), path, problems)
        };
        let _: Option<Option<String>> = fields::field(value, "name", None, path, problems);
        let _: Option<Option<Whole<0, 1_000_000>>> = fields::field(value, "points", None, path, problems);
        let of_unit = |name: &str| Unit::FIELDS.iter().any(|field| field.name == name);
        let unit = entries.iter().filter(|(name, _)| of_unit(name)).cloned().collect();
        let unit = Unit::from_value(&Value::Table(unit), path, problems);
        Some(Self { count: count?.get(), unit: unit? })
    }
}

/// The second target, with its cover (DW-55).
#[derive(Clone, Debug, PartialEq)]
pub struct SecondTarget {
    /// Its cover.
    pub cover: Cover,
    /// The unit.
    pub unit: Unit,
}

impl SecondTarget {
    /// Its fields beside a unit's.
    const BESIDE: &'static [Field] = SQUAD.split_at(1).1;
}

impl FromValue for SecondTarget {
    const KIND: Kind = Kind::Unit { beside: Shared::Static(Self::BESIDE) };

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let cover: Option<Cover> =
            fields::field(value, "cover", Some(&Value::Text("none".to_owned())), path, problems);
        let rest = match value {
            Value::Table(entries) => {
                Value::Table(entries.iter().filter(|(name, _)| name != "cover").cloned().collect())
            }
            other => other.clone(),
        };
        let squad = Squad::<false>::from_value(&rest, path, problems);
        Some(Self { cover: cover?, unit: squad?.unit })
    }
}

/// All of a scenario, each field checked for itself.
pub struct Units {
    pub procedure: Procedure,
    pub attacker: Unit,
    pub target: Unit,
    pub situation: Situation,
    pub options: Options,
}

impl Units {
    /// Adds that a unit must be of a type.
    pub fn expect_type(&self, side: &str, types: &[UnitType], problems: &mut Problems) {
        let unit = if side == "attacker" { &self.attacker } else { &self.target };
        if !types.contains(&unit.r#type) {
            let names: Vec<_> = types.iter().map(|kind| format!("\"{}\"", kind.name())).collect();
            let wanted = format!("{} in \"{}\"", names.join(" or "), self.procedure.name());
            problems.expected(format!("{side}.type"), wanted);
        }
    }
}

/// Reads a scenario, and checks the fields that depend on a unit's type.
pub fn read(setup: &Setup, problems: &mut Problems) -> Option<Units> {
    let procedure = setup.procedure(Procedure::Attack, problems);
    let attacker: Option<Unit> = setup.section("attacker", problems);
    let target: Option<Unit> = setup.section("target", problems);
    let situation: Option<Situation> = setup.section("situation", problems);
    let options = setup.section("options", problems);
    let given = |section| setup.sections.iter().any(|(name, _)| *name == section);
    let attacks = matches!(procedure, Some(Procedure::Attack | Procedure::Overrun | Procedure::Initiative));
    for (section, needed) in [("attacker", attacks), ("target", true)] {
        if needed && !given(section) {
            let why = "for this procedure";
            problems.add(section, Fault::Missing { expected: Unit::KIND.to_string(), why });
        }
    }
    for (side, unit) in [("attacker", &attacker), ("target", &target)] {
        if let Some(unit) = unit {
            check(unit, side, problems);
        }
    }
    if let Some(Situation { bystanders, riders, second_target, .. }) = &situation {
        let bystanders = bystanders.as_ref().map(|squad| ("situation.bystanders", &squad.unit));
        let riders = riders.as_ref().map(|squad| ("situation.riders", &squad.unit));
        let second = second_target.as_ref().map(|second| ("situation.second_target", &second.unit));
        for (path, unit) in bystanders.into_iter().chain(riders).chain(second) {
            check(unit, path, problems);
            if unit.r#type != UnitType::Soldier {
                problems.expected(format!("{path}.type"), "\"soldier\": only soldiers can be this unit");
            }
        }
    }
    Some(Units {
        procedure: procedure?,
        attacker: attacker?,
        target: target?,
        situation: situation?,
        options: options?,
    })
}

fn check(unit: &Unit, path: &str, problems: &mut Problems) {
    let most = unit.r#type.most_armor();
    if unit.armor.get() > most {
        let wanted = format!("a whole number from 1 to {most} for a unit of type \"{}\"", unit.r#type.name());
        problems.expected(format!("{path}.armor"), wanted);
    }
    if unit.low && unit.r#type != UnitType::Aircraft {
        problems.add(format!("{path}.low"), Fault::Conflict("only an aircraft flies low".to_owned()));
    }
    for (place, weapon) in unit.weapons.iter().enumerate() {
        if weapon.has(Trait::Bomb) && (unit.low || unit.r#type != UnitType::Aircraft) {
            let words = "only an aircraft that flies high drops bombs".to_owned();
            problems.add(format!("{path}.weapons[{place}].traits"), Fault::Conflict(words));
        }
        weapon.check(&format!("{path}.weapons[{place}]"), problems);
    }
}
