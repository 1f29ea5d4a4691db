//! The fields of a Rules Crusade scenario.

use super::dice::Dice;
use chance::fields::{List, Problems, Setup, Whole};
use chance::{choice, record};

pub use super::options::{CrewAction, DeckCounts, DeckOption, Doubles, Options, RangePenalty};

choice! {
    /// The procedures: each round plays one.
    pub enum Procedure {
        /// The attacker fires all of its working weapons at the target (RC-7, RC-8, RC-11).
        Shooting = "shooting",
        /// The attacker attacks the target in melee, perhaps under snap fire (RC-9, RC-10).
        Rush = "rush",
        /// The attacker drives over the target (RC-4).
        OverRun = "over-run",
        /// The attacker collides with the target (RC-5).
        Ram = "ram",
        /// The target jumps a gap (RC-3).
        Jump = "jump",
        /// The target makes a wipeout check (RC-6).
        Wipeout = "wipeout",
        /// The attacker climbs aboard the target and fights it there (RC-21, RC-22).
        Boarding = "boarding",
        /// The attacker, a drop pod, comes down on the target (RC-24).
        DropPod = "drop-pod",
        /// The target, a vehicle, falls (RC-20).
        Fall = "fall",
    }
}

choice! {
    /// How a unit takes hits.
    pub enum UnitKind {
        /// It draws a damage card for each hit.
        Vehicle = "vehicle",
        /// It loses a base die for each hit, the weakest first, and is dead without any.
        Troop = "troop",
    }
}

choice! {
    /// The traits of a unit.
    pub enum Trait {
        /// It never has more than one move action.
        Heavy = "heavy",
        /// One move action more.
        Fast = "fast",
        /// Two move actions more.
        Flyer = "flyer",
        /// In a rush its driver may defend it with his own melee dice (RC-9).
        Low = "low",
        /// Open transport; it may be boarded.
        Open = "open",
        /// Closed transport.
        Closed = "closed",
    }
}

choice! {
    /// The traits of a weapon.
    pub enum WeaponTrait {
        /// It may snap fire (RC-10), and a WEAPON card takes it before others.
        Basic = "basic",
        /// Area weapon: one more die against a vehicle (RC-8).
        Area = "area",
        /// Line weapon: one more die against a vehicle (RC-8).
        Line = "line",
        /// Rapid fire; no effect on the numbers.
        Rapid = "rapid",
        /// It fires every other round: 1, 3, 5 and so on.
        Load = "load",
    }
}

choice! {
    /// The effect on a weapon when `fail_dice` or more of its dice show their highest face (RC-11).
    pub enum Fail {
        /// It jams and is out of use from then on.
        Jam = "jam",
        /// It is destroyed.
        Explode = "explode",
        /// It jams on `fail_dice` such dice and is destroyed on more.
        JamExplode = "jam-explode",
    }
}

choice! {
    /// The colour of a die (RC-1).
    pub enum Color {
        /// 0, 0, 0, 1, 2, 3.
        Red = "red",
        /// 0, 0, 0, 0, 1, 2.
        White = "white",
    }
}

choice! {
    /// The damage cards (RC-12).
    pub enum Card {
        /// RC-13.
        Crew = "CREW",
        /// RC-14.
        Drive = "DRIVE",
        /// RC-15.
        Hull = "HULL",
        /// RC-16.
        Weapon = "WEAPON",
        /// RC-17.
        Fire = "FIRE",
    }
}

choice! {
    /// The measures of a round.
    pub enum Measure {
        /// The attacker's totals, after range, of all rolls of the attack.
        AttackTotal = "attack_total",
        /// The target's totals of all rolls of the attack.
        DefenceTotal = "defence_total",
        /// Hits on the target in the attack, including those beyond its destruction.
        Hits = "hits",
        /// Damage cards that the target drew, those of FIRE and explosions included.
        Cards = "cards",
    }
}

choice! {
    /// The events: each may have happened by the end of a round.
    pub enum Event {
        /// The target has drawn a CREW card.
        Crew = "crew",
        /// The target has drawn a DRIVE card.
        Drive = "drive",
        /// The target has drawn a HULL card.
        Hull = "hull",
        /// The target has drawn a WEAPON card.
        Weapon = "weapon",
        /// The target has drawn a FIRE card.
        Fire = "fire",
        /// The target has wiped out.
        WipedOut = "wiped_out",
        /// The target was destroyed while on fire.
        Exploded = "exploded",
        /// A jump or a boarding was missed.
        Fell = "fell",
        /// A weapon that fired has jammed.
        Jammed = "jammed",
        /// A weapon that fired was destroyed by its own shot.
        WeaponExploded = "weapon_exploded",
        /// The attacker is destroyed or dead.
        AttackerDestroyed = "attacker_destroyed",
        /// At least one of the target's crew or passengers has died.
        PassengerKilled = "passenger_killed",
        /// At least one of the bystanders has died (RC-28).
        BystanderKilled = "bystander_killed",
    }
}

impl Measure {
    /// An attack counts all of them.
    pub const OF_AN_ATTACK: &'static [usize] =
        &[Self::AttackTotal as usize, Self::DefenceTotal as usize, Self::Hits as usize, Self::Cards as usize];
}

/// The events of damage cards, and more.
macro_rules! with_cards {
    ($($more:ident),*) => {
        &[
            Event::Crew as usize,
            Event::Drive as usize,
            Event::Hull as usize,
            Event::Weapon as usize,
            Event::Fire as usize,
            Event::WipedOut as usize,
            Event::Exploded as usize,
            Event::PassengerKilled as usize,
            Event::BystanderKilled as usize,
            $(Event::$more as usize,)*
        ]
    };
}

impl Event {
    /// The events of a fall.
    pub const OF_A_FALL: &'static [usize] = with_cards!();
    /// The events of a jump.
    pub const OF_A_JUMP: &'static [usize] = with_cards!(Fell);
    /// The events of shooting, which hurts the target alone.
    pub const OF_SHOOTING: &'static [usize] = with_cards!(Jammed, WeaponExploded);
    /// The events of a rush, with snap fire.
    pub const OF_A_RUSH: &'static [usize] = with_cards!(Jammed, WeaponExploded, AttackerDestroyed);
    /// The events of an over-run, a ram or a drop pod.
    pub const OF_A_COLLISION: &'static [usize] = with_cards!(AttackerDestroyed);
    /// The events of boarding.
    pub const OF_BOARDING: &'static [usize] = with_cards!(Fell, AttackerDestroyed);
}

record! {
    /// A weapon, or several alike.
    pub struct Weapon {
        /// Name.
        name: Option<String>,
        /// The dice of one shot.
        dice: Dice,
        /// How many of them the unit has; each fires for itself.
        count: Whole<0, 20> = 1,
        /// Traits.
        traits: List<WeaponTrait, 10>,
        /// The effect when `fail_dice` or more of its dice show their highest face; without this field it never fails.
        fail: Option<Fail>,
    }
}

impl Weapon {
    /// The name in a story; "weapon" if it has none.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("weapon")
    }

    /// Whether it has a trait.
    pub fn has(&self, wanted: WeaponTrait) -> bool {
        self.traits.contains(&wanted)
    }
}

/// How many kinds of weapon a unit may have.
pub const WEAPONS: usize = 12;

record! {
    /// A unit, with its attack and its defence.
    pub struct Unit {
        /// "vehicle" or "troop"; without, a unit with `hits` is a vehicle.
        kind: Option<UnitKind>,
        /// Base dice, such as "2R+1W".
        dice: Option<Dice>,
        /// Melee dice; without, it fights with its base dice.
        melee: Option<Dice>,
        /// Damage cards that destroy it. For vehicles.
        hits: Option<Whole<1, 100>>,
        /// Move actions in a turn, before FAST, FLYER and HEAVY.
        move_actions: Whole<0, 20> = 2,
        /// Traits.
        traits: List<Trait, 12>,
        /// Crew aboard, each like `[passenger]`; the first is the driver.
        crew: Whole<0, 60> = 0,
        /// Passengers aboard, each like `[passenger]`.
        passengers: Whole<0, 60> = 0,
        /// Its weapons; all that work fire one after the other.
        weapons: Option<List<Weapon, WEAPONS>>,
    }
}

impl Unit {
    /// Whether it has a trait.
    pub fn has(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// How it takes hits.
    pub fn kind(&self) -> UnitKind {
        self.kind.unwrap_or(if self.hits.is_some() { UnitKind::Vehicle } else { UnitKind::Troop })
    }

    /// Whether it draws damage cards.
    pub fn is_vehicle(&self) -> bool {
        self.kind() == UnitKind::Vehicle
    }
}

record! {
    /// The situation of the attack.
    pub struct Situation {
        /// Move actions that the target took; each after the first is a die more when it is shot at (RC-7).
        target_moves: Whole<0, 20> = 0,
        /// Move actions that the attacker spent on an over-run or a ram; each is a die more (RC-4, RC-5).
        moves_spent: Whole<0, 20> = 0,
        /// Full range steps: of 12", or of 8" for troops that fire from an open transport (RC-7, RC-25).
        range_steps: Whole<0, 60> = 0,
        /// Whether the target of an over-run evades: one die more, but it cannot hurt the vehicle (RC-4).
        evade: bool = false,
        /// Whether a vehicle that is rushed fires its basic weapons first (RC-10).
        snap_fire: bool = false,
        /// Inches of a jump or a fall. When boarding 3 if not given; 2 from an adjacent open vehicle.
        inches: Option<Whole<0, 120>>,
        /// Dice that cover, smoke or darkness add to the target's defence against shooting (RC-26).
        cover_dice: Option<Dice>,
        /// Troops within 3" of the target, each like `[bystander]`, that its explosion hits (RC-28).
        bystanders: Whole<0, 60> = 0,
        /// Inches that a vehicle falls if its jump fails (RC-27).
        depth: Whole<0, 120> = 0,
        /// Inches from the spot that was nominated for a drop pod to the target; without it the pod comes down on the target (RC-29).
        pod_distance: Option<Whole<0, 60>>,
        /// Whether the turn ends after each attack, so that vehicles on fire burn (RC-17).
        turn_ends: bool = true,
    }
}

/// All of a scenario, each field checked for itself.
pub struct Units {
    pub procedure: Procedure,
    pub attacker: Unit,
    pub target: Unit,
    pub passenger: Option<Unit>,
    pub bystander: Option<Unit>,
    pub situation: Situation,
    pub options: Options,
}

/// Reads a scenario.
pub fn read(setup: &Setup, problems: &mut Problems) -> Option<Units> {
    let procedure = setup.procedure(Procedure::Shooting, problems);
    let attacker = setup.section("attacker", problems);
    let target = setup.section("target", problems);
    let passenger = setup.optional("passenger", problems);
    let bystander = setup.optional("bystander", problems);
    let situation = setup.section("situation", problems);
    let options = setup.section("options", problems);
    Some(Units {
        procedure: procedure?,
        attacker: attacker?,
        target: target?,
        passenger,
        bystander,
        situation: situation?,
        options: options?,
    })
}
