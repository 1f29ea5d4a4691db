//! Answers with results: the documents of the command line, and what its pages show.

use std::collections::BTreeMap;
use std::path::Path;

use results::InputKind;
use scenario::{File, Scenario};
use serde_json::{Map, Value, json};

use super::Answer;
use super::ask::{Options, Playing, Prices, Texts};
use crate::balance::{Armies, PriceOptions, Pricing};
use crate::command_line::{quoted, quoted_path};
use crate::engine::PlayOptions;
use crate::explain::Dice;
use crate::failure::Failure;
use crate::run_report::report_of;
use crate::watch::Watch;

/// A result: its document, and its page as data.
fn result(document: String, view: Value) -> Value {
    [("document".to_owned(), document.into()), ("view".to_owned(), view)].into_iter().collect()
}

/// Adds the files of a report, if they are wanted.
fn with_files(
    mut answer: Value,
    wanted: bool,
    files: impl FnOnce() -> Result<Vec<(String, Vec<u8>)>, report::ReportError>,
) -> Answer {
    if wanted {
        let text =
            |(name, bytes): (String, Vec<u8>)| (name, String::from_utf8_lossy(&bytes).into_owned().into());
        answer["files"] = files()?.into_iter().map(text).collect::<Map<String, Value>>().into();
    }
    Ok(answer)
}

fn command(name: &str, Playing { of, play, .. }: &Playing) -> String {
    format!("killcurve {name} {}{}", quoted_path(Path::new(&of.file)), play.as_typed(&of.set))
}

/// Refuses a file that is clearly of another kind.
fn expect(file: File<'_>, expected: InputKind) -> Result<(), Failure> {
    match scenario::kind(file).filter(|&found| found != expected) {
        None => Ok(()),
        Some(found) => {
            let path = scenario::printable(&file.path.to_string_lossy());
            let (found, expected) = (found.name(), expected.name());
            Err(Failure::Input(format!("error: {path} is a {found}, and a {expected} is needed")))
        }
    }
}

fn load(of: &Texts) -> Result<Scenario, Failure> {
    expect(of.file(), InputKind::Scenario)?;
    Ok(scenario::load(of.file(), &of.set)?)
}

/// The odds of a scenario.
pub fn run(playing: &Playing, watch: &dyn Watch) -> Answer {
    let scenario = load(&playing.of)?;
    let played = crate::play(scenario.all_runs(), playing.play.for_engines(), watch)?;
    let report = report_of(scenario, played, command("run", playing));
    let mut document = Vec::new();
    report::json(&report, &mut document).map_err(|error| Failure::Run(error.to_string()))?;
    let answer = result(String::from_utf8_lossy(&document).into_owned(), report::view(&report)?);
    with_files(answer, playing.report, || {
        let files = report::files(&report)?.into_iter();
        Ok(files.filter_map(|(name, content)| Some((name, content.bytes().ok()?))).collect())
    })
}

/// Versions of an attack, compared with the first.
pub fn compare(
    files: &BTreeMap<String, String>,
    compared: &[String],
    matters: f64,
    play: Options,
    watch: &dyn Watch,
) -> Answer {
    let load = |path: &String| {
        let file = File { path: Path::new(path), files };
        expect(file, InputKind::Scenario)?;
        Ok::<_, Failure>(scenario::load(file, &[])?)
    };
    let scenarios = compared.iter().map(load).collect::<Result<Vec<Scenario>, Failure>>()?;
    let paths: String =
        compared.iter().flat_map(|path| [" ".to_owned(), quoted_path(Path::new(path))]).collect();
    let command = format!("killcurve compare{paths} --matters {matters}{}", play.as_typed(&[]));
    let compared = crate::compare(&scenarios, play.for_engines(), matters, command, watch)?;
    Ok(result(report::comparison_json(&compared), report::comparison_view(&compared)))
}

/// What one step of each number changes.
pub fn sensitivity(playing: &Playing, watch: &dyn Watch) -> Answer {
    let scenario = load(&playing.of)?;
    let steps = scenario::load_steps(playing.of.file(), &playing.of.set)?;
    let command = command("sensitivity", playing);
    let found = crate::sensitivity(&scenario, &steps, playing.play.for_engines(), command, watch)?;
    let answer = result(report::sensitivity_json(&found), report::sensitivity_view(&found)?);
    with_files(answer, playing.report, || report::sensitivity_files(&found))
}

/// One attack or battle die by die. Where a script does not fit, its `fault` says so; what it rolled before is told.
pub fn explain(of: &Texts, run: &str, seed: Option<u64>, script: Option<&str>) -> Answer {
    let dice = script.map_or(Dice::Thrown(seed), |text| Dice::Script { name: "script", text });
    let story = if scenario::kind(of.file()) == Some(InputKind::Battle) {
        crate::explain_battle(&scenario::load_battle(of.file(), &of.set)?, dice)?
    } else {
        crate::explain(&load(of)?, run, dice)?
    };
    Ok(json!({ "story": story.text, "fault": story.fault }))
}

/// A battle.
pub fn battle(playing: &Playing, watch: &dyn Watch) -> Answer {
    let Playing { of, play, .. } = playing;
    expect(of.file(), InputKind::Battle)?;
    let file = scenario::load_battle(of.file(), &of.set)?;
    let options = PlayOptions {
        trials: play.trials,
        seed: play.seed,
        ..PlayOptions::for_battle(play.method(), play.max_paths)
    };
    let found = crate::battle(file, options, command("battle", playing), watch)?;
    let answer = result(report::battle_json(&found), report::battle_view(&found)?);
    with_files(answer, playing.report, || report::battle_files(&found))
}

/// Every unit of a roster against every unit.
pub fn matrix(playing: &Playing, situation: Option<&str>, watch: &dyn Watch) -> Answer {
    let Playing { of, play, .. } = playing;
    expect(of.file(), InputKind::Roster)?;
    let pairings = scenario::load_pairings(of.file(), &of.set, situation)?;
    let options = play.for_engines().for_matrix(&pairings, None);
    let situation = situation.map(|name| format!(" --situation {}", quoted(name))).unwrap_or_default();
    let roster = quoted_path(Path::new(&of.file));
    let command = format!("killcurve matrix {roster}{situation}{}", play.as_typed(&of.set));
    let found = crate::matrix(pairings, options, command, watch)?;
    let answer = result(report::matrix_json(&found), report::matrix_view(&found)?);
    with_files(answer, playing.report, || report::matrix_files(&found))
}

impl Prices {
    fn pricing(&self, set: &[String]) -> Pricing {
        Pricing {
            armies: self.armies.unwrap_or(Armies::Mixed),
            precision: self.precision,
            army_points: self.army_points,
            army: self.army,
            rounds: self.rounds,
            max_trials: self.max_trials,
            seed: self.seed,
            set: set.to_vec(),
        }
    }
}

/// What the units of a roster should cost.
pub fn balance(of: &Texts, prices: Prices, wanted: bool, watch: &dyn Watch) -> Answer {
    expect(of.file(), InputKind::Roster)?;
    let (field, pricing) = (scenario::load_battle_roster(of.file(), &of.set)?, prices.pricing(&of.set));
    let Prices { matters, field_only, round, .. } = prices;
    let price = PriceOptions { matters, field_only, round };
    let found = crate::balance(field, &quoted_path(Path::new(&of.file)), &pricing, &price, watch)?;
    let answer = result(report::price_json(&found), report::price_view(&found)?);
    with_files(answer, wanted, || report::price_files(&found))
}

/// What one step of each number of a unit is worth.
pub fn worth(of: &Texts, prices: &Prices, unit: &str, wanted: bool, watch: &dyn Watch) -> Answer {
    expect(of.file(), InputKind::Roster)?;
    let (field, pricing) = (scenario::load_battle_roster(of.file(), &of.set)?, prices.pricing(&of.set));
    let found = crate::worth(field, &quoted_path(Path::new(&of.file)), &pricing, unit, watch)?;
    let answer = result(report::worth_json(&found), report::worth_view(&found)?);
    with_files(answer, wanted, || report::worth_files(&found))
}
