//! The state of one unit: damage and casualties (DW-21), markers (DW-22), effects, ammunition, used abilities.

use super::choices::{Abilities, Ability, DamageAssignment, Event, LeaderFalls, TableEffect};
use super::units::{Options, Situation, Unit, UnitType};
use chance::Set;
use chance::fields::{Fault, Named, Problems};

/// The fields of a unit that never change and that its condition depends on.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Its type.
    pub kind: UnitType,
    /// Its armor value.
    pub armor: u32,
    /// Miniatures at full strength.
    pub miniatures: u32,
    /// Hit points of each, but for a hero.
    pub hit_points: u32,
    /// Hit points of the last miniature, the hero if there is one (DW-49).
    pub last_hit_points: u32,
    /// A soldier unit that a hero leads.
    pub hero: bool,
    /// A soldier unit that counts soft cover as hard.
    pub team: bool,
    /// An aircraft at low altitude (DW-47).
    pub low: bool,
    /// Its abilities.
    pub abilities: Abilities,
    /// Which miniatures take damage.
    pub assignment: DamageAssignment,
    /// When its leader falls (DW-54).
    pub leader_falls: LeaderFalls,
}

/// The state of one unit.
///
/// **Invariant:** conditions compare field by field in this order, so that in a battle units stand by their losses first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// Miniatures removed.
    pub lost: u16,
    /// Points of damage on the living.
    pub wounds: u16,
    /// Suppression markers.
    pub suppression: u16,
    /// A reaction marker.
    pub reacted: bool,
    /// Effects of the damage table.
    pub effects: Effects,
    /// Weapon lines that are out of ammo in this round, as bits.
    pub empty: u16,
    /// Once-per-game abilities that are used up.
    pub used: Abilities,
    /// DW-29: the enemy chose the weapon that damage cost it.
    pub enemy_chose_weapon: bool,
    /// DW-53: its bombs are dropped.
    pub bombs_dropped: bool,
    /// Its unit leader (DW-54).
    pub leader: Leader,
}

/// The leader of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leader {
    /// Leads it.
    #[default]
    Alive,
    /// Is lost until the unit is activated.
    Lost,
}

/// Effects of a damage table.
pub type Effects = Set<Event>;

impl Body {
    /// The body of a unit.
    pub fn new(unit: &Unit, options: &Options) -> Self {
        let soldiers = unit.r#type == UnitType::Soldier;
        Self {
            kind: unit.r#type,
            armor: unit.armor.get(),
            miniatures: if soldiers { unit.miniatures.get() } else { 1 },
            hit_points: unit.hit_points.get(),
            last_hit_points: unit
                .hero_hit_points
                .filter(|_| soldiers && unit.hero)
                .unwrap_or(unit.hit_points)
                .get(),
            hero: soldiers && unit.hero,
            team: soldiers && unit.team,
            low: unit.low,
            abilities: unit.abilities.iter().collect(),
            assignment: options.damage_assignment,
            leader_falls: if soldiers && !unit.hero { options.leader_falls } else { LeaderFalls::Last },
        }
    }

    /// The hit points of so many unhurt miniatures, the last of them among them.
    #[inline]
    pub fn capacity(&self, miniatures: u32) -> u32 {
        if miniatures == 0 { 0 } else { (miniatures - 1) * self.hit_points + self.last_hit_points }
    }

    /// DW-47: the type under which weapons are looked up against it.
    pub fn attacked_as(&self) -> UnitType {
        if self.low { UnitType::Vehicle } else { self.kind }
    }

    /// DW-20, DW-45: whether it never has suppression markers.
    pub fn is_fearless(&self) -> bool {
        [Ability::Zombie, Ability::BlutkreuzApe, Ability::BlutkreuzUbertoten]
            .into_iter()
            .any(|ability| self.has(ability))
    }

    /// Whether it has an ability.
    #[inline]
    pub fn has(&self, ability: Ability) -> bool {
        self.abilities.has(ability)
    }

    /// The target's condition at the start, as the situation gives it.
    pub fn start(&self, situation: &Situation, problems: &mut Problems) -> Condition {
        let mut condition = self.start_without_effects(situation, problems);
        for (place, &TableEffect(effect)) in situation.effects.iter().enumerate() {
            if !Event::table(self.kind).contains(&effect) {
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

    /// The same for a procedure without table effects.
    pub fn start_without_effects(&self, situation: &Situation, problems: &mut Problems) -> Condition {
        let mut condition = Condition::default();
        let (damage, most) = (situation.damage.get(), self.capacity(self.miniatures));
        if damage >= most {
            let wanted = format!("a whole number below {most}, which would kill the target");
            problems.expected("situation.damage", wanted);
        }
        condition.suffer(damage, self);
        condition.gain_markers(situation.suppression.get(), self);
        if situation.leader_lost && self.kind != UnitType::Soldier {
            let words = "only soldiers take a suppression marker for their leader".to_owned();
            problems.add("situation.leader_lost", Fault::Conflict(words));
        }
        if situation.leader_lost {
            condition.leader = Leader::Lost;
        }
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
        body.capacity(self.living(body)) - u32::from(self.wounds)
    }

    /// DW-28: whether it burns.
    pub fn is_on_fire(&self) -> bool {
        self.effects.has(Event::ExternalFire)
    }

    /// DW-21: takes damage; says how many miniatures are removed.
    #[inline]
    pub fn suffer(&mut self, damage: u32, body: &Body) -> u32 {
        let living = self.living(body);
        let health = self.health(body).saturating_sub(damage);
        let left = match body.assignment {
            DamageAssignment::Focus => {
                let others = health.saturating_sub(body.last_hit_points).div_ceil(body.hit_points);
                u32::from(health > 0) + others
            }
            DamageAssignment::Spread => living.min(health),
        };
        self.lost = (body.miniatures - left) as u16;
        self.wounds = (body.capacity(left) - health) as u16;
        if !self.takes_markers(body) {
            self.suppression = 0;
        }
        living - left
    }

    /// Whether it can have suppression markers: living soldiers, but no fearless unit and no hero alone.
    #[inline]
    pub fn takes_markers(&self, body: &Body) -> bool {
        let alone = u32::from(body.hero);
        body.kind == UnitType::Soldier && !body.is_fearless() && self.living(body) > alone
    }

    /// DW-7, DW-22: gains suppression markers, if it can have any.
    #[inline]
    pub fn gain_markers(&mut self, markers: u32, body: &Body) {
        if self.takes_markers(body) {
            self.suppression += markers as u16;
        }
    }

    /// DW-54: whether its activation brings a new leader and a marker.
    #[inline]
    pub fn needs_leader(&self, body: &Body) -> bool {
        self.leader == Leader::Lost && self.takes_markers(body)
    }

    /// Whether suppression markers affect it; a Heroic Stand ignores them (DW-19).
    #[inline]
    pub fn is_held_down(&self, body: &Body) -> bool {
        self.suppression > 0 && !body.has(Ability::HeroicStand)
    }

    /// Removes and returns the gravest effect of a type's damage table.
    pub fn remove_gravest(&mut self, kind: UnitType) -> Option<Event> {
        let gravest = Event::table(kind).iter().rev().copied().find(|&effect| self.effects.has(effect))?;
        self.effects.remove(gravest);
        Some(gravest)
    }

    /// Uses a once-per-game ability. Returns whether the unit had it left.
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

    #[test]
    fn units_stand_in_the_order_of_their_losses() {
        let mut spent = Condition::default();
        spent.used.add(Ability::PanzerAce);
        let wounded = Condition { wounds: 1, ..Condition::default() };
        let lost = Condition { lost: 1, ..Condition::default() };
        assert!(Condition::default() < spent && spent < wounded && wounded < lost);
    }
}
