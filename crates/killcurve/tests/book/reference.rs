//! The reference of the book, made from what the program declares: the fields, options and rules of each system, the help of each command,
//! and the keys of scenario and game files.

use std::fmt::Write as _;
use std::process::Command;

use chance::System;
use chance::fields::{Field, Kind, Name};
use serde_json::Value;

use crate::{book, expect_file, no_faults};

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('\n', " ")
}

/// Writes a section with a table, if the table has rows.
fn section(page: &mut String, title: &str, head: [&str; 2], rows: &[(String, String)]) {
    if rows.is_empty() {
        return;
    }
    let _ = write!(page, "\n## {title}\n\n| {} | {} |\n|---|---|\n", head[0], head[1]);
    for (name, meaning) in rows {
        let _ = writeln!(page, "| {name} | {meaning} |");
    }
}

fn names<'a>(list: impl IntoIterator<Item = &'a Name>) -> Vec<(String, String)> {
    list.into_iter().map(|name| (format!("`{}`", name.name), cell(&name.doc))).collect()
}

/// A row for each field; fields inside others stand under their path.
fn fields(list: &[Field], path: &str, rows: &mut Vec<(String, String)>) {
    for field in list {
        let path = format!("{path}{}", field.name);
        let mut meaning = cell(&field.doc);
        let _ = write!(meaning, " {}", values(&field.kind));
        if let Some(default) = &field.default {
            let _ = write!(meaning, " Default: `{}`.", cell(default));
        }
        rows.push((format!("`{path}`"), meaning));
        inner(&field.kind, &path, rows);
    }
}

/// What may stand in a field, as a sentence.
fn values(kind: &Kind) -> String {
    match kind {
        Kind::Choice(names) => {
            let each = |name: &Name| format!("`{:?}`: {}", name.name, cell(name.doc.trim_end_matches('.')));
            format!("{}.", names.iter().map(each).collect::<Vec<_>>().join("; "))
        }
        Kind::List { of, max } => match values(of) {
            each if matches!(**of, Kind::Choice(_)) => {
                format!("A list of at most {max}, each one of: {each}")
            }
            _ => format!("A list of at most {max}, each {}.", cell(&of.to_string())),
        },
        Kind::Unit { .. } => "A unit: all fields of a unit, and these.".to_owned(),
        Kind::Either(kinds) => kinds.iter().map(values).collect::<Vec<_>>().join(" Or: "),
        kind => {
            let text = cell(&kind.to_string());
            let mut letters = text.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
            format!("{first}{}.", letters.as_str())
        }
    }
}

fn inner(kind: &Kind, path: &str, rows: &mut Vec<(String, String)>) {
    match kind {
        Kind::Table(list) | Kind::Unit { beside: list } => fields(list, &format!("{path}."), rows),
        Kind::List { of, .. } => inner(of, &format!("{path}[]"), rows),
        Kind::Either(kinds) => kinds.iter().for_each(|kind| inner(kind, path, rows)),
        _ => {}
    }
}

/// The page of a system.
fn system_page(system: &System) -> String {
    let mut page = format!(
        "# {}\n\n{}\n\nIn files: `system = \"{}\"`. `killcurve new {2}` writes a scenario to begin with, and\n\
         `killcurve systems {2}` prints these tables.\n",
        system.title,
        cell(&system.about),
        system.id
    );
    let of = |list: &[Field]| {
        let mut rows = Vec::new();
        fields(list, "", &mut rows);
        rows
    };
    let procedures: Vec<&Name> = system.procedures.iter().map(|procedure| &procedure.name).collect();
    section(&mut page, "Procedures", ["`procedure`", "what is played in a round"], &names(procedures));
    page += "\nThe first procedure is the default.\n";
    let mut units = vec!["`[attacker]`".to_owned(), "`[target]`".to_owned()];
    units.extend(system.further_units.iter().map(|unit| format!("`[{unit}]`")));
    let title = format!("Fields of a unit: {}", units.join(", "));
    section(&mut page, &title, ["field", "what it says"], &of(&system.unit));
    section(
        &mut page,
        "Fields of the situation: `[situation]`",
        ["field", "what it says"],
        &of(&system.situation),
    );
    section(
        &mut page,
        "Options of the rules: `[options]`",
        ["option", "what it decides"],
        &of(&system.options),
    );
    section(&mut page, "Measures", ["measure", "what is counted in each round"], &names(&*system.measures));
    section(
        &mut page,
        "Events",
        ["event", "what may have happened by the end of a round"],
        &names(&*system.events),
    );
    section(&mut page, "Rules", ["rule", "what it does"], &names(&*system.rules));
    page
}

/// A row for each key of a JSON Schema, under its path.
fn keys(schema: &Value, path: &str, rows: &mut Vec<(String, String)>) {
    for (name, of) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}{name}");
        let mut meaning = cell(of["description"].as_str().unwrap_or_default());
        let kind = match (&of["type"], &of["enum"], &of["const"]) {
            (Value::String(kind), ..) => kind.clone(),
            (Value::Array(kinds), ..) => {
                kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ")
            }
            (_, Value::Array(names), _) => {
                names.iter().map(Value::to_string).collect::<Vec<_>>().join(" or ")
            }
            (.., value) if !value.is_null() => value.to_string(),
            _ => String::new(),
        };
        let kind = match (of["minimum"].as_i64(), of["maximum"].as_i64()) {
            (Some(least), Some(most)) => format!("{kind} from {least} to {most}"),
            (Some(least), None) => format!("{kind} from {least}"),
            _ => kind,
        };
        if !kind.is_empty() {
            let _ = write!(meaning, " ({kind})");
        }
        if !of["default"].is_null() {
            let _ = write!(meaning, " Default: `{}`.", of["default"]);
        }
        rows.push((format!("`{path}`"), meaning.trim().to_owned()));
        keys(of, &format!("{path}."), rows);
        keys(&of["items"], &format!("{path}[]."), rows);
        match &of["additionalProperties"] {
            Value::Object(any) if any.contains_key("properties") => {
                keys(&of["additionalProperties"], &format!("{path}.NAME."), rows);
            }
            _ => {}
        }
    }
}

/// The page of scenario files: what is the same in every system.
fn scenario_page() -> String {
    let systems: Vec<&System> = systems::built_in().collect();
    let mut schema = scenario::schema(systems[0]);
    if let Some(properties) = schema["properties"].as_object_mut() {
        for name in ["procedure", "attacker", "target", "situation", "options"] {
            properties.remove(name);
        }
        properties.insert(
            "system".into(),
            serde_json::json!({ "description": "The game's system, or `game` for a game of your own." }),
        );
    }
    let mut rows = Vec::new();
    keys(&schema, "", &mut rows);
    let mut page = "# Scenario files\n\nA scenario is a TOML file of one attack. These keys are the same in every system; the page of a\n\
                    system lists what `[attacker]`, `[target]`, `[situation]` and `[options]` may say.\n"
        .to_owned();
    section(&mut page, "Keys", ["key", "what it says"], &rows);
    page += "\nA variant is named and says what differs, by path: `attacker.pen = 2`. A sweep gives each path a\n\
             list, such as `[0, 1, 2]`, or a range, such as `\"3..=6\"`. `killcurve schema SYSTEM` prints all of\n\
             this as a JSON Schema.\n";
    let limits = [
        ("size of a file, in bytes", scenario::limits::FILE),
        ("rounds", scenario::limits::ROUNDS.into()),
        ("trials", scenario::limits::TRIALS),
        ("runs: the base, variants and cells", scenario::limits::RUNS as u64),
    ];
    let limits: Vec<(String, String)> =
        limits.iter().map(|(what, limit)| ((*what).to_owned(), limit.to_string())).collect();
    section(&mut page, "Limits", ["what", "at most"], &limits);
    page
}

/// The page of game files.
fn game_page() -> String {
    let mut rows = Vec::new();
    keys(&scenario::game_schema(), "", &mut rows);
    let mut page = "# Game files\n\nThe keys of a game file. [Games of your own](../games.md) explains them. Fields of units, records,\n\
                    situations and options have the keys of `unit.NAME`.\n"
        .to_owned();
    section(&mut page, "Keys", ["key", "what it says"], &rows);
    page
}

fn help(command: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_killcurve"))
        .args(command)
        .arg("--help")
        .env("COLUMNS", "100")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that `killcurve --help` lists.
pub fn commands() -> Vec<String> {
    let help = help(&[]);
    let list = help.split_once("\nCommands:\n").unwrap().1;
    let entries = list.lines().take_while(|line| !line.is_empty());
    let names =
        entries.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// The page of the command line.
fn commands_page() -> String {
    let text = |help: &str| help.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let mut page = format!(
        "# Commands\n\nWhat `killcurve --help` and `killcurve COMMAND --help` say.\n\n```text\n{}\n```\n",
        text(&help(&[]))
    );
    let commands = commands();
    assert!(commands.len() > 12, "{commands:?}");
    for command in &commands {
        let _ = write!(page, "\n## {command}\n\n```text\n{}\n```\n", text(&help(&[command])));
    }
    page
}

#[test]
fn the_reference_says_what_the_program_declares() {
    let folder = book().join("reference");
    let mut pages = vec![
        ("commands".to_owned(), commands_page()),
        ("scenario-files".to_owned(), scenario_page()),
        ("game-files".to_owned(), game_page()),
        ("results".to_owned(), crate::results::page()),
    ];
    pages.extend(systems::built_in().map(|system| (system.id.to_string(), system_page(system))));
    let check = |(name, page): &(String, String)| {
        expect_file(&folder.join(format!("{name}.md")), page.as_bytes()).err()
    };
    let faults: Vec<String> = pages.iter().filter_map(check).collect();
    no_faults(&faults);
}
