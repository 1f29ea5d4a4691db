//! A small game whose procedure is given by each test.
#![allow(dead_code, reason = "each test file uses its part")]

use chance::dice::Pools;
use chance::fields::{Setup, Value};
use chance::{FromSetup, Game};
use gamefile::Matchup;
use results::Results;

/// A game with something of every kind.
pub const GAME: &str = r#"
game = "toy"
dead = "left == 0 or (len(parts) > 0 and sum(parts.armour) == 0)"
damage = "m"

[unit]
hp = { whole = "1..=60", default = 10 }
skill = { whole = "-6..=60", default = 4 }
needed = { whole = "0..=9" }
flying = { flag = true }
cover = { choice = ["none", "light", "heavy"], default = "light" }
keywords = { tags = ["infantry", "fly"] }
blades = { list = "blade" }
parts = { list = "part" }

[record.blade]
count = { whole = "0..=9", default = 1 }
damage = { dice = true, default = "1" }
traits = { tags = ["sharp"] }

[record.part]
plate = { whole = "0..=9", default = 2 }
armour = { start = "plate + 1", whole = "0..=20" }

[situation]
night = { flag = true }

[options]
edge = { dice = true, default = "d4" }

[state]
left = { start = "hp", whole = "0..=20" }
fear = { start = 0, together = "most" }
low = { start = 7, whole = "-3..=50", together = "least" }
bulk = { start = "2 if 1 <= hp <= 5 else 3 if 5 < hp < 10 else 4" }

[derived]
half = "ceil_div(left, 2)"
quarter = "ceil_div(half, 2) + len(blades)"

[dice]
red = [0, 0, 0, 1, 2, 3]
cold = [-2, 0, 1]
combat = ["hit", "hit", "crit", "blank"]

[table]
crt = [[0, 0, 1, 2], [0, 1, 2, 3], [1, 2, 3, 4]]
row = [5, 6, 7]
harm = { none = 3, light = 4, heavy = 5 }
grid = { none = { infantry = 1, fly = 2 }, light = { fly = 4, infantry = 3 }, heavy = { infantry = 5, fly = 6 } }
word = ["none", "light", "heavy"]

[measures]
m = "What the tests look at"
k = "Something else"

[events]
e = "It happened"

[common]
play = '''
def doubled(x):
    y = x * 2
    return y

def hurt(who, amount):
    who.left -= amount
    m += amount

def hurt_and_say(who, amount):
    hurt(who, amount)
    return who.left

def hits(n, die, least):
    found = count(n, die >= least)
    return found, n - found

def graded(text):
    grade = 4 if text == "heavy" else 9
    return grade

def strip(part, amount):
    taken = min(part.armour, amount)
    part.armour -= taken
    return taken
'''

[procedure.p]
play = '''
PLAY
'''

[upkeep]
play = '''
UPKEEP
'''
"#;

/// The game with this procedure and this upkeep.
pub fn text(play: &str, upkeep: &str) -> String {
    GAME.replace("PLAY", play.trim_matches('\n')).replace("UPKEEP", upkeep.trim_matches('\n'))
}

/// A match-up of a game.
pub fn matchup(text: &str, attacker: &str, target: &str) -> Result<Matchup, String> {
    let game = gamefile::read("toy.toml", text).map_err(|mistakes| format!("{mistakes:#?}"))?;
    let sections = vec![("attacker".into(), value(attacker)), ("target".into(), value(target))];
    let setup = Setup { procedure: None, sections };
    Matchup::new(&game, &setup, Pools::default()).map_err(|problems| format!("{problems:?}"))
}

fn value(toml: &str) -> Value {
    fn of(value: &serde_json::Value) -> Value {
        match value {
            serde_json::Value::Bool(flag) => Value::Flag(*flag),
            serde_json::Value::Number(number) => Value::Whole(number.as_i64().unwrap()),
            serde_json::Value::String(text) => Value::Text(text.clone()),
            serde_json::Value::Array(values) => Value::List(values.iter().map(of).collect()),
            serde_json::Value::Object(entries) => {
                Value::Table(entries.iter().map(|(key, value)| (key.clone(), of(value))).collect())
            }
            serde_json::Value::Null => unreachable!("fields are not null"),
        }
    }
    of(&serde_json::from_str(toml).unwrap())
}

/// The exact answer, or what went wrong.
pub fn solve(matchup: &Matchup, rounds: u32) -> Result<Results, String> {
    let solved = exact::solve(matchup, rounds, exact::Limits::default()).map_err(|error| error.to_string());
    matchup.fault().map_or(solved, |fault| Err(fault.message))
}

/// The sampled answer.
pub fn sample(matchup: &Matchup, rounds: u32, trials: u64) -> Results {
    let plan = simulator::Plan { rounds, trials, seed: 5, first_batch: 0 };
    simulator::simulate(matchup, plan, &|_| ()).results(matchup.system(), matchup.procedure(), 5)
}

/// The distribution of a measure in a round, without zeros at its end.
pub fn distribution(results: &Results, round: usize, measure: &str) -> Vec<f64> {
    let found = results.rounds[round].measures.iter().find(|known| known.name == measure);
    let mut weights: Vec<f64> =
        found.map_or(vec![1.0], |found| found.probabilities.iter().map(|p| p.value).collect());
    while weights.last() == Some(&0.0) {
        weights.pop();
    }
    weights
}
