//! `killcurve battle`: plays a battle between two sides of many units.

use chance::fields::Named;
use chance::game::Visitable;
use report::{BattleReport, SideReport, UnitLine};
use results::{InputKind, Results};
use scenario::{BattleFile, BattleSide};

use crate::answer;
use crate::args::{self, Method};
use crate::command_line::quoted_path;
use crate::engine::{PlayOptions, SEED, Sample, SolveWithin, use_threads};
use crate::fault::refuse;
use crate::load::{expect_kind, invalid};
use crate::output::{Failure, say, style, width};
use crate::progress::Progress;
use crate::provenance::provenance;

/// Trials of a battle, unless the file or the command line says otherwise.
const TRIALS: u64 = 100_000;
/// The exact limits of `auto`. Most battles have too many outcomes, and these limits show that within a moment.
const AUTO_LIMITS: exact::Limits = exact::Limits { states: 60_000, paths: 1_000_000 };

/// Plays a battle.
pub fn battle(args: &args::Battle) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    expect_kind(&args.file, InputKind::Battle)?;
    let file = scenario::load_battle(&args.file, &args.playing.set).map_err(invalid)?;
    let results = play(&file, args)?;
    refuse("battle", &file.battle)?;
    let units = [0, 1].map(|side| file.sides[side].units.iter().map(|unit| unit.count).sum());
    let sums = [file.battle.sums(0), file.battle.sums(1)];
    let priced = file.sides.iter().all(|side| side.points().is_some());
    let results = battles::battle_results(&results, sums, units, priced);
    let path = quoted_path(&args.file);
    let command = format!("killcurve battle {path}{}", args.playing.as_typed());
    let report = BattleReport {
        provenance: provenance(InputKind::Battle, &file.header, [results.method], command),
        rounds: file.rounds,
        order: file.order.name(),
        sides: file.sides.map(side),
        notes: file.notes,
        results,
    };
    answer::show(
        args.output.format,
        || report::battle_table(&report, width(), style()),
        || report::battle_json(&report),
        || report::battle_csv(&report),
    )?;
    answer::write(
        &args.output,
        args.playing.quiet,
        ("battle", &report.provenance.name, &args.playing.set),
        || report::battle_files(&report),
    )
}

fn side(side: BattleSide) -> SideReport {
    let points = side.points();
    let unit =
        |unit: scenario::UnitCount| UnitLine { name: unit.name, count: unit.count, points: unit.points };
    SideReport {
        name: side.name,
        policy: side.policy.name(),
        units: side.units.into_iter().map(unit).collect(),
        points,
    }
}

fn play(file: &BattleFile, args: &args::Battle) -> Result<Results, Failure> {
    let options = PlayOptions::from(&args.playing);
    if options.method != Method::MonteCarlo {
        let limits = match (options.method, args.playing.max_paths) {
            (Method::Auto, None) => AUTO_LIMITS,
            _ => options.limits,
        };
        match file.battle.visit(SolveWithin { rounds: file.rounds, limits }) {
            Ok(results) => return Ok(results),
            Err(unsolved) if options.method != Method::Auto => {
                let help = "try --method auto, fewer rounds or units, or a higher --max-paths";
                return Err(Failure::Run(format!("{unsolved}; {help}")));
            }
            Err(unsolved) if !args.playing.quiet => say(&format!("sampled, because it is {unsolved}")),
            Err(_) => {}
        }
    }
    let plan = simulator::Plan {
        rounds: file.rounds,
        trials: options.trials.or(file.trials).unwrap_or(TRIALS),
        seed: options.seed.or(file.seed).unwrap_or(SEED),
        first_batch: 0,
    };
    let progress = Progress::new(options.progress, "battles");
    let (results, _) = file.battle.visit(Sample { plan, precision: None, progress: &progress });
    progress.done();
    Ok(results)
}
