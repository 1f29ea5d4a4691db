//! Every sample file broken in thousands of ways, and files that ask for too much.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::mutate::Hand;
use crate::samples;
use crate::tried::{self, Tried};

/// Broken versions of each sample file. `KILLCURVE_MUTANTS` asks for more of them by hand.
fn versions() -> u64 {
    std::env::var("KILLCURVE_MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

/// What a sample file is.
#[derive(Clone, Copy)]
enum Kind {
    Scenario,
    Battle,
    Roster,
}

impl Kind {
    /// As its folder says.
    fn of(path: &Path) -> Self {
        match path.parent().and_then(Path::file_name).and_then(|folder| folder.to_str()) {
            Some("battles") => Self::Battle,
            Some("rosters") => Self::Roster,
            _ => Self::Scenario,
        }
    }
}

/// One broken version, read as a file would be.
fn one(text: &str, kind: Kind, folder: &Path, name: &str, hand: &mut Hand) -> Tried {
    let set = hand.set();
    let bytes = hand.broken(text);
    match String::from_utf8(bytes) {
        Ok(text) => match kind {
            Kind::Scenario => tried::scenario(&text, &set, folder),
            Kind::Battle => tried::battle(&text, &set, folder),
            // Every other one for its attacks, every other one for its battles.
            Kind::Roster if hand.below(2) == 0 => tried::roster(&text, &set),
            Kind::Roster => tried::field(&text, &set),
        },
        Err(error) => {
            let path = folder.join(name);
            fs::write(&path, error.as_bytes()).unwrap();
            tried::loaded(scenario::load(&path, &set))
        }
    }
}

#[test]
fn every_sample_broken_in_many_ways_gives_an_answer_within_a_second() {
    let folder = tempfile::tempdir().unwrap();
    let samples = samples();
    // Scenarios take their units from where they are used to find them.
    let rosters = folder.path().join("rosters");
    fs::create_dir_all(folder.path().join("system")).unwrap();
    fs::create_dir_all(&rosters).unwrap();
    for path in samples.iter().filter(|path| path.parent().unwrap().ends_with("rosters")) {
        fs::copy(path, rosters.join(path.file_name().unwrap())).unwrap();
    }
    let system = folder.path().join("system");
    // What `use = "base.toml#…"` finds: a roster that is a scenario, with a unit that takes from itself.
    fs::write(
        system.join("base.toml"),
        "system = \"space-infantry\"\n[attacker]\nuse = \"base.toml#attacker\"\n[target]\ndmg = 4\n",
    )
    .unwrap();
    let jobs: Vec<(usize, u64)> =
        (0..samples.len()).flat_map(|file| (0..versions()).map(move |version| (file, version))).collect();
    let texts: Vec<String> = samples.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let tried: Vec<Tried> = jobs
        .par_iter()
        .map(|&(file, version)| {
            let kind = Kind::of(&samples[file]);
            let hand = || Hand::new(version, file as u64);
            let name = format!("{file}-{version}.toml");
            let again = || {
                let start = Instant::now();
                let tried = std::panic::catch_unwind(|| one(&texts[file], kind, &system, &name, &mut hand()));
                let tried = tried.unwrap_or_else(|_| {
                    let mut hand = hand();
                    let (set, bytes) = (hand.set(), hand.broken(&texts[file]));
                    panic!(
                        "{}, version {version}, {set:?}:\n{}",
                        samples[file].display(),
                        String::from_utf8_lossy(&bytes)
                    )
                });
                (tried, start.elapsed())
            };
            let (tried, mut took) = again();
            // A busy machine may take long once.
            for _ in 0..3 {
                if took > Duration::from_secs(1) {
                    took = took.min(again().1);
                }
            }
            assert!(
                took < Duration::from_secs(1),
                "{}, version {version}: {took:?}",
                samples[file].display()
            );
            tried
        })
        .collect();
    let played = tried.iter().filter(|&&tried| tried == Tried::Played).count();
    // Neither all fine nor all hopeless: the mutator does its work.
    assert!(
        tried.len() >= 4_000 && played * 20 > tried.len() && played * 2 < tried.len(),
        "{played} of {}",
        tried.len()
    );
    println!("{} files tried, {played} played", tried.len());
}
