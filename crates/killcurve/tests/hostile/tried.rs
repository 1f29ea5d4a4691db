//! One text tried: read, checked, and played a little, attacks by both methods and battles by sampling.
//!
//! The mutator, the property tests, the kept inputs and the fuzz target all come here, so all look for the same faults. What is wrong is a
//! panic: an answer without a place, a place outside of the text, numbers that are no probabilities.

use std::path::Path;

use chance::battle::Group;
use chance::game::Visitable;
use chance::{Game, Visit};
use results::Results;
use scenario::{Invalid, Run, Source};
use simulator::Plan;

/// What came of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It was refused, with the places of its faults.
    Refused,
    /// It was played.
    Played,
}

/// Between the scenario and each override in an input of the fuzz target.
pub const NEXT: char = '\u{1}';

/// An input of the fuzz target: a scenario, a battle or a roster, then overrides.
pub fn input(text: &str, folder: &Path) -> Tried {
    let mut parts = text.split(NEXT);
    let file = parts.next().unwrap_or_default();
    let set: Vec<String> = parts.map(str::to_owned).collect();
    let all =
        [roster(file, &set), field(file, &set), battle(file, &set, folder), scenario(file, &set, folder)];
    if all.contains(&Tried::Played) { Tried::Played } else { Tried::Refused }
}

/// A scenario with overrides; rosters are looked for in the folder.
pub fn scenario(text: &str, set: &[String], folder: &Path) -> Tried {
    let source = Source { name: "tried.toml".to_owned(), text: text.to_owned() };
    loaded(scenario::parse(source, "tried", folder, set))
}

/// A scenario that was read from a file.
pub fn loaded(found: Result<scenario::Scenario, Invalid>) -> Tried {
    match found {
        Err(invalid) => refused(&invalid),
        Ok(scenario) => {
            assert!(!scenario.runs.is_empty(), "nothing to play and nothing wrong");
            // The base, and some of what follows it.
            let step = scenario.runs.len().div_ceil(3);
            scenario.runs.iter().step_by(step).for_each(play);
            Tried::Played
        }
    }
}

/// A roster with overrides.
pub fn roster(text: &str, set: &[String]) -> Tried {
    let source = Source { name: "tried.toml".to_owned(), text: text.to_owned() };
    match scenario::parse_pairings(source, "tried", Path::new(""), set, None) {
        Err(invalid) => refused(&invalid),
        Ok(pairings) => {
            for cell in pairings.cells.iter().flatten().step_by(7).take(3) {
                match cell {
                    Ok(run) => play(run),
                    Err(reasons) => assert!(!reasons.is_empty(), "a pairing is refused without a reason"),
                }
            }
            Tried::Played
        }
    }
}

/// A battle with overrides; rosters are looked for in the folder.
pub fn battle(text: &str, set: &[String], folder: &Path) -> Tried {
    let source = Source { name: "tried.toml".to_owned(), text: text.to_owned() };
    match scenario::parse_battle(source, "tried", folder, set) {
        Err(invalid) => refused(&invalid),
        Ok(file) => {
            file.battle.visit(Fight { rounds: file.rounds.min(3), seed: file.seed.unwrap_or(1) });
            Tried::Played
        }
    }
}

/// A roster with overrides, whose units are sent into battle.
pub fn field(text: &str, set: &[String]) -> Tried {
    let source = Source { name: "tried.toml".to_owned(), text: text.to_owned() };
    match scenario::parse_battle_roster(source, "tried", Path::new(""), set) {
        Err(invalid) => refused(&invalid),
        Ok(field) => {
            let pairs =
                (0..field.units.len()).flat_map(|first| (0..first).map(move |second| [first, second]));
            let field = &field;
            let fights = |situation: usize| {
                let group = |kind, count| Group { kind, count, points: 1.0 };
                let fight = move |[first, second]: [usize; 2]| {
                    let matchups = &field.situations[situation].matchups;
                    matchups.battle([&[group(first, 2)], &[group(second, 3)]]).ok()
                };
                pairs.clone().filter_map(fight).step_by(5).take(2)
            };
            for battle in (0..field.situations.len().min(3)).flat_map(fights) {
                battle.visit(Fight { rounds: 2, seed: field.seed.unwrap_or(1) });
            }
            Tried::Played
        }
    }
}

fn refused(invalid: &Invalid) -> Tried {
    let shown = invalid.render(false);
    assert!(shown.starts_with("error: "), "{shown}");
    assert!(shown.len() < 40_000, "{} bytes of complaint", shown.len());
    assert!(!shown.contains(['\u{1b}', '\u{202e}', '\0']), "{shown:?}");
    if let Invalid::Faults(faults) = invalid {
        assert!(!faults.list.is_empty());
        for fault in &faults.list {
            let text = &faults.sources[fault.span.source].text;
            assert!(text.get(fault.span.range.clone()).is_some(), "{:?} is outside of the text", fault.span);
            assert!(!fault.message.is_empty());
        }
        // File, line and column.
        assert!(shown.contains(".toml:") || shown.contains("--set:"), "{shown}");
    }
    Tried::Refused
}

fn play(run: &Run) {
    run.matchup.visit(Play { rounds: run.rounds.min(3), seed: run.seed.unwrap_or(1) });
}

struct Play {
    rounds: u32,
    seed: u64,
}

impl Visit for Play {
    type Out = ();

    fn visit<G: Game>(self, game: &G) {
        let Self { rounds, seed } = self;
        let limits = exact::Limits { states: 1_000, paths: 10_000 };
        match exact::solve(game, rounds, limits) {
            Ok(results) => sound(&results),
            // What has no exact answer because it has no end must not be sampled: that would not end either.
            Err(exact::Unsolved::Endless) => panic!("a round without an end"),
            Err(exact::Unsolved::TooLarge { .. }) => {}
        }
        let plan = Plan { rounds, trials: 30, seed, first_batch: 0 };
        sound(&simulator::simulate(game, plan, &|_| ()).results(game.system(), game.procedure(), seed));
    }
}

/// A short battle.
struct Fight {
    rounds: u32,
    seed: u64,
}

impl Visit for Fight {
    type Out = ();

    fn visit<G: Game>(self, game: &G) {
        let Self { rounds, seed } = self;
        let plan = Plan { rounds, trials: 5, seed, first_batch: 0 };
        sound(&simulator::simulate(game, plan, &|_| ()).results(game.system(), game.procedure(), seed));
    }
}

/// Kill probabilities that never fall, events that are probabilities, distributions that sum to 1.
fn sound(results: &Results) {
    let mut before = 0.0;
    for round in &results.rounds {
        let kill = round.kill.value;
        assert!((before - 1e-9..=1.0).contains(&kill), "killed {kill} after {before}");
        before = kill;
        for event in &round.events {
            assert!((0.0..=1.0).contains(&event.probability.value), "{event:?}");
        }
        for measure in &round.measures {
            let sum: f64 = measure.probabilities.iter().map(|estimate| estimate.value).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{} sums to {sum}", measure.name);
            assert!(measure.mean.value.is_finite() && measure.mean.value >= 0.0, "{measure:?}");
        }
    }
}
