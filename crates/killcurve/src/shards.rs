//! `killcurve plan`, `killcurve run --shard` and `killcurve merge`: one run divided among many processes or machines.

use std::fs;
use std::path::{Path, PathBuf};

use desk::PlayOptions;
use desk::shards::{Job, Request};
use scenario::Disk;

use crate::args::{Merge, Part, Plan, Shard};
use crate::atomic_write::{write_file, write_into};
use crate::load::load;
use crate::output::{Failure, print, say, shown};
use crate::play_options::use_threads;
use crate::run::{Shown, at_rounds, notes, show_report};
use crate::terminal::Terminal;

/// Writes a plan.
pub fn plan(args: &Plan) -> Result<(), Failure> {
    use_threads(args.threads)?;
    let run = args.as_run();
    // Mistakes in the file are shown as by every other command, and a battle or a roster is named as such.
    let at_rounds = at_rounds(&run, &load(&args.file, &args.set)?)?;
    let request = Request {
        file: &args.file,
        files: &Disk,
        set: &args.set,
        options: PlayOptions::from(&run),
        at_rounds,
        command: run.command_for(&args.file),
        shards: args.shards,
    };
    let job = Job::new(request, &Terminal::new(args.quiet))?;
    let text = job.text()?;
    if args.output.as_deref() == Some(Path::new("-")) {
        return print(&text);
    }
    let usual = || PathBuf::from(args.file.file_stem().unwrap_or_default()).with_extension("plan.json");
    let path = args.output.clone().unwrap_or_else(usual);
    write_file(&path, text.into_bytes())?;
    if !args.quiet {
        say(&format!("{}: {}", shown(&path), job.about()));
    }
    Ok(())
}

/// Plays a shard if the command asks for one, and returns whether it did.
pub fn play(part: &Part, out: Option<&Path>, quiet: bool) -> Result<bool, Failure> {
    let Part { plan: Some(plan), shard: Some(Shard { number, of }) } = part else { return Ok(false) };
    let job = read_plan(plan)?;
    if job.shards() != *of {
        let words = format!("error: {} has {} shards, not {of}", shown(plan), job.shards());
        return Err(Failure::Input(words));
    }
    let text = job.play(*number, &Terminal::new(quiet))?;
    let folder = out.map_or_else(|| folder_of(plan), Path::to_owned);
    let name = file_name(*number, *of);
    write_into(&folder, &[(name.clone(), text.into_bytes())])?;
    if !quiet {
        say(&format!("shard: {}", shown(&folder.join(name))));
    }
    Ok(true)
}

/// Adds up all shards, and shows the report.
pub fn merge(args: &Merge) -> Result<(), Failure> {
    use_threads(args.threads)?;
    let job = read_plan(&args.plan)?;
    let usual = [folder_of(&args.plan)];
    let given = if args.shards.is_empty() { &usual[..] } else { &args.shards };
    let shards = job.shards();
    let mut merge = job.merge();
    for path in given {
        if path.is_dir() || args.shards.is_empty() {
            for number in 1..=shards {
                let file = path.join(file_name(number, shards));
                if file.exists() {
                    merge.add(&shown(&file), &read(&file)?)?;
                }
            }
        } else {
            merge.add(&shown(path), &read(path)?)?;
        }
    }
    let terminal = Terminal::new(args.quiet);
    let (job, played) = merge.finish(&terminal)?;
    let notes = if args.quiet { Vec::new() } else { notes(job.scenario(), &played) };
    let set = job.set().to_vec();
    let shown = Shown { format: args.format, extras: args.extras, quiet: args.quiet };
    show_report(job.report(played), notes, &set, args.out.as_deref(), shown)
}

fn read_plan(path: &Path) -> Result<Job, Failure> {
    Ok(Job::parse(&shown(path), &read(path)?)?)
}

/// The largest plan, or file of a shard, that is read: 1 GiB.
const LARGEST: u64 = 1 << 30;

fn read(path: &Path) -> Result<String, Failure> {
    let too_large = fs::metadata(path).is_ok_and(|about| about.len() > LARGEST);
    let text = if too_large {
        Err(format!("it is larger than {LARGEST} bytes"))
    } else {
        fs::read(path).map_err(|error| error.to_string()).and_then(|bytes| {
            String::from_utf8(bytes).map_err(|_| "it is damaged: it is not UTF-8 text".to_owned())
        })
    };
    text.map_err(|why| Failure::Input(format!("error: cannot read {}: {why}", shown(path))))
}

/// The folder of a plan's shards.
fn folder_of(plan: &Path) -> PathBuf {
    plan.with_extension("shards")
}

/// The name of a shard's file. Files sort by their numbers.
fn file_name(number: u32, of: u32) -> String {
    let width = of.to_string().len();
    format!("shard-{number:0width$}-of-{of}.jsonl")
}
