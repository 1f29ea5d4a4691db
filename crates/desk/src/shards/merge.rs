//! Adds up the answers of shards.

use chance::game::Visitable;
use chance::{Game, Visit};
use scenario::{Run, printable};
use simulator::{PlannedSample, Precision, Stage, Tally};

use super::answer::Answer;
use super::job::{Job, VERSION, plan_of};
use super::plan::{Divided, FORMAT};
use super::shard::{self, Head, Line};
use crate::engine::PlayOptions;
use crate::failure::Failure;
use crate::fault::refuse;
use crate::play::Played;
use crate::watch::Watch;

/// Adds up the answers of shards, one file after the other. Only their sums are held.
pub struct Merge {
    job: Job,
    whole: Vec<usize>,
    /// By shard, the name of the file that was added.
    added: Vec<Option<String>>,
    /// By run.
    answers: Vec<Option<Answer>>,
}

impl Merge {
    pub(super) fn new(job: Job) -> Self {
        let whole = job.plan.whole_runs();
        let answers = (0..job.plan.runs).map(|_| None).collect();
        let added = vec![None; job.plan.shards as usize];
        Self { job, whole, added, answers }
    }

    /// Adds a shard; `name` is that of its file. A shard that is not whole, or not of this plan, is refused, and nothing of it is kept.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        self.try_add(name, text).map_err(|why| Failure::Input(format!("error: {}: {why}", printable(name))))
    }

    fn try_add(&mut self, name: &str, text: &str) -> Result<(), String> {
        let head = shard::head(text)?;
        // A version is named before damage: another version may write its files in another way.
        if head.format != FORMAT || head.version != VERSION {
            let version = printable(&head.version);
            return Err(format!("it is by killcurve {version}, and this is killcurve {VERSION}"));
        }
        let lines = shard::answers(text)?;
        self.expect(&head)?;
        let shard = head.shard - 1;
        if let Some(other) = &self.added[shard as usize] {
            return Err(format!(
                "shard {} of {} was already given, by {}",
                head.shard,
                head.of,
                printable(other)
            ));
        }
        let wrong = || "its answers are not those of this plan".to_owned();
        let whole = self.whole[head.share.whole.clone()].iter().map(|&run| (run, None));
        let parts = head.share.batches.iter().map(|part| (part.run, Some(part.trials)));
        let expected: Vec<(usize, Option<u64>)> = whole.chain(parts).collect();
        if lines.len() != expected.len() {
            return Err(wrong());
        }
        let mut answers = Vec::with_capacity(lines.len());
        let runs = self.job.runs();
        for (line, (run, trials)) in lines.into_iter().zip(expected) {
            let line: Line = serde_json::from_str(line).map_err(|_| wrong())?;
            if line.run != run || !self.is_sound(runs[run], trials, &line.answer) {
                return Err(wrong());
            }
            answers.push(line);
        }
        for Line { run, answer } in answers {
            let place = &mut self.answers[run];
            *place = match (place.take(), answer) {
                (Some(Answer::Sampled { counts, .. }), Answer::Sampled { counts: more, too_wide }) => {
                    Some(Answer::Sampled { counts: counts.and(&more), too_wide })
                }
                (_, first) => Some(first),
            };
        }
        self.added[shard as usize] = Some(name.to_owned());
        Ok(())
    }

    /// Returns an error unless this is the head of a shard of the plan.
    fn expect(&self, head: &Head) -> Result<(), String> {
        let plan = &self.job.plan;
        if head.input != plan.input {
            let words = "it is of another input: its fingerprint is";
            return Err(format!("{words} {}, and that of the plan {}", printable(&head.input), plan.input));
        }
        if head.plan != self.job.fingerprint {
            return Err("it is of another plan for the same input".to_owned());
        }
        let in_range = (1..=plan.shards).contains(&head.shard);
        if !in_range || *head != self.job.head(head.shard - 1) {
            return Err("what it says about itself is not what the plan says".to_owned());
        }
        Ok(())
    }

    /// Whether an answer can be that of a run, or of so many of its trials.
    fn is_sound(&self, run: &Run, part: Option<u64>, answer: &Answer) -> bool {
        let options = self.job.options;
        match answer {
            Answer::Exact(solution) => part.is_none() && solution.results(run).is_some(),
            Answer::Sampled { counts, .. } => {
                let trials = counts.trials();
                let expected = part.unwrap_or_else(|| match options.precision {
                    Some(precision) => trials.clamp(1, precision.max_trials),
                    None => options.trials_of(run),
                });
                trials == expected && run.matchup.visit(IsSound { counts, rounds: run.rounds })
            }
        }
    }

    /// The answers to all runs, if no shard is missing. With a precision, runs whose intervals are still too wide are played on.
    pub fn finish(self, watch: &dyn Watch) -> Result<(Job, Vec<Played>), Failure> {
        let missing: Vec<usize> =
            (0..self.added.len()).filter(|&shard| self.added[shard].is_none()).collect();
        if !missing.is_empty() {
            let (words, all) = (ranges(&missing), self.added.len());
            let verb = if missing.len() == 1 { "shard" } else { "shards" };
            let is = if missing.len() == 1 { "is" } else { "are" };
            return Err(Failure::Input(format!("error: {verb} {words} of {all} {is} missing")));
        }
        let Self { job, answers, .. } = self;
        let lost = || Failure::Run("a run has no answer".to_owned());
        let mut played = Vec::with_capacity(answers.len());
        for (place, (run, answer)) in job.runs().into_iter().zip(answers).enumerate() {
            played.push(match answer.ok_or_else(lost)? {
                Answer::Exact(solution) => Played::from(solution.results(run).ok_or_else(lost)?),
                Answer::Sampled { counts, too_wide } => {
                    let stage = job.plan.divided(place).map(Divided::stage);
                    let (counts, too_wide) = match (job.options.precision, stage) {
                        (Some(precision), Some(stage)) => {
                            let rest = PlayOn { run, options: job.options, precision, stage, counts, watch };
                            let PlannedSample { tally, narrow } = run.matchup.visit(rest);
                            refuse(run)?;
                            (tally, !narrow)
                        }
                        _ => (counts, too_wide),
                    };
                    let seed = job.options.seed_of(run);
                    Played { too_wide, ..run.matchup.visit(ResultsOf { counts, seed }).into() }
                }
            });
        }
        Ok((job, played))
    }
}

/// Whether counts can be those of a game.
struct IsSound<'a> {
    counts: &'a Tally,
    rounds: u32,
}

impl Visit for IsSound<'_> {
    type Out = bool;

    fn visit<G: Game>(self, game: &G) -> bool {
        self.counts.is_sound(self.counts.trials(), self.rounds, game.system())
    }
}

/// Goes on with a planned sample, if it is not narrow enough.
struct PlayOn<'a> {
    run: &'a Run,
    options: PlayOptions,
    precision: Precision,
    stage: Stage,
    counts: Tally,
    watch: &'a dyn Watch,
}

impl Visit for PlayOn<'_> {
    type Out = PlannedSample;

    fn visit<G: Game>(self, game: &G) -> PlannedSample {
        let Self { run, options, precision, stage, counts, watch } = self;
        simulator::sample_on(stage, counts, precision, |stage: Stage| {
            let label = printable(&run.label);
            watch.remark(&format!(
                "{label}: not narrow enough yet; {} more trials are played here",
                stage.trials
            ));
            simulator::simulate(game, plan_of(run, options, stage), &|_| ())
        })
    }
}

/// The results of counts.
struct ResultsOf {
    counts: Tally,
    seed: u64,
}

impl Visit for ResultsOf {
    type Out = results::Results;

    fn visit<G: Game>(self, game: &G) -> results::Results {
        self.counts.results(game.system(), game.procedure(), self.seed)
    }
}

/// Numbers of shards in words, such as `3, 5 to 9 and 12`, from places that rise.
fn ranges(places: &[usize]) -> String {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for number in places.iter().map(|place| place + 1) {
        match found.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => found.push((number, number)),
        }
    }
    let words = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    found.iter().map(words).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn missing_shards_are_named_by_ranges() {
        assert_eq!(ranges(&[2]), "3");
        assert_eq!(ranges(&[0, 1, 4, 5, 6, 11]), "1, 2, 5 to 7, 12");
    }
}
