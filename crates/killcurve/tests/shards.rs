//! Shards: what many processes count merges to the report that one process writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn killcurve(folder: &Path, words: &str) -> Output {
    let args = words.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_killcurve")).args(args).current_dir(folder).output().unwrap()
}

#[track_caller]
fn fine(folder: &Path, words: &str) -> String {
    let output = killcurve(folder, words);
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{words}: {err}");
    out
}

/// Runs and expects failure with code 2. Returns what it says.
#[track_caller]
fn refused(folder: &Path, words: &str) -> String {
    let output = killcurve(folder, words);
    assert_eq!(output.status.code(), Some(2), "{words}");
    String::from_utf8(output.stderr).unwrap()
}

const TITAN: &str = "system = \"space-infantry\"\nname = \"Titan\"\nrounds = 4\n[attacker]\nap = 3\nav_skill = 3\n\
                     [target]\nheavy_armor = true\ndmg = 4\nsp = 2\n[[variant]]\nname = \"sharp\"\nattacker.pen = 1\n";
const SWEEP: &str = "[sweep]\nattacker.ap = \"1..=4\"\ntarget.sp = \"1..=3\"\n";

fn with(text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("titan.toml"), text).unwrap();
    folder
}

/// The files of a folder, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// Plans a run of `titan.toml`, plays the shards somewhere else where there is nothing but the plan, and merges them. The report and
/// what is printed must be those of one machine.
#[track_caller]
fn the_same(text: &str, options: &str, shards: u32) {
    let folder = with(text);
    let one = folder.path();
    let printed = fine(one, &format!("run titan.toml --quiet --format json --out alone {options}"));
    fine(one, &format!("plan titan.toml --shards {shards} -o a.json {options}"));
    let other = tempfile::tempdir().unwrap();
    fs::copy(one.join("a.json"), other.path().join("b.json")).unwrap();
    // The last first: the order must not matter.
    for shard in (1..=shards).rev() {
        let threads = 1 + shard % 3;
        fine(
            other.path(),
            &format!("run --plan b.json --shard {shard}/{shards} --threads {threads} --quiet"),
        );
    }
    let merged = fine(other.path(), "merge b.json --quiet --format json --out merged");
    assert!(merged == printed, "{options}: the JSON differs");
    let names = |folder: &Path| {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>()
    };
    let (alone, merged) = (one.join("alone"), other.path().join("merged"));
    assert_eq!((names(&alone).len(), names(&alone)), (1, names(&merged)));
    let report = |folder: PathBuf| files(&folder.join(&names(&alone)[0]));
    let (alone, merged) = (report(alone.clone()), report(merged));
    assert!(alone.len() > 6, "{}", alone.len());
    for ((name, bytes), (other, others)) in alone.iter().zip(&merged) {
        assert!(name == other && bytes == others, "{options}, {shards} shards: {name} differs");
    }
    assert_eq!(alone.len(), merged.len());
}

#[test]
fn trials_are_divided_by_batches() {
    // 20,000 trials are 20 batches, the last of them short: some of 32 shards have none.
    the_same(TITAN, "--method monte-carlo --trials 20000 --seed 9", 7);
    the_same(TITAN, "--method monte-carlo --trials 20000 --set rounds=2", 32);
    the_same(TITAN, "--method monte-carlo --trials 5000", 1);
}

#[test]
fn exact_answers_are_played_whole() {
    the_same(TITAN, "", 3);
    the_same(TITAN, "--method exact", 1);
}

#[test]
fn what_auto_cannot_solve_is_divided() {
    // One of both runs is solved within the limit.
    let text = TITAN.replace("attacker.pen = 1", "attacker.ap = 1\nattacker.av_skill = 6");
    the_same(&text, "--max-paths 60 --trials 9000", 4);
}

#[test]
fn a_precision_is_planned_by_its_pilot() {
    the_same(TITAN, "--method monte-carlo --precision 0.004", 5);
    // The limit of trials is reached before the precision, by the pilot or by the sample.
    the_same(TITAN, "--method monte-carlo --precision 0.0001 --max-trials 9000", 5);
    the_same(TITAN, "--method monte-carlo --precision 0.0001 --max-trials 40000", 5);
    // Runs that are played whole have their pilots in their shards.
    the_same(TITAN, "--method monte-carlo --precision 0.004", 2);
}

#[test]
fn sweeps_are_divided_by_cells() {
    let text = format!("{TITAN}{SWEEP}");
    the_same(&text, "--at-round 2", 5);
    the_same(&text, "--method monte-carlo --trials 3000", 26);
    the_same(&text, "--method monte-carlo --trials 3000", 30);
}

#[test]
fn a_roster_is_in_the_plan() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let roster = fs::read_to_string(root.join("scenarios/rosters/space-infantry.toml")).unwrap();
    fs::create_dir_all(here.join("in/files")).unwrap();
    fs::write(here.join("roster.toml"), roster).unwrap();
    let text = "system = \"space-infantry\"\n[attacker]\nuse = \"../../roster.toml#fire-team\"\nav_skill = 3\n[target]\nuse = \"../../roster.toml#titan\"\n";
    fs::write(here.join("in/files/titan.toml"), text).unwrap();
    let printed = fine(here, "run in/files/titan.toml --quiet --format json");
    fine(here, "plan in/files/titan.toml --shards 1 -o p.json");
    fs::remove_file(here.join("roster.toml")).unwrap();
    fs::remove_dir_all(here.join("in")).unwrap();
    fine(here, "run --plan p.json --shard 1/1");
    assert_eq!(fine(here, "merge p.json --quiet --format json"), printed);
}

/// A plan of three shards, all played.
fn played() -> TempDir {
    let folder = with(TITAN);
    fine(folder.path(), "plan titan.toml --shards 3 -o p.json --method monte-carlo --trials 9000");
    for shard in 1..=3 {
        fine(folder.path(), &format!("run --plan p.json --shard {shard}/3"));
    }
    folder
}

const SECOND: &str = "p.shards/shard-2-of-3.jsonl";

#[test]
fn gaps_overlaps_and_strangers_are_refused() {
    let folder = played();
    let here = folder.path();
    fine(here, "merge p.json --quiet");
    // The same shard under two names.
    fs::copy(here.join(SECOND), here.join("again.jsonl")).unwrap();
    let words = refused(here, "merge p.json p.shards again.jsonl");
    assert!(
        words.contains("again.jsonl: shard 2 of 3 was already given, by p.shards/shard-2-of-3.jsonl"),
        "{words}"
    );
    // A gap.
    fs::remove_file(here.join(SECOND)).unwrap();
    assert!(refused(here, "merge p.json").contains("shard 2 of 3 is missing"));
    fs::remove_file(here.join("p.shards/shard-3-of-3.jsonl")).unwrap();
    assert!(refused(here, "merge p.json").contains("shards 2, 3 of 3 are missing"));
    // Another plan of the same input, and another input.
    fine(here, "plan titan.toml --shards 3 -o q.json --method monte-carlo --trials 9001");
    assert!(refused(here, "merge q.json p.shards").contains("another plan for the same input"));
    fine(here, "plan titan.toml --shards 3 -o q.json --method monte-carlo --trials 9000 --set attacker.ap=2");
    assert!(refused(here, "merge q.json p.shards").contains("another input"));
    // Another version.
    let first = here.join("p.shards/shard-1-of-3.jsonl");
    let text = fs::read_to_string(&first).unwrap();
    let version = concat!("\"version\":\"", env!("CARGO_PKG_VERSION"), "\"");
    assert!(text.contains(version));
    fs::write(&first, text.replacen(version, "\"version\":\"0.0.9\"", 1)).unwrap();
    assert!(refused(here, "merge p.json").contains("shard-1-of-3.jsonl: it is by killcurve 0.0.9"));
    // The number of shards must be that of the plan.
    assert!(refused(here, "run --plan p.json --shard 2/4").contains("has 3 shards, not 4"));
    assert!(refused(here, "run --plan p.json --shard 4/3").contains("expected a shard such as 3/64"));
    assert!(refused(here, "run titan.toml --plan p.json --shard 1/3").contains("cannot be used with"));
}

#[test]
fn damage_of_any_byte_is_noticed() {
    let folder = played();
    let here = folder.path();
    let whole = fs::read(here.join(SECOND)).unwrap();
    let places = (0..whole.len()).step_by(whole.len() / 40);
    for place in places.clone().chain([whole.len() - 2]) {
        let mut damaged = whole.clone();
        damaged[place] = if damaged[place] == b'1' { b'2' } else { b'1' };
        fs::write(here.join(SECOND), damaged).unwrap();
        let words = refused(here, "merge p.json --quiet");
        assert!(words.contains("shard-2-of-3.jsonl: "), "{place}: {words}");
    }
    for length in places {
        fs::write(here.join(SECOND), &whole[..length]).unwrap();
        let words = refused(here, "merge p.json --quiet");
        assert!(
            words.contains("is cut short") || words.contains("is not the file of a shard"),
            "{length}: {words}"
        );
    }
    fs::write(here.join(SECOND), [&whole[..40], &[0xff], &whole[40..]].concat()).unwrap();
    assert!(refused(here, "merge p.json").contains("is damaged"));
    // Played again, it is what it was.
    fine(here, "run --plan p.json --shard 2/3");
    assert_eq!(fs::read(here.join(SECOND)).unwrap(), whole);
    fine(here, "merge p.json --quiet");
}

#[test]
fn a_plan_that_was_changed_is_refused() {
    let folder = played();
    let here = folder.path();
    let text = fs::read_to_string(here.join("p.json")).unwrap();
    for (from, to, words) in [
        ("ap = 3", "ap = 4", "the plan was changed"),
        ("\"runs\": 2", "\"runs\": 3", "the plan was changed"),
        ("\"run\": 1", "\"run\": 7", "the plan was changed"),
        ("\"trials\": 9000", "\"trials\": 0", "the plan was changed"),
        ("\"at_rounds\": []", "\"at_rounds\": [9]", "the plan was changed"),
        ("\"seed\": null", "\"seed\": -1", "it is not a plan"),
        ("monte-carlo\",", "both\",", "the plan was changed"),
        ("\"shards\": 3", "\"shards\": -3", "it is not a plan"),
        ("\"killcurve_plan\": 1", "\"killcurve_plan\": 2", "the plan is by killcurve"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(here.join("q.json"), text.replace(from, to)).unwrap();
        let said = refused(here, "run --plan q.json --shard 1/3");
        assert!(said.contains(words), "{from}: {said}");
    }
    assert!(refused(here, "merge titan.toml").contains("it is not a plan"));
    // Spaces do not matter.
    fs::write(here.join("p.json"), text.replace('\n', "\n\n")).unwrap();
    fine(here, "merge p.json --quiet");
}

/// Counts that cannot be are refused although the checksum is right.
#[test]
fn impossible_counts_are_refused() {
    let folder = played();
    let here = folder.path();
    let whole = fs::read_to_string(here.join(SECOND)).unwrap();
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.pop();
    let changes = [
        ("\"trials\":3072,\"rounds\"", "\"trials\":3071,\"rounds\""),
        ("\"kills\":[", "\"kills\":[18446744073709551615,"),
        ("\"kills\":[", "\"kills\":[9"),
        ("\"rounds\":4", "\"rounds\":5"),
        ("\"counts\":[[", "\"counts\":[[99999,"),
        ("{\"run\":1,\"answer\"", "{\"run\":0,\"answer\""),
    ];
    for (from, to) in changes {
        let changed = lines.join("\n").replace(from, to) + "\n";
        assert_ne!(changed, lines.join("\n") + "\n", "{from}");
        let checksum = results::Fingerprint::of(changed.as_bytes());
        fs::write(here.join(SECOND), format!("{changed}{{\"checksum\":\"{checksum}\"}}\n")).unwrap();
        let words = refused(here, "merge p.json");
        assert!(words.contains("its answers are not those of this plan"), "{from}: {words}");
    }
}

#[test]
fn a_killed_shard_leaves_nothing_that_is_taken_for_whole() {
    let folder = with(TITAN);
    let here = folder.path();
    fine(here, "plan titan.toml --shards 2 -o p.json --method monte-carlo --trials 4000000000");
    let mut child = Command::new(env!("CARGO_BIN_EXE_killcurve"))
        .args(["run", "--plan", "p.json", "--shard", "1/2"])
        .current_dir(here)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none(), "it was too fast");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(refused(here, "merge p.json").contains("shards 1, 2 of 2 are missing"));
}
