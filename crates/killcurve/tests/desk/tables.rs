//! CSV files as spreadsheets and data frames read them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{QUARTER, folder, killcurve};

/// A swept field with negative values.
const SWEPT: &str = "system = \"deadzone\"\nname = \"Swept\"\nrounds = 2\n[attacker]\nshoot = 4\nweapons = [{ ap = 1 }]\n\
    [target]\nsurvive = 5\n[[variant]]\nname = \"sharp\"\nattacker.shoot = 3\n\
    [sweep]\n\"situation.attacker_dice\" = [-1, 0, 1]\n";

/// Two kinds of units that can fight each other.
const ROSTER: &str = "system = \"space-infantry\"\nname = \"Größe\"\n\
    [gun]\nap = 3\nav_skill = 3\nheavy_armor = true\ndmg = 3\nsp = 1\npoints = 10\n\
    [titan]\nap = 3\nav_skill = 4\nheavy_armor = true\ndmg = 4\nsp = 2\npoints = 20\n";

/// Reads every CSV file below a folder: numbers must be numbers, and an interval must hold its number, so that `value`, `low` and
/// `high` mean the same everywhere. A sweep is pivoted by its field and the variant.
const PANDAS: &str = r#"
import pathlib, sys
import pandas as pd
numbers = {"value", "low", "high", "round", "trials", "seed", "outcome", "standard_error", "difference",
           "difference_low", "difference_high", "situation.attacker_dice", "kill", "from", "to"}
files = sorted(pathlib.Path(sys.argv[1]).rglob("*.csv"))
for path in files:
    table = pd.read_csv(path)
    assert len(table) > 0 or path.name == "events.csv", path
    for name in numbers & set(table.columns):
        assert pd.api.types.is_numeric_dtype(table[name]) or table[name].isna().all(), (path, name)
    for value, low, high in [("value", "low", "high"), ("difference", "difference_low", "difference_high")]:
        if low in table.columns:
            known = table.dropna(subset=[value, low, high])
            assert ((known[low] <= known[value]) & (known[value] <= known[high])).all(), path
swept = pd.read_csv(pathlib.Path(sys.argv[1]) / "swept" / "results.csv")
cells = swept[(swept.quantity == "kill") & (swept["round"] == 1) & swept["situation.attacker_dice"].notna()]
pivot = cells.pivot(index="situation.attacker_dice", columns="variant", values="value")
assert list(pivot.columns) == ["base", "sharp"] and list(pivot.index) == [-1, 0, 1], pivot
assert (pivot["sharp"] > pivot["base"]).all() and pivot["base"].is_monotonic_increasing, pivot
print(len(files))
"#;

fn run(at: &Path, args: &[&str]) {
    let ran = killcurve(at, args);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
}

/// Writes every kind of table: of a sweep and a sample, a sensitivity, a matrix, a battle, prices and the worth of steps.
fn write_tables(at: &Path, more: &[&str]) {
    let price = ["--max-trials", "20000", "--precision", "50%"];
    for args in [
        &["run", "swept.toml", "a.toml"][..],
        &["run", "a.toml", "--set", "name=\"sampled\"", "--method", "monte-carlo", "--trials", "3000"],
        &["sensitivity", "a.toml"],
        &["matrix", "roster.toml", "--rounds", "2"],
        &["battle", "battle.toml", "--trials", "2000"],
        &["compare", "--per-point", "gun", "titan", "--targets", "roster.toml"],
        &[&["balance", "roster.toml", "--field-only"], &price[..]].concat(),
        &[&["worth", "roster.toml", "gun"], &price[..]].concat(),
    ] {
        run(at, &[args, &["--out", "out", "--quiet"], more].concat());
    }
    let compare = killcurve(at, &["compare", "swept.toml", "--quiet", "--format", "csv"]);
    fs::write(at.join("out/compare.csv"), compare.out).unwrap();
    run(at, &["export", "roster.toml", "-o", "out/units.csv", "--force"]);
}

fn prepared() -> tempfile::TempDir {
    let folder = folder(&[("swept.toml", SWEPT), ("a.toml", QUARTER), ("roster.toml", ROSTER)]);
    run(folder.path(), &["new", "space-infantry", "battle.toml", "--battle"]);
    folder
}

#[test]
fn every_table_is_read_by_a_data_frame() {
    let folder = prepared();
    write_tables(folder.path(), &[]);
    let has_pandas = Command::new("python3").args(["-c", "import pandas"]).output();
    if !has_pandas.is_ok_and(|output| output.status.success()) {
        println!("skipped: python3 has no pandas here");
        return;
    }
    let read =
        Command::new("python3").args(["-c", PANDAS, "out"]).current_dir(folder.path()).output().unwrap();
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    let files: usize = String::from_utf8_lossy(&read.stdout).trim().parse().unwrap();
    assert!(files >= 18, "{files} tables");
}

#[test]
fn a_spreadsheet_finds_no_formula_and_a_mark_where_it_was_asked_for() {
    let folder = prepared();
    for (more, mark) in [(&[][..], ""), (&["--bom"], "\u{feff}")] {
        run(folder.path(), &[&["run", "swept.toml", "--out", "out"], more].concat());
        run(folder.path(), &[&["matrix", "roster.toml", "--out", "out"], more].concat());
        for name in ["swept/results.csv", "swept/kill_curve.csv", "matrix-größe/matrix.csv"] {
            let text = fs::read_to_string(folder.path().join("out").join(name)).unwrap();
            let text = text.strip_prefix(mark).unwrap_or_else(|| panic!("{name} has no mark"));
            assert!(text.starts_with(|first: char| first.is_ascii_alphabetic()), "{name}");
            // A spreadsheet takes a cell for a formula that begins with one of these, and is no number.
            let cells = text.lines().flat_map(|line| line.split(','));
            let formula = cells
                .into_iter()
                .find(|cell| cell.starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err());
            assert_eq!(formula, None, "{name}");
        }
        let printed =
            killcurve(folder.path(), &[&["run", "swept.toml", "--format", "csv"], more].concat()).out;
        assert!(printed.starts_with(&format!("{mark}scenario,")), "{printed}");
        assert!(
            printed.contains("Swept,situation.attacker_dice = -1,base,situation.attacker_dice=-1,-1,1,kill,"),
            "{printed}"
        );
    }
}
