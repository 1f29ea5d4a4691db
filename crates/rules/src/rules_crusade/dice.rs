//! Red and white dice, written "2R+1W", and the contested roll: RC-1 and RC-2.

use std::fmt;
use std::ops::Add;

use super::units::Color;
use chance::Chance;
use chance::Shared;
use chance::dice::{Die, Pool, Pools, Roll, Score, Shows};
use chance::fields::{FromValue, Kind, Problems, Value, expected};

/// Dice of one colour that a file may ask for.
const MAX_DICE: u8 = 20;

/// RC-1: the numbers on a die, and how many faces show each.
const RED: [(u8, u64); 4] = [(0, 3), (1, 1), (2, 1), (3, 1)];
const WHITE: [(u8, u64); 3] = [(0, 4), (1, 1), (2, 1)];

/// A number of red and a number of white dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice {
    /// Red dice: 0, 0, 0, 1, 2, 3.
    pub red: u8,
    /// White dice: 0, 0, 0, 0, 1, 2.
    pub white: u8,
}

impl Dice {
    /// `count` dice of one colour.
    pub const fn of(color: Color, count: u8) -> Self {
        match color {
            Color::Red => Self { red: count, white: 0 },
            Color::White => Self { red: 0, white: count },
        }
    }

    /// How many dice they are.
    pub const fn size(self) -> u8 {
        self.red + self.white
    }

    /// Without the weakest `count` of them: white dice go first.
    #[must_use]
    pub const fn without(self, count: u8) -> Self {
        let reds = count.saturating_sub(self.white);
        Self { red: self.red.saturating_sub(reds), white: self.white.saturating_sub(count) }
    }

    /// Twice the mean of their total: a red die is worth 1, a white die a half.
    pub const fn worth(self) -> u32 {
        2 * self.red as u32 + self.white as u32
    }

    fn parse(text: &str) -> Option<Self> {
        let mut dice = Self::default();
        for part in text.split('+') {
            let (count, color) = part.trim().split_at_checked(part.trim().len().checked_sub(1)?)?;
            if !count.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            let of_color = match color {
                "R" => &mut dice.red,
                "W" => &mut dice.white,
                _ => return None,
            };
            *of_color = of_color.checked_add(count.parse().ok()?).filter(|&count| count <= MAX_DICE)?;
        }
        Some(dice)
    }
}

impl Add for Dice {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { red: self.red + other.red, white: self.white + other.white }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.red, self.white) {
            (0, 0) => f.write_str("no dice"),
            (red, 0) => write!(f, "{red}R"),
            (0, white) => write!(f, "{white}W"),
            (red, white) => write!(f, "{red}R+{white}W"),
        }
    }
}

impl FromValue for Dice {
    const KIND: Kind = Kind::Pattern {
        what: Shared::Static("dice such as \"2R+1W\" (R red, W white, at most 20 of a colour)"),
        regex: Shared::Static("^[0-9]+[RW]( ?[+] ?[0-9]+[RW])*$"),
    };

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        match value {
            Value::Text(text) => Self::parse(text).or_else(|| expected(path, problems)),
            _ => expected(path, problems),
        }
    }
}

/// The dice of one roll, in both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colors {
    red: Pool,
    white: Pool,
}

impl Colors {
    /// Dice whose numbers are added up.
    pub fn new(roll: Roll, pools: &mut Pools) -> Self {
        Self {
            red: add(roll.clone(), &RED, pools, |number| [number, 0]),
            white: add(roll, &WHITE, pools, |number| [number, 0]),
        }
    }

    /// Dice that also count, in the second counter, how many show their highest face (RC-11).
    pub fn that_may_fail(roll: Roll, pools: &mut Pools) -> Self {
        Self {
            red: add(roll.clone(), &RED, pools, |number| [number, u8::from(number == 3)]),
            white: add(roll, &WHITE, pools, |number| [number, u8::from(number == 2)]),
        }
    }

    /// Rolls them.
    #[inline]
    pub fn roll<C: Chance>(self, dice: Dice, chance: &mut C) -> Score {
        let total =
            chance.total(&[(self.red, dice.red.into()), (self.white, dice.white.into())], |_, _, _| ());
        if dice.size() > 0 {
            chance.tell("RC-1", || format!("{dice}: a total of {}", total.count()));
        }
        total
    }
}

fn add(roll: Roll, faces: &[(u8, u64)], pools: &mut Pools, score: impl Fn(u8) -> [u8; 2]) -> Pool {
    let faces = faces.iter().map(|&(number, copies)| (Shows::Number(number.into()), copies, score(number)));
    pools.add(Die::with_faces(roll, faces))
}

/// RC-2: a roll of one side against a roll of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    attack: Colors,
    defence: Colors,
}

/// The totals of a contested roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Totals {
    /// The attacker's.
    pub attack: u32,
    /// The defender's.
    pub defence: u32,
}

impl Totals {
    /// Hits on the defender.
    pub const fn hits(self) -> u32 {
        self.attack.saturating_sub(self.defence)
    }

    /// Hits on the attacker, if the roll can hurt it.
    pub const fn hits_back(self) -> u32 {
        self.defence.saturating_sub(self.attack)
    }
}

impl Contest {
    /// A contested roll under these names.
    pub fn new(attack: Roll, defence: Roll, pools: &mut Pools) -> Self {
        Self { attack: Colors::new(attack, pools), defence: Colors::new(defence, pools) }
    }

    /// Rolls for both sides.
    #[inline]
    pub fn roll<C: Chance>(self, attack: Dice, defence: Dice, chance: &mut C) -> Totals {
        Totals {
            attack: self.attack.roll(attack, chance).count(),
            defence: self.defence.roll(defence, chance).count(),
        }
    }

    /// Rolls for both sides where only the defender can be hit and the totals do not matter.
    #[inline]
    pub fn hits<C: Chance>(self, attack: Dice, defence: Dice, chance: &mut C) -> u32 {
        chance.part((self, attack, defence), |chance| self.roll(attack, defence, chance).hits())
    }
}
