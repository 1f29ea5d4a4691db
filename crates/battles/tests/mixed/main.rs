//! Fair prices in battles of mixed armies, where the truth is known.

mod coverage;
mod diff;
mod reasons;
mod rosters;
mod tables;
mod truths;

use battles::{MixedSearch, Roster, Watch};
use scenario::Source;

struct Silent;

impl Watch for Silent {
    fn stage(&self, _words: &str, _battles: u64) {}

    fn played(&self, _battles: u64) {}
}

fn roster(text: &str) -> Roster {
    let source = Source { name: "roster.toml".into(), text: text.into() };
    let field = scenario::parse_battle_roster(source, "roster", std::path::Path::new(""), &[])
        .unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
    rosters::roster(&field)
}

fn search(seed: u64, precision: f64) -> MixedSearch {
    MixedSearch { precision, matters: 0.05, max_battles: 4_000_000, seed, steps: Vec::new(), variants: false }
}
