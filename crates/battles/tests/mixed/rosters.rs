//! Rosters of which something is known, in a made-up game, and the sample rosters.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use battles::{ArmyList, MixedSearch, Roster, Situation, Unit, balance_mixed, fair_prices};
use results::{Estimate, Prices};
use scenario::{BattleRoster, File};

use crate::search;

/// A squad has models that fall one by one. Each living model rolls `attacks` dice, and `need` or more kills a model of the target. Dice
/// against what it beats need a 3 or more. A mirror takes both units off the table.
const GAME: &str = r#"
game = "squads"
dead = "left == 0"

[unit]
attacks = { whole = "0..=9", default = 1 }
models = { whole = "1..=60", default = 4 }
need = { whole = "2..=6", default = 5 }
sort = { choice = ["plain", "rock", "paper", "scissors", "mirror"], default = "plain" }

[state]
left = { start = "models", whole = "0..=60" }

[measures]
kills = "Models killed"

[procedure.fight]
play = '''
if attacker.sort == "mirror":
    attacker.left = 0
    target.left = 0
    end()
need = attacker.need
if attacker.sort == "rock" and target.sort == "scissors":
    need = 3
if attacker.sort == "paper" and target.sort == "rock":
    need = 3
if attacker.sort == "scissors" and target.sort == "paper":
    need = 3
kills = min(count(attacker.attacks * attacker.left, d6 >= need), target.left)
target.left -= kills
'''
"#;

/// A roster of the made-up game: the text before its units, and for each unit its key and its lines.
pub fn squads(top: &str, units: &[(&str, &str)]) -> Roster {
    let mut text = format!("game = \"game.toml\"\n{top}\n");
    for (key, lines) in units {
        writeln!(text, "[{key}]\n{lines}").unwrap();
    }
    let files =
        BTreeMap::from([("game.toml".to_owned(), GAME.to_owned()), ("roster.toml".to_owned(), text.clone())]);
    let file = File { path: Path::new("roster.toml"), files: &files };
    let read = scenario::load_battle_roster(file, &[]);
    roster(&read.unwrap_or_else(|invalid| panic!("{}\n{text}", invalid.render(false))))
}

/// Three units that beat each other in a circle; nothing else tells them apart. Targets are chosen at random: who chooses the weakest must
/// choose one kind before another where all are alike.
pub fn circle() -> Roster {
    let unit =
        |sort: &str, points: u32| format!("models = 4\nattacks = 2\nsort = \"{sort}\"\npoints = {points}");
    squads(
        "policy = \"random\"",
        &[("rock", &unit("rock", 8)), ("paper", &unit("paper", 16)), ("scissors", &unit("scissors", 9))],
    )
}

/// Four copies of one unit at different prices.
pub fn copies() -> Roster {
    let unit = |points: u32| format!("models = 4\npoints = {points}");
    squads("", &[("a", &unit(9)), ("b", &unit(10)), ("c", &unit(10)), ("d", &unit(15))])
}

fn folder(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)
}

/// A sample roster.
pub fn sample(name: &str) -> Roster {
    from_disk(&folder("scenarios/rosters").join(format!("{name}.toml")))
}

/// A roster of a game in `games`.
pub fn of_game(name: &str) -> Roster {
    from_disk(&folder("games").join(name).join("roster.toml"))
}

fn from_disk(path: &Path) -> Roster {
    let read = scenario::load_battle_roster(path, &[]);
    roster(&read.unwrap_or_else(|invalid| panic!("{}", invalid.render(false))))
}

/// A roster as `balance` prices it, without what the command line adds.
pub fn roster(read: &BattleRoster) -> Roster {
    let unit = |unit: &scenario::RosterUnit| Unit {
        now: unit.card.points,
        weight: unit.card.weight.unwrap_or(1.0),
        fixed: unit.card.fixed,
    };
    let situation = |situation: &scenario::SituationBattles| Situation {
        name: situation.name.clone(),
        weight: situation.weight,
        matchups: situation.matchups.clone(),
    };
    let list = |army: &scenario::Army| ArmyList {
        name: army.name.clone(),
        weight: army.weight,
        units: army.units.clone(),
    };
    Roster {
        units: read.units.iter().map(unit).collect(),
        situations: read.situations.iter().map(situation).collect(),
        rounds: 60,
        army_points: read.army_points,
        lists: read.armies.iter().map(list).collect(),
    }
}

/// All that is found out about a roster.
pub fn balanced(roster: &Roster, precision: f64) -> Prices {
    balance_mixed(roster, &search(1, precision), &())
}

/// The prices alone.
pub fn prices(roster: &Roster, search: &MixedSearch) -> Vec<Option<Estimate>> {
    fair_prices(roster, search, &())
}

/// The fair price of a unit.
pub fn fair(prices: &Prices, unit: usize) -> Estimate {
    prices.units[unit].fair.unwrap_or_else(|| panic!("{:?}", prices.units[unit]))
}

/// Whether a number is no farther from a price than 1.8 times its interval reaches: 4.3 standard errors with seven degrees of freedom, once
/// in 300 tries.
pub fn is_near(price: Estimate, wanted: f64) -> bool {
    let reach = price.high().zip(price.low()).map_or(0.0, |(high, low)| (high - low) / 2.0);
    (price.value - wanted).abs() <= 1.8 * reach
}
