//! Variants over the cells of a sweep: beside the list of runs, never in it.

use std::path::Path;

use chance::fields::Value;
use results::Origin;
use scenario::{Scenario, Source};

const BASE: &str = "system = \"space-infantry\"\n[attacker]\nap = 1\nav_skill = 4\n\
                    [target]\nheavy_armor = true\ndmg = 4\nsp = 1\n";

fn valid(more: &str) -> Scenario {
    let source = Source { name: "a.toml".to_owned(), text: format!("{BASE}{more}") };
    scenario::parse(source, "a", Path::new(""), &[]).unwrap_or_else(|error| panic!("{error:?}"))
}

const SHARP: &str = "[[variant]]\nname = \"sharp\"\nattacker.pen = 1\n";

#[test]
fn each_variant_stands_in_every_cell_beside_the_runs() {
    let found = valid(&format!("{SHARP}[sweep]\n\"attacker.ap\" = [1, 2]\n\"target.dmg\" = [4, 5, 6]\n"));
    assert_eq!(found.runs.len(), 1 + 1 + 6);
    assert!(found.runs[2..].iter().all(|run| run.origin == Origin::Cell && run.settings.len() == 2));
    let [sharp] = found.swept_variants.as_slice() else { panic!("{:?}", found.swept_variants) };
    assert_eq!((sharp.name.as_str(), sharp.runs.len()), ("sharp", 6));
    let settings = |path: &str, value| (path.to_owned(), Value::Whole(value));
    assert_eq!(
        sharp.runs[1].settings,
        [settings("attacker.pen", 1), settings("attacker.ap", 1), settings("target.dmg", 5)]
    );
    assert_eq!(sharp.runs[1].label, "sharp: attacker.ap = 1, target.dmg = 5");
    assert_eq!(found.all_runs().count(), 8 + 6);
}

#[test]
fn a_variant_that_only_sets_swept_fields_is_a_cell_already() {
    let found = valid(&format!("{SHARP}[sweep]\n\"attacker.pen\" = [0, 1, 2]\n"));
    assert!(found.swept_variants.is_empty() && found.not_swept.is_none());
    // What else it sets stays, and the swept field goes over the cells.
    let more = format!("{SHARP}attacker.ap = 2\n[sweep]\n\"attacker.pen\" = [0, 2]\n");
    let pens: Vec<_> = valid(&more).swept_variants[0].runs.iter().map(|run| run.settings.clone()).collect();
    let settings = |pen| {
        vec![("attacker.ap".to_owned(), Value::Whole(2)), ("attacker.pen".to_owned(), Value::Whole(pen))]
    };
    assert_eq!(pens, [settings(0), settings(2)]);
}

#[test]
fn a_variant_that_the_rules_refuse_in_a_cell_has_a_gap_there() {
    // Both are fine alone, but no skill of 5 is to be had with RNs from 1 to 4.
    let four = "[[variant]]\nname = \"four\"\noptions.rn_sides = 4\n";
    let found = valid(&format!("{four}[sweep]\n\"attacker.av_skill\" = [3, 4, 5]\n"));
    assert_eq!(found.runs.len(), 1 + 1 + 3);
    let labels: Vec<&str> = found.swept_variants[0].runs.iter().map(|run| run.label.as_str()).collect();
    assert_eq!(labels, ["four: attacker.av_skill = 3", "four: attacker.av_skill = 4"]);
}

#[test]
fn more_fields_or_too_many_runs_are_said_to_leave_variants_out() {
    let three = "[sweep]\n\"attacker.ap\" = [1, 2]\n\"target.dmg\" = [4, 5]\n\"target.sp\" = [1, 2]\n";
    let found = valid(&format!("{SHARP}{three}"));
    assert!(found.swept_variants.is_empty() && found.not_swept.is_some());
    let many = format!("[sweep]\nrounds = {:?}\n\"target.sp\" = \"1..=20\"\n", [1; 200]);
    let found = valid(&format!("{}{many}", SHARP.repeat(4)));
    assert!(found.swept_variants.is_empty(), "{}", found.swept_variants.len());
    // The base, its variants, and all five in 200 * 20 cells.
    let why = "The variants are not swept: that would be 20005 runs, more than 20000.";
    assert_eq!(found.not_swept.as_deref(), Some(why));
    assert_eq!(valid(&format!("{}{many}", SHARP.repeat(3))).swept_variants.len(), 3);
    // Without variants there is nothing to say.
    assert_eq!(valid(three).not_swept, None);
}
