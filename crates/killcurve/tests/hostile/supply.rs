//! The tree of dependencies: compatible licences, one source, a reason for each that we chose, and none that is unused.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn metadata() -> Value {
    // What other platforms need was never fetched to build this.
    let about = Command::new("rustc").arg("-vV").output().unwrap();
    let about = String::from_utf8(about.stdout).unwrap();
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", host])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The licences that `deny.toml` allows.
fn allowed() -> Vec<String> {
    let text = fs::read_to_string(root().join("deny.toml")).unwrap();
    let line = text.lines().find(|line| line.starts_with("allow = [")).unwrap();
    line.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be met with what is allowed.
fn is_met(expression: &str, allowed: &[String]) -> bool {
    let plain = expression.replace('/', " OR ").replace(['(', ')'], "");
    // No licence in the tree has an OR with an AND on one side of it that is not in brackets.
    plain.split(" AND ").all(|part| {
        part.split(" OR ").any(|name| {
            let name = name.trim().split(" WITH ").next().unwrap_or_default();
            allowed.iter().any(|allowed| allowed == name)
        })
    })
}

#[test]
fn every_licence_is_allowed_and_every_crate_comes_from_the_registry() {
    let (metadata, allowed) = (metadata(), allowed());
    assert!(allowed.len() > 4 && !is_met("GPL-3.0", &allowed) && !is_met("MIT AND GPL-3.0", &allowed));
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50);
    for package in packages {
        let (name, licence) = (&package["name"], package["license"].as_str().unwrap_or("none"));
        assert!(is_met(licence, &allowed), "{name}: {licence}");
        if let Some(source) = package["source"].as_str() {
            assert!(source.starts_with("registry+"), "{name}: {source}");
        }
    }
}

#[test]
fn each_direct_dependency_has_its_reason_in_contributing() {
    let metadata = metadata();
    let reasons = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let members =
        metadata["packages"].as_array().unwrap().iter().filter(|package| package["source"].is_null());
    let direct: BTreeSet<&str> = members
        .flat_map(|package| package["dependencies"].as_array().unwrap())
        .filter(|dependency| dependency["source"].is_string())
        .map(|dependency| dependency["name"].as_str().unwrap())
        .collect();
    assert!(direct.len() > 10);
    for name in direct {
        assert!(reasons.contains(&format!("`{name}`")), "{name} has no reason in CONTRIBUTING.md");
    }
}

/// Returns the text of all Rust sources below a folder.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text += &fs::read_to_string(path).unwrap();
        }
    }
    text
}

/// Returns whether a text names a crate, and not only as a part of a longer name.
fn names(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[test]
fn every_dependency_is_named_in_the_sources_of_its_crate() {
    assert!(names("use csv::Writer;", "csv") && !names("results_csv(x)", "csv"));
    let metadata = metadata();
    let mut checked = 0;
    for package in metadata["packages"].as_array().unwrap() {
        if !package["source"].is_null() {
            continue;
        }
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        let all = sources(folder);
        for dependency in package["dependencies"].as_array().unwrap() {
            let name = dependency["rename"].as_str().or(dependency["name"].as_str()).unwrap();
            // A build without dev-dependencies must need the others.
            let text = if dependency["kind"] == "dev" { &all } else { &sources(&folder.join("src")) };
            let benchmarks = folder.ends_with("benches");
            let text = if benchmarks { &all } else { text };
            assert!(names(text, &name.replace('-', "_")), "{}: {name} is not used", package["name"]);
            checked += 1;
        }
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn every_dependency_of_the_workspace_is_used_by_a_crate() {
    let root = root();
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let (_, after) = manifest.split_once("[workspace.dependencies]").unwrap();
    let declared = after.split("\n[").next().unwrap();
    let declared = declared.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    let members = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let manifests: String = members
        .chain([root.join("benches")])
        .map(|folder| fs::read_to_string(folder.join("Cargo.toml")).unwrap())
        .collect();
    let mut checked = 0;
    for name in declared {
        let used = [format!("\n{name}.workspace = true"), format!("\n{name} = {{ workspace = true")];
        assert!(used.iter().any(|used| manifests.contains(used)), "no crate uses {name}");
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}

/// The minimum version of Rust stands in the manifest, and README and CI name the same.
#[test]
fn the_minimum_version_of_rust_is_the_same_everywhere() {
    let root = root();
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap();
    let version = line.trim_matches('"');
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        readme.contains(&format!("version {version} or later")),
        "README.md does not name Rust {version}"
    );
    for package in metadata()["packages"].as_array().unwrap() {
        let (name, needed) = (&package["name"], package["rust_version"].as_str());
        let Some(needed) = needed else { continue };
        let number =
            |text: &str| text.split('.').take(2).map(|part| part.parse().unwrap()).collect::<Vec<u32>>();
        assert!(number(needed) <= number(version), "{name} needs Rust {needed}, and we promise {version}");
        if package["source"].is_null() {
            assert_eq!(needed, version, "{name}");
        }
    }
}
