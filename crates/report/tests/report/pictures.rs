//! Charts as SVG and PNG.

use report::{charts, png};

use crate::sample::{EXACT, SAMPLED, nasty, single, variants};

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
    for chart in charts(&single(4, SAMPLED)).unwrap() {
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
