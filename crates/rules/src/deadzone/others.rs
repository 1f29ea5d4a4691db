//! The others in the cube of an explosion: DZ-16 and DZ-19 on bystanders.
//!
//! All that is asked of them is whether one has died. So they are kept as counts of those in the same plight, and
//! once one is dead no more is kept of them.

use super::d8::{Purpose, Test};
use super::damage::{DEAD, man, through_armour};
use super::frag::{self, Blast, Frag};
use super::units::{Kind, Units};
use crate::chance::Chance;
use crate::dice::Pools;
use crate::fields::Problems;

const SURVIVE: Purpose = Purpose::new("bystander-survive", "DZ-19", "a bystander's Survive");

/// How a bystander can be, short of dead: the injuries of its men, the dead ones left out. A single model is like the
/// last man of a CSW. No blast leads from a plight to one before it.
const PLIGHTS: [&[u8]; 5] = [&[0, 0], &[0, 1], &[1, 1], &[0], &[1]];

/// The others as they stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Others {
    /// How many are in each of [`PLIGHTS`]; none once one has died.
    in_plight: [u8; PLIGHTS.len()],
    /// Whether one has died.
    pub killed: bool,
}

/// A blast on its way through the others: those in a worse plight come first, so that nobody is hit twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    blast: Blast,
    plight: u8,
    /// How many in this plight have not rolled.
    left: u8,
}

/// What the bystanders are.
#[derive(Clone, Debug)]
pub struct Bystanders {
    fresh: Others,
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
        let plight = match unit.kind {
            Kind::Vehicle => return Some(None),
            Kind::Csw => 0,
            Kind::Model => 3,
        };
        let stat = problems.need(unit.survive, "bystander.survive", "to survive an explosion")?;
        let mut fresh = Others::default();
        fresh.in_plight[plight] = count;
        let survive = frag::survive(units, pools, &SURVIVE, stat.get());
        Some(Some(Self { fresh, survive, armour: unit.armour.get() }))
    }

    /// The others before the first round.
    pub fn fresh(&self) -> Others {
        self.fresh
    }

    /// DZ-19 on one of the others; gives the next turn, if there is one.
    pub fn play<C: Chance>(
        &self,
        frag: &Frag,
        others: &mut Others,
        turn: Turn,
        chance: &mut C,
    ) -> Option<Turn> {
        let before = usize::from(turn.plight);
        let mut men = [DEAD; 2];
        for (place, &injuries) in PLIGHTS[before].iter().enumerate() {
            men[place] = chance.part(|chance| self.endure(frag, turn.blast, injuries, chance));
        }
        men.sort_unstable();
        let living = men.iter().filter(|&&injuries| injuries < DEAD).count();
        let Some(after) = PLIGHTS.iter().position(|plight| *plight == &men[..living]) else {
            chance.tell("DZ-19", || "one of the others is dead; no more is counted of them".to_owned());
            *others = Others { killed: true, ..Others::default() };
            return None;
        };
        others.in_plight[before] -= 1;
        others.in_plight[after] += 1;
        Turn { left: turn.left - 1, ..turn }.settle(*others)
    }

    /// One man's injuries after the blast.
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

impl Others {
    /// Keeps only those who have yet to roll: all that counts where no later blast is to come.
    pub fn keep_waiting(&mut self, turn: Option<Turn>) {
        let waiting = |place: usize, all: u8| match turn.map(|turn| (usize::from(turn.plight), turn.left)) {
            Some((plight, _)) if place < plight => all,
            Some((plight, left)) if place == plight => left,
            _ => 0,
        };
        for (place, count) in self.in_plight.iter_mut().enumerate() {
            *count = waiting(place, *count);
        }
    }

    /// Whether anyone is there to be hurt.
    pub fn anyone(self) -> bool {
        self.in_plight.iter().any(|&count| count > 0)
    }
}

impl Turn {
    /// The first turn of a blast, if anyone is there.
    pub fn first(blast: Blast, others: Others) -> Option<Self> {
        let worst = PLIGHTS.len() - 1;
        Self { blast, plight: worst as u8, left: others.in_plight[worst] }.settle(others)
    }

    /// Moves on to a plight in which someone has not rolled.
    fn settle(mut self, others: Others) -> Option<Self> {
        while self.left == 0 {
            self.plight = self.plight.checked_sub(1)?;
            self.left = others.in_plight[usize::from(self.plight)];
        }
        Some(self)
    }
}
