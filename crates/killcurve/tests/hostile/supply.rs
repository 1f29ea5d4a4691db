//! The tree of dependencies: licences that go with ours, one source, and a reason for each that we chose.

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
