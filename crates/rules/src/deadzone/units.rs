//! The fields of a Deadzone scenario.

use chance::fields::{Fault, List, Named as _, Problems, Setup, Whole};
use chance::game::Procedure as ProcedureData;
use chance::{choice, record};

choice! {
    /// The procedures: each round plays one.
    pub enum Procedure {
        /// A Shoot test against a Survive test (DZ-3).
        Shoot = "shoot",
        /// A Fight test against Fight or Survive (DZ-4).
        Fight = "fight",
        /// An Indirect shot: it may scatter, then its frag goes off in the target's cube (DZ-18, DZ-19).
        Indirect = "indirect",
        /// A thrown grenade: as an Indirect shot, without its minimum distance (DZ-18, DZ-19).
        Grenade = "grenade",
        /// A frag that goes off in the target's cube, whoever laid it (DZ-19).
        Explosion = "explosion",
        /// Shoot against Survive to pin and suppress, without damage (DZ-21).
        BlazeAway = "blaze-away",
        /// The target, a vehicle with damaged engines, wants to move (DZ-10).
        Move = "move",
    }
}

choice! {
    /// What a unit is, and so how it is hurt.
    pub enum Kind {
        /// One ordinary model: a second injury kills it, or damage 2 at once (DZ-6).
        Model = "model",
        /// A vehicle: it gathers injuries, and may suffer Catastrophic Damage (DZ-7, DZ-8).
        Vehicle = "vehicle",
        /// A crew-served weapon: a gunner and a loader with one card (DZ-22).
        Csw = "csw",
    }
}

choice! {
    /// What the target of a fight rolls.
    pub enum Defence {
        /// Survive: it deals no damage.
        Survive = "survive",
        /// Fight: if it wins, the attacker is hurt.
        Fight = "fight",
    }
}

choice! {
    /// How the die that was added goes on (DZ-1).
    pub enum Explode {
        /// It may show the exploding face and add another.
        Recursive = "recursive",
        /// It adds no further die.
        Once = "once",
    }
}

choice! {
    /// What the potential damage of a win is (DZ-3, DZ-4, DZ-19).
    pub enum Potential {
        /// The successes that the winner has more than the loser.
        Difference = "difference",
        /// All successes of the winner.
        AttackerSuccesses = "attacker-successes",
    }
}

choice! {
    /// What a fire does to a vehicle (DZ-15).
    pub enum Burning {
        /// Nothing.
        None = "none",
        /// From the next round on, at the end of each, 3 dice at 4+ against Survive, with AP 1.
        ThreeDice = "three-dice",
    }
}

choice! {
    /// The measures of a round.
    pub enum Measure {
        /// Successes of the attacker's test; of the frag where one goes off.
        AttackerSuccesses = "attacker_successes",
        /// Successes of the target's test.
        TargetSuccesses = "target_successes",
        /// What the attacker won by, before Armour.
        PotentialDamage = "potential_damage",
        /// Damage after Armour; for a vehicle its injuries, fire included.
        Damage = "damage",
        /// Moves that damaged engines allowed, 0 or 1 (DZ-10).
        Moves = "moves",
    }
}

choice! {
    /// The events: each may have happened to the target or to those near it by the end of a round.
    pub enum Event {
        /// Catastrophic Damage 1: each move needs 5+ on a d8 (DZ-10).
        EnginesDamaged = "engines_damaged",
        /// Catastrophic Damage 2: each use of a weapon needs 5+ on a d8 (DZ-11).
        WeaponsDamaged = "weapons_damaged",
        /// Catastrophic Damage 3: a weapon at random is gone (DZ-12).
        WeaponDestroyed = "weapon_destroyed",
        /// Catastrophic Damage 4: one die less to Shoot and Blaze Away (DZ-13).
        ScannersShot = "scanners_shot",
        /// Catastrophic Damage 5: the crew retreats, or gives up a stuck or burning vehicle (DZ-14).
        CrewPanic = "crew_panic",
        /// Catastrophic Damage 6: no more moves (DZ-15).
        Immobilised = "immobilised",
        /// Catastrophic Damage 7: it is on fire (DZ-15).
        Fire = "fire",
        /// Catastrophic Damage 8: it blows up (DZ-16).
        FuelBreach = "fuel_breach",
        /// A man was injured and lived, or a vehicle took an injury (DZ-6, DZ-7).
        Injured = "injured",
        /// The target is pinned, by a blast or by Blaze Away (DZ-17, DZ-21).
        Pinned = "pinned",
        /// The target is suppressed (DZ-21).
        Suppressed = "suppressed",
        /// A shot or grenade went astray (DZ-18).
        Scattered = "scattered",
        /// The crew of a CSW is down to one man or none (DZ-22).
        LoaderLost = "loader_lost",
        /// At least one of the others in the cube is dead (DZ-16, DZ-19).
        BystanderKilled = "bystander_killed",
        /// A blast threw the two men of a CSW into different cubes (DZ-23).
        CrewSeparated = "crew_separated",
        /// The attacker was killed or destroyed in a fight (DZ-4).
        AttackerDestroyed = "attacker_destroyed",
    }
}

/// A procedure that can do damage.
const fn damaging(procedure: Procedure, events: &'static [usize]) -> ProcedureData {
    const FUNNEL: &[usize] =
        &[Measure::AttackerSuccesses as usize, Measure::PotentialDamage as usize, Measure::Damage as usize];
    let name = &Procedure::NAMES[procedure as usize];
    ProcedureData::built_in(name, ALL_MEASURES, events, FUNNEL, Some(Measure::Damage as usize))
}

/// Every procedure with what can come of it.
pub const PROCEDURES: &[ProcedureData] = &[
    damaging(Procedure::ALL[0], SHOT_AT),
    damaging(Procedure::ALL[1], FOUGHT),
    damaging(Procedure::ALL[2], BOMBED),
    damaging(Procedure::ALL[3], BOMBED),
    damaging(Procedure::ALL[4], BLOWN_UP),
    ProcedureData::built_in(&Procedure::NAMES[5], SUCCESSES, PINNED_DOWN, SUCCESSES.split_at(1).0, None),
    ProcedureData::built_in(&Procedure::NAMES[6], &[Measure::Moves as usize], &[], &[], None),
];

const SUCCESSES: &[usize] = &[Measure::AttackerSuccesses as usize, Measure::TargetSuccesses as usize];
const ALL_MEASURES: &[usize] = &[
    Measure::AttackerSuccesses as usize,
    Measure::TargetSuccesses as usize,
    Measure::PotentialDamage as usize,
    Measure::Damage as usize,
];
const SHOT_AT: &[usize] = FOUGHT.split_at(FOUGHT.len() - 1).0;
const FOUGHT: &[usize] = &[
    Event::EnginesDamaged as usize,
    Event::WeaponsDamaged as usize,
    Event::WeaponDestroyed as usize,
    Event::ScannersShot as usize,
    Event::CrewPanic as usize,
    Event::Immobilised as usize,
    Event::Fire as usize,
    Event::FuelBreach as usize,
    Event::Injured as usize,
    Event::LoaderLost as usize,
    Event::BystanderKilled as usize,
    Event::AttackerDestroyed as usize,
];
const BLOWN_UP: &[usize] = BOMBED.split_at(BOMBED.len() - 1).0;
const BOMBED: &[usize] = &[
    Event::Injured as usize,
    Event::Pinned as usize,
    Event::LoaderLost as usize,
    Event::CrewSeparated as usize,
    Event::BystanderKilled as usize,
    Event::Scattered as usize,
];
const PINNED_DOWN: &[usize] = &[Event::Pinned as usize, Event::Suppressed as usize];

record! {
    /// A weapon of a unit.
    pub struct Weapon {
        /// Name; `situation.weapon` may refer to it.
        name: Option<String>,
        /// Armour piercing: taken off the Armour that it hits (DZ-5).
        ap: Whole<0, 20> = 0,
        /// Extra dice to Shoot, Fight and Blaze Away.
        dice: Whole<-20, 20> = 0,
        /// Range in cubes; without it there is no limit.
        range: Option<Whole<0, 1000>>,
        /// Frag (n): dice of its explosion (DZ-19).
        frag: Option<Whole<0, 50>>,
        /// Whether it can make Indirect attacks (DZ-18).
        indirect: bool = false,
        /// Whether it fires every other round only (Long Reload).
        long_reload: bool = false,
    }
}

record! {
    /// A unit, with its attack and its defence.
    pub struct Unit {
        /// Its type.
        kind: Kind = "model",
        /// Vehicle (n): as many injuries destroy it.
        vehicle: Option<Whole<1, 100>>,
        /// Shoot: a die succeeds on this number or more (2 to `sides`).
        shoot: Option<Whole<2, 20>>,
        /// Fight: a die succeeds on this number or more (2 to `sides`).
        fight: Option<Whole<2, 20>>,
        /// Survive: a die succeeds on this number or more (2 to `sides`).
        survive: Option<Whole<2, 20>>,
        /// Armour: taken off potential damage.
        armour: Whole<0, 10> = 0,
        /// A Non-combatant makes no attack, and in a fight it always uses Survive (DZ-4).
        non_combatant: bool = false,
        /// Its weapons; an attack uses the first that fits and still works.
        weapons: List<Weapon, 16>,
    }
}

record! {
    /// The situation of the attack.
    pub struct Situation {
        /// Dice that the attacker has more (or less) in Shoot, Fight and Blaze Away, the weapon's own aside.
        attacker_dice: Whole<-50, 50> = 0,
        /// Dice that the target has more (or less) in Survive and Fight against these.
        target_dice: Whole<-50, 50> = 0,
        /// Cubes between attacker and target; without it ranges are not checked.
        distance: Option<Whole<0, 1000>>,
        /// What the target of a fight rolls.
        defence: Defence = "survive",
        /// Models beside the target, each like `[bystander]`, that an explosion in the cube hits too.
        others_in_cube: Whole<0, 20> = 0,
        /// Whether the attacker's crew of a CSW is separated at the start: it moves together in round 1 and does not fire (DZ-23).
        crew_separated: bool = false,
        /// The name of the attacker's weapon to be used while it works.
        weapon: Option<String>,
    }
}

record! {
    /// Open questions of the rules.
    pub struct Options {
        /// Sides of the dice of tests (DZ-1).
        sides: Whole<4, 20> = 8,
        /// The face that adds a die; above `sides` none does (DZ-1).
        exploding_face: Whole<1, 20> = 8,
        /// How the die that was added goes on (DZ-1).
        explode: Explode = "recursive",
        /// What the potential damage of a win is.
        potential: Potential = "difference",
        /// Dice of a frag grenade (DZ-16, DZ-19).
        frag_grenade_dice: Whole<0, 50> = 3,
        /// What a fire does to a vehicle (DZ-15).
        burning: Burning = "none",
    }
}

/// All of a scenario, each field checked for itself.
pub struct Units {
    /// What is played.
    pub procedure: Procedure,
    /// The unit that attacks.
    pub attacker: Unit,
    /// The unit that is attacked.
    pub target: Unit,
    /// What each of the others in the cube is.
    pub bystander: Option<Unit>,
    /// The situation of the attack.
    pub situation: Situation,
    /// The rules' open questions.
    pub options: Options,
}

impl Procedure {
    /// Whether it sets off a frag (DZ-19) rather than attacking one unit.
    pub const fn is_blast(self) -> bool {
        matches!(self, Self::Indirect | Self::Grenade | Self::Explosion)
    }

    /// Whether no vehicle can be injured by it (DZ-20, DZ-21).
    pub const fn is_harmless_to_vehicles(self) -> bool {
        !matches!(self, Self::Shoot | Self::Fight)
    }
}

impl Units {
    /// Whether the target can suffer Catastrophic Damage, which leaves a vehicle with one injury at least
    /// and short of its end (DZ-8).
    pub fn target_can_break(&self) -> bool {
        !self.procedure.is_harmless_to_vehicles() && self.target.can_break()
    }
}

impl Unit {
    /// Whether it is a vehicle that survives an injury.
    pub fn can_break(&self) -> bool {
        self.kind == Kind::Vehicle && self.vehicle.is_none_or(|injuries| injuries.get() > 1)
    }
}

/// Reads a scenario, and checks that what it names is there.
pub fn read(setup: &Setup, problems: &mut Problems) -> Option<Units> {
    let procedure = setup.procedure(Procedure::Shoot, problems);
    let attacker: Option<Unit> = setup.section("attacker", problems);
    let target = setup.section("target", problems);
    let given = setup.sections.iter().any(|(name, _)| *name == "bystander");
    let bystander: Option<Unit> = setup.optional("bystander", problems);
    let situation: Option<Situation> = setup.section("situation", problems);
    let options: Option<Options> = setup.section("options", problems);
    let most = options.as_ref()?.sides.get();
    for (section, unit) in
        [("attacker", attacker.as_ref()), ("target", target.as_ref()), ("bystander", bystander.as_ref())]
    {
        let Some(unit) = unit else { continue };
        for (name, stat) in [("shoot", unit.shoot), ("fight", unit.fight), ("survive", unit.survive)] {
            if stat.is_some_and(|stat| stat.get() > most) {
                problems.expected(format!("{section}.{name}"), format!("a whole number from 2 to {most}"));
            }
        }
    }
    if situation.as_ref().is_some_and(|situation| situation.others_in_cube.get() > 0) && !given {
        problems.missing::<Unit>("bystander", "where others stand in the cube");
    }
    if let (Some(attacker), Some(situation)) = (&attacker, &situation)
        && situation.crew_separated
        && attacker.kind != Kind::Csw
    {
        let words = "only the crew of a CSW can be separated".to_owned();
        problems.add("situation.crew_separated", Fault::Conflict(words));
    }
    if let (Some(attacker), Some(name)) = (&attacker, situation.as_ref().and_then(|s| s.weapon.as_ref()))
        && !attacker.weapons.iter().any(|weapon| weapon.name.as_ref() == Some(name))
    {
        let known = attacker.weapons.iter().filter_map(|weapon| weapon.name.clone()).collect();
        problems.add("situation.weapon", Fault::Unknown { found: name.clone(), known });
    }
    Some(Units {
        procedure: procedure?,
        attacker: attacker?,
        target: target?,
        bystander,
        situation: situation?,
        options: options?,
    })
}
