//! `killcurve new`: commented sample files of a system.
//!
//! A system brings one sample, a scenario. Rosters and battles are made from its attacker and target.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use chance::System;

use crate::args::New;
use crate::atomic_write::write_file;
use crate::commands::find;
use crate::folders::{folder_name, is_device};
use crate::output::{Failure, print};

/// Writes a sample file.
pub fn new(args: &New) -> Result<(), Failure> {
    if let Some(name) = &args.game {
        return new_game(name, args.force);
    }
    let Some(system) = &args.system else {
        let help = "`killcurve systems` lists them; `--game NAME` begins a game of your own";
        return Err(Failure::Input(format!("error: name a system\nhelp: {help}")));
    };
    let system = find(system)?;
    let (text, suffix, command) = match (args.roster, args.battle) {
        (true, _) => (roster(&system), "-roster", "matrix"),
        (_, true) => (battle(&system), "-battle", "battle"),
        _ => (system.starter.to_string(), "", "run"),
    };
    let path = args.file.clone().unwrap_or_else(|| PathBuf::from(format!("{}{suffix}.toml", system.id)));
    if path.as_os_str() == "-" {
        return print(&text);
    }
    if path.exists() && !args.force {
        let message = "exists already; name another file, or overwrite it with --force";
        return Err(Failure::Input(format!("error: {} {message}", path.display())));
    }
    write_file(&path, text.into_bytes())?;
    print(&format!("wrote {0}; now try: killcurve {command} {0}\n", path.display()))
}

/// Writes a game to begin with: its file, a scenario and a roster.
fn new_game(name: &str, force: bool) -> Result<(), Failure> {
    let files = gamefile::starter(name).ok_or_else(|| {
        let help = "lower-case letters, digits and hyphens, such as `my-game`";
        let name = scenario::printable(name);
        Failure::Input(format!("error: `{name}` cannot be the name of a game\nhelp: {help}"))
    })?;
    if is_device(name) {
        let help = "choose another name, so that the game can be played there";
        return Err(Failure::Input(format!(
            "error: Windows reserves the name `{name}` for a device\nhelp: {help}"
        )));
    }
    if let Some((file, _)) = files.iter().find(|(file, _)| Path::new(file).exists() && !force) {
        let message = "exists already; name another game, or overwrite it with --force";
        return Err(Failure::Input(format!("error: {file} {message}")));
    }
    for (file, text) in &files {
        write_file(Path::new(file), text.clone().into_bytes())?;
    }
    let names: Vec<&str> = files.iter().map(|(file, _)| file.as_str()).collect();
    print(&format!("wrote {}; now try: killcurve run {}\n", names.join(", "), names[1]))
}

/// Returns a roster of the sample's units.
fn roster(system: &System) -> String {
    let mut text = format!(
        "# A roster: units that scenarios and battles take by `use = \"FILE#KEY\"`, and that\n\
         # `killcurve matrix`, `balance` and `worth` play against each other.\n\
         system = \"{}\"\nname = \"Units of {}\"\nrounds = 2                      # for `killcurve matrix`\n",
        system.id, system.title
    );
    for section in ["attacker", "target"] {
        let unit = unit(system, section);
        let key = folder_name(unit.name()).display().to_string();
        let _ = write!(text, "\n[{key}]\n{}", unit.renamed(&key));
    }
    text
}

/// Returns a battle of the sample's units.
fn battle(system: &System) -> String {
    let mut text = format!(
        "# A battle: two sides of many units. In each round every living unit attacks once.\n\
         system = \"{}\"\nname = \"A battle of {}\"\nrounds = 12                     # at most\n\
         order = \"at-once\"               # or \"first\", \"second\": that side attacks first in each round\n",
        system.id, system.title
    );
    for (section, side, count) in [("attacker", "First", 3), ("target", "Second", 2)] {
        let unit = unit(system, section);
        let _ = write!(
            text,
            "\n[[side]]\nname = \"{side} side\"\npolicy = \"weakest\"              # whom to attack: or \"dearest\", \"spread\", \"random\"\n\n\
             [[side.unit]]\ncount = {count}\n{}",
            unit.renamed("side.unit")
        );
    }
    text
}

/// The lines of a unit in the sample, without its header.
struct Unit<'a> {
    section: &'static str,
    lines: Vec<&'a str>,
}

/// Returns the unit of a section of the sample: its table and the tables inside.
fn unit<'a>(system: &'a System, section: &'static str) -> Unit<'a> {
    let (header, inside) = (format!("[{section}]"), format!("[[{section}."));
    let mut is_inside = false;
    let mut lines = Vec::new();
    for line in system.starter.lines() {
        let is_header = line.starts_with(&header);
        if line.starts_with('[') {
            is_inside = is_header || line.starts_with(&inside);
        }
        if is_inside && !is_header {
            lines.push(line);
        }
    }
    Unit { section, lines }
}

impl Unit<'_> {
    fn name(&self) -> &str {
        let name = self.lines.iter().find_map(|line| line.strip_prefix("name = \""));
        name.and_then(|rest| rest.split('"').next()).unwrap_or(self.section)
    }

    /// Returns the lines with the tables inside under another key.
    fn renamed(&self, key: &str) -> String {
        let text = self.lines.join("\n").replace(&format!("[[{}.", self.section), &format!("[[{key}."));
        text.trim_end().to_owned() + "\n"
    }
}
