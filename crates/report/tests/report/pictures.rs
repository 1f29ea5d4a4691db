//! Charts as SVG and PNG.

use picture::png;
use report::{Bar, Chart, Heatmap, Report, Scale, Source, Tornado, charts, heatmap, tornado};
use results::Estimate;

use crate::sample::{EXACT, NASTY, SAMPLED, nasty, single, sweep, variants, with_funnel, with_variants};

fn named(report: &Report, name: &str) -> Chart {
    charts(report).unwrap().into_iter().find(|chart| chart.name == name).unwrap()
}

#[test]
fn a_picture_has_the_size_of_its_chart_twice_over_and_says_where_it_comes_from() {
    let chart = charts(&single(2, SAMPLED)).unwrap().remove(0);
    assert!(chart.svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"560\""));
    let bytes = png(&chart.svg).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(bytes[16..24], [0, 0, 7, 8, 0, 0, 4, 96], "1800 by 1120");
    assert!(String::from_utf8_lossy(&bytes).contains("scenario hash: 0123456789abcdef0123"));
}

#[test]
fn text_is_really_drawn() {
    let chart = charts(&single(2, EXACT)).unwrap().remove(0);
    let without = chart.svg.replace("Probability that the target is dead, by round", "");
    assert!(png(&chart.svg).unwrap() != png(&without).unwrap());
}

#[test]
fn what_is_no_chart_is_an_error() {
    assert!(png("<svg").is_err());
    assert!(png("").is_err());
}

#[test]
fn numbers_stand_at_the_pointer() {
    let chart = charts(&variants(1)).unwrap().remove(0);
    assert!(chart.svg.contains("<title>Round 2\nbase: 75.0 % ± 1.0 %\nvariant 1: 43.8 % ± 1.0 %</title>"));
}

#[test]
fn the_origin_stands_in_the_chart() {
    for chart in charts(&with_funnel(single(4, SAMPLED))).unwrap() {
        let footer =
            "killcurve 9.8.7 · scenario 0123456789ab · space-infantry · Monte Carlo, 10,000 trials, seed 7";
        assert!(chart.svg.contains(footer), "{}", chart.name);
        assert!(chart.svg.contains("command: killcurve run titan.toml --seed 7"));
    }
}

#[test]
fn bad_names_do_no_harm_in_charts() {
    for chart in charts(&nasty()).unwrap() {
        assert!(!chart.svg.contains("<script"), "{}", chart.name);
        assert!(chart.svg.chars().all(|c| c == '\n' || !c.is_control()), "{}", chart.name);
        assert!(!chart.svg.contains(['\u{202e}', '\u{ffff}']), "{}", chart.name);
        // Only a document without a mistake can be drawn.
        png(&chart.svg).unwrap();
    }
}

#[test]
fn more_runs_than_can_be_told_apart_are_said_to_be_left_out() {
    let charts = charts(&variants(30)).unwrap();
    assert!(charts[0].svg.contains("8 of 31 runs are shown."));
    assert!(charts[0].svg.contains("variant 7") && !charts[0].svg.contains("variant 8"));
    assert!(charts[1].svg.contains("4 of 31 runs are shown."));
}

#[test]
fn a_funnel_says_means_and_what_is_lost() {
    let funnel = named(&with_funnel(variants(5)), "funnel");
    assert!(funnel.svg.contains("hits\nbase: 2.00 ± 0.25, 50 % lost\nvariant 1: 2.00 ± 0.25, 50 % lost"));
    assert!(funnel.svg.contains("4 of 6 runs are shown."));
    let exact = named(&with_funnel(single(1, EXACT)), "funnel");
    assert!(exact.svg.contains("2.000, 50.00 % lost") && exact.svg.contains("3.000, x1.5"));
}

#[test]
fn a_sweep_of_one_field_is_lines() {
    let chart = named(&sweep(&[("attacker.pen", 3)]), "sweep");
    // 1 - 0.98 and 1 - 0.98².
    assert!(chart.svg.contains("<title>attacker: pen 2\nby round 2: 3.96 %\nby round 1: 2.00 %</title>"));
}

#[test]
fn a_sweep_of_two_fields_is_a_heat_map_with_a_number_in_each_cell() {
    let chart = named(&sweep(&[("attacker.pen", 2), ("target.dmg", 40)]), "sweep");
    // Cell 79 has 79 % in each of two rounds: 1 - 0.21².
    assert!(chart.svg.contains("<title>attacker: pen 1, target: dmg 39\n95.59 %</title>"));
    let small = named(&sweep(&[("attacker.pen", 2), ("target.dmg", 30)]), "sweep");
    // Cell 59: 1 - 0.41², without decimals for want of room.
    assert!(small.svg.contains("\n83\n</text>"), "no number");
    let tiny = named(&sweep(&[("attacker.pen", 1), ("target.dmg", 90)]), "sweep");
    assert!(tiny.svg.contains("The cells are too small for numbers."));
}

#[test]
fn lines_of_a_heat_map_are_named() {
    // 25 % are reached from cell 14 on (1 - 0.86² = 26 %), 50 % from cell 30 on (1 - 0.7² = 51 %).
    let chart = named(&sweep(&[("attacker.pen", 4), ("target.dmg", 10)]), "sweep");
    let named = |level: &str| chart.svg.matches(&format!("\n{level} %\n</text>")).count();
    // Once beside the scale, and once at the line.
    assert_eq!(["25", "50", "75"].map(named), [2, 2, 1]);
}

#[test]
fn things_in_no_order_have_no_lines() {
    let values = vec![[0.125, 0.875].map(|value| Some(Estimate::exact(value))).to_vec()];
    let map = Heatmap {
        title: "Killed".to_owned(),
        subtitle: String::new(),
        rows: vec!["gun".to_owned()],
        columns: vec!["car".to_owned(), "tank".to_owned()],
        row_title: "attacker".to_owned(),
        column_title: "target".to_owned(),
        values,
        scale: Scale::Percent,
    };
    let report = single(1, EXACT);
    let source = Source::of(&report);
    let drawn = |scale| heatmap(&source, "map", &Heatmap { scale, ..map.clone() }).unwrap().svg;
    let named = |svg: &str| svg.contains("25–75 %") || svg.contains("Lines part cells");
    assert!(named(&drawn(Scale::Percent)) && !named(&drawn(Scale::Share)));
    assert!(drawn(Scale::Share).contains("attacker gun, target tank\n87.50 %"));
}

#[test]
fn further_fields_make_small_multiples_and_too_many_are_said_to_be_left_out() {
    let chart = named(&sweep(&[("a.x", 2), ("b.y", 2), ("c.z", 13)]), "sweep");
    assert!(chart.svg.contains("12 of 13 maps are shown."));
    assert!(chart.svg.contains("\nc: z 11\n") && !chart.svg.contains("\nc: z 12\n"));
    assert!(!named(&sweep(&[("a.x", 2), ("b.y", 2), ("c.z", 12)]), "sweep").svg.contains("maps are shown"));
}

#[test]
fn one_variant_of_a_swept_field_is_a_second_line() {
    let mut report = with_variants(sweep(&[("attacker.pen", 3)]), 1);
    let chart = named(&report, "sweep");
    // 1 - 0.98² of the base, and twice the chance in each round of the variant: 1 - 0.96².
    assert!(
        chart.svg.contains("<title>attacker: pen 2\nbase: 3.96 %\nvariant 1: 7.84 %</title>"),
        "{}",
        chart.svg
    );
    assert!(
        named(&report, "sweep_rounds")
            .svg
            .contains("attacker: pen 2\nby round 2: 3.96 %\nby round 1: 2.00 %<")
    );
    report.at_rounds = vec![1];
    let chart = named(&report, "sweep_round_1");
    assert!(chart.svg.contains("<title>attacker: pen 2\nbase: 2.00 %\nvariant 1: 4.00 %</title>"));
    assert!(charts(&report).unwrap().iter().all(|chart| chart.name != "sweep"));
}

#[test]
fn rounds_that_are_asked_for_are_lines() {
    let report = Report { at_rounds: vec![2], ..sweep(&[("attacker.pen", 3)]) };
    assert!(named(&report, "sweep").svg.contains("<title>attacker: pen 2\nby round 2: 3.96 %</title>"));
}

#[test]
fn two_versions_over_two_fields_have_a_map_of_what_they_differ_in() {
    let report = with_variants(sweep(&[("attacker.pen", 2), ("target.dmg", 3)]), 1);
    let at = "<title>attacker: pen 1, target: dmg 2\n";
    // The last cell: 5 % and 10 % in each of two rounds, 1 - 0.95² and 1 - 0.9².
    assert!(named(&report, "sweep").svg.contains(&format!("{at}9.75 %<")));
    assert!(named(&report, "sweep_variants").svg.contains(&format!("{at}19.00 %<")));
    let map = named(&report, "sweep_difference");
    assert!(map.svg.contains(&format!("{at}+9.250 percentage points<")), "{}", map.svg);
    assert!(map.svg.contains("Blue: variant 1 is ahead. Red: base is.") && map.svg.contains("break-even"));
}

#[test]
fn two_variants_are_held_against_each_other_and_more_against_the_base() {
    let swept = || sweep(&[("attacker.pen", 2), ("target.dmg", 3)]);
    let map = named(&with_variants(swept(), 2), "sweep_difference");
    // 10 % and 15 % in each of two rounds: 1 - 0.9² and 1 - 0.85².
    assert!(
        map.svg.contains("<title>attacker: pen 1, target: dmg 2\n+8.750 percentage points<"),
        "{}",
        map.svg
    );
    assert!(map.svg.contains("Blue: variant 2 is ahead. Red: variant 1 is."));
    let maps = named(&with_variants(swept(), 3), "sweep_difference");
    for number in 1..=3 {
        assert!(maps.svg.contains(&format!("\nvariant {number} over base\n")), "{}", maps.svg);
    }
}

#[test]
fn bad_names_and_numbers_do_no_harm_in_charts_of_anything() {
    let report = nasty();
    let source = Source::of(&report);
    let bad = || NASTY.to_owned();
    let map = Heatmap {
        title: bad(),
        subtitle: bad(),
        rows: vec![bad(), bad()],
        columns: vec![bad()],
        row_title: bad(),
        column_title: bad(),
        values: vec![vec![Some(Estimate::exact(f64::NAN)), None]],
        scale: Scale::Number,
    };
    let end = Estimate::exact(0.5);
    let bar = Bar { label: bad(), low_label: bad(), high_label: bad(), low: end, high: end };
    let bars =
        Tornado { title: bad(), subtitle: bad(), axis: bad(), base: end, percent: true, bars: vec![bar] };
    let empty = Heatmap { rows: Vec::new(), columns: Vec::new(), values: Vec::new(), ..map.clone() };
    let none = Tornado { bars: Vec::new(), ..bars.clone() };
    for chart in [
        heatmap(&source, "map", &map).unwrap(),
        heatmap(&source, "map", &empty).unwrap(),
        tornado(&source, "bars", &bars).unwrap(),
        tornado(&source, "bars", &none).unwrap(),
    ] {
        assert!(!chart.svg.contains("<script") && !chart.svg.contains("NaN"));
        assert!(chart.svg.chars().all(|c| c == '\n' || !c.is_control()));
        png(&chart.svg).unwrap();
    }
}
