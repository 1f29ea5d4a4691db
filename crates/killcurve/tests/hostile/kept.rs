//! The fuzz target's corpus, and every input that ever broke something.

use std::fs;
use std::path::Path;

use crate::tried::{self, Tried};

fn inputs(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder);
    let mut found: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect();
    found.sort();
    found
}

#[test]
fn kept_inputs_give_an_answer() {
    let nowhere = Path::new("/nonexistent");
    let mut played = 0;
    let all: Vec<_> = inputs("corpus/scenario").into_iter().chain(inputs("crashes")).collect();
    assert!(all.len() >= 15);
    for (name, bytes) in &all {
        // What is not text comes to the reader of files, which other tests look at.
        let Ok(text) = std::str::from_utf8(bytes) else { continue };
        println!("{name}");
        played += usize::from(tried::input(text, nowhere) == Tried::Played);
    }
    let battles: Vec<_> = all.iter().filter(|(name, _)| name.contains("/battle-")).collect();
    assert_eq!(battles.len(), systems::built_in().count());
    for (name, bytes) in battles {
        let text = std::str::from_utf8(bytes).unwrap();
        assert_eq!(tried::battle(text, &[], nowhere), Tried::Played, "{name}");
    }
    assert!(played >= 10, "{played} of {} are played", all.len());
}
