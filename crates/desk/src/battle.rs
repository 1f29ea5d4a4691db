//! Plays a battle between two sides of many units.

use chance::fields::Named;
use chance::game::Visitable;
use report::{BattleReport, SideReport, UnitLine};
use results::{InputKind, Results};
use scenario::{BattleFile, BattleSide, UnitCount};

use crate::engine::{Method, PlayOptions, SEED, Sample, SolveWithin};
use crate::failure::Failure;
use crate::fault::refuse_battle;
use crate::provenance::provenance;
use crate::watch::Watch;

/// Trials of a battle, unless the file or the request says otherwise.
const TRIALS: u64 = 100_000;
/// The exact limits of `auto`. Most battles have too many outcomes, and these limits show that within a moment.
const AUTO_LIMITS: exact::Limits = exact::Limits { states: 60_000, paths: 1_000_000 };

impl PlayOptions {
    /// Returns the options of a method for a battle.
    pub fn for_battle(method: Method, max_paths: Option<u64>) -> Self {
        let options = Self::new(method, max_paths);
        match (method, max_paths) {
            (Method::Auto, None) => Self { limits: AUTO_LIMITS, ..options },
            _ => options,
        }
    }
}

/// Plays a battle.
pub fn battle(
    file: BattleFile,
    options: PlayOptions,
    command: String,
    watch: &dyn Watch,
) -> Result<BattleReport, Failure> {
    let results = play(&file, options, watch)?;
    refuse_battle(&file.battle)?;
    let units = [0, 1].map(|side| file.sides[side].units.iter().map(|unit| unit.count).sum());
    let sums = [file.battle.sums(0), file.battle.sums(1)];
    let priced = file.sides.iter().all(|side| side.points().is_some());
    let results = battles::battle_results(&results, sums, units, priced);
    Ok(BattleReport {
        provenance: provenance(InputKind::Battle, &file.header, [results.method], command),
        rounds: file.rounds,
        order: file.order.name(),
        sides: file.sides.map(side),
        notes: file.notes,
        results,
    })
}

fn side(side: BattleSide) -> SideReport {
    let points = side.points();
    let unit = |unit: UnitCount| UnitLine { name: unit.name, count: unit.count, points: unit.points };
    SideReport {
        name: side.name,
        policy: side.policy.name(),
        units: side.units.into_iter().map(unit).collect(),
        points,
    }
}

fn play(file: &BattleFile, options: PlayOptions, watch: &dyn Watch) -> Result<Results, Failure> {
    if options.method != Method::MonteCarlo {
        match file.battle.visit(SolveWithin { rounds: file.rounds, limits: options.limits }) {
            Ok(results) => return Ok(results),
            Err(unsolved) if options.method != Method::Auto => {
                let help = "try --method auto, fewer rounds or units, or a higher --max-paths";
                return Err(Failure::Run(format!("{unsolved}; {help}")));
            }
            Err(unsolved) => watch.remark(&format!("sampled, because it is {unsolved}")),
        }
    }
    let plan = simulator::Plan {
        rounds: file.rounds,
        trials: options.trials.or(file.trials).unwrap_or(TRIALS),
        seed: options.seed.or(file.seed).unwrap_or(SEED),
        first_batch: 0,
    };
    watch.begin("battles");
    let (results, _) = file.battle.visit(Sample { plan, precision: None, watch });
    watch.end();
    Ok(results)
}
