//! The tables of docs/src/how-prices-hold.md, measured.

use battles::{MixedSearch, Roster, balance_mixed};
use results::{Estimate, Prices};

use crate::rosters::{of_game, sample};
use crate::search;

/// The width of intervals that is asked for.
const PRECISION: f64 = 0.06;

const SAMPLES: [&str; 6] =
    ["space-infantry", "deadzone", "dust-warfare", "dust-warfare-six", "rules-crusade", "sythopian-wars"];
/// Rosters of games from files, of at least two units.
const GAMES: [&str; 7] =
    ["duellists", "hexes", "regiments", "risk", "space-infantry", "starfighters", "volley"];

/// The widest interval, as a share of its price to either side.
fn widest(prices: &Prices) -> f64 {
    let half = |price: Estimate| Some((price.high()? - price.low()?) / 2.0 / price.value);
    prices.units.iter().filter_map(|unit| half(unit.fair?)).fold(0.0, f64::max)
}

/// How far the check with another seed is from the price, at most.
fn residual(prices: &Prices) -> f64 {
    let off = prices.units.iter().filter_map(|unit| Some((unit.confirmed?.value - 1.0).abs()));
    off.fold(0.0, f64::max)
}

/// The root mean square of the logarithms of how much prices differ.
fn apart(one: &[Option<f64>], other: &[Option<f64>]) -> Option<f64> {
    let squares: Vec<f64> =
        one.iter().zip(other).filter_map(|(one, other)| Some((((*one)? / (*other)?).ln()).powi(2))).collect();
    (!squares.is_empty()).then(|| (squares.iter().sum::<f64>() / squares.len() as f64).sqrt())
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.0} %", 100.0 * share))
}

fn values(prices: &[Option<Estimate>]) -> Vec<Option<f64>> {
    prices.iter().map(|price| price.map(|price| price.value)).collect()
}

/// The most that the prices of others change when one unit is left out, beside a common factor.
fn without_one(roster: &Roster, fair: &[Option<f64>]) -> Option<f64> {
    let changes = (0..roster.units.len()).filter_map(|left_out| {
        let mut smaller = roster.clone();
        smaller.units[left_out].weight = 0.0;
        let prices = balance_mixed(&smaller, &search(1, PRECISION), &());
        let mut found: Vec<Option<f64>> =
            prices.units.iter().map(|unit| unit.fair.map(|fair| fair.value)).collect();
        let mut logs: Vec<f64> =
            found.iter().zip(fair).filter_map(|(found, fair)| Some(((*found)? / (*fair)?).ln())).collect();
        let middle = logs.iter().sum::<f64>() / logs.len().max(1) as f64;
        logs.clear();
        found.iter_mut().flatten().for_each(|found| *found /= middle.exp());
        apart(&found, fair)
    });
    changes.reduce(f64::max)
}

fn of_all(roster: &Roster) -> Prices {
    balance_mixed(roster, &MixedSearch { variants: true, ..search(1, PRECISION) }, &())
}

#[test]
#[ignore = "takes minutes: measures the tables of docs/src/how-prices-hold.md"]
fn tables() {
    let samples: Vec<(&str, Roster, Prices)> = SAMPLES
        .map(|name| {
            let roster = sample(name);
            let prices = of_all(&roster);
            (name, roster, prices)
        })
        .into();
    println!(
        "\n| roster | units priced | battles | widest ± | farthest off with another seed | from even, now | fair |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let row = |name: &str, prices: &Prices| {
        let field = prices.mixed.as_ref().expect("armies are mixed");
        let priced = prices.units.iter().filter(|unit| unit.fair.is_some()).count();
        println!(
            "| {name} | {priced} of {} | {} | {:.1} % | {:.1} % | {} | {:.2} |",
            prices.units.len(),
            prices.trials,
            100.0 * widest(prices),
            100.0 * residual(prices),
            field.uneven_now.map_or_else(|| "–".to_owned(), |now| format!("{now:.2}")),
            field.uneven
        );
    };
    samples.iter().for_each(|(name, _, prices)| row(name, prices));
    for name in GAMES {
        row(&format!("games/{name}"), &balance_mixed(&of_game(name), &search(1, PRECISION), &()));
    }
    println!("\n| roster | points | and synergy | and counters | and both |\n|---|--:|--:|--:|--:|");
    for (name, _, prices) in &samples {
        if let Some(explained) = prices.mixed.as_ref().and_then(|field| field.explained) {
            println!(
                "| {name} | {:.2} | {:.2} | {:.2} | {:.2} |",
                explained.points, explained.synergy, explained.counters, explained.both
            );
        }
    }
    println!("\n| roster | half the army | twice the army | other policies | one unit left out, at most |");
    println!("|---|--:|--:|--:|--:|");
    for (name, roster, prices) in &samples {
        let fair: Vec<Option<f64>> =
            prices.units.iter().map(|unit| unit.fair.map(|fair| fair.value)).collect();
        let field = prices.mixed.as_ref().expect("armies are mixed");
        let changes: Vec<Option<f64>> =
            field.variants.iter().map(|variant| apart(&values(&variant.fair), &fair)).collect();
        let policies = changes[2..].iter().map(|change| percent(*change)).collect::<Vec<_>>().join(", ");
        let without = percent(without_one(roster, &fair));
        println!("| {name} | {} | {} | {policies} | {without} |", percent(changes[0]), percent(changes[1]));
    }
}
