//! killcurve: what are the odds of a tabletop wargame attack, how sure are we, and what should it cost?
//!
//! The command line reads files, lets the engines play them and writes the answers. Rules and numbers are decided elsewhere.

mod answer;
mod answer_requests;
mod args;
mod atomic_write;
mod balance;
mod batch;
mod battle;
mod commands;
mod compare;
mod describe;
mod diff;
mod estimate;
mod explain;
mod extras;
mod find_scenarios;
mod folder_lock;
mod folders;
mod formula;
mod guard;
mod help;
mod in_order;
mod judge;
mod lists;
mod load;
mod manifest;
mod matrix;
mod new_file;
mod output;
mod play;
mod play_options;
mod progress;
mod report_record;
mod run;
mod sensitivity;
mod serve;
mod shards;
mod terminal;
mod unit_table;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use output::Failure;

fn dispatch(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None => commands::welcome(),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Plan(args)) => shards::plan(&args),
        Some(Command::Merge(args)) => shards::merge(&args),
        Some(Command::Compare(args)) => compare::compare(&args),
        Some(Command::Matrix(args)) => matrix::matrix(&args),
        Some(Command::Sensitivity(args)) => sensitivity::sensitivity(&args),
        Some(Command::Batch(args)) => batch::batch(&args),
        Some(Command::Guard(args)) => guard::guard(&args),
        Some(Command::Battle(args)) => battle::battle(&args),
        Some(Command::Balance(args)) => balance::balance(&args),
        Some(Command::Worth(args)) => balance::worth(&args),
        Some(Command::Diff(args)) => diff::diff(&args),
        Some(Command::Lists(args)) => lists::lists(&args),
        Some(Command::Formula(args)) => formula::formula(&args),
        Some(Command::Explain(args)) => explain::explain(&args),
        Some(Command::Check(args)) => commands::check(&args),
        Some(Command::New(args)) => new_file::new(&args),
        Some(Command::Import(args)) => unit_table::import(&args),
        Some(Command::Export(args)) => unit_table::export(&args),
        Some(Command::Systems(args)) => commands::systems(&args),
        Some(Command::Schema { system }) => commands::schema(&system),
        Some(Command::Serve(args)) => serve::serve(&args),
        Some(Command::Answer) => answer_requests::answer_requests(),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "killcurve", &mut script);
            output::print(&String::from_utf8_lossy(&script))
        }
        Some(Command::Man { command }) => {
            let command = command.as_deref().map_or_else(|| Ok(Cli::command()), help::command)?;
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            output::print(&String::from_utf8_lossy(&page))
        }
        Some(Command::Help { name }) => help::help(name.as_deref()),
    }
}

/// The stack of the thread that does the work: as much as Linux gives. The first thread of a Windows program has an eighth of
/// it, which deeply nested input can fill.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let work = std::thread::Builder::new().stack_size(STACK).spawn(run_command);
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic was reported where it happened.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            output::say(&format!("error: cannot start: {error}"));
            ExitCode::from(1)
        }
    }
}

fn run_command() -> ExitCode {
    let cli = Cli::parse();
    atomic_write::exit_on_interrupt();
    let outcome = dispatch(cli);
    atomic_write::wait_for_interrupt();
    match outcome {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Differs) => ExitCode::from(1),
        Err(Failure::Run(message)) => {
            output::say(&format!("error: {message}"));
            ExitCode::from(1)
        }
        Err(Failure::Input(message)) => {
            output::say(&message);
            ExitCode::from(2)
        }
    }
}
