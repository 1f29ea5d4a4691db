//! The reference of results: what `--format json` and the CSV files of a report hold, read off the program's own output. What each key and
//! column means stands in `meanings.txt`, a line each.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const MEANINGS: &str = include_str!("meanings.txt");

/// Objects whose keys are names from the input.
const NAMED: [&str; 5] = ["measures", "events", "events_interval", "events_standard_error", "settings"];

/// The commands whose JSON is described, each with what to run on the files of [`prepare`]: exact and sampled, where both are cheap.
const COMMANDS: [(&str, &[&[&str]]); 12] = [
    ("run", &[&["run", "a.toml"], &["run", "a.toml", "--method", "monte-carlo", "--trials", "2000"]]),
    ("run --method both", &[&["run", "a.toml", "--method", "both", "--trials", "2000"]]),
    (
        "compare",
        &[&["compare", "a.toml"], &["compare", "a.toml", "--method", "monte-carlo", "--trials", "2000"]],
    ),
    (
        "compare --per-point",
        &[&["compare", "--per-point", "heavy-weapons", "titan", "--targets", "space-infantry-roster.toml"]],
    ),
    (
        "sensitivity",
        &[
            &["sensitivity", "a.toml"],
            &["sensitivity", "a.toml", "--method", "monte-carlo", "--trials", "2000"],
        ],
    ),
    ("matrix", &[&["matrix", "skirmish-roster.toml"], &["matrix", "space-infantry-roster.toml"]]),
    (
        "battle",
        &[&["battle", "b.toml"], &["battle", "b.toml", "--method", "monte-carlo", "--trials", "2000"]],
    ),
    (
        "balance",
        &[&[
            "balance",
            "skirmish-roster.toml",
            "--field-only",
            "--max-trials",
            "20000",
            "--precision",
            "50%",
        ]],
    ),
    (
        "worth",
        &[&["worth", "skirmish-roster.toml", "militia", "--max-trials", "20000", "--precision", "50%"]],
    ),
    (
        "diff",
        &[&[
            "diff",
            "space-infantry-roster.toml",
            "space-infantry-roster.toml",
            "--max-trials",
            "20000",
            "--precision",
            "50%",
        ]],
    ),
    ("lists", &[&["lists", "skirmish-roster.toml", "--points", "180", "--max-trials", "20000"]]),
    (
        "formula",
        &[&[
            "formula",
            "skirmish-roster.toml",
            "--field",
            "attacks",
            "--field",
            "stamina",
            "--units",
            "20",
            "--max-trials",
            "20000",
            "--precision",
            "50%",
        ]],
    ),
];

fn killcurve(folder: &Path, args: &[&str]) -> Output {
    let output =
        Command::new(env!("CARGO_BIN_EXE_killcurve")).args(args).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn prepare(folder: &Path) {
    killcurve(folder, &["new", "--game", "skirmish"]);
    killcurve(folder, &["new", "space-infantry", "--roster"]);
    killcurve(folder, &["new", "space-infantry", "--battle"]);
    for (from, to) in [("skirmish-scenario.toml", "a.toml"), ("space-infantry-battle.toml", "b.toml")] {
        let text = fs::read_to_string(folder.join(from)).unwrap();
        fs::write(folder.join(to), format!("description = \"A sample.\"\n{text}")).unwrap();
    }
}

fn meaning(name: &str) -> Option<&'static str> {
    MEANINGS
        .lines()
        .find_map(|line| line.split_once("  ").filter(|(known, _)| *known == name))
        .map(|(_, text)| text.trim())
}

fn is_estimate(value: &Value) -> bool {
    value.as_object().is_some_and(|object| object.keys().eq(["value", "low", "high"]))
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) if is_estimate(value) => "estimate",
        Value::Object(_) => "object",
    }
}

/// A path of a document, with the types that were seen there.
struct Row {
    path: String,
    /// The key at its end.
    key: String,
    kinds: BTreeSet<&'static str>,
}

fn walk(value: &Value, path: &str, key: &str, rows: &mut Vec<Row>) {
    if !key.is_empty() {
        let at = rows.iter().position(|row| row.path == path).unwrap_or_else(|| {
            rows.push(Row { path: path.to_owned(), key: key.to_owned(), kinds: BTreeSet::new() });
            rows.len() - 1
        });
        rows[at].kinds.insert(kind(value));
    }
    match value {
        // What differs between the cells of a variant and those of the base is their label.
        Value::Array(_) if key == "variant_runs" => {}
        Value::Array(list) => list.iter().for_each(|item| {
            if !matches!(item, Value::Null | Value::Number(_) | Value::String(_)) && !is_estimate(item) {
                walk(item, &format!("{path}[]"), if item.is_array() { key } else { "" }, rows);
            }
        }),
        Value::Object(object) if !is_estimate(value) => {
            let dot = if path.is_empty() { "" } else { "." };
            for (name, inner) in object {
                if !NAMED.contains(&key) {
                    walk(inner, &format!("{path}{dot}{name}"), name, rows);
                } else if inner.is_object() {
                    walk(inner, &format!("{path}{dot}NAME"), "", rows);
                }
            }
        }
        _ => {}
    }
}

/// The page. Fails if a key or a column has no meaning.
pub fn page() -> String {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let mut page = "# Files of results\n\nEvery command that computes something takes `--format json` and `--format csv`, and writes the same into\n\
        its report. A number has the same name everywhere: `kill`, `hits.mean`, `attacks_to_kill.median`.\n\n\
        An *estimate* is an object with `value`, `low` and `high`: the ends of its 95 % interval, which are\n`null` where the value is exact.\n"
        .to_owned();
    let mut unknown = BTreeSet::new();
    let mut explain = |name: &str| {
        let found = meaning(name);
        if found.is_none() {
            unknown.insert(name.to_owned());
        }
        found.unwrap_or_default()
    };
    for (title, args) in COMMANDS {
        let mut rows = Vec::new();
        for args in args {
            let args = [args, &["--format", "json"][..]].concat();
            let document: Value = serde_json::from_slice(&killcurve(folder.path(), &args).stdout).unwrap();
            walk(&document, "", "", &mut rows);
        }
        let _ = write!(page, "\n## JSON of `{title}`\n\n| key | type | meaning |\n|---|---|---|\n");
        for row in rows {
            let kinds: Vec<&str> = row.kinds.into_iter().collect();
            let _ = writeln!(page, "| `{}` | {} | {} |", row.path, kinds.join(" or "), explain(&row.key));
        }
    }
    killcurve(folder.path(), &["run", "a.toml", "--quiet"]);
    let report = folder.path().join("reports/a-first-attack");
    let mut tables: Vec<String> = fs::read_dir(&report)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    tables.retain(|name| Path::new(name).extension().is_some_and(|ending| ending == "csv"));
    tables.sort();
    page += "\n## CSV files of a report\n\n| file | columns |\n|---|---|\n";
    let mut columns: Vec<String> = Vec::new();
    for name in tables {
        let text = fs::read_to_string(report.join(&name)).unwrap();
        let head: Vec<String> = text
            .lines()
            .next()
            .unwrap()
            .trim_start_matches('\u{feff}')
            .split(',')
            .map(str::to_owned)
            .collect();
        let _ = writeln!(
            page,
            "| `{name}` | {} |",
            head.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        );
        columns.extend(head.into_iter().filter(|name| !columns.contains(name)).collect::<Vec<_>>());
    }
    page += "\n| column | meaning |\n|---|---|\n";
    for name in columns {
        // The path of a field, and no other column, has a dot.
        let meaning = if name.contains('.') {
            "a swept field: its value in a cell of the sweep"
        } else {
            explain(&name)
        };
        let _ = writeln!(page, "| `{name}` | {meaning} |");
    }
    assert!(
        unknown.is_empty(),
        "say in crates/killcurve/tests/book/meanings.txt what these keys mean: {unknown:?}"
    );
    page
}
