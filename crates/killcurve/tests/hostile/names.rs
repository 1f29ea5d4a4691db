//! Names that would do harm if they were taken at their word: safe everywhere, and still to be recognised.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use rayon::prelude::*;

/// A name, and what of it must still be there.
fn names() -> Vec<(String, &'static str)> {
    let name = |text: &str| text.to_owned();
    vec![
        (name("<script>alert(1)</script>{{ 7 * 7 }} Titan"), "Titan"),
        (name("\"><img src=x onerror=alert(1)>Titan"), "Titan"),
        (name("]]></svg><script>Titan"), "Titan"),
        (name("Titan 'quoted' \"twice\" & more"), "Titan"),
        (name("Titan\nsecond line\r\nthird"), "Titan"),
        (name("Titan \u{1b}[31mred\u{7}\u{9b}2J\u{0}"), "Titan"),
        (name("\u{202e}natiT\u{2066} Titan"), "Titan"),
        (name("=cmd|' /C calc'!A0 Titan"), "Titan"),
        (name("+1+1 Titan"), "Titan"),
        (name("-1 Titan"), "Titan"),
        (name("@SUM(1) Titan"), "Titan"),
        (name("../../Titan"), "Titan"),
        (name("CON"), "CON"),
        (name(""), ""),
        (format!("Titan {}", "x".repeat(294)), "Titan"),
        ("士".repeat(300), "士"),
    ]
}

fn toml(text: &str) -> String {
    // JSON's strings are TOML's, but for DEL.
    serde_json::to_string(text).unwrap().replace('\u{7f}', "\\u007f").replace('\u{9b}', "\\u009b")
}

fn killcurve(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_killcurve")).args(args).current_dir(folder).output().unwrap()
}

#[track_caller]
fn harmless_line_by_line(what: &str, text: &str) {
    let steers = |c: char| c != '\n' && c != '\t' && results::printable::is_control(c);
    assert!(!text.contains(steers), "{what}: {:?}", text.chars().find(|&c| steers(c)));
}

#[test]
fn names_do_no_harm_anywhere() {
    names().into_par_iter().for_each(|(name, kept)| {
        let folder = tempfile::tempdir().unwrap();
        let quoted = toml(&name);
        let text = format!(
            "system = \"space-infantry\"\nname = {quoted}\nrounds = 2\n[attacker]\nname = {quoted}\npoints = 5\nap = 3\nav_skill = 3\n\
             [target]\nname = {quoted}\npoints = 9\nheavy_armor = true\ndmg = 4\nsp = 2\n\
             [[variant]]\nname = {quoted}\nattacker.pen = 1\n[sweep]\n\"attacker.name\" = [{quoted}, \"b\"]\n"
        );
        fs::write(folder.path().join("a.toml"), text).unwrap();
        let output = killcurve(folder.path(), &["run", "a.toml"]);
        let (shown, said) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(output.status.success(), "{name:?}: {said}");
        // On the terminal.
        harmless_line_by_line("terminal", &shown);
        harmless_line_by_line("terminal", &said);
        assert!(shown.contains(kept), "{name:?} is not to be recognised in\n{shown}");
        // As a folder: one, inside of reports, with a short plain name.
        let reports: Vec<_> =
            fs::read_dir(folder.path().join("reports")).unwrap().map(|entry| entry.unwrap()).collect();
        let [report] = &reports[..] else { panic!("{name:?}: {reports:?}") };
        let called = report.file_name().into_string().unwrap();
        assert!(called.chars().all(|c| c.is_alphanumeric() || c == '-') && called.len() < 80, "{called}");
        assert!(called.to_lowercase().contains(&kept.to_lowercase()), "{called}");
        assert!(!["con", "nul"].contains(&called.as_str()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{name:?} left something elsewhere");
        for entry in fs::read_dir(report.path()).unwrap() {
            let path = entry.unwrap().path();
            let file = path.file_name().unwrap().to_str().unwrap();
            let Ok(text) = fs::read_to_string(&path) else { continue };
            match path.extension().and_then(|end| end.to_str()).unwrap_or_default() {
                "html" | "svg" => {
                    harmless_line_by_line(file, &text);
                    for tag in ["<script>alert", "<img src=x", "</svg><script>", "onerror=alert(1)>T"] {
                        assert!(!text.contains(tag), "{name:?} in {file}");
                    }
                    assert!(!text.contains(" 49 Titan"), "{file} runs what a name says");
                }
                "csv" => {
                    harmless_line_by_line(file, &text);
                    for cell in text.lines().flat_map(|line| line.split(',')) {
                        let cell = cell.trim_start_matches('"');
                        let is_number = cell.trim_end_matches('"').parse::<f64>().is_ok();
                        assert!(
                            is_number || !cell.starts_with(['=', '+', '-', '@']),
                            "{name:?} in {file}: {cell}"
                        );
                    }
                }
                "json" if file == ".killcurve.json" => harmless_line_by_line(file, &text),
                "json" => {
                    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
                    assert_eq!(json["scenario"], *name, "programs get the name as it is");
                }
                _ => {}
            }
        }
    });
}

#[test]
fn names_in_errors_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    for (name, _) in names() {
        let quoted = toml(&name);
        for text in [
            format!("system = {quoted}\n"),
            format!(
                "system = \"space-infantry\"\n{quoted} = 1\n[attacker]\n{quoted} = {quoted}\nuse = {quoted}\n"
            ),
            format!("system = \"space-infantry\"\n[situation]\nrange = {quoted}\n[sweep]\n{quoted} = [1]\n"),
            // Not escaped, as it stands.
            format!("system = \"space-infantry\"\nname = {name}\n"),
        ] {
            fs::write(folder.path().join("a.toml"), &text).unwrap();
            let output =
                killcurve(folder.path(), &["check", "a.toml", "--set", "attacker.ap=\u{202e}\u{1b}[31m"]);
            assert_eq!(output.status.code(), Some(2), "{text}");
            harmless_line_by_line(&text, &String::from_utf8(output.stderr).unwrap());
        }
    }
}
