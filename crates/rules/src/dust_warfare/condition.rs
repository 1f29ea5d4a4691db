//! What has happened to one unit: damage and casualties (DW-21), markers (DW-22), effects, ammunition, abilities used.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::choices::{Abilities, Ability, DamageAssignment, Effect};
use super::units::{Options, Situation, Unit, UnitType};
use crate::fields::{Fault, Named, Problems};
use crate::game::Events;

/// What does not change of a unit, as far as it bears on its condition.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// What it is.
    pub kind: UnitType,
    /// Its armor value.
    pub armor: u32,
    /// Miniatures at full strength.
    pub miniatures: u32,
    /// Hit points of each.
    pub hit_points: u32,
    /// A soldier unit that a hero leads.
    pub hero: bool,
    /// A soldier unit that counts soft cover as hard.
    pub team: bool,
    /// What it can do.
    pub abilities: Abilities,
    /// Who takes damage.
    pub assignment: DamageAssignment,
}

/// What has happened to one unit.
///
/// Its fields stand so that they fill two words and leave no gap: an engine that compares states then compares and hashes words.
#[derive(Clone, Copy, Debug, Default, Eq)]
#[repr(C)]
pub struct Condition {
    /// Once-per-game abilities that are used up.
    pub used: Abilities,
    /// Points of damage on the living.
    pub wounds: u16,
    /// Suppression markers.
    pub suppression: u16,
    /// Effects of the damage table.
    pub effects: Effects,
    /// Weapon lines that are out of ammo in this round, as bits.
    pub empty: u16,
    /// Miniatures removed.
    pub lost: u16,
    /// A reaction marker.
    pub reacted: bool,
    /// DW-29: the enemy chose the weapon that damage cost it.
    pub enemy_chose_weapon: bool,
}

impl Condition {
    /// All of it as two words.
    #[inline]
    fn words(&self) -> [u64; 2] {
        let Self { used, wounds, suppression, effects, empty, lost, reacted, enemy_chose_weapon } = *self;
        let flags = u64::from(reacted) << 48 | u64::from(enemy_chose_weapon) << 56;
        [
            u64::from(used.bits()) | u64::from(wounds) << 32 | u64::from(suppression) << 48,
            u64::from(effects.0) | u64::from(empty) << 16 | u64::from(lost) << 32 | flags,
        ]
    }
}

impl PartialEq for Condition {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.words() == other.words()
    }
}

/// In a battle units stand in this order: by losses first.
impl Ord for Condition {
    fn cmp(&self, other: &Self) -> Ordering {
        let in_order = |unit: &Self| {
            let Self { used, wounds, suppression, effects, empty, lost, reacted, enemy_chose_weapon } = *unit;
            (lost, wounds, suppression, reacted, effects, empty, used, enemy_chose_weapon)
        };
        in_order(self).cmp(&in_order(other))
    }
}

impl PartialOrd for Condition {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Condition {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.words().into_iter().for_each(|word| hasher.write_u64(word));
    }
}

/// A set of table effects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Effects(u16);

impl Effects {
    /// Them as bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether an effect is among them.
    #[inline]
    pub const fn has(self, effect: Effect) -> bool {
        self.0 >> effect as u16 & 1 == 1
    }

    /// Adds an effect.
    #[inline]
    pub fn add(&mut self, effect: Effect) {
        self.0 |= 1 << effect as u16;
    }

    /// This one of them, if it is among them.
    #[must_use]
    #[inline]
    pub const fn only(self, effect: Effect) -> Self {
        Self(self.0 & 1 << effect as u16)
    }

    /// Adds others.
    #[inline]
    pub fn add_all(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// Those of these that are not among `others`.
    #[must_use]
    #[inline]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The events that they are; both lists begin with the same names.
    #[inline]
    pub const fn events(self) -> Events {
        Events(self.0 as u32)
    }

    /// How many.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The gravest of a type's effects goes; says which.
    pub fn remove_gravest(&mut self, kind: UnitType) -> Option<Effect> {
        let gravest = Effect::table(kind).iter().rev().copied().find(|&effect| self.has(effect))?;
        self.0 &= !(1 << gravest as u16);
        Some(gravest)
    }
}

impl Body {
    /// What a unit's fields say of it.
    pub fn new(unit: &Unit, options: &Options) -> Self {
        let soldiers = unit.r#type == UnitType::Soldier;
        Self {
            kind: unit.r#type,
            armor: unit.armor.get(),
            miniatures: if soldiers { unit.miniatures.get() } else { 1 },
            hit_points: unit.hit_points.get(),
            hero: soldiers && unit.hero,
            team: soldiers && unit.team,
            abilities: unit.abilities.iter().collect(),
            assignment: options.damage_assignment,
        }
    }

    /// Whether it has an ability.
    #[inline]
    pub const fn has(&self, ability: Ability) -> bool {
        self.abilities.has(ability)
    }

    /// The target's condition at the start, as the situation gives it.
    pub fn start(&self, situation: &Situation, problems: &mut Problems) -> Condition {
        let mut condition = self.start_without_effects(situation, problems);
        for (place, &effect) in situation.effects.iter().enumerate() {
            if !Effect::table(self.kind).contains(&effect) {
                let words = format!(
                    "a target of type \"{}\" cannot have the effect \"{}\"",
                    self.kind.name(),
                    effect.name()
                );
                problems.add(format!("situation.effects[{place}]"), Fault::Conflict(words));
            }
            condition.effects.add(effect);
        }
        condition
    }

    /// The same for a procedure that knows no table effects: whatever the situation says of them is not used.
    pub fn start_without_effects(&self, situation: &Situation, problems: &mut Problems) -> Condition {
        let mut condition = Condition::default();
        let (damage, most) = (situation.damage.get(), self.miniatures * self.hit_points);
        if damage >= most {
            let wanted = format!("a whole number below {most}, which would kill the target");
            problems.expected("situation.damage", wanted);
        }
        condition.suffer(damage, self);
        condition.gain_markers(situation.suppression.get(), self);
        condition
    }
}

impl Condition {
    /// Miniatures that live.
    #[inline]
    pub fn living(&self, body: &Body) -> u32 {
        body.miniatures - u32::from(self.lost)
    }

    /// Whether nothing is left of it.
    #[inline]
    pub fn is_eliminated(&self, body: &Body) -> bool {
        self.living(body) == 0
    }

    /// Hit points that are left.
    #[inline]
    pub fn health(&self, body: &Body) -> u32 {
        self.living(body) * body.hit_points - u32::from(self.wounds)
    }

    /// DW-28: whether it burns.
    pub const fn is_on_fire(&self) -> bool {
        self.effects.has(Effect::ExternalFire)
    }

    /// DW-21: takes damage; says how many miniatures are removed.
    #[inline]
    pub fn suffer(&mut self, damage: u32, body: &Body) -> u32 {
        let living = self.living(body);
        let health = self.health(body).saturating_sub(damage);
        let left = match body.assignment {
            // The usual vehicle, spared a division.
            _ if body.miniatures == 1 => u32::from(health > 0),
            DamageAssignment::Focus => health.div_ceil(body.hit_points),
            DamageAssignment::Spread => living.min(health),
        };
        self.lost = (body.miniatures - left) as u16;
        self.wounds = (left * body.hit_points - health) as u16;
        if !self.takes_markers(body) {
            self.suppression = 0;
        }
        living - left
    }

    /// Whether it can have suppression markers: living soldiers, but no Zombies and no hero alone.
    #[inline]
    pub fn takes_markers(&self, body: &Body) -> bool {
        let alone = u32::from(body.hero);
        body.kind == UnitType::Soldier && !body.has(Ability::Zombie) && self.living(body) > alone
    }

    /// DW-7, DW-22: gains suppression markers, if it can have any.
    #[inline]
    pub fn gain_markers(&mut self, markers: u32, body: &Body) {
        if self.takes_markers(body) {
            self.suppression += markers as u16;
        }
    }

    /// Whether markers hold it down; a Heroic Stand ignores them (DW-19).
    #[inline]
    pub fn is_held_down(&self, body: &Body) -> bool {
        self.suppression > 0 && !body.has(Ability::HeroicStand)
    }

    /// Uses a once-per-game ability, if the unit has it still.
    #[inline]
    pub fn use_once(&mut self, ability: Ability, body: &Body) -> bool {
        let usable = body.has(ability) && !self.used.has(ability);
        if usable {
            self.used.add(ability);
        }
        usable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dust_warfare::Event;

    #[test]
    fn units_stand_in_the_order_of_their_losses() {
        let mut spent = Condition::default();
        spent.used.add(Ability::PanzerAce);
        let wounded = Condition { wounds: 1, ..Condition::default() };
        let lost = Condition { lost: 1, ..Condition::default() };
        assert!(Condition::default() < spent && spent < wounded && wounded < lost);
    }

    #[test]
    fn effects_and_events_begin_with_the_same_names() {
        for (effect, event) in Effect::ALL.iter().zip(Event::ALL) {
            assert_eq!(effect.name(), event.name());
            let mut effects = Effects::default();
            effects.add(*effect);
            assert_eq!(effects.events(), Events::NONE.with(*event, true));
        }
    }
}
