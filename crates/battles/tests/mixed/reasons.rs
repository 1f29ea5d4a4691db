//! Units that have no price, each for a reason of its own.

use results::{NoPrice, PriceVerdict, Prices};

use crate::rosters::{balanced, fair, is_near, squads};

/// The reasons why units have no price.
fn reasons(prices: &Prices) -> Vec<Option<NoPrice>> {
    for unit in &prices.units {
        assert_eq!(unit.fair.is_none(), unit.reason.is_some(), "{unit:?}");
        assert!(
            unit.fair.is_some() || matches!(unit.verdict, PriceVerdict::CannotTell | PriceVerdict::NotAsked)
        );
    }
    prices.units.iter().map(|unit| unit.reason).collect()
}

const PLAIN: &str = "models = 4\npoints = 10";

#[test]
fn what_nobody_fields_is_never_used() {
    let roster = squads("", &[("a", PLAIN), ("b", PLAIN), ("c", "models = 4\npoints = 10\nweight = 0")]);
    assert_eq!(reasons(&balanced(&roster, 0.2)), [None, None, Some(NoPrice::NeverUsed)]);
    let roster = squads(
        "army_points = 60",
        &[("a", PLAIN), ("b", PLAIN), ("c", "models = 60\npoints = 70\nfixed = true")],
    );
    assert_eq!(reasons(&balanced(&roster, 0.2))[2], Some(NoPrice::NeverUsed));
}

#[test]
fn what_is_worth_more_than_an_army_dominates() {
    let giant = "models = 60\nattacks = 2\npoints = 10";
    let given = "models = 4\npoints = 10\nfixed = true";
    let roster = squads("army_points = 40", &[("a", given), ("b", PLAIN), ("giant", giant)]);
    let found = balanced(&roster, 0.2);
    assert_eq!(reasons(&found), [None, None, Some(NoPrice::Dominates)]);
    // The others are not carried along, and are checked against each other.
    assert!(is_near(fair(&found, 1), 10.0), "{:?}", found.units[1]);
    assert!(is_near(found.units[1].confirmed.unwrap(), 1.0), "{:?}", found.units[1]);
    assert!(found.scores[2].iter().all(Option::is_none), "nothing is said of battles at no price");
}

#[test]
fn where_points_decide_nothing_no_price_is_identified() {
    // Both sides are gone after the first round, whatever they are.
    let mirror = "sort = \"mirror\"\npoints = 10";
    let roster = squads("army_points = 20", &[("a", mirror), ("b", "sort = \"mirror\"\npoints = 20")]);
    assert_eq!(reasons(&balanced(&roster, 0.2)), [Some(NoPrice::NotIdentified); 2]);
}

#[test]
fn what_is_hardly_ever_fielded_is_not_identified() {
    let rare = "models = 4\npoints = 40\nweight = 0.0001";
    let found = balanced(&squads("", &[("a", PLAIN), ("b", PLAIN), ("rare", rare)]), 0.2);
    let price = found.units[2].fair;
    // Its fair price is that of the others; no other may be told.
    assert!(price.is_none_or(|price| is_near(price, 10.0)), "{price:?}");
}

#[test]
fn a_price_that_nothing_is_compared_with_is_not_identified() {
    let roster = squads("", &[("a", PLAIN), ("useless", "models = 4\nattacks = 0\npoints = 10")]);
    assert_eq!(reasons(&balanced(&roster, 0.2)), [Some(NoPrice::NotIdentified), Some(NoPrice::HarmsNobody)]);
}
