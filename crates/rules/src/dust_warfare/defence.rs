//! A unit's defence against an attack: cover (DW-20), Cheat Death (DW-23), the armor roll (DW-18, DW-19), and the remaining
//! damage (DW-21).

use super::choices::{Abilities, Ability, Arc, CheatDeath, Cover, Event, LeaderFalls};
use super::combat_die::{CombatDice, counted, dice_in_words};
use super::condition::{Body, Condition, Leader};
use super::plan::AttackTraits;
use super::units::{Options, Situation, Unit, UnitType};
use super::weapons::Trait;
use chance::Chance;
use chance::dice::{Pools, Roll};
use chance::fields::Whole;

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
    /// Miniatures that terrain obscures.
    obscured: Option<u32>,
    /// Miniatures that no attacker sees.
    blocked: u32,
}

/// DW-20: reductions of 1 damage each, beside cover.
#[derive(Clone, Copy, Debug, Default)]
struct Reductions {
    entrench: bool,
    tactician: bool,
}

/// The damage of an attack before the armor roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Damage {
    /// As rolled.
    pub before: u16,
    /// After cover.
    pub left: u16,
}

/// The effect of cover in one attack.
#[derive(Clone, Copy, Debug)]
pub struct Shelter {
    reduction: u32,
    /// Radiation lines are not reduced.
    pub radiation_passes: bool,
}

/// An attack after the defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blow {
    /// The damage before the armor roll.
    pub damage: Damage,
    /// Hits of the armor roll, if one was made.
    armor: Option<u16>,
    /// Other reductions.
    reductions: u16,
    /// Cheat Death ignores it all.
    pub cheated: bool,
    /// Once-per-game abilities that the unit has used by now.
    used: Abilities,
}

impl Blow {
    /// Hits of the armor roll.
    #[inline]
    fn armor(&self) -> u16 {
        self.armor.unwrap_or(0)
    }

    /// Damage that the armor roll negated.
    #[inline]
    pub fn negated(&self) -> u32 {
        self.armor().min(self.damage.before).into()
    }

    /// Damage that is taken.
    #[inline]
    pub fn taken(&self) -> u32 {
        let taken = self.damage.left.saturating_sub(self.armor() + self.reductions);
        if self.cheated { 0 } else { taken.into() }
    }
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

    /// The target in its situation.
    pub fn target(unit: &Unit, situation: &Situation, options: &Options, pools: &mut Pools) -> Self {
        let mut target = Self::new(unit, situation, options, pools);
        let body = &target.body;
        if situation.arc != Arc::Front && body.has(Ability::DozerBlade) {
            target.armor_dice -= 1;
        }
        target.obscured = situation.obscured.map(Whole::get);
        target.blocked = situation.blocked.get();
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

    /// A unit in a flight hazard, without an attacker.
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
            armor: CombatDice::new(&ARMOR, pools),
            cheat_death: CombatDice::new(&CHEAT_DEATH, pools),
            saved_by: options.cheat_death,
            obscured: None,
            blocked: 0,
        }
    }

    /// DW-50: the cover of the ground for a unit of which half the living or more are obscured. The others die first.
    #[inline]
    pub fn ground<C: Chance>(&self, unit: &Condition, ground: Cover, chance: &mut C) -> Cover {
        let Some(obscured) = self.obscured else { return ground };
        let living = unit.living(&self.body);
        if ground == Cover::None || 2 * obscured >= living {
            return ground;
        }
        chance.tell("DW-50", || format!("{obscured} of {living} miniatures are obscured: no cover"));
        Cover::None
    }

    /// DW-51: the damage that an attack can do to the miniatures that it sees.
    #[inline]
    fn exposed(&self, unit: &Condition) -> u32 {
        unit.health(&self.body).saturating_sub(self.body.capacity(self.blocked.min(unit.living(&self.body))))
    }

    /// DW-20: the cover that counts; `dirt`: the unit hits the dirt at this attack.
    #[inline]
    pub fn shelter(&self, unit: &Condition, ground: Cover, dirt: bool, nature: AttackTraits) -> Shelter {
        if nature.ignores_cover() {
            return Shelter { reduction: 0, radiation_passes: false };
        }
        // DW-46: a flying unit's markers do not improve its cover.
        let improved = dirt || unit.is_held_down(&self.body) && !self.body.has(Ability::Flight);
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
    fn may_roll(&self, unit: &Condition, nature: AttackTraits) -> bool {
        !nature.ignores_armor() && !self.from_rear && !unit.effects.has(Event::HullBreach)
    }

    /// DW-19: whether the armor roll made now is inverted; a Panzer Ace is used up by it.
    #[inline]
    pub fn inverts(&self, unit: &mut Condition) -> bool {
        let ace = unit.use_once(Ability::PanzerAce, &self.body);
        ace || self.body.has(Ability::HeroicStand)
    }

    /// DW-18, DW-19: makes an armor roll with this many dice. Returns its hits.
    #[inline]
    pub fn armor_roll<C: Chance>(&self, unit: &mut Condition, dice: u32, chance: &mut C) -> u32 {
        let inverted = self.inverts(unit);
        if inverted {
            chance.tell("DW-19", || "a Heroic Stand or a Panzer Ace inverts the armor roll".to_owned());
        }
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

    /// DW-18 to DW-23: plays the defence against an attack. The unit's wounds do not influence it.
    #[inline]
    pub fn defend<C: Chance>(
        &self,
        unit: &Condition,
        damage: Damage,
        nature: AttackTraits,
        chance: &mut C,
    ) -> Blow {
        let mut unit = *unit;
        let cheated = damage.before > 0 && self.cheats_death(&mut unit, chance);
        let met = damage.before > 0 && !cheated;
        let may_roll = met && self.may_roll(&unit, nature);
        let armor = may_roll.then(|| {
            let halved = self.halved && nature.penetrates();
            let dice = if halved { self.armor_dice.div_ceil(2) } else { self.armor_dice };
            self.armor_roll(&mut unit, dice, chance) as u16
        });
        // Entrench counts against a Phaser too.
        let entrench = self.reductions.entrench && (may_roll || met && nature.has(Trait::Phaser));
        let tactician = self.reductions.tactician && may_roll;
        let reductions = u16::from(entrench) + u16::from(tactician);
        Blow { damage, armor, reductions, cheated, used: unit.used }
    }

    /// DW-21: applies the damage after the defence. Returns the miniatures removed.
    #[inline]
    pub fn take<C: Chance>(&self, unit: &mut Condition, blow: &Blow, chance: &mut C) -> u32 {
        unit.used = blow.used;
        if blow.damage.before == 0 || blow.cheated {
            return 0;
        }
        let exposed = self.exposed(unit);
        if blow.taken() > exposed && self.blocked > 0 {
            chance
                .tell("DW-51", || format!("{} miniatures are out of sight and take no damage", self.blocked));
        }
        let casualties = unit.suffer(blow.taken().min(exposed), &self.body);
        if unit.is_eliminated(&self.body) {
            unit.leader = Leader::Alive;
        } else if self.body.leader_falls == LeaderFalls::First && casualties > 0 {
            unit.leader = Leader::Lost;
        }
        if self.body.last_hit_points != self.body.hit_points && casualties > 0 && unit.living(&self.body) == 1
        {
            chance.tell("DW-49", || format!("the hero is left, with {} hit points", unit.health(&self.body)));
        }
        chance.tell("DW-21", || {
            let Damage { before, left } = blow.damage;
            let end = match (self.body.kind, casualties, unit.living(&self.body)) {
                (_, 0, _) => "none lost".to_owned(),
                (UnitType::Soldier, lost, living) => format!("{lost} lost, {living} left"),
                _ => "destroyed".to_owned(),
            };
            let armor = blow.armor.map_or("no armor roll".to_owned(), |hits| format!("armor {hits}"));
            let (cover, reductions, taken) = (before - left, blow.reductions, blow.taken());
            format!(
                "{before} damage, cover {cover}, {armor}, other reductions {reductions}: {taken} taken, {end}"
            )
        });
        casualties
    }
}

impl Shelter {
    /// DW-20: the damage after cover; `radiation` is the part that passes soft cover.
    #[inline]
    pub fn leaves(self, damage: u32, radiation: u32) -> u32 {
        radiation + (damage - radiation).saturating_sub(self.reduction)
    }
}
