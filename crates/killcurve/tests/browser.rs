//! The report as a browser shows it: charts and tables have a size, and no script fails.
//!
//! Without Chromium there is nothing to see, and the test says so.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const SWEPT: &str = "system = \"space-infantry\"\nname = \"Swept\"\nrounds = 3\n[attacker]\nap = 3\nav_skill = 3\n\
                     [target]\nheavy_armor = true\ndmg = 4\nsp = 2\n[sweep]\n\"attacker.pen\" = [0, 1, 2]\n\"target.dmg\" = [3, 4]\n";

/// Counts errors from the first line of the page on.
const BEFORE: &str =
    "<script>window.faults = 0; window.onerror = function () { window.faults += 1; };</script>";

/// Writes into the title what can be seen.
const AFTER: &str = "<script>window.addEventListener('load', function () {
    function seen(what) {
        return Array.from(document.querySelectorAll(what)).filter(function (one) {
            var box = one.getBoundingClientRect();
            return box.width > 0 && box.height > 0;
        }).length;
    }
    document.title = 'seen ' + seen('svg') + ' ' + seen('table') + ' ' + window.faults + ' end';
});</script>";

/// The charts and tables that are seen on a page, and the errors of its scripts.
fn look(folder: &Path, page: &str) -> [usize; 3] {
    let (head, rest) = page.split_once("<head>").expect("a page has a head");
    let watched = folder.join("watched.html");
    fs::write(&watched, format!("{head}<head>{BEFORE}{rest}{AFTER}")).unwrap();
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--no-first-run"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(["--virtual-time-budget=3000", "--dump-dom"])
        .arg(format!("file://{}", watched.display()))
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    let told = shown.split_once("<title>seen ").and_then(|(_, rest)| rest.split_once(" end</title>"));
    let (told, _) = told.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let counts: Vec<usize> = told.split(' ').map(|count| count.parse().unwrap()).collect();
    counts.try_into().unwrap()
}

#[test]
fn a_report_is_seen_whole() {
    let version =
        Command::new("chromium").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !version.is_ok_and(|status| status.success()) {
        println!("skipped: no chromium");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("swept.toml"), SWEPT).unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_killcurve"))
        .args(["run", "swept.toml", "--out", "out", "--quiet"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let page = fs::read_to_string(folder.path().join("out/swept/report.html")).unwrap();
    let [charts, tables, errors] = look(folder.path(), &page);
    assert_eq!(errors, 0);
    assert!(charts >= 1 && tables >= 1, "{charts} charts and {tables} tables are seen");
    // The watcher itself: a page that hides everything and fails is told from one that does not.
    let broken =
        format!("{page}<style>svg, table {{ display: none !important }}</style><script>missing()</script>");
    assert_eq!(look(folder.path(), &broken), [0, 0, 1]);
}
