//! The whole command, from start to exit: an exact run on W1, and a Monte Carlo run of 10,000,000 trials with all of its files.
//!
//! `cargo build --release && cargo run --release -p benches --bin command -- target/release/killcurve`

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Seconds of the best of several runs of the command.
fn best(times: u32, program: &str, folder: &Path, args: &[&str]) -> f64 {
    let run = |_| {
        let start = Instant::now();
        let status = Command::new(program).current_dir(folder).args(args).stdout(Stdio::null()).status();
        assert!(status.expect("the command starts").success(), "{args:?} failed");
        start.elapsed().as_secs_f64()
    };
    (0..times).map(run).fold(f64::INFINITY, f64::min)
}

fn main() {
    let program = std::env::args().nth(1).expect("the path of the killcurve to be measured");
    let program = std::fs::canonicalize(program).expect("killcurve is there");
    let program = program.to_str().expect("a path in Unicode");
    let folder = std::env::temp_dir().join(format!("killcurve-benches-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    println!("command,workload,seconds");
    for workload in benches::WORKLOADS {
        let file = format!("{}.toml", workload.name);
        std::fs::write(folder.join(&file), workload.scenario).expect("a file can be written");
        let exact = best(20, program, &folder, &["run", &file, "--method", "exact", "--format", "json"]);
        println!("exact,{},{exact:.4}", workload.name);
        let sampled = ["run", &file, "--method", "monte-carlo", "--trials", "10000000", "--quiet"];
        let alone = best(5, program, &folder, &[&sampled[..], &["--format", "json"]].concat());
        println!("simulation alone,{},{alone:.3}", workload.name);
        let files = best(5, program, &folder, &[&sampled[..], &["--out", "reports"]].concat());
        println!("with all files,{},{files:.3}", workload.name);
        println!("allowed,{},{:.3}", workload.name, 1.5 * alone + 0.3);
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}
