//! Every rule of the READMEs is cited where it is played, and every citation is explained in a README.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chance::System;

/// Rules without dice that the scenario itself plays, so that no code has anything to tell.
const NOT_PLAYED: [(&str, &str); 2] =
    [("RC-25", "the user counts range steps by it"), ("SY-36", "the user adds a point of `sustained`")];

/// How many rules each system has.
const RULES: [(&str, usize); 5] = [
    ("space-infantry", 8),
    ("deadzone", 23),
    ("dust-warfare", 56),
    ("rules-crusade", 29),
    ("sythopian-wars", 41),
];

fn folder(system: &System) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(system.id.replace('-', "_"))
}

/// The rules that code cites: ids in quotes, as rolls and tells have them. Comments do not count.
fn cited(text: &str) -> BTreeSet<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let quoted = code.flat_map(|line| line.split('"').skip(1).step_by(2));
    quoted.filter(|text| is_id(text)).map(str::to_owned).collect()
}

fn is_id(text: &str) -> bool {
    text.split_once('-').is_some_and(|(system, number)| {
        system.len() == 2
            && system.bytes().all(|byte| byte.is_ascii_uppercase())
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

#[test]
fn comments_cite_nothing() {
    let code = "// tell(\"DW-1\")\nlet a = (\"DW-2\", \"x\"); // \"DW-3\"\n/// DW-4\nlet b = \"no DW-5\";";
    assert_eq!(cited(code).into_iter().collect::<Vec<_>>(), ["DW-2"]);
}

#[test]
fn every_rule_has_a_line_in_the_readme() {
    for (system, (id, count)) in systems::built_in().zip(RULES) {
        assert_eq!(system.id, id);
        let ids: Vec<&str> = system.rules.iter().map(|rule| rule.name.as_str()).collect();
        let prefix = ids[0].split_once('-').unwrap().0;
        let expected: Vec<String> = (1..=count).map(|number| format!("{prefix}-{number}")).collect();
        assert_eq!(ids, expected);
        assert!(system.rules.iter().all(|rule| rule.doc.ends_with('.')), "each line is a sentence");
    }
}

#[test]
fn every_rule_is_cited_where_it_is_played() {
    for system in systems::built_in() {
        let cited: BTreeSet<String> = sources(&folder(system))
            .iter()
            .flat_map(|path| cited(&fs::read_to_string(path).unwrap()))
            .collect();
        for rule in system.rules.iter() {
            let excused = NOT_PLAYED.iter().any(|(id, _)| rule.name == *id);
            assert_ne!(cited.contains(rule.name.as_str()), excused, "{}", rule.name);
        }
        for id in &cited {
            assert!(system.rules.iter().any(|rule| rule.name == *id), "{id} is not in the README");
        }
    }
}

#[test]
fn the_readmes_name_files_and_functions_that_exist() {
    for system in systems::built_in() {
        let folder = folder(system);
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        let rows = readme.lines().filter_map(|line| line.strip_prefix("| ")).map(|line| line.split(" | "));
        for row in rows.map(Iterator::collect::<Vec<_>>).filter(|row| is_id(row[0])) {
            let mut file = String::new();
            for name in row[2].split('`').skip(1).step_by(2) {
                if let Some(stem) = name.strip_suffix(".rs") {
                    let path = folder.join(format!("{stem}.rs"));
                    file = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{}: {name}", row[0]));
                } else if !file.is_empty() {
                    let function = name.rsplit("::").next().unwrap();
                    let kinds = ["fn", "struct", "enum", "const"];
                    let is_there = kinds.iter().any(|kind| {
                        file.match_indices(&format!("{kind} {function}")).any(|(at, found)| {
                            !file[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
                        })
                    });
                    assert!(is_there, "{}: {name} is not in its file", row[0]);
                }
            }
        }
    }
}
