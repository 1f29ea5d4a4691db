//! The d8 test (DZ-1, DZ-2), two tests against each other, and the winner's margin.

use super::units::{Explode, Options, Potential};
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

/// DZ-1: the die of tests, and which of its faces adds a die.
#[derive(Clone, Copy, Debug)]
pub struct TestDie {
    sides: u8,
    exploding_face: u8,
    explode: Explode,
}

impl TestDie {
    /// The die that the options describe: a d8 whose 8 adds a die, if they say nothing.
    pub fn new(options: &Options) -> Self {
        let (sides, exploding_face) = (options.sides.get() as u8, options.exploding_face.get() as u8);
        Self { sides, exploding_face, explode: options.explode }
    }

    /// DZ-1: a die succeeds on the stat or more.
    fn of(self, roll: Roll, stat: u32) -> Die {
        let die = Die::new(roll, self.sides, |n| u32::from(n) >= stat);
        let adds = |face: &Face| face.shows == Shows::Number(self.exploding_face.into());
        match self.explode {
            Explode::Recursive => die.again(adds),
            Explode::Once => die.clone().then(adds, die),
        }
    }
}

impl Test {
    /// `dice` dice that succeed on `stat` or more.
    pub fn new(pools: &mut Pools, die: TestDie, purpose: &'static Purpose, stat: u32, dice: i32) -> Self {
        Self::with_die(pools, die.of(purpose.roll.clone(), stat), purpose, stat, dice)
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
        die: TestDie,
        ours: (&'static Purpose, u32, i32),
        theirs: (&'static Purpose, u32, i32),
    ) -> Self {
        // Both are one roll. Ours are in the second counter, which ranks higher: so the sums of both come in rising order.
        let (purpose, stat, dice) = ours;
        let our_die = die.of(purpose.roll.clone(), stat).in_second_counter();
        let ours = Test::with_die(pools, our_die, purpose, stat, dice);
        let (purpose, stat, dice) = theirs;
        Self { ours, theirs: Test::new(pools, die, purpose, stat, dice) }
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

/// DZ-1: more successes than dice mean that dice were added.
fn tell_added<C: Chance>(dice: u32, successes: u32, chance: &mut C) {
    if successes > dice {
        chance.tell("DZ-1", || "more successes than dice: some dice added a die".to_owned());
    }
}

/// A number with its word: "1 die", "3 dice".
pub fn some(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
