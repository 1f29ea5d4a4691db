//! What Python can ask.

use std::fmt::Display;

use chance::fields::Named;
use desk::command_line::{options as as_typed, quoted, quoted_path};
use desk::{Armies, Failure, Method, PlayOptions, PriceOptions};
use pyo3::prelude::*;
use report::Report;
use results::InputKind;
use scenario::limits;
use simulator::Precision;

use crate::answer::Answer;
use crate::source::Source;
use crate::work::run as work;

/// How runs are played, as keyword arguments say it.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub struct Playing {
    /// Overrides.
    pub set: Vec<String>,
    method: String,
    trials: Option<u64>,
    seed: Option<u64>,
    precision: Option<f64>,
    max_trials: Option<u64>,
    /// The limit of paths.
    pub max_paths: Option<u64>,
    /// Threads.
    pub threads: Option<usize>,
    /// Rounds that the charts of a sweep show.
    pub at_rounds: Vec<usize>,
}

/// Trials that a precision may take, unless somebody says otherwise.
const MAX_TRIALS: u64 = 100_000_000;

fn wrong(words: &str) -> Failure {
    Failure::Input(format!("error: {words}"))
}

fn choice<T: Named>(what: &str, name: &str, all: &[T]) -> Result<T, Failure> {
    let known: Vec<&str> = all.iter().map(|choice| choice.name()).collect();
    all.iter().copied().find(|choice| choice.name() == name).ok_or_else(|| {
        let (message, help) = scenario::unknown(what, name, &known);
        wrong(&help.map_or(message.clone(), |help| format!("{message}\n  = help: {help}")))
    })
}

fn within<T: Copy + PartialOrd + Display>(
    name: &str,
    value: Option<T>,
    least: T,
    most: T,
) -> Result<(), Failure> {
    match value {
        Some(value) if !(least..=most).contains(&value) => {
            Err(wrong(&format!("{name} is {value}, and it may be {least} to {most}")))
        }
        _ => Ok(()),
    }
}

impl Playing {
    /// Returns the options of the engines.
    pub fn options(&self) -> Result<PlayOptions, Failure> {
        let method: Method = choice("method", &self.method, Method::ALL)?;
        if method == Method::Both {
            return Err(wrong("an answer is found by one method: ask twice to compare them"));
        }
        within("trials", self.trials, 1, limits::TRIALS)?;
        within("max_trials", self.max_trials, 1, limits::TRIALS)?;
        within("precision", self.precision, 1e-6, 0.5)?;
        if self.precision.is_some() && self.trials.is_some() {
            return Err(wrong("`precision` finds the number of trials: leave `trials` out"));
        }
        let precision = self
            .precision
            .map(|half_width| Precision { half_width, max_trials: self.max_trials.unwrap_or(MAX_TRIALS) });
        Ok(PlayOptions {
            trials: self.trials,
            seed: self.seed,
            precision,
            ..PlayOptions::new(method, self.max_paths)
        })
    }

    /// The rounds of charts, sorted.
    pub fn rounds(&self) -> Vec<usize> {
        let mut rounds = self.at_rounds.clone();
        rounds.sort_unstable();
        rounds.dedup();
        rounds
    }

    fn as_typed(&self, options: PlayOptions) -> String {
        as_typed(options.method, self.trials, self.seed, self.max_paths, &self.set)
    }
}

/// Returns an error for rounds that no cell of a sweep has.
pub fn check_rounds(scenario: &scenario::Scenario, rounds: &[usize]) -> Result<(), Failure> {
    let cells = scenario.runs.iter().filter(|run| run.origin == results::Origin::Cell);
    let last = cells.map(|run| run.rounds as usize).max().unwrap_or(0);
    match rounds.iter().find(|&&round| round == 0 || round > last) {
        Some(round) => {
            Err(wrong(&format!("at_rounds: the sweep has {last} rounds, so there is no round {round}")))
        }
        None => Ok(()),
    }
}

type Callback<'py> = Option<Bound<'py, PyAny>>;

/// Checks an input of any kind. Returns its kind, its system and the number of its runs, units or procedures.
#[pyfunction]
pub fn check(py: Python<'_>, source: Source, set: Vec<String>) -> PyResult<(String, String, usize)> {
    work(py, None, None, move |_| {
        let set = &set[..];
        if scenario::is_game_file(source.file()) {
            let game = scenario::load_game(source.file())?;
            return Ok(("game".to_owned(), game.title.to_string(), game.procedures.len()));
        }
        let kind = scenario::kind(source.file()).unwrap_or(InputKind::Scenario);
        let (header, count) = match kind {
            InputKind::Battle => {
                let battle = scenario::load_battle(source.file(), set)?;
                let units = battle.sides.iter().flat_map(|side| &side.units).map(|unit| unit.count as usize);
                (battle.header, units.sum())
            }
            InputKind::Roster => {
                scenario::load_battle_roster(source.file(), set)?;
                let roster = scenario::load_pairings(source.file(), set, None)?;
                (roster.header, roster.units.len())
            }
            InputKind::Scenario => {
                let scenario = scenario::load(source.file(), set)?;
                (scenario.header, scenario.runs.len())
            }
        };
        Ok((kind.name().to_owned(), header.system.title.to_string(), count))
    })
}

/// Plays a scenario.
#[pyfunction]
pub fn run(py: Python<'_>, source: Source, playing: Playing, progress: Callback<'_>) -> PyResult<Answer> {
    work(py, playing.threads, progress, move |watch| {
        source.expect(InputKind::Scenario)?;
        let options = playing.options()?;
        let scenario = scenario::load(source.file(), &playing.set)?;
        let at_rounds = playing.rounds();
        check_rounds(&scenario, &at_rounds)?;
        let played = desk::play(scenario.all_runs(), options, watch)?;
        let remarks = remarks(&scenario, &played);
        let command =
            desk::command_line::run(source.path(), &options, playing.max_paths, &at_rounds, &playing.set);
        Ok(Answer::new(Report { at_rounds, ..desk::report_of(scenario, played, command) }, remarks))
    })
}

/// What is to be said of answers: why a run was sampled, and which missed the precision.
pub fn remarks(scenario: &scenario::Scenario, played: &[desk::Played]) -> Vec<String> {
    let mut remarks = Vec::new();
    for (run, played) in scenario.all_runs().zip(played) {
        if let Some(unsolved) = played.fallback {
            remarks.push(format!("{}: sampled, because it is {unsolved}", run.label));
        }
        if played.too_wide {
            remarks.push(format!("{}: max_trials was reached before the precision", run.label));
        }
    }
    remarks
}

/// Compares the variants of a scenario, or several scenarios.
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    sources: Vec<Source>,
    matters: f64,
    playing: Playing,
    progress: Callback<'_>,
) -> PyResult<Answer> {
    work(py, playing.threads, progress, move |watch| {
        let options = playing.options()?;
        within("matters", Some(matters), 0.0, 1.0)?;
        let mut scenarios = Vec::new();
        let mut command = "killcurve compare".to_owned();
        for source in &sources {
            source.expect(InputKind::Scenario)?;
            scenarios.push(scenario::load(source.file(), &playing.set)?);
            command += &format!(" {}", quoted_path(source.path()));
        }
        command += &format!(" --matters {matters}{}", playing.as_typed(options));
        let compared = desk::compare(&scenarios, options, matters, command, watch)?;
        Ok(Answer::new(compared, watch.remarks()))
    })
}

/// Moves every number of a scenario one step down and up.
#[pyfunction]
pub fn sensitivity(
    py: Python<'_>,
    source: Source,
    playing: Playing,
    progress: Callback<'_>,
) -> PyResult<Answer> {
    work(py, playing.threads, progress, move |watch| {
        source.expect(InputKind::Scenario)?;
        let options = playing.options()?;
        let scenario = scenario::load(source.file(), &playing.set)?;
        let steps = scenario::load_steps(source.file(), &playing.set)?;
        let command =
            format!("killcurve sensitivity {}{}", quoted_path(source.path()), playing.as_typed(options));
        let found = desk::sensitivity(&scenario, &steps, options, command, watch)?;
        Ok(Answer::new(found, watch.remarks()))
    })
}

/// Plays every unit of a roster against every unit.
#[pyfunction]
pub fn matrix(
    py: Python<'_>,
    source: Source,
    rounds: Option<u32>,
    situation: Option<String>,
    playing: Playing,
    progress: Callback<'_>,
) -> PyResult<Answer> {
    work(py, playing.threads, progress, move |watch| {
        source.expect(InputKind::Roster)?;
        let options = playing.options()?;
        within("rounds", rounds, 1, limits::ROUNDS)?;
        let mut set = playing.set.clone();
        set.extend(rounds.map(|rounds| format!("rounds={rounds}")));
        let pairings = scenario::load_pairings(source.file(), &set, situation.as_deref())?;
        let options = PlayOptions { precision: None, ..options }.for_matrix(&pairings, playing.precision);
        let mut command = format!("killcurve matrix {}", quoted_path(source.path()));
        command += &rounds.map(|rounds| format!(" --rounds {rounds}")).unwrap_or_default();
        command += &situation.map(|name| format!(" --situation {}", quoted(&name))).unwrap_or_default();
        command += &playing.precision.map(|width| format!(" --precision {width}")).unwrap_or_default();
        command += &playing.as_typed(options);
        let matrix = desk::matrix(pairings, options, command, watch)?;
        Ok(Answer::new(matrix, watch.remarks()))
    })
}

/// Plays a battle.
#[pyfunction]
pub fn battle(py: Python<'_>, source: Source, playing: Playing, progress: Callback<'_>) -> PyResult<Answer> {
    work(py, playing.threads, progress, move |watch| {
        source.expect(InputKind::Battle)?;
        let asked = playing.options()?;
        let limits = PlayOptions::for_battle(asked.method, playing.max_paths).limits;
        let options = PlayOptions { limits, ..asked };
        let file = scenario::load_battle(source.file(), &playing.set)?;
        let command = format!("killcurve battle {}{}", quoted_path(source.path()), playing.as_typed(options));
        let report = desk::battle(file, options, command, watch)?;
        Ok(Answer::new(report, watch.remarks()))
    })
}

/// How prices are sought, as keyword arguments say it.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub struct Pricing {
    armies: String,
    precision: Option<f64>,
    army_points: Option<f64>,
    army: Option<u32>,
    rounds: Option<u32>,
    max_trials: Option<u64>,
    seed: Option<u64>,
    set: Vec<String>,
    threads: Option<usize>,
}

impl Pricing {
    fn request(&self) -> Result<desk::Pricing, Failure> {
        let Self { precision, army_points, army, rounds, max_trials, seed, .. } = *self;
        within("precision", precision, 0.001, 1.0)?;
        within("army_points", army_points, 0.001, 1e6)?;
        within("army", army, 1, 20)?;
        within("rounds", rounds, 1, limits::ROUNDS)?;
        let trials = limits::BATTLE_TRIALS;
        within("max_trials", max_trials, *trials.start(), *trials.end())?;
        let rounds = rounds.unwrap_or(desk::BATTLE_ROUNDS);
        let armies: Armies = choice("kind of armies", &self.armies, Armies::ALL)?;
        let set = self.set.clone();
        let pricing = desk::Pricing { armies, precision, army_points, army, rounds, max_trials, seed, set };
        pricing.check()?;
        Ok(pricing)
    }
}

/// Finds fair prices.
#[pyfunction]
pub fn balance(
    py: Python<'_>,
    source: Source,
    pricing: Pricing,
    matters: f64,
    field_only: bool,
    round: Vec<f64>,
    progress: Callback<'_>,
) -> PyResult<Answer> {
    work(py, pricing.threads, progress, move |watch| {
        source.expect(InputKind::Roster)?;
        let request = pricing.request()?;
        within("matters", Some(matters), 0.001, 1.0)?;
        for &step in &round {
            within("round", Some(step), 0.001, 1e6)?;
        }
        let field = scenario::load_battle_roster(source.file(), &request.set)?;
        let price = PriceOptions { matters, field_only, round };
        let report = desk::balance(field, &quoted_path(source.path()), &request, &price, watch)?;
        Ok(Answer::new(report, watch.remarks()))
    })
}

/// Finds what a step of each number of a unit is worth.
#[pyfunction]
pub fn worth(
    py: Python<'_>,
    source: Source,
    unit: String,
    pricing: Pricing,
    progress: Callback<'_>,
) -> PyResult<Answer> {
    work(py, pricing.threads, progress, move |watch| {
        source.expect(InputKind::Roster)?;
        let request = pricing.request()?;
        let field = scenario::load_battle_roster(source.file(), &request.set)?;
        let report = desk::worth(field, &quoted_path(source.path()), &request, &unit, watch)?;
        Ok(Answer::new(report, watch.remarks()))
    })
}

/// Tells one attack or battle die by die.
#[pyfunction]
pub fn explain(
    py: Python<'_>,
    source: Source,
    run: String,
    seed: Option<u64>,
    script: Option<String>,
    set: Vec<String>,
) -> PyResult<String> {
    work(py, None, None, move |_| {
        let dice = match &script {
            Some(text) => desk::Dice::Script { name: "script", text },
            None => desk::Dice::Thrown(seed),
        };
        let story = if scenario::kind(source.file()) == Some(InputKind::Battle) {
            desk::explain_battle(&scenario::load_battle(source.file(), &set)?, dice)?
        } else {
            source.expect(InputKind::Scenario)?;
            desk::explain(&scenario::load(source.file(), &set)?, &run, dice)?
        };
        let text = story.text;
        story.fault.map_or(Ok(text.clone()), |fault| Err(Failure::Input(format!("{text}\n{fault}"))))
    })
}
