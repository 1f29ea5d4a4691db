//! What the rules made of every roll so far, so that none is asked about twice.
//!
//! Between two rolls the rules decide nothing by chance: from the same state the same outcome always leads to the same next roll and the same
//! reports. So each roll that was met is kept, by round, with a way for each of its outcomes to the roll that follows. A trial is then a
//! walk: bits pick a slot, the slot says where to go on. What is counted is how often each way was taken; what that means is reckoned at the
//! end. Only a way that was never taken asks the rules.
//!
//! Chance is not remembered: every roll is drawn anew, from a table of that roll alone. So a sample still checks the exact engine, whose weights,
//! keys and merging have no part in it.

use crate::generator::{Generators, Words};
use crate::tables::{Table, TableId, Tables};
use crate::tally::Tally;
use crate::trail::Note;

/// A roll that was met, as one word: where its slots begin, by how much 64 bits are shifted for the number of a slot, and whether
/// it is the first of another trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met(u32);

impl Met {
    /// Not met yet.
    pub const UNKNOWN: Self = Self(!Self::AFTER_END);
    /// A roll that leads to itself and counts for nothing, for lanes without trials.
    const IDLE: Self = Self(63);
    const AFTER_END: u32 = 1 << 6;
    const FIRST: u32 = 7;
    /// So many slots can be told apart.
    const MOST: usize = (1 << (u32::BITS - Self::FIRST)) - 1;

    fn new(first: usize, shift: u32) -> Self {
        Self((first as u32) << Self::FIRST | shift)
    }

    /// The same roll, come to by the end of a trial.
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

/// Two outcomes of a roll: what divides them, where each leads, and how often it was taken. It stands so that a look at it touches one
/// line of the cache and not two.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot {
    threshold: u64,
    next: [Met; 2],
    times: [u64; 2],
}

/// A range of [`Memory::notes`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Told(u32, u32);

/// What need not be at hand to walk past a slot.
#[derive(Clone, Copy, Debug)]
struct Behind {
    /// The number of its roll.
    node: u32,
    /// What is counted with each outcome.
    told: [Told; 2],
}

/// Batches that are played side by side, so that none waits for memory.
pub const LANES: usize = 16;

/// Where each batch has come to.
#[derive(Debug)]
pub struct Lanes {
    /// Where the bits come from.
    pub generators: Generators<LANES>,
    /// The roll that comes next.
    pub at: [Met; LANES],
    /// The way by which it was come to.
    came: [u32; LANES],
    /// Trials still to be ended.
    pub left: [u32; LANES],
}

impl Lanes {
    /// Each waiting for trials.
    pub fn new() -> Self {
        Self {
            generators: Generators::new(),
            at: [Met::IDLE; LANES],
            came: [NO_WAY; LANES],
            left: [0; LANES],
        }
    }

    /// Gives trials to a lane. Without any it is idle, which never ends.
    pub fn begin(&mut self, lane: usize, trials: Option<(Words, u32)>, root: Met) {
        (self.at[lane], self.left[lane]) = (Met::IDLE, u32::MAX);
        if let Some((words, trials)) = trials {
            self.generators.set(lane, words);
            self.left[lane] = trials;
            self.go_on(lane, root);
        }
    }

    /// A lane is come to a roll by no known way.
    pub fn go_on(&mut self, lane: usize, next: Met) {
        (self.at[lane], self.came[lane]) = (next, NO_WAY);
    }

    /// Whether no lane has trials.
    pub fn are_idle(&self) -> bool {
        self.at.iter().all(|&at| at == Met::IDLE)
    }
}

/// In place of a way: a trial that begins.
const NO_WAY: u32 = u32::MAX;

/// An outcome of a roll that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number of the roll.
    pub node: u32,
    /// The number of the outcome in its table.
    pub outcome: u32,
}

/// How a roll is come to.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    table: TableId,
    /// The number of the state in which its step begins.
    start: usize,
    /// The roll before it in its step.
    before: Option<Outcome>,
}

/// All rolls that were met.
#[derive(Debug)]
pub struct Memory {
    slots: Vec<Slot>,
    behind: Vec<Behind>,
    nodes: Vec<Node>,
    notes: Vec<Note>,
    /// The first roll of a trial.
    pub root: Met,
    /// No more slots than this.
    room: usize,
    /// Whether there is no room, or something had none.
    pub is_full: bool,
}

impl Memory {
    /// Nothing yet, with room for so many slots.
    pub fn new(room: usize) -> Self {
        let idle = Slot { threshold: u64::MAX, next: [Met::IDLE; 2], times: [0; 2] };
        Self {
            slots: vec![idle; 2],
            behind: vec![Behind { node: u32::MAX, told: [Told::default(); 2] }; 2],
            nodes: Vec::new(),
            notes: Vec::new(),
            root: Met::UNKNOWN,
            room: room.min(Met::MOST),
            is_full: room == 0,
        }
    }

    /// Walks on in all lanes, roll by roll, until one of them comes to a roll that was not met or has no trials left.
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
            // For all lanes at once this is a few instructions.
            let mut stop = false;
            for lane in 0..LANES {
                left[lane] -= at[lane].ended();
                stop |= at[lane] == Met::UNKNOWN;
                stop |= left[lane] == 0;
            }
            if stop {
                return;
            }
        }
    }

    /// Whether another lane has learned meanwhile what was not known to this one; then it goes on.
    pub fn catch_up(&self, lanes: &mut Lanes, lane: usize) -> bool {
        let way = lanes.came[lane] as usize;
        let next = self.slots.get(way / 2).map_or(Met::UNKNOWN, |slot| slot.next[way % 2]);
        lanes.at[lane] = next;
        lanes.left[lane] -= next.ended();
        next != Met::UNKNOWN
    }

    /// The outcome by which a lane has come to a roll that was not met; none if its trial only begins. It is no longer counted: who
    /// learns what comes of it counts it.
    pub fn came_by(&mut self, lanes: &Lanes, lane: usize, tables: &Tables<'_>) -> Option<Outcome> {
        let way = Some(lanes.came[lane]).filter(|&way| way != NO_WAY)? as usize;
        let (place, half) = (way / 2, way % 2);
        self.slots[place].times[half] -= 1;
        let node = self.behind[place].node;
        let Node { first, table, .. } = self.nodes[node as usize];
        Some(Outcome { node, outcome: tables.get(table).slots[place - first as usize].outcomes[half] })
    }

    /// The number of the state in which the step of a roll begins.
    pub fn start_of(&self, outcome: Outcome) -> usize {
        self.nodes[outcome.node as usize].start
    }

    /// The same, and the outcomes of the step up to this one.
    pub fn way_to(&self, outcome: Outcome, script: &mut Vec<u32>) -> usize {
        let mut at = Some(outcome);
        while let Some(Outcome { node, outcome }) = at {
            script.push(outcome);
            at = self.nodes[node as usize].before;
        }
        script.reverse();
        self.start_of(outcome)
    }

    /// Whether anything is ever kept.
    pub fn has_room(&self) -> bool {
        self.room > 0
    }

    /// Keeps a roll; none if there is no room.
    pub fn meet(
        &mut self,
        (id, table): (TableId, &Table),
        start: usize,
        before: Option<Outcome>,
    ) -> Option<(u32, Met)> {
        let first = self.slots.len();
        if first + table.slots.len() > self.room {
            self.is_full = true;
            return None;
        }
        let slot = |slot: &crate::tables::Slot| Slot {
            threshold: slot.threshold,
            next: [Met::UNKNOWN; 2],
            times: [0; 2],
        };
        if self.slots.capacity() < first + table.slots.len() {
            // What is seldom copied is seldom touched for the first time; room that is not needed is never touched.
            self.slots.reserve_exact(3 * first + table.slots.len());
        }
        self.slots.extend(table.slots.iter().map(slot));
        let node = self.nodes.len() as u32;
        self.behind.resize(self.slots.len(), Behind { node, told: [Told::default(); 2] });
        self.nodes.push(Node { first: first as u32, table: id, start, before });
        Some((node, Met::new(first, table.shift)))
    }

    /// Keeps what is to be counted.
    pub fn tell(&mut self, notes: &[Note]) -> Told {
        let from = self.notes.len() as u32;
        self.notes.extend_from_slice(notes);
        Told(from, self.notes.len() as u32)
    }

    /// What is to be counted.
    pub fn told(&self, Told(from, to): Told) -> &[Note] {
        &self.notes[from as usize..to as usize]
    }

    /// Keeps where outcomes of a roll lead, and what is counted on the way.
    pub fn lead(&mut self, node: u32, outcomes: &[u32], next: Met, notes: &[Note], tables: &Tables<'_>) {
        let told = self.tell(notes);
        let Node { first, table, .. } = self.nodes[node as usize];
        let table = tables.get(table);
        for &half in outcomes.iter().flat_map(|&outcome| table.halves(outcome)) {
            let (place, half) = ((first + half / 2) as usize, half as usize % 2);
            self.slots[place].next[half] = next;
            self.behind[place].told[half] = told;
        }
    }

    /// Counts all that was walked.
    pub fn count(&mut self, tally: &mut Tally) {
        for (slot, behind) in self.slots.iter_mut().zip(&self.behind) {
            for (times, &Told(from, to)) in slot.times.iter_mut().zip(&behind.told) {
                let times = std::mem::take(times);
                if times > 0 {
                    self.notes[from as usize..to as usize].iter().for_each(|&note| tally.count(note, times));
                }
            }
        }
    }
}
