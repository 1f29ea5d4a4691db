//! `killcurve compare`: versions of an attack held against the first.

use std::fmt::Write as _;
use std::io::IsTerminal;

use report::Compared;
use results::{Comparison, Results};
use rules::{Game, Visit};
use scenario::{Origin, Run};
use simulator::Played;

use crate::args::{Compare, CompareMethod, Format};
use crate::commands::load;
use crate::output::{Failure, print, say};
use crate::play::{Progress, SEED, Solve, TRIALS};
use crate::run::{quoted, report_failed, style, use_threads, width};

/// A version and its name.
struct Version {
    name: String,
    run: Run,
}

/// Compares the bases of several files, or the variants of one with its base.
pub fn compare(args: &Compare) -> Result<(), Failure> {
    use_threads(args.threads)?;
    let mut versions = Vec::new();
    let mut hashes = Vec::new();
    for file in &args.files {
        let scenario = load(file, &args.set)?;
        hashes.push(scenario.hash);
        if args.files.len() == 1 {
            let compared = scenario.runs.into_iter().filter(|run| run.origin != Origin::Cell);
            versions.extend(compared.map(|run| Version { name: run.label.clone(), run }));
        } else {
            versions.extend(
                scenario.runs.into_iter().take(1).map(|run| Version { name: scenario.name.clone(), run }),
            );
        }
    }
    let [base, others @ ..] = &versions[..] else {
        return Err(Failure::Input("error: nothing to compare".to_owned()));
    };
    if others.is_empty() {
        let words = "there is nothing to compare with: add a [[variant]] to the file, or name a second file";
        return Err(Failure::Input(format!("error: {words}")));
    }
    let damage = |version: &Version| version.run.matchup.visit(Damage);
    let rounds = versions.iter().map(|version| version.run.rounds).min().unwrap_or(1);
    let solved = if args.method == CompareMethod::MonteCarlo { None } else { solve(args, &versions)? };
    let seed = args.seed.or(base.run.seed).unwrap_or(SEED);
    let differences: Vec<Comparison> = if let Some(solved) = &solved {
        let same = |version: &Version| damage(base).filter(|&name| damage(version) == Some(name));
        let pairs = others.iter().zip(&solved[1..]);
        pairs.map(|(version, results)| Comparison::exact(&solved[0], results, same(version))).collect()
    } else {
        let trials = args.trials.or(base.run.trials).unwrap_or(TRIALS);
        let progress = Progress::new(!args.quiet && std::io::stderr().is_terminal());
        progress.expect(trials);
        let played: Vec<Played<'_>> = versions
            .iter()
            .map(|version| Played { matchup: &version.run.matchup, damage: damage(version) })
            .collect();
        let differences =
            simulator::compare(&played, rounds, trials, seed, &|trials| progress.advance(trials));
        progress.done();
        differences
    };
    let compared = Compared {
        base: base.name.clone(),
        others: others.iter().map(|version| version.name.clone()).zip(differences).collect(),
        matters: args.matters,
        seed: solved.is_none().then_some(seed),
        hash: hashes.join(" "),
        version: env!("CARGO_PKG_VERSION"),
        command: command(args),
    };
    match args.format {
        Format::Table => print(&report::comparison_table(&compared, width(), style())),
        Format::Json => print(&report::comparison_json(&compared)),
        Format::Csv => print(&report::comparison_csv(&compared).map_err(report_failed)?),
    }
}

/// All versions solved exactly, or `None` where one is too large and sampling is allowed.
fn solve(args: &Compare, versions: &[Version]) -> Result<Option<Vec<Results>>, Failure> {
    let mut solved = Vec::new();
    for Version { name, run } in versions {
        match run.matchup.visit(Solve { rounds: run.rounds, limits: exact::Limits::default() }) {
            Ok(results) => solved.push(results),
            Err(unsolved) if args.method == CompareMethod::Exact => {
                return Err(Failure::Run(format!("{name}: {unsolved}; try --method auto")));
            }
            Err(unsolved) => {
                if !args.quiet {
                    say(&format!("{}: sampled, because it is {unsolved}", scenario::printable(name)));
                }
                return Ok(None);
            }
        }
    }
    Ok(Some(solved))
}

/// The measure that counts as damage.
struct Damage;

impl Visit for Damage {
    type Out = Option<&'static str>;

    fn visit<G: Game>(self, game: &G) -> Option<&'static str> {
        let procedure = G::SYSTEM.procedures.iter().find(|known| known.name.name == game.procedure())?;
        procedure.damage.map(|index| G::SYSTEM.measures[index].name)
    }
}

/// The command that makes this comparison again.
fn command(args: &Compare) -> String {
    let mut command = "killcurve compare".to_owned();
    for file in &args.files {
        let _ = write!(command, " {}", quoted(&file.display().to_string()));
    }
    match args.method {
        CompareMethod::Auto => {}
        CompareMethod::Exact => command += " --method exact",
        CompareMethod::MonteCarlo => command += " --method monte-carlo",
    }
    let _ = write!(command, " --matters {}", args.matters);
    if let Some(trials) = args.trials {
        let _ = write!(command, " --trials {trials}");
    }
    if let Some(seed) = args.seed {
        let _ = write!(command, " --seed {seed}");
    }
    for set in &args.set {
        let _ = write!(command, " --set {}", quoted(set));
    }
    command
}
