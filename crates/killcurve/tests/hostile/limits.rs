//! The largest sizes, each at, below and above; and long work, announced before it begins.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use scenario::Source;
use scenario::limits;

const BASE: &str = "system = \"space-infantry\"\n[attacker]\nap = 3\nav_skill = 3\n[target]\nheavy_armor = true\ndmg = 4\nsp = 2\n";

fn answer(text: &str, folder: &Path) -> Result<scenario::Scenario, String> {
    let source = Source { name: "limits.toml".to_owned(), text: text.to_owned() };
    scenario::parse(source, "limits", folder, &[]).map_err(|invalid| invalid.render(false))
}

/// Fine at the limit and below, refused above it with words and a line.
#[track_caller]
fn at_below_above(limit: usize, words: &str, text: impl Fn(usize) -> String) {
    for size in [limit - 1, limit] {
        let found = answer(&text(size), Path::new(""));
        assert!(found.is_ok(), "{size} of {limit}: {}", found.unwrap_err());
    }
    let shown = answer(&text(limit + 1), Path::new("")).unwrap_err();
    assert!(shown.contains(words) && shown.contains("limits.toml:"), "{shown}");
}

#[test]
fn numbers_of_a_scenario() {
    at_below_above(limits::ROUNDS as usize, "from 1 to 200", |rounds| format!("rounds = {rounds}\n{BASE}"));
    at_below_above(limits::TRIALS as usize, "from 1 to 1000000000000", |n| {
        format!("{BASE}[simulation]\ntrials = {n}\n")
    });
    at_below_above(limits::POINTS as usize, "points from 0 to 1000000", |n| {
        BASE.replace("[target]", &format!("points = {n}\n[target]"))
    });
    let seed = |seed: u64| answer(&format!("{BASE}[simulation]\nseed = {seed}\n"), Path::new(""));
    assert_eq!(seed(limits::SEED).unwrap().runs[0].seed, Some(limits::SEED));
    assert!(seed(limits::SEED - 1).is_ok());
    assert!(seed(limits::SEED + 1).unwrap_err().contains("limits.toml:10:8"));
}

#[test]
fn runs_and_their_rounds() {
    at_below_above(limits::RUNS - 1, "20001 runs", |n| format!("{BASE}{}", "[[variant]]\n".repeat(n)));
    at_below_above(limits::RUNS - 1, "20001 runs", |n| {
        format!("{BASE}[sweep]\n\"attacker.pen\" = [{}]\n", vec!["1"; n].join(","))
    });
    at_below_above(limits::ROUNDS_IN_ALL as usize / 200 - 1, "have 120200 rounds together", |n| {
        format!("rounds = 200\n{BASE}{}", "[[variant]]\n".repeat(n))
    });
    at_below_above(limits::EXPECTS, "more than 1000 expectations", |n| {
        format!("{BASE}{}", "[[expect]]\nquantity = \"kill\"\nat_least = 0\n".repeat(n))
    });
}

#[test]
fn texts_lists_and_nesting() {
    let long = |n| "é".repeat(n);
    at_below_above(limits::NAME, "longer than 500", |n| format!("name = \"{}\"\n{BASE}", long(n)));
    at_below_above(limits::NAME, "longer than 500", |n| {
        BASE.replace("[target]", &format!("name = \"{}\"\n[target]", long(n)))
    });
    at_below_above(limits::NAME, "longer than 500", |n| {
        format!("{BASE}[[variant]]\nname = \"{}\"\n", long(n))
    });
    at_below_above(limits::DESCRIPTION, "longer than 2000", |n| {
        format!("description = \"{}\"\n{BASE}", long(n))
    });
    // What is allowed so deep is an unknown field, and no more than that.
    let refused = |text: String| answer(&text, Path::new("")).unwrap_err();
    for depth in [limits::NESTING - 2, limits::NESTING - 1] {
        assert!(refused(format!("{BASE}[x]\na{} = 1", ".a".repeat(depth))).contains("there is no field `x`"));
        assert!(
            refused(format!("{BASE}[x]\na = {}{}", "[".repeat(depth), "]".repeat(depth)))
                .contains("no field `x`")
        );
    }
    let deep = limits::NESTING + 1;
    let shown = refused(format!("{BASE}[x]\na{} = 1", ".a".repeat(deep)));
    assert!(shown.contains("a key has 80 parts or more") && shown.contains("limits.toml:10:1"), "{shown}");
    let shown = refused(format!("{BASE}[x]\na = {}{}", "[".repeat(deep), "]".repeat(deep)));
    assert!(shown.contains("recurse") && shown.contains("limits.toml:10:"), "{shown}");
    // Sizes of what stands in a table and in a list.
    let keys = |n: usize| (0..n).map(|key| format!("k{key} = 1\n")).collect::<Vec<_>>().concat();
    assert!(refused(format!("{BASE}[x]\n{}", keys(limits::ENTRIES))).contains("there is no field `x`"));
    assert!(refused(format!("{BASE}[x]\n{}", keys(limits::ENTRIES + 1))).contains("limits.toml:1010:1"));
    let list = |n: usize| format!("{BASE}[x]\na = [\n{}]\n", "1,\n".repeat(n));
    assert!(refused(list(limits::RUNS)).contains("there is no field `x`"));
    assert!(refused(list(limits::RUNS + 1)).contains("limits.toml:20011:1"));
    // So many faults are told, and no more.
    let faults = |n: usize| {
        refused(format!("{BASE}{}", (0..n).map(|n| format!("[x{n}]\n")).collect::<Vec<_>>().concat()))
    };
    assert!(faults(limits::FAULTS - 1).ends_with("… and 79 more"));
    assert!(faults(limits::FAULTS + 50).ends_with("… and at least 80 more"));
}

#[test]
fn values_of_a_sweep_are_not_repeated_beyond_measure() {
    // 400 names and 49 values of another field: every name comes 49 times, with 64 bytes beside it.
    let text = |length: usize| {
        let names: Vec<String> = (0..400).map(|n| format!("\"{n:03}{}\"", "x".repeat(length - 3))).collect();
        format!(
            "{BASE}[sweep]\n\"attacker.name\" = [{}]\n\"target.sp\" = [{}]\n",
            names.join(","),
            ["1"; 49].join(",")
        )
    };
    // Each of 400 * 49 cells takes 64 + length for the name and 64 for the number.
    let longest = limits::SWEPT / (400 * 49) - 128;
    assert_eq!(longest, 299);
    at_below_above(longest, "too long to be repeated", text);
}

#[test]
fn files_and_rosters() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("size.toml");
    let sized = |bytes: u64| {
        fs::write(&path, format!("{BASE}#{}", "x".repeat(bytes as usize - BASE.len() - 1))).unwrap();
        scenario::load(&path, &[]).map_err(|invalid| invalid.render(false))
    };
    assert!(sized(limits::FILE - 1).is_ok());
    assert!(sized(limits::FILE).is_ok());
    assert!(sized(limits::FILE + 1).unwrap_err().contains("larger than 1048576 bytes"));
    for number in 0..=limits::ROSTERS {
        let roster = "system = \"space-infantry\"\n[gun]\nap = 3\nav_skill = 3\n";
        fs::write(folder.path().join(format!("r{number}.toml")), roster).unwrap();
    }
    let uses = |count: usize| {
        let variant = |n| format!("[[variant]]\nattacker.use = \"r{n}.toml#gun\"\n");
        answer(&format!("{BASE}{}", (0..count).map(variant).collect::<String>()), folder.path())
    };
    assert!(uses(limits::ROSTERS - 1).is_ok());
    assert!(uses(limits::ROSTERS).is_ok());
    assert!(uses(limits::ROSTERS + 1).unwrap_err().contains("more than 100 rosters"));
}

/// The same for a battle or a field.
#[track_caller]
fn battles_at_below_above<T>(
    limit: usize,
    words: &str,
    text: impl Fn(usize) -> String,
    parse: impl Fn(Source) -> Result<T, scenario::Invalid>,
) {
    let answer = |size| {
        let source = Source { name: "limits.toml".to_owned(), text: text(size) };
        parse(source).err().map(|invalid| invalid.render(false))
    };
    assert_eq!([answer(limit - 1), answer(limit)], [None, None]);
    let shown = answer(limit + 1).unwrap();
    assert!(shown.contains(words) && shown.contains("limits.toml:"), "{shown}");
}

const FIGHTER: &str = "ap = 1\nfire_skill = 4\nhp = 1\n";
const FIGHT: &str = "system = \"space-infantry\"\nprocedure = \"standard\"\n";

fn parse_battle(source: Source) -> Result<scenario::BattleFile, scenario::Invalid> {
    scenario::parse_battle(source, "limits", Path::new(""), &[])
}

fn parse_battle_roster(source: Source) -> Result<scenario::BattleRoster, scenario::Invalid> {
    scenario::parse_battle_roster(source, "limits", Path::new(""), &[])
}

#[test]
fn units_of_a_battle() {
    let one = format!("[[side]]\n[[side.unit]]\n{FIGHTER}");
    let units = limits::UNITS as usize;
    battles_at_below_above(
        units,
        "201 units; a battle has at most 200",
        |n| format!("{FIGHT}{one}{one}count = {}\n", n - 1),
        parse_battle,
    );
    // As many kinds of one each.
    let kinds =
        |n: usize| format!("{FIGHT}{one}[[side]]\n{}", format!("[[side.unit]]\n{FIGHTER}").repeat(n - 1));
    battles_at_below_above(units, "201 units; a battle has at most 200", kinds, parse_battle);
    // Far too many are not matched with each other first.
    let source = Source { name: "limits.toml".to_owned(), text: kinds(limits::RUNS) };
    let shown = parse_battle(source).unwrap_err().render(false);
    assert!(shown.contains("20000 units; a battle has at most 200"), "{shown}");
}

#[test]
fn sums_of_a_side() {
    // 0 and so many units of one point make as many sums and one more; a unit of 100 points beside 99 of them 200, one of 200 points 400
    // and so on. 15 of one point and 8 units that double it: 16 * 256 = 4096 sums.
    let text = |small: usize| {
        let dear = |power: u32| format!("[[side.unit]]\npoints = {}\n{FIGHTER}", 16 << power);
        let dear: String = (0..8).map(dear).collect();
        format!(
            "{FIGHT}[[side]]\n[[side.unit]]\n{FIGHTER}[[side]]\n[[side.unit]]\ncount = {small}\npoints = 1\n{FIGHTER}{dear}"
        )
    };
    let source = |small| Source { name: "limits.toml".to_owned(), text: text(small) };
    assert_eq!(parse_battle(source(15)).unwrap().battle.sums(1).all().len(), limits::SUMS);
    battles_at_below_above(15, "side 2 add up to too many different sums", text, parse_battle);
}

#[test]
fn units_and_situations_of_a_field() {
    let units = |n: usize| (0..n).map(|n| format!("[u{n}]\n{FIGHTER}")).collect::<Vec<_>>().concat();
    let fields = |n| format!("{FIGHT}{}", units(n));
    battles_at_below_above(limits::FIELD, "2 to 60 units, this has 61", fields, parse_battle_roster);
    let situations = |n| format!("{FIGHT}{}{}", "[[situation]]\n".repeat(n), units(2));
    battles_at_below_above(
        limits::SITUATIONS,
        "at most 10 situations, this has 11",
        situations,
        parse_battle_roster,
    );
    let trials = |n| format!("{FIGHT}[simulation]\ntrials = {n}\n{}", units(2));
    let most = *limits::BATTLE_TRIALS.end() as usize;
    battles_at_below_above(most, "from 1024 to 10000000 trials", trials, parse_battle_roster);
    let least = *limits::BATTLE_TRIALS.start() as usize;
    let source = |n| Source { name: "limits.toml".to_owned(), text: trials(n) };
    assert_eq!(parse_battle_roster(source(least)).unwrap().trials, Some(1024));
    assert!(parse_battle_roster(source(least - 1)).unwrap_err().render(false).contains("limits.toml:4:10"));
    // One unit has nobody to fight.
    let source = Source { name: "limits.toml".to_owned(), text: fields(1) };
    assert!(parse_battle_roster(source).unwrap_err().render(false).contains("this has 1"));
}

/// The units of a sample roster, again and again under other names.
fn many_units(system: &str, units: usize) -> String {
    let roster = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenarios/rosters/{system}.toml"));
    let text = fs::read_to_string(roster).unwrap();
    let mut bodies: Vec<&str> =
        text.split("\n[").skip(1).filter_map(|part| part.split_once("]\n")).map(|(_, body)| body).collect();
    bodies.retain(|body| body.contains("points = "));
    assert!(bodies.len() > 3);
    (0..units).map(|n| format!("[u{n}]\n{}\n", bodies[n % bodies.len()])).collect::<Vec<_>>().concat()
}

#[test]
fn the_largest_fields_are_read() {
    for system in systems::built_in() {
        let units = many_units(&system.id, limits::FIELD);
        let situations = "[[situation]]\n".repeat(limits::SITUATIONS);
        let text = format!("system = \"{}\"\n{situations}{units}", system.id);
        let source = Source { name: "limits.toml".to_owned(), text };
        let field = parse_battle_roster(source).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
        assert_eq!((field.units.len(), field.situations.len()), (limits::FIELD, limits::SITUATIONS));
    }
}

#[test]
fn a_unit_names_no_more_procedures_than_there_are() {
    for system in systems::built_in() {
        let text = |n| {
            let named = format!("{:?}, ", system.procedures[0].name.name).repeat(n);
            format!("system = \"{}\"\nprocedure = [{named}]\n[a]\n[b]\n", system.id)
        };
        let start = std::time::Instant::now();
        let source = Source { name: "limits.toml".to_owned(), text: text(limits::RUNS) };
        let shown = parse_battle_roster(source).unwrap_err().render(false);
        assert!(shown.contains("limits.toml:2:13") && shown.contains("more than"), "{shown}");
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    }
}

#[test]
fn threads_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.toml"), BASE).unwrap();
    let code = |threads: u16| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_killcurve"));
        command.args(["run", "a.toml", "--format", "csv", "--threads", &threads.to_string()]);
        command.current_dir(&folder).output().unwrap().status.code()
    };
    assert_eq!([code(1), code(limits::THREADS - 1), code(limits::THREADS)], [Some(0); 3]);
    assert_eq!([code(0), code(limits::THREADS + 1)], [Some(2); 2]);
}

#[test]
fn long_work_is_announced_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    // A target that a run seldom kills: 200 rounds of every trial are played, whatever is fast about the first few.
    let tough = BASE.replace("ap = 3", "ap = 1").replace("dmg = 4", "dmg = 6").replace("sp = 2", "sp = 20");
    let text = format!("rounds = 200\n{tough}[simulation]\ntrials = {}\n", limits::TRIALS);
    fs::write(folder.path().join("long.toml"), text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_killcurve"))
        .args(["run", "long.toml", "--method", "monte-carlo"])
        .current_dir(&folder)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut words = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut words).unwrap();
    // It was said while the work goes on, and not after it.
    assert_eq!(child.try_wait().unwrap(), None, "{words}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(words.starts_with("1 run: this will take about "), "{words}");
    assert!(["minute", "hour", "day"].iter().any(|unit| words.contains(unit)), "{words}");
}
