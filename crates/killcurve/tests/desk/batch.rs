//! Batches: twice, broken, and cut short.

use std::fs;
use std::path::Path;

use crate::{QUARTER, folder, killcurve};

const ROSTER: &str = "system = \"space-infantry\"\n[gun]\nap = 3\nav_skill = 3\n";

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn batch(folder: &Path, more: &[&str]) -> (i32, String) {
    let ran = killcurve(folder, &[&["batch", "all", "--out", "out"], more].concat());
    (ran.code, ran.out)
}

#[test]
fn the_second_batch_plays_nothing_until_something_changes() {
    let other = QUARTER.replace("Quarter", "Other").replace("ap = 1", "ap = 2");
    let files = [
        ("all/a.toml", QUARTER),
        ("all/deep/b.toml", &other),
        ("all/list.toml", ROSTER),
        ("all/rosters/units.toml", "this is no TOML, and is not looked at"),
    ];
    let folder = folder(&files);
    let at = folder.path();
    let (code, out) = batch(at, &[]);
    assert_eq!(code, 0);
    assert!(
        out.contains("2 scenarios: 2 played, 0 unchanged, 0 broken, 1 roster or battle skipped"),
        "{out}"
    );
    let numbers = read(at, "out/results.csv");
    // 1/4 by the first round and 7/16 by the second.
    assert!(numbers.contains("Quarter,base,base,,1,kill,0.25,,,exact,,,"), "{numbers}");
    assert!(numbers.contains("Quarter,base,base,,2,kill,0.4375,,,exact,,,"));
    assert_eq!(numbers.matches("scenario,label,variant,settings,round,quantity").count(), 1);
    assert!(numbers.contains("\nOther,base,base,,1,kill,0.4375,"));
    let index = read(at, "out/index.html");
    assert!(index.contains("href=\"quarter/report.html\"") && index.contains("href=\"other/report.html\""));
    assert_eq!(index.matches("<figure><svg").count(), 2);
    assert!(read(at, "out/quarter/report.html").contains("killcurve run all/a.toml"));

    let written = fs::metadata(at.join("out/quarter/report.html")).unwrap().modified().unwrap();
    let (code, out) = batch(at, &[]);
    assert!(code == 0 && out.contains("0 played, 2 unchanged"), "{out}");
    assert_eq!(fs::metadata(at.join("out/quarter/report.html")).unwrap().modified().unwrap(), written);
    assert_eq!(read(at, "out/results.csv"), numbers);
    let again = read(at, "out/index.html");
    assert_eq!(index.matches("<td data-sort=\"18446744073709551615\">new</td>").count(), 2, "{index}");
    assert_eq!(again.matches(">unchanged</td>").count(), 2);

    fs::write(at.join("all/a.toml"), QUARTER.replace("dmg = 4", "dmg = 5")).unwrap();
    assert!(batch(at, &[]).1.contains("1 played, 1 unchanged"));
    // 1/2 * 1/3.
    assert!(read(at, "out/results.csv").contains("Quarter,base,base,,1,kill,0.16666666666666"));
    let index = read(at, "out/index.html");
    assert!(index.contains(">unchanged</td>") && index.contains(" numbers changed</td>"));
    assert!(batch(at, &["--force"]).1.contains("2 played, 0 unchanged"));
    assert!(batch(at, &["--seed", "3"]).1.contains("2 played, 0 unchanged"));
    // Something else wrote its report there, or took one away.
    killcurve(at, &["run", "all/a.toml", "--out", "out", "--seed", "4"]);
    assert!(batch(at, &["--seed", "3"]).1.contains("1 played, 1 unchanged"));
    fs::remove_file(at.join("out/other/report.html")).unwrap();
    assert!(batch(at, &["--seed", "3"]).1.contains("1 played, 1 unchanged"));
}

#[test]
fn one_broken_file_does_not_stop_the_others() {
    let broken = QUARTER.replace("av_skill", "av_skil");
    let folder = folder(&[("all/a.toml", &broken), ("all/b.toml", QUARTER)]);
    let ran = killcurve(folder.path(), &["batch", "all", "--out", "out"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("did you mean `av_skill`?") && ran.err.contains("1 of 2 files are wrong"),
        "{}",
        ran.err
    );
    let index = read(folder.path(), "out/index.html");
    assert!(index.contains("It could not be played.") && index.contains("did you mean `av_skill`?"));
    assert!(index.contains("href=\"quarter/report.html\""));
    assert!(read(folder.path(), "out/results.csv").contains("0.4375"));
    // What is too large for --method exact is no fault of the file.
    fs::remove_file(folder.path().join("all/a.toml")).unwrap();
    let args = ["batch", "all", "--out", "out", "--method", "exact", "--max-paths", "1"];
    assert_eq!(killcurve(folder.path(), &args).code, 1);
    assert_eq!(killcurve(folder.path(), &["batch", "nothing", "--out", "out"]).code, 2);
}

#[test]
fn scenarios_of_one_name_have_reports_of_their_own() {
    let folder = folder(&[("all/a.toml", QUARTER), ("all/b.toml", &QUARTER.replace("ap = 1", "ap = 2"))]);
    assert_eq!(batch(folder.path(), &[]).0, 0);
    assert!(read(folder.path(), "out/quarter/results.csv").contains(",1,kill,0.25,"));
    assert!(read(folder.path(), "out/quarter-2/results.csv").contains(",1,kill,0.4375,"));
    assert!(batch(folder.path(), &[]).1.contains("0 played, 2 unchanged"));
}

#[test]
fn a_damaged_report_or_another_program_is_played_again() {
    let folder = folder(&[("all/a.toml", QUARTER)]);
    let at = folder.path();
    assert!(batch(at, &[]).1.contains("1 played"));
    assert!(batch(at, &[]).1.contains("0 played, 1 unchanged"));
    for damaged in ["report.html", "kill_curve.svg", "results.csv"] {
        fs::write(at.join("out/quarter").join(damaged), "damaged").unwrap();
        assert!(batch(at, &[]).1.contains("1 played, 0 unchanged"), "{damaged}");
        assert!(read(at, &format!("out/quarter/{damaged}")).len() > 100);
    }
    fs::remove_file(at.join("out/quarter/summary.json")).unwrap();
    assert!(batch(at, &[]).1.contains("1 played, 0 unchanged"));
    assert!(read(at, "out/quarter/summary.json").contains("\"Quarter\""));
    // The same version, built from other sources.
    let manifest = read(at, "out/manifest.json");
    let program = manifest.split("\"program\": \"").nth(1).unwrap().split('"').next().unwrap();
    fs::write(at.join("out/manifest.json"), manifest.replace(program, "0123456789abcdef")).unwrap();
    assert!(batch(at, &[]).1.contains("1 played, 0 unchanged"));
    assert!(batch(at, &[]).1.contains("0 played, 1 unchanged"));
}

#[test]
fn reports_of_scenarios_that_are_gone_are_called_stale() {
    let other = QUARTER.replace("Quarter", "Other");
    let folder = folder(&[("all/a.toml", QUARTER), ("all/b.toml", &other)]);
    let at = folder.path();
    assert!(!killcurve(at, &["batch", "all", "--out", "out"]).err.contains("stale"));
    fs::remove_file(at.join("all/b.toml")).unwrap();
    fs::write(at.join("all/a.toml"), QUARTER.replace("Quarter", "Third")).unwrap();
    for _ in 0..2 {
        let ran = killcurve(at, &["batch", "all", "--out", "out"]);
        assert_eq!(ran.code, 0);
        assert!(ran.err.contains("stale: out/other, once made from b.toml"), "{}", ran.err);
        assert!(ran.err.contains("stale: out/quarter, once made from a.toml"), "{}", ran.err);
    }
    fs::remove_dir_all(at.join("out/other")).unwrap();
    assert!(!killcurve(at, &["batch", "all", "--out", "out"]).err.contains("out/other"));
}

#[test]
fn a_report_is_what_the_run_made_and_takes_no_folder_of_others() {
    let swept = format!("{QUARTER}[sweep]\n\"target.dmg\" = [5, 6]\n");
    let folder = folder(&[("a.toml", &swept), ("photos/me.jpg", "mine")]);
    let at = folder.path();
    assert_eq!(killcurve(at, &["run", "a.toml", "--out", "."]).code, 0);
    assert!(at.join("quarter/sweep.svg").is_file());
    fs::write(at.join("a.toml"), QUARTER).unwrap();
    assert_eq!(killcurve(at, &["run", "a.toml", "--out", "."]).code, 0);
    assert!(at.join("quarter/kill_curve.svg").is_file() && !at.join("quarter/sweep.svg").exists());
    let ran = killcurve(at, &["run", "a.toml", "--out", ".", "--set", "name=\"photos\""]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("photos has files in it and is no report: name another folder"), "{}", ran.err);
    assert_eq!(fs::read_dir(at.join("photos")).unwrap().count(), 1);
}

#[test]
fn what_is_set_on_the_command_line_has_a_report_of_its_own() {
    let folder = folder(&[("a.toml", QUARTER)]);
    let at = folder.path();
    assert_eq!(killcurve(at, &["run", "a.toml", "--out", "out"]).code, 0);
    let page = read(at, "out/quarter/report.html");
    let ran = killcurve(at, &["run", "a.toml", "--out", "out", "--set", "target.dmg=5"]);
    assert!(ran.err.contains("report: out/quarter-target-dmg-5/report.html"), "{}", ran.err);
    assert_eq!(read(at, "out/quarter/report.html"), page);
    assert!(read(at, "out/quarter-target-dmg-5/report.html").contains("--set target.dmg=5"));
}

#[test]
fn the_index_begins_with_a_table_that_says_which_expectations_hold() {
    let expect = |least: &str| format!("{QUARTER}[[expect]]\nquantity = \"kill\"\nat_least = {least}\n");
    let failing = expect("0.5").replace("Quarter", "Failing");
    let folder = folder(&[
        ("all/a.toml", QUARTER),
        ("all/b.toml", &failing),
        ("all/c.toml", &expect("0.4").replace("Quarter", "Passing")),
    ]);
    let at = folder.path();
    // 7/16 is less than 0.5.
    for _ in 0..2 {
        assert_eq!(batch(at, &[]).0, 0);
        let index = read(at, "out/index.html");
        let row = |name: &str| {
            let rows = index.split("<tr ").skip(1).map(|row| row.split("</tr>").next().unwrap());
            rows.into_iter()
                .find(|row| row.contains(name))
                .unwrap_or_else(|| panic!("{name}\n{index}"))
                .to_owned()
        };
        assert!(row("Quarter").contains(">none</td>"), "{}", row("Quarter"));
        assert!(row("Failing").contains("class=\"failed\">1 of 1 failed</td>"), "{}", row("Failing"));
        assert!(row("Passing").contains(">1 passed</td>") && row("Passing").contains("Space Infantry"));
        assert!(index.find("class=\"filter\"") < index.find("<div class=\"cards\">"));
    }
}

#[test]
fn scenarios_with_different_sweeps_share_a_table() {
    let swept = |name: &str, field: &str| {
        format!("{}[sweep]\n\"{field}\" = [5, 6]\n", QUARTER.replace("Quarter", name))
    };
    let files = [("all/a.toml", swept("A", "target.dmg")), ("all/b.toml", swept("B", "attacker.av_skill"))];
    let folder = folder(&[(files[0].0, &files[0].1), (files[1].0, &files[1].1)]);
    let at = folder.path();
    assert_eq!(batch(at, &["--bom"]).0, 0);
    let numbers = read(at, "out/results.csv");
    let header = "\u{feff}scenario,label,variant,settings,attacker.av_skill,target.dmg,round,quantity,value";
    assert!(numbers.starts_with(header), "{}", numbers.lines().next().unwrap());
    // 1/2 to hit and 1/3 to go through, and the other way round.
    for row in [
        "A,target.dmg = 5,base,target.dmg=5,,5,1,kill,0.1666",
        "B,attacker.av_skill = 5,base,attacker.av_skill=5,5,,1,kill,0.1666",
    ] {
        assert!(numbers.contains(row), "{row}\n{numbers}");
    }
    // A mark at the beginning of a baseline is no part of its first column.
    let ran = killcurve(at, &["guard", "all", "--baseline", "out/results.csv"]);
    assert!(ran.code == 0 && ran.out.contains("0 of "), "{}{}", ran.out, ran.err);
}
