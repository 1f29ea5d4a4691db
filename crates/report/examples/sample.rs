//! Writes the files of made-up reports and charts, to look at: `cargo run -p report --example sample -- FOLDER`.

use std::{env, error, fs, path::Path};

use report::{Bar, Heatmap, Report, Run, Scale, Source, Style, Tornado, heatmap, tornado};
use results::{
    Distribution, Error, Estimate, Event, InputKind, Method, Origin, Provenance, Results, Round, Step, Value,
};

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = env::args().nth(1).ok_or("name a folder")?;
    let variants = report(
        "Heavy Weapons against a Titan",
        &[],
        vec![
            run("base", Origin::Base, vec![], 0.46, Some(100_000)),
            run("with a Scorpio", Origin::Variant, text("attacker.resource", "scorpio"), 0.55, Some(100_000)),
            run(
                "in heavy cover behind the ruins of the old refinery",
                Origin::Variant,
                vec![],
                0.33,
                Some(100_000),
            ),
        ],
    );
    let mut cells = vec![run("base", Origin::Base, vec![], 0.4, None)];
    for pen in 0..4 {
        for dmg in 3..7 {
            let settings =
                vec![("attacker.pen".into(), Value::Whole(pen)), ("target.dmg".into(), Value::Whole(dmg))];
            let skill = (0.35 + 0.12 * pen as f64 - 0.04 * dmg as f64).max(0.02);
            cells.push(run(&format!("pen={pen}, dmg={dmg}"), Origin::Cell, settings, skill, None));
        }
    }
    let sweep = report("What penetration is worth", &["attacker.pen", "target.dmg"], cells);
    let crowd = (1..=12).map(|number| {
        let origin = if number == 1 { Origin::Base } else { Origin::Variant };
        run(&format!("variant number {number}"), origin, vec![], 0.015 * f64::from(number), Some(300))
    });
    let crowd = report("Many variants, few trials", &[], crowd.collect());
    let many = |field: &str, count| -> Vec<(String, Value)> {
        (0..count).map(|value| (field.to_owned(), Value::Whole(value))).collect()
    };
    let line = swept(&["attacker.pen"], &[many("attacker.pen", 9)], Some(2000));
    let weapons = ["scorpio", "mortar", "twin-linked autocannon", "long las", "flamer"];
    let weapons = weapons.map(|name| ("attacker.weapon".to_owned(), Value::Text(name.into()))).to_vec();
    let categories = swept(&["attacker.weapon"], &[weapons], Some(2000));
    let large =
        swept(&["attacker.pen", "target.dmg"], &[many("attacker.pen", 20), many("target.dmg", 20)], None);
    let huge =
        swept(&["attacker.pen", "target.dmg"], &[many("attacker.pen", 45), many("target.dmg", 60)], None);
    let three = swept(
        &["attacker.pen", "target.dmg", "attacker.ap"],
        &[many("attacker.pen", 5), many("target.dmg", 6), many("attacker.ap", 14)],
        None,
    );
    matrix(Path::new(&folder), &variants)?;
    for (name, report) in [
        ("variants", variants),
        ("sweep", sweep),
        ("crowd", crowd),
        ("line", line),
        ("categories", categories),
        ("large", large),
        ("huge", huge),
        ("three", three),
    ] {
        let folder = Path::new(&folder).join(name);
        fs::create_dir_all(&folder)?;
        for (file, content) in report::files(&report)? {
            fs::write(folder.join(file), content.bytes()?)?;
        }
        let table = report::table(&report, 100, Style { color: false, unicode: true });
        fs::write(folder.join("table.txt"), table)?;
    }
    Ok(())
}

/// A sweep over every combination of some settings.
fn swept(fields: &[&str], values: &[Vec<(String, Value)>], trials: Option<u64>) -> Report {
    let mut cells: Vec<Vec<(usize, (String, Value))>> = vec![Vec::new()];
    for values in values {
        cells = cells
            .iter()
            .flat_map(|cell| {
                values.iter().cloned().enumerate().map(|value| cell.iter().cloned().chain([value]).collect())
            })
            .collect();
    }
    let mut runs = vec![run("base", Origin::Base, vec![], 0.4, trials)];
    for cell in cells {
        let share = |index: usize| {
            cell.get(index).map_or(0.0, |(place, _)| *place as f64 / (values[index].len() - 1) as f64)
        };
        // Beyond two thirds of the first field nothing is gained.
        let skill = 0.1 + 0.75 * (1.5 * share(0)).min(1.0) - 0.5 * share(1) + 0.2 * share(2);
        let settings = cell.iter().map(|(_, setting)| setting.clone()).collect();
        runs.push(run("cell", Origin::Cell, settings, skill.clamp(0.0, 1.0), trials));
    }
    report("What a field is worth", fields, runs)
}

/// Charts that are made of no report.
fn matrix(folder: &Path, report: &Report) -> Result<(), Box<dyn error::Error>> {
    let source = Source::of(report);
    let attackers = ["Light Infantry", "Heavy Weapons", "Scorpio battery", "Commander on foot"];
    let targets = ["Titan", "Armoured transport", "Bikes", "Hovering gunship with escorts", "Bunker"];
    let value = |row: usize, column: usize| 0.13 * row as f64 + 0.17 * column as f64 - 0.55;
    let map = |title: &str, scale: Scale, value: &dyn Fn(usize, usize) -> f64| Heatmap {
        title: title.into(),
        subtitle: "Six attacks, each attacker against each target.".into(),
        rows: attackers.map(str::to_owned).to_vec(),
        columns: targets.map(str::to_owned).to_vec(),
        row_title: "attacker".into(),
        column_title: "target".into(),
        values: (0..4)
            .map(|row| {
                (0..5)
                    .map(|column| (row + column != 7).then(|| Estimate::exact(value(row, column))))
                    .collect()
            })
            .collect(),
        scale,
    };
    let bar = |label: &str, low: f64, high: f64| Bar {
        label: label.into(),
        low_label: "1".into(),
        high_label: "3".into(),
        low: estimate(low, Some(20_000)),
        high: estimate(high, Some(20_000)),
    };
    let charts = [
        heatmap(&source, "difference", &map("What the new rule changes", Scale::Diverging, &value))?,
        heatmap(&source, "matrix", &map("Who kills whom", Scale::Percent, &|r, c| 0.5 + 0.4 * value(r, c)))?,
        heatmap(
            &source,
            "numbers",
            &map("Attacks until the kill", Scale::Number, &|r, c| 9.0 - 3.0 * value(r, c)),
        )?,
        tornado(
            &source,
            "tornado",
            &Tornado {
                title: "What the kill hangs on".into(),
                subtitle: "Each field is lowered and raised by one.".into(),
                axis: "killed by the end of round 6".into(),
                base: estimate(0.52, Some(20_000)),
                percent: true,
                bars: vec![
                    bar("attacker.ap", 0.45, 0.61),
                    bar("target.dmg", 0.83, 0.21),
                    bar("attacker.pen", 0.30, 0.70),
                    bar("target.cover_behind_the_old_refinery", 0.56, 0.60),
                    bar("attacker.morale", 0.52, 0.52),
                ],
            },
        )?,
    ];
    fs::create_dir_all(folder)?;
    for chart in charts {
        fs::write(folder.join(format!("{}.png", chart.name)), picture::png(&chart.svg)?)?;
        fs::write(folder.join(format!("{}.svg", chart.name)), chart.svg)?;
    }
    Ok(())
}

fn report(scenario: &str, sweep: &[&str], runs: Vec<Run>) -> Report {
    Report {
        provenance: Provenance {
            kind: InputKind::Scenario,
            name: scenario.into(),
            description: Some("Three action points at long range, six attacks in sequence.".into()),
            notes: Vec::new(),
            system_id: "space-infantry".into(),
            system_title: "Space Infantry".into(),
            hash: "3f9ac27d51e08b64a2c7".into(),
            version: "0.1.0".into(),
            methods: runs.iter().map(|run| run.results.method).collect(),
            command: "killcurve run scenarios/titan.toml --seed 7 --trials 100000".into(),
            input:
                "system = \"space-infantry\"\nrounds = 6\n\n[attacker]\nname = \"Heavy Weapons\"\nap = 3\n"
                    .into(),
        },
        sweep: sweep.iter().map(ToString::to_string).collect(),
        runs,
        swept_variants: Vec::new(),
        not_swept: None,
        at_rounds: Vec::new(),
    }
}

fn text(field: &str, value: &str) -> Vec<(String, Value)> {
    vec![(field.into(), Value::Text(value.into()))]
}

/// A probability, sampled so many times.
fn estimate(value: f64, trials: Option<u64>) -> Estimate {
    let Some(trials) = trials else { return Estimate::exact(value) };
    let (n, z) = (trials as f64, 1.96);
    let standard = (value * (1.0 - value) / n).sqrt();
    let middle = (value + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (standard * standard + z * z / (4.0 * n * n)).sqrt();
    Estimate { value, error: Some(Error { low: middle - half, high: middle + half, standard }) }
}

/// Six attacks of three dice, each wounding with probability `skill`; three wounds kill.
fn run(label: &str, origin: Origin, settings: Vec<(String, Value)>, skill: f64, trials: Option<u64>) -> Run {
    let estimate = |value| estimate(value, trials);
    let miss = 1.0 - skill;
    let wounds =
        [miss.powi(3), 3.0 * skill * miss.powi(2), 3.0 * skill.powi(2) * miss, skill.powi(3)].map(estimate);
    let mut alive = [1.0, 0.0, 0.0];
    let rounds = (1..=6).map(|round| {
        let mut next = [0.0; 3];
        for (had, weight) in alive.iter().enumerate() {
            for (more, chance) in wounds.iter().enumerate().take(3 - had) {
                next[had + more] += weight * chance.value;
            }
        }
        alive = next;
        let kill = estimate(1.0 - alive.iter().sum::<f64>());
        let mean = 3.0 * skill;
        let error = kill.error.map(|_| Error { low: mean - 0.006, high: mean + 0.006, standard: 0.003 });
        let hits = [0.1, 0.25, 0.3, 0.2, 0.1, 0.04, 0.01].map(estimate).to_vec();
        Round {
            kill,
            measures: vec![
                Distribution {
                    name: "wounds".into(),
                    mean: Estimate { value: mean, error },
                    probabilities: wounds.to_vec(),
                },
                Distribution {
                    name: "success levels".into(),
                    mean: Estimate { value: 2.11, error },
                    probabilities: hits,
                },
            ],
            events: vec![
                Event { name: "weapon jammed".into(), probability: estimate(1.0 - 0.97_f64.powi(round)) },
                Event { name: "target fled".into(), probability: estimate(0.0) },
            ],
            funnel: [("draws", 3.0), ("success_levels", 2.11), ("hits", mean), ("damage", 1.8 * mean)]
                .map(|(name, mean)| Step {
                    name: name.into(),
                    mean: Estimate {
                        value: mean,
                        error: error.map(|_| Error { low: mean - 0.02, high: mean + 0.02, standard: 0.01 }),
                    },
                })
                .to_vec(),
        }
    });
    let rounds: Vec<Round> = rounds.collect();
    let exact = Method::Exact { states: 214, paths: 1770, truncated: 3.1e-16 };
    let method = trials.map_or(exact, |trials| Method::MonteCarlo { trials, seed: 7 });
    Run {
        label: label.into(),
        origin,
        settings,
        attacker: Some("Heavy Weapons".into()),
        attacker_points: Some(18.0),
        target: Some("Titan".into()),
        target_points: Some(60.0),
        results: Results::new(method, rounds),
    }
}
