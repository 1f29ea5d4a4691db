//! Finds how versions of an attack differ from the first: exactly where both are solved, otherwise by paired trials.

use chance::game::Visitable;
use chance::{Game, Text, Visit};
use rayon::prelude::*;
use results::{Comparison, Method, Results};
use scenario::Run;

use crate::engine::{self, PlayOptions, solve};
use crate::failure::Failure;
use crate::fault::refuse_as;
use crate::watch::Watch;

/// A version and its name.
pub struct Version<'a> {
    /// Its name.
    pub name: String,
    /// Its run.
    pub run: &'a Run,
}

/// The differences of versions to the first.
pub struct Differences {
    /// In the order of the versions.
    pub list: Vec<Difference>,
    /// How the compared numbers were found.
    pub methods: Vec<Method>,
    /// The first version that the exact engine gave up on, and why.
    pub unsolved: Option<(String, exact::Unsolved)>,
}

/// The difference of a version to the first.
pub enum Difference {
    /// Both were solved exactly.
    Exact(Comparison),
    /// Both were sampled, with the same streams.
    Sampled(simulator::Paired),
}

impl Difference {
    /// The difference in all numbers, with intervals that each miss with a probability of at most `level`.
    pub fn at(&self, level: f64) -> Comparison {
        match self {
            Self::Exact(comparison) => comparison.clone(),
            Self::Sampled(paired) => paired.comparison(level),
        }
    }
}

impl Differences {
    /// All differences, with intervals that each miss with a probability of at most `level`.
    pub fn at(&self, level: f64) -> Vec<Comparison> {
        self.list.iter().map(|difference| difference.at(level)).collect()
    }
}

/// Compares each of the others with the base.
pub fn differences(
    base: &Version<'_>,
    others: &[Version<'_>],
    options: PlayOptions,
    watch: &dyn Watch,
) -> Result<Differences, Failure> {
    let mut unsolved = None;
    let mut keep = |version: &Version<'_>, solved: Result<Results, exact::Unsolved>| match solved {
        Ok(results) => Ok(Some(results)),
        Err(why) if options.method == engine::Method::Exact => {
            Err(Failure::Run(format!("{}: {why}; try --method auto", scenario::printable(&version.name))))
        }
        Err(why) => {
            unsolved.get_or_insert((version.name.clone(), why));
            Ok(None)
        }
    };
    let solve = |version: &Version<'_>| solve(version.run, options, watch);
    let mut solved: Vec<Option<Results>> = others.iter().map(|_| None).collect();
    let first = if options.method == engine::Method::MonteCarlo { None } else { keep(base, solve(base))? };
    if first.is_some() {
        let found: Vec<_> = others.par_iter().map(solve).collect();
        for ((place, version), found) in solved.iter_mut().zip(others).zip(found) {
            *place = keep(version, found)?;
        }
    }
    let sampled: Vec<&Version<'_>> = others
        .iter()
        .zip(&solved)
        .filter(|(_, solved)| solved.is_none())
        .map(|(version, _)| version)
        .collect();
    let mut methods: Vec<Method> =
        first.iter().chain(solved.iter().flatten()).map(|found| found.method).collect();
    let mut sampled = sample(base, &sampled, options, watch).into_iter();
    let damage = |version: &Version<'_>| version.run.matchup.visit(Damage);
    let list = others.iter().zip(solved).filter_map(|(version, solved)| match (&first, solved) {
        (Some(first), Some(other)) => {
            let same = damage(base).filter(|name| damage(version).as_ref() == Some(name));
            Some(Difference::Exact(Comparison::exact(first, &other, same.as_deref())))
        }
        _ => sampled.next().map(Difference::Sampled),
    });
    let list: Vec<Difference> = list.collect();
    for version in std::iter::once(base).chain(others) {
        refuse_as(&version.name, version.run)?;
    }
    let seed = options.seed_of(base.run);
    let trials = options.trials_of(base.run);
    let sampled = list.iter().filter(|difference| matches!(difference, Difference::Sampled(_)));
    methods.extend(sampled.map(|_| Method::MonteCarlo { trials, seed }));
    Ok(Differences { list, methods, unsolved })
}

fn sample(
    base: &Version<'_>,
    others: &[&Version<'_>],
    options: PlayOptions,
    watch: &dyn Watch,
) -> Vec<simulator::Paired> {
    if others.is_empty() {
        return Vec::new();
    }
    let versions = || std::iter::once(base).chain(others.iter().copied());
    let rounds = versions().map(|version| version.run.rounds).min().unwrap_or(1);
    let trials = options.trials_of(base.run);
    watch.begin("trials");
    watch.expect(trials);
    let damage: Vec<_> = versions().map(|version| version.run.matchup.visit(Damage)).collect();
    let played: Vec<_> = versions()
        .zip(&damage)
        .map(|(version, damage)| simulator::Version {
            matchup: &version.run.matchup,
            damage: damage.as_deref(),
        })
        .collect();
    let advance = |trials| watch.advance(trials);
    let differences = simulator::compare(&played, rounds, trials, options.seed_of(base.run), &advance);
    watch.end();
    differences
}

/// Returns the name of the measure that counts as damage.
struct Damage;

impl Visit for Damage {
    type Out = Option<Text>;

    fn visit<G: Game>(self, game: &G) -> Option<Text> {
        let system = game.system();
        system.procedure(game.procedure()).damage.map(|index| system.measures[index].name.clone())
    }
}
