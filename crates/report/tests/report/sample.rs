//! Reports made by hand.

use report::{Report, Run, SweptVariant};
use results::{
    Distribution, Error, Estimate, Event, InputKind, Method, Origin, Provenance, Results, Round, Step, Value,
};

/// What a name from a file may look like at its worst.
pub const NASTY: &str = "=cmd|'/c x'!A1 <script>alert(\"x\")</script>&amp;\u{1b}[31m\u{202e}txt\u{7}\n]]>-->\u{0}\u{ffff} 士 שלום";

pub const EXACT: Method = Method::Exact { states: 12, paths: 34, truncated: 0.0 };
pub const SAMPLED: Method = Method::MonteCarlo { trials: 10_000, seed: 7 };

/// A probability as the method gives it, with an interval of ± 0.01 where it is sampled.
pub fn probability(value: f64, method: Method) -> Estimate {
    let error = method.trials().map(|_| Error {
        low: (value - 0.01).max(0.0),
        high: (value + 0.01).min(1.0),
        standard: 0.005,
    });
    Estimate { value, error }
}

/// A run in which the target dies with the same probability in each round.
pub fn run(label: &str, origin: Origin, rounds: i32, kill: f64, method: Method) -> Run {
    let rounds = (1..=rounds).map(|round| Round {
        kill: probability(1.0 - (1.0 - kill).powi(round), method),
        measures: vec![Distribution {
            name: "wounds".into(),
            mean: Estimate { value: 0.75, error: probability(0.75, method).error },
            probabilities: [0.5, 0.25, 0.25].map(|value| probability(value, method)).to_vec(),
        }],
        events: vec![Event { name: "weapon jammed".into(), probability: probability(0.125, method) }],
        funnel: Vec::new(),
    });
    Run {
        label: label.to_owned(),
        origin,
        settings: Vec::new(),
        attacker: Some("Heavy Weapons".to_owned()),
        attacker_points: Some(18.0),
        target: Some("Titan".to_owned()),
        target_points: None,
        results: Results::new(method, rounds.collect()),
    }
}

/// The provenance of a Space Infantry file.
pub fn provenance(kind: InputKind, name: &str, methods: Vec<Method>, command: &str) -> Provenance {
    Provenance {
        kind,
        name: name.to_owned(),
        description: None,
        notes: Vec::new(),
        system_id: "space-infantry".to_owned(),
        system_title: "Space Infantry".to_owned(),
        hash: "0123456789abcdef0123".to_owned(),
        version: "9.8.7".to_owned(),
        methods,
        command: command.to_owned(),
        input: "system = \"space-infantry\"\n".to_owned(),
    }
}

/// Replaces every text from a file or the command line by the worst name.
pub fn nasty_provenance(provenance: Provenance) -> Provenance {
    let bad = || NASTY.to_owned();
    Provenance {
        name: bad(),
        description: Some(bad()),
        notes: vec![bad()],
        hash: bad(),
        command: bad(),
        input: bad(),
        ..provenance
    }
}

/// A report of these runs.
pub fn report(runs: Vec<Run>) -> Report {
    let methods = runs.iter().map(|run| run.results.method).collect();
    let (name, command) = ("Heavy Weapons against a Titan", "killcurve run titan.toml --seed 7");
    Report {
        provenance: provenance(InputKind::Scenario, name, methods, command),
        sweep: Vec::new(),
        runs,
        swept_variants: Vec::new(),
        not_swept: None,
        at_rounds: Vec::new(),
    }
}

/// One run alone.
pub fn single(rounds: i32, method: Method) -> Report {
    report(vec![run("base", Origin::Base, rounds, 0.5, method)])
}

/// The scenario and so many variants.
pub fn variants(count: usize) -> Report {
    let mut runs = vec![run("base", Origin::Base, 4, 0.5, SAMPLED)];
    for number in 1..=count {
        let mut variant = run(&format!("variant {number}"), Origin::Variant, 4, 0.25, SAMPLED);
        variant.settings = vec![("attacker.ap".to_owned(), Value::Whole(number as i64))];
        runs.push(variant);
    }
    report(runs)
}

/// A sweep over fields with so many values each.
pub fn sweep(fields: &[(&str, i64)]) -> Report {
    let mut cells: Vec<Vec<(String, Value)>> = vec![Vec::new()];
    for &(field, count) in fields {
        cells = cells
            .iter()
            .flat_map(|cell| {
                (0..count).map(move |value| {
                    let mut cell = cell.clone();
                    cell.push((field.to_owned(), Value::Whole(value)));
                    cell
                })
            })
            .collect();
    }
    let mut runs = vec![run("base", Origin::Base, 2, 0.5, EXACT)];
    for (index, settings) in cells.into_iter().enumerate() {
        let kill = 0.01 * index as f64;
        runs.push(Run { settings, ..run(&format!("cell {index}"), Origin::Cell, 2, kill, EXACT) });
    }
    Report { sweep: fields.iter().map(|(field, _)| (*field).to_owned()).collect(), ..report(runs) }
}

/// The same sweep with so many variants over its cells: the first twice as likely to kill in a round, the second three times.
pub fn with_variants(mut report: Report, count: usize) -> Report {
    let cells: Vec<Run> = report.runs.iter().filter(|run| run.origin == Origin::Cell).cloned().collect();
    let variant = |number: usize| {
        let cell = |cell: &Run| {
            let kill = (number + 1) as f64 * cell.results.rounds[0].kill.value;
            let label = format!("variant {number}: {}", cell.label);
            Run { settings: cell.settings.clone(), ..run(&label, Origin::Cell, 2, kill, EXACT) }
        };
        SweptVariant { name: format!("variant {number}"), runs: cells.iter().map(cell).collect() }
    };
    report.swept_variants = (1..=count).map(variant).collect();
    report
}

/// The same report with a funnel in every round: of 4 dice half hit, and a hit does 1.5 damage.
pub fn with_funnel(mut report: Report) -> Report {
    for run in &mut report.runs {
        let sampled = run.results.method.trials().is_some();
        let mean = |value: f64| Estimate {
            value,
            error: sampled.then_some(Error { low: value - 0.25, high: value + 0.25, standard: 0.125 }),
        };
        for round in &mut run.results.rounds {
            round.funnel = [("dice", 4.0), ("hits", 2.0), ("damage", 3.0)]
                .map(|(name, value)| Step { name: name.into(), mean: mean(value) })
                .to_vec();
        }
    }
    report
}

/// A report whose every name is as bad as names get.
pub fn nasty() -> Report {
    let bad = || NASTY.to_owned();
    let mut report = with_funnel(Report { sweep: vec![bad()], ..variants(2) });
    report.provenance = nasty_provenance(report.provenance);
    report.runs.push(run("cell", Origin::Cell, 4, 0.5, SAMPLED));
    let cells = vec![run("cell", Origin::Cell, 4, 0.5, SAMPLED)];
    report.swept_variants = vec![SweptVariant { name: bad(), runs: cells }];
    report.not_swept = Some(bad());
    for run in report.runs.iter_mut().chain(&mut report.swept_variants[0].runs) {
        run.label = bad();
        run.attacker = Some(bad());
        run.target = Some(bad());
        run.settings = vec![(bad(), Value::Text(bad()))];
        for round in &mut run.results.rounds {
            round.measures[0].name = NASTY.into();
            round.events[0].name = NASTY.into();
            for step in &mut round.funnel {
                step.name = NASTY.into();
            }
        }
    }
    report
}
