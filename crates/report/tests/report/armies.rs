//! A battle, prices and what steps are worth, made by hand.

use report::{BattleReport, PriceReport, SideReport, UnitLine, WorthReport};
use results::{
    BattleResults, BattleRound, Circle, Error, Estimate, Metagame, Method, PriceVerdict, Priced, Prices,
    Rounded, SideResults, SituationPrices, Spread, StepWorth, Worth,
};

use crate::sample::{NASTY, probability};

const HASH: &str = "0123456789abcdef0123";

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
        name: "The ford".to_owned(),
        description: Some("Two against one.".to_owned()),
        system_id: "space-infantry",
        system_title: "Space Infantry",
        rounds: 2,
        order: "first",
        sides: [
            side("Red", vec![unit("Scouts", 10.0), unit("Mortar", 20.0)]),
            side("Blue", vec![unit("Walker", 30.0)]),
        ],
        notes: vec!["Scouts cannot attack Walker.".to_owned()],
        hash: HASH.to_owned(),
        version: "9.8.7",
        command: "killcurve battle ford.toml".to_owned(),
        input: "system = \"space-infantry\"\n".to_owned(),
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
        name: "Garrison".to_owned(),
        description: None,
        system_id: "space-infantry",
        system_title: "Space Infantry",
        units: ["Walker", "Scouts", "Bunker"].map(str::to_owned).to_vec(),
        order: "at-once",
        policy: "weakest",
        rounds: 12,
        army: 6,
        precision: 0.05,
        notes: vec!["Bunker attacks nobody.".to_owned()],
        hash: HASH.to_owned(),
        version: "9.8.7",
        command: "killcurve balance garrison.toml".to_owned(),
        input: "system = \"space-infantry\"\n".to_owned(),
        prices: Prices {
            units,
            situations: vec![SituationPrices {
                name: "in cover".to_owned(),
                fair: vec![Some(about(28.0, 1.0)), Some(about(18.0, 0.5)), None],
            }],
            scores: vec![vec![None, lost, None], vec![won, None, None], vec![None, None, None]],
            residual: 0.06,
            circles: vec![Circle { units: [0, 1, 2], scores: [0.6, 0.625, 0.75].map(|v| about(v, 0.01)) }],
            rounding: Some(
                [30.0, 15.0, 25.0]
                    .map(|price| Rounded { price, score: about(0.5 + price / 1000.0, 0.01) })
                    .to_vec(),
            ),
            metagame: Metagame {
                mix: vec![0.0, 1.0, 0.0],
                scores: [0.4, 0.5, 0.3].map(|value| about(value, 0.01)).to_vec(),
                entry: vec![Some(56.0 / 3.0), None, None],
            },
            trials: 10_000,
            seed: 7,
            narrow: true,
        },
    }
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
        name: "Garrison".to_owned(),
        unit: "Walker".to_owned(),
        system_id: "space-infantry",
        system_title: "Space Infantry",
        hash: HASH.to_owned(),
        version: "9.8.7",
        command: "killcurve worth garrison.toml Walker".to_owned(),
        input: "system = \"space-infantry\"\n".to_owned(),
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
    let mut battle = BattleReport {
        name: bad(),
        description: Some(bad()),
        notes: vec![bad()],
        hash: bad(),
        command: bad(),
        input: bad(),
        ..battle(method)
    };
    for side in &mut battle.sides {
        side.name = bad();
        side.units.iter_mut().for_each(|unit| unit.name = bad());
    }
    battle
}

/// The same of prices.
pub fn nasty_prices() -> PriceReport {
    let mut prices = PriceReport {
        name: bad(),
        description: Some(bad()),
        units: vec![bad(); 3],
        notes: vec![bad()],
        hash: bad(),
        command: bad(),
        input: bad(),
        ..prices()
    };
    prices.prices.situations[0].name = bad();
    prices
}

/// The same of what steps are worth.
pub fn nasty_worth() -> WorthReport {
    let mut worth =
        WorthReport { name: bad(), unit: bad(), hash: bad(), command: bad(), input: bad(), ..worth() };
    for step in &mut worth.worth.steps {
        step.part = Some(bad());
        step.field += NASTY;
    }
    worth
}
