//! Rosters of which the truth is known.

use results::{Estimate, NoPrice, PriceVerdict, Prices};

use crate::rosters::{balanced, circle, copies, sample, squads};

fn fair(prices: &Prices, unit: usize) -> Estimate {
    prices.units[unit].fair.unwrap_or_else(|| panic!("{:?}", prices.units[unit]))
}

/// Whether a number is no farther from a price than 1.8 times its interval reaches: 4.3 standard errors with seven degrees of freedom, once
/// in 300 tries.
fn is_near(price: Estimate, wanted: f64) -> bool {
    let reach = price.high().zip(price.low()).map_or(0.0, |(high, low)| (high - low) / 2.0);
    (price.value - wanted).abs() <= 1.8 * reach
}

#[test]
fn copies_cost_the_same() {
    let found = balanced(&copies(), 0.06);
    for unit in 0..4 {
        assert!(is_near(fair(&found, unit), 11.0), "{:?}", found.units[unit]);
    }
    let verdicts: Vec<PriceVerdict> = found.units.iter().map(|unit| unit.verdict).collect();
    use PriceVerdict::{TooCheap, TooDear};
    assert_eq!([verdicts[0], verdicts[3]], [TooCheap, TooDear]);
    let field = found.mixed.as_ref().unwrap();
    assert!(
        field.synergies.is_empty() && field.counters.is_empty(),
        "copies neither help nor stop each other"
    );
}

#[test]
fn units_that_beat_each_other_in_a_circle_cost_the_same() {
    let found = balanced(&circle(), 0.06);
    for unit in 0..3 {
        // Who attacks later in a round knows who has fallen, so equal is within 2 %.
        assert!((fair(&found, unit).value / 11.0 - 1.0).abs() < 0.02, "{:?}", found.units[unit]);
    }
    // Rock stops scissors, paper stops rock, scissors stop paper.
    let field = found.mixed.as_ref().unwrap();
    let mut stops: Vec<[usize; 2]> = field.counters.iter().map(|bond| bond.units).collect();
    stops.sort_unstable();
    assert_eq!(stops, [[0, 2], [1, 0], [2, 1]]);
    let explained = field.explained.unwrap();
    assert!(explained.counters > explained.points + 0.2, "{explained:?}");
    assert_eq!(found.circles.len(), 1);
    // Price cannot mend a circle: fair prices are as far from even as these of copies are near.
    assert!(field.uneven > 0.2, "{}", field.uneven);
}

#[test]
fn a_useless_unit_has_no_price_and_moves_no_other() {
    let useful = [("a", "models = 4\npoints = 10"), ("b", "models = 6\npoints = 10")];
    let without = balanced(&squads("", &useful), 0.04);
    let with = balanced(
        &squads("", &[useful[0], useful[1], ("useless", "models = 4\nattacks = 0\npoints = 10")]),
        0.04,
    );
    assert_eq!(with.units[2].reason, Some(NoPrice::HarmsNobody));
    assert_eq!(with.units[2].fair, None);
    assert_eq!(with.units[2].verdict, PriceVerdict::CannotTell);
    for unit in 0..2 {
        let (one, other) = (fair(&without, unit), fair(&with, unit));
        assert!(is_near(one, other.value) || is_near(other, one.value), "{one:?} and {other:?}");
    }
}

#[test]
fn a_unit_glued_from_two_costs_nearly_two() {
    // Models fall one by one and take their dice with them, so a squad of twenty is two of ten, but for kills beyond the last model of a
    // target: a big squad has more of these. They are few where ten models kill 1.7, and many where they kill 5.
    let ratio = |need: u32| {
        let unit = |models: u32| format!("models = {models}\nneed = {need}\npoints = {models}");
        let roster = squads("policy = \"random\"", &[("ten", &unit(10)), ("twenty", &unit(20))]);
        let found = balanced(&roster, 0.04);
        fair(&found, 1).value / fair(&found, 0).value
    };
    let [few, many] = [ratio(6), ratio(4)];
    assert!((1.9..2.05).contains(&few), "{few}");
    assert!((1.5..1.9).contains(&many), "{many}");
}

#[test]
fn a_price_that_is_given_anchors_the_rest() {
    let found = balanced(
        &squads("", &[("a", "models = 4\npoints = 30\nfixed = true"), ("b", "models = 4\npoints = 10")]),
        0.06,
    );
    assert_eq!(found.units[0].fair, Some(Estimate::exact(30.0)));
    assert!(is_near(fair(&found, 1), 30.0), "{:?}", found.units[1]);
    assert_eq!(found.units[0].verdict, PriceVerdict::NotAsked);
}

#[test]
fn prices_add_up_to_what_they_did() {
    let found = balanced(&sample("dust-warfare-six"), 0.2);
    let sum = |read: fn(&results::Priced) -> f64| found.units.iter().map(read).sum::<f64>();
    let [now, fair] = [sum(|unit| unit.now.unwrap()), sum(|unit| unit.fair.unwrap().value)];
    assert!((fair / now - 1.0).abs() < 1e-9, "{now} and {fair}");
}

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
fn what_nobody_can_decide_is_undecided() {
    // One die in three kills one of sixty models: nobody falls in two rounds.
    let tough = "models = 60\npoints = 10";
    let mut roster = squads("", &[("a", tough), ("b", "models = 50\npoints = 10")]);
    roster.rounds = 1;
    assert_eq!(reasons(&balanced(&roster, 0.2)), [Some(NoPrice::TooManyDraws); 2]);
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
