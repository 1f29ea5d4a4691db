//! The state of a unit, and how damage changes it: SY-16, SY-29, SY-31.

use super::casualties::{Carriers, RandomCasualties};
use super::damage::Damage;
use super::outcome::Measure;
use super::recovery::{RETURN, attribute_test};
use super::units::{DoubleCosts, Facing, Options, StunnedModels, StunnedRecover, Unit};
use chance::Chance;
use chance::dice::{Pool, Pools};
use chance::fields::{Problems, Whole};

/// One of the two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The unit that attacks.
    Attacker,
    /// The unit that is attacked.
    Target,
}

impl Side {
    /// The enemy's side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Target,
            Self::Target => Self::Attacker,
        }
    }

    /// The side in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Attacker => "the attacker",
            Self::Target => "the target",
        }
    }

    /// The section of a scenario.
    pub const fn section(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Target => "target",
        }
    }
}

/// The state of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// Models of infantry.
    Infantry {
        /// Living models.
        models: u8,
        /// Sustained damage, less than the HP of a model.
        sustained: u8,
        /// Stunned models; none without sustained damage.
        stunned: u8,
        /// SY-39: carriers of special weapons that are slain or stunned, if chance decides who is.
        carriers: Carriers,
    },
    /// A vehicle.
    Vehicle {
        /// Armor left.
        armor: u8,
        /// HP left.
        hp: u8,
        /// Whether it has suffered minor system damage.
        minor: bool,
        /// How often it has suffered major system damage.
        majors: u8,
    },
}

impl Condition {
    /// Whether every model is slain, or the vehicle destroyed (SY-31).
    pub const fn is_destroyed(self) -> bool {
        match self {
            Self::Infantry { models, .. } => models == 0,
            Self::Vehicle { armor, hp, .. } => armor == 0 || hp == 0,
        }
    }

    /// Models that are stunned (SY-16).
    pub const fn stunned(self) -> u32 {
        match self {
            Self::Infantry { stunned, .. } => stunned as u32,
            Self::Vehicle { .. } => 0,
        }
    }

    /// Models that live, stunned or not.
    pub const fn living(self) -> u32 {
        match self {
            Self::Infantry { models, .. } => models as u32,
            Self::Vehicle { .. } => !self.is_destroyed() as u32,
        }
    }

    /// Carriers of special weapons that are slain or stunned (SY-39).
    pub fn carriers(self) -> Carriers {
        match self {
            Self::Infantry { carriers, .. } => carriers,
            Self::Vehicle { .. } => Carriers::default(),
        }
    }

    /// Models that can act: a stunned one cannot.
    pub const fn acting(self) -> u32 {
        self.living() - self.stunned()
    }

    /// A vehicle's Armor; 0 for infantry.
    pub const fn armor(self) -> u32 {
        match self {
            Self::Infantry { .. } => 0,
            Self::Vehicle { armor, .. } => armor as u32,
        }
    }

    /// A vehicle's HP; 0 for infantry.
    pub const fn hp(self) -> u32 {
        match self {
            Self::Infantry { .. } => 0,
            Self::Vehicle { hp, .. } => hp as u32,
        }
    }
}

/// Actual losses, without damage beyond what the unit had left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Models.
    pub slain: u32,
    /// Armor.
    pub armor: u32,
    /// HP of a vehicle.
    pub hp: u32,
}

/// The fields of a unit that never change, and how damage changes its state.
#[derive(Clone, Debug)]
pub struct Body {
    /// Which unit it is.
    pub side: Side,
    /// Its condition at the start.
    pub start: Condition,
    /// SY-17: infantry's test to return to the fight.
    pub(super) test: Option<Pool>,
    facing: Option<Facing>,
    hp: u32,
    double_costs: DoubleCosts,
    /// SY-37: whether a passed test stands a model up in place of taking off a point.
    pub(super) stands_up: bool,
    /// SY-38: whether each attack that leaves points over stuns one more model.
    stuns_more: bool,
    /// SY-39: who falls, if chance decides.
    casualties: Option<RandomCasualties>,
    /// Whether two parts of a round may hurt it, so that its losses are added up (SY-40).
    adds_up: bool,
}

impl Body {
    /// A unit that takes part. Checks its fields; HP and Armor are needed if it may be damaged.
    pub fn new(
        unit: &Unit,
        side: Side,
        may_be_damaged: bool,
        options: &Options,
        pools: &mut Pools,
        problems: &mut Problems,
    ) -> Option<Self> {
        let path = |field: &str| format!("{}.{field}", side.section());
        let body = Self {
            hp: unit.hp.map_or(1, Whole::get),
            double_costs: options.double_costs,
            stands_up: options.stunned_recover == StunnedRecover::StandUp,
            stuns_more: options.stunned_models == StunnedModels::EachAttack,
            ..Self::absent(side)
        };
        if may_be_damaged {
            problems.need(unit.hp, &path("hp"), "for a unit that may be damaged");
        }
        if unit.is_vehicle() {
            if may_be_damaged {
                problems.need(unit.armor, &path("armor"), "for a vehicle that may be damaged");
            }
            let armor = unit.armor.map_or(1, Whole::get) as u8;
            let start = Condition::Vehicle { armor, hp: body.hp as u8, minor: false, majors: 0 };
            return Some(Self { start, facing: unit.facing, ..body });
        }
        let models = problems.need(unit.models, &path("models"), "for infantry");
        let resolve = problems.need(unit.resolve, &path("resolve"), "for infantry");
        let sustained = unit.sustained.get() as u8;
        let stunned = u8::from(sustained > 0);
        let casualties = RandomCasualties::new(unit, side.section(), options, problems);
        let models = models?.get();
        let carriers =
            casualties.map(|casualties| casualties.kept(Carriers::default(), models, stunned.into()));
        let carriers = carriers.unwrap_or_default();
        let start = Condition::Infantry { models: models as u8, sustained, stunned, carriers };
        let test = Some(pools.add(attribute_test(RETURN, resolve?.get())));
        Some(Self { start, test, casualties, ..body })
    }

    /// A unit that takes no part.
    pub fn absent(side: Side) -> Self {
        let start =
            Condition::Infantry { models: 1, sustained: 0, stunned: 0, carriers: Carriers::default() };
        let double_costs = DoubleCosts::Extra;
        Self {
            side,
            start,
            test: None,
            facing: None,
            hp: 1,
            double_costs,
            stands_up: false,
            stuns_more: false,
            casualties: None,
            adds_up: false,
        }
    }

    /// The same, with its losses of a round added up.
    #[must_use]
    pub fn adding_up(self) -> Self {
        Self { adds_up: true, ..self }
    }

    /// Whether minor system damage has cost it its Defend, Ditch and Shield.
    pub fn has_lost_energy(&self, condition: Condition) -> bool {
        self.facing == Some(Facing::Energy) && matches!(condition, Condition::Vehicle { minor: true, .. })
    }

    /// HP that infantry has left in all its models.
    pub fn health(&self, condition: Condition) -> u32 {
        match condition {
            Condition::Infantry { models, sustained, .. } => {
                u32::from(models) * self.hp - u32::from(sustained)
            }
            Condition::Vehicle { .. } => 0,
        }
    }

    /// The state of infantry with this many HP in all its models (SY-16), of which so many models were stunned.
    pub fn with_health(&self, health: u32, stunned: u32, carriers: Carriers) -> Condition {
        let models = health.div_ceil(self.hp);
        let sustained = models * self.hp - health;
        let least = u32::from(!self.stands_up);
        let stunned = if sustained == 0 { 0 } else { stunned.max(least).min(models) };
        let carriers =
            self.casualties.map_or(carriers, |casualties| casualties.kept(carriers, models, stunned));
        Condition::Infantry {
            models: models as u8,
            sustained: sustained as u8,
            stunned: stunned as u8,
            carriers,
        }
    }

    /// SY-39: draws who fell, is stunned or stands up between two conditions.
    pub fn draw_casualties<C: Chance>(&self, before: Condition, after: &mut Condition, chance: &mut C) {
        if let Some(casualties) = self.casualties {
            casualties.draw(before, after, chance);
        }
    }

    /// The state of its targeting systems.
    pub fn targeting(&self, condition: Condition) -> Targeting {
        match condition {
            Condition::Vehicle { minor, majors, .. } if self.facing == Some(Facing::Targeting) => {
                match (minor, majors) {
                    (_, 1..) => Targeting::Major,
                    (true, 0) => Targeting::Minor,
                    (false, 0) => Targeting::Whole,
                }
            }
            _ => Targeting::Whole,
        }
    }

    /// Clears system damage that no later rule reads.
    pub fn forget(&self, condition: &mut Condition) {
        if let Condition::Vehicle { minor, majors, .. } = condition {
            *minor &= match self.facing {
                Some(Facing::Targeting) => *majors == 0,
                Some(Facing::Energy) => true,
                _ => false,
            };
            // The target may explode by the number of them (SY-31).
            if self.side == Side::Attacker {
                *majors = (*majors).min(u8::from(self.facing == Some(Facing::Targeting)));
            }
        }
    }

    /// Applies the damage of a whole attack to a condition.
    pub fn after(&self, condition: Condition, damage: Damage) -> (Condition, Losses) {
        match condition {
            // SY-16: a model for each HP of damage; the rest stays while there are models.
            Condition::Infantry { models, sustained, stunned, carriers } => {
                let all = u32::from(sustained) + u32::from(damage.points);
                let slain = (all / self.hp).min(models.into());
                let models = models - slain as u8;
                let sustained = if models == 0 { 0 } else { (all % self.hp) as u8 };
                // Stunned models are slain first. Points that are left over stun a model.
                let left = stunned.saturating_sub(slain as u8);
                let stunned = match sustained {
                    0 => 0,
                    _ if damage.points == 0 => stunned,
                    _ if self.stuns_more => (left + 1).min(models),
                    _ => 1,
                };
                let after = Condition::Infantry { models, sustained, stunned, carriers };
                (after, Losses { slain, ..Losses::default() })
            }
            // SY-29: one Armor however many Results damage, and one for each double; one HP for each triple.
            Condition::Vehicle { armor, hp, minor, majors } => {
                let plain = u16::from(damage.points > 0);
                let cost = match self.double_costs {
                    DoubleCosts::Extra => plain + damage.doubles,
                    DoubleCosts::Instead => plain.max(damage.doubles),
                };
                let armor_lost = cost.min(armor.into()) as u8;
                let hp_lost = damage.triples.min(hp.into()) as u8;
                let after = Condition::Vehicle {
                    armor: armor - armor_lost,
                    hp: hp - hp_lost,
                    minor: minor || damage.doubles > 0,
                    majors: majors.saturating_add(damage.triples.min(u8::MAX.into()) as u8),
                };
                (after, Losses { slain: 0, armor: armor_lost.into(), hp: hp_lost.into() })
            }
        }
    }

    /// SY-35: applies damage to a vehicle whose crew defends it: each point is an HP.
    pub fn after_crew(condition: Condition, damage: Damage) -> (Condition, Losses) {
        match condition {
            Condition::Vehicle { armor, hp, minor, majors } => {
                let lost = damage.points.min(hp.into()) as u8;
                let after = Condition::Vehicle { armor, hp: hp - lost, minor, majors };
                (after, Losses { hp: lost.into(), ..Losses::default() })
            }
            Condition::Infantry { .. } => (condition, Losses::default()),
        }
    }

    /// Reports one of its measures.
    pub fn count<C: Chance>(&self, measure: Measure, value: u32, chance: &mut C) {
        if self.adds_up {
            chance.add(measure, value);
        } else {
            chance.measure(measure, value);
        }
    }

    /// Reports and tells the damage of an attack.
    pub fn report<C: Chance>(&self, points: u32, losses: Losses, left: Condition, chance: &mut C) {
        let suffers = self.side.suffers();
        self.count(suffers.damage_points, points, chance);
        self.count(suffers.slain, losses.slain, chance);
        self.count(suffers.armor_lost, losses.armor, chance);
        self.count(suffers.hp_lost, losses.hp, chance);
        let who = self.side.words();
        match left {
            Condition::Infantry { .. } if points == 0 => {
                chance.tell("SY-16", || format!("{who} suffers no damage"));
            }
            Condition::Vehicle { .. } if points == 0 => {
                chance.tell("SY-29", || format!("{who} suffers no damage"));
            }
            Condition::Infantry { models, sustained, stunned, .. } => {
                chance.tell(if stunned > 1 { "SY-38" } else { "SY-16" }, || {
                    let stunned = match stunned {
                        0 => "none stunned".to_owned(),
                        1 => "one model stunned".to_owned(),
                        _ => format!("{stunned} models stunned"),
                    };
                    let end = match models {
                        0 => "no model is left".to_owned(),
                        _ => format!("models left {models}, sustained damage {sustained}, {stunned}"),
                    };
                    format!("{who} suffers points {points}: slain {}, {end}", losses.slain)
                });
            }
            Condition::Vehicle { armor, hp, .. } => chance.tell("SY-29", || {
                let end = if left.is_destroyed() { "destroyed" } else { "still fighting" };
                format!(
                    "{who} loses Armor {} and HP {}: Armor {armor} and HP {hp} are left, {end}",
                    losses.armor, losses.hp
                )
            }),
        }
    }
}

/// The state of a vehicle's targeting systems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Targeting {
    /// Undamaged.
    #[default]
    Whole,
    /// Minor damage: no Auto.
    Minor,
    /// Major damage: Snap Fire only, and no Auto.
    Major,
}

impl Targeting {
    /// From the best to the worst.
    pub const ALL: [Self; 3] = [Self::Whole, Self::Minor, Self::Major];
}
