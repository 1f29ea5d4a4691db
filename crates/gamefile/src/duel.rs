//! Units that fight on in a battle: each keeps its state, and is dead or not.

use chance::duel::{AfterAttack, Duel};
use chance::{Chance, Flow, Game};

use crate::declared::Combination;
use crate::machine::Until;
use crate::matchup::{Matchup, TARGET};
use crate::state::{State, Words};

/// What has become of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// Whether it is dead.
    dead: bool,
    /// What it remembers.
    words: Words,
}

/// The number of the round, if the game reads it; else 0 for ever, so that equal states of different rounds are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock(u32);

const ATTACKER: u8 = 1;

impl Matchup {
    /// The number of both sides together.
    fn words(attacker: &Condition, target: &Condition) -> Words {
        let count = attacker.words.len() + target.words.len();
        Words::new(count, attacker.words.all().chain(target.words.all()))
    }

    fn target_of(&self, state: &State) -> Words {
        let (from, to) = (self.program.target, self.program.states);
        Words::new(to - from, (from..to).map(|place| state.words.at(place)))
    }

    /// Whether `dead` holds for a unit that is the target.
    fn is_dead(&self, target: &Condition) -> bool {
        let attacker = Condition { dead: false, words: self.attacker_of(&self.start()) };
        let mut state = Self::begin(Self::words(&attacker, target), u32::from(self.program.reads_round));
        state.at = self.program.death as u32;
        self.play(&mut state, Until::AttackOver, &mut crate::matchup::NoRolls);
        state.dead & TARGET != 0
    }

    fn attacker_of(&self, state: &State) -> Words {
        let to = self.program.target;
        Words::new(to, (0..to).map(|place| state.words.at(place)))
    }
}

impl Duel for Matchup {
    type Condition = Condition;
    type Shared = Clock;

    fn fresh(&self) -> Condition {
        Condition { dead: false, words: self.target_of(&self.start()) }
    }

    fn shared(&self) -> Clock {
        Clock(u32::from(self.program.reads_round))
    }

    fn next_round(Clock(round): Clock) -> Clock {
        Clock(if round == 0 { 0 } else { round + 1 })
    }

    fn begin_attack(&self, attacker: Condition, target: Condition, Clock(round): Clock) -> State {
        let round = if self.program.reads_round { round.max(1) } else { 0 };
        Self::begin(Self::words(&attacker, &target), round)
    }

    #[inline]
    fn attack_step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        let flow = self.play(state, Until::AttackOver, chance);
        // Nobody asks a battle for the events of its attacks.
        state.events = chance::Events::NONE;
        flow
    }

    fn finish_attack(&self, state: &State, _before: Condition) -> AfterAttack<Self> {
        AfterAttack {
            attacker: Condition { dead: state.dead & ATTACKER != 0, words: self.attacker_of(state) },
            target: Condition { dead: state.dead & TARGET != 0, words: self.target_of(state) },
            shared: Clock(state.round.saturating_sub(1)),
        }
    }

    fn is_destroyed(&self, target: &Condition) -> bool {
        target.dead
    }

    /// How far the first state that `dead` reads is from the end of its range that lies away from its start: what counts down is left as
    /// it is, what counts up is what is lacking to its most.
    fn remaining(&self, target: &Condition) -> u32 {
        let Some(place) = self.left else { return 0 };
        let slot = &self.slots[self.program.target + place];
        let now = target.words.at(place);
        let left = if slot.start > slot.low { now - slot.low } else { slot.high - now };
        u32::try_from(left).unwrap_or(if left < 0 { 0 } else { u32::MAX })
    }

    fn combine(&self, before: Condition, acted: Condition, suffered: Condition) -> Condition {
        let together = |place: usize| {
            let slot = &self.slots[self.program.target + place];
            let (before, acted, suffered) =
                (before.words.at(place), acted.words.at(place), suffered.words.at(place));
            let value = match slot.together {
                Combination::Add => acted + suffered - before,
                Combination::Most => acted.max(suffered),
                Combination::Least => acted.min(suffered),
            };
            value.clamp(slot.low, slot.high)
        };
        let count = before.words.len();
        let words = Words::new(count, (0..count).map(together));
        let mut both = Condition { dead: acted.dead || suffered.dead, words };
        both.dead = both.dead || self.is_dead(&both);
        both
    }

    fn changes_at_end(&self, target: &Condition) -> bool {
        self.program.upkeep.is_some() && !target.dead
    }

    fn end_round<C: Chance>(&self, target: &mut Condition, Clock(round): &mut Clock, chance: &mut C) {
        let Some(upkeep) = self.program.upkeep else { return };
        let attacker = Condition { dead: false, words: self.attacker_of(&self.start()) };
        let round = if self.program.reads_round { (*round).max(1) } else { 0 };
        let mut state = Self::begin(Self::words(&attacker, target), round);
        state.at = upkeep as u32;
        while self.play(&mut state, Until::RoundOver, chance) == Flow::Next {}
        *target = Condition { dead: state.dead & TARGET != 0, words: self.target_of(&state) };
    }
}
