//! The language, line by line: what a procedure counts, against numbers that were worked out by hand.

mod toys;

use toys::{distribution, matchup, sample, solve, text};

const UNIT: &str =
    r#"{"blades": [{"count": 2, "damage": "d3"}, {"damage": 4, "traits": ["sharp"]}], "keywords": ["fly"]}"#;
const TARGET: &str = r#"{"hp": 9, "parts": [{}, {"plate": 4}]}"#;

/// Plays a procedure for one round and looks at `m`: exactly, and that a sample agrees in the mean.
#[track_caller]
fn gives(play: &str, wanted: &[f64]) {
    let matchup = matchup(&text(play, ""), UNIT, TARGET).unwrap_or_else(|error| panic!("{play}\n{error}"));
    let results = solve(&matchup, 1).unwrap_or_else(|error| panic!("{play}\n{error}"));
    let found = distribution(&results, 0, "m");
    assert_eq!(found.len(), wanted.len(), "{play}\n{found:?}");
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-12, "{play}\n{found} is not {wanted}");
    }
    let trials = 4_096;
    let mean = |weights: &[f64], power: i32| -> f64 {
        weights.iter().enumerate().map(|(value, weight)| (value as f64).powi(power) * weight).sum()
    };
    let deviation = (mean(wanted, 2) - mean(wanted, 1).powi(2)).max(0.0).sqrt();
    let sampled = distribution(&sample(&matchup, 1, trials), 0, "m");
    let off = (mean(&sampled, 1) - mean(wanted, 1)).abs();
    // Beyond five deviations once in two million.
    assert!(off <= 5.0 * deviation / (trials as f64).sqrt() + 1e-9, "{play}\nsampled {off} off");
}

/// The same where it is certain.
#[track_caller]
fn is(play: &str, wanted: usize) {
    let mut weights = vec![0.0; wanted];
    weights.push(1.0);
    gives(play, &weights);
}

/// So many of so many ways for each value.
fn of(ways: f64, weights: &[f64]) -> Vec<f64> {
    weights.iter().map(|weight| weight / ways).collect()
}

#[test]
fn operators() {
    is("m = 7 // 2 + 10 * (-7 // -2)", 33);
    is("m = -7 // 2 + 4", 0);
    is("m = -7 % 3", 2);
    is("m = ceil_div(7, 2) + ceil_div(-7, 2) + 3", 4);
    is("m = clamp(9, 1, 4) + clamp(-9, 1, 4) + abs(-3) + min(4, 2, 3) + max(1, 5)", 15);
    is("m = 1 if 1 <= 3 < 3 or not 2 != 2 else 0", 1);
    is("m = 1 if 1 <= 3 < 3 and True else 2", 2);
    is("m = 3 if 4 in (1, 2 + 2) and 5 not in (4, 6) else 0", 3);
    is("a = 2\na += 3\na *= 2\na -= 1\nm = a", 9);
    is("x = 5; m = (x +\n  1)", 6);
    is("t = 3 > 2\nm = 1 if t else 0", 1);
    is("m = 1_000 - 990", 10);
}

#[test]
fn fields_state_and_derived_values() {
    is("m = target.left + attacker.half + attacker.quarter", 9 + 5 + 3 + 2);
    is("m = 1 if \"fly\" in attacker.keywords and \"fly\" not in target.keywords else 0", 1);
    is("m = table.harm[target.cover] + table.grid[target.cover][\"fly\"]", 8);
    is("m = 1 if attacker.flying == False and not situation.night else 0", 1);
    // Cut off at the range of the state: 20, then 0.
    is("target.left += 100\nm = target.left\ntarget.left -= 1000\nm += target.left", 20);
    is("attacker.low -= 100\nm = attacker.low + 3", 0);
    is("m = 1 if target.dead else 0\ntarget.left = 0\nm += 2 if target.dead else 0", 2);
    is("m = round", 1);
    // A start may compare fields in a chain.
    is("m = attacker.bulk * 10 + target.bulk", 43);
}

#[test]
fn tables() {
    is("m = table.crt[2][3] + table.crt[9][9] + table.crt[-1][1] + table.crt[0][-5]", 8);
    is("m = table.row[0] + table.row[7]", 12);
    is("x = table.word[1]\nm = 1 if x == target.cover else 0", 1);
    gives("m = table.crt[roll(d3) - 1][roll(d4) - 1]", &of(12.0, &[3.0, 3.0, 3.0, 2.0, 1.0]));
}

#[test]
fn lists() {
    is("for blade in attacker.blades:\n    m += blade.count", 3);
    is("m = len(target.parts) + sum(target.parts.plate) + sum(target.parts.armour)", 2 + 6 + 8);
    is("for part in target.parts:\n    part.armour -= 1\nm = sum(target.parts.armour)", 6);
    is("target.parts[1].armour -= 3\nm = target.parts[1].armour", 2);
    gives(
        "i = roll(d2) - 1\ntarget.parts[i].armour -= 1\nm = target.parts[0].armour",
        &of(2.0, &[0.0, 0.0, 1.0, 1.0]),
    );
    is(
        "for blade in attacker.blades:\n    m += 1\n    if \"sharp\" in blade.traits:\n        break\n    continue\n    m = 50",
        2,
    );
    gives("m = strip(target.parts[roll(d2) - 1], 4)", &of(2.0, &[0.0, 0.0, 0.0, 1.0, 1.0]));
}

#[test]
fn the_entry_that_is_changed_is_rolled_once() {
    // Each of the two parts loses a point with 1/2.
    gives(
        "target.parts[roll(d2) - 1].armour -= 1\nm = target.parts[1].armour",
        &of(2.0, &[0.0, 0.0, 0.0, 0.0, 1.0, 1.0]),
    );
}

#[test]
fn texts_in_variables() {
    // What a variable holds later in a loop may be compared earlier in it.
    is("x = \"none\"\nfor i in range(3):\n    if x == \"heavy\":\n        m += 1\n    x = \"heavy\"", 2);
    is("x = table.word[2] if target.flying else \"odd\"\nm = 1 if x == \"odd\" and x != \"heavy\" else 0", 1);
    is("x = target.cover\nm = table.harm[x] + (1 if x in (\"none\", table.word[1]) else 0)", 5);
    is("m = 1 if \"none\" == \"heavy\" else 2", 2);
    is("x = graded(\"heavy\")\nm = x\nx = graded(\"odd\")\nm += x", 4 + 9);
}

#[test]
fn the_variable_of_a_range_keeps_its_last_value() {
    is("for m in range(4):\n    pass", 3);
    is("i = 7\nfor i in range(0):\n    pass\nm = i", 7);
    is("i = 7\nfor i in range(3):\n    if i == 1:\n        break\nm = i", 1);
}

#[test]
fn loops() {
    is("for i in range(4):\n    m += i", 6);
    is("for i in range(4):\n    pass\nm = 0\ni = 9\nfor i in range(3):\n    i += 10\nm = i", 12);
    is("for i in range(-2):\n    m += 1", 0);
    is("n = 5\nwhile n > 0:\n    n -= 2\n    if n == 1:\n        continue\n    m += 1", 2);
    is("for i in range(9):\n    if i == 3:\n        break\n    m += 1\nend()\nm = 50", 3);
    // A tie of two dice is rolled again for ever: the higher is 2 with 2 of 30 ways, and so on.
    gives(
        "a = roll(d6)\nb = roll(d6)\nwhile a == b:\n    a = roll(d6)\n    b = roll(d6)\nm = max(a, b) - 1",
        &of(30.0, &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]),
    );
    // Three coins, one after the other.
    gives("for _ in range(3):\n    m += roll(d2) - 1", &of(8.0, &[1.0, 3.0, 3.0, 1.0]));
}

#[test]
fn functions() {
    is("x = doubled(4)\nm = x", 8);
    is("hurt(target, 3)\nm += target.left", 9);
    // The old value is read before the call, which counts 3 itself.
    is("m += hurt_and_say(target, 3)\nm += 1", 6 + 1);
    is("target.left -= hurt_and_say(target, 3)\nm = target.left", 9 - 6);
    is("x = 1\nx += doubled(x)\nm = x", 3);
    // Two dice of four sides at 3 or more: 1, 2 and 1 of 4.
    gives("a, b = hits(2, options.edge, 3)\nm = a * 2 + b - 2", &of(4.0, &[1.0, 2.0, 1.0]));
    gives("a, b = hits(1, sided(target.left), 9)\nm = a", &of(9.0, &[8.0, 1.0]));
}

#[test]
fn sums_of_dice() {
    gives("m = roll(2, d3)", &of(9.0, &[0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 1.0]));
    gives("m = roll(red)", &of(6.0, &[3.0, 1.0, 1.0, 1.0]));
    gives("m = roll(2, cold) + 4", &of(9.0, &[1.0, 0.0, 2.0, 2.0, 1.0, 2.0, 1.0]));
    gives(
        "for blade in attacker.blades:\n    m += roll(blade.damage)",
        &of(3.0, &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]),
    );
    is("m = roll(-3, d6) + roll(0, d6) + count(0, d6 > 1)", 0);
    // A reroll of 1: 1 of 16, and each other of 5 of 16.
    gives("m = roll(d4, reroll=d4 == 1)", &of(16.0, &[0.0, 1.0, 5.0, 5.0, 5.0]));
    // A number in place of dice may bring one more as well.
    is("m = roll(2, attacker.blades[1].damage, extra=attacker.blades[1].damage == 4)", 16);
    is("m = count(3, attacker.blades[1].damage > 3, extra=attacker.blades[1].damage > 3)", 6);
    // One die more for a 2, once: 1, or 2 and then 1 or 2.
    gives("m = roll(d2, extra=d2 == 2)", &of(4.0, &[0.0, 2.0, 0.0, 1.0, 1.0]));
}

#[test]
fn counts_and_tallies() {
    gives("m = count(2, d6 >= 5)", &of(9.0, &[4.0, 4.0, 1.0]));
    gives("m = count(2, d6 >= 4 and d6 != 6)", &of(9.0, &[4.0, 4.0, 1.0]));
    gives(
        "m = count(1, combat == \"hit\") + 2 * count(1, combat in (\"crit\", \"blank\"))",
        &of(4.0, &[1.0, 1.0, 1.0, 1.0]),
    );
    gives("a, b = tally(1, d6 == 6, d6 >= 4)\nm = 2 * a + b", &of(6.0, &[3.0, 2.0, 1.0]));
    gives("target.left, b = tally(2, d2 == 1, d2 == 2)\nm = target.left", &of(4.0, &[1.0, 2.0, 1.0]));
    gives(
        "a, b, c, d, e, f = tally(1, d6 == 1, d6 == 2, d6 == 3, d6 == 4, d6 == 5, True)\nm = b + 2 * c + 3 * d + 4 * e + 5 * f",
        &of(6.0, &[1.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
    );
    // A face may look up a table: of 1 to 4, the entries 6, 7, 7 and 7 of the row 5, 6, 7.
    gives("m = count(1, table.row[d4] == 7, reroll=table.row[d4] < 7)", &of(16.0, &[1.0, 15.0]));
    // The total of two dice of six as the face of one.
    gives("m = count(1, options.edge >= attacker.skill)", &of(4.0, &[3.0, 1.0]));
    // Sixes hit and bring a die, again and again: so many hits with 1/6 each time.
    let chain: Vec<f64> = (0..23).map(|hits| 5.0 / 6.0 * (1.0_f64 / 6.0).powi(hits)).collect();
    let play = "m = count(1, d6 == 6, again=d6 == 6)";
    let matchup = matchup(&text(play, ""), UNIT, TARGET).unwrap();
    let found = distribution(&solve(&matchup, 1).unwrap(), 0, "m");
    for (found, wanted) in found.iter().zip(&chain).take(15) {
        assert!((found - wanted).abs() < 1e-12);
    }
}

#[test]
fn both_again_and_extra() {
    // A 2 brings another die and one more that brings nothing. Count the twos of a d2: with g the chance of m twos from a normal
    // die, g0 = 1/2; m = 1 needs a 2, a miss of the extra die, and none from the next: 1/2 * 1/2 * 1/2 = 1/8.
    let matchup =
        matchup(&text("m = count(1, d2 == 2, again=d2 == 2, extra=d2 == 2)", ""), UNIT, TARGET).unwrap();
    let found = distribution(&solve(&matchup, 1).unwrap(), 0, "m");
    assert!((found[0] - 0.5).abs() < 1e-12 && (found[1] - 0.125).abs() < 1e-12, "{found:?}");
    // m = 2: the extra hits and the next brings none (1/8), or it misses and the next has one (1/4 * 1/8).
    assert!((found[2] - 0.156_25).abs() < 1e-12, "{found:?}");
}

#[test]
fn extra_dice_bring_nothing_where_a_roll_is_made_in_parts() {
    // Three counters of dice that go on and on are thrown in parts. With n dice that are no extra ones, n geometric with 5/6, each
    // brings one extra die: 2n dice, of which all count.
    let play = "a, b, c = tally(1, d6 >= 3, d6 == 2, d6 == 1, reroll=d6 >= 1, again=d6 == 4, extra=d6 >= 1)\nm = a + b + c";
    let matchup = matchup(&text(play, ""), UNIT, TARGET).unwrap();
    let found = distribution(&solve(&matchup, 1).unwrap(), 0, "m");
    for (dice, chance) in [(1, 0.0), (2, 5.0 / 6.0), (3, 0.0), (4, 5.0 / 36.0), (6, 5.0 / 216.0)] {
        assert!((found[dice] - chance).abs() < 1e-12, "{dice}: {}", found[dice]);
    }
}

#[test]
fn highest_and_lowest() {
    gives("m = highest(2, d3)", &of(9.0, &[0.0, 1.0, 3.0, 5.0]));
    gives("m = lowest(2, d3)", &of(9.0, &[0.0, 5.0, 3.0, 1.0]));
    gives("a, b = highest(2, d2)\nm = 2 * a + b", &of(4.0, &[0.0, 0.0, 0.0, 1.0, 0.0, 2.0, 1.0]));
    gives("a, b = lowest(1, cold)\nm = a + 2 + b", &of(3.0, &[1.0, 0.0, 1.0, 1.0]));
    gives("m = highest(3, d2, keep=2)", &of(8.0, &[0.0, 0.0, 1.0, 3.0, 4.0]));
    gives("m = lowest(2, cold, keep=9) + 4", &of(9.0, &[1.0, 0.0, 2.0, 2.0, 1.0, 2.0, 1.0]));
    is("m = highest(0, d6) + lowest(-1, d6) + highest(4, d6, keep=-2)", 0);
    gives("m = highest(1, d2, reroll=d2 == 1)", &of(4.0, &[0.0, 1.0, 3.0]));
}

#[test]
fn only_what_is_needed_is_rolled() {
    // A 1 on the first coin ends the test, and the second is not thrown.
    gives("m = 1 if roll(d2) == 2 and roll(d2) == 2 else 0", &of(4.0, &[3.0, 1.0]));
    gives("m = roll(d2) if roll(d2) == 1 else 3", &of(4.0, &[0.0, 1.0, 1.0, 2.0]));
}

#[test]
fn measures_are_each_rounds_own_and_events_stay() {
    let play = "k = 2\nm += round\nif round == 1 and roll(d2) == 1:\n    event(\"e\")\nm += 1";
    let results = solve(&matchup(&text(play, ""), UNIT, TARGET).unwrap(), 3).unwrap();
    for (round, results) in results.rounds.iter().enumerate() {
        assert!((results.events[0].probability.value - 0.5).abs() < 1e-12);
        assert!((results.measures[0].mean.value - (round + 2) as f64).abs() < 1e-12);
    }
}

#[test]
fn upkeep_follows_for_each_living_unit() {
    // Each loses one a round: the target's three are gone by the third round.
    let upkeep = "unit.left -= 1\nm = 3\nif unit.left == 1:\n    event(\"e\")";
    let game = matchup(&text("m = attacker.left\nend()", upkeep), "{}", r#"{"hp": 3}"#).unwrap();
    let results = solve(&game, 3).unwrap();
    let kills: Vec<f64> = results.rounds.iter().map(|round| round.kill.value).collect();
    assert_eq!(kills, [0.0, 0.0, 1.0]);
    assert_eq!(results.rounds[1].events[0].probability.value, 1.0);
    // The attacker had ten, and loses one in each round.
    assert!((results.rounds[2].measures[0].mean.value - 8.0).abs() < 1e-12);
    // A unit that is dead has no upkeep and stays dead.
    let game = matchup(&text("target.left = 0", "unit.left += 5"), "{}", "{}").unwrap();
    assert_eq!(solve(&game, 2).unwrap().rounds[0].kill.value, 1.0);
}

#[test]
fn forty_saves_one_by_one_are_a_sum_and_no_product() {
    let play = "for _ in range(40):\n    if roll(d6) <= 2:\n        points = roll(d3)\n        points -= count(points, d6 >= 5)\n        \
                target.fear += points\n        m += points";
    let matchup = matchup(&text(play, ""), "{}", "{}").unwrap();
    let solved = exact::solve(&matchup, 1, exact::Limits { states: 60_000, paths: 200_000 }).unwrap();
    // 40 saves fail with 1/3, two points on average, of which two thirds go through.
    let mean = solved.rounds[0].measures[0].mean.value;
    assert!((mean - 40.0 / 3.0 * 2.0 * 2.0 / 3.0).abs() < 1e-9, "{mean}");
}

#[test]
fn a_thousand_dice_and_no_more() {
    is("m = 1 if roll(1000, sided(1)) == 1000 else 0", 1);
    let game = matchup(&text("m = count(target.left * 200, d6 > 7)", ""), "{}", "{}").unwrap();
    let fault = chance::Game::fault(&game).unwrap();
    assert!(fault.message.contains("2000 dice in one roll: at most 1000"), "{}", fault.message);
}
