//! Battles of mixed armies, and prices of whole rosters beside another binary.
//!
//! `cargo run --release -p benches --bin prices` prints microseconds of a battle of two fresh armies, on one thread.
//! `cargo run --release -p benches --bin prices -- OLD NEW` also times `balance` of both binaries on each sample roster, in turns: OLD with its
//! own defaults, NEW in mixed armies to ± 3 %, with the other fields and without.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use battles::{Pairing, Rules, players};

const ROSTERS: [&str; 6] =
    ["space-infantry", "deadzone", "dust-warfare", "dust-warfare-six", "rules-crusade", "sythopian-wars"];
/// Battles of one measurement, and how many of these there are. The first fills the tables.
const BATTLES: usize = 20_000;
const TURNS: usize = 5;

fn path(roster: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/rosters").join(format!("{roster}.toml"))
}

/// Microseconds of a battle, at best, with tables or by the rules; and a checksum: how many were won.
fn battle(roster: &str, tables: bool) -> (f64, usize) {
    let field = scenario::load_battle_roster(&path(roster), &[]).expect("a sample roster is right");
    let kinds = field.units.len();
    let players = players(&field.situations[0].matchups, tables);
    let ranks = vec![0; kinds];
    let mut generator = simulator::Generator::new(1, 0);
    // Six units a side of any kind, armies in which no two are alike by more than chance.
    let mut army = || {
        let mut army: Vec<u16> = (0..6).map(|_| generator.below(kinds as u32) as u16).collect();
        army.sort_unstable();
        army
    };
    let (mut best, mut won) = (f64::INFINITY, 0);
    let battles = if tables { BATTLES } else { BATTLES / 10 };
    for turn in 0..TURNS {
        let number = (0..battles).map(|number| (turn * battles + number) as u64);
        let pairings: Vec<Pairing> =
            number.map(|stream| Pairing { armies: [army(), army()], stream }).collect();
        let start = Instant::now();
        let scores = players.play(&pairings, Rules { ranks: &ranks, rounds: 60 }, 1);
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / battles as f64);
        won += scores.iter().filter(|score| score.value() > 0.5).count();
    }
    (best, won)
}

fn main() {
    println!(
        "roster,microseconds a battle with tables,by the rules,won with tables,won by the rules of a tenth"
    );
    for roster in ROSTERS {
        let ((tables, won), (rules, of_rules)) = (battle(roster, true), battle(roster, false));
        println!("{roster},{tables:.2},{rules:.2},{won},{of_rules}");
    }
    let programs: Vec<String> = std::env::args().skip(1).collect();
    let [old, new] = &programs[..] else { return };
    println!("roster,old,new with other fields,new,new / old");
    for roster in ROSTERS {
        let file = path(roster);
        let file = file.to_str().expect("a path in Unicode");
        let mut best = [f64::INFINITY; 3];
        for _ in 0..TURNS {
            for (place, (program, more)) in [
                (old, &[][..]),
                (new, &["--precision", "6%"][..]),
                (new, &["--precision", "6%", "--field-only"][..]),
            ]
            .into_iter()
            .enumerate()
            {
                let start = Instant::now();
                let status = Command::new(program)
                    .args(["balance", file, "--quiet", "--format", "json"])
                    .args(more)
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .status();
                status.expect("the command starts");
                best[place] = best[place].min(start.elapsed().as_secs_f64());
            }
        }
        println!("{roster},{:.3},{:.3},{:.3},{:.2}", best[0], best[1], best[2], best[2] / best[0]);
    }
}
