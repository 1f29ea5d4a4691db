//! Kinds of files: samples of each, and what a command says of the wrong one.

use crate::{QUARTER, folder, killcurve};

const SYSTEMS: [&str; 5] = ["space-infantry", "deadzone", "dust-warfare", "rules-crusade", "sythopian-wars"];

#[test]
fn every_system_has_a_sample_of_each_kind_that_is_fine_and_can_be_played() {
    let folder = folder(&[]);
    let at = folder.path();
    for system in SYSTEMS {
        for (kind, command) in [("", "run"), ("--roster", "matrix"), ("--battle", "battle")] {
            let args: Vec<&str> = ["new", system, kind].into_iter().filter(|arg| !arg.is_empty()).collect();
            let made = killcurve(at, &args);
            assert_eq!(made.code, 0, "{}", made.err);
            let file = format!(
                "{system}{}.toml",
                kind.trim_start_matches('-').replace("roster", "-roster").replace("battle", "-battle")
            );
            assert!(made.out.contains(&format!("now try: killcurve {command} {file}")), "{}", made.out);
            let checked = killcurve(at, &["check", &file]);
            assert_eq!(checked.code, 0, "{}", checked.err);
            let what = match kind {
                "--roster" => "a roster of 2 units",
                "--battle" => "a battle of 5 units",
                _ => "runs",
            };
            assert!(checked.out.contains(what), "{}", checked.out);
            let played = killcurve(at, &[command, &file, "--trials", "2000", "--out", "out"]);
            assert_eq!(played.code, 0, "{file}: {}", played.err);
        }
    }
    let again = killcurve(at, &["new", "deadzone", "--roster"]);
    assert!(again.code == 2 && again.err.contains("exists already"), "{}", again.err);
}

#[test]
fn the_wrong_kind_of_file_is_named_with_the_commands_that_read_it() {
    let folder = folder(&[("scenario.toml", QUARTER)]);
    let at = folder.path();
    assert_eq!(killcurve(at, &["new", "space-infantry", "roster.toml", "--roster"]).code, 0);
    assert_eq!(killcurve(at, &["new", "space-infantry", "battle.toml", "--battle"]).code, 0);
    assert_eq!(killcurve(at, &["new", "--game", "skirmish"]).code, 0);
    assert_eq!(killcurve(at, &["run", "scenario.toml", "--out", "out"]).code, 0);
    assert_eq!(killcurve(at, &["export", "roster.toml", "-o", "units.csv"]).code, 0);
    for (args, message, help) in [
        (
            &["run", "roster.toml"][..],
            "roster.toml is a roster, and a scenario is needed",
            "try `killcurve matrix roster.toml`",
        ),
        (
            &["run", "battle.toml"],
            "battle.toml is a battle, and a scenario is needed",
            "try `killcurve battle battle.toml`",
        ),
        (
            &["compare", "roster.toml"],
            "is a roster, and a scenario is needed",
            "`killcurve balance roster.toml`",
        ),
        (
            &["balance", "scenario.toml"],
            "is a scenario, and a roster is needed",
            "`killcurve run scenario.toml`",
        ),
        (
            &["matrix", "scenario.toml"],
            "is a scenario, and a roster is needed",
            "`killcurve run scenario.toml`",
        ),
        (&["worth", "scenario.toml", "attacker"], "is a scenario, and a roster is needed", "try"),
        (&["battle", "scenario.toml"], "is a scenario, and a battle is needed", "try"),
        (
            &["explain", "roster.toml"],
            "is a roster, and a scenario is needed",
            "`killcurve matrix roster.toml`",
        ),
        (
            &["run", "skirmish.toml"],
            "is a game file, and a scenario is needed",
            "`killcurve check skirmish.toml`",
        ),
        (&["matrix", "skirmish.toml"], "is a game file, and a roster is needed", "names it with `game = …`"),
        (&["run", "out/quarter/results.csv"], "is a file of results, and a scenario", "guard --baseline"),
        (&["balance", "units.csv"], "is a table, and a roster is needed", "`killcurve import units.csv"),
        (&["run", "out/quarter/summary.json"], "is a JSON file, and a scenario is needed", "written in TOML"),
        (&["matrix", "out/quarter/report.html"], "is a part of a report", "name the file"),
        (&["export", "scenario.toml"], "is a scenario, and a roster is needed", "try"),
        (
            &["import", "roster.toml", "--system", "deadzone"],
            "is a roster, and no table",
            "`killcurve export`",
        ),
        (
            &["compare", "--per-point", "a", "b", "--targets", "scenario.toml"],
            "is a scenario, and a roster is needed",
            "try",
        ),
        (&["guard", "scenario.toml", "--baseline", "roster.toml"], "not a file of results", "no column"),
    ] {
        let ran = killcurve(at, args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.out);
        assert!(ran.err.contains(message) && ran.err.contains(help), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_missing_unit_is_called_that() {
    let attacker = "system = \"deadzone\"\n[attacker]\nshoot = 4\nweapons = [{ ap = 1 }]\n";
    let folder = folder(&[("a.toml", attacker)]);
    let ran = killcurve(folder.path(), &["check", "a.toml"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("the file has no [target]"), "{}", ran.err);
    assert!(ran.err.contains("add a table [target] with `survive`"), "{}", ran.err);
    assert_eq!(ran.err.matches("error:").count(), 1, "{}", ran.err);
}

#[test]
fn a_comparison_says_that_it_leaves_the_sweep_out() {
    let swept = format!(
        "{QUARTER}[[variant]]\nname = \"sharp\"\nattacker.pen = 1\n[sweep]\n\"target.dmg\" = [5, 6]\n"
    );
    let folder = folder(&[("a.toml", &swept)]);
    let ran = killcurve(folder.path(), &["compare", "a.toml"]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("the sweep of target.dmg is not compared"), "{}", ran.err);
    assert_eq!(killcurve(folder.path(), &["compare", "a.toml", "--quiet"]).err, "");
}

#[test]
fn what_a_rule_book_or_a_word_processor_writes_is_answered_with_what_to_write() {
    let plus = "write 4: the plus is understood";
    let share = "write 0.5: a percentage is written as a share of 1";
    let expect = |between: &str| format!("{QUARTER}[[expect]]\nquantity = \"kill\"\n{between}\n");
    for (text, help) in [
        (QUARTER.replace("av_skill = 4", "av_skill = \"4+\""), plus),
        (QUARTER.replace("av_skill = 4", "av_skill = 4+"), plus),
        (QUARTER.replace("av_skill = 4", "av_skill = 50%"), share),
        (QUARTER.replace("av_skill = 4", "av_skill = \"4\""), "write 4 without quotes"),
        (QUARTER.replace("\"Quarter\"", "“Quarter”"), "write straight quotes: name = \"Quarter\""),
        (expect("between = [\"50%\", 0.6]"), share),
        (expect("between = [50%, 60%]"), share),
        (expect("between = [50, 60]"), "write 0.5: not in percent"),
        (expect("at_least = \"50%\""), share),
    ] {
        let folder = folder(&[("a.toml", &text)]);
        let ran = killcurve(folder.path(), &["check", "a.toml"]);
        assert_eq!(ran.code, 2, "{text}");
        assert!(ran.err.contains(help) && ran.err.contains("a.toml:"), "{text}\n{}", ran.err);
    }
    let folder = folder(&[("a.toml", QUARTER)]);
    let ran = killcurve(folder.path(), &["check", "a.toml", "--set", "attacker.av_skill=4+"]);
    assert!(ran.code == 2 && ran.err.contains(plus), "{}", ran.err);
}
