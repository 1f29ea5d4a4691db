//! The consequences of every roll so far, so that the rules need not play it again.
//!
//! Between two rolls the rules leave nothing to chance: from the same state the same outcome always leads to the same next roll and the
//! same reports. So each roll is kept by round, with a link from each of its outcomes to the roll that follows. A trial is then a
//! walk: bits pick a slot, and the slot links to the next roll. The walk counts how often each link is taken, and the reports are
//! computed from these counts at the end. The rules play only a link that was never taken.
//!
//! Chance is not remembered: every roll is drawn anew, from a table of that roll alone. So a sample still checks the exact engine, whose
//! weights, keys and merging have no part in it.

use crate::generator::{Generators, Words};
use crate::log::Note;
use crate::tables::{Table, TableId, Tables};
use crate::tally::Tally;

/// A cached roll, as one word: where its slots begin, by how much 64 bits are shifted for the number of a slot, and whether
/// it is the first of another trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRef(u32);

impl NodeRef {
    /// Not cached yet.
    pub const UNKNOWN: Self = Self(!Self::AFTER_END);
    /// A roll that leads to itself and counts nothing. Lanes without trials stay on it.
    const IDLE: Self = Self(63);
    const AFTER_END: u32 = 1 << 6;
    const FIRST: u32 = 7;
    /// The most slots that the word can number.
    const MAX_SLOTS: usize = (1 << (u32::BITS - Self::FIRST)) - 1;

    fn new(first: usize, shift: u32) -> Self {
        Self((first as u32) << Self::FIRST | shift)
    }

    /// The same roll, reached because a trial has ended.
    pub fn after_end(self) -> Self {
        Self(self.0 | Self::AFTER_END)
    }

    #[inline]
    fn slot(self, bits: u64) -> usize {
        (self.0 >> Self::FIRST) as usize + (bits >> (self.0 & 63)) as usize
    }

    /// 1 if a trial has ended, else 0.
    #[inline]
    fn ended(self) -> u32 {
        self.0 >> Self::AFTER_END.ilog2() & 1
    }
}

/// Two outcomes of a roll: the threshold between them, the next roll after each, and how often it was taken. The alignment keeps a
/// slot within one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot {
    threshold: u64,
    next: [NodeRef; 2],
    times: [u64; 2],
}

/// A range of [`Memory::notes`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NoteRange(u32, u32);

/// The data of a slot that a walk does not read.
#[derive(Clone, Copy, Debug)]
struct SlotDetails {
    /// The number of its roll.
    node: u32,
    /// The notes that each outcome counts.
    notes: [NoteRange; 2],
}

/// The number of batches that are played side by side, so that the processor need not wait for the memory of one.
pub const LANES: usize = 16;

/// The position of each batch.
#[derive(Debug)]
pub struct Lanes {
    /// The generators.
    pub generators: Generators<LANES>,
    /// The roll that comes next.
    pub at: [NodeRef; LANES],
    /// The link that led to it.
    came: [u32; LANES],
    /// Trials that have not ended.
    pub left: [u32; LANES],
}

impl Lanes {
    /// Lanes without trials.
    pub fn new() -> Self {
        Self {
            generators: Generators::new(),
            at: [NodeRef::IDLE; LANES],
            came: [NO_LINK; LANES],
            left: [0; LANES],
        }
    }

    /// Gives trials to a lane. Without trials it is idle for good.
    pub fn begin(&mut self, lane: usize, trials: Option<(Words, u32)>, root: NodeRef) {
        (self.at[lane], self.left[lane]) = (NodeRef::IDLE, u32::MAX);
        if let Some((words, trials)) = trials {
            self.generators.set(lane, words);
            self.left[lane] = trials;
            self.continue_at(lane, root);
        }
    }

    /// Puts a lane on a roll that it has reached by no link.
    pub fn continue_at(&mut self, lane: usize, next: NodeRef) {
        (self.at[lane], self.came[lane]) = (next, NO_LINK);
    }

    /// Whether no lane has trials.
    pub fn are_idle(&self) -> bool {
        self.at.iter().all(|&at| at == NodeRef::IDLE)
    }
}

/// Stands for the beginning of a trial in place of a link.
const NO_LINK: u32 = u32::MAX;

/// An outcome of a cached roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number of the roll.
    pub node: u32,
    /// The number of the outcome in its table.
    pub outcome: u32,
}

/// How a roll is reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    table: TableId,
    /// The number of the state in which its step begins.
    start: usize,
    /// The roll before it in its step.
    before: Option<Outcome>,
}

/// All cached rolls.
#[derive(Debug)]
pub struct Memory {
    slots: Vec<Slot>,
    details: Vec<SlotDetails>,
    nodes: Vec<Node>,
    notes: Vec<Note>,
    /// The first roll of a trial.
    pub root: NodeRef,
    /// The limit of slots.
    room: usize,
    /// Whether a roll was not cached for lack of room.
    pub is_full: bool,
}

impl Memory {
    /// An empty memory with room for `room` slots.
    pub fn new(room: usize) -> Self {
        let idle = Slot { threshold: u64::MAX, next: [NodeRef::IDLE; 2], times: [0; 2] };
        Self {
            slots: vec![idle; 2],
            details: vec![SlotDetails { node: u32::MAX, notes: [NoteRange::default(); 2] }; 2],
            nodes: Vec::new(),
            notes: Vec::new(),
            root: NodeRef::UNKNOWN,
            room: room.min(NodeRef::MAX_SLOTS),
            is_full: room == 0,
        }
    }

    /// Walks in all lanes, roll by roll, until one of them reaches a roll that is not cached or has no trials left.
    #[inline(never)]
    pub fn walk(&mut self, lanes: &mut Lanes) {
        let Lanes { generators, at, came, left } = lanes;
        loop {
            for (lane, bits) in generators.bits().into_iter().enumerate() {
                let place = at[lane].slot(bits);
                let slot = &mut self.slots[place];
                let half = usize::from(bits >= slot.threshold);
                slot.times[half] += 1;
                at[lane] = slot.next[half];
                came[lane] = (2 * place + half) as u32;
            }
            // A loop without branches takes a few instructions for all lanes together.
            let mut stop = false;
            for lane in 0..LANES {
                left[lane] -= at[lane].ended();
                stop |= at[lane] == NodeRef::UNKNOWN;
                stop |= left[lane] == 0;
            }
            if stop {
                return;
            }
        }
    }

    /// Moves a lane on if another lane has cached its next roll in the meantime. Returns whether it has.
    pub fn catch_up(&self, lanes: &mut Lanes, lane: usize) -> bool {
        let way = lanes.came[lane] as usize;
        let next = self.slots.get(way / 2).map_or(NodeRef::UNKNOWN, |slot| slot.next[way % 2]);
        lanes.at[lane] = next;
        lanes.left[lane] -= next.ended();
        next != NodeRef::UNKNOWN
    }

    /// The outcome that led a lane to a roll that is not cached; `None` at the beginning of a trial. Takes back its count: the caller
    /// plays the outcome by the rules and counts it.
    pub fn came_by(&mut self, lanes: &Lanes, lane: usize, tables: &Tables<'_>) -> Option<Outcome> {
        let way = Some(lanes.came[lane]).filter(|&way| way != NO_LINK)? as usize;
        let (place, half) = (way / 2, way % 2);
        self.slots[place].times[half] -= 1;
        let node = self.details[place].node;
        let Node { first, table, .. } = self.nodes[node as usize];
        Some(Outcome { node, outcome: tables.get(table).slots[place - first as usize].outcomes[half] })
    }

    /// The number of the state in which the step of a roll begins.
    pub fn start_of(&self, outcome: Outcome) -> usize {
        self.nodes[outcome.node as usize].start
    }

    /// The same; adds the outcomes of the step up to this one to `script`.
    pub fn way_to(&self, outcome: Outcome, script: &mut Vec<u32>) -> usize {
        let mut at = Some(outcome);
        while let Some(Outcome { node, outcome }) = at {
            script.push(outcome);
            at = self.nodes[node as usize].before;
        }
        script.reverse();
        self.start_of(outcome)
    }

    /// Whether the memory can hold any roll.
    pub fn has_room(&self) -> bool {
        self.room > 0
    }

    /// Caches a roll. Returns `None` if there is no room.
    pub fn add_roll(
        &mut self,
        (id, table): (TableId, &Table),
        start: usize,
        before: Option<Outcome>,
    ) -> Option<(u32, NodeRef)> {
        let first = self.slots.len();
        if first + table.slots.len() > self.room {
            self.is_full = true;
            return None;
        }
        let slot = |slot: &crate::tables::Slot| Slot {
            threshold: slot.threshold,
            next: [NodeRef::UNKNOWN; 2],
            times: [0; 2],
        };
        if self.slots.capacity() < first + table.slots.len() {
            // Growing in few large steps copies less, and memory that is never used is never touched.
            self.slots.reserve_exact(3 * first + table.slots.len());
        }
        self.slots.extend(table.slots.iter().map(slot));
        let node = self.nodes.len() as u32;
        self.details.resize(self.slots.len(), SlotDetails { node, notes: [NoteRange::default(); 2] });
        self.nodes.push(Node { first: first as u32, table: id, start, before });
        Some((node, NodeRef::new(first, table.shift)))
    }

    /// Keeps notes and returns their range.
    pub fn keep_notes(&mut self, notes: &[Note]) -> NoteRange {
        let from = self.notes.len() as u32;
        self.notes.extend_from_slice(notes);
        NoteRange(from, self.notes.len() as u32)
    }

    /// The notes of a range.
    pub fn notes_in(&self, NoteRange(from, to): NoteRange) -> &[Note] {
        &self.notes[from as usize..to as usize]
    }

    /// Links outcomes of a roll to the next roll, with the notes to count on the way.
    pub fn link(&mut self, node: u32, outcomes: &[u32], next: NodeRef, notes: &[Note], tables: &Tables<'_>) {
        let notes = self.keep_notes(notes);
        let Node { first, table, .. } = self.nodes[node as usize];
        let table = tables.get(table);
        for &half in outcomes.iter().flat_map(|&outcome| table.halves(outcome)) {
            let (place, half) = ((first + half / 2) as usize, half as usize % 2);
            self.slots[place].next[half] = next;
            self.details[place].notes[half] = notes;
        }
    }

    /// Adds everything that was walked to a tally.
    pub fn count(&mut self, tally: &mut Tally) {
        for (slot, details) in self.slots.iter_mut().zip(&self.details) {
            for (times, &NoteRange(from, to)) in slot.times.iter_mut().zip(&details.notes) {
                let times = std::mem::take(times);
                if times > 0 {
                    self.notes[from as usize..to as usize].iter().for_each(|&note| tally.count(note, times));
                }
            }
        }
    }
}
