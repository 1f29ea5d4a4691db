//! A plan with the scenario that it is for: it is made, read and played shard by shard.

use std::path::Path;

use chance::game::Visitable;
use chance::{Game, Visit};
use rayon::prelude::*;
use report::Report;
use results::Origin;
use scenario::{File, Files, Run, Scenario};
use simulator::{NextStage, Precision, Stage};

use super::answer::{Answer, Solution};
use super::inputs::{Kept, Planned};
use super::merge::Merge;
use super::plan::{Divided, FORMAT, Plan, SHARDS};
use super::shard::{self, Head, Line};
use crate::engine::{Counts, Method, PlayOptions, Sample, sampling};
use crate::failure::Failure;
use crate::fault::refuse;
use crate::play::{Played, solve_or_refuse};
use crate::run_report::report_of;
use crate::watch::Watch;

/// What a plan is made for.
pub struct Request<'a> {
    /// The scenario file.
    pub file: &'a Path,
    /// Where it and the files that it names are read.
    pub files: &'a dyn Files,
    /// Overrides.
    pub set: &'a [String],
    /// How runs are played, by one method.
    pub options: PlayOptions,
    /// The rounds that the charts of a sweep show.
    pub at_rounds: Vec<usize>,
    /// The command that gives the same answer on one machine.
    pub command: String,
    /// The number of shards.
    pub shards: u32,
}

/// A plan and the scenario that it is for.
pub struct Job {
    pub(super) plan: Plan,
    pub(super) fingerprint: String,
    pub(super) scenario: Scenario,
    pub(super) options: PlayOptions,
}

impl Job {
    /// Makes a plan. Runs that are to be divided are tried by the exact engine first, and their pilots are played.
    pub fn new(request: Request<'_>, watch: &dyn Watch) -> Result<Self, Failure> {
        let Request { file, files, set, options, at_rounds, command, shards } = request;
        let kept = Kept::new(files);
        let scenario = scenario::load(File { path: file, files: &kept }, set)?;
        if options.method == Method::Both {
            return Err(Failure::Input("error: shards are played by one method, not by both".to_owned()));
        }
        if !SHARDS.contains(&shards) {
            let (least, most) = (SHARDS.start(), SHARDS.end());
            return Err(Failure::Input(format!("error: a plan has {least} to {most} shards, not {shards}")));
        }
        let runs: Vec<&Run> = scenario.all_runs().collect();
        let divided = if runs.len() < shards as usize { divide(&runs, options, watch)? } else { Vec::new() };
        let plan = Plan {
            format: FORMAT,
            version: VERSION.to_owned(),
            command,
            file: crate::command_line::with_slashes(file),
            set: set.to_vec(),
            at_rounds,
            input: scenario.header.hash.clone(),
            playing: options.into(),
            shards,
            runs: runs.len(),
            divided,
            texts: kept.texts(),
        };
        Ok(Self { fingerprint: plan.fingerprint(), plan, scenario, options })
    }

    /// Reads a plan; `name` is that of its file.
    pub fn parse(name: &str, text: &str) -> Result<Self, Failure> {
        let wrong = |why: &str| Failure::Input(format!("error: {}: {why}", scenario::printable(name)));
        let plan: Plan =
            serde_json::from_str(text).map_err(|error| wrong(&format!("it is not a plan: {error}")))?;
        if plan.format != FORMAT || plan.version != VERSION {
            let version = scenario::printable(&plan.version);
            return Err(wrong(&format!(
                "the plan is by killcurve {version}, and this is killcurve {VERSION}"
            )));
        }
        let scenario =
            scenario::load(File { path: Path::new(&plan.file), files: &Planned(&plan.texts) }, &plan.set)?;
        let damaged = || wrong("the plan was changed since it was made: make it anew with `killcurve plan`");
        let options = plan.playing.options().ok_or_else(damaged)?;
        let runs = scenario.all_runs().count();
        let rises = plan.divided.is_sorted_by(|one, next| one.run < next.run);
        let most = options.precision.map_or(u64::MAX, |precision| precision.max_trials);
        let fits = |part: &Divided| {
            part.run < runs
                && part.first_batch < 1 << 40
                && (1..=scenario::limits::TRIALS.min(most)).contains(&part.trials)
        };
        let cells = scenario.runs.iter().filter(|run| run.origin == Origin::Cell);
        let last = cells.map(|run| run.rounds as usize).max().unwrap_or(0);
        let are_rounds = plan.at_rounds.is_sorted_by(|one, next| one < next)
            && plan.at_rounds.iter().all(|round| (1..=last).contains(round));
        let is_sound = are_rounds
            && plan.input == scenario.header.hash
            && plan.runs == runs
            && SHARDS.contains(&plan.shards)
            && rises
            && plan.divided.iter().all(fits);
        if !is_sound {
            return Err(damaged());
        }
        Ok(Self { fingerprint: plan.fingerprint(), plan, scenario, options })
    }

    /// The plan as its file holds it.
    pub fn text(&self) -> Result<String, Failure> {
        Ok(serde_json::to_string_pretty(&self.plan).map_err(unwritten)? + "\n")
    }

    /// The number of shards.
    pub fn shards(&self) -> u32 {
        self.plan.shards
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The overrides.
    pub fn set(&self) -> &[String] {
        &self.plan.set
    }

    /// What the plan says, in a few words.
    pub fn about(&self) -> String {
        let Plan { shards, runs, ref divided, .. } = self.plan;
        let trials: u64 = divided.iter().map(|divided| divided.trials).sum();
        let count = |count: usize| format!("{count} run{}", if count == 1 { "" } else { "s" });
        let mut parts = Vec::new();
        if !divided.is_empty() {
            parts.push(format!("{} of {trials} trials in all, divided by batches", count(divided.len())));
        }
        if runs > divided.len() {
            parts.push(format!("{}, each played whole by one shard", count(runs - divided.len())));
        }
        format!("{shards} shard{}: {}", if shards == 1 { "" } else { "s" }, parts.join("; "))
    }

    pub(super) fn head(&self, shard: u32) -> Head {
        Head {
            format: FORMAT,
            version: VERSION.to_owned(),
            input: self.plan.input.clone(),
            plan: self.fingerprint.clone(),
            shard: shard + 1,
            of: self.plan.shards,
            seed: self.scenario.runs.first().map_or(0, |run| self.options.seed_of(run)),
            share: self.plan.share(shard),
        }
    }

    pub(super) fn runs(&self) -> Vec<&Run> {
        self.scenario.all_runs().collect()
    }

    /// Plays a shard, from 1, and returns the content of its file.
    pub fn play(&self, number: u32, watch: &dyn Watch) -> Result<String, Failure> {
        let shards = self.plan.shards;
        if !(1..=shards).contains(&number) {
            let words =
                format!("error: there is no shard {number}: the plan has {shards}, and the first is 1");
            return Err(Failure::Input(words));
        }
        let head = self.head(number - 1);
        let (runs, whole) = (self.runs(), self.plan.whole_runs());
        watch.begin("trials");
        let play_whole = |&run: &usize| {
            let answer = answer(runs[run], self.options, watch)?;
            Ok(Line { run, answer })
        };
        let mut lines = whole[head.share.whole.clone()]
            .par_iter()
            .map(play_whole)
            .collect::<Result<Vec<Line>, Failure>>()?;
        for part in &head.share.batches {
            let run = runs[part.run];
            let plan = plan_of(run, self.options, part.stage());
            let (counts, _) = run.matchup.visit(Counts(Sample { plan, precision: None, watch }));
            refuse(run)?;
            lines.push(Line { run: part.run, answer: Answer::Sampled { counts, too_wide: false } });
        }
        watch.end();
        shard::write(&head, &lines).map_err(unwritten)
    }

    /// Begins to merge the files of shards.
    pub fn merge(self) -> Merge {
        Merge::new(self)
    }

    /// The report of all answers: that of the same work on one machine.
    pub fn report(self, played: Vec<Played>) -> Report {
        Report { at_rounds: self.plan.at_rounds, ..report_of(self.scenario, played, self.plan.command) }
    }
}

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

fn unwritten(error: impl std::fmt::Display) -> Failure {
    Failure::Run(format!("cannot write JSON: {error}"))
}

/// The trials of a stage of a run.
pub(super) fn plan_of(run: &Run, options: PlayOptions, stage: Stage) -> simulator::Plan {
    let Stage { first_batch, trials } = stage;
    simulator::Plan { rounds: run.rounds, trials, seed: options.seed_of(run), first_batch }
}

/// Plays a whole run.
fn answer(run: &Run, options: PlayOptions, watch: &dyn Watch) -> Result<Answer, Failure> {
    if options.method != Method::MonteCarlo
        && let Ok(results) = solve_or_refuse(run, options, watch)?
    {
        let solution = Solution::of(&results);
        return solution.map(Answer::Exact).ok_or_else(|| unwritten("an exact answer was sampled"));
    }
    let (counts, too_wide) = run.matchup.visit(Counts(sampling(run, options, watch)));
    refuse(run)?;
    Ok(Answer::Sampled { counts, too_wide })
}

/// Finds the runs that are sampled, and with how many trials.
fn divide(runs: &[&Run], options: PlayOptions, watch: &dyn Watch) -> Result<Vec<Divided>, Failure> {
    let one = |(place, run): (usize, &&Run)| {
        if options.method == Method::Exact
            || options.method == Method::Auto && solve_or_refuse(run, options, watch)?.is_ok()
        {
            return Ok(None);
        }
        let stage = match options.precision {
            None => Some(Stage { first_batch: 0, trials: options.trials_of(run) }),
            Some(precision) => match run.matchup.visit(Pilot { run, options, precision }) {
                NextStage::Play(stage) => Some(stage),
                NextStage::Done { .. } => None,
            },
        };
        refuse(run)?;
        Ok(stage.map(|Stage { first_batch, trials }| Divided { run: place, first_batch, trials }))
    };
    let found: Vec<Option<Divided>> = runs.par_iter().enumerate().map(one).collect::<Result<_, Failure>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// Plays the pilot of a run, and returns what follows from it.
struct Pilot<'a> {
    run: &'a Run,
    options: PlayOptions,
    precision: Precision,
}

impl Visit for Pilot<'_> {
    type Out = NextStage;

    fn visit<G: Game>(self, game: &G) -> NextStage {
        let pilot = Stage::pilot(self.precision);
        let tally = simulator::simulate(game, plan_of(self.run, self.options, pilot), &|_| ());
        pilot.next(&tally, self.precision)
    }
}
