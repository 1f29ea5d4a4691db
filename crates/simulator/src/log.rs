//! A log of the rolls and reports of a stretch of a trial.

use chance::Events;

use crate::tables::TableId;

/// Something to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// A measure has a value other than 0.
    Measure {
        /// The round, from 0.
        round: u32,
        /// The measure's index.
        measure: u32,
        /// The value.
        value: u32,
    },
    /// A round has ended.
    End {
        /// The round, from 0.
        round: u32,
        /// The target is destroyed.
        killed: bool,
        /// The trial is over.
        over: bool,
        /// The events that have happened so far.
        events: Events,
    },
}

/// A roll that was made.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// The kind of roll; `None` if it has no table.
    pub table: Option<TableId>,
    /// The outcome.
    pub outcome: u32,
    /// The number of notes before it.
    pub notes: u32,
    /// The range in [`TrialLog::alike`] of the outcomes that the rules read as they read this one.
    pub alike: (u32, u32),
}

/// A stretch of a trial, step after step.
#[derive(Debug, Default)]
pub struct TrialLog {
    /// The current round, from 0.
    pub round: u32,
    /// The known outcomes of the first rolls of the step. They are not rolled again.
    pub script: Vec<u32>,
    /// The number of rolls in the step so far.
    pub rolls: usize,
    /// These rolls, as far as they are in the script or kept.
    pub rolled: Vec<Rolled>,
    /// The lists of outcomes that are read alike.
    pub alike: Vec<u32>,
    /// The notes of all steps.
    pub notes: Vec<Note>,
    /// The sums that the round has added to measures so far, by measure.
    pub sums: Vec<(u32, u32)>,
    /// Whether rolls are kept. If not, outcomes that are read alike are not listed.
    pub kept: bool,
}

impl TrialLog {
    /// Begins a stretch with a step; the script is that of this step.
    pub fn begin(&mut self, round: u32, sums: &[(u32, u32)], kept: bool) {
        self.round = round;
        self.rolls = 0;
        self.rolled.clear();
        self.alike.clear();
        self.notes.clear();
        self.sums.clear();
        self.sums.extend_from_slice(sums);
        self.kept = kept;
    }

    /// Begins the next step, with an empty script.
    pub fn next_step(&mut self) {
        self.script.clear();
        self.rolls = 0;
        self.rolled.clear();
    }

    /// Keeps a roll, and the outcomes that the rules read as they read this one; none if no other is read so.
    pub fn roll(&mut self, table: Option<TableId>, outcome: u32, alike: impl IntoIterator<Item = u32>) {
        let from = self.alike.len() as u32;
        self.alike.extend(alike);
        let notes = self.notes.len() as u32;
        self.rolled.push(Rolled { table, outcome, notes, alike: (from, self.alike.len() as u32) });
    }

    /// Notes a measure.
    #[inline]
    pub fn measure(&mut self, measure: u32, value: u32) {
        if value > 0 {
            self.notes.push(Note::Measure { round: self.round, measure, value });
        }
    }

    /// Adds to a measure.
    pub fn add(&mut self, measure: u32, value: u32) {
        match self.sums.binary_search_by_key(&measure, |&(known, _)| known) {
            Ok(place) => self.sums[place].1 += value,
            Err(place) if value > 0 => self.sums.insert(place, (measure, value)),
            Err(_) => {}
        }
    }

    /// Notes the end of a round, and its sums.
    pub fn end_round(&mut self, killed: bool, over: bool, events: Events) {
        let round = self.round;
        let sums = self.sums.drain(..);
        self.notes.extend(sums.map(|(measure, value)| Note::Measure { round, measure, value }));
        self.notes.push(Note::End { round, killed, over, events });
        self.round += 1;
    }
}
