//! Writes the files of a made-up battle, of prices and of what steps are worth, to look at:
//! `cargo run -p report --example balance -- FOLDER`.

use std::{env, error, fs, path::Path};

use report::{BattleReport, PriceReport, SideReport, Style, UnitLine, WorthReport};
use results::{
    BattleResults, BattleRound, Circle, Error, Estimate, InputKind, Metagame, Method, NoPrice, PriceVerdict,
    Priced, Prices, Provenance, Rounded, Rounding, SideResults, SituationPrices, Spread, StepWorth, Worth,
};

const TRIALS: u64 = 10_000;
const SAMPLED: Method = Method::MonteCarlo { trials: TRIALS, seed: 7 };
const STYLE: Style = Style { color: false, unicode: true };

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = env::args().nth(1).ok_or("name a folder")?;
    let folder = Path::new(&folder);
    let (sampled, exact) = (battle(true), battle(false));
    let (prices, worth) = (prices(), worth());
    for (name, files, table) in [
        ("battle", report::battle_files(&sampled)?, report::battle_table(&sampled, 100, STYLE)),
        ("exact", report::battle_files(&exact)?, report::battle_table(&exact, 100, STYLE)),
        ("balance", report::price_files(&prices)?, report::price_table(&prices, 100, STYLE)),
        ("worth", report::worth_files(&worth)?, report::worth_table(&worth, 100, STYLE)),
    ] {
        let folder = folder.join(name);
        fs::create_dir_all(&folder)?;
        for (file, bytes) in files {
            fs::write(folder.join(file), bytes)?;
        }
        fs::write(folder.join("table.txt"), table)?;
    }
    Ok(())
}

/// A probability, sampled or exact.
fn share(value: f64, sampled: bool) -> Estimate {
    let (n, z) = (TRIALS as f64, 1.96);
    let standard = (value * (1.0 - value) / n).sqrt();
    let middle = (value + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (standard * standard + z * z / (4.0 * n * n)).sqrt();
    Estimate { value, error: sampled.then_some(Error { low: middle - half, high: middle + half, standard }) }
}

/// A number that may be so far off.
fn about(value: f64, half: f64) -> Estimate {
    let error = Error { low: value - half, high: value + half, standard: half / 1.96 };
    Estimate { value, error: Some(error) }
}

/// How many of `count` units are left if each lives with this probability.
fn left(count: u32, alive: f64) -> Vec<f64> {
    let mut shares = vec![1.0];
    for _ in 0..count {
        let mut next = vec![0.0; shares.len() + 1];
        for (left, share) in shares.iter().enumerate() {
            next[left] += share * (1.0 - alive);
            next[left + 1] += share * alive;
        }
        shares = next;
    }
    shares
}

fn spread(shares: &[f64], value: impl Fn(usize) -> f64, sampled: bool) -> Spread {
    let mut pairs: Vec<(f64, f64)> =
        shares.iter().enumerate().map(|(index, share)| (value(index), *share)).collect();
    pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mean: f64 = pairs.iter().map(|(value, share)| value * share).sum();
    Spread {
        mean: if sampled { about(mean, 0.02 * mean) } else { Estimate::exact(mean) },
        values: pairs.iter().map(|(value, _)| *value).collect(),
        probabilities: pairs.iter().map(|(_, probability)| share(*probability, sampled)).collect(),
    }
}

fn battle(sampled: bool) -> BattleReport {
    let side = |name: &str, policy, units: &[(&str, u32, f64)]| SideReport {
        name: name.into(),
        policy,
        units: units
            .iter()
            .map(|&(name, count, points)| UnitLine {
                name: name.into(),
                count,
                points: sampled.then_some(points),
            })
            .collect(),
        points: sampled.then(|| units.iter().map(|(_, count, points)| f64::from(*count) * points).sum()),
    };
    let results = |win: f64, count: u32, alive: f64, each: f64, earned: f64| SideResults {
        win: share(win, sampled),
        earned: sampled.then(|| share(earned, sampled)),
        survivors: spread(&left(count, alive), |left| left as f64, sampled),
        points_lost: sampled
            .then(|| spread(&left(count, alive), |left| each * (count as usize - left) as f64, sampled)),
    };
    let exact = Method::Exact { states: 18_214, paths: 240_911, truncated: 0.0 };
    BattleReport {
        provenance: provenance(
            InputKind::Battle,
            "The ford at Hollow Creek",
            "Six riflemen and a mortar hold the ford against two walkers.",
            if sampled { SAMPLED } else { exact },
            "killcurve battle scenarios/battles/ford.toml --trials 10000 --seed 7",
        ),
        rounds: 8,
        order: "at-once",
        sides: [
            side("Red", "weakest", &[("Riflemen", 6, 12.0), ("Mortar", 1, 30.0)]),
            side("Blue", "strongest", &[("Walker", 2, 50.0)]),
        ],
        notes: vec!["Riflemen cannot attack Walker: its armour is too heavy.".into()],
        results: BattleResults {
            method: if sampled { SAMPLED } else { exact },
            sides: [results(0.612, 7, 0.4, 102.0 / 7.0, 0.588), results(0.33, 2, 0.35, 50.0, 0.41)],
            draw: share(0.058, sampled),
            both_gone: share(0.012, sampled),
            rounds: (1..=8)
                .map(|round| BattleRound {
                    strength: [share(0.4 + 0.6 * 0.7_f64.powi(round), sampled), {
                        share(0.35 + 0.65 * 0.6_f64.powi(round), sampled)
                    }],
                    decided: share(0.942 * (1.0 - 0.65_f64.powi(round)), sampled),
                })
                .collect(),
        },
    }
}

fn prices() -> PriceReport {
    let units = ["Riflemen", "Heavy Weapons", "Mortar", "Scorpio battery", "Walker", "Titan", "Commander"];
    let now = [12.0, 18.0, 30.0, 45.0, 50.0, 120.0, 25.0];
    let fair = [11.2, 24.6, 30.4, 41.0, 61.3, 118.0, f64::NAN];
    let half = [0.4, 0.9, 1.1, 5.2, 2.1, 3.9, 0.0];
    let verdicts = [
        PriceVerdict::TooDear,
        PriceVerdict::TooCheap,
        PriceVerdict::Fair,
        PriceVerdict::CannotTell,
        PriceVerdict::TooCheap,
        PriceVerdict::NotAsked,
        PriceVerdict::CannotTell,
    ];
    let score = |one: usize, other: usize| {
        let wave = ((one * 5 + 3) as f64 - (other * 5 + 3) as f64) * 0.7;
        share(0.5 + 0.16 * wave.sin(), true)
    };
    let fought = |one: usize, other: usize| (one != other && one.max(other) < 6).then(|| score(one, other));
    let priced = |unit: usize| {
        let known = !fair[unit].is_nan();
        Priced {
            now: Some(now[unit]),
            fixed: unit == 5,
            square_law: known.then(|| fair[unit] * 1.037),
            fair: known.then(|| about(fair[unit], half[unit])),
            reason: (!known).then_some(NoPrice::HarmsNobody),
            verdict: verdicts[unit],
            confirmed: known.then(|| share(0.5 + 0.003 * unit as f64, true)),
            best: known.then(|| ((unit + 1) % 6, score(unit, (unit + 1) % 6))),
            worst: known.then(|| ((unit + 4) % 6, score(unit, (unit + 4) % 6))),
        }
    };
    let alone = |name: &str, by: f64| SituationPrices {
        name: name.into(),
        fair: (0..7)
            .map(|unit| {
                let factor = if unit % 2 == 0 { by } else { 1.0 / by };
                (!fair[unit].is_nan()).then(|| about(fair[unit] * factor, half[unit] * 1.4))
            })
            .collect(),
    };
    PriceReport {
        provenance: provenance(
            InputKind::Roster,
            "Frontier garrison",
            "Seven units that may be bought for the campaign.",
            SAMPLED,
            "killcurve balance scenarios/rosters/garrison.toml --round 5 --seed 7",
        ),
        units: units.map(str::to_owned).to_vec(),
        order: "at-once",
        policy: "weakest",
        rounds: 12,
        armies: "pure",
        army: Some(6),
        precision: 0.1,
        matters: None,
        notes: vec!["Commander attacks nobody: it has no weapon.".into()],
        prices: Prices {
            units: (0..7).map(priced).collect(),
            situations: vec![alone("open ground", 1.12), alone("in cover", 0.9), alone("at night", 1.02)],
            scores: (0..7).map(|one| (0..7).map(|other| fought(one, other)).collect()).collect(),
            residual: 0.083,
            circles: vec![Circle {
                units: [0, 3, 4],
                scores: [share(0.64, true), share(0.61, true), share(0.58, true)],
            }],
            rounding: Some(Rounding {
                scale: 1.0,
                units: (0..7)
                    .map(|unit| {
                        let price = (fair[unit] / 5.0).round() * 5.0;
                        let score = share(0.46 + 0.012 * unit as f64, true);
                        (!fair[unit].is_nan()).then(|| Rounded {
                            price,
                            off: price / fair[unit] - 1.0,
                            score,
                        })
                    })
                    .collect(),
                uneven: None,
            }),
            metagame: Metagame {
                mix: vec![0.0, 0.62, 0.0, 0.0, 0.375, 0.005, 0.0],
                scores: [0.41, 0.5, 0.47, 0.39, 0.5, 0.5, 0.0].map(|value| Some(share(value, true))).to_vec(),
                entry: vec![Some(9.87), None, Some(28.06), Some(37.4), None, None, None],
            },
            mixed: None,
            trials: TRIALS,
            seed: 7,
            narrow: false,
        },
    }
}

fn worth() -> WorthReport {
    let step = |field: &str, part: Option<&str>, from: i64, to: i64, change: Option<Estimate>| StepWorth {
        field: field.into(),
        part: part.map(str::to_owned),
        from,
        to,
        change,
    };
    WorthReport {
        provenance: provenance(
            InputKind::Roster,
            "Frontier garrison",
            "Seven units that may be bought for the campaign.",
            SAMPLED,
            "killcurve worth scenarios/rosters/garrison.toml Walker --seed 7",
        ),
        unit: "Walker".into(),
        worth: Worth {
            fair: about(61.3, 2.1),
            steps: vec![
                step("dmg", None, 3, 4, Some(about(14.2, 1.9))),
                step("dmg", None, 3, 2, Some(about(-12.6, 1.7))),
                step("weapons[0].ap", Some("Autocannon"), 3, 4, Some(about(9.3, 1.6))),
                step("weapons[0].ap", Some("Autocannon"), 3, 2, Some(about(-8.8, 1.4))),
                step("weapons[0].pen", Some("Autocannon"), 1, 2, Some(about(6.1, 1.5))),
                step("weapons[0].pen", Some("Autocannon"), 1, 0, None),
                step("sp", None, 2, 3, Some(about(3.9, 1.3))),
                step("sp", None, 2, 1, Some(about(2.2, 1.3))),
                step("morale", None, 6, 7, Some(about(0.4, 1.2))),
                step("morale", None, 6, 5, Some(about(-0.7, 1.2))),
            ],
            trials: TRIALS,
            seed: 7,
        },
    }
}

fn provenance(kind: InputKind, name: &str, description: &str, method: Method, command: &str) -> Provenance {
    Provenance {
        kind,
        name: name.into(),
        description: Some(description.into()),
        notes: Vec::new(),
        system_id: "space-infantry".into(),
        system_title: "Space Infantry".into(),
        hash: "3f9ac27d51e08b64a2c7".into(),
        version: "0.1.0".into(),
        methods: vec![method],
        command: command.into(),
        input: "system = \"space-infantry\"\n".into(),
    }
}
