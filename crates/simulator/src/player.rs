//! Plays trials: from memory where every roll is cached, by the rules elsewhere.

use std::hash::BuildHasherDefault;
use std::ops::Range;

use chance::{Flow, Game};
use indexmap::IndexMap;
use rustc_hash::FxHasher;

use crate::generator::{Generators, Words};
use crate::log::{Note, Rolled, TrialLog};
use crate::memory::{LANES, Lanes, Memory, NodeRef, NoteRange, Outcome};
use crate::sampled::Sampled;
use crate::tables::Tables;
use crate::tally::Tally;

/// The beginning of a step: everything that its rolls and reports depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Start<S> {
    round: u32,
    state: S,
    /// The sums that the round has added to measures so far.
    sums: Vec<(u32, u32)>,
}

/// The first roll of a step, and the notes to count before it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    first: NodeRef,
    notes: NoteRange,
}

/// The place that the next roll will be linked from.
#[derive(Clone, Copy)]
enum LinkFrom {
    /// The beginning of a trial.
    Trial,
    /// An outcome of the roll with this number.
    Roll(u32, Rolled),
}

/// A stretch of a trial that is played by the rules.
struct Stretch<S> {
    /// The outcome from which it is played; `None` at the beginning of a trial.
    from: Option<Outcome>,
    /// The beginning of the current step.
    here: Start<S>,
    open: LinkFrom,
    /// The first note that belongs to `open`.
    since: usize,
    /// Whether it has cached a new roll.
    cached_one: bool,
}

/// Plays one match-up on one thread.
pub struct Player<'g, G: Game> {
    game: &'g G,
    /// The state before the first round.
    start: G::State,
    rounds: u32,
    tables: Tables<'g>,
    memory: Memory,
    /// Beginnings of steps whose first roll is cached.
    starts: IndexMap<Start<G::State>, Entry, BuildHasherDefault<FxHasher>>,
    /// The notes of every trial before its first roll, if that is cached.
    prelude: Vec<Note>,
    /// Trials whose first notes were counted while playing by the rules.
    begun_by_rules: u64,
    log: TrialLog,
    tally: Tally,
}

impl<'g, G: Game> Player<'g, G> {
    /// Begins with an empty memory that can hold `room` slots.
    pub fn new(game: &'g G, rounds: u32, room: usize) -> Self {
        Self {
            game,
            start: game.start(),
            rounds,
            tables: Tables::new(game.pools()),
            memory: Memory::new(room),
            starts: IndexMap::default(),
            prelude: Vec::new(),
            begun_by_rules: 0,
            log: TrialLog::default(),
            tally: Tally::new(rounds, game.system()),
        }
    }

    /// Plays the batches that `next` returns: a generator and a number of trials each.
    pub fn play(&mut self, mut next: impl FnMut() -> Option<(Words, u32)>) {
        let mut lanes = Lanes::new();
        loop {
            for lane in 0..LANES {
                while lanes.left[lane] == 0 || lanes.at[lane] == NodeRef::UNKNOWN {
                    if lanes.left[lane] == 0 {
                        let trials = next();
                        self.tally.begin(trials.map_or(0, |(_, trials)| trials.into()));
                        lanes.begin(lane, trials, self.memory.root);
                    } else if !self.memory.catch_up(&mut lanes, lane) {
                        self.learn(&mut lanes, lane);
                    }
                }
            }
            if lanes.are_idle() {
                return;
            }
            self.memory.walk(&mut lanes);
        }
    }

    /// Returns the counts of all trials since the last call.
    pub fn tally(&mut self) -> Tally {
        self.memory.count(&mut self.tally);
        let walked = self.tally.trials() - std::mem::take(&mut self.begun_by_rules);
        if walked > 0 {
            self.prelude.iter().for_each(|&note| self.tally.count(note, walked));
        }
        std::mem::replace(&mut self.tally, Tally::new(self.rounds, self.game.system()))
    }

    /// Plays on by the rules, from an outcome or from the beginning of a trial, until it reaches a cached roll or the trial ends.
    /// Counts what happens, and caches rolls as long as there is room.
    fn learn(&mut self, lanes: &mut Lanes, lane: usize) {
        self.log.script.clear();
        let from = self.memory.came_by(lanes, lane, &self.tables);
        let start = from.map(|outcome| self.memory.way_to(outcome, &mut self.log.script));
        let here = match start.and_then(|start| self.starts.get_index(start)) {
            Some((start, _)) => start.clone(),
            None => {
                self.begun_by_rules += 1;
                Start { round: 0, state: self.start.clone(), sums: Vec::new() }
            }
        };
        let mut state = here.state.clone();
        self.log.begin(here.round, &here.sums, self.memory.has_room());
        let mut stretch = Stretch { from, here, open: LinkFrom::Trial, since: 0, cached_one: false };
        let mut generator = Generators::from(lanes.generators.get(lane));
        let mut counted = 0;
        loop {
            let (notes, scripted) = (self.log.notes.len(), self.log.script.len());
            let (tables, log) = (&mut self.tables, &mut self.log);
            let mut chance = Sampled { generator: &mut generator, tables, log, in_matchup: false };
            let flow = self.game.step(&mut state, &mut chance);
            // The notes up to the last roll of the script are counted already.
            if scripted > 0 {
                counted = self.log.rolled[scripted - 1].notes as usize;
            }
            self.keep_rolls(&mut stretch, notes);
            let over = flow == Flow::RoundOver && self.end_round(&state);
            let next = if over {
                lanes.left[lane] -= 1;
                lanes.continue_at(lane, self.memory.root);
                // A trial without any roll has no outcome to link.
                matches!(stretch.open, LinkFrom::Roll(..)).then_some(self.memory.root.after_end())
            } else {
                let cached = self.find(&mut stretch, &state, flow);
                cached.inspect(|&roll| lanes.continue_at(lane, roll))
            };
            if let Some(roll) = next.filter(|_| self.log.kept) {
                self.link(stretch.open, roll, stretch.since..self.log.notes.len());
            }
            if over || next.is_some() {
                break;
            }
            self.log.next_step();
        }
        lanes.generators.set(lane, generator.get(0));
        self.log.notes[counted..].iter().for_each(|&note| self.tally.count(note, 1));
    }

    /// Caches the rolls of a step that was played, as long as there is room. `notes` is the number of notes before the step.
    fn keep_rolls(&mut self, stretch: &mut Stretch<G::State>, notes: usize) {
        if !self.log.kept {
            return;
        }
        let scripted = self.log.script.len();
        let mut before = stretch.from.filter(|_| scripted > 0);
        let start = before.map_or(self.starts.len(), |outcome| self.memory.start_of(outcome));
        // The stretch began at the last roll of the script; the rolls after it are new.
        for order in scripted.saturating_sub(1)..self.log.rolled.len() {
            let rolled = self.log.rolled[order];
            let made = rolled.notes as usize;
            if order >= scripted {
                // Caches one roll more each time: most sequences of rolls never come again.
                let table = rolled.table.filter(|_| !stretch.cached_one).map(|id| (id, self.tables.get(id)));
                let Some((node, node_ref)) =
                    table.and_then(|table| self.memory.add_roll(table, start, before))
                else {
                    self.log.kept = false;
                    return;
                };
                stretch.cached_one = true;
                self.link(stretch.open, node_ref, stretch.since..made);
                if order == 0 {
                    let notes = self.memory.keep_notes(&self.log.notes[notes..made]);
                    self.starts.insert(stretch.here.clone(), Entry { first: node_ref, notes });
                }
                before = Some(Outcome { node, outcome: rolled.outcome });
            }
            if let Some(Outcome { node, .. }) = before {
                (stretch.open, stretch.since) = (LinkFrom::Roll(node, rolled), made);
            }
        }
    }

    /// Notes the end of a round. Returns whether the trial is over.
    fn end_round(&mut self, state: &G::State) -> bool {
        let killed = self.game.is_killed(state);
        let over = killed || self.log.round + 1 == self.rounds || self.game.is_over(state);
        self.log.end_round(killed, over, self.game.events(state));
        over
    }

    /// The first roll of the next step, if it is cached. A stretch that caches nothing looks only once a round, and not at all once memory
    /// is full, because a trial that has left the cached rolls once soon leaves them again.
    fn find(&mut self, stretch: &mut Stretch<G::State>, state: &G::State, flow: Flow) -> Option<NodeRef> {
        let looks = self.log.kept || flow == Flow::RoundOver && !self.memory.is_full;
        if !looks {
            return None;
        }
        let TrialLog { round, sums, notes, .. } = &mut self.log;
        stretch.here = Start { round: *round, state: state.clone(), sums: sums.clone() };
        let entry = self.starts.get(&stretch.here)?;
        notes.extend_from_slice(self.memory.notes_in(entry.notes));
        Some(entry.first)
    }

    /// Links `open` to a roll, with the notes to count on the way.
    fn link(&mut self, open: LinkFrom, next: NodeRef, notes: Range<usize>) {
        match open {
            LinkFrom::Trial => {
                self.memory.root = next;
                self.prelude = self.log.notes[notes].to_vec();
            }
            LinkFrom::Roll(node, rolled) => {
                let alike = &self.log.alike[rolled.alike.0 as usize..rolled.alike.1 as usize];
                let outcomes = if alike.is_empty() { &[rolled.outcome] } else { alike };
                self.memory.link(node, outcomes, next, &self.log.notes[notes], &self.tables);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use chance::Visit;
    use chance::game::Visitable;

    use super::*;

    /// A few trials, with room for so many slots.
    struct Sample {
        rounds: u32,
        trials: u32,
        room: usize,
    }

    impl Visit for Sample {
        type Out = Tally;

        fn visit<G: Game>(self, game: &G) -> Tally {
            let mut player = Player::new(game, self.rounds, self.room);
            // More batches than lanes, the last of them short.
            let mut batches = 0..LANES as u64 + 3;
            player.play(|| {
                let batch = batches.next()?;
                let trials = if batches.is_empty() { 1 } else { self.trials };
                Some((Words::new(7, batch), trials))
            });
            player.tally()
        }
    }

    fn samples(folder: &str) -> Vec<PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(folder);
        let mut files: Vec<PathBuf> = folder.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        assert!(files.len() > 3, "{}", folder.display());
        files
    }

    /// Compares samples without memory, with too little and with enough of it.
    fn the_same_with_and_without(name: &Path, sample: impl Fn(usize) -> Tally) {
        let without = sample(0);
        for room in [10, 300, 1 << 17] {
            assert_eq!(sample(room), without, "{}, room for {room} slots", name.display());
        }
    }

    #[test]
    fn memory_changes_no_count() {
        for system in systems::built_in() {
            for file in samples(&system.id) {
                let scenario = scenario::load(&file, &[]).unwrap_or_else(|e| panic!("{}", e.render(false)));
                for run in scenario.runs.iter().take(3) {
                    the_same_with_and_without(&file, |room| {
                        run.matchup.visit(Sample { rounds: run.rounds.min(6), trials: 40, room })
                    });
                }
            }
        }
    }

    #[test]
    fn memory_changes_no_count_of_battles() {
        for file in samples("battles") {
            let battle = scenario::load_battle(&file, &[]).unwrap_or_else(|e| panic!("{}", e.render(false)));
            the_same_with_and_without(&file, |room| {
                battle.battle.visit(Sample { rounds: battle.rounds.min(4), trials: 8, room })
            });
        }
    }

    #[test]
    fn trials_without_rolls_are_all_alike() {
        // The only weapon does not reach the target: there is no attack.
        let text = "system = \"dust-warfare\"\nrounds = 2\n[attacker]\n\
                    weapons = [{ attack = \"3/1\", range = 12 }]\n[target]\n[situation]\ndistance = 30";
        let source = scenario::Source { name: "test".into(), text: text.into() };
        let scenario = scenario::parse(source, "test", Path::new(""), &[]);
        let run = &scenario.unwrap_or_else(|e| panic!("{}", e.render(false))).runs[0];
        let tally = run.matchup.visit(Sample { rounds: 2, trials: 40, room: 1 << 17 });
        assert_eq!(tally.trials(), 40 * (LANES as u64 + 2) + 1);
        assert_eq!(tally.killed_by(1), 0);
    }
}
