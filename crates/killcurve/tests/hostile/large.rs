//! Files that are large and mean: each is answered by the built command within a second and within 200 MB.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

const HEAD: &str = "system = \"space-infantry\"\n";
const BASE: &str = "system = \"space-infantry\"\n[attacker]\nap = 3\nav_skill = 3\n[target]\nheavy_armor = true\ndmg = 4\nsp = 2\n";
/// A little less than the largest file.
const FULL: usize = 1024 * 1024 - 200;

fn counted(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Each named for the fault that it once found, or could.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let text = |text: String| text.into_bytes();
    vec![
        ("nothing-100-mb", vec![0; 100 << 20]),
        ("spaces", vec![b' '; FULL]),
        ("line-breaks-took-425-mb", vec![b'\n'; FULL]),
        ("returns-took-a-gigabyte", vec![b'\r'; FULL]),
        ("zeros", vec![0; FULL]),
        ("equals-signs-never-ended", vec![b'='; FULL]),
        ("quotes", vec![b'"'; FULL]),
        ("faulty-lines-never-ended", "x\n".repeat(FULL / 2).into_bytes()),
        ("equal-keys-never-ended", text(HEAD.to_owned() + &"a=1\n".repeat(FULL / 4))),
        ("unknown-keys-never-ended", text(HEAD.to_owned() + &counted(90_000, |n| format!("k{n}=1\n")))),
        (
            "unknown-fields-never-ended",
            text(HEAD.to_owned() + "[attacker]\n" + &counted(90_000, |n| format!("k{n}=1\n"))),
        ),
        ("unknown-tables-never-ended", text(HEAD.to_owned() + &counted(90_000, |n| format!("[k{n}]\n")))),
        ("variants-without-number-never-ended", text(BASE.to_owned() + &"[[variant]]\n".repeat(19_999))),
        (
            "a-long-sweep-never-ended",
            text(format!("{BASE}[sweep]\n\"attacker.penn\" = [{}]\n", "1,".repeat(19_999))),
        ),
        (
            "expectations-took-seconds",
            text(BASE.to_owned() + &"[[expect]]\nquantity=\"kil\"\nat_least=0\n".repeat(20_000)),
        ),
        ("a-long-key-was-shown-whole", text(format!("{HEAD}{} = 1\n", "x".repeat(FULL)))),
        ("a-long-system", text(format!("system = \"{}\"\n", "x".repeat(FULL)))),
        ("a-long-name", text(format!("{HEAD}name = \"{}\"\n", "x".repeat(FULL)))),
        ("deep-lists", text(format!("{HEAD}a = {}{}", "[".repeat(FULL / 2), "]".repeat(FULL / 2)))),
        ("deep-tables", text(format!("{HEAD}a = {}", "{a=".repeat(FULL / 3)))),
        ("a-deep-key-had-no-line", text(format!("{HEAD}a{} = 1\n", ".a".repeat(FULL / 2)))),
        ("a-deep-head-had-no-line", text(format!("{HEAD}[{}a]\n", "a.".repeat(FULL / 2)))),
        ("a-roster-that-is-a-device-never-ended", text(format!("{HEAD}[attacker]\nuse = \"/dev/zero#x\"\n"))),
        (
            "a-roster-that-is-the-scenario",
            text(format!("{HEAD}[attacker]\nuse = \"a-roster-that-is-the-scenario.toml#attacker\"\n")),
        ),
        (
            "a-roster-of-another-kind-was-shown",
            text(format!("{HEAD}[attacker]\nuse = \"/etc/passwd#root\"\n")),
        ),
        ("not-text", [BASE.as_bytes(), b"name = \"\xff\"\n"].concat()),
        ("utf-16", BASE.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        (
            "a-name-in-every-cell-took-9-gigabytes",
            text(format!(
                "{BASE}[sweep]\n\"attacker.name\"=[\"{}\",\"b\"]\nrounds=\"1..=200\"\n\"attacker.ap\"=\"1..=20\"\n",
                "x".repeat(490)
            )),
        ),
        (
            "rounds-in-every-cell-took-5-gigabytes",
            text(format!(
                "rounds = 200\n{BASE}[sweep]\n\"attacker.pen\"=\"0..=9\"\n\"target.dmg\"=\"1..=6\"\n\"attacker.ap\"=\"1..=20\"\n\"target.sp\"=\"1..=10\"\n"
            )),
        ),
    ]
}

#[test]
fn large_files_are_answered_within_a_second_and_200_mb() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files() {
        let file = format!("{name}.toml");
        fs::write(folder.path().join(&file), bytes).unwrap();
        let once = |command: &str| {
            let start = Instant::now();
            // Memory that is written to is limited to 200 MB (`ulimit` counts in units of 1024 bytes).
            let script = format!("ulimit -d 204800; exec \"$0\" {command} \"$1\"");
            let output = Command::new("sh")
                .args(["-c", &script, env!("CARGO_BIN_EXE_killcurve"), &file])
                .current_dir(&folder)
                .output()
                .unwrap();
            (output, start.elapsed())
        };
        for command in ["check", "run --quiet --trials 1000", "matrix --quiet --trials 1000"] {
            if command == "run --quiet --trials 1000" && name.starts_with("variants-without") {
                // Fine, and long: 20,000 runs.
                continue;
            }
            let (output, mut took) = once(command);
            // A busy machine may take long once or twice.
            for _ in 0..4 {
                if took > Duration::from_secs(1) {
                    took = took.min(once(command).1);
                }
            }
            let words = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(took < Duration::from_secs(1), "{name}, {command}: {took:?}");
            let fine = matches!(output.status.code(), Some(0 | 2))
                && words.len() < 20_000
                && !words.contains("panicked");
            assert!(fine, "{name}, {command}: {:?} {words}", output.status);
            if output.status.code() == Some(2) {
                let unreadable = words.contains("larger than") || words.contains("not UTF-8 text (line ");
                let other_kind = words.contains(" is needed\n  = help: try `killcurve");
                let has_place = unreadable || other_kind || words.contains(".toml:");
                assert!(has_place, "{name}, {command} without a line: {words}");
            }
            assert!(!words.contains("/bin/"), "{name} shows another file: {words}");
        }
    }
}

/// 4,000 cells of five rounds: as JSON 60 MB, as files of a report 400 MB.
#[test]
fn a_large_sweep_is_written_as_it_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = "[sweep]\n\"attacker.ap\"=\"1..=20\"\n\"attacker.pen\"=\"0..=9\"\n\"target.dmg\"=\"1..=5\"\n\"target.sp\"=\"1..=4\"\n";
    fs::write(folder.path().join("a.toml"), format!("rounds = 5\n{BASE}{sweep}")).unwrap();
    for command in
        ["check", "run --quiet --format json", "run --quiet --format csv", "run --quiet --out reports"]
    {
        // Held as a whole, the JSON alone took 700 MB.
        let script = format!("ulimit -d 153600; exec \"$0\" {command} a.toml >/dev/null");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_killcurve")]).current_dir(&folder);
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let size = |name: &str| fs::metadata(folder.path().join("reports/a").join(name)).unwrap().len();
    assert!(size("summary.json") > 40 << 20 && size("results.csv") > 100 << 20, "{}", size("results.csv"));
}

#[test]
#[cfg(unix)]
fn a_pipe_in_a_rosters_place_was_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe.toml")).status().unwrap().success());
    fs::write(folder.path().join("a.toml"), format!("{HEAD}[attacker]\nuse = \"pipe.toml#x\"\n")).unwrap();
    let shown = scenario::load(&folder.path().join("a.toml"), &[]).unwrap_err().render(false);
    assert!(shown.contains("not a plain file") && shown.contains("a.toml:3:7"), "{shown}");
    // Nor does a batch wait for one.
    assert!(!scenario::is_roster(&folder.path().join("pipe.toml")));
}
