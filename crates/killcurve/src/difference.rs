//! How versions of an attack differ from a first one: exact where both are, else by trials that share their luck.

use rayon::prelude::*;
use results::{Comparison, Results};
use rules::{Game, Visit};
use scenario::Run;
use simulator::Played;

use crate::args::Method;
use crate::output::Failure;
use crate::play::{How, Progress, solve};

/// A version and its name.
pub struct Version<'a> {
    /// What it is called.
    pub name: String,
    /// What is played.
    pub run: &'a Run,
}

/// How versions differ from the first.
pub struct Differences {
    /// In the order of the versions.
    pub list: Vec<Comparison>,
    /// The first version that could not be solved exactly, and why.
    pub unsolved: Option<(String, exact::Unsolved)>,
}

/// Finds how each of the others differs from the base.
pub fn differences(base: &Version<'_>, others: &[Version<'_>], how: How) -> Result<Differences, Failure> {
    let mut unsolved = None;
    let mut keep = |version: &Version<'_>, solved: Result<Results, exact::Unsolved>| match solved {
        Ok(results) => Ok(Some(results)),
        Err(why) if how.method == Method::Exact => {
            Err(Failure::Run(format!("{}: {why}; try --method auto", scenario::printable(&version.name))))
        }
        Err(why) => {
            unsolved.get_or_insert((version.name.clone(), why));
            Ok(None)
        }
    };
    let solve = |version: &Version<'_>| solve(version.run, how);
    let mut solved: Vec<Option<Results>> = others.iter().map(|_| None).collect();
    let first = if how.method == Method::MonteCarlo { None } else { keep(base, solve(base))? };
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
    let mut sampled = sample(base, &sampled, how).into_iter();
    let damage = |version: &Version<'_>| version.run.matchup.visit(Damage);
    let list = others.iter().zip(solved).filter_map(|(version, solved)| match (&first, solved) {
        (Some(first), Some(other)) => {
            let same = damage(base).filter(|&name| damage(version) == Some(name));
            Some(Comparison::exact(first, &other, same))
        }
        _ => sampled.next(),
    });
    Ok(Differences { list: list.collect(), unsolved })
}

fn sample(base: &Version<'_>, others: &[&Version<'_>], how: How) -> Vec<Comparison> {
    if others.is_empty() {
        return Vec::new();
    }
    let versions = || std::iter::once(base).chain(others.iter().copied());
    let rounds = versions().map(|version| version.run.rounds).min().unwrap_or(1);
    let trials = how.trials_of(base.run);
    let progress = Progress::new(how.progress, "trials");
    progress.expect(trials);
    let played: Vec<Played<'_>> = versions()
        .map(|version| Played { matchup: &version.run.matchup, damage: version.run.matchup.visit(Damage) })
        .collect();
    let advance = |trials| progress.advance(trials);
    let differences = simulator::compare(&played, rounds, trials, how.seed_of(base.run), &advance);
    progress.done();
    differences
}

/// The measure that counts as damage.
struct Damage;

impl Visit for Damage {
    type Out = Option<&'static str>;

    fn visit<G: Game>(self, game: &G) -> Option<&'static str> {
        G::SYSTEM.procedure(game.procedure()).damage.map(|index| G::SYSTEM.measures[index].name)
    }
}
