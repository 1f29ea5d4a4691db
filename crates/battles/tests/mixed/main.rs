//! Fair prices in battles of mixed armies, where the truth is known.

mod coverage;
mod truths;

use battles::{MixedSearch, Roster, Situation, Unit, Watch};
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
    let unit = |player: &scenario::RosterUnit| Unit {
        now: player.card.points,
        weight: player.card.weight.unwrap_or(1.0),
        fixed: player.card.fixed,
    };
    Roster {
        units: field.units.iter().map(unit).collect(),
        situations: vec![Situation {
            name: String::new(),
            weight: 1.0,
            matchups: field.situations[0].matchups.clone(),
        }],
        rounds: 60,
        army_points: None,
        lists: Vec::new(),
    }
}

fn search(seed: u64, precision: f64) -> MixedSearch {
    MixedSearch { precision, matters: 0.05, max_battles: 4_000_000, seed, steps: Vec::new(), variants: false }
}
