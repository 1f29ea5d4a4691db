//! The terminal table.

use report::{Style, table};
use unicode_width::UnicodeWidthStr;

use crate::sample::{EXACT, SAMPLED, nasty, single, sweep, variants, with_funnel};

const PLAIN: Style = Style { color: false, unicode: true };

#[test]
fn one_exact_run_reads_like_this() {
    let expected = "\
Heavy Weapons against a Titan
Space Infantry · exact · scenario 0123456789ab · killcurve 9.8.7

Heavy Weapons (18 points) against Titan
Killed within 3 rounds: 87.50 %; half of the targets are dead after the first attack.
Exact: every outcome was weighed (12 states, 34 paths). Nothing was cut off.

Killed by the end of a round
  round   killed
      1  50.00 %  ████████████████████
      2  75.00 %  ██████████████████████████████
      3  87.50 %  ███████████████████████████████████

Means by round
  round  wounds
  1       0.750
  2       0.750
  3       0.750

Happened by the end of a round
  round  weapon jammed
  1            12.50 %
  2            12.50 %
  3            12.50 %

Attacks to kill
                    base
  mean            > 1.87
  median               1
  10 % to 90 %  1 to > 3
  still alive    12.50 %
Some targets outlive the last round: their mean is more than what is shown.
";
    assert_eq!(table(&single(3, EXACT), 100, PLAIN), expected);
}

#[test]
fn a_sampled_run_shows_its_interval_and_no_digit_more() {
    let shown = table(&single(2, SAMPLED), 80, PLAIN);
    assert!(shown.contains("10,000 trials, seed 7"), "{shown}");
    assert!(shown.contains("75.0 %    74.0–76.0 %  ██"), "{shown}");
    assert!(!shown.contains("75.00"), "{shown}");
}

#[test]
fn lines_fit_into_the_width() {
    for width in [50, 80, 120] {
        for report in
            [single(4, SAMPLED), variants(2), variants(30), sweep(&[("a.x", 12), ("b.y", 12)]), nasty()]
        {
            for line in table(&report, width, PLAIN).lines() {
                assert!(line.width() <= width, "{} > {width}: {line}", line.width());
            }
        }
    }
}

#[test]
fn variants_stand_side_by_side() {
    let shown = table(&variants(2), 100, PLAIN);
    let head = shown.lines().find(|line| line.contains("variant 1") && line.contains("variant 2"));
    assert!(head.is_some_and(|line| line.contains("round") && line.contains("base")), "{shown}");
}

#[test]
fn many_variants_have_a_row_each() {
    let shown = table(&variants(30), 100, PLAIN);
    for number in 1..=30 {
        assert!(
            shown.lines().any(|line| line.trim_start().starts_with(&format!("variant {number} "))),
            "{shown}"
        );
    }
}

#[test]
fn many_rounds_are_thinned_out() {
    let shown = table(&single(200, EXACT), 100, PLAIN);
    assert!(shown.lines().count() < 90, "{shown}");
    assert!(shown.lines().any(|line| line.trim_start().starts_with("200 ")), "{shown}");
}

#[test]
fn a_sweep_of_two_fields_is_a_grid_of_the_last_round() {
    let shown = table(&sweep(&[("attacker.pen", 2), ("target.dmg", 3)]), 100, PLAIN);
    let grid =
        shown.split("Killed by the end of round 2: attacker.pen down, target.dmg across\n").nth(1).unwrap();
    let lines: Vec<Vec<&str>> = grid.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["attacker.pen", "0", "1", "2"]);
    assert_eq!(lines[1], ["0", "0", "%", "1.99", "%", "3.96", "%"]);
    assert_eq!(lines[2], ["1", "5.91", "%", "7.84", "%", "9.75", "%"]);
}

#[test]
fn a_sweep_of_one_or_three_fields_is_a_list() {
    let shown = table(&sweep(&[("attacker.pen", 3)]), 100, PLAIN);
    let list = shown.split("\nSweep: killed by the end of a round, and attacks to kill\n").nth(1).unwrap();
    assert_eq!(list.split("\n\n").next().unwrap().lines().count(), 4, "{list}");
    let shown = table(&sweep(&[("a.x", 2), ("b.y", 2), ("c.z", 2)]), 100, PLAIN);
    assert_eq!(
        shown
            .split("\nSweep: killed by the end of a round, and attacks to kill\n")
            .nth(1)
            .unwrap()
            .lines()
            .count(),
        9
    );
}

#[test]
fn many_cells_are_cut_short_and_that_is_said() {
    let cells = |count| table(&sweep(&[("a.x", count)]), 100, PLAIN);
    assert!(!cells(200).contains("not shown here"));
    let shown = cells(203);
    assert!(shown.contains("3 further cells not shown here; results.csv has all."), "{shown}");
    let is_cell =
        |line: &&str| line.split_whitespace().next().is_some_and(|word| word == "199" || word == "200");
    assert_eq!(shown.lines().filter(is_cell).count(), 1);
}

#[test]
fn a_funnel_says_what_is_lost_at_each_step() {
    let shown = table(&with_funnel(single(2, EXACT)), 100, PLAIN);
    let expected = "
Where the shots go: means, and what is lost at each step
  step    round 1     lost  all 2 rounds     lost
  dice      4.000                  8.000           █████████████████████████
  hits      2.000  50.00 %         4.000  50.00 %  ████████████▌
  damage    3.000     x1.5         6.000     x1.5  ██████████████████▊

";
    assert!(shown.contains(expected), "{shown}");
    assert!(!table(&single(2, EXACT), 100, PLAIN).contains("shots"));
    assert!(!table(&with_funnel(single(1, EXACT)), 100, PLAIN).contains("all 1"));
}

#[test]
fn funnels_stand_side_by_side() {
    let mut report = with_funnel(variants(1));
    report.runs[1].results.rounds[0].funnel.pop();
    let shown = table(&report, 100, PLAIN);
    let part = shown.split("Where the shots go in round 1, side by side\n").nth(1).unwrap();
    let lines: Vec<Vec<&str>> = part.lines().take(6).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["step", "base", "variant", "1"]);
    assert_eq!(lines[1], ["dice", "4.00", "4.00"]);
    // From 1.75 / 4.25 to 2.25 / 3.75: 40 % to 59 % are lost.
    assert_eq!(lines[3], ["lost", "50", "%", "50", "%"]);
    assert_eq!(lines[4], ["damage", "3.00", "–"]);
    assert!(shown.contains("Where the shots go in all rounds, side by side"), "{shown}");
}

#[test]
fn breakpoints_are_put_into_words() {
    let shown = table(&sweep(&[("attacker.pen", 3)]), 100, PLAIN);
    // Kills of 0 %, 1 % and 2 % a round, twice: 1 - 0.99², 1 - 0.98².
    assert!(
        shown.ends_with("Breakpoints\nattacker.pen: the largest step is 0 to 1: killed 0 % to 1.99 %.\n"),
        "{shown}"
    );
}

#[test]
fn bad_names_do_no_harm_on_a_terminal() {
    let shown = table(&nasty(), 100, PLAIN);
    assert!(shown.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(!shown.contains('\u{202e}'));
    let shown = table(&nasty(), 100, Style { color: true, unicode: true });
    assert!(!shown.contains("\u{1b}[31m"));
}

#[test]
fn plain_terminals_get_ascii_and_colour_only_where_wanted() {
    let shown = table(&variants(2), 100, Style { color: false, unicode: false });
    assert!(shown.is_ascii(), "{shown}");
    assert!(!shown.contains('\u{1b}') && shown.contains("+/-") && shown.contains("####"), "{shown}");
    let colored = table(&variants(2), 100, Style { color: true, unicode: false });
    assert!(colored.contains('\u{1b}'));
}
