//! Exact against brute force: the same rules, but die by die over every face, with nothing merged and no pool drawn at once.

mod faces;

use std::path::Path;

use chance::game::Visitable;
use faces::Compare;
use scenario::Source;

/// Compares both answers, and returns the number of paths that brute force played.
fn brute_force(text: &str) -> u64 {
    let source = Source { name: "test".into(), text: text.into() };
    let scenario = scenario::parse(source, "test", Path::new(""), &[])
        .unwrap_or_else(|error| panic!("{}", error.render(false)));
    let run = &scenario.runs[0];
    run.matchup.visit(Compare { rounds: run.rounds })
}

#[test]
fn brute_force_space_infantry() {
    let heavy = "system = \"space-infantry\"\nrounds = 2\n[attacker]\nap = 2\nav_skill = 3\npen = 1\n\
                 [target]\nheavy_armor = true\ndmg = 4\nsp = 2";
    // One attack: a pair of RNs has 36 faces, of which 16 bring two RNs more, 16 bring one and 4 bring none.
    assert!(brute_force(heavy) > 36);
    let soft = "system = \"space-infantry\"\n[attacker]\nap = 3\nav_skill = 4\n[target]\nhp = 1\n\
                [options]\nrn_sides = 4";
    // (3 + 1 * 4)^3 paths: each RN fails, or succeeds and is followed by one of four.
    assert_eq!(brute_force(soft), 343);
}
