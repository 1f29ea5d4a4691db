//! How cost grows as a match-up doubles: one table in Markdown, with the time of an exact solution and of a sampled trial.
//!
//! `cargo run --release -p benches --bin growth`

use benches::timing::{Timed, in_turns};
use benches::{Sample, Solve, matchup};
use chance::game::Visitable;
use simulator::Plan;

/// Trials of one measurement, as many as a run has by default.
const TRIALS: u64 = 1_000_000;

/// Something that doubles: what it is, and the scenario and rounds for a size.
struct Axis {
    name: &'static str,
    sizes: &'static [u32],
    scenario: fn(u32) -> String,
    rounds: fn(u32) -> u32,
}

const AXES: &[Axis] = &[
    Axis {
        name: "dice of one line, 1 round",
        sizes: &[6, 12, 24, 48, 96],
        scenario: |dice| tank(&line(dice), 60),
        rounds: |_| 1,
    },
    Axis {
        name: "weapon lines of 6 dice, 1 round",
        sizes: &[1, 2, 4, 8, 16],
        scenario: |lines| tank(&vec![line(6); lines as usize].join(", "), 60),
        rounds: |_| 1,
    },
    Axis {
        name: "rounds of Space Infantry",
        sizes: &[1, 2, 4, 8, 16, 32],
        scenario: |_| include_str!("../../workloads/w1.toml").replace("sp = 2", "sp = 20"),
        rounds: |rounds| rounds,
    },
    Axis {
        name: "rounds of Deadzone",
        sizes: &[1, 2, 4, 8, 16],
        scenario: |_| include_str!("../../workloads/w3.toml").replace("vehicle = 4", "vehicle = 16"),
        rounds: |rounds| rounds,
    },
    Axis { name: "units in a blast, 1 round", sizes: &[1, 2, 4, 8, 16], scenario: blast, rounds: |_| 1 },
];

fn line(dice: u32) -> String {
    format!("{{ attack = \"{dice}/1\" }}")
}

/// Lines of fire at a tank of so many hit points.
fn tank(lines: &str, hit_points: u32) -> String {
    format!(
        "system = \"dust-warfare\"\n[attacker]\nweapons = [{lines}]\n\
         [target]\ntype = \"vehicle\"\narmor = 4\nhit_points = {hit_points}\n"
    )
}

/// A frag that goes off among so many models.
fn blast(others: u32) -> String {
    format!(
        "system = \"deadzone\"\nprocedure = \"explosion\"\n[attacker]\nweapons = [{{ frag = 3 }}]\n\
         [target]\nsurvive = 5\n[bystander]\nsurvive = 5\n[situation]\nothers_in_cube = {others}\n"
    )
}

fn main() {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be had");
    println!("| what doubles | size | exact, ms | sampled, bare draws |");
    println!("|---|---:|---:|---:|");
    for axis in AXES {
        for &size in axis.sizes {
            let (matchup, rounds) = (matchup(&(axis.scenario)(size)), (axis.rounds)(size));
            let plan = Plan { rounds, trials: TRIALS, seed: 7, first_batch: 0 };
            let solved = matchup.visit(Solve(rounds)).is_some();
            let mut cases = [
                Timed::new(TRIALS, || one.install(|| matchup.visit(Sample(plan)).trials())),
                Timed::new(1, || matchup.visit(Solve(rounds)).map_or(0, f64::to_bits)),
            ];
            let draw = in_turns(&mut cases);
            let [sampled, exact] = cases.map(|case| case.ns());
            let exact = if solved { format!("{:.3}", exact / 1e6) } else { "too large".to_owned() };
            println!("| {} | {size} | {exact} | {:.0} |", axis.name, sampled / draw);
        }
    }
}
