//! What a unit sets against an attack: cover (DW-20), Cheat Death (DW-23), the armor roll (DW-18, DW-19), and what is left of the
//! damage (DW-21).

use super::choices::{Abilities, Ability, Arc, CheatDeath, Cover, Effect};
use super::combat_die::{CombatDice, counted, dice_in_words};
use super::condition::{Body, Condition};
use super::plan::Nature;
use super::units::{Options, Situation, Unit, UnitType};
use super::weapons::Trait;
use crate::chance::Chance;
use crate::dice::{Pools, Roll};

const CHEAT_DEATH: Roll = Roll::new("cheat-death", "DW-23");
const ARMOR: Roll = Roll::new("armor", "DW-18");

/// Penetrators count up to this distance, in inches.
const PENETRATOR_REACH: u32 = 24;

/// A unit that is attacked.
#[derive(Clone, Debug)]
pub struct Defender {
    /// The unit.
    pub body: Body,
    armor_dice: u32,
    /// A Penetrator is near enough to halve them.
    halved: bool,
    reductions: Reductions,
    /// A ground vehicle attacked from the rear.
    from_rear: bool,
    armor: CombatDice,
    cheat_death: CombatDice,
    saved_by: CheatDeath,
}

/// DW-20: what takes 1 damage more, beside cover.
#[derive(Clone, Copy, Debug, Default)]
struct Reductions {
    entrench: bool,
    tactician: bool,
}

/// The damage of an attack before the armor roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Damage {
    /// As rolled.
    pub before: u16,
    /// What cover leaves of it.
    pub left: u16,
}

/// What cover does in one attack.
#[derive(Clone, Copy, Debug)]
pub struct Shelter {
    reduction: u32,
    /// Radiation lines are not reduced.
    pub radiation_passes: bool,
}

/// What came of an attack.
#[derive(Clone, Copy, Debug, Default)]
pub struct Harm {
    /// Cheat Death ignored it all.
    pub cheated: bool,
    /// Damage that the armor roll negated.
    pub negated: u32,
    /// Damage taken.
    pub taken: u32,
    /// Miniatures removed.
    pub casualties: u32,
}

impl Defender {
    /// A unit that is attacked without cover on its front: the attacker, by a reaction.
    pub fn new(unit: &Unit, situation: &Situation, options: &Options, pools: &mut Pools) -> Self {
        let body = Body::new(unit, options);
        let mut defender = Self::of(body, options, pools);
        defender.armor_dice += u32::from(body.has(Ability::DozerBlade));
        defender.halved = body.kind != UnitType::Soldier && situation.distance.get() <= PENETRATOR_REACH;
        defender
    }

    /// The target, with what the situation gives it.
    pub fn target(unit: &Unit, situation: &Situation, options: &Options, pools: &mut Pools) -> Self {
        let mut target = Self::new(unit, situation, options, pools);
        let body = &target.body;
        if situation.arc != Arc::Front && body.has(Ability::DozerBlade) {
            target.armor_dice -= 1;
        }
        target.from_rear = situation.arc == Arc::Rear && body.kind == UnitType::Vehicle;
        target.reductions = Reductions {
            entrench: body.has(Ability::Entrench) && situation.entrenched,
            tactician: body.has(Ability::LegendaryTactician) && situation.cover != Cover::None,
        };
        target
    }

    /// Riders or bystanders: of their abilities these count against a detonation and a spray (DW-30, DW-34).
    pub fn victim(unit: &Unit, options: &Options, pools: &mut Pools) -> Self {
        let mut body = Body::new(unit, options);
        let counting = [Ability::DamageResilient, Ability::HeroicStand, Ability::CheatDeath];
        body.abilities = counting.iter().filter(|&&ability| body.has(ability)).collect::<Abilities>();
        Self::of(body, options, pools)
    }

    /// A unit that nobody attacks, in a flight hazard.
    pub fn unattacked(unit: &Unit, options: &Options, pools: &mut Pools) -> Self {
        Self::of(Body::new(unit, options), options, pools)
    }

    fn of(body: Body, options: &Options, pools: &mut Pools) -> Self {
        Self {
            body,
            armor_dice: body.armor + u32::from(body.has(Ability::DamageResilient)),
            halved: false,
            from_rear: false,
            reductions: Reductions::default(),
            armor: CombatDice::new(ARMOR, pools),
            cheat_death: CombatDice::new(CHEAT_DEATH, pools),
            saved_by: options.cheat_death,
        }
    }

    /// DW-20: the cover that counts; `dirt`: the unit hits the dirt at this attack.
    #[inline]
    pub fn shelter(&self, unit: &Condition, ground: Cover, dirt: bool, nature: Nature) -> Shelter {
        if nature.ignores_cover() {
            return Shelter { reduction: 0, radiation_passes: false };
        }
        let improved = dirt || unit.is_held_down(&self.body);
        let cover = |team: bool| {
            let steps = match ground {
                Cover::Soft if team => Cover::Hard.reduction(),
                ground => ground.reduction(),
            };
            let steps = (steps + u32::from(improved)).min(Cover::Hard.reduction());
            steps.saturating_sub(u32::from(self.body.has(Ability::Zombie)))
        };
        let reduction = cover(self.body.team);
        let passes = reduction > 0 && cover(false) < Cover::Hard.reduction();
        Shelter { reduction, radiation_passes: passes }
    }

    /// Whether an armor roll may be made against an attack (DW-17, DW-18, DW-31).
    #[inline]
    fn may_roll(&self, unit: &Condition, nature: Nature) -> bool {
        !nature.ignores_armor() && !self.from_rear && !unit.effects.has(Effect::HullBreach)
    }

    /// DW-19: whether the armor roll made now is inverted; a Panzer Ace is used up by it.
    #[inline]
    pub fn inverts(&self, unit: &mut Condition) -> bool {
        let ace = unit.use_once(Ability::PanzerAce, &self.body);
        ace || self.body.has(Ability::HeroicStand)
    }

    /// DW-18, DW-19: an armor roll with so many dice; gives its hits.
    #[inline]
    pub fn armor_roll<C: Chance>(&self, unit: &mut Condition, dice: u32, chance: &mut C) -> u32 {
        let inverted = self.inverts(unit);
        let hits = self.armor.roll(dice, inverted, chance);
        chance.tell("DW-18", || {
            format!("armor roll, {}: {}", dice_in_words(dice, inverted), counted(hits, "hit", "hits"))
        });
        hits
    }

    /// Armor dice without a Penetrator.
    pub fn armor_dice(&self) -> u32 {
        self.armor_dice
    }

    /// DW-23: whether the unit cheats death now.
    #[inline]
    fn cheats_death<C: Chance>(&self, unit: &mut Condition, chance: &mut C) -> bool {
        if !unit.use_once(Ability::CheatDeath, &self.body) {
            return false;
        }
        let hit = self.cheat_death.roll(1, false, chance) == 1;
        let saved = hit == (self.saved_by == CheatDeath::Hit);
        chance.tell("DW-23", || {
            let end = if saved { "all damage is ignored" } else { "it does not help" };
            format!("Cheat Death, a {}: {end}", if hit { "hit" } else { "blank" })
        });
        saved
    }

    /// DW-18 to DW-23: takes the damage of an attack.
    #[inline]
    pub fn suffer<C: Chance>(
        &self,
        unit: &mut Condition,
        damage: Damage,
        nature: Nature,
        chance: &mut C,
    ) -> Harm {
        if damage.before == 0 {
            return Harm::default();
        }
        if self.cheats_death(unit, chance) {
            return Harm { cheated: true, ..Harm::default() };
        }
        let may_roll = self.may_roll(unit, nature);
        let armor = if may_roll {
            let halved = self.halved && nature.penetrates();
            let dice = if halved { self.armor_dice.div_ceil(2) } else { self.armor_dice };
            self.armor_roll(unit, dice, chance)
        } else {
            0
        };
        // Entrench counts against a Phaser too.
        let entrench = self.reductions.entrench && (may_roll || nature.has(Trait::Phaser));
        let tactician = self.reductions.tactician && may_roll;
        let reductions = u32::from(entrench) + u32::from(tactician);
        let taken = u32::from(damage.left).saturating_sub(armor + reductions);
        let casualties = unit.suffer(taken, &self.body);
        chance.tell("DW-21", || {
            let Damage { before, left } = damage;
            let end = match (self.body.kind, casualties, unit.living(&self.body)) {
                (_, 0, _) => "none lost".to_owned(),
                (UnitType::Soldier, lost, living) => format!("{lost} lost, {living} left"),
                _ => "destroyed".to_owned(),
            };
            let (cover, armor) =
                (before - left, if may_roll { format!("armor {armor}") } else { "no armor roll".into() });
            format!(
                "{before} damage, cover {cover}, {armor}, other reductions {reductions}: {taken} taken, {end}"
            )
        });
        Harm { cheated: false, negated: armor.min(damage.before.into()), taken, casualties }
    }
}

impl Shelter {
    /// DW-20: what is left of an attack's damage, `radiation` of which passes soft cover.
    #[inline]
    pub fn leaves(self, damage: u32, radiation: u32) -> u32 {
        radiation + (damage - radiation).saturating_sub(self.reduction)
    }
}
