//! The fields of a Space Infantry scenario.

use chance::fields::{Problems, Setup, Whole};
use chance::{choice, record};

choice! {
    /// The procedures: each round plays one.
    pub enum Procedure {
        /// An anti-vehicle attack (SI-2 to SI-5, SI-7).
        AntiVehicle = "anti-vehicle",
        /// A standard attack with the Fire or Melee skill (SI-6).
        Standard = "standard",
    }
}

choice! {
    /// How far the attacker is from the target.
    pub enum Range {
        /// At any distance but Melee.
        Ranged = "ranged",
        /// In melee: an anti-vehicle attack has one AP more, a standard attack uses the Melee skill.
        Melee = "melee",
    }
}

choice! {
    /// The resources that a unit may carry.
    pub enum Resource {
        /// A Scorpio: anti-vehicle attacks with A-V skill 4 and PEN 0, whatever the unit's own (SI-7).
        Scorpio = "scorpio",
    }
}

choice! {
    /// How often a target without Heavy Armor is tested against destruction (SI-5).
    pub enum SoftTargetDraw {
        /// One RN for each success level.
        PerSuccess = "per-success",
        /// One RN if there is at least one success level.
        PerAttack = "per-attack",
    }
}

choice! {
    /// The measures of a round.
    pub enum Measure {
        /// RNs that reached the attacker's skill.
        SuccessLevels = "success_levels",
        /// Success levels that went through the armor.
        Hits = "hits",
        /// Wound counters placed on the target.
        Wounds = "wounds",
        /// RNs drawn to succeed, where the funnel of an attack begins.
        Draws = "draws",
    }
}

record! {
    /// A unit, with its attack and its defence.
    pub struct Unit {
        /// Action points: one RN is drawn for each.
        ap: Option<Whole<1, 20>>,
        /// Anti-Vehicle skill: the RN that scores a success level (2 to `rn_sides`).
        av_skill: Option<Whole<2, 20>>,
        /// Penetration, added to the RN against DMG.
        pen: Whole<0, 10> = 0,
        /// Fire skill, for a standard attack at range (2 to `rn_sides`).
        fire_skill: Option<Whole<2, 20>>,
        /// Melee skill, for a standard attack in melee (2 to `rn_sides`).
        melee_skill: Option<Whole<2, 20>>,
        /// A resource that the unit uses in every anti-vehicle attack.
        resource: Option<Resource>,
        /// Whether it has Heavy Armor: proof against standard attacks, with DMG and SP.
        heavy_armor: bool = false,
        /// Damage attribute: RN + PEN must reach it to hit. For Heavy Armor.
        dmg: Option<Whole<1, 16>>,
        /// Structure points: as many wounds destroy it. For Heavy Armor.
        sp: Option<Whole<1, 20>>,
        /// Hit points: as many wounds destroy it. Without Heavy Armor.
        hp: Option<Whole<1, 20>>,
    }
}

record! {
    /// The situation of the attack.
    pub struct Situation {
        /// How far the attacker is from the target.
        range: Range = "ranged",
    }
}

record! {
    /// Open questions of the rules.
    pub struct Options {
        /// RNs go from 1 to this number (SI-1).
        rn_sides: Whole<4, 20> = 6,
        /// How often a target without Heavy Armor is tested (SI-5).
        soft_target_draw: SoftTargetDraw = "per-success",
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
    /// The number of faces of an RN.
    pub fn rn_sides(&self) -> u8 {
        self.options.rn_sides.get() as u8
    }
}

/// Reads a scenario, and checks the skills against the range of RNs.
pub fn read(setup: &Setup, problems: &mut Problems) -> Option<Units> {
    let procedure = setup.procedure(Procedure::AntiVehicle, problems);
    let attacker: Option<Unit> = setup.section("attacker", problems);
    let target: Option<Unit> = setup.section("target", problems);
    let situation = setup.section("situation", problems);
    let options: Option<Options> = setup.section("options", problems);
    let most = options.as_ref()?.rn_sides.get();
    for (side, unit) in [("attacker", &attacker), ("target", &target)] {
        let Some(unit) = unit else { continue };
        let skills =
            [("av_skill", unit.av_skill), ("fire_skill", unit.fire_skill), ("melee_skill", unit.melee_skill)];
        for (name, skill) in skills {
            if skill.is_some_and(|skill| skill.get() > most) {
                problems.expected(format!("{side}.{name}"), format!("a whole number from 2 to {most}"));
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
