//! The effects of hits: damage cards (RC-12, RC-14, RC-16), FIRE (RC-17), wrecks (RC-18) and explosions (RC-19).
//!
//! Everything here concerns one unit and its deck. Whether an explosion reaches another unit
//! is the caller's decision.

use super::checks::{Check, WIPEOUT};
use super::combatant::{Combatant, Condition};
use super::dice::{Contest, Dice};
use super::units::{Card, CrewAction, DeckOption, Event, Options};
use chance::Chance;
use chance::dice::{Pools, Roll, Shows};
use chance::fields::{Fault, Named, Problems};

const CARD: Roll = Roll::new("card", "RC-12");
const FIRE: Roll = Roll::new("fire", "RC-17");
const FIRE_DEFENCE: Roll = Roll::new("defence", "RC-17");
const EXPLOSION: Roll = Roll::new("explosion", "RC-19");
const EXPLOSION_DEFENCE: Roll = Roll::new("defence", "RC-19");

/// How many of each card are left in the deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Deck([u16; Card::ALL.len()]);

/// The damage rules of a match-up.
#[derive(Clone, Debug)]
pub struct Damage {
    crew_action: CrewAction,
    /// The whole deck; `None` if every card is returned.
    whole: Option<Deck>,
    check: Check,
    fire: (Contest, Dice),
    explosion: (Contest, Dice),
}

/// The result of settling a unit's hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// There was nothing to settle.
    Nothing,
    /// It drew a card, or it is a wreck now.
    Something,
    /// It has exploded.
    Exploded,
}

impl Damage {
    /// Damage under these options.
    pub fn new(options: &Options, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let whole = match &options.deck {
            DeckOption::Replace => None,
            DeckOption::Counts(counts) => {
                let all = [counts.crew, counts.drive, counts.hull, counts.weapon, counts.fire];
                let deck = Deck(all.map(|count| count.get() as u16));
                if deck == Deck::default() {
                    problems.add("options.deck", Fault::Conflict("there is no card in the deck".to_owned()));
                    return None;
                }
                Some(deck)
            }
        };
        Some(Self {
            crew_action: options.crew_action,
            whole,
            check: Check::new(options),
            fire: (Contest::new(FIRE, FIRE_DEFENCE, pools), options.fire_dice),
            explosion: (Contest::new(EXPLOSION, EXPLOSION_DEFENCE, pools), options.explosion_dice),
        })
    }

    /// The deck before the first card is drawn.
    pub fn deck(&self) -> Deck {
        self.whole.unwrap_or(Deck([1; Card::ALL.len()]))
    }

    /// Draws the next card for the last roll; after the last card the vehicle may be a wreck.
    #[inline]
    pub fn settle<C: Chance>(
        &self,
        unit: &Combatant,
        condition: &mut Condition,
        deck: &mut Deck,
        chance: &mut C,
    ) -> Settled {
        if condition.to_draw > 0 {
            condition.to_draw -= 1;
            self.draw(unit, condition, deck, chance);
            Settled::Something
        } else if unit.is_vehicle && !condition.destroyed && condition.cards >= unit.hits {
            if wreck(unit, condition, chance) { Settled::Exploded } else { Settled::Something }
        } else {
            Settled::Nothing
        }
    }

    fn draw<C: Chance>(&self, unit: &Combatant, condition: &mut Condition, deck: &mut Deck, chance: &mut C) {
        let card = self.card(deck, chance);
        let is_first = !condition.has(event(card));
        condition.cards = (condition.cards + 1).min(unit.hits);
        condition.note(event(card));
        chance.tell("RC-12", || {
            format!("{} draws {}: {} of {} hits", unit.side.name(), card.name(), condition.cards, unit.hits)
        });
        match card {
            Card::Crew => {
                let men = unit.men.as_ref().filter(|_| is_first);
                condition.loses_attack |= is_first && self.crew_action == CrewAction::Attack;
                if !is_first {
                    chance.tell("RC-13", || "a further CREW is a card and nothing else".to_owned());
                }
                if men.is_some_and(|men| men.suffer_crew_card(condition, chance)) {
                    self.check_for_wipeout("RC-23", unit, condition, chance);
                }
            }
            Card::Drive => {
                if condition.drive == 0 {
                    self.check_for_wipeout("RC-14", unit, condition, chance);
                }
                unit.add_drive(condition);
                chance.tell("RC-14", || format!("{} move actions are left", unit.moves(condition)));
            }
            Card::Hull => {
                unit.add_hull(condition);
                chance.tell("RC-15", || {
                    format!("one die less in defence: {} now", unit.base_defence(condition))
                });
            }
            Card::Weapon => {
                let lost = unit.lose_weapon(condition);
                chance.tell("RC-16", || {
                    lost.map_or_else(
                        || "no weapon is left to lose".to_owned(),
                        |name| format!("its {name} is lost"),
                    )
                });
            }
            Card::Fire => {
                unit.add_fire(condition);
                chance.tell("RC-17", || format!("{} is on fire", unit.side.name()));
            }
        }
    }

    /// Draws a card. An empty deck is shuffled at once, which has the same effect as shuffling before the next card.
    fn card<C: Chance>(&self, deck: &mut Deck, chance: &mut C) -> Card {
        let left = deck.0.map(u32::from);
        let drawn = chance.draw(CARD, &left, |card| Shows::word(Card::ALL[card].name()));
        if let Some(whole) = self.whole {
            deck.0[drawn] -= 1;
            if *deck == Deck::default() {
                *deck = whole;
            }
        }
        Card::ALL[drawn]
    }

    /// RC-6: one die for each move action and one more; doubles wipe out.
    pub fn check_for_wipeout<C: Chance>(
        &self,
        rule: &'static str,
        unit: &Combatant,
        condition: &mut Condition,
        chance: &mut C,
    ) {
        let dice = u32::from(unit.moves(condition)) + 1;
        let wiped_out = self.check.doubles(&WIPEOUT, dice, chance);
        if wiped_out {
            condition.note(Event::WipedOut);
        }
        chance.tell(rule, || {
            let end = if wiped_out { "doubles, it wipes out" } else { "no doubles" };
            format!("wipeout check of {} with {dice} dice: {end}", unit.side.name())
        });
    }

    /// Whether a CREW card costs a vehicle its attack (RC-13).
    pub fn crew_costs_attack(&self) -> bool {
        self.crew_action == CrewAction::Attack
    }

    /// The turn of a unit ends: it has a roll to make for each of its FIRE cards (RC-17).
    pub fn end_turn(condition: &mut Condition) {
        condition.to_burn = condition.fire;
    }

    /// RC-17: one roll for a FIRE card. Returns the hits; `None` if no roll is left.
    #[inline]
    pub fn burn<C: Chance>(
        &self,
        unit: &Combatant,
        condition: &mut Condition,
        chance: &mut C,
    ) -> Option<u32> {
        if condition.to_burn == 0 {
            return None;
        }
        condition.to_burn -= 1;
        let (contest, dice) = self.fire;
        let defence = unit.base_defence(condition);
        let hits = contest.hits(dice, defence, chance);
        chance.tell("RC-17", || format!("{} burns: {dice} against {defence}, {hits} hits", unit.side.name()));
        Some(hits)
    }

    /// RC-19: the other unit has exploded within 3". Returns the hits.
    pub fn suffer_explosion<C: Chance>(
        &self,
        unit: &Combatant,
        condition: &mut Condition,
        chance: &mut C,
    ) -> u32 {
        let (contest, dice) = self.explosion;
        let defence = unit.base_defence(condition);
        let hits = contest.hits(dice, defence, chance);
        chance.tell("RC-19", || {
            format!("{} is within 3\": {dice} against {defence}, {hits} hits", unit.side.name())
        });
        hits
    }
}

const fn event(card: Card) -> Event {
    match card {
        Card::Crew => Event::Crew,
        Card::Drive => Event::Drive,
        Card::Hull => Event::Hull,
        Card::Weapon => Event::Weapon,
        Card::Fire => Event::Fire,
    }
}

/// A unit is hit: a vehicle has cards to draw (RC-12), a troop loses base dice.
pub fn hit<C: Chance>(unit: &Combatant, condition: &mut Condition, hits: u32, chance: &mut C) {
    if hits == 0 {
        return;
    }
    if unit.is_vehicle {
        condition.to_draw = hits as u8;
        return;
    }
    condition.destroyed = unit.would_end(condition, hits);
    if condition.destroyed {
        *condition = Condition { destroyed: true, ..Condition::default() };
    } else {
        condition.lost += hits as u8;
    }
    chance.tell("RC-2", || {
        let end = if condition.destroyed {
            "is dead".to_owned()
        } else {
            format!("has {} left", unit.base_attack(condition))
        };
        format!("{} loses {hits} base dice: it {end}", unit.side.name())
    });
}

/// RC-18: destroys a vehicle with as many cards as Hits. RC-19: returns whether it explodes, because it is on fire.
fn wreck<C: Chance>(unit: &Combatant, condition: &mut Condition, chance: &mut C) -> bool {
    let exploded = condition.fire > 0;
    chance.tell(if exploded { "RC-19" } else { "RC-18" }, || {
        format!("{} {}", unit.side.name(), if exploded { "explodes" } else { "is destroyed" })
    });
    if exploded {
        condition.note(Event::Exploded);
    }
    if let Some(men) = &unit.men {
        men.suffer_wreck(condition, exploded, chance);
    }
    *condition = Condition { destroyed: true, happened: condition.happened, ..Condition::default() };
    exploded
}
