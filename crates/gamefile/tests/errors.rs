//! Mistakes of every kind: what is said, and where.

mod toys;

use toys::{matchup, solve, text};

/// The first mistake of a procedure: the text that it points at, the message, and the help.
fn mistake(game: &str) -> (String, String, String) {
    let Err(mistakes) = gamefile::read("toy.toml", game) else { panic!("there is no mistake in\n{game}") };
    let first = &mistakes[0];
    let at = game.get(first.span.range()).unwrap_or_default().to_owned();
    (at, first.message.clone(), first.help.clone().unwrap_or_default())
}

/// Each mistake in a procedure: the code, where it points, a part of the message, and a part of the help.
const OF_CODE: &[(&str, &str, &str, &str)] = &[
    ("import random", "import", "`import` is not in the language", "[common]"),
    ("class Dragon:\n    pass", "class", "`class` is not in the language", "[unit]"),
    ("m = lambda x: x", "lambda", "`lambda` is not in the language", "[common]"),
    ("def f(x):\n    return x", "def", "[common] alone", "above what calls it"),
    ("m = [1, 2]", "[", "list literals", "[table]"),
    ("m = {1: 2}", "{", "dictionaries", "[table]"),
    ("m = f\"{1}\"", "f", "letter before the quotes", "plain text"),
    ("m = 1.5", "1.5", "fraction", "x // 2"),
    ("m = 7 / 2", "/", "`/` is not in the language", "ceil_div"),
    ("m = 2 ** 3", "**", "`**` is not in the language", "multiply"),
    ("x = \"none\" + \"light\"", "\"none\" + \"light\"", "texts are not joined", "if test else"),
    ("x = \"none\"\nx += \"light\"", "x += \"light\"", "texts are only compared", "choose"),
    ("m = 3d6", "3d6", "`3d6` is no number", "roll(3, d6)"),
    ("try:\n    pass", "try", "`try` is not in the language", "if"),
    ("print(m)", "print", "`print` is not in the language", "measure"),
    ("m = x", "x", "there is no variable `x`", "assign it before"),
    ("if roll(d6) > 3:\n    x = 1\nm = x", "x", "`x` may not be assigned here", "every path"),
    ("m = target.lefft", "target.lefft", "there is no field of a unit `lefft`", "did you mean `left`?"),
    ("m = left", "left", "there is no variable `left`", "target.left"),
    ("target.hp = 3", "target.hp", "`hp` is a field and cannot be assigned", "declare a state"),
    ("target.half = 3", "target.half", "`half` is a derived value", "declare a state"),
    ("options.edge = 3", "options.edge", "cannot be assigned", ""),
    ("round = 3", "round", "word of the language", "round_"),
    ("d6 = 3", "d6", "word of the language", "d6_"),
    ("in = 3", "in", "`in` is a keyword of Python", "in_"),
    ("class = 3", "class", "`class` is a keyword of Python", "class_"),
    ("for from in range(3): pass", "from", "`from` is a keyword of Python", "from_"),
    ("match m:\n    case 1: pass", "match", "`match` is not in the language", "elif"),
    ("m = !(1 == 1)", "!", "expected a value", "`not`"),
    ("m = 1 if k = 2 else 3", "=", "expected `else`", "`==`"),
    ("while m = 3: pass", "=", "expected `:`", "`==`"),
    ("m = 1e3", "1e3", "`1e3` is no number", "plain digits"),
    ("m = [", "[", "list literals", ""),
    ("m = roll(d6", "(", "this bracket is not closed", ""),
    ("m = table.row[2", "[", "this bracket is not closed", ""),
    ("m = 1 if m else 0", "m", "a test is true or false, and this is a number", "n > 0"),
    ("m = 1 + (2 > 1)", "(2 > 1)", "expected a number, found a truth value", "1 if test else 0"),
    (
        "m = 1 if target.cover == \"hevy\" else 0",
        "\"hevy\"",
        "there is no value `hevy`",
        "did you mean `heavy`?",
    ),
    (
        "m = 1 if \"flyy\" in target.keywords else 0",
        "\"flyy\"",
        "there is no tag `flyy`",
        "did you mean `fly`?",
    ),
    ("m = 1 if target.cover < \"heavy\" else 0", "target.cover", "expected a number, found a text", ""),
    ("m = count(2, target.left > 3)", "count(2, target.left > 3)", "this test names no die", "name the die"),
    ("m = count(2, d6 > 3 and d8 > 3)", "d8", "a second die", "one die"),
    ("m = count(2, d6 > roll(d6))", "roll(d6)", "nothing is rolled here", "variable"),
    ("m = roll(combat)", "combat", "symbols have no sum", "count them"),
    ("m = tally(2, d6 > 3, d6 > 1)", "tally(2, d6 > 3, d6 > 1)", "2 tests give 2 numbers, and 1 names", ""),
    ("a, b = tally(2, d6 > 3)", "tally(2, d6 > 3)", "`tally` does not take 2 arguments", "two to six tests"),
    ("m = highest(2, d6, again=d6 > 3)", "again", "there is no setting `again`", "known are"),
    ("m = rol(d6)", "rol", "there is no function `rol`", "did you mean `roll`?"),
    ("m = 1 + doubled(2)", "doubled", "called alone", "variable first"),
    ("m = doubled(2, 3)", "doubled(2, 3)", "`doubled` takes 1 argument, and 2 are given", ""),
    ("m = hurt(target, 2)", "hurt(target, 2)", "`hurt` returns nothing", "return"),
    ("event(\"ee\")", "\"ee\"", "there is no event `ee`", "known are: e"),
    ("break", "break", "`break` stands outside of a loop", "end()"),
    ("return 3", "return 3", "only a function returns", "end()"),
    ("for x in target.left:\n    pass", "target.left", "a loop goes over a list", "range(n)"),
    ("m = target.parts", "target.parts", "no single value", "for"),
    ("m = table.crt[0]", "table.crt[0]", "this table has rows and columns", "table.crt[row][column]"),
    ("m = table.harm[3]", "3", "each row of this table has a name", "none, light, heavy"),
    (
        "x = \"none\"\nx = 3\nm = 1",
        "x",
        "`x` holds a text elsewhere and a number here",
        "variable of its own",
    ),
    ("m == 3", "m == 3", "this value is not used", "assign it"),
    ("if m = 3:\n    pass", "=", "`=` assigns", "=="),
    ("if m > 3:\npass", ":", "an indented block is missing", "pass"),
    ("m = 1\n  k = 2", "  ", "indented for no reason", "if"),
    ("m = (1 + 2", "(", "`)` is missing", ""),
    ("while True:\n    pass\nelse:\n    pass", "else", "`else` after a loop", "variable"),
    ("m = None", "None", "`None` is not in the language", ""),
    ("m = 1 if target.left is 3 else 0", "is", "`is` is not in the language", "=="),
    ("m = true", "true", "there is no `true`", "True"),
    ("m //= 2", "//=", "`//=` is not in the language", "x = x // y"),
    ("m = unit.left", "unit", "there is no", "attacker"),
    ("m = roll(2)", "2", "this is a number and no die", "sided(x)"),
    ("m = 99999999999999999999", "99999999999999999999", "larger than 64 bits", ""),
];

#[test]
fn mistakes_of_code() {
    let mut wrong = Vec::new();
    for (code, at, message, help) in OF_CODE {
        let (found_at, found, found_help) = mistake(&text(code, ""));
        if !found.contains(message) || !found_help.contains(help) || !found_at.contains(at) {
            wrong.push(format!("{code}\nsays: {found}\nhelps: {found_help}\npoints at: {found_at:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Each mistake in a declaration: what is replaced by what, and a part of the message.
const OF_DECLARATIONS: &[(&str, &str, &str)] = &[
    ("game = \"toy\"", "", "it has no `game`"),
    ("dead = \"left", "# \"", "does not say when a unit is dead"),
    ("dead = \"left == 0", "dead = \"left + 0", "a test is true or false"),
    ("damage = \"m\"", "damage = \"mm\"", "there is no measure `mm`"),
    ("whole = \"1..=60\"", "whole = \"1..60\"", "expected a range"),
    ("whole = \"1..=60\"", "whole = \"60..=1\"", "this range is empty"),
    ("flag = true", "flagg = true", "does not say what it holds"),
    ("default = \"light\"", "default = \"lite\"", "there is no choice `lite`"),
    ("list = \"blade\"", "list = \"blaed\"", "there is no record `blaed`"),
    ("start = \"hp\"", "start = \"hpp\"", "there is no name of the unit's own `hpp`"),
    ("start = \"hp\"", "start = \"low\"", "`low` cannot be read here"),
    ("start = \"hp\"", "start = \"roll(d6)\"", "nothing is rolled here"),
    ("half = \"ceil_div(left, 2)\"", "half = \"quarter\"", "`quarter` cannot be read here"),
    ("red = [0, 0", "red = [\"x\", 0", "all symbols or all numbers"),
    ("red = [0, 0", "d6 = [0, 0", "word of the language"),
    ("harm = { none = 3, ", "harm = { ", ""),
    ("e = \"It happened\"", "\"e#\" = \"It happened\"", "cannot be an event"),
    ("[situation]", "[sitation]", "there is no entry `sitation`"),
    ("hp = {", "def = {", "keyword of Python"),
    ("flying = {", "points = {", "cannot be a field of a unit"),
    ("fear = { start", "hp = { start", "a unit has two things called `hp`"),
    ("together = \"most\"", "together = \"mots\"", "there is no way to put together `mots`"),
    ("    y = x * 2", "    y = hits(1, d6, 2)", "is not known here yet"),
    ("def doubled(x)", "def roll(x)", "word of the language"),
    ("def doubled(x)", "def doubled(x=1)", "a parameter is a name alone"),
];

#[test]
fn mistakes_of_declarations() {
    let mut wrong = Vec::new();
    for (old, new, message) in OF_DECLARATIONS.iter().filter(|(.., message)| !message.is_empty()) {
        let game = text("m = 1", "");
        assert!(game.contains(old), "{old}");
        let all = gamefile::read("toy.toml", &game.replacen(old, new, 1)).err().unwrap_or_default();
        let found = all.first().map_or("nothing", |mistake| mistake.message.as_str());
        if !all.iter().any(|mistake| mistake.message.contains(message)) {
            wrong.push(format!("{old} -> {new}\nsays: {found}\nnot:  {message}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_choice_that_the_table_lacks() {
    let game = text("m = table.harm[target.cover]", "").replace("harm = { none = 3, ", "harm = { ");
    let (at, message, help) = mistake(&game);
    assert_eq!((at.as_str(), message.as_str()), ("target.cover", "the table has no row for none"));
    assert!(help.contains("light, heavy"));
}

#[test]
fn upkeep_has_no_measures_and_one_unit() {
    let of_upkeep = |upkeep: &str| mistake(&text("m = 1", upkeep)).1;
    assert!(of_upkeep("hurt(unit, 1)").contains("upkeep has no measures"));
    assert!(of_upkeep("target.left = 1").contains("there is no `target` here"));
}

/// Each error of play: the code and a part of the message.
const OF_PLAY: &[(&str, &str)] = &[
    ("x = 10 // (roll(d6) - 3)", "division by zero: 10 // 0"),
    ("x = 10 % (roll(d6) - 3)", "division by zero: 10 % 0"),
    ("m = ceil_div(1, roll(d2) - 1)", "division by zero: ceil_div(1, 0)"),
    ("x = roll(d2)\nfor _ in range(99):\n    x = x * 9", "overflow"),
    ("m = roll(1000 + roll(d2), d6)", "1001 dice in one roll"),
    ("x = roll(d2) - 1\nm = roll(sided(x))", "sided(0)"),
    ("m = 3 - roll(d6)", "the measure `m` is negative: -1"),
    ("m = target.parts[roll(d6) - 1].armour", "there is no entry"),
    ("x = roll(d2)\nwhile x > 0: pass", "more than 100000 statements"),
    ("x = roll(d2)\nm = roll(d6, again=d6 >= x - 1)", "never ends"),
    ("x = roll(d2)\nif x == 2:\n    m = target.needed", "`target.needed` is not given"),
    ("m = roll(d2) * 99999999", "the measure `m` is"),
    (
        "x = \"none\"\nfor i in range(2):\n    m += table.harm[x] + roll(d2)\n    x = \"odd\"",
        "table.harm has no entry of this name",
    ),
];

#[test]
fn errors_of_play() {
    let mut wrong = Vec::new();
    for (code, message) in OF_PLAY {
        let game = matchup(&text(code, ""), "{}", "{}").unwrap_or_else(|error| panic!("{code}\n{error}"));
        let error = solve(&game, 2).map(|_| ()).err().unwrap_or_default();
        if !error.contains(message) {
            wrong.push(format!("{code}\nsays: {error}\nnot:  {message}"));
        }
        // A sample meets it as well, and ends at once.
        let game = matchup(&text(code, ""), "{}", "{}").unwrap();
        toys::sample(&game, 2, 2_000);
        assert!(chance::Game::fault(&game).is_some(), "{code}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_goes_wrong_before_the_first_roll_is_known_before_the_play() {
    for (code, at, message) in [
        ("while True: pass", "pass", "more than 100000 statements"),
        ("m = 1 // (target.left - 10)", "1 // (target.left - 10)", "division by zero: 1 // 0"),
        ("m = roll(1001, d6)", "roll(1001, d6)", "1001 dice in one roll"),
    ] {
        let game = text(code, "");
        let fault = chance::Game::fault(&matchup(&game, "{}", "{}").unwrap()).unwrap();
        assert_eq!(game.get(fault.range), Some(at));
        assert!(fault.message.contains(message), "{code}\n{}", fault.message);
    }
    let error = matchup(&text("m = target.needed", ""), "{}", "{}").unwrap_err();
    assert!(error.contains("`needed` is missing in target: line"), "{error}");
}

#[test]
fn mistakes_of_a_scenario() {
    for (target, message) in [
        (r#"{"hq": 3}"#, "hq"),
        (r#"{"hp": 99}"#, "a whole number from 1 to 60"),
        (r#"{"cover": "hevy"}"#, "hevy"),
        (r#"{"keywords": ["swim"]}"#, "swim"),
        (r#"{"blades": [{"damage": "2d"}]}"#, "dice, such as"),
        (r#"{"blades": [{"damage": "-3"}]}"#, "dice, such as"),
        (r#"{"blades": [{"damage": -3}]}"#, "dice, such as"),
        (r#"{"blades": [{"name": "Axe", "weight": 1}]}"#, "weight"),
    ] {
        let error = matchup(&text("m = 1", ""), "{}", target).unwrap_err();
        assert!(error.contains(message), "{target}\n{error}");
    }
}

#[test]
fn no_mutated_file_panics() {
    let game = text(
        "for part in target.parts:\n    m += strip(part, 1)\na, b = tally(4, d6 >= 5, d6 >= attacker.skill, reroll=d6 == 1)\nm += a * b",
        "unit.left -= roll(d2)",
    );
    let game = game.replace("m += strip(part, 1)", "x = strip(part, 1)\n    m += x");
    gamefile::read("toy.toml", &game).unwrap();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |end: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % end as u64) as usize
    };
    let words = [
        "(", ")", "[", "]", ":", "=", "==", "d6", "roll(", "m", "\n", "    ", "\"", "'''", "target.", "if ",
        "0", "-", "//", "and ",
    ];
    for _ in 0..3_000 {
        let mut bytes: Vec<u8> = game.bytes().collect();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(4) {
                0 => {
                    bytes.remove(at);
                }
                1 => bytes[at] = b' ' + random(95) as u8,
                2 => {
                    let end = (at + random(40)).min(bytes.len());
                    bytes.drain(at..end);
                }
                _ => {
                    let word = words[random(words.len())].as_bytes().to_vec();
                    bytes.splice(at..at, word);
                }
            }
        }
        let Ok(mutant) = String::from_utf8(bytes) else { continue };
        match gamefile::read("toy.toml", &mutant) {
            Ok(_) => {
                if let Ok(game) = matchup(&mutant, "{}", r#"{"parts": [{}]}"#) {
                    let _ = exact::solve(&game, 2, exact::Limits { states: 2_000, paths: 5_000 });
                }
            }
            Err(mistakes) => {
                assert!(!mistakes.is_empty());
                for mistake in mistakes {
                    assert!(
                        mutant.get(mistake.span.range()).is_some(),
                        "{:?} is not in the text",
                        mistake.span
                    );
                }
            }
        }
    }
}
