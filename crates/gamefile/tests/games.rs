//! The games that are shipped: each is solved exactly and sampled, and numbers that were worked out by hand come out. Space Infantry as
//! a game file gives every number of the built-in rules.

use std::fs;
use std::path::{Path, PathBuf};

use chance::game::Visitable;
use chance::{Game, Visit};
use results::Results;
use scenario::{Scenario, Source};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

struct Solve(u32);

impl Visit for Solve {
    type Out = Result<Results, String>;

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        let solved = exact::solve(game, self.0, exact::Limits::EXACT_ONLY).map_err(|error| error.to_string());
        game.fault().map_or(solved, |fault| Err(fault.message))
    }
}

struct Sample(u32);

impl Visit for Sample {
    type Out = Results;

    fn visit<G: Game>(self, game: &G) -> Results {
        let plan = simulator::Plan { rounds: self.0, trials: 20_480, seed: 11, first_batch: 0 };
        simulator::simulate(game, plan, &|_| ()).results(game.system(), game.procedure(), 11)
    }
}

fn load(path: &Path) -> Scenario {
    scenario::load(path, &[]).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)))
}

fn scenario_of(game: &str) -> Scenario {
    load(&root().join("games").join(game).join("scenario.toml"))
}

fn solved(scenario: &Scenario, run: usize) -> Results {
    let run = &scenario.runs[run];
    run.matchup.visit(Solve(run.rounds)).unwrap_or_else(|error| panic!("{}: {error}", run.label))
}

fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
}

#[test]
fn every_game_is_solved_exactly_and_a_sample_agrees() {
    let mut games: Vec<_> =
        fs::read_dir(root().join("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    games.sort();
    assert!(games.len() >= 8);
    for game in games.iter().filter(|game| game.is_dir()) {
        let scenario = load(&game.join("scenario.toml"));
        let battles = scenario::load_pairings(&game.join("roster.toml"), &[], None);
        assert!(battles.is_ok(), "{}", battles.err().map(|error| error.render(false)).unwrap_or_default());
        for (place, run) in scenario.runs.iter().enumerate() {
            let exact = solved(&scenario, place);
            let sampled = run.matchup.visit(Sample(run.rounds));
            for (round, (exact, sampled)) in exact.rounds.iter().zip(&sampled.rounds).enumerate() {
                let probability = exact.kill.value;
                let deviation = (probability * (1.0 - probability) / 20_480.0).sqrt();
                let off = (probability - sampled.kill.value).abs();
                // Beyond five deviations once in two million, and a few counts where they are small.
                let at = format!("{}, {}, round {}", game.display(), run.label, round + 1);
                assert!(
                    off <= 5.0 * deviation + 3.0 / 20_480.0,
                    "{at}: kill {probability}, sampled {}",
                    sampled.kill.value
                );
                for (exact, sampled) in exact.measures.iter().zip(&sampled.measures) {
                    let width = sampled.mean.error.as_ref().map_or(0.0, |error| error.standard);
                    let off = (exact.mean.value - sampled.mean.value).abs();
                    assert!(off <= 5.0 * width + 1e-3, "{at}: {}", exact.name);
                }
            }
        }
    }
}

#[test]
fn risk_by_counting() {
    // Of 6^5 = 7776 ways of three dice against two, the defender loses two in 2890, the attacker two in 2275, each one in 2611.
    let risk = solved(&scenario_of("risk"), 0);
    let round = &risk.rounds[0];
    near(round.kill.value, 2890.0 / 7776.0);
    near(round.measures[0].probabilities[1].value, 2611.0 / 7776.0);
    near(round.measures[1].probabilities[2].value, 2275.0 / 7776.0);
}

#[test]
fn duellists_by_counting() {
    // Equal skill: with margins 1 to 9, margin k has 10 - k ways each way, of 90 that are no tie. Margins to 4 cut once (9 + 8 + 7 + 6
    // = 30 ways), to 8 twice (5 + 4 + 3 + 2 = 14), 9 three times (1).
    let scenario = scenario_of("duellists");
    let place = scenario.runs.iter().position(|run| run.label == "attacker.skill = 3").unwrap();
    let round = &solved(&scenario, place).rounds[0];
    let dealt: Vec<f64> = round.measures[0].probabilities.iter().map(|p| p.value).collect();
    for (found, ways) in dealt.iter().zip([45.0, 30.0, 14.0, 1.0]) {
        near(*found, ways / 90.0);
    }
    // A tie has 1/10, again and again: 1/9 clashes on average.
    let clashes = round.measures.iter().find(|measure| measure.name == "clashes").unwrap();
    assert!((clashes.mean.value - 1.0 / 9.0).abs() < 1e-12);
}

#[test]
fn hexes_by_counting() {
    // 6 x 3 = 18 against 4 x 2 = 8: 2:1, the third column. The defender loses a step with a 1, the attacker with a 5 or a 6.
    let hexes = solved(&scenario_of("hexes"), 0);
    near(hexes.rounds[0].measures[0].mean.value, 1.0 / 6.0);
    near(hexes.rounds[0].measures[1].mean.value, 2.0 / 6.0);
    near(hexes.rounds[0].events[0].probability.value, 2.0 / 6.0);
    // In the second round the division has two steps or one.
    // 2:1 again after nothing (3/6): 18 : 8; one step lost (1/6): 18 : 4 = 4:1, four faces of six kill; a step of its own (2/6):
    // 12 : 8 = 1:1, and the faces take 0 steps. No path kills before.
    near(hexes.rounds[1].kill.value, 1.0 / 6.0 * 4.0 / 6.0);
}

#[test]
fn starfighters_by_counting() {
    // Four dice of hit or crit 4/8, eye 2/8 that focus makes a hit: 3 dice, each a hit with 6/8.
    let scenario = scenario_of("starfighters");
    near(solved(&scenario, 0).rounds[0].measures[1].mean.value, 3.0 * 6.0 / 8.0);
    let place = scenario.runs.iter().position(|run| run.label == "without focus").unwrap();
    near(solved(&scenario, place).rounds[0].measures[1].mean.value, 3.0 * 4.0 / 8.0);
}

/// Every run of a Space Infantry scenario, by the built-in rules and by the game file.
fn both(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    if !text.contains("system = \"space-infantry\"") || text.contains("use = ") || text.contains("[[side]]") {
        return;
    }
    let built_in = load(path);
    let text = text.replace("system = \"space-infantry\"", "game = \"game.toml\"");
    let source = Source { name: path.display().to_string(), text };
    let folder = root().join("games/space-infantry");
    let own = scenario::parse(source, "own", &folder, &[])
        .unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
    assert_eq!(built_in.runs.len(), own.runs.len(), "{}", path.display());
    for place in 0..own.runs.len() {
        let (wanted, found) = (solved(&built_in, place), solved(&own, place));
        for (wanted, found) in wanted.rounds.iter().zip(&found.rounds) {
            let at = format!("{}, {}", path.display(), own.runs[place].label);
            assert!((wanted.kill.value - found.kill.value).abs() < 1e-12, "{at}");
            for measure in &wanted.measures {
                let other = found.measures.iter().find(|known| known.name == measure.name);
                let length = measure.probabilities.len();
                for value in 0..length {
                    let zero = f64::from(value == 0);
                    let found =
                        other.map_or(zero, |other| other.probabilities.get(value).map_or(0.0, |p| p.value));
                    assert!(
                        (measure.probabilities[value].value - found).abs() < 1e-12,
                        "{at}: {} = {value}",
                        measure.name
                    );
                }
            }
        }
    }
}

#[test]
fn space_infantry_is_the_built_in_system() {
    let folders = ["crates/rules/tests/cases/space-infantry", "scenarios/space-infantry"];
    let mut count = 0;
    for folder in folders {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "toml") {
                both(&path);
                count += 1;
            }
        }
    }
    assert!(count > 10);
}
