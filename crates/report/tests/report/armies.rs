//! A battle, prices and what steps are worth, made by hand.

use report::{BattleReport, PriceReport, SideReport, UnitLine, WorthReport};
use results::{
    BattleResults, BattleRound, Bond, Circle, Error, Estimate, Explained, FieldVariant, InputKind, Metagame,
    Method, MixedField, NoPrice, PriceAnchor, PriceVerdict, Priced, Prices, Provenance, Rounded, Rounding,
    SideResults, SituationPrices, Spread, StepWorth, Worth,
};

use crate::sample::{NASTY, nasty_provenance, probability, provenance};

/// A number that may be so far off.
pub fn about(value: f64, half: f64) -> Estimate {
    let error = Error { low: value - half, high: value + half, standard: half / 2.0 };
    Estimate { value, error: Some(error) }
}

/// Two units at 10 and 20 points against one at 30.
pub fn battle(method: Method) -> BattleReport {
    let share = |value| probability(value, method);
    let mean = |value| if method.trials().is_some() { about(value, 0.25) } else { Estimate::exact(value) };
    let spread = |values: &[f64], shares: &[f64]| Spread {
        mean: mean(values.iter().zip(shares).map(|(value, share)| value * share).sum()),
        values: values.to_vec(),
        probabilities: shares.iter().map(|&value| share(value)).collect(),
    };
    let unit = |name: &str, points| UnitLine { name: name.to_owned(), count: 1, points: Some(points) };
    let side = |name: &str, units: Vec<UnitLine>| SideReport {
        name: name.to_owned(),
        policy: "weakest",
        units,
        points: Some(30.0),
    };
    let round =
        |one, other, decided| BattleRound { strength: [share(one), share(other)], decided: share(decided) };
    BattleReport {
        provenance: Provenance {
            description: Some("Two against one.".to_owned()),
            ..provenance(InputKind::Battle, "The ford", vec![method], "killcurve battle ford.toml")
        },
        rounds: 2,
        order: "first",
        sides: [
            side("Red", vec![unit("Scouts", 10.0), unit("Mortar", 20.0)]),
            side("Blue", vec![unit("Walker", 30.0)]),
        ],
        notes: vec!["Scouts cannot attack Walker.".to_owned()],
        results: BattleResults {
            method,
            sides: [
                SideResults {
                    win: share(0.25),
                    earned: Some(share(0.375)),
                    survivors: spread(&[0.0, 1.0, 2.0], &[0.5, 0.25, 0.25]),
                    points_lost: Some(spread(&[0.0, 10.0, 20.0, 30.0], &[0.25, 0.125, 0.125, 0.5])),
                },
                SideResults {
                    win: share(0.625),
                    earned: Some(share(0.5)),
                    survivors: spread(&[0.0, 1.0], &[0.375, 0.625]),
                    points_lost: Some(spread(&[0.0, 30.0], &[0.625, 0.375])),
                },
            ],
            draw: share(0.125),
            both_gone: share(0.0625),
            rounds: vec![round(0.75, 0.875, 0.5), round(0.5, 0.625, 0.875)],
        },
    }
}

/// Three units: too cheap, given, and without a fair price.
pub fn prices() -> PriceReport {
    let unit = |now: f64, fixed, fair: Option<Estimate>, verdict| Priced {
        now: Some(now),
        fixed,
        square_law: fair.map(|fair| fair.value + 1.0 / 3.0),
        fair,
        reason: fair.is_none().then_some(NoPrice::HarmsNobody),
        verdict,
        confirmed: fair.map(|_| about(0.5, 0.01)),
        best: None,
        worst: None,
    };
    let mut units = vec![
        unit(30.0, true, Some(about(30.0, 1.0)), PriceVerdict::NotAsked),
        unit(10.0, false, Some(about(16.0, 0.5)), PriceVerdict::TooCheap),
        unit(25.0, false, None, PriceVerdict::CannotTell),
    ];
    units[1].best = Some((0, about(0.56, 0.01)));
    units[1].worst = Some((0, about(0.56, 0.01)));
    let (won, lost) = (Some(about(0.56, 0.01)), Some(about(0.44, 0.01)));
    PriceReport {
        provenance: provenance(
            InputKind::Roster,
            "Garrison",
            vec![Method::MonteCarlo { trials: 10_000, seed: 7 }],
            "killcurve balance garrison.toml",
        ),
        units: ["Walker", "Scouts", "Bunker"].map(str::to_owned).to_vec(),
        order: "at-once",
        policy: "weakest",
        rounds: 12,
        armies: "pure",
        army: Some(6),
        precision: 0.1,
        matters: None,
        notes: vec!["Bunker attacks nobody.".to_owned()],
        prices: Prices {
            units,
            situations: vec![SituationPrices {
                name: "in cover".to_owned(),
                fair: vec![Some(about(28.0, 1.0)), Some(about(18.0, 0.5)), None],
            }],
            scores: vec![vec![None, lost, None], vec![won, None, None], vec![None, None, None]],
            residual: 0.06,
            circles: vec![Circle { units: [0, 1, 2], scores: [0.6, 0.625, 0.75].map(|v| about(v, 0.01)) }],
            rounding: Some(Rounding {
                scale: 1.0,
                units: vec![
                    Some(Rounded { price: 30.0, off: 0.0, score: about(0.53, 0.01) }),
                    Some(Rounded { price: 15.0, off: -0.0625, score: about(0.515, 0.01) }),
                    None,
                ],
                uneven: None,
            }),
            metagame: Metagame {
                mix: vec![0.0, 1.0, 0.0],
                scores: [0.4, 0.5, 0.3].map(|value| Some(about(value, 0.01))).to_vec(),
                entry: vec![Some(56.0 / 3.0), None, None],
            },
            mixed: None,
            trials: 10_000,
            seed: 7,
            narrow: true,
        },
    }
}

/// The same in battles of mixed armies.
pub fn mixed_prices() -> PriceReport {
    let mut report = PriceReport { armies: "mixed", army: None, matters: Some(0.05), ..prices() };
    let prices = &mut report.prices;
    prices.units.iter_mut().for_each(|unit| unit.confirmed = unit.confirmed.map(|_| about(1.01, 0.02)));
    let map = |effect: f64| {
        vec![
            vec![None, Some(about(effect, 0.01)), None],
            vec![Some(about(-effect, 0.01)), None, None],
            vec![None, None, None],
        ]
    };
    let rounding = prices.rounding.as_mut().unwrap();
    (rounding.scale, rounding.uneven) = (0.98, Some(0.21));
    prices.mixed = Some(MixedField {
        army_points: 180.0,
        anchor: PriceAnchor::Given(vec![0]),
        draws: 0.02,
        uneven_now: Some(0.34),
        uneven: 0.2,
        explained: Some(Explained { points: 0.14, synergy: 0.31, counters: 0.53, both: 0.74 }),
        synergies: vec![Bond { units: [0, 1], effect: about(0.12, 0.01) }],
        counters: vec![Bond { units: [1, 0], effect: about(0.2, 0.01) }],
        beside: map(0.12),
        against: map(-0.2),
        variants: vec![
            FieldVariant {
                name: "half the army".to_owned(),
                fair: vec![Some(about(30.0, 1.0)), Some(about(20.0, 0.5)), None],
            },
            FieldVariant {
                name: "targets: random".to_owned(),
                fair: vec![Some(about(30.0, 1.0)), Some(about(16.2, 0.5)), None],
            },
        ],
        lists: Vec::new(),
    });
    report
}

/// Two numbers: one with both steps, one with a single step that has no price, and one that changes nothing for sure.
pub fn worth() -> WorthReport {
    let step = |field: &str, part: Option<&str>, to: i64, change| StepWorth {
        field: field.to_owned(),
        part: part.map(str::to_owned),
        from: 3,
        to,
        change,
    };
    WorthReport {
        provenance: provenance(
            InputKind::Roster,
            "Garrison",
            vec![Method::MonteCarlo { trials: 10_000, seed: 7 }],
            "killcurve worth garrison.toml Walker",
        ),
        unit: "Walker".to_owned(),
        worth: Worth {
            fair: about(30.0, 1.0),
            steps: vec![
                step("dmg", None, 4, Some(about(8.0, 0.5))),
                step("dmg", None, 2, Some(about(-6.0, 0.5))),
                step("weapons[0].pen", Some("Cannon"), 2, None),
                step("morale", None, 4, Some(about(0.25, 0.5))),
            ],
            trials: 10_000,
            seed: 7,
        },
    }
}

fn bad() -> String {
    NASTY.to_owned()
}

/// A battle whose every name is as bad as names get.
pub fn nasty_battle(method: Method) -> BattleReport {
    let mut battle = BattleReport { notes: vec![bad()], ..battle(method) };
    battle.provenance = nasty_provenance(battle.provenance);
    for side in &mut battle.sides {
        side.name = bad();
        side.units.iter_mut().for_each(|unit| unit.name = bad());
    }
    battle
}

/// The same of prices.
pub fn nasty_prices() -> PriceReport {
    let mut prices = PriceReport { units: vec![bad(); 3], notes: vec![bad()], ..prices() };
    prices.provenance = nasty_provenance(prices.provenance);
    prices.prices.situations[0].name = bad();
    prices
}

/// The same of what steps are worth.
pub fn nasty_worth() -> WorthReport {
    let mut worth = WorthReport { unit: bad(), ..worth() };
    worth.provenance = nasty_provenance(worth.provenance);
    for step in &mut worth.worth.steps {
        step.part = Some(bad());
        step.field += NASTY;
    }
    worth
}
