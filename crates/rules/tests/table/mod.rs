//! A table to test rules on: scenarios from their text, played by a script or solved exactly.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::Path;

use chance::by_hand::{ByHand, Faces, Script};
use chance::dice::{Roll, Shows};
use chance::fields::Name;
use chance::game::Visitable;
use chance::shared::Shared;
use chance::{Flow, Game, Visit};
use results::Results;
use scenario::{Invalid, Scenario, Source};

/// What a scripted play came to.
#[derive(Debug)]
pub struct Played {
    /// For each round what was reported, by name; what is 0 is left out.
    pub measures: Vec<Vec<(&'static str, u32)>>,
    /// What has happened by the end.
    pub events: Vec<&'static str>,
    /// Whether the target is dead.
    pub killed: bool,
    /// The probability of just these faces.
    pub probability: f64,
    /// The state at the end, as Rust shows it.
    pub state: String,
    /// The story, as `explain` tells it.
    pub story: String,
}

/// Reads a scenario from its text.
pub fn scenario(text: &str) -> Result<Scenario, Invalid> {
    scenario::parse(Source { name: "test.toml".into(), text: text.into() }, "test", Path::new(""), &[])
}

/// Reads a scenario that must be right.
pub fn valid(text: &str) -> Scenario {
    scenario(text).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)))
}

/// What is wrong with a scenario that must be wrong.
pub fn faults(text: &str) -> String {
    scenario(text).expect_err("the scenario should be refused").render(false)
}

/// Plays the base of a scenario with the dice of a script. Panics if the script does not fit.
pub fn play(text: &str, script: &str) -> Played {
    let scenario = valid(text);
    let script = Script::parse(script).unwrap();
    scenario.runs[0].matchup.visit(Play { rounds: scenario.runs[0].rounds, script })
}

/// Solves the base of a scenario.
pub fn solve(text: &str) -> Results {
    let scenario = valid(text);
    scenario.runs[0].matchup.visit(Solve { rounds: scenario.runs[0].rounds })
}

/// A scenario with further options.
pub fn with_options(text: &str, options: &str) -> String {
    if text.contains("[options]\n") {
        text.replacen("[options]\n", &format!("[options]\n{options}\n"), 1)
    } else {
        format!("{text}\n[options]\n{options}\n")
    }
}

/// The kill probability at the end of each round.
pub fn kills(text: &str) -> Vec<f64> {
    solve(text).rounds.iter().map(|round| round.kill.value).collect()
}

/// The distribution of a measure in a round (from 1).
pub fn distribution(results: &Results, round: usize, measure: &str) -> Vec<f64> {
    let measures = &results.rounds[round - 1].measures;
    let found = measures.iter().find(|found| found.name == measure).expect("the measure is reported");
    found.probabilities.iter().map(|probability| probability.value).collect()
}

/// The probability of an event by the end of a round (from 1).
pub fn event(results: &Results, round: usize, event: &str) -> f64 {
    let events = &results.rounds[round - 1].events;
    events.iter().find(|found| found.name == event).expect("the event is reported").probability.value
}

/// Asserts that numbers agree to 1e-12.
#[track_caller]
pub fn assert_close(found: &[f64], wanted: &[f64]) {
    let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
    assert!(
        found.len() == wanted.len() && found.iter().zip(wanted).all(close),
        "{found:?} is not {wanted:?}"
    );
}

/// A name of a built-in system.
fn built_in(name: &Name) -> &'static str {
    let Shared::Static(name) = name.name else { panic!("{name:?} is not built in") };
    name
}

struct Solve {
    rounds: u32,
}

impl Visit for Solve {
    type Out = Results;

    fn visit<G: Game>(self, game: &G) -> Results {
        exact::solve(game, self.rounds, exact::Limits::default()).unwrap()
    }
}

/// Counts the probability of the faces that a script picks.
struct Weighed {
    script: Script,
    probability: f64,
}

impl Faces for Weighed {
    fn pick(&mut self, roll: &Roll, ways: &[u64], shows: &dyn Fn(usize) -> Shows) -> usize {
        let picked = self.script.pick(roll, ways, shows);
        // Faces that show the same are the same to a reader of dice.
        let alike = (0..ways.len()).filter(|&face| shows(face) == shows(picked)).map(|face| ways[face]);
        self.probability *= alike.sum::<u64>() as f64 / ways.iter().sum::<u64>() as f64;
        picked
    }
}

struct Play {
    rounds: u32,
    script: Script,
}

impl Visit for Play {
    type Out = Played;

    fn visit<G: Game>(self, game: &G) -> Played {
        let faces = Weighed { script: self.script, probability: 1.0 };
        let mut hand = ByHand::new(game.pools(), faces);
        let mut state = game.start();
        let mut measures = Vec::new();
        let procedure =
            game.system().procedures.iter().find(|known| known.name.name == game.procedure()).unwrap();
        for _ in 0..self.rounds {
            if game.is_killed(&state) || game.is_over(&state) {
                break;
            }
            while game.step(&mut state, &mut hand) == Flow::Next && !hand.faces.script.has_failed() {}
            let reported = |&(index, value): &(usize, u32)| value > 0 && procedure.measures.contains(&index);
            let named = |(index, value): (usize, u32)| (built_in(&game.system().measures[index]), value);
            measures.push(hand.measures.drain(..).filter(reported).map(named).collect());
        }
        let story = hand.story.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let Weighed { script, probability } = hand.faces;
        if let Err(error) = script.finish() {
            panic!("{error}\n{story}");
        }
        let happened = game.events(&state);
        let names = game.system().events.iter().enumerate();
        let events = names.filter(|&(index, _)| happened.has(index)).map(|(_, name)| built_in(name));
        Played {
            measures,
            events: events.collect(),
            killed: game.is_killed(&state),
            probability,
            state: format!("{state:?}"),
            story,
        }
    }
}
