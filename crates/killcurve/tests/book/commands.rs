//! Every command of a page is run, in a folder of the page's own, and prints what the page shows.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use rayon::prelude::*;

use crate::page::{self, Block, Kind};
use crate::{bless, book, expect_file, no_faults, pages, root};

/// The files that may run a page's commands instead of this test.
const RUNNERS_OF_MARKS: [(&str, &str); 2] = [("the run command", ".ci/run"), ("the test command", ".ci/run")];

/// What a command printed, both streams as a terminal shows them, and its exit code.
fn run(folder: &Path, command: &str) -> (Vec<String>, Option<i32>) {
    let program = Path::new(env!("CARGO_BIN_EXE_killcurve"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("COLUMNS", "100")
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (text.trim_end().lines().map(str::to_owned).collect(), output.status.code())
}

/// A page at work.
struct Work<'a> {
    page: &'a str,
    folder: &'a Path,
    faults: Vec<String>,
}

impl Work<'_> {
    fn fault(&mut self, block: &Block, words: &str) {
        self.faults.push(format!("{}:{}: {words}", self.page, block.line));
    }

    fn write(&mut self, block: &Block) {
        let text = block.lines.join("\n") + "\n";
        if let Some(name) = block.mark("file") {
            fs::write(self.folder.join(name), &text).unwrap();
        }
        if let Some(name) = block.mark("append") {
            let path = self.folder.join(name);
            match fs::read_to_string(&path) {
                Ok(before) => fs::write(path, before + "\n" + &text).unwrap(),
                Err(error) => self.fault(block, &format!("{name}: {error}")),
            }
        }
    }

    /// Runs the commands of a `console` block. Returns its lines with the outputs as they are now.
    fn console(&mut self, block: &Block) -> Vec<String> {
        let mut lines = Vec::new();
        let commands = page::console(&block.lines);
        for (number, command) in commands.iter().enumerate() {
            let (output, code) = run(self.folder, &command.text);
            let expected = block.mark("exit code").filter(|_| number + 1 == commands.len()).unwrap_or("0");
            if code.map(|code| code.to_string()).as_deref() != Some(expected) {
                self.fault(block, &format!("`{}` ends with {code:?}:\n{}", command.text, output.join("\n")));
            }
            lines.extend(command.typed.clone());
            let is_same = page::matches(&command.output, &output);
            let is_shortened = command.output.iter().any(|line| line.trim() == "…");
            if !is_same && (is_shortened || !bless()) {
                let words = page::difference(&command.output, &output);
                self.fault(block, &format!("`{}` prints something else: {words}", command.text));
            }
            // What the writer of the page shortened stays shortened.
            lines.extend(if is_same || is_shortened { command.output.clone() } else { output });
        }
        lines
    }

    /// Runs the commands of an `sh` block.
    fn shell(&mut self, block: &Block) {
        let (output, code) = run(self.folder, &format!("set -e\n{}", block.lines.join("\n")));
        if code != Some(0) {
            self.fault(block, &format!("a command failed:\n{}", output.join("\n")));
        }
    }

    /// Compares a picture of the page with the one that the commands made.
    fn picture(&mut self, block: &Block, place: &Path) {
        let Some(made) = block.mark("picture") else {
            return self.fault(block, "a picture needs a mark that says which command makes it");
        };
        match fs::read(self.folder.join(made)) {
            Ok(bytes) => self.faults.extend(expect_file(place, &bytes).err()),
            Err(error) => self.fault(block, &format!("{made}: {error}")),
        }
    }
}

/// Runs the commands of one page. Returns the faults.
fn check(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let root = root();
    let shown = path.strip_prefix(&root).unwrap().display().to_string();
    let folder = tempfile::tempdir().unwrap();
    for samples in ["scenarios", "games"] {
        symlink(root.join(samples), folder.path().join(samples)).unwrap();
    }
    let mut work = Work { page: &shown, folder: folder.path(), faults: Vec::new() };
    let runner = |mark: &str| {
        let is_known =
            RUNNERS_OF_MARKS.iter().any(|(known, file)| *known == mark && root.join(file).is_file());
        let is_by_hand = mark.starts_with("run by hand: ");
        is_known || is_by_hand || mark.strip_prefix("run by: ").is_some_and(|file| root.join(file).is_file())
    };
    if text.lines().next().and_then(page::mark).is_some_and(runner) {
        return work.faults;
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // From the end, so that the numbers of earlier lines stay.
    let mut changes = Vec::new();
    for block in page::blocks(&text) {
        work.write(&block);
        match &block.kind {
            _ if block.is_run_elsewhere(&runner) => {}
            Kind::Picture(address) => work.picture(&block, &path.parent().unwrap().join(address)),
            Kind::Code(_) if block.is("console") => changes.push((work.console(&block), block)),
            Kind::Code(_) if block.is("sh") => work.shell(&block),
            Kind::Code(_) => {}
        }
    }
    if bless() {
        for (now, block) in changes.into_iter().rev() {
            let first = block.line - 1;
            lines.splice(first..first + block.lines.len(), now);
        }
        let now = lines.join("\n") + "\n";
        // Other tests read the pages meanwhile.
        if now != text {
            fs::write(path, now).unwrap();
        }
    }
    work.faults
}

#[test]
fn every_command_prints_what_the_page_shows() {
    let mut pages = pages();
    // The reference shows the help of commands, which is compared elsewhere.
    pages.retain(|page| !page.starts_with(book().join("reference")));
    pages.push(root().join("README.md"));
    let faults: Vec<String> = pages.par_iter().flat_map(|page| check(page)).collect();
    no_faults(&faults);
}
