//! Recovery from sustained damage: SY-4, SY-17, SY-18. SY-36, a model that fell over, is a point of it at the start.

use super::condition::{Body, Condition};
use super::outcome::Measure;
use super::units::Unit;
use chance::Chance;
use chance::dice::{Die, Pool, Pools, Roll};

pub const RETURN: Roll = Roll::new("return", "SY-17");
const RALLY: Roll = Roll::new("rally", "SY-18");

/// SY-4: a D6 of at most the attribute passes; a 6 never does.
pub fn attribute_test(roll: Roll, attribute: u32) -> Die {
    Die::new(roll, 6, |number| u32::from(number) <= attribute && number != 6)
}

/// SY-4: tells how many attribute tests passed.
fn tell_tests<C: Chance>(tests: u32, passed: u32, chance: &mut C) {
    chance.tell("SY-4", || format!("tests of at most Resolve, where a 6 fails: {passed} of {tests} passed"));
}

impl Body {
    /// SY-17: at its activation a unit tests for its stunned model, and a success takes off a point of sustained damage. Returns
    /// the points taken off.
    #[inline]
    pub fn return_to_fight<C: Chance>(&self, condition: &mut Condition, chance: &mut C) -> u32 {
        let before = *condition;
        let recovered = self.test_stunned(condition, chance);
        self.draw_casualties(before, condition, chance);
        recovered
    }

    #[inline]
    fn test_stunned<C: Chance>(&self, condition: &mut Condition, chance: &mut C) -> u32 {
        match (condition, self.test) {
            (Condition::Infantry { sustained, stunned, .. }, Some(test)) if *stunned > 0 => {
                let tests = u32::from(*stunned);
                let passed = chance.pool(test, tests).count();
                tell_tests(tests, passed, chance);
                if self.stands_up {
                    *stunned -= passed as u8;
                    let (who, left) = (self.side.words(), *stunned);
                    chance.tell("SY-37", || format!("{who}: models stand up {passed}, still stunned {left}"));
                    return 0;
                }
                let recovered = passed.min((*sustained).into());
                *sustained -= recovered as u8;
                if *sustained == 0 {
                    *stunned = 0;
                }
                chance.tell("SY-17", || {
                    let who = self.side.words();
                    let end = match (recovered, &sustained) {
                        (0, _) => "fails: it stays stunned",
                        (_, 0) => "passes: no model is stunned any more",
                        _ => "passes: a point is taken off, but more is left",
                    };
                    format!("the stunned model of {who} tests its Resolve and {end}")
                });
                recovered
            }
            _ => 0,
        }
    }
}

/// The kinds of recovery.
#[derive(Clone, Copy, Debug)]
pub enum Recovery {
    /// SY-17.
    ReturnToFight,
    /// SY-18, with its test.
    Rally(Pool),
}

impl Recovery {
    /// A Rally of infantry that [`Body::new`] has checked.
    pub fn rally(unit: &Unit, pools: &mut Pools) -> Option<Self> {
        Some(Self::Rally(pools.add(attribute_test(RALLY, unit.resolve?.get()))))
    }

    /// Plays one Rally or one activation.
    pub fn play<C: Chance>(self, body: &Body, condition: &mut Condition, chance: &mut C) {
        let recovered = match self {
            Self::ReturnToFight => body.return_to_fight(condition, chance),
            Self::Rally(test) => rally(test, body, condition, chance),
        };
        chance.measure(Measure::Recovered, recovered);
    }
}

/// SY-18: each model that is not stunned tests, and each success takes off a point.
fn rally<C: Chance>(test: Pool, body: &Body, condition: &mut Condition, chance: &mut C) -> u32 {
    let acting = condition.acting();
    let Condition::Infantry { sustained, stunned, .. } = condition else { return 0 };
    if *sustained == 0 {
        return 0;
    }
    let passed = chance.pool(test, acting).count();
    // SY-37: first the stunned stand up, then points go.
    let standing = if body.stands_up { passed.min((*stunned).into()) } else { 0 };
    *stunned -= standing as u8;
    if standing > 0 {
        chance.tell("SY-37", || format!("models stand up {standing}"));
    }
    let recovered = (passed - standing).min((*sustained).into());
    *sustained -= recovered as u8;
    if *sustained == 0 {
        *stunned = 0;
    }
    tell_tests(acting, passed, chance);
    chance.tell("SY-18", || format!("tests {acting}, passed {passed}: sustained damage is now {sustained}"));
    recovered
}
