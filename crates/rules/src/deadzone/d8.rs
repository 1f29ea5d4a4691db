//! The d8 test (DZ-1, DZ-2), two tests against each other, and the winner's margin.

use super::units::{Explode, Potential};
use chance::Chance;
use chance::dice::{Die, Face, Pool, Pools, Roll, Shows};

/// DZ-2: the dice of a test without modifiers.
pub const TEST_DICE: i32 = 3;

/// The purpose of a roll.
#[derive(Debug)]
pub struct Purpose {
    roll: Roll,
    words: &'static str,
}

impl Purpose {
    /// The name of the roll, its rule, and its words in a story.
    pub const fn new(name: &'static str, rule: &'static str, words: &'static str) -> Self {
        Self { roll: Roll::new(name, rule), words }
    }
}

/// A test, or any other pool of d8s: a number of dice and the number on which they succeed.
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
        Self::with_die(pools, d8(purpose.roll.clone(), stat, explode), purpose, stat, dice)
    }

    fn with_die(pools: &mut Pools, die: Die, purpose: &'static Purpose, stat: u32, dice: i32) -> Self {
        Self { purpose, pool: pools.add(die), stat: stat as u8, dice: dice as i16 }
    }

    /// The number of dice after a modifier.
    #[inline]
    fn dice(&self, more: i32) -> u32 {
        (i32::from(self.dice) + more).max(0) as u32
    }

    /// Rolls with `more` dice (or fewer) and counts successes.
    #[inline]
    pub fn roll<C: Chance>(&self, more: i32, chance: &mut C) -> u32 {
        let dice = self.dice(more);
        let successes = chance.pool(self.pool, dice).count();
        chance.tell(&self.purpose.roll.rule, || self.words(dice, successes));
        tell_added(dice, successes, chance);
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
    /// Each side's purpose, stat and dice.
    pub fn new(
        pools: &mut Pools,
        explode: Explode,
        ours: (&'static Purpose, u32, i32),
        theirs: (&'static Purpose, u32, i32),
    ) -> Self {
        // Both are one roll. Ours are in the second counter, which ranks higher: so the sums of both come in rising order.
        let (purpose, stat, dice) = ours;
        let die = d8(purpose.roll.clone(), stat, explode).in_second_counter();
        let ours = Test::with_die(pools, die, purpose, stat, dice);
        let (purpose, stat, dice) = theirs;
        Self { ours, theirs: Test::new(pools, explode, purpose, stat, dice) }
    }

    /// Rolls with more dice (or fewer) for each side and counts the successes of each.
    #[inline]
    pub fn roll<C: Chance>(&self, more: i32, more_theirs: i32, chance: &mut C) -> (u32, u32) {
        let Self { ours, theirs } = self;
        let dice = [ours.dice(more), theirs.dice(more_theirs)];
        for (test, dice) in [(ours, dice[0]), (theirs, dice[1])] {
            if dice != TEST_DICE as u32 {
                chance.tell("DZ-2", || {
                    let dice = some(dice, "die", "dice");
                    format!("{}: {dice} in place of {TEST_DICE}", test.purpose.words)
                });
            }
        }
        let parts = [(ours.pool, dice[0]), (theirs.pool, dice[1])];
        let both = chance.total(&parts, |chance, side, score| {
            chance.tell(&ours.purpose.roll.rule, || match side {
                0 => ours.words(dice[0], score.lane(1)),
                _ => theirs.words(dice[1], score.count()),
            });
        });
        tell_added(dice[0], both.lane(1), chance);
        tell_added(dice[1], both.count(), chance);
        (both.lane(1), both.count())
    }
}

impl Potential {
    /// The potential damage of the side with `ours` successes; 0 on a draw or a loss.
    #[inline]
    pub fn of(self, ours: u32, theirs: u32) -> u32 {
        match self {
            Self::Difference => ours.saturating_sub(theirs),
            Self::AttackerSuccesses if ours > theirs => ours,
            Self::AttackerSuccesses => 0,
        }
    }
}

/// DZ-1: more successes than dice mean that an 8 has added a die.
fn tell_added<C: Chance>(dice: u32, successes: u32, chance: &mut C) {
    if successes > dice {
        chance.tell("DZ-1", || "more successes than dice: each 8 added a die".to_owned());
    }
}

/// A number with its word: "1 die", "3 dice".
pub fn some(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
