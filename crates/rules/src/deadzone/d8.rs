//! The d8 test: DZ-1 and DZ-2, one test against another, and what it wins by.

use super::units::{Explode, Potential};
use crate::chance::Chance;
use crate::dice::{Die, Face, Pool, Pools, Roll, Shows};

/// DZ-2: the dice of a test without modifiers.
pub const TEST_DICE: i32 = 3;

/// What dice are rolled for.
#[derive(Debug)]
pub struct Purpose {
    roll: Roll,
    words: &'static str,
}

impl Purpose {
    /// The name of the roll, its rule, and what it is in words.
    pub const fn new(name: &'static str, rule: &'static str, words: &'static str) -> Self {
        Self { roll: Roll::new(name, rule), words }
    }
}

/// A test, or any other pool of d8s: a number of dice and what they succeed on.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    purpose: &'static Purpose,
    pool: Pool,
    stat: u8,
    dice: i16,
}

/// DZ-1: a d8 succeeds on the stat or more, and an 8 adds a die.
fn d8(roll: Roll, stat: u32, explode: Explode) -> Die {
    let die = Die::new(roll, 8, |n| u32::from(n) >= stat);
    let eight = |face: &Face| face.shows == Shows::Number(8);
    match explode {
        Explode::Recursive => die.again(eight),
        Explode::Once => die.clone().then(eight, die),
    }
}

impl Test {
    /// `dice` dice that succeed on `stat` or more.
    pub fn new(pools: &mut Pools, explode: Explode, purpose: &'static Purpose, stat: u32, dice: i32) -> Self {
        Self::with_die(pools, d8(purpose.roll, stat, explode), purpose, stat, dice)
    }

    fn with_die(pools: &mut Pools, die: Die, purpose: &'static Purpose, stat: u32, dice: i32) -> Self {
        Self { purpose, pool: pools.add(die), stat: stat as u8, dice: dice as i16 }
    }

    /// The dice that are rolled with so many more, or fewer.
    #[inline]
    fn dice(&self, more: i32) -> u32 {
        (i32::from(self.dice) + more).max(0) as u32
    }

    /// Rolls with `more` dice (or fewer) and counts successes; no dice have none (DZ-2).
    #[inline]
    pub fn roll<C: Chance>(&self, more: i32, chance: &mut C) -> u32 {
        let dice = self.dice(more);
        let successes = chance.pool(self.pool, dice).count();
        chance.tell(self.purpose.roll.rule, || self.words(dice, successes));
        successes
    }

    fn words(&self, dice: u32, successes: u32) -> String {
        let Self { purpose, stat, .. } = self;
        let (dice, successes) = (some(dice, "die", "dice"), some(successes, "success", "successes"));
        format!("{}, {dice} at {stat}+: {successes}", purpose.words)
    }
}

/// A test against another, both of one rule.
#[derive(Clone, Copy, Debug)]
pub struct Opposed {
    ours: Test,
    theirs: Test,
}

impl Opposed {
    /// What each side rolls for, its stat and its dice.
    pub fn new(
        pools: &mut Pools,
        explode: Explode,
        ours: (&'static Purpose, u32, i32),
        theirs: (&'static Purpose, u32, i32),
    ) -> Self {
        // Both are one roll. Ours are in the second counter, which ranks higher: so the sums of both come in rising order.
        let (purpose, stat, dice) = ours;
        let die = d8(purpose.roll, stat, explode).in_second_counter();
        let ours = Test::with_die(pools, die, purpose, stat, dice);
        let (purpose, stat, dice) = theirs;
        Self { ours, theirs: Test::new(pools, explode, purpose, stat, dice) }
    }

    /// Rolls with so many more dice for us and for them (or fewer) and counts the successes of each.
    #[inline]
    pub fn roll<C: Chance>(&self, more: i32, more_theirs: i32, chance: &mut C) -> (u32, u32) {
        let Self { ours, theirs } = self;
        let dice = [ours.dice(more), theirs.dice(more_theirs)];
        let parts = [(ours.pool, dice[0]), (theirs.pool, dice[1])];
        let both = chance.total_told(&parts, ours.purpose.roll.rule, |side, score| match side {
            0 => ours.words(dice[0], score.lane(1)),
            _ => theirs.words(dice[1], score.count()),
        });
        (both.lane(1), both.count())
    }
}

impl Potential {
    /// What the side with `ours` successes has won against `theirs`; nothing on a draw or a loss.
    #[inline]
    pub fn of(self, ours: u32, theirs: u32) -> u32 {
        match self {
            Self::Difference => ours.saturating_sub(theirs),
            Self::AttackerSuccesses if ours > theirs => ours,
            Self::AttackerSuccesses => 0,
        }
    }
}

/// A number with its word: "1 die", "3 dice".
pub fn some(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
