//! How a roll is asked for: at once, or in parts that a source of chance can add up in a moment.

use crate::limits;
use crate::program::Form;
use crate::rolls::layout::counter_bits;

/// What decides how large a roll is.
pub struct Shape<'a> {
    /// What is made of the dice.
    pub form: Form,
    /// How many tests a tally has.
    pub counters: usize,
    /// The faces.
    pub values: &'a [i64],
    /// How many dice are kept.
    pub keep: i64,
    /// How likely a die brings another.
    pub again: f64,
    /// Whether a die may bring one more.
    pub extra: bool,
}

/// How a roll is asked for.
pub struct Plan {
    /// No more dice than this at once.
    pub most: u32,
    /// Whether the dice that others bring are asked for apart.
    pub waves: bool,
    /// Terms of sorting, for each number of dice squared.
    pub sorting: f64,
}

/// Terms of following one die that brings others.
const ONE_DIE: f64 = 1e6;
/// Terms of adding up the dice of one request.
const SUM: f64 = 4e7;
/// Different outcomes of one request.
const OUTCOMES: f64 = 30_000.0;
/// Terms of sorting dice.
pub const MAX_SORTING_TERMS: f64 = 3e7;
/// The logarithm of what is left of a die that is followed no further.
const TAIL: f64 = 41.5;

impl Shape<'_> {
    /// How the roll is asked for.
    pub fn plan(&self) -> Plan {
        if let Form::Kept { .. } | Form::Ranked { .. } = self.form {
            return Plan { most: limits::DICE as u32, waves: false, sorting: self.sorting() };
        }
        let waves = self.again > 0.0 && (self.one_die() > ONE_DIE || self.overflows(1));
        let fits = |dice: i64| {
            let (outcomes, terms) = self.cost(dice, waves);
            outcomes <= OUTCOMES && terms <= SUM && (waves || !self.overflows(dice))
        };
        // The most dice that fit: more dice never cost less.
        let (mut fine, mut too_many) = (1, limits::DICE + 1);
        while fine + 1 < too_many {
            let middle = i64::midpoint(fine, too_many);
            if fits(middle) { fine = middle } else { too_many = middle }
        }
        Plan { most: fine as u32, waves, sorting: 0.0 }
    }

    /// Dice that one die may become before so little is left that it is followed no further.
    fn length(&self) -> f64 {
        let chain = if self.again > 0.0 { TAIL / -self.again.min(1.0 - 1e-12).ln() + 2.0 } else { 1.0 };
        chain * if self.extra { 2.0 } else { 1.0 }
    }

    fn width(&self) -> f64 {
        let (least, most) = (self.values.iter().min(), self.values.iter().max());
        (most.copied().unwrap_or(0).max(0) - least.copied().unwrap_or(0).min(0)) as f64
    }

    /// Whether counters might not hold what so many dice come to.
    fn overflows(&self, dice: i64) -> bool {
        self.form == Form::Tally
            && dice as f64 * self.length() >= 2_f64.powi(counter_bits(self.counters) as i32)
    }

    /// Terms of following one die.
    fn one_die(&self) -> f64 {
        let length = self.length();
        let scores = match self.form {
            Form::Tally => choose(length, self.counters.max(1)),
            _ => length * self.width().max(1.0),
        };
        self.values.len() as f64 * length * scores
    }

    /// Different outcomes of so many dice, and terms of adding them up.
    fn cost(&self, dice: i64, waves: bool) -> (f64, f64) {
        let dice = dice as f64;
        let brings = if waves { 0.0 } else { self.again };
        let mean = dice * brings / (1.0 - brings).max(1e-9);
        let spread = (dice * brings).sqrt() / (1.0 - brings).max(1e-9);
        let most = (dice + mean + 9.0 * spread) * if self.extra { 2.0 } else { 1.0 };
        match self.form {
            Form::Tally => {
                let outcomes = choose(most, self.counters + usize::from(waves));
                (if self.counters == 1 && !waves { 0.0 } else { outcomes }, outcomes * dice)
            }
            _ => {
                let sums = (most * self.width() + 1.0) * if waves { dice } else { 1.0 };
                let terms = sums * dice * self.values.len() as f64 / 2.0;
                (if waves { sums } else { 0.0 }, terms)
            }
        }
    }

    /// Terms of sorting one die squared.
    fn sorting(&self) -> f64 {
        let faces = self.values.len() as f64;
        let filled = match self.form {
            Form::Ranked { .. } => faces.powi(2),
            _ if self.keep <= 1 => 1.0,
            _ => self.keep as f64 * self.keep as f64 * self.width().max(1.0) / 4.0,
        };
        faces * filled / 2.0
    }
}

/// The number of ways to share so many dice among so many counters and the rest.
fn choose(dice: f64, counters: usize) -> f64 {
    (1..=counters).fold(1.0, |ways, counter| ways * (dice + counter as f64) / counter as f64)
}
