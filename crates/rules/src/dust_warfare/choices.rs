//! The names of Dust Warfare: procedures, abilities, options, measures, events.

use chance::fields::{self, Fault, FromValue, Kind, Name, Named, Problems, Value};
use chance::{Set, Shared, choice};

choice! {
    /// The procedures: each round plays one.
    pub enum Procedure {
        /// An attack, with the target's reaction, its activation and the end phase (DW-5 to DW-32, DW-34, DW-42 to DW-44).
        Attack = "attack",
        /// A vehicle drives over a soldier unit (DW-7).
        Overrun = "overrun",
        /// Both sides roll for initiative and orders (DW-3, DW-4).
        Initiative = "initiative",
        /// A unit shakes off its markers (DW-5, DW-6).
        Suppression = "suppression",
        /// An aircraft flies low through terrain (DW-33).
        FlightHazard = "flight-hazard",
        /// A vehicle or an aircraft is repaired (DW-35 to DW-37).
        Repair = "repair",
        /// A medic sees to a soldier unit (DW-38).
        Heal = "heal",
        /// A unit regenerates (DW-39).
        Regenerate = "regenerate",
        /// A vehicle moves in difficult terrain (DW-40, DW-41).
        DifficultTerrain = "difficult-terrain",
    }
}

choice! {
    /// The types of units.
    pub enum UnitType {
        /// Miniatures on foot: armor 1 to 4, with suppression markers.
        Soldier = "soldier",
        /// A ground vehicle: armor 1 to 7, with a damage table.
        Vehicle = "vehicle",
        /// An aircraft: armor 1 to 3, with a damage table of its own.
        Aircraft = "aircraft",
    }
}

impl UnitType {
    /// The highest armor value of the type.
    pub const fn most_armor(self) -> u32 {
        match self {
            Self::Soldier => 4,
            Self::Vehicle => 7,
            Self::Aircraft => 3,
        }
    }
}

choice! {
    /// The abilities of units. A unit may list abilities that its procedure does not use.
    pub enum Ability {
        /// One armor die more (DW-18).
        DamageResilient = "damage-resilient",
        /// One armor die more from the front (DW-18); never stopped in difficult terrain (DW-40, DW-41).
        DozerBlade = "dozer-blade",
        /// Dug in, it takes 1 damage less (DW-20).
        Entrench = "entrench",
        /// In cover, it takes 1 damage less (DW-20).
        LegendaryTactician = "legendary-tactician",
        /// No markers; cover is one step worse (DW-20).
        Zombie = "zombie",
        /// Armor rolls are inverted, markers have no effect (DW-19).
        HeroicStand = "heroic-stand",
        /// Its first armor roll is inverted (DW-19); never stopped in difficult terrain (DW-40, DW-41).
        PanzerAce = "panzer-ace",
        /// One die to ignore the first attack that would do damage (DW-23).
        CheatDeath = "cheat-death",
        /// Its attacks allow no armor roll and no cover (DW-17).
        Sniper = "sniper",
        /// Its attacks are inverted, but in close combat (DW-11).
        Spotter = "spotter",
        /// Its sustained attacks are inverted in place of the reroll (DW-12).
        TakeAim = "take-aim",
        /// Its first attack is inverted (DW-11).
        FightingSpirit = "fighting-spirit",
        /// One extra die for each hit on every line (DW-15).
        Frenzy = "frenzy",
        /// Misses of its first attack are rerolled (DW-13).
        Berserk = "berserk",
        /// Double dice in its first attack (DW-16).
        AllInOne = "all-in-one",
        /// Double dice for phaser, laser and tesla lines once, then out of ammo (DW-16).
        Supercharged = "supercharged",
        /// Half the dice, no armor roll, no cover (DW-17).
        Headshot = "headshot",
        /// Misses against aircraft are rerolled (DW-13).
        AirSuperiority = "air-superiority",
        /// Every line is a Penetrator line (DW-18).
        Schwerpunkt = "schwerpunkt",
        /// Repairs vehicles (DW-35).
        Mechanic = "mechanic",
        /// Its repair die is inverted (DW-35).
        ExpertRepair = "expert-repair",
        /// Repairs itself (DW-36).
        SelfRepair = "self-repair",
        /// Repairs vehicles, on a blank (DW-37).
        TankHead = "tank-head",
        /// Heals soldiers (DW-38).
        Medic = "medic",
        /// One order more (DW-4).
        CommandSquad = "command-squad",
        /// In difficult terrain stopped on a hit (DW-40).
        Tracks = "tracks",
        /// In difficult terrain stopped on a blank (DW-41).
        Wheels = "wheels",
        /// No markers, but cover as usual (DW-45).
        BlutkreuzApe = "blutkreuz-ape",
        /// No markers, but cover as usual (DW-45).
        BlutkreuzUbertoten = "blutkreuz-ubertoten",
        /// It flies: suppression does not improve its cover (DW-46).
        Flight = "flight",
    }
}

/// The abilities of a unit, or those of them that it has used up.
pub type Abilities = Set<Ability>;

choice! {
    /// How the attack is made.
    pub enum Action {
        /// With one action.
        Attack = "attack",
        /// With two actions: misses are rerolled once (DW-9).
        Sustained = "sustained",
    }
}

choice! {
    /// The target's cover; in a flight hazard, the kind of hazard.
    pub enum Cover {
        /// In the open.
        None = "none",
        /// Soft cover: 1 damage less.
        Soft = "soft",
        /// Hard cover: 2 damage less.
        Hard = "hard",
    }
}

impl Cover {
    /// The damage that it takes off.
    pub const fn reduction(self) -> u32 {
        self as u32
    }
}

choice! {
    /// From where the target is attacked.
    pub enum Arc {
        /// From the front: a Dozer Blade counts.
        Front = "front",
        /// From a side.
        Side = "side",
        /// From the rear: a ground vehicle makes no armor roll.
        Rear = "rear",
    }
}

choice! {
    /// The target's reaction to each attack to which it can react.
    pub enum Reaction {
        /// Nothing.
        None = "none",
        /// Hit the Dirt: a suppression marker and one step of cover; soldiers only.
        HitTheDirt = "hit-the-dirt",
        /// It attacks at the same time, within 12 inches (DW-42).
        Attack = "attack",
    }
}

choice! {
    /// Which face saves a unit with Cheat Death (DW-23).
    pub enum CheatDeath {
        /// A blank, 2/3.
        Blank = "blank",
        /// A hit, 1/3.
        Hit = "hit",
    }
}

choice! {
    /// When the damage table is rolled for (DW-25).
    pub enum TableRoll {
        /// If at least 1 damage was taken.
        WhenDamaged = "when-damaged",
        /// If at least one hit was rolled.
        WhenHit = "when-hit",
    }
}

choice! {
    /// Whether the dead take weapons with them.
    pub enum WeaponLosses {
        /// No: as long as a unit lives it fires all its weapons.
        None = "none",
        /// Each miniature removed takes one weapon, of the line that is worth least against the enemy.
        CheapestFirst = "cheapest-first",
    }
}

choice! {
    /// Which miniatures of a soldier unit take damage (DW-21).
    pub enum DamageAssignment {
        /// The wounded miniature first.
        Focus = "focus",
        /// So that as many miniatures as possible live.
        Spread = "spread",
    }
}

choice! {
    /// When a soldier unit loses its unit leader (DW-54).
    pub enum LeaderFalls {
        /// With the last miniature: the defender assigns damage to others.
        Last = "last",
        /// With the first miniature that an attack removes; a hero falls last.
        First = "first",
    }
}

choice! {
    /// The measures of a round.
    pub enum Measure {
        /// Hits of the attack's lines, extra dice included; in an overrun its hits, on activation the markers removed by dice.
        Hits = "hits",
        /// Damage before the armor roll.
        DamageBeforeArmor = "damage_before_armor",
        /// Damage that the armor roll negated.
        ArmorNegated = "armor_negated",
        /// Damage taken in the attack, not cut off at the hit points left.
        Damage = "damage",
        /// Miniatures removed; a vehicle or an aircraft destroyed is 1.
        Casualties = "casualties",
        /// Suppression markers at the end of the round.
        Suppression = "suppression",
        /// Defence pieces removed by Demolition (DW-24).
        DefencesRemoved = "defences_removed",
        /// Damage that the reaction attack did to the attacker (DW-42).
        ReactionDamage = "reaction_damage",
        /// The attacker's miniatures removed by the reaction attack (DW-42).
        ReactionCasualties = "reaction_casualties",
        /// Miniatures of all the bystanders removed by a detonation (DW-30).
        BystanderCasualties = "bystander_casualties",
        /// Riders or passengers removed (DW-30, DW-34, DW-56).
        RiderCasualties = "rider_casualties",
        /// Orders of the attacker's side (DW-4).
        AttackerOrders = "attacker_orders",
        /// Orders of the target's side (DW-4).
        TargetOrders = "target_orders",
        /// Damage removed by the repair, 0 or 1.
        Repaired = "repaired",
        /// Damage left on the target (on its living miniatures).
        DamageLeft = "damage_left",
        /// Effects of the damage table left on the target.
        EffectsLeft = "effects_left",
        /// Damage healed, 0 or 1.
        Healed = "healed",
        /// Casualties returned, 0 or 1.
        Returned = "returned",
        /// Damage restored.
        Restored = "restored",
        /// Moves that were stopped, 0 or 1.
        Stops = "stops",
        /// The attacker's miniatures removed by a detonation (DW-52).
        AttackerCasualties = "attacker_casualties",
        /// Damage that the second target took (DW-55).
        SecondDamage = "second_damage",
        /// The second target's miniatures removed (DW-55).
        SecondCasualties = "second_casualties",
    }
}

choice! {
    /// The events: each may have happened by the end of a round.
    pub enum Event {
        /// Vehicle, 1 hit on the table: it is blinded (DW-25).
        Blinded = "blinded",
        /// Vehicle, 2 hits: it burns, with 1 damage at the end of each activation (DW-28).
        ExternalFire = "external_fire",
        /// Vehicle, 3 hits: one weapon is lost (DW-29).
        WeaponDamaged = "weapon_damaged",
        /// Vehicle, 4 hits: its drive system is damaged (DW-25).
        DriveDamaged = "drive_damaged",
        /// Vehicle and aircraft, 5 hits: one weapon is lost, soldiers nearby are attacked (DW-30).
        Detonation = "detonation",
        /// Vehicle and aircraft, 6 hits: no armor rolls (DW-31).
        HullBreach = "hull_breach",
        /// Aircraft, 1 hit: units that it attacks are in soft cover (DW-32).
        DamagedFireControl = "damaged_fire_control",
        /// Aircraft, 2 hits: its engine is damaged (DW-32).
        DamagedEngine = "damaged_engine",
        /// Aircraft, 3 hits: one weapon is lost (DW-29).
        DamagedWeapon = "damaged_weapon",
        /// Aircraft, 4 hits: it must fly low (DW-32).
        ForcedLow = "forced_low",
        /// The target had a suppression marker.
        Suppressed = "suppressed",
        /// The target had more markers than miniatures when it activated (DW-6).
        Retreating = "retreating",
        /// The target ignored an attack by Cheat Death (DW-23).
        CheatedDeath = "cheated_death",
        /// The attacker chose the weapon that was damaged (DW-29).
        AttackerChoseWeapon = "attacker_chose_weapon",
        /// A reaction attack eliminated the attacker (DW-42).
        AttackerKilled = "attacker_killed",
        /// A detonation eliminated at least one of the bystander units (DW-30).
        BystanderKilled = "bystander_killed",
        /// The riders, or passengers, are eliminated (DW-34, DW-56).
        RidersKilled = "riders_killed",
        /// The attacker's side had the initiative (DW-3).
        AttackerInitiates = "attacker_initiates",
        /// The vehicle was stopped in difficult terrain (DW-40, DW-41).
        Stopped = "stopped",
        /// The second target is eliminated (DW-55).
        SecondKilled = "second_killed",
    }
}

impl Event {
    /// How many events are effects of a damage table; they come first.
    const EFFECTS: usize = Self::ForcedLow as usize + 1;

    /// The effects of a type's damage table, from the least to the gravest; soldiers have none.
    pub const fn table(kind: UnitType) -> &'static [Self] {
        match kind {
            UnitType::Soldier => &[],
            UnitType::Vehicle => &[
                Self::Blinded,
                Self::ExternalFire,
                Self::WeaponDamaged,
                Self::DriveDamaged,
                Self::Detonation,
                Self::HullBreach,
            ],
            UnitType::Aircraft => &[
                Self::DamagedFireControl,
                Self::DamagedEngine,
                Self::DamagedWeapon,
                Self::ForcedLow,
                Self::Detonation,
                Self::HullBreach,
            ],
        }
    }
}

/// An effect of a damage table, as a scenario names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEffect(pub Event);

impl TableEffect {
    const NAMES: &'static [Name] = Event::NAMES.split_at(Event::EFFECTS).0;
}

impl FromValue for TableEffect {
    const KIND: Kind = Kind::Choice(Shared::Static(Self::NAMES));

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let Value::Text(text) = value else { return fields::expected(path, problems) };
        let found = Event::ALL[..Event::EFFECTS].iter().find(|effect| effect.name() == text);
        if found.is_none() {
            let known = Self::NAMES.iter().map(|name| name.name.to_string()).collect();
            problems.add(path, Fault::Unknown { found: text.clone(), known });
        }
        found.map(|&effect| Self(effect))
    }
}
