//! The options of a Rules Crusade scenario: what the rules leave open, and the numbers whose icons are lost.

use super::dice::Dice;
use super::units::Color;
use chance::Shared;
use chance::fields::{FromValue, Kind, Name, Problems, Value, Whole, expected};
use chance::{choice, record};

choice! {
    /// Which dice count as doubles (RC-3, RC-6, RC-21).
    pub enum Doubles {
        /// Two dice with the same number above 0.
        NonZero = "non-zero",
        /// Two dice with the same number, 0 included.
        Any = "any",
        /// Plain six-sided dice are rolled instead, and any pair counts.
        D6 = "d6",
    }
}

choice! {
    /// The cost of each full range step (RC-7).
    pub enum RangePenalty {
        /// 1 off the total, which is never below 0.
        Total = "total",
        /// One die fewer, the weakest first.
        Die = "die",
    }
}

choice! {
    /// The action that a vehicle loses in its next turn by a CREW card (RC-13).
    pub enum CrewAction {
        /// One that changes no number, such as a move.
        Other = "other",
        /// Its attack.
        Attack = "attack",
    }
}

record! {
    /// How many of each card are in the deck.
    pub struct DeckCounts {
        /// CREW cards.
        crew: Whole<0, 10000> = 0,
        /// DRIVE cards.
        drive: Whole<0, 10000> = 0,
        /// HULL cards.
        hull: Whole<0, 10000> = 0,
        /// WEAPON cards.
        weapon: Whole<0, 10000> = 0,
        /// FIRE cards.
        fire: Whole<0, 10000> = 0,
    }
}

/// The damage deck as a file describes it.
#[derive(Clone, Debug, PartialEq)]
pub enum DeckOption {
    /// Every card is returned at once: each kind is always as likely.
    Replace,
    /// This many of each card, drawn without returning.
    Counts(DeckCounts),
}

const REPLACE: Name =
    Name::new("replace", "Each card is returned at once, so that each kind is always as likely.");

impl FromValue for DeckOption {
    const KIND: Kind =
        Kind::Either(Shared::Static(&[Kind::Choice(Shared::Static(&[REPLACE])), DeckCounts::KIND]));

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        match value {
            Value::Text(text) if REPLACE.name == *text => Some(Self::Replace),
            Value::Table(_) => DeckCounts::from_value(value, path, problems).map(Self::Counts),
            _ => expected(path, problems),
        }
    }
}

record! {
    /// Open questions of the rules.
    pub struct Options {
        /// Which dice count as doubles (RC-3, RC-6, RC-21).
        doubles: Doubles = "non-zero",
        /// The die of these checks, except with "d6".
        check_die: Color = "red",
        /// The extra die for moves and for evading (RC-4, RC-5, RC-7).
        bonus_die: Color = "white",
        /// The extra die of area and line weapons (RC-8).
        area_die: Color = "red",
        /// The cost of each full range step (RC-7).
        range_penalty: RangePenalty = "total",
        /// "replace", or a count for each card: drawn without returning, shuffled anew when empty (RC-12).
        deck: DeckOption = "replace",
        /// Dice against each man aboard when the vehicle is destroyed (RC-18).
        destroyed_dice: Dice = "3W",
        /// Dice against each man aboard and the unit beside it when the vehicle explodes (RC-19).
        explosion_dice: Dice = "3R",
        /// Dice of each FIRE card at the end of a turn (RC-17).
        fire_dice: Dice = "1R",
        /// Dice against each man aboard for a CREW card (RC-13).
        crew_dice: Dice = "1W",
        /// Dice against troops under a drop pod (RC-24).
        pod_dice: Dice = "3R",
        /// Inches from the middle of a drop pod within which it hits what is under it; that the 2" of the template are its radius is an assumption
        /// (RC-29).
        pod_template: Whole<0, 12> = 2,
        /// How many equally likely directions a drop pod deviates in; an assumption, because the rules name no die (RC-29).
        pod_directions: Whole<1, 120> = 12,
        /// Which action a CREW card costs (RC-13).
        crew_action: CrewAction = "other",
        /// Dice with their highest face at which a weapon fails; an assumption, because the rules print no number (RC-11).
        fail_dice: Whole<1, 10> = 2,
    }
}
