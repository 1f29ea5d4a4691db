//! The pages as a browser shows them: charts and tables have a size, numbers stand at the pointer, tables sort, and no script fails.
//!
//! Without Chromium there is nothing to see, and the test says so.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const SWEPT: &str = "system = \"space-infantry\"\nname = \"Swept\"\nrounds = 3\n[attacker]\nap = 3\nav_skill = 3\n\
                     [target]\nheavy_armor = true\ndmg = 4\nsp = 2\n[[variant]]\nname = \"sharp\"\nattacker.pen = 1\n\
                     [sweep]\n\"attacker.ap\" = [1, 2, 3]\n\"target.dmg\" = [3, 4]\n";

const ROSTER: &str = "system = \"space-infantry\"\nname = \"Two\"\n[gun]\nap = 3\nav_skill = 3\nhp = 1\npoints = 3\n\
                      [titan]\nap = 3\nav_skill = 4\nheavy_armor = true\ndmg = 4\nsp = 2\npoints = 9\n";

/// Stands before the page's policy, which would not allow it. Counts errors from the first line of the page on. When the page
/// is loaded, it points at the last chart, sorts the last table by its last column, filters for "swept", and writes into the title
/// what can be seen.
const WATCH: &str = "<script>
window.faults = 0;
window.onerror = function () { window.faults += 1; };
window.addEventListener('securitypolicyviolation', function () { window.faults += 1; });
window.addEventListener('load', function () {
    function seen(what) {
        return Array.from(document.querySelectorAll(what)).filter(function (one) {
            var box = one.getBoundingClientRect();
            return box.width > 0 && box.height > 0;
        }).length;
    }
    var spots = document.querySelectorAll('.spot'), spot = spots[spots.length - 1];
    if (spot) spot.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: 20, clientY: 20 }));
    var tables = document.querySelectorAll('table.sortable'), table = tables[tables.length - 1], sorted = 0;
    if (table) {
        var buttons = table.querySelectorAll('th button'), last = buttons.length - 1;
        buttons[last].click();
        var keys = Array.from(table.tBodies[0].rows).map(function (row) { return Number(row.cells[last].dataset.sort); });
        sorted = Number(keys.length > 1 && keys.every(function (key, place) { return place === 0 || keys[place - 1] <= key; }));
    }
    var filter = document.querySelector('.filter'), filtered = 0;
    if (filter) {
        filter.value = 'swept';
        filter.dispatchEvent(new Event('input'));
        filtered = document.querySelectorAll('tr[hidden]').length;
    }
    var wide = Number(document.documentElement.scrollWidth > window.innerWidth);
    // A violation of the policy is reported a moment after the script that was refused.
    setTimeout(function () {
        document.title = ['seen', seen('svg'), seen('table'), seen('.tip'), sorted, filtered, seen('figcaption'), wide, window.faults, 'end'].join(' ');
    }, 200);
});</script>";

/// What is seen of a page.
#[derive(Debug, PartialEq)]
struct Seen {
    charts: usize,
    tables: usize,
    /// Numbers at the pointer.
    tips: usize,
    /// Whether a table was in order after a click.
    sorted: usize,
    /// Rows that a filter hides.
    filtered: usize,
    /// Legends below charts that are wider than the window.
    legends: usize,
    /// Whether the page is wider than its window.
    wide: usize,
    faults: usize,
}

/// Looks at a page in a window of a width.
fn look(folder: &Path, page: &str, width: u32) -> Seen {
    let (head, rest) = page.split_once("<head>").expect("a page has a head");
    let watched = folder.join("watched.html");
    fs::write(&watched, format!("{head}<head>{WATCH}{rest}")).unwrap();
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--no-first-run"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("--window-size={width},900"))
        .args(["--virtual-time-budget=3000", "--dump-dom"])
        .arg(format!("file://{}", watched.display()))
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    let told = shown.split_once("<title>seen ").and_then(|(_, rest)| rest.split_once(" end</title>"));
    let (told, _) = told.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let counts: Vec<usize> = told.split(' ').map(|count| count.parse().unwrap()).collect();
    let [charts, tables, tips, sorted, filtered, legends, wide, faults] = counts.try_into().unwrap();
    Seen { charts, tables, tips, sorted, filtered, legends, wide, faults }
}

#[test]
fn pages_are_seen_whole() {
    let version =
        Command::new("chromium").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !version.is_ok_and(|status| status.success()) {
        println!("skipped: no chromium");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("all")).unwrap();
    fs::write(folder.path().join("all/swept.toml"), SWEPT).unwrap();
    fs::write(folder.path().join("all/other.toml"), SWEPT.replace("Swept", "Other")).unwrap();
    fs::write(folder.path().join("two.toml"), ROSTER).unwrap();
    // Each page with the least of charts and tables that it must show.
    for (args, page, charts, tables) in [
        (&["run", "all/swept.toml"][..], "swept/report.html", 7, 3),
        (&["matrix", "two.toml"], "matrix-two/matrix.html", 1, 2),
        (&["sensitivity", "all/swept.toml"], "sensitivity-swept/sensitivity.html", 2, 1),
        (
            &["compare", "--per-point", "gun", "titan", "--targets", "two.toml"],
            "per-point-gun-against-titan/per-point.html",
            1,
            1,
        ),
        (&["batch", "all"], "index.html", 1, 1),
    ] {
        let ran = Command::new(env!("CARGO_BIN_EXE_killcurve"))
            .args(args)
            .args(["--out", "out", "--quiet"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let text = fs::read_to_string(folder.path().join("out").join(page)).unwrap();
        // 500 is as narrow as a window of Chromium gets.
        for width in [500, 1280] {
            let seen = look(folder.path(), &text, width);
            assert!(seen.charts >= charts && seen.tables >= tables, "{page}: {seen:?}");
            let filtered = usize::from(page == "index.html");
            let expected = Seen { tips: 1, sorted: 1, filtered, wide: 0, faults: 0, ..seen };
            assert_eq!(seen, expected, "{page} at {width}");
            let has_legends = width == 500 && page == "swept/report.html";
            assert_eq!(seen.legends > 0, has_legends, "{page} at {width}");
        }
        // The watcher itself: a page that hides everything, fails and is too wide is told from one that does not.
        let broken = format!(
            "{text}<style>svg, table, .tip {{ display: none !important }} main {{ min-width: 5000px }}</style><script>missing()</script>"
        );
        let broken = look(folder.path(), &broken, 1280);
        assert_eq!((broken.charts, broken.tables, broken.tips), (0, 0, 0), "{page}");
        assert_eq!((broken.wide, broken.faults), (1, 1), "{page}");
    }
}
