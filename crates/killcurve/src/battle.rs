//! `killcurve battle`: two sides of many units, fought to the end.

use report::{BattleReport, SideReport, UnitLine};
use results::Results;
use rules::fields::Named;
use scenario::{Army, BattleFile};

use crate::args::{self, Method};
use crate::commands::wrong;
use crate::output::{Failure, say};
use crate::play::{How, Progress, SEED, Sample, Weigh};
use crate::run::{leave, quoted, show, style, use_threads, width};

/// Trials of a battle where neither file nor command line say how many.
const TRIALS: u64 = 100_000;
/// What `auto` may spend on an exact answer: most battles have too many ends, and that should be found out at once.
const TRY: exact::Limits = exact::Limits { states: 60_000, paths: 1_000_000 };

/// Fights a battle.
pub fn battle(args: &args::Battle) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let file = scenario::load_battle(&args.file, &args.playing.set).map_err(wrong)?;
    let results = play(&file, args)?;
    let units = [0, 1].map(|side| file.sides[side].units.iter().map(|unit| unit.count).sum());
    let sums = [file.battle.sums(0), file.battle.sums(1)];
    let priced = file.sides.iter().all(|side| side.points().is_some());
    let results = battles::fought(&results, sums, units, priced);
    let path = quoted(&args.file.display().to_string());
    let report = BattleReport {
        command: format!("killcurve battle {path}{}", args.playing.words()),
        name: file.name,
        description: file.description,
        system_id: file.system.id,
        system_title: file.system.title,
        rounds: file.rounds,
        order: file.order.name(),
        sides: file.sides.map(side),
        notes: file.notes,
        hash: file.hash,
        version: env!("CARGO_PKG_VERSION"),
        input: file.text,
        results,
    };
    show(
        args.output.format,
        || report::battle_table(&report, width(), style()),
        || report::battle_json(&report),
        || report::battle_csv(&report),
    )?;
    leave(&args.output, args.playing.quiet, "battle", &report.name, || report::battle_files(&report))
}

fn side(army: Army) -> SideReport {
    let points = army.points();
    let unit = |unit: scenario::Listed| UnitLine { name: unit.name, count: unit.count, points: unit.points };
    SideReport {
        name: army.name,
        policy: army.policy.name(),
        units: army.units.into_iter().map(unit).collect(),
        points,
    }
}

fn play(file: &BattleFile, args: &args::Battle) -> Result<Results, Failure> {
    let how: How = args.playing.how();
    if how.method != Method::MonteCarlo {
        let limits = match (how.method, args.playing.max_paths) {
            (Method::Auto, None) => TRY,
            _ => how.limits,
        };
        match file.battle.visit(Weigh { rounds: file.rounds, limits }) {
            Ok(results) => return Ok(results),
            Err(unsolved) if how.method != Method::Auto => {
                let help = "try --method auto, fewer rounds or units, or a higher --max-paths";
                return Err(Failure::Run(format!("{unsolved}; {help}")));
            }
            Err(unsolved) if !args.playing.quiet => say(&format!("sampled, because it is {unsolved}")),
            Err(_) => {}
        }
    }
    let plan = simulator::Plan {
        rounds: file.rounds,
        trials: how.trials.or(file.trials).unwrap_or(TRIALS),
        seed: how.seed.or(file.seed).unwrap_or(SEED),
        first_batch: 0,
    };
    let progress = Progress::new(how.progress, "battles");
    let (results, _) = file.battle.visit(Sample { plan, precision: None, progress: &progress });
    progress.done();
    Ok(results)
}
