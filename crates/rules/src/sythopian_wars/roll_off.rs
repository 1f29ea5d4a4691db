//! The roll off: SY-2.

use std::cmp::Ordering;

use super::State;
use super::outcome::Event;
use chance::Chance;
use chance::dice::Roll;
use chance::game::Flow;

const ATTACKER: Roll = Roll::new("attacker", "SY-2");
const TARGET: Roll = Roll::new("target", "SY-2");

/// Each side rolls a D6 (SY-1); the higher wins, and a tie is rolled again.
pub fn step<C: Chance>(state: &mut State, chance: &mut C) -> Flow {
    let attacker = chance.die(ATTACKER, 6, |number| number);
    chance.tell("SY-1", || format!("a D6 each: the attacker's shows {attacker}"));
    match chance.die(TARGET, 6, |target| attacker.cmp(&target)) {
        Ordering::Equal => {
            chance.tell("SY-2", || "a tie: both roll again".to_owned());
            return Flow::Next;
        }
        Ordering::Greater => {
            state.happened.add(Event::AttackerWins);
            chance.tell("SY-2", || "the attacker wins the roll off".to_owned());
        }
        Ordering::Less => chance.tell("SY-2", || "the target wins the roll off".to_owned()),
    }
    Flow::RoundOver
}
