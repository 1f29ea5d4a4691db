//! What a file holds, and what is wrong with it.

use results::InputKind;
use scenario::{File, Invalid};
use serde_json::{Value, json};

use super::ask::Texts;
use super::{change, faults, fields};

/// Checks a file of any kind. Returns what it holds, in a few words.
pub fn about<'a>(file: impl Into<File<'a>>, set: &[String]) -> Result<String, Invalid> {
    let file = file.into();
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    if scenario::is_game_file(file) {
        let game = scenario::load_game(file)?;
        return Ok(format!("game {}, {}", game.title, count(game.procedures.len(), "procedure")));
    }
    match scenario::kind(file) {
        Some(InputKind::Battle) => {
            let battle = scenario::load_battle(file, set)?;
            let units = battle.sides.iter().flat_map(|side| &side.units).map(|unit| unit.count as usize);
            Ok(format!("{}, a battle of {}", battle.header.system.title, count(units.sum(), "unit")))
        }
        Some(InputKind::Roster) => {
            let roster = scenario::load_pairings(file, set, None)?;
            scenario::load_battle_roster(file, set)?;
            Ok(format!("{}, a roster of {}", roster.header.system.title, count(roster.units.len(), "unit")))
        }
        Some(InputKind::Scenario) | None => {
            let scenario = scenario::load(file, set)?;
            Ok(format!("{}, {}", scenario.header.system.title, count(scenario.runs.len(), "run")))
        }
    }
}

/// What a file holds: its kind, its values and the fields of its rules, as far as it can be read; and its faults.
pub fn check(of: &Texts) -> Value {
    let file = of.file();
    let text = of.files.get(&of.file).map_or("", String::as_str);
    let kind =
        if scenario::is_game_file(file) { Some("game") } else { scenario::kind(file).map(InputKind::name) };
    let rules = scenario::load_rules(file).ok();
    let checked = about(file, &of.set);
    json!({
        "kind": kind,
        "about": checked.as_ref().ok(),
        "values": scenario::values(text).map(|values| change::json(&values)),
        "rules": rules.map(|rules| fields::of(&rules)),
        "text": checked.as_ref().err().map(|invalid| invalid.render(false)),
        "faults": checked.as_ref().err().map(faults::of).unwrap_or_default(),
    })
}
