//! Bystanders in the cube of an explosion: DZ-16 and DZ-19.
//!
//! The only reported fact is whether one has died. So the state counts those with the same injuries, and
//! keeps nothing of them once one is dead.

use super::d8::{Purpose, Test};
use super::damage::{DEAD, man, through_armour};
use super::frag::{self, Blast, Frag};
use super::units::{Kind, Units};
use chance::Chance;
use chance::dice::Pools;
use chance::fields::Problems;

static SURVIVE: Purpose = Purpose::new("bystander-survive", "DZ-19", "a bystander's Survive");

/// The possible injuries of a living bystander's men, dead ones omitted. A single model is like the
/// last man of a CSW. No blast leads to an earlier entry.
const INJURIES: [&[u8]; 5] = [&[0, 0], &[0, 1], &[1, 1], &[0], &[1]];

/// The bystanders' state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BystanderState {
    /// How many bystanders have each entry of [`INJURIES`]; none once one has died.
    by_injuries: [u8; INJURIES.len()],
    /// Whether one has died.
    pub killed: bool,
}

/// The progress of a blast through the bystanders: the most injured roll first, so that nobody rolls twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    blast: Blast,
    injuries: u8,
    /// How many of these have not rolled.
    left: u8,
}

/// The bystanders' fields.
#[derive(Clone, Debug)]
pub struct Bystanders {
    fresh: BystanderState,
    survive: Test,
    armour: u32,
}

impl Bystanders {
    /// The bystanders of a scenario: `Some(None)` if no blast can hurt any, `None` if a field is missing.
    #[expect(clippy::option_option, reason = "nobody is an answer; a missing field is none")]
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Option<Self>> {
        let count = units.situation.others_in_cube.get() as u8;
        let in_danger = units.procedure.is_blast() || units.target_can_break();
        let Some(unit) = units.bystander.as_ref().filter(|_| count > 0 && in_danger) else {
            return Some(None);
        };
        // DZ-20: vehicles are not affected.
        let injuries = match unit.kind {
            Kind::Vehicle => return Some(None),
            Kind::Csw => 0,
            Kind::Model => 3,
        };
        let stat = problems.need(unit.survive, "bystander.survive", "to survive an explosion")?;
        let mut fresh = BystanderState::default();
        fresh.by_injuries[injuries] = count;
        let survive = frag::survive(units, pools, &SURVIVE, stat.get());
        Some(Some(Self { fresh, survive, armour: unit.armour.get() }))
    }

    /// The bystanders before the first round.
    pub fn fresh(&self) -> BystanderState {
        self.fresh
    }

    /// DZ-19 on one bystander. Returns the next turn, if there is one.
    pub fn play<C: Chance>(
        &self,
        frag: &Frag,
        others: &mut BystanderState,
        turn: Turn,
        chance: &mut C,
    ) -> Option<Turn> {
        let before = usize::from(turn.injuries);
        let mut men = [DEAD; 2];
        for (place, &injuries) in INJURIES[before].iter().enumerate() {
            men[place] =
                chance.part((turn.blast, injuries), |chance| self.endure(frag, turn.blast, injuries, chance));
        }
        men.sort_unstable();
        let living = men.iter().filter(|&&injuries| injuries < DEAD).count();
        let Some(after) = INJURIES.iter().position(|injuries| *injuries == &men[..living]) else {
            chance.tell("DZ-19", || "one of the others is dead; no more is counted of them".to_owned());
            *others = BystanderState { killed: true, ..BystanderState::default() };
            return None;
        };
        others.by_injuries[before] -= 1;
        others.by_injuries[after] += 1;
        Turn { left: turn.left - 1, ..turn }.settle(*others)
    }

    /// Returns one man's injuries after the blast.
    fn endure<C: Chance>(&self, frag: &Frag, blast: Blast, injuries: u8, chance: &mut C) -> u8 {
        let (_, potential) = frag.against(blast, &self.survive, chance);
        let damage = through_armour(potential, self.armour, blast.ap.into());
        let after = man(injuries, damage);
        chance.tell("DZ-19", || {
            let end = match after {
                DEAD => "killed",
                _ if after > injuries => "injured",
                _ => "unharmed",
            };
            format!("potential damage {potential}, damage {damage}: a bystander is {end}")
        });
        if after < DEAD {
            frag::throw_about(chance);
        }
        after
    }
}

impl BystanderState {
    /// Keeps only those who have yet to roll, for states after which no blast can follow.
    pub fn keep_waiting(&mut self, turn: Option<Turn>) {
        let waiting = |place: usize, all: u8| match turn.map(|turn| (usize::from(turn.injuries), turn.left)) {
            Some((injuries, _)) if place < injuries => all,
            Some((injuries, left)) if place == injuries => left,
            _ => 0,
        };
        for (place, count) in self.by_injuries.iter_mut().enumerate() {
            *count = waiting(place, *count);
        }
    }

    /// Whether any bystander is left.
    pub fn anyone(self) -> bool {
        self.by_injuries.iter().any(|&count| count > 0)
    }
}

impl Turn {
    /// The first turn of a blast, if anyone is there.
    pub fn first(blast: Blast, others: BystanderState) -> Option<Self> {
        let worst = INJURIES.len() - 1;
        Self { blast, injuries: worst as u8, left: others.by_injuries[worst] }.settle(others)
    }

    /// Moves on to the next bystanders who have not rolled.
    fn settle(mut self, others: BystanderState) -> Option<Self> {
        while self.left == 0 {
            self.injuries = self.injuries.checked_sub(1)?;
            self.left = others.by_injuries[usize::from(self.injuries)];
        }
        Some(self)
    }
}
