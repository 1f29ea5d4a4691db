//! Checks for doubles: jump (RC-3), wipeout (RC-6, RC-14, RC-23) and boarding (RC-21).

use super::units::{Color, Doubles, Options};
use chance::Chance;
use chance::dice::{Roll, Shows};

/// The jump of a vehicle.
pub const JUMP: Roll = Roll::new("jump", "RC-3");
/// A wipeout check.
pub const WIPEOUT: Roll = Roll::new("wipeout", "RC-6");
/// The jump onto an enemy vehicle.
pub const BOARDING: Roll = Roll::new("boarding", "RC-21");

/// The dice that a check looks through for doubles.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// How many faces show each number, from `lowest` on.
    copies: &'static [u32],
    lowest: u8,
    /// Two zeros are doubles.
    zeros: bool,
}

/// The numbers that dice have shown so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Seen {
    numbers: u8,
    doubles: bool,
}

impl Check {
    /// The check under these options.
    pub fn new(options: &Options) -> Self {
        let zeros = options.doubles == Doubles::Any;
        match (options.doubles, options.check_die) {
            (Doubles::D6, _) => Self { copies: &[1; 6], lowest: 1, zeros },
            (_, Color::Red) => Self { copies: &[3, 1, 1, 1], lowest: 0, zeros },
            (_, Color::White) => Self { copies: &[4, 1, 1], lowest: 0, zeros },
        }
    }

    /// Rolls dice, and returns whether there are doubles among them.
    pub fn doubles<C: Chance>(&self, roll: &Roll, dice: u32, chance: &mut C) -> bool {
        chance.part((roll.clone(), dice), |chance| self.seen(roll, dice, chance).doubles)
    }

    /// Rolls die by die; outcomes that have shown the same numbers merge, so that many dice cost little.
    fn seen<C: Chance>(&self, roll: &Roll, dice: u32, chance: &mut C) -> Seen {
        if dice == 0 {
            return Seen::default();
        }
        chance.part((roll.clone(), dice), |chance| {
            let before = self.seen(roll, dice - 1, chance);
            let number = |face: usize| self.lowest + face as u8;
            let number =
                number(chance.draw(roll.clone(), self.copies, |face| Shows::Number(number(face).into())));
            let bit = u8::from(number > 0 || self.zeros) << number;
            if before.doubles || before.numbers & bit != 0 {
                Seen { numbers: 0, doubles: true }
            } else {
                Seen { numbers: before.numbers | bit, doubles: false }
            }
        })
    }
}
