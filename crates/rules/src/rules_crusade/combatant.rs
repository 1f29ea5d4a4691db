//! A unit in play: its dice, its moves and weapons, and its state (RC-15, RC-16).

use super::dice::Dice;
use super::men::{MEN_DICE, Men};
use super::units::{Event, Procedure, Trait, Unit, Units, WEAPONS, WeaponTrait};
use chance::dice::Pools;
use chance::fields::{Fault, Problems, Whole};
use chance::game::Events;

/// A side of the match-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The unit that attacks.
    Attacker,
    /// The unit that is attacked, and whose damage is reported.
    Target,
}

/// A unit, ready to be played.
#[derive(Clone, Debug)]
pub struct Combatant {
    /// Which of the two it is.
    pub side: Side,
    /// Whether it draws damage cards.
    pub is_vehicle: bool,
    /// Cards that destroy it.
    pub hits: u8,
    /// The men aboard, if any can be hurt.
    pub men: Option<Men>,
    dice: Dice,
    melee: Option<Dice>,
    moves: u8,
    heavy: bool,
    most: Most,
    /// Its weapons, and which of them an enemy takes first.
    weapons: Vec<WeaponCopies>,
    taken_first: Vec<usize>,
}

/// A weapon, or several alike.
#[derive(Clone, Debug)]
struct WeaponCopies {
    name: String,
    copies: u8,
    basic: bool,
}

/// Beyond these counts a further card of the kind changes only the number of cards.
#[derive(Clone, Copy, Debug)]
struct Most {
    drive: u8,
    hull: u8,
    fire: u8,
}

/// The state of one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// Destroyed or dead.
    pub destroyed: bool,
    /// Base dice that a troop has lost.
    pub lost: u8,
    /// Damage cards of a vehicle, up to those that destroy it.
    pub cards: u8,
    /// DRIVE cards, as far as they count.
    pub drive: u8,
    /// HULL cards, as far as they count.
    pub hull: u8,
    /// FIRE cards, as far as they count.
    pub fire: u8,
    /// Cards of the last roll that are still to be drawn.
    pub to_draw: u8,
    /// FIRE cards that are still to be rolled for at this end of turn.
    pub to_burn: u8,
    /// Working copies of each weapon.
    pub weapons: [u8; WEAPONS],
    /// Men aboard who have lost 1, 2, 3 … dice; all others are unhurt. All 0 once one has died.
    pub men: [u8; MEN_DICE],
    /// RC-13: a CREW card costs it its next attack.
    pub loses_attack: bool,
    /// The driver is dead, where it matters who drives.
    pub driver_dead: bool,
    /// The events that have happened to it.
    pub happened: Events,
}

impl Condition {
    /// Notes an event.
    pub fn note(&mut self, event: Event) {
        self.happened.add(event);
    }

    /// Whether an event was noted.
    pub fn has(&self, event: Event) -> bool {
        self.happened.has(event as usize)
    }
}

impl Side {
    /// As a story calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attacker => "the attacker",
            Self::Target => "the target",
        }
    }

    const fn section(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Target => "target",
        }
    }

    /// Whether the procedure needs this side's base dice, and whether it can hurt this side.
    fn is_used(self, units: &Units) -> (bool, bool) {
        let at_vehicle = units.target.is_vehicle();
        match (self, units.procedure) {
            (_, Procedure::Wipeout)
            | (Self::Attacker, Procedure::Shooting | Procedure::Fall | Procedure::Jump) => (false, false),
            // RC-27: a jump that fails may bring cards.
            (Self::Target, Procedure::Jump) => {
                let falls = units.situation.depth.get() >= 6;
                (falls && units.situation.turn_ends, falls)
            }
            (Self::Attacker, Procedure::DropPod) => (at_vehicle, at_vehicle),
            // Only FIRE rolls against a vehicle that falls.
            (Self::Target, Procedure::Fall) => (units.situation.turn_ends, true),
            // A target that evades can hurt it only by exploding.
            (Self::Attacker, Procedure::OverRun) => (true, at_vehicle || !units.situation.evade),
            _ => (true, true),
        }
    }
}

impl Combatant {
    /// Checks that the unit has the fields that the procedure needs.
    pub fn new(side: Side, units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let (unit, taken) = match side {
            Side::Attacker => (&units.attacker, units.situation.moves_spent),
            Side::Target => (&units.target, units.situation.target_moves),
        };
        let path = |field: &str| format!("{}.{field}", side.section());
        let (rolls, suffers) = side.is_used(units);
        let is_vehicle = unit.is_vehicle();
        let dice = if rolls {
            problems.need(unit.dice, &path("dice"), "for a unit that takes part in this procedure")?
        } else {
            unit.dice.unwrap_or_default()
        };
        let hits = if suffers && is_vehicle {
            problems.need(unit.hits, &path("hits"), "for a vehicle that can draw damage cards")?.get()
        } else {
            unit.hits.map_or(1, Whole::get)
        };
        if suffers && !is_vehicle && dice.size() == 0 {
            problems.add(path("dice"), Fault::Conflict("a troop without base dice is dead".to_owned()));
        }
        let falls = units.procedure == Procedure::Fall || units.procedure == Procedure::Jump && suffers;
        if side == Side::Target && falls && !is_vehicle {
            let message = "only a vehicle falls: give it `hits`, or the kind \"vehicle\"".to_owned();
            problems.add(path("kind"), Fault::Conflict(message));
        }
        let has_men = side == Side::Target && suffers && is_vehicle;
        let men = if has_men { Men::new(units, pools, problems) } else { None };
        let moves = move_actions(unit).max(taken.get() as u8);
        let widest = [Some(dice), unit.melee, men.as_ref().and_then(|men| men.driver_melee)];
        let most = Most {
            drive: moves.max(1),
            hull: widest.into_iter().flatten().map(Dice::size).max().map_or(1, |size| size.max(1)),
            fire: hits as u8,
        };
        let (weapons, taken_first) = weapons(unit);
        Some(Self {
            side,
            is_vehicle,
            hits: hits as u8,
            men,
            dice,
            melee: unit.melee,
            moves,
            heavy: unit.has(Trait::Heavy),
            most,
            weapons,
            taken_first,
        })
    }

    /// The unit before anything has happened to it.
    pub fn start(&self) -> Condition {
        let mut condition = Condition::default();
        for (working, weapon) in condition.weapons.iter_mut().zip(&self.weapons) {
            *working = weapon.copies;
        }
        condition
    }

    /// The move actions it has: less one for each DRIVE card, and a HEAVY unit has at most one (RC-14).
    pub fn moves(&self, condition: &Condition) -> u8 {
        let moves = self.moves.saturating_sub(condition.drive);
        if self.heavy { moves.min(1) } else { moves }
    }

    /// The base dice with which it attacks.
    pub fn base_attack(&self, condition: &Condition) -> Dice {
        self.dice.without(condition.lost)
    }

    /// The base dice with which it defends itself: HULL takes the weakest (RC-15).
    pub fn base_defence(&self, condition: &Condition) -> Dice {
        self.base_attack(condition).without(condition.hull)
    }

    /// The dice with which it attacks in melee.
    pub fn melee_attack(&self, condition: &Condition) -> Dice {
        self.melee.unwrap_or_else(|| self.base_attack(condition))
    }

    /// The dice with which it defends itself in melee (RC-15).
    pub fn melee_defence(&self, condition: &Condition) -> Dice {
        self.melee_attack(condition).without(condition.hull)
    }

    /// RC-9: the dice with which it meets a rush; the driver of a LOW vehicle fights where that is better.
    pub fn rush_defence(&self, condition: &Condition) -> Dice {
        let own = self.melee_defence(condition);
        let driver = self.men.as_ref().and_then(|men| men.driver_melee).filter(|_| !condition.driver_dead);
        let driver = driver.map(|melee| melee.without(condition.hull));
        driver.filter(|driver| driver.worth() > own.worth()).unwrap_or(own)
    }

    /// A troop's base dice, unhurt.
    pub fn base_dice(&self) -> u8 {
        self.dice.size()
    }

    /// Whether this many hits would destroy it.
    pub fn would_end(&self, condition: &Condition, hits: u32) -> bool {
        if self.is_vehicle {
            u32::from(condition.cards) + hits >= self.hits.into()
        } else {
            u32::from(condition.lost) + hits >= self.dice.size().into()
        }
    }

    /// Another DRIVE card.
    pub fn add_drive(&self, condition: &mut Condition) {
        condition.drive = (condition.drive + 1).min(self.most.drive);
    }

    /// RC-15: another HULL card.
    pub fn add_hull(&self, condition: &mut Condition) {
        condition.hull = (condition.hull + 1).min(self.most.hull);
    }

    /// Another FIRE card.
    pub fn add_fire(&self, condition: &mut Condition) {
        condition.fire = (condition.fire + 1).min(self.most.fire);
    }

    /// RC-16: removes one working weapon, the enemy's choice. Returns its name; `None` if none is left.
    pub fn lose_weapon(&self, condition: &mut Condition) -> Option<&str> {
        let best = self.taken_first.iter().copied().find(|&weapon| condition.weapons[weapon] > 0)?;
        condition.weapons[best] -= 1;
        Some(&self.weapons[best].name)
    }

    /// The working weapons that can snap fire (RC-10).
    pub fn basic_weapons(&self, condition: &Condition) -> [u8; WEAPONS] {
        let mut basic = condition.weapons;
        for (working, weapon) in basic.iter_mut().zip(&self.weapons) {
            *working *= u8::from(weapon.basic);
        }
        basic
    }

    /// Whether it is destroyed, or will be after the cards of the last roll.
    pub fn is_lost(&self, condition: &Condition) -> bool {
        condition.destroyed || (self.is_vehicle && self.would_end(condition, condition.to_draw.into()))
    }
}

/// Move actions without DRIVE and HEAVY.
fn move_actions(unit: &Unit) -> u8 {
    let more = u8::from(unit.has(Trait::Fast)) + 2 * u8::from(unit.has(Trait::Flyer));
    unit.move_actions.get() as u8 + more
}

/// A unit's weapons, and the order in which an enemy takes them: basic ones before others, then the highest mean first, of
/// equals the first in the list.
fn weapons(unit: &Unit) -> (Vec<WeaponCopies>, Vec<usize>) {
    let weapons = unit.weapons.as_deref().unwrap_or_default();
    let carried = weapons.iter().map(|weapon| WeaponCopies {
        name: weapon.name().to_owned(),
        copies: weapon.count.get() as u8,
        basic: weapon.has(WeaponTrait::Basic),
    });
    let mut order: Vec<usize> = (0..weapons.len()).collect();
    order.sort_by_key(|&weapon| {
        (!weapons[weapon].has(WeaponTrait::Basic), std::cmp::Reverse(weapons[weapon].dice.worth()))
    });
    (carried.collect(), order)
}
