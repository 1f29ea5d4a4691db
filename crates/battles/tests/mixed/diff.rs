//! Two versions of a roster: what did not change is not said to have.
//!
//! `KILLCURVE_COVERAGE_RUNS=100 cargo test -p battles --test mixed diff -- --nocapture` compares with 100 seeds.

use battles::{MixedSearch, Roster, Versions, price_changes};
use results::{PriceChanges, UnitChange};

use crate::{Silent, roster, search};

/// Shooters, each unlike the others.
const SHOOTERS: &str = "system = \"space-infantry\"\nprocedure = \"standard\"
[a]\npoints = 10\nap = 3\nfire_skill = 4\nhp = 4
[b]\npoints = 10\nap = 3\nfire_skill = 4\nhp = 6
[c]\npoints = 10\nap = 3\nfire_skill = 3\nhp = 4
[d]\npoints = 10\nap = 2\nfire_skill = 5\nhp = 4\n";

/// The same units under other names, in another order. Targets that are equally weak are taken in the order of their kinds, so only
/// where targets are drawn at random is every order the same.
const RENAMED: &str = "system = \"space-infantry\"\nprocedure = \"standard\"
[a]\npoints = 10\nap = 2\nfire_skill = 5\nhp = 4
[b]\npoints = 10\nap = 3\nfire_skill = 3\nhp = 4
[c]\npoints = 10\nap = 3\nfire_skill = 4\nhp = 6
[d]\npoints = 10\nap = 3\nfire_skill = 4\nhp = 4\n";

fn changes(rosters: [&Roster; 2], seeds: [u64; 2], units: &[[usize; 2]]) -> PriceChanges {
    let units: Vec<[Option<usize>; 2]> = units.iter().map(|unit| unit.map(Some)).collect();
    let unchanged = vec![true; units.len()];
    let searches = seeds.map(|seed| MixedSearch { max_battles: 50_000, ..search(seed, 0.1) });
    let versions = Versions { rosters, units: &units, unchanged: &unchanged };
    price_changes(versions, [&searches[0], &searches[1]], &Silent)
}

/// How many of the runs find a change where there is none.
fn false_alarms(words: &str, run: impl Fn(u64) -> PriceChanges) {
    let runs: u64 =
        std::env::var("KILLCURVE_COVERAGE_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(10);
    let found = (0..runs).filter(|&seed| run(seed).units.iter().any(UnitChange::is_change)).count();
    println!("{words}: {found} of {runs} runs find a change");
    // At most 2.5 in 100 are expected. Of 10 runs 3 or more find one with a probability of 0.2 %, of 100 runs 12 or more with less.
    let bound = 0.05 * runs as f64 + 3.0 * (0.05 * 0.95 * runs as f64).sqrt();
    assert!(found as f64 <= bound, "{words}: {found} of {runs}");
}

#[test]
fn the_same_seed_finds_no_change_at_all() {
    let roster = roster(SHOOTERS);
    let same = [[0, 0], [1, 1], [2, 2], [3, 3]];
    let found = changes([&roster, &roster], [7, 7], &same);
    assert!(found.units.iter().all(|unit| unit.moved.unwrap().value == 0.0), "{found:?}");
}

#[test]
fn independent_seeds_seldom_find_a_change() {
    let roster = roster(SHOOTERS);
    let same = [[0, 0], [1, 1], [2, 2], [3, 3]];
    false_alarms("independent seeds", |seed| changes([&roster, &roster], [seed, seed + 10_000], &same));
}

#[test]
fn a_renamed_copy_seldom_finds_a_change() {
    let random = |text: &str| roster(&format!("policy = \"random\"\n{text}"));
    let (old, new) = (random(SHOOTERS), random(RENAMED));
    let turned = [[0, 3], [1, 2], [2, 1], [3, 0]];
    false_alarms("a renamed copy", |seed| changes([&old, &new], [seed, seed], &turned));
}

#[test]
fn shared_streams_make_the_interval_of_a_small_change_narrower() {
    let old = roster(SHOOTERS);
    let new = roster(&SHOOTERS.replace("ap = 2\nfire_skill = 5\nhp = 4", "ap = 2\nfire_skill = 5\nhp = 5"));
    let same = [[0, 0], [1, 1], [2, 2], [3, 3]];
    let width = |shift: u64| -> f64 {
        let of = |seed: u64| {
            let found = changes([&old, &new], [seed, seed + shift], &same);
            let errors = found.units.iter().map(|unit| unit.moved.unwrap().error.unwrap().standard);
            errors.sum::<f64>()
        };
        (0..5).map(of).sum()
    };
    let (shared, independent) = (width(0), width(10_000));
    println!("shared: {shared}, independent: {independent}");
    assert!(shared < independent, "{shared} and {independent}");
}
