//! The fields of units and situation in a Sythopian Wars scenario.

use chance::fields::{Fault, List, Problems, Setup, Whole};
use chance::{choice, record};

pub use super::options::{
    Casualties, DoubleCosts, Options, StunnedModels, StunnedRecover, VehicleForce, VehicleMelee, WhipDice,
};

choice! {
    /// The procedures: each round plays one.
    pub enum Procedure {
        /// The attacker shoots at the target, which may answer (SY-5 to SY-19, SY-29 to SY-33).
        Shoot = "shoot",
        /// Both sides strike at once in close combat (SY-20 to SY-28, SY-34, SY-35).
        Melee = "melee",
        /// The attacker charges under the target's fire, and both strike; in later rounds they only strike (SY-40).
        Charge = "charge",
        /// A D6 each, the higher wins, ties are rolled again (SY-2).
        RollOff = "roll-off",
        /// The target rallies: a Resolve test for each model that is not stunned (SY-18).
        Rally = "rally",
        /// The target is activated: a Resolve test for its stunned model (SY-17).
        ReturnToFight = "return-to-fight",
        /// The target, a vehicle, drives through a piece of cover and damages itself (SY-32).
        RammingSpeed = "ramming-speed",
        /// The attacker, a vehicle, explodes beside the target (SY-31).
        Explosion = "explosion",
    }
}

choice! {
    /// The kinds of units.
    pub enum UnitKind {
        /// Models with Resolve and HP.
        Infantry = "infantry",
        /// One model with Armor and HP, which uses all its weapons.
        Vehicle = "vehicle",
    }
}

choice! {
    /// The side of a vehicle that is hit; it decides the effect of system damage.
    pub enum Facing {
        /// Minor damage: no Defend, Ditch or Shield from the next round on.
        Energy = "energy",
        /// Damage hampers its movement only.
        Propulsion = "propulsion",
        /// Minor damage: its weapons lose Auto; major: it fires only as Snap Fire.
        Targeting = "targeting",
    }
}

choice! {
    /// A rule of the facing that is hit (SY-30).
    pub enum FacingRule {
        /// Shooters lock on their weapon's Force in place of Resolve.
        ShuntField = "shunt-field",
        /// Results of damage rolls are halved, rounded up.
        ExtraArmor = "extra-armor",
    }
}

choice! {
    /// How a weapon works; the first seven are ranged, the others melee weapons.
    pub enum WeaponType {
        /// Hits without a roll, each hit counting as a 1 (SY-8).
        Auto = "auto",
        /// Keeps its rate of fire in Snap Fire (SY-7).
        RapidFire = "rapid-fire",
        /// Locks as normal in Snap Fire (SY-7).
        Assault = "assault",
        /// A lock of 1 is a point of damage without a damage roll (SY-9).
        Sniper = "sniper",
        /// One die for each model if the unit moved (SY-10).
        Volley = "volley",
        /// Twice the dice within half range (SY-11).
        Scatter = "scatter",
        /// Its dice are for the whole unit, beside the other weapons (SY-12).
        Grenade = "grenade",
        /// Failures are rerolled once (SY-22).
        Fast = "fast",
        /// Hits on 5+ at the latest (SY-23).
        Crushing = "crushing",
        /// One die for each enemy model in combat, in place of Att (SY-24).
        Slashing = "slashing",
        /// One extra die for each hit (SY-25).
        Whip = "whip",
        /// Hits without a roll (SY-26).
        Grasping = "grasping",
        /// One extra hit for each die that the enemy failed (SY-27).
        Defensive = "defensive",
    }
}

impl WeaponType {
    fn is_melee(self) -> bool {
        matches!(
            self,
            Self::Fast | Self::Crushing | Self::Slashing | Self::Whip | Self::Grasping | Self::Defensive
        )
    }
}

choice! {
    /// The attacker's command.
    pub enum Command {
        /// Shoot, standing.
        Shoot = "shoot",
        /// Move and shoot: counts as moved.
        Assault = "assault",
        /// Run and shoot: counts as moved.
        Advance = "advance",
        /// One die for each model, and only a 1 locks (SY-7).
        SnapFire = "snap-fire",
    }
}

choice! {
    /// The target's cover (SY-19).
    pub enum Cover {
        /// In the open.
        None = "none",
        /// Rubble: +1.
        Rubble = "rubble",
        /// A barricade: +2, also taken from Force.
        Barricade = "barricade",
        /// Ruins: +2, also taken from Force.
        Ruins = "ruins",
        /// A bulwark: +3, also taken from Force.
        Bulwark = "bulwark",
    }
}

choice! {
    /// The target's defence.
    pub enum Defence {
        /// Nothing.
        None = "none",
        /// Defend: +1 Resolve against shooting (SY-14).
        Defend = "defend",
        /// Ditch: shooting hits only on a 1, and Auto weapons must roll (SY-13).
        Ditch = "ditch",
        /// Shield: a D6 below a hit's lock roll negates it (SY-33).
        Shield = "shield",
        /// The crew defends its vehicle in melee (SY-35).
        Crew = "crew",
    }
}

choice! {
    /// The answer to the attacker's fire, or to its charge (SY-40).
    pub enum Reaction {
        /// Nobody.
        None = "none",
        /// The target shoots back; the attacker has the Initiative (SY-6).
        Shoot = "shoot",
        /// Another unit like the target answers, and has the Initiative (SY-14).
        CoveringFire = "covering-fire",
    }
}

record! {
    /// A weapon: with `rof` it is fired, with `att` it is used in melee.
    pub struct Weapon {
        /// Name.
        name: Option<String>,
        /// How many models carry it, and use nothing else of its sort; on a vehicle how many there are (1 if not given). Without it the
        /// weapon is that of all other models.
        count: Option<Whole<0, 100>>,
        /// Rate of Fire: target lock dice for each model that fires it. For a ranged weapon.
        rof: Option<Whole<1, 20>>,
        /// Attacks: dice for each model that strikes with it. For a melee weapon; a Slashing one needs none.
        att: Option<Whole<0, 20>>,
        /// Force: lowers the number that a damage roll needs, and adds to a Result against a vehicle and to melee damage.
        force: Whole<0, 20> = 0,
        /// How far it reaches, in inches; without it there is no limit.
        range: Option<Whole<0, 1000>>,
        /// How it works.
        r#type: Option<WeaponType>,
        /// A heavy weapon: infantry that moved does not fire it.
        heavy: bool = false,
    }
}

impl Weapon {
    /// Whether it is for melee; otherwise it is fired.
    pub fn is_melee(&self) -> bool {
        self.att.is_some() || self.is(WeaponType::Slashing)
    }

    /// Whether it is of a type.
    pub fn is(&self, kind: WeaponType) -> bool {
        self.r#type == Some(kind)
    }

    /// The name in a story; "weapon" if it has none.
    pub fn called(&self) -> String {
        self.name.clone().unwrap_or_else(|| "weapon".to_owned())
    }
}

/// Weapons that a unit may list.
pub const WEAPONS: usize = 10;

record! {
    /// A unit, with its attack and its defence.
    pub struct Unit {
        /// Infantry or a vehicle.
        kind: UnitKind = "infantry",
        /// How many models it has. For infantry; a vehicle is one model.
        models: Option<Whole<1, 100>>,
        /// Resolve: locks are on this or less, damage rolls and melee against it need this or more.
        resolve: Option<Whole<1, 6>>,
        /// Hit points: of each model, or of the vehicle.
        hp: Option<Whole<1, 50>>,
        /// Armor: the number that a damage Result must reach. For a vehicle.
        armor: Option<Whole<1, 20>>,
        /// Threat cost: the Force of its explosion. For a vehicle.
        threat: Option<Whole<0, 50>>,
        /// The facing that is hit. For a vehicle.
        facing: Option<Facing>,
        /// The rules of that facing. For a vehicle.
        facing_rules: List<FacingRule, 2>,
        /// Its weapons. Models use the first of each sort, but for those that carry a weapon with a `count`.
        weapons: List<Weapon, WEAPONS>,
        /// Sustained damage at the start, less than `hp`; a model is stunned if there is any. For infantry.
        sustained: Whole<0, 49> = 0,
    }
}

impl Unit {
    /// Whether it is a vehicle.
    pub fn is_vehicle(&self) -> bool {
        self.kind == UnitKind::Vehicle
    }

    /// Whether it is a vehicle whose facing has this rule.
    pub fn has_facing_rule(&self, rule: FacingRule) -> bool {
        self.is_vehicle() && self.facing_rules.contains(&rule)
    }
}

record! {
    /// The situation of the attack.
    pub struct Situation {
        /// The attacker's command when it shoots.
        command: Command = "shoot",
        /// Whether the attacker moved; with "assault" and "advance" it did in any case.
        moved: bool = false,
        /// How far apart the units are, in inches; without it everything is in range.
        distance: Option<Whole<0, 1000>>,
        /// The target's cover.
        cover: Cover = "none",
        /// Levels of the attacker above the target; negative if it is below.
        levels: Whole<-20, 20> = 0,
        /// The target's defence.
        defence: Defence = "none",
        /// The answer to the attacker's fire, or to its charge.
        reaction: Reaction = "none",
        /// How many models of each side can strike in melee; without it there is no limit.
        in_combat: Option<Whole<0, 100>>,
        /// Models of the attacker that strike at other units in the same combat (SY-41).
        attackers_elsewhere: Whole<0, 100> = 0,
        /// Models of the target that strike at other units in the same combat (SY-41).
        targets_elsewhere: Whole<0, 100> = 0,
        /// Whether the target is activated after each round and tests to return to the fight (SY-17).
        target_activates: bool = true,
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

/// Reads a scenario, and checks the fields that every procedure needs.
pub fn read(setup: &Setup, problems: &mut Problems) -> Option<Units> {
    let procedure = setup.procedure(Procedure::Shoot, problems);
    let attacker: Option<Unit> = setup.section("attacker", problems);
    let target: Option<Unit> = setup.section("target", problems);
    let situation = setup.section("situation", problems);
    let options = setup.section("options", problems);
    for (side, unit) in [("attacker", &attacker), ("target", &target)] {
        let Some(unit) = unit else { continue };
        check_sustained(unit, side, problems);
        for (place, weapon) in unit.weapons.iter().enumerate() {
            check_weapon(weapon, &format!("{side}.weapons[{place}]"), problems);
        }
    }
    if matches!(procedure, Some(Procedure::Shoot | Procedure::Charge))
        && let Some(situation) = &situation
    {
        check_commands(situation, problems);
    }
    Some(Units {
        procedure: procedure?,
        attacker: attacker?,
        target: target?,
        situation: situation?,
        options: options?,
    })
}

/// SY-13: a Ditch command uses the Shoot action, and another command ends it, so its unit cannot return fire.
fn check_commands(situation: &Situation, problems: &mut Problems) {
    if situation.defence == Defence::Ditch && situation.reaction == Reaction::Shoot {
        let words = "the target cannot shoot back: Ditch uses its Shoot action".to_owned();
        problems.add("situation.reaction", Fault::Conflict(words));
    }
}

/// SY-16: as much sustained damage as HP would have slain a model.
fn check_sustained(unit: &Unit, side: &str, problems: &mut Problems) {
    if let Some(hp) = unit.hp
        && !unit.is_vehicle()
        && unit.sustained.get() >= hp.get()
    {
        problems
            .expected(format!("{side}.sustained"), format!("less than the models' {} hit points", hp.get()));
    }
}

/// A weapon is ranged or for melee, and its type is of the same sort.
fn check_weapon(weapon: &Weapon, path: &str, problems: &mut Problems) {
    let conflict =
        |problems: &mut Problems, words: &str| problems.add(path, Fault::Conflict(words.to_owned()));
    match (weapon.rof, weapon.att) {
        (Some(_), Some(_)) => conflict(problems, "a weapon has `rof` or `att`, not both"),
        (None, None) if weapon.is(WeaponType::Slashing) => {}
        (None, None) => conflict(problems, "a weapon needs `rof` if it is fired, `att` if it is for melee"),
        (Some(_), None) if weapon.r#type.is_some_and(WeaponType::is_melee) => {
            conflict(problems, "this type is for melee weapons, which have `att`");
        }
        (None, Some(_)) if weapon.r#type.is_some_and(|kind| !kind.is_melee()) => {
            conflict(problems, "this type is for ranged weapons, which have `rof`");
        }
        _ => {}
    }
}
