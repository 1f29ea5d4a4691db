//! Reports appear whole or not at all: killed at any moment, on a full disk, in a folder that may not be written, by two at once, interrupted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
#[cfg(unix)]
use std::time::Duration;
use std::time::Instant;

use crate::mutate::Hand;

/// Two scenarios of one name, so that their reports share a folder, told apart by the seed.
fn scenario(seed: u64) -> String {
    format!(
        "system = \"space-infantry\"\nname = \"Titan\"\ndescription = \"seed {seed}\"\nrounds = 3\n[attacker]\nap = 3\nav_skill = 3\n\
         [target]\nheavy_armor = true\ndmg = 4\nsp = 2\n[simulation]\nseed = {seed}\ntrials = 1000\n"
    )
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for seed in [11, 22] {
        fs::write(folder.path().join(format!("{seed}.toml")), scenario(seed)).unwrap();
    }
    folder
}

fn start(folder: &Path, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_killcurve"))
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn run(folder: &Path, file: &str, out: &Path) -> Output {
    let args = ["run", file, "--quiet", "--method", "monte-carlo", "--out", out.to_str().unwrap()];
    start(folder, &args).wait_with_output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let names =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The seed that every file of a report agrees on. Fails if a file is missing, cut short, or of another run.
#[track_caller]
fn seed_of(report: &Path, files: &[String]) -> u64 {
    assert_eq!(names(report), files);
    let read = |name: &str| fs::read_to_string(report.join(name)).unwrap();
    let of_kind =
        |kind| files.iter().filter(move |file| Path::new(file).extension().is_some_and(|end| end == kind));
    let summary: serde_json::Value = serde_json::from_str(&read("summary.json")).unwrap();
    let seed = summary["runs"][0]["seed"].as_u64().unwrap();
    let page = read("report.html");
    assert!(page.contains(&format!("seed {seed}")) && page.trim_end().ends_with("</html>"));
    for file in of_kind("svg") {
        assert!(read(file).trim_end().ends_with("</svg>"), "{file}");
    }
    for file in of_kind("csv") {
        let text = read(file);
        let mut rows = csv_rows(&text);
        let head = rows.remove(0);
        let place = head.iter().position(|name| *name == "seed").unwrap();
        assert!(text.ends_with('\n') && rows.iter().all(|row| row.len() == head.len()), "{file}");
        assert!(rows.iter().all(|row| row[place] == seed.to_string()), "{file}");
    }
    seed
}

/// Rows without quotes or line breaks inside.
fn csv_rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split(',').collect()).collect()
}

/// A report of the first scenario, and the names of its files.
fn earlier(folder: &Path, out: &Path) -> (PathBuf, Vec<String>) {
    let output = run(folder, "11.toml", out);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = out.join("titan");
    let files = names(&report);
    assert!(files.len() > 5 && files.iter().all(|name| !name.starts_with(".killcurve-")));
    assert_eq!(seed_of(&report, &files), 11);
    (report, files)
}

/// Kills. `KILLCURVE_KILLS` asks for more of them by hand.
fn kills() -> u64 {
    std::env::var("KILLCURVE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(24)
}

#[test]
#[cfg_attr(windows, ignore = "Windows cannot exchange folders: only each file is whole")]
fn killed_at_any_moment_a_report_is_the_earlier_or_the_new_one() {
    let folder = folder();
    let out = folder.path().join("reports");
    let (report, files) = earlier(folder.path(), &out);
    let begin = Instant::now();
    run(folder.path(), "11.toml", &out);
    let whole = begin.elapsed();
    let mut hand = Hand::new(5, 5);
    let (mut survived, mut finished) = (0, [0, 0]);
    for number in 0..kills() {
        let seed = [22, 11][(number % 2) as usize];
        let out = out.to_str().unwrap();
        let file = format!("{seed}.toml");
        let mut child =
            start(folder.path(), &["run", &file, "--quiet", "--method", "monte-carlo", "--out", out]);
        // Most of the time goes before anything is written: look closer at the end of it.
        sleep(whole.mul_f64(0.2 + hand.below(1000) as f64 / 1000.0));
        survived += u64::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        finished[usize::from(seed_of(&report, &files) == seed)] += 1;
    }
    println!(
        "{survived} of {} killed while they ran; then {finished:?} were the earlier and the new report",
        kills()
    );
    assert!(survived * 3 > kills(), "{survived} killed in time");
    // The next run sweeps up what the killed ones left.
    run(folder.path(), "22.toml", &out);
    assert_eq!(names(&out), ["titan"]);
}

#[test]
fn two_runs_at_once_leave_one_whole_report() {
    let folder = folder();
    let out = folder.path().join("reports");
    let (report, files) = earlier(folder.path(), &out);
    for _ in 0..2 {
        let args = |file| ["run", file, "--quiet", "--method", "monte-carlo", "--out", "reports"];
        let children: Vec<Child> =
            ["11.toml", "22.toml", "11.toml", "22.toml"].map(|file| start(folder.path(), &args(file))).into();
        // Somebody reads meanwhile.
        while seed_of_now(&report, &files).is_none() {}
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        seed_of(&report, &files);
        assert_eq!(names(&out), ["titan"]);
    }
}

/// As a reader who opens the folder once and then looks at its files.
fn seed_of_now(report: &Path, files: &[String]) -> Option<()> {
    files.iter().all(|file| report.join(file).is_file()).then_some(())
}

#[test]
fn a_target_that_is_a_file_is_left_alone() {
    let folder = folder();
    for (taken, out) in [("taken", "taken"), ("reports/titan", "reports"), ("a", "a/b/c")] {
        let path = folder.path().join(taken);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "mine").unwrap();
        let output = run(folder.path(), "11.toml", Path::new(out));
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{words}");
        assert!(words.starts_with("error: cannot write "), "{words}");
        assert_eq!(fs::read(&path).unwrap(), b"mine");
    }
    assert_eq!(names(&folder.path().join("reports")), ["titan"]);
}

/// A file system of its own; unmounted when dropped.
struct Mounted(tempfile::TempDir);

impl Mounted {
    /// `None` where mounting is not permitted.
    fn new(options: &str) -> Option<Self> {
        let place = tempfile::tempdir().unwrap();
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(place.path())
            .stderr(Stdio::null())
            .status();
        if mount.is_ok_and(|status| status.success()) {
            return Some(Self(place));
        }
        println!("skipped: a file system may not be mounted here");
        None
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

/// What a file on a file system in memory takes at least.
const PAGE: u64 = 4096;

#[test]
fn a_full_disk_leaves_the_earlier_report() {
    let Some(disk) = Mounted::new("size=3m") else { return };
    let folder = folder();
    let (report, files) = earlier(folder.path(), disk.0.path());
    let pages = |file: &String| fs::metadata(report.join(file)).unwrap().len().div_ceil(PAGE);
    let needed: u64 = files.iter().map(pages).sum();
    // From no room at all to almost enough.
    for room in [0, 1, needed / 10, needed / 2, needed * 9 / 10] {
        let filler = disk.0.path().join("filler");
        fs::write(&filler, vec![0; 4 << 20]).unwrap_err();
        let size = fs::metadata(&filler).unwrap().len();
        fs::OpenOptions::new()
            .write(true)
            .open(&filler)
            .unwrap()
            .set_len(size.saturating_sub(room * PAGE))
            .unwrap();
        let output = run(folder.path(), "22.toml", disk.0.path());
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{room} pages of room: {words}");
        assert!(words.contains("cannot write") && words.contains("No space left"), "{words}");
        fs::remove_file(&filler).unwrap();
        assert_eq!(seed_of(&report, &files), 11);
        assert_eq!(names(disk.0.path()), ["titan"]);
    }
    assert!(run(folder.path(), "22.toml", disk.0.path()).status.success());
    assert_eq!(seed_of(&report, &files), 22);
}

#[test]
fn a_folder_that_may_not_be_written_leaves_the_earlier_report() {
    let Some(disk) = Mounted::new("size=4m") else { return };
    let folder = folder();
    let (report, files) = earlier(folder.path(), disk.0.path());
    // Permissions mean nothing to root; a read-only file system does.
    let again = Command::new("mount").args(["-o", "remount,ro"]).arg(disk.0.path()).status().unwrap();
    assert!(again.success());
    let output = run(folder.path(), "22.toml", disk.0.path());
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(words.contains("cannot write") && words.contains("Read-only"), "{words}");
    assert_eq!(seed_of(&report, &files), 11);
}

/// Sends Ctrl-C.
#[cfg(unix)]
fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_within_a_second_and_says_what_was_kept() {
    let folder = folder();
    // The first is soon done, the second would take hours.
    let long = scenario(33).replace("Titan", "Long").replace("trials = 1000\n", "trials = 10000000000\n");
    fs::write(folder.path().join("long.toml"), long).unwrap();
    let args = ["run", "11.toml", "long.toml", "--method", "monte-carlo"];
    let child = start(folder.path(), &args);
    let report = folder.path().join("reports/titan");
    let begin = Instant::now();
    while !report.is_dir() {
        assert!(begin.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(200));
    let begin = Instant::now();
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    assert_eq!(output.status.code(), Some(130));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("interrupted: kept ") && words.contains("titan, whole"), "{words}");
    assert_eq!(names(&folder.path().join("reports")), ["titan"]);
    assert_eq!(seed_of(&report, &names(&report)), 11);

    let child = start(folder.path(), &["run", "long.toml", "--method", "monte-carlo"]);
    sleep(Duration::from_millis(500));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stderr).unwrap().contains("nothing was written"));
    assert_eq!(names(&folder.path().join("reports")), ["titan"]);
}

#[test]
#[cfg(unix)]
fn interrupted_at_any_moment_a_report_is_the_earlier_or_the_new_one() {
    let folder = folder();
    let out = folder.path().join("reports");
    let (report, files) = earlier(folder.path(), &out);
    let begin = Instant::now();
    run(folder.path(), "11.toml", &out);
    let whole = begin.elapsed();
    let mut hand = Hand::new(6, 6);
    for number in 0..kills() / 3 {
        let file = ["22.toml", "11.toml"][(number % 2) as usize];
        let child =
            start(folder.path(), &["run", file, "--quiet", "--method", "monte-carlo", "--out", "reports"]);
        sleep(whole.mul_f64(0.3 + hand.below(800) as f64 / 1000.0));
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
        let output = child.wait_with_output().unwrap();
        // Too early for the handler, it ends by the signal itself.
        assert!([Some(0), Some(130), None].contains(&output.status.code()), "{output:?}");
        seed_of(&report, &files);
        // Nothing half-written, not even under a hidden name.
        assert_eq!(names(&out), ["titan"]);
    }
}
