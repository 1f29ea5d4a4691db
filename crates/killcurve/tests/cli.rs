//! The command line as a person or a script meets it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn killcurve(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_killcurve")).args(args).current_dir(folder).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs and expects success.
#[track_caller]
fn fine(folder: &Path, args: &[&str]) -> String {
    let output = killcurve(folder, args);
    assert!(output.status.success(), "{args:?}: {}", err(&output));
    out(&output)
}

const TITAN: &str = "system = \"space-infantry\"\nname = \"Titan\"\nrounds = 4\n[attacker]\nap = 3\nav_skill = 3\npen = 1\n[target]\n\
                     heavy_armor = true\ndmg = 4\nsp = 2\n";

fn with(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("titan.toml"), text).unwrap();
    folder
}

fn json(folder: &Path, args: &[&str]) -> Value {
    serde_json::from_str(&fine(folder, args)).unwrap()
}

fn samples() -> Vec<PathBuf> {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut files = Vec::new();
    for system in systems::built_in() {
        let found = fs::read_dir(scenarios.join(&*system.id)).unwrap().map(|file| file.unwrap().path());
        files.extend(found.filter(|path| path.extension().is_some_and(|end| end == "toml")));
    }
    files.sort();
    files
}

#[test]
fn the_titan_by_exact() {
    let folder = with(TITAN);
    let result = json(folder.path(), &["run", "titan.toml", "--method", "exact", "--format", "json"]);
    let run = &result["runs"][0];
    assert_eq!((&run["label"], &run["method"]), (&"base".into(), &"exact".into()));
    assert!(run["trials"].is_null() && run["seed"].is_null());
    // Each of three draws hits with 4/9, so hits are binomial; alive after r rounds is at most one hit in 3r draws.
    let (p, q) = (4.0_f64 / 9.0, 5.0_f64 / 9.0);
    let hits = [q.powi(3), 3.0 * p * q.powi(2), 3.0 * p.powi(2) * q, p.powi(3)];
    let given = [0.171_467_764_060, 0.411_522_633_745, 0.329_218_106_996, 0.087_791_495_199];
    for value in 0..4 {
        let found = run["rounds"][0]["measures"]["hits"]["distribution"][value].as_f64().unwrap();
        assert!((found - hits[value]).abs() < 1e-12 && (found - given[value]).abs() < 1e-12);
    }
    let kills = [0.417_009_602_195, 0.829_473_074_151, 0.958_660_872_476, 0.990_837_039_719];
    for (round, wanted) in kills.iter().enumerate() {
        let kill = &run["rounds"][round]["kill"];
        assert!((kill["probability"].as_f64().unwrap() - wanted).abs() < 1e-12);
        assert!(kill["low"].is_null() && kill["high"].is_null());
    }
}

#[test]
fn the_same_bytes_again_and_on_other_threads() {
    let folder = with(TITAN);
    let run = |threads: &str| {
        let args =
            ["run", "titan.toml", "--method", "monte-carlo", "--trials", "1000000", "--format", "json"];
        fine(folder.path(), &[&args[..], &["--threads", threads]].concat())
    };
    let once = run("1");
    assert_eq!(once, run("1"));
    assert_eq!(once, run("2"));
    assert_eq!(once, run("7"));
    let parsed: Value = serde_json::from_str(&once).unwrap();
    assert_eq!(parsed["runs"][0]["trials"], 1_000_000);
    assert_eq!(parsed["runs"][0]["seed"], 1);
    assert!(parsed["runs"][0]["rounds"][0]["kill"]["low"].is_number());
}

#[test]
fn a_report_is_left_in_its_folder() {
    let folder = with(TITAN);
    let output = killcurve(folder.path(), &["run", "titan.toml"]);
    assert!(out(&output).contains("Killed within 4 rounds"));
    assert!(err(&output).contains("report.html"));
    let report = folder.path().join("reports/titan");
    for file in
        ["kill_curve.csv", "distributions.csv", "events.csv", "summary.json", "kill_curve.svg", "report.html"]
    {
        assert!(fs::metadata(report.join(file)).unwrap().len() > 0, "{file}");
    }
    assert!(!report.join("kill_curve.png").exists(), "pictures are made where they are asked for");
    // Nothing temporary stays behind.
    assert!(
        fs::read_dir(report).unwrap().all(|file| !file
            .unwrap()
            .file_name()
            .to_string_lossy()
            .starts_with(".killcurve-"))
    );
}

#[test]
fn every_chart_is_a_picture_too_where_that_is_asked_for() {
    let folder = with(TITAN);
    fs::create_dir(folder.path().join("files")).unwrap();
    fs::rename(folder.path().join("titan.toml"), folder.path().join("files/titan.toml")).unwrap();
    fine(folder.path(), &["run", "files/titan.toml", "--png", "--out", "run", "--quiet"]);
    fine(folder.path(), &["batch", "files", "--png", "--out", "batch", "--quiet"]);
    fine(folder.path(), &["sensitivity", "files/titan.toml", "--png", "--out", "steps", "--quiet"]);
    for report in ["run/titan", "batch/titan", "steps/sensitivity-titan"] {
        let names: Vec<PathBuf> =
            fs::read_dir(folder.path().join(report)).unwrap().map(|file| file.unwrap().path()).collect();
        let charts = names.iter().filter(|name| name.extension().is_some_and(|ending| ending == "svg"));
        let pictures: Vec<PathBuf> = charts.map(|chart| chart.with_extension("png")).collect();
        assert!(!pictures.is_empty(), "{report}");
        for picture in pictures {
            assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"), "{}", picture.display());
        }
    }
    // A batch without pictures is another batch.
    let again = fine(folder.path(), &["batch", "files", "--out", "batch"]);
    assert!(again.contains("1 played, 0 unchanged"), "{again}");
    assert!(!folder.path().join("batch/titan/kill_curve.png").exists());
}

#[test]
fn json_and_csv_write_nothing_else() {
    let folder = with(TITAN);
    let output = killcurve(folder.path(), &["run", "titan.toml", "--format", "json"]);
    assert!(err(&output).is_empty());
    let csv = fine(folder.path(), &["run", "titan.toml", "--format", "csv"]);
    assert!(csv.starts_with("scenario,label,"));
    assert!(!folder.path().join("reports").exists());
    let two = json(folder.path(), &["run", "titan.toml", "titan.toml", "--format", "json"]);
    assert_eq!(two.as_array().map(Vec::len), Some(2));
}

#[test]
fn exit_codes() {
    let folder = with(TITAN);
    let code = |args: &[&str]| killcurve(folder.path(), args).status.code();
    assert_eq!(code(&[]), Some(0));
    assert_eq!(code(&["run", "titan.toml", "-q"]), Some(0));
    assert_eq!(code(&["run", "titan.toml", "--method", "exact", "--max-paths", "3"]), Some(1));
    assert_eq!(code(&["run", "missing.toml"]), Some(2));
    assert_eq!(code(&["run", "titan.toml", "--set", "attacker.ap=0"]), Some(2));
    assert_eq!(code(&["run"]), Some(2));
    assert_eq!(code(&["fly"]), Some(2));
    assert_eq!(code(&["run", "titan.toml", "--trials", "0"]), Some(2));
    fs::write(folder.path().join("taken"), "").unwrap();
    assert_eq!(code(&["run", "titan.toml", "--out", "taken"]), Some(1));
}

#[test]
fn auto_says_why_it_sampled() {
    let folder = with(TITAN);
    let output = killcurve(folder.path(), &["run", "titan.toml", "--max-paths", "3", "--trials", "1000"]);
    assert!(err(&output).contains("sampled, because it is too large to solve exactly"), "{}", err(&output));
    assert!(out(&output).contains("Monte Carlo"));
}

#[test]
fn faults_are_shown_with_file_line_and_help() {
    let folder = with(&TITAN.replace("av_skill", "av_skil"));
    let output = killcurve(folder.path(), &["run", "titan.toml"]);
    let shown = err(&output);
    for part in ["titan.toml:6:1", "av_skil", "^^^", "did you mean `av_skill`?", "`av_skill` is missing"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let output = killcurve(folder.path(), &["check", "titan.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("1 of 1 files are wrong"));
}

#[test]
fn a_told_attack_is_a_script_of_itself() {
    let folder = with(TITAN);
    let told = fine(folder.path(), &["explain", "titan.toml", "--seed", "3"]);
    assert!(told.contains("SI-2") && told.contains("# Round 1"), "{told}");
    fs::write(folder.path().join("told.txt"), &told).unwrap();
    let again = fine(folder.path(), &["explain", "titan.toml", "--script", "told.txt"]);
    let rolls =
        |text: &str| text.lines().filter(|line| !line.contains("# seed")).collect::<Vec<_>>().join("\n");
    assert_eq!(rolls(&told), rolls(&again));
    fs::write(folder.path().join("told.txt"), "attack 5 5 9\n").unwrap();
    let output = killcurve(folder.path(), &["explain", "titan.toml", "--script", "told.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("line 1: no face shows \"9\""), "{}", err(&output));
}

#[test]
fn both_methods_agree_on_every_sample() {
    let folder = tempfile::tempdir().unwrap();
    let files = samples();
    assert!(files.len() >= 7);
    let mut args = vec!["run", "--method", "both", "--trials", "100000", "--quiet"];
    args.extend(files.iter().map(|path| path.to_str().unwrap()));
    let output = killcurve(folder.path(), &args);
    assert!(output.status.success(), "{}", err(&output));
}

#[test]
fn both_shows_each_number_twice() {
    let folder = with(TITAN);
    let shown = fine(folder.path(), &["run", "titan.toml", "--method", "both", "--trials", "100000"]);
    assert!(shown.contains("agree on") && shown.contains("41.70 %"), "{shown}");
    let result = json(folder.path(), &["run", "titan.toml", "--method", "both", "--format", "json"]);
    assert_eq!(result["agrees"], true);
    assert!(result["runs"][0]["numbers"][0]["z"].is_number());
}

#[test]
fn precision_is_kept_and_the_limit_is_said() {
    let folder = with(TITAN);
    let args = ["run", "titan.toml", "--method", "monte-carlo", "--format", "json", "--precision"];
    let result = json(folder.path(), &[&args[..], &["0.003"]].concat());
    for round in result["runs"][0]["rounds"].as_array().unwrap() {
        let end = |name: &str| round["kill"][name].as_f64().unwrap();
        assert!(end("high") - end("low") <= 0.006);
    }
    let args =
        ["run", "titan.toml", "--method", "monte-carlo", "--precision", "0.0001", "--max-trials", "20000"];
    assert!(err(&killcurve(folder.path(), &args)).contains("--max-trials was reached"));
}

#[test]
fn versions_are_compared() {
    let folder = with(&format!("{TITAN}[[variant]]\nname = \"sharp\"\nattacker.pen = 2\n"));
    let shown = fine(folder.path(), &["compare", "titan.toml"]);
    assert!(shown.contains("sharp compared with base") && shown.contains("better"), "{shown}");
    let result = json(folder.path(), &["compare", "titan.toml", "--format", "json"]);
    let first = &result["comparisons"][0]["quantities"][0];
    // Per AP 2/3 * 5/6 = 5/9 instead of 4/9: at most one hit in three draws leaves it alive.
    let alive = |p: f64| (1.0 - p).powi(3) + 3.0 * p * (1.0 - p).powi(2);
    let wanted = alive(4.0 / 9.0) - alive(5.0 / 9.0);
    assert!((first["difference"].as_f64().unwrap() - wanted).abs() < 1e-12);
    let args = ["compare", "titan.toml", "--method", "monte-carlo", "--trials", "50000", "--format", "json"];
    let sampled = json(folder.path(), &args);
    let first = &sampled["comparisons"][0]["quantities"][0];
    assert!(first["low"].as_f64().unwrap() < wanted && wanted < first["high"].as_f64().unwrap());
    let alone = with(TITAN);
    let output = killcurve(alone.path(), &["compare", "titan.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("add a [[variant]]"));
}

#[test]
fn beginnings_are_easy() {
    let folder = tempfile::tempdir().unwrap();
    assert!(fine(folder.path(), &[]).contains("Three commands to try"));
    for system in systems::built_in() {
        fine(folder.path(), &["new", &system.id]);
        let file = format!("{}.toml", system.id);
        assert!(fine(folder.path(), &["check", &file]).contains("fine"));
        assert!(fine(folder.path(), &["systems", &system.id]).contains(&*system.title));
        let schema: Value = serde_json::from_str(&fine(folder.path(), &["schema", &system.id])).unwrap();
        assert_eq!(schema["properties"]["system"]["const"], *system.id);
        let output = killcurve(folder.path(), &["new", &system.id]);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains("--force"));
    }
    assert!(fine(folder.path(), &["systems"]).contains("space-infantry"));
    parts_of_a_system_are_listed_alone(folder.path());
    assert!(fine(folder.path(), &["completions", "bash"]).contains("killcurve"));
    assert!(fine(folder.path(), &["man"]).contains(".TH"));
    assert!(fine(folder.path(), &["run", "--help"]).contains("Examples:"));
    let output = killcurve(folder.path(), &["new", "space-infanty"]);
    assert!(err(&output).contains("did you mean `space-infantry`?"));
}

fn parts_of_a_system_are_listed_alone(folder: &Path) {
    let rule = fine(folder, &["systems", "dust-warfare", "dw-28"]);
    assert_eq!(rule, "DW-28  External fire does 1 damage at the end of each activation.\n");
    let deck = fine(folder, &["systems", "rules-crusade", "deck"]);
    assert!(
        deck.starts_with("[options]\n  deck  ") && deck.contains("\n        hull    HULL cards."),
        "{deck}"
    );
    // The fields of a group line up, the first one too.
    let weapons = fine(folder, &["systems", "dust-warfare", "weapons"]);
    let fields: Vec<&str> = weapons.lines().filter(|line| line.starts_with("           ")).collect();
    let column = |name: &str| fields.iter().find_map(|line| line.find(name)).unwrap();
    assert_eq!(column("name "), column("count "));
    // A unit inside the situation refers to the unit's fields, and offers no type that is refused.
    let riders = fine(folder, &["systems", "dust-warfare", "riders"]);
    assert!(riders.contains("the fields of [target]") && !riders.contains("vehicle\""), "{riders}");
    let output = killcurve(folder, &["systems", "dust-warfare", "DW-99"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("there is no part of the system `DW-99`"), "{}", err(&output));
    assert!(err(&output).contains("did you mean `DW-9`?"), "{}", err(&output));
}

#[test]
fn nobody_reading_on_is_no_error() {
    let folder = with(TITAN);
    let mut child = Command::new(env!("CARGO_BIN_EXE_killcurve"))
        .args(["systems", "space-infantry"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", err(&output));
}
