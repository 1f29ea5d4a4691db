//! Prices that can be told beforehand.

use battles::{balance_mixed, fair_prices};
use results::{NoPrice, PriceVerdict};

use crate::{Silent, roster, search};

/// Simple shooters: each has dice and wounds, and that is all.
fn shooters(units: &[(&str, u32, u32, &str)]) -> String {
    let top = "system = \"space-infantry\"\nprocedure = \"standard\"\n".to_owned();
    units.iter().fold(top, |text, (key, ap, hp, more)| {
        text + &format!("[{key}]\npoints = 10\nap = {ap}\nfire_skill = 4\nhp = {hp}\n{more}")
    })
}

#[test]
fn copies_cost_the_same_and_a_better_unit_more() {
    let text = shooters(&[
        ("plain", 3, 4, "fixed = true\n"),
        ("copy", 3, 4, ""),
        ("other", 3, 4, ""),
        ("tough", 3, 6, ""),
    ]);
    let prices = fair_prices(&roster(&text), &search(3, 0.04), &Silent);
    assert_eq!(prices[0], None, "a given price is not sought");
    for copy in [1, 2] {
        let fair = prices[copy].unwrap();
        // Within 4 % of the unit whose price is given, twice what was asked for.
        assert!((fair.value / 10.0 - 1.0).abs() < 0.04, "{fair:?}");
    }
    assert!(prices[3].unwrap().value > 11.0);
}

#[test]
fn a_unit_glued_from_two_costs_less_than_two() {
    // Twice the dice and twice the wounds. What is shot beyond the last wound of a target is wasted, by the glued unit more than by two; so
    // it is worth less than two, and more than one and a half.
    let text = shooters(&[
        ("single", 3, 4, "fixed = true\n"),
        ("double", 6, 8, ""),
        ("sharp", 4, 4, ""),
        ("tough", 3, 6, ""),
    ]);
    let double = fair_prices(&roster(&text), &search(3, 0.04), &Silent)[1].unwrap().value / 10.0;
    assert!((1.5..=2.05).contains(&double), "{double}");
}

#[test]
fn a_unit_that_harms_nobody_has_no_price_and_hides_no_other() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/rosters/deadzone.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let roster = roster(&text);
    let medic = roster.units.len() - 1;
    let found = balance_mixed(&roster, &search(1, 0.1), &Silent);
    let mixed = found.mixed.as_ref().unwrap();
    assert_eq!((found.units[medic].fair, found.units[medic].reason), (None, Some(NoPrice::HarmsNobody)));
    assert_eq!(found.units[medic].verdict, PriceVerdict::CannotTell);
    assert!(found.units[..medic].iter().all(|unit| unit.fair.is_some() && unit.reason.is_none()));
    // Prices make battles of equal points more even than they are now, and a fresh seed agrees with them. Seven checks, each with some
    // 1 % of error: 8 % would be eight deviations.
    assert!(mixed.uneven < mixed.uneven_now.unwrap());
    for unit in &found.units[..medic] {
        let confirmed = unit.confirmed.unwrap();
        assert!((confirmed.value - 1.0).abs() < 0.08, "{confirmed:?}");
    }
}

#[test]
fn a_unit_that_does_little_costs_little_and_hides_no_other() {
    // One die that hits on a 6, and one wound, beside shooters with six dice and nine wounds. By the square law it is worth
    // sqrt(1/6 * 1 / (6/2 * 9)) = 0.08 of one; it also takes the shots of a whole unit, so it is worth more, but not a quarter.
    let mut text = shooters(&[("a", 6, 9, ""), ("b", 7, 8, ""), ("c", 5, 10, "")]);
    text += "[poor]\npoints = 10\nap = 1\nfire_skill = 6\nhp = 1\n";
    let prices = fair_prices(&roster(&text), &search(2, 0.1), &Silent);
    let poor = prices[3].map_or(0.0, |fair| fair.value);
    let others: f64 = prices[..3].iter().map(|fair| fair.unwrap().value).sum::<f64>() / 3.0;
    assert!(poor < 0.25 * others, "{poor} beside {others}");
    // Others keep their proportions: none is more than a third off the mean.
    for price in &prices[..3] {
        let fair = price.unwrap().value;
        assert!((9.0..=17.0).contains(&fair), "{fair}");
    }
}

#[test]
fn nothing_can_be_told_where_nobody_wins() {
    // In three rounds six units with a die each score 18 successes at most: no army of units with 20 wounds is destroyed.
    let units = [("a", 1, 20, ""), ("b", 1, 20, "")];
    let mut roster = roster(&shooters(&units));
    roster.rounds = 3;
    let found = balance_mixed(&roster, &search(2, 0.1), &Silent);
    assert!(
        found.units.iter().all(|unit| unit.fair.is_none() && unit.reason == Some(NoPrice::TooManyDraws)),
        "{:?}",
        found.units
    );
}
