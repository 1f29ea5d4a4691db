//! JSON and CSV.

use report::{Content, Style, Writes};
use results::{Origin, Value as Setting};
use serde_json::{Value, json};

use crate::sample::{self, EXACT, NASTY, SAMPLED, nasty, single, sweep, variants, with_funnel};

fn parsed(report: &report::Report) -> Value {
    serde_json::from_str(&text(report)).unwrap()
}

fn text(report: &report::Report) -> String {
    String::from_utf8(Content::Of(report, report::json).bytes().unwrap()).unwrap()
}

fn rows_of(report: &report::Report, csv: Writes) -> Vec<Vec<String>> {
    records(&Content::Of(report, csv).bytes().unwrap())
}

pub fn records(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn json_has_the_names_that_others_depend_on() {
    let document = parsed(&single(2, EXACT));
    assert_eq!(document["scenario"], "Heavy Weapons against a Titan");
    assert_eq!(document["system"], "space-infantry");
    let run = &document["runs"][0];
    assert_eq!(run["label"], "base");
    assert_eq!(run["settings"], json!({}));
    assert_eq!(run["method"], "exact");
    assert_eq!(run["trials"], Value::Null);
    assert_eq!(run["seed"], Value::Null);
    assert_eq!(run["exact"], json!({ "states": 12, "paths": 34, "truncated": 0.0 }));
    let round = &run["rounds"][1];
    assert_eq!(round["round"], 2);
    assert_eq!(
        round["kill"],
        json!({ "probability": 0.75, "low": null, "high": null, "standard_error": null })
    );
    assert_eq!(round["measures"]["wounds"]["mean"], 0.75);
    assert_eq!(round["measures"]["wounds"]["distribution"], json!([0.5, 0.25, 0.25]));
    assert_eq!(round["events"], json!({ "weapon jammed": 0.125 }));
    assert_eq!(round["events_interval"], json!({ "weapon jammed": null }));
}

#[test]
fn json_has_intervals_beside_sampled_numbers() {
    let document = parsed(&single(1, SAMPLED));
    let run = &document["runs"][0];
    assert_eq!(
        (&run["method"], &run["trials"], &run["seed"]),
        (&json!("monte-carlo"), &json!(10_000), &json!(7))
    );
    assert_eq!(run["exact"], Value::Null);
    let round = &run["rounds"][0];
    assert_eq!(round["kill"]["low"], 0.49);
    assert_eq!(round["events_interval"]["weapon jammed"], json!([0.115, 0.135]));
    assert_eq!(round["events_standard_error"]["weapon jammed"], 0.005);
    assert_eq!(round["measures"]["wounds"]["distribution_interval"][1], json!([0.24, 0.26]));
    assert_eq!(round["measures"]["wounds"]["mean_interval"], json!([0.74, 0.76]));
}

#[test]
fn what_is_missing_is_null_in_json_and_empty_in_csv() {
    let mut report = single(3, EXACT);
    assert_eq!(parsed(&report)["runs"][0]["attacks_to_kill"]["mean"], Value::Null);
    assert_eq!(parsed(&report)["runs"][0]["attacks_to_kill"]["median"], 1);
    assert_eq!(parsed(&report)["runs"][0]["target_points"], Value::Null);
    report.runs[0].results.rounds[0].kill.value = f64::NAN;
    report.runs[0].attacker_points = Some(f64::INFINITY);
    let text = text(&report);
    assert!(!text.contains("NaN") && !text.contains(": inf"), "{text}");
    let rows = rows_of(&report, report::kill_curve_csv);
    assert_eq!(rows[1][6..11], ["", "", "", "", ""]);
    assert_eq!(rows[2][6..14], ["", "0.75", "", "", "", "exact", "", ""]);
}

#[test]
fn json_keeps_every_digit() {
    let mut report = single(1, EXACT);
    report.runs[0].results.rounds[0].kill.value = 0.1 + 0.2;
    assert!(text(&report).contains("0.30000000000000004"));
    assert_eq!(parsed(&report)["runs"][0]["rounds"][0]["kill"]["probability"].as_f64(), Some(0.1 + 0.2));
}

#[test]
fn settings_tell_runs_apart() {
    let mut report = sweep(&[("attacker.pen", 2), ("target.dmg", 2)]);
    report.runs[1].settings.push(("target.list".to_owned(), Setting::List(vec![Setting::Flag(true)])));
    let document = parsed(&report);
    assert_eq!(
        document["runs"][1]["settings"],
        json!({ "attacker.pen": 0, "target.dmg": 0, "target.list": [true] })
    );
    assert_eq!(document["runs"][4]["settings"], json!({ "attacker.pen": 1, "target.dmg": 1 }));
    let rows = rows_of(&report, report::kill_curve_csv);
    assert_eq!(rows[9][1..7], ["cell 3", "base", "attacker.pen=1; target.dmg=1", "1", "1", "1"]);
}

#[test]
fn csv_is_in_long_form() {
    let report = variants(1);
    let rows = rows_of(&report, report::distributions_csv);
    assert_eq!(
        rows[0].join(","),
        "scenario,label,variant,settings,round,quantity,outcome,value,low,high,standard_error,method,trials,seed,\
         scenario_hash,version,note"
    );
    assert_eq!(rows.len(), 1 + 2 * 4 * 3);
    assert_eq!(
        rows[2][4..14],
        ["1", "wounds", "1", "0.25", "0.24", "0.26", "0.005", "monte-carlo", "10000", "7"]
    );
    let rows = rows_of(&report, report::events_csv);
    assert_eq!(rows.len(), 1 + 2 * 4);
    assert_eq!(rows[1][5..8], ["weapon jammed", "", "0.125"]);
    let variants: Vec<&str> = rows[1..].iter().map(|row| row[2].as_str()).collect();
    assert_eq!(
        variants,
        ["base", "base", "base", "base", "variant 1", "variant 1", "variant 1", "variant 1"]
    );
}

#[test]
fn a_note_stands_in_every_page_table_and_row() {
    let mut report = single(1, SAMPLED);
    report.provenance.notes = vec!["All dice are assumed.".to_owned()];
    assert!(report::html(&report).unwrap().contains("Note: All dice are assumed."));
    assert!(
        report::table(&report, 100, Style { color: false, unicode: true })
            .contains("Note: All dice are assumed.")
    );
    for rows in [rows_of(&report, report::results_csv), rows_of(&report, report::kill_curve_csv)] {
        assert_eq!(rows[1].last().map(String::as_str), Some("All dice are assumed."));
    }
    assert_eq!(parsed(&report)["file_notes"], json!(["All dice are assumed."]));
}

#[test]
fn every_number_has_a_row() {
    let rows = rows_of(&with_funnel(single(2, SAMPLED)), report::results_csv);
    assert_eq!(
        rows[0].join(","),
        "scenario,label,variant,settings,round,quantity,value,low,high,method,trials,seed,scenario_hash,version,note"
    );
    let said: Vec<String> = rows[1..].iter().map(|row| row[4..7].join(" ")).collect();
    let round = |number: u32, kill: &str| {
        ["kill", "weapon jammed", "wounds.mean", "wounds=0", "wounds=1", "wounds=2"]
            .into_iter()
            .zip([kill, "0.125", "0.75", "0.5", "0.25", "0.25"])
            .chain([("funnel.dice", "4.0"), ("funnel.hits", "2.0"), ("funnel.damage", "3.0")])
            .map(|(name, value)| format!("{number} {name} {value}"))
            .collect::<Vec<_>>()
    };
    // A target that dies with 50 % in each round: half are dead after one, and after two a quarter is not.
    let attacks =
        ["mean ", "median 1.0", "p10 1.0", "p90 ", "alive 0.25"].map(|row| format!(" attacks_to_kill.{row}"));
    assert_eq!(said, [round(1, "0.5"), round(2, "0.75"), attacks.to_vec()].concat());
    assert_eq!(rows[1][7..12], ["0.49", "0.51", "monte-carlo", "10000", "7"]);
    assert_eq!(rows[7][7..9], ["3.75", "4.25"]);
}

#[test]
fn json_has_the_funnel_of_each_round() {
    let step = |report| parsed(&report)["runs"][0]["rounds"][1]["funnel"][1].clone();
    assert_eq!(
        step(with_funnel(single(2, SAMPLED))),
        json!({ "name": "hits", "mean": 2.0, "low": 1.75, "high": 2.25 })
    );
    assert_eq!(
        step(with_funnel(single(2, EXACT))),
        json!({ "name": "hits", "mean": 2.0, "low": null, "high": null })
    );
    assert_eq!(parsed(&single(1, EXACT))["runs"][0]["rounds"][0]["funnel"], json!([]));
}

#[test]
fn bad_names_keep_their_meaning_in_json_and_show_no_control_character() {
    let text = text(&nasty());
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(!text.contains('\u{202e}'));
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["scenario"], NASTY);
}

#[test]
fn bad_names_do_no_harm_in_csv() {
    let report = nasty();
    for csv in [report::kill_curve_csv, report::distributions_csv, report::events_csv, report::results_csv] {
        let bytes = Content::Of(&report, csv).bytes().unwrap();
        let rows = records(&bytes);
        assert!(rows.len() > 1);
        for cell in rows.iter().flatten() {
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}");
            assert!(!cell.contains(char::is_control) && !cell.contains('\u{202e}'), "{cell}");
        }
        // A row is a line.
        assert_eq!(String::from_utf8(bytes).unwrap().lines().count(), rows.len());
    }
}

#[test]
fn origins_are_named() {
    let mut report = sample::variants(1);
    report.runs.push(sample::run("cell", Origin::Cell, 1, 0.5, EXACT));
    let document = parsed(&report);
    let origins: Vec<&Value> =
        document["runs"].as_array().unwrap().iter().map(|run| &run["origin"]).collect();
    assert_eq!(origins, ["base", "variant", "cell"]);
}
