use results::{AttacksToKill, Distribution, Estimate, Method, Origin, Results, Round, Value};

use super::axis::{label_step, number_ticks, percent_ticks};
use super::data::{attacks_to_kill, distribution, kill_curve};
use super::sweep::{by_round, by_version, chosen};
use crate::Run;
use crate::sweep::Version;

const EXACT: Method = Method::Exact { states: 1, paths: 1, truncated: 0.0 };
const SAMPLED: Method = Method::MonteCarlo { trials: 100, seed: 1 };

fn run(kills: &[f64], measure: &[f64], method: Method) -> Run {
    let rounds = kills.iter().map(|kill| Round {
        kill: Estimate::exact(*kill),
        measures: vec![Distribution {
            name: "wounds".into(),
            mean: Estimate::exact(1.5),
            probabilities: measure.iter().map(|value| Estimate::exact(*value)).collect(),
        }],
        events: Vec::new(),
        funnel: Vec::new(),
    });
    Run {
        label: "base".to_owned(),
        origin: Origin::Base,
        settings: Vec::new(),
        attacker: None,
        attacker_points: None,
        target: None,
        target_points: None,
        results: Results::new(method, rounds.collect()),
    }
}

fn close(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-12
}

#[test]
fn kills_come_in_rounds_and_the_rest_is_alive() {
    let run = run(&[0.25, 0.5, 0.625], &[1.0], EXACT);
    let bars = attacks_to_kill(&[&run]);
    assert_eq!(bars.values, ["1", "2", "3", "alive"]);
    let shown: Vec<f64> = bars.groups[0].bars.iter().map(|bar| bar.value).collect();
    assert_eq!(shown, [0.25, 0.25, 0.125, 0.375]);
    assert_eq!(bars.groups[0].remark, "median 2 attacks");
    assert!(bars.last_apart);
}

#[test]
fn shares_of_a_sampled_run_have_intervals() {
    let run = run(&[0.5, 0.5], &[1.0], SAMPLED);
    let bars = attacks_to_kill(&[&run]);
    // Wilson's interval of 50 of 100.
    let error = bars.groups[0].bars[0].error.unwrap();
    assert!((error.low - 0.403_832).abs() < 1e-6 && (error.high - 0.596_168).abs() < 1e-6, "{error:?}");
    let never = bars.groups[0].bars[1];
    assert!(close(never.value, 0.0) && never.high().unwrap() > 0.03);
}

#[test]
fn runs_of_fewer_rounds_stand_beside_longer_ones() {
    let (short, long) = (run(&[0.5], &[1.0], EXACT), run(&[0.5, 0.75], &[1.0], EXACT));
    let bars = attacks_to_kill(&[&short, &long]);
    assert!(bars.groups.iter().all(|group| group.bars.len() == bars.values.len()));
    assert_eq!(kill_curve(&[&short, &long]).places.len(), 2);
}

#[test]
fn many_rounds_leave_room_for_one_run_only() {
    let kills: Vec<f64> = (1..=200).map(|round| f64::from(round) / 400.0).collect();
    let run = run(&kills, &[1.0], EXACT);
    let bars = attacks_to_kill(&[&run, &run, &run]);
    assert_eq!(bars.groups.len(), 1);
    assert_eq!(bars.note.as_deref(), Some("Only the first of 3 runs is shown."));
    assert_eq!(bars.groups[0].remark, "median 200 attacks");
}

#[test]
fn a_long_tail_is_one_bar() {
    let measure: Vec<f64> = (1..=100).map(|value| 0.5_f64.powi(value)).collect();
    let run = run(&[0.5], &measure, EXACT);
    let bars = distribution(&[&run], "wounds");
    assert_eq!(bars.values.len(), 13);
    assert_eq!(bars.values[12], "12+");
    assert!(close(bars.groups[0].bars[12].value, 0.5_f64.powi(12)));
    assert!(close(bars.groups[0].bars.iter().map(|bar| bar.value).sum(), 1.0));
    assert_eq!(bars.groups[0].remark, "mean 1.500");
}

#[test]
fn a_short_distribution_is_shown_whole() {
    let (short, long) = (run(&[0.5], &[0.5, 0.5], EXACT), run(&[0.5], &[0.25, 0.25, 0.5], EXACT));
    let bars = distribution(&[&short, &long], "wounds");
    assert_eq!(bars.values, ["0", "1", "2"]);
    assert!(close(bars.groups[0].bars[2].value, 0.0));
    assert!(distribution(&[&short], "unknown").groups.is_empty());
}

#[test]
fn ticks_are_round_percentages() {
    let labels =
        |highest| percent_ticks(highest).ticks.into_iter().map(|(_, label)| label).collect::<Vec<_>>();
    assert_eq!(labels(1.0), ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
    assert_eq!(labels(0.43), ["0 %", "10 %", "20 %", "30 %", "40 %", "50 %"]);
    assert_eq!(labels(0.0013), ["0.000 %", "0.025 %", "0.050 %", "0.075 %", "0.100 %", "0.125 %", "0.150 %"]);
    assert_eq!(labels(0.0), labels(1.0));
    assert_eq!(labels(f64::NAN), labels(1.0));
    assert!(close(percent_ticks(0.43).top, 0.5));
}

#[test]
fn labels_stand_at_round_numbers() {
    assert_eq!(label_step(6, 20), 1);
    assert_eq!(label_step(40, 20), 2);
    assert_eq!(label_step(200, 20), 10);
}

#[test]
fn nothing_to_show_is_no_chart() {
    let mut run = run(&[], &[], EXACT);
    run.results.attacks_to_kill = AttacksToKill { mean: None, ..run.results.attacks_to_kill };
    assert!(kill_curve(&[&run]).places.is_empty());
}

#[test]
fn numbers_have_ticks_at_round_numbers() {
    let labels = |low, high| number_ticks(low, high).into_iter().map(|(_, label)| label).collect::<Vec<_>>();
    assert_eq!(labels(-40.0, 40.0), ["-40", "-20", "0", "20", "40"]);
    assert_eq!(labels(7.83, 10.65), ["8.0", "8.5", "9.0", "9.5", "10.0", "10.5"]);
    assert!(labels(1.0, 1.0).is_empty() && labels(0.0, f64::NAN).is_empty());
}

#[test]
fn a_sweep_has_lines_for_the_last_round_and_three_others() {
    assert_eq!(chosen(1), [1]);
    assert_eq!(chosen(3), [1, 2, 3]);
    assert_eq!(chosen(10), [1, 4, 7, 10]);
    assert_eq!(chosen(6), [1, 3, 4, 6]);
    assert_eq!(chosen(0), [0; 0]);
}

/// A cell of a sweep of one field.
fn cell(value: Value, kills: &[f64]) -> Run {
    Run { settings: vec![("a.x".to_owned(), value)], ..run(kills, &[1.0], EXACT) }
}

fn version<'a>(name: &str, runs: &'a [Run]) -> Version<'a> {
    let cells = runs.iter().map(|run| (vec![run.settings[0].1.to_string()], run));
    Version { name: name.to_owned(), cells: cells.collect() }
}

#[test]
fn each_version_is_a_line_with_a_gap_where_it_has_no_cell() {
    let cells = |kills: &[(i64, [f64; 2])]| -> Vec<Run> {
        kills.iter().map(|(value, kills)| cell(Value::Whole(*value), kills)).collect()
    };
    let (base, sharp) = (cells(&[(2, [0.25, 0.5]), (1, [0.125, 0.25])]), cells(&[(2, [0.5, 0.75])]));
    let versions = [version("base", &base), version("sharp", &sharp)];
    let values = |at| {
        let lines = by_version("a.x", &versions, 2, at).lines.into_iter();
        let value = |estimate: Option<Estimate>| estimate.map(|estimate| estimate.value);
        lines
            .map(|line| (line.label, line.values.into_iter().map(value).collect::<Vec<_>>()))
            .collect::<Vec<_>>()
    };
    let named = |name: &str, values: [Option<f64>; 2]| (name.to_owned(), values.to_vec());
    // The last round of each, in the order of the field.
    assert_eq!(values(None), [named("base", [Some(0.25), Some(0.5)]), named("sharp", [None, Some(0.75)])]);
    assert_eq!(
        values(Some(1)),
        [named("base", [Some(0.125), Some(0.25)]), named("sharp", [None, Some(0.5)])]
    );
    assert_eq!(values(Some(3)), [named("base", [None, None]), named("sharp", [None, None])]);
}

#[test]
fn numbers_stand_to_scale_and_in_order_and_names_as_they_came() {
    let places = |values: Vec<Value>| {
        let runs: Vec<Run> = values.into_iter().map(|value| cell(value, &[0.25, 0.5])).collect();
        let lines = by_round("a.x", &version("base", &runs), &[1, 2]);
        let places = lines.places.into_iter().map(|place| (place.at, place.label)).collect::<Vec<_>>();
        (places, lines.joined)
    };
    let labelled = |places: &[(f64, &str)]| {
        places.iter().map(|(at, label)| (*at, (*label).to_owned())).collect::<Vec<_>>()
    };
    let numbers = places([4, 1, 2].map(Value::Whole).to_vec());
    assert_eq!(numbers, (labelled(&[(1.0, "1"), (2.0, "2"), (4.0, "4")]), true));
    // Numbers far apart are spaced evenly.
    let far = places([1, 2, 100].map(Value::Whole).to_vec());
    assert_eq!(far, (labelled(&[(0.0, "1"), (1.0, "2"), (2.0, "100")]), true));
    let names = places(["b", "a"].map(|name| Value::Text(name.to_owned())).to_vec());
    assert_eq!(names, (labelled(&[(0.0, "b"), (1.0, "a")]), false));
}
