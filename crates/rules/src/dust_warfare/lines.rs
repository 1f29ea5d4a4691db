//! Which weapon lines fire in an attack, and with what dice: DW-8 to DW-17, DW-43, DW-44.
//!
//! A set of lines is a bit mask, so that the rules of an attack are computed for each line at the cost of a few bits and
//! need not be part of the state.

use std::borrow::Cow;

use super::choices::{Abilities, Ability, Event};
use super::combat_die::{counted, dice_in_words};
use super::condition::{Body, Condition, Effects};
use super::plan::{AttackTraits, Breach, LostWeapons, Manner, Mask, Plan};
use super::reading::Reading;
use super::role::Role;
use super::units::{Situation, Unit, UnitType};
use super::weapons::{Firepower, Trait, Traits};
use chance::Chance;
use chance::dice::{Pool, Pools, Score};
use chance::fields::{Fault, Problems};

/// A line may not roll more dice than this, with everything that doubles them.
const MOST_DICE: u32 = 2_000;
/// An attack may not do more damage than this.
const MOST_DAMAGE: u32 = 60_000;

/// Every line.
const ALL: Mask = Mask::MAX;

/// The lines of one unit as they are against one enemy.
#[derive(Clone, Debug)]
pub struct Lines {
    pub(super) all: Vec<Line>,
    /// The lines in range.
    in_range: Mask,
    /// The lines that read "-".
    blank: Mask,
    /// The lines with each trait.
    traits: [Mask; Trait::ALL.len()],
    /// The lines that are out of ammo after they fired.
    reloads: Mask,
    pub(super) abilities: Abilities,
    pub(super) manner: Manner,
    /// Whether the enemy is an aircraft.
    at_aircraft: bool,
    /// Whether it flies low (DW-47).
    pub(super) at_low: bool,
    /// Weapons of all lines together.
    weapons: u32,
    /// The attack of a fresh unit by the effect of a Hull Breach of the target, computed beforehand.
    fresh: [Option<Plan>; Breach::ALL.len()],
}

#[derive(Clone, Debug)]
pub(super) struct Line {
    name: String,
    count: u32,
    pub(super) firepower: Firepower,
    traits: Traits,
    /// How many weapons of other lines are worth more than these.
    rank: u32,
    /// Its dice by how they are rolled and read.
    pools: [Pool; Reading::COUNT],
}

/// The result of an attack's lines.
#[derive(Clone, Copy, Debug)]
pub struct Volley {
    /// Hits of all lines.
    pub hits: u32,
    /// Their damage.
    pub damage: u32,
    /// The part of the damage that passes soft cover.
    pub radiation: u32,
    /// DW-24: hits of Demolition lines.
    pub defences: u32,
}

impl Lines {
    /// The lines of `unit` in an attack on `enemy`.
    pub fn new(
        role: Role,
        unit: &Unit,
        enemy: &Body,
        situation: &Situation,
        manner: Manner,
        pools: &mut Pools,
        problems: &mut Problems,
    ) -> Self {
        let mask = |holds: &dyn Fn(usize) -> bool| {
            (0..unit.weapons.len()).filter(|&line| holds(line)).fold(0, |mask: Mask, line| mask | 1 << line)
        };
        let firepower: Vec<_> =
            unit.weapons.iter().map(|weapon| weapon.against(enemy.attacked_as(), enemy.armor)).collect();
        let worth = |line: usize| match firepower[line] {
            Firepower::None => 0,
            Firepower::Dice { dice, damage } => dice * damage,
            Firepower::Spray { damage } => enemy.miniatures * damage,
        };
        let worth_more = |other: usize, line: usize| (worth(other), line) > (worth(line), other);
        let count = |line: usize| unit.weapons[line].count.get();
        let at_aircraft = enemy.kind == UnitType::Aircraft;
        let mut line = |place: usize| {
            let weapon = &unit.weapons[place];
            // Readings that this line can never have are the same as without them.
            let possible = Reading::INVERTED
                | Reading::REROLLED
                | Reading::EXTRA
                | if at_aircraft { Reading::MORE_DAMAGE } else { 0 }
                | if weapon.has(Trait::Radiation) { Reading::PASSES_COVER } else { 0 };
            let (damage, demolition) = (firepower[place].damage(), weapon.has(Trait::Demolition));
            Line {
                name: weapon.name.clone().unwrap_or_else(|| format!("weapon {}", place + 1)),
                count: count(place),
                firepower: firepower[place],
                traits: Trait::ALL.iter().filter(|&&wanted| weapon.has(wanted)).collect(),
                rank: (0..unit.weapons.len()).filter(|&other| worth_more(other, place)).map(count).sum(),
                pools: std::array::from_fn(|bits| {
                    pools.add(Reading::from_bits(bits & possible).die(damage, demolition))
                }),
            }
        };
        let mut traits = [0; Trait::ALL.len()];
        for (place, &wanted) in Trait::ALL.iter().enumerate() {
            traits[place] = mask(&|line| unit.weapons[line].has(wanted));
        }
        let reloads = traits[Trait::Reload as usize]
            | if situation.target_activates { 0 } else { traits[Trait::MagazineReload as usize] };
        let mut lines = Self {
            all: (0..unit.weapons.len()).map(&mut line).collect(),
            in_range: mask(&|line| {
                role.has(&unit.weapons[line])
                    && unit.weapons[line].reaches(situation.distance.get(), manner == Manner::Indirect)
            }),
            blank: mask(&|line| firepower[line] == Firepower::None),
            traits,
            reloads,
            abilities: unit.abilities.iter().collect(),
            manner,
            at_aircraft,
            at_low: enemy.low,
            weapons: (0..unit.weapons.len()).map(count).sum(),
            fresh: [None; Breach::ALL.len()],
        };
        lines.check(role.side(), mask(&|line| role.has(&unit.weapons[line])), enemy, problems);
        lines.fresh = Breach::ALL
            .map(|breach| lines.work_out(&Condition::default(), LostWeapons::default(), breach, false));
        lines
    }

    /// Refuses lines that could roll too many dice.
    fn check(&self, side: &str, taking_part: Mask, enemy: &Body, problems: &mut Problems) {
        let lost = LostWeapons::default();
        let breach = if self.at_aircraft { Breach::OfAircraft } else { Breach::OfVehicle };
        // As if every line fired at its best.
        let plan = self.rules(ALL, false, Abilities::default(), lost, breach);
        let mut most = 0;
        for place in places(taking_part) {
            let line = &self.all[place];
            let (dice, damage) = (self.dice(place, &plan, enemy.miniatures), self.damage(place, &plan));
            if dice > MOST_DICE {
                let words =
                    format!("{} could roll {dice} dice; the most for a line is {MOST_DICE}", line.name);
                problems.add(format!("{side}.weapons[{place}]"), Fault::Conflict(words));
            }
            let extra = u32::from(plan.extra >> place & 1);
            most += (dice.min(MOST_DICE) << extra) * damage;
        }
        if most > MOST_DAMAGE {
            let words =
                format!("these weapons could do {most} damage; the most for an attack is {MOST_DAMAGE}");
            problems.add(format!("{side}.weapons"), Fault::Conflict(words));
        }
    }

    #[inline]
    pub(super) fn with(&self, wanted: Trait) -> Mask {
        self.traits[wanted as usize]
    }

    /// How many weapons of a line are left.
    #[inline]
    fn left(&self, place: usize, lost: LostWeapons) -> u32 {
        let line = &self.all[place];
        let end = (line.rank + line.count).min(self.weapons.saturating_sub(lost.least));
        end.saturating_sub(line.rank.max(lost.best))
    }

    /// The lines of which no weapon is left.
    #[inline]
    fn gone(&self, lost: LostWeapons) -> Mask {
        if lost.best == 0 && lost.least == 0 {
            return 0;
        }
        (0..self.all.len()).filter(|&line| self.left(line, lost) == 0).fold(0, |mask, line| mask | 1 << line)
    }

    /// The attack that `shooter` makes now, if any line fires. `close_only`: it answers a close combat attack.
    #[inline]
    pub fn plan(
        &self,
        shooter: &Condition,
        lost: LostWeapons,
        breach: Breach,
        close_only: bool,
    ) -> Option<Cow<'_, Plan>> {
        let fresh = shooter.empty == 0
            && shooter.used == Abilities::default()
            && shooter.effects == Effects::default()
            && lost == LostWeapons::default();
        if fresh && !close_only {
            return self.fresh[breach as usize].as_ref().map(Cow::Borrowed);
        }
        self.work_out(shooter, lost, breach, close_only).map(Cow::Owned)
    }

    /// Computes the attack of a unit that is not fresh.
    fn work_out(
        &self,
        shooter: &Condition,
        lost: LostWeapons,
        breach: Breach,
        close_only: bool,
    ) -> Option<Plan> {
        let blank = if breach == Breach::OfVehicle { 0 } else { self.blank };
        let mut firing = self.in_range & !blank & !shooter.empty & !self.gone(lost);
        let close = firing & self.with(Trait::CloseCombat);
        if close != 0 || close_only {
            firing = close;
        }
        let plan = (firing != 0).then(|| self.rules(firing, close != 0, shooter.used, lost, breach))?;
        // DW-25: a blinded vehicle has no rerolls in a sustained attack.
        let blinded = shooter.effects.has(Event::Blinded) && self.is_sustained();
        Some(if blinded { Plan { rerolled: 0, ..plan } } else { plan })
    }

    /// The rules of an attack in which these lines fire.
    fn rules(&self, firing: Mask, close: bool, used: Abilities, lost: LostWeapons, breach: Breach) -> Plan {
        let single = self.is_single();
        let all_if = |holds: bool| if holds { ALL } else { 0 };
        let charged = self.with(Trait::Phaser) | self.with(Trait::Laser) | self.with(Trait::Tesla);
        // Once-per-game abilities are used at the first attack that they can apply to.
        let fresh = self.abilities.without(used);
        let mut now = Abilities::default();
        for (ability, applies) in [
            (Ability::AllInOne, !self.is_bombing()),
            (Ability::Supercharged, firing & charged != 0 && !self.is_bombing()),
            (Ability::Berserk, single),
            (Ability::FightingSpirit, self.manner == Manner::Plain),
        ] {
            if applies && fresh.has(ability) {
                now.add(ability);
            }
        }
        // DW-11, DW-12
        let inverted = self.with(Trait::RocketPunch)
            | all_if(self.is_spotted(close) || now.has(Ability::FightingSpirit))
            | self.aimed();
        // DW-9, DW-13
        let rerolled =
            self.open() & !self.aimed() | all_if(now.has(Ability::Berserk) || self.has_air_superiority());
        let supercharged = charged & all_if(now.has(Ability::Supercharged));
        Plan {
            firing,
            nature: self.nature(firing, close),
            now,
            inverted,
            rerolled,
            // DW-14, DW-15
            extra: self.with(Trait::Laser) | all_if(self.abilities.has(Ability::Frenzy)),
            supercharged,
            overcharged: self.overcharged(),
            emptied: firing & (self.reloads | supercharged | self.overcharged()),
            lost,
            breach,
        }
    }

    /// Whether the attack is neither sustained nor indirect.
    fn is_single(&self) -> bool {
        matches!(self.manner, Manner::Plain | Manner::Reaction)
    }

    /// DW-53: whether the lines are bombs.
    pub(super) fn is_bombing(&self) -> bool {
        matches!(self.manner, Manner::Bombs { .. })
    }

    /// Whether misses are rerolled as in a sustained attack.
    pub(super) fn is_sustained(&self) -> bool {
        matches!(self.manner, Manner::Sustained { .. } | Manner::Bombs { sustained: true })
    }

    /// DW-16: the lines that are overcharged in place of the reroll.
    fn overcharged(&self) -> Mask {
        let overcharges = self.manner == Manner::Sustained { overcharge: true };
        if overcharges { self.with(Trait::Phaser) } else { 0 }
    }

    /// The lines that a sustained attack rerolls unless Take Aim inverts them. DW-43: a Tesla line has a second target instead.
    /// DW-44: indirect fire has no reroll.
    fn open(&self) -> Mask {
        if self.is_sustained() { !self.overcharged() & !self.with(Trait::Tesla) } else { 0 }
    }

    /// DW-12: the lines that Take Aim inverts in place of the reroll.
    pub(super) fn aimed(&self) -> Mask {
        if self.abilities.has(Ability::TakeAim) { self.open() } else { 0 }
    }

    /// DW-11: whether a Spotter inverts the attack; not in close combat.
    pub(super) fn is_spotted(&self, close: bool) -> bool {
        self.abilities.has(Ability::Spotter) && !close
    }

    /// DW-13: whether Air Superiority rerolls the misses.
    pub(super) fn has_air_superiority(&self) -> bool {
        self.abilities.has(Ability::AirSuperiority) && self.at_aircraft && self.is_single()
    }

    /// DW-8, DW-10, DW-16, DW-17: the dice of a line.
    #[inline]
    fn dice(&self, place: usize, plan: &Plan, miniatures: u32) -> u32 {
        let each = match self.all[place].firepower {
            Firepower::None => 1,
            Firepower::Dice { dice, .. } => dice,
            Firepower::Spray { .. } => miniatures,
        };
        let in_line = |mask: Mask| u32::from(mask >> place & 1);
        let doublings = u32::from(plan.now.has(Ability::AllInOne))
            + in_line(plan.supercharged)
            + in_line(plan.overcharged);
        let dice = (self.left(place, plan.lost) * each) << doublings;
        if self.abilities.has(Ability::Headshot) { dice.div_ceil(2) } else { dice }
    }

    /// The damage of each hit of a line.
    #[inline]
    fn damage(&self, place: usize, plan: &Plan) -> u32 {
        self.all[place].firepower.damage() + u32::from(plan.breach == Breach::OfAircraft)
    }

    /// The dice of a line, and how many.
    #[inline]
    fn part(&self, place: usize, plan: &Plan, miniatures: u32, passes: bool) -> (Pool, u32) {
        let pool = self.all[place].pools[Reading::of(place, plan, passes).index()];
        (pool, self.dice(place, plan, miniatures))
    }

    /// Rolls the lines that fire, at least one, as one total. `passes`: soft cover does not stop radiation.
    #[inline]
    pub fn fire<C: Chance>(&self, plan: &Plan, miniatures: u32, passes: bool, chance: &mut C) -> Volley {
        let part = |place: usize| self.part(place, plan, miniatures, passes);
        let words = |part: usize, score: Score| {
            let place = places(plan.firing).nth(part).unwrap_or_default();
            let reading = Reading::of(place, plan, passes);
            let mut how = dice_in_words(self.dice(place, plan, miniatures), reading.has(Reading::INVERTED));
            how += if reading.has(Reading::REROLLED) { ", misses rerolled" } else { "" };
            how += if reading.has(Reading::EXTRA) { ", an extra die for each hit" } else { "" };
            let hits = counted(score.count(), "hit", "hits");
            format!("{}, {how}: {hits} of damage {}", self.all[place].name, self.damage(place, plan))
        };
        let tell = |chance: &mut C, part: usize, score: Score| chance.tell("DW-8", || words(part, score));
        let first = part(plan.firing.trailing_zeros() as usize);
        let score = if plan.firing.is_power_of_two() {
            chance.total(&[first], tell)
        } else {
            let mut parts = [first; Mask::BITS as usize];
            let mut count = 0;
            for place in places(plan.firing) {
                parts[count] = part(place);
                count += 1;
            }
            chance.total(&parts[..count], tell)
        };
        Volley {
            hits: score.count(),
            damage: score.lane(1),
            radiation: score.lane(2),
            defences: score.lane(3),
        }
    }

    /// The effect on the defence if these lines fire.
    fn nature(&self, firing: Mask, close: bool) -> AttackTraits {
        let mut traits = Traits::default();
        let mut rest = firing;
        while let Some(line) = self.all.get(rest.trailing_zeros() as usize) {
            traits.add_all(line.traits);
            rest &= rest - 1;
        }
        AttackTraits { traits, abilities: self.abilities, close }
    }
}

/// The places of the lines in a set.
pub(super) fn places(mut lines: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (lines != 0).then(|| lines.trailing_zeros() as usize)?;
        lines &= lines - 1;
        Some(place)
    })
}
