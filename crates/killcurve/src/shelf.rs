//! Files that appear whole or not at all.
//!
//! A report is a folder of several files. It is written under a hidden name beside its place, and then takes its place in one step of the
//! file system: a new folder by a rename, one that is there already by an exchange of the two. So whoever looks finds the earlier report or
//! the new one, never a mixture, whenever the program is killed and whatever the disk has room for. What else stands in the folder, such
//! as a reader's notes, stays.
//!
//! Two who write at once take turns by a lock on the folder around the report; the later one stands. A hidden folder is locked as long as its
//! writer lives, so that one whose writer was killed is known and swept away by the next.
//!
//! Where the exchange is not to be had (another system, a folder inside the report's folder), and where files go into a folder that they do
//! not own, each file by itself is whole or not at all, in the order in which they are given. Against a loss of power nothing is promised.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use report::Content;

use crate::output::{Failure, say, shown};

/// How the names of unfinished folders begin.
const HIDDEN: &str = ".killcurve-";

/// What this process writes and has written.
#[derive(Default)]
struct Shelf {
    /// Folders that are not finished.
    drafts: Vec<PathBuf>,
    /// What took its place.
    written: Vec<PathBuf>,
}

static SHELF: Mutex<Shelf> = Mutex::new(Shelf { drafts: Vec::new(), written: Vec::new() });

fn shelf() -> MutexGuard<'static, Shelf> {
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a file is filled with.
pub trait Fill {
    /// Writes all of it.
    fn fill(&self, file: File) -> io::Result<()>;
}

impl Fill for Vec<u8> {
    fn fill(&self, mut file: File) -> io::Result<()> {
        file.write_all(self)
    }
}

impl Fill for Content<'_> {
    fn fill(&self, file: File) -> io::Result<()> {
        let mut file = BufWriter::new(file);
        self.write(&mut file)?;
        file.flush()
    }
}

/// Writes files into a folder of their own: all of them, or none.
pub fn write_files<C: Fill>(folder: &Path, files: &[(String, C)]) -> Result<(), Failure> {
    // Through a link, what it leads to is written.
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let written = if folder.is_dir() || !folder.exists() {
        replace(&folder, files)
    } else {
        Err(io::Error::new(io::ErrorKind::NotADirectory, "it is a file, and a folder is needed"))
    };
    written.map_err(|error| failed(&folder, &error))
}

/// Writes files into a folder that holds other things as well: each of them whole or not at all, in this order.
pub fn write_into(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    one_by_one(folder, files).map_err(|error| failed(folder, &error))
}

/// Writes one file.
pub fn write_file(path: &Path, bytes: Vec<u8>) -> Result<(), Failure> {
    let (Some(name), Some(folder)) = (path.file_name(), path.parent()) else {
        return Err(Failure::Input(format!("error: {} is not a file name", shown(path))));
    };
    let files = [(name.to_string_lossy().into_owned(), bytes)];
    one_by_one(around(folder), &files).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Run(format!("cannot write {}: {error}", shown(path)))
}

/// The empty path is the folder at hand.
fn around(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

fn replace<C: Fill>(folder: &Path, files: &[(String, C)]) -> io::Result<()> {
    let parent = around(folder.parent().unwrap_or(Path::new("")));
    let draft = Draft::of(parent, files)?;
    let turn = hold(parent);
    // Ctrl-C waits until this is done.
    let mut shelf = shelf();
    if fs::rename(&draft.path, folder).is_err() {
        if !holds_files_alone(folder)? {
            drop((shelf, turn, draft));
            return one_by_one(folder, files);
        }
        carry_over(folder, &draft.path)?;
        if exchange(&draft.path, folder).is_err() {
            drop((shelf, turn, draft));
            return one_by_one(folder, files);
        }
    }
    shelf.written.push(folder.to_owned());
    drop((shelf, turn));
    Ok(())
}

fn one_by_one<C: Fill>(folder: &Path, files: &[(String, C)]) -> io::Result<()> {
    let draft = Draft::of(folder, files)?;
    for (name, _) in files {
        let mut shelf = shelf();
        fs::rename(draft.path.join(name), folder.join(name))?;
        shelf.written.push(folder.join(name));
    }
    Ok(())
}

fn holds_files_alone(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if entry?.file_type()?.is_dir() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Gives the draft what else stands in the earlier folder.
fn carry_over(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if place.symlink_metadata().is_err() && fs::hard_link(entry.path(), &place).is_err() {
            fs::copy(entry.path(), &place)?;
        }
    }
    Ok(())
}

/// Two folders swap names in one step.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A hidden folder with files in it. It goes when it is dropped; what took its place does not.
struct Draft {
    path: PathBuf,
    /// Locked while the writer lives.
    _alive: Option<File>,
}

impl Draft {
    fn of<C: Fill>(parent: &Path, files: &[(String, C)]) -> io::Result<Self> {
        fs::create_dir_all(parent)?;
        let draft = {
            let _turn = hold(parent);
            sweep(parent);
            // Ctrl-C never finds a folder that is there and not yet known.
            let mut shelf = shelf();
            let path = tempfile::Builder::new().prefix(HIDDEN).tempdir_in(parent)?.keep();
            shelf.drafts.push(path.clone());
            drop(shelf);
            Self { _alive: hold(&path), path }
        };
        open_to_all(&draft.path)?;
        for (name, content) in files {
            content.fill(File::create(draft.path.join(name))?)?;
        }
        Ok(draft)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let mut shelf = shelf();
        // What cannot be removed now is swept away by the next writer.
        let _ = fs::remove_dir_all(&self.path);
        shelf.drafts.retain(|path| *path != self.path);
    }
}

/// Removes what writers left that were killed.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(HIDDEN) {
            continue;
        }
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Waits for one's turn. Where folders cannot be locked, and where another keeps its turn for very long, it goes on without.
fn hold(folder: &Path) -> Option<File> {
    const PATIENCE: Duration = Duration::from_secs(10);
    let file = File::open(folder).ok()?;
    let start = Instant::now();
    while let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
        if start.elapsed() > PATIENCE {
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Some(file)
}

/// A temporary folder is for its owner alone; a report is for whoever may read the folder around it.
#[cfg(unix)]
fn open_to_all(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn open_to_all(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Leaves at once on Ctrl-C, with nothing half-written, and says what is there.
pub fn leave_on_interrupt() {
    // Without a handler Ctrl-C ends the program all the same, and the next one sweeps up.
    let _ = ctrlc::set_handler(|| {
        // Never given back: nobody finishes anything from here on.
        let shelf = shelf();
        for draft in &shelf.drafts {
            // Its writer may add a file meanwhile; once the folder is gone it cannot.
            for _ in 0..100 {
                if fs::remove_dir_all(draft).is_ok() || !draft.exists() {
                    break;
                }
            }
        }
        say(&format!("\ninterrupted: {}", kept(&shelf.written)));
        std::process::exit(130);
    });
}

/// Waits for an interruption that is under way: what it makes fail is no failure.
pub fn settle() {
    drop(shelf());
}

fn kept(written: &[PathBuf]) -> String {
    const NAMED: usize = 5;
    let names: Vec<String> = written.iter().take(NAMED).map(|path| shown(path)).collect();
    let more = written.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    if written.is_empty() {
        "nothing was written; earlier reports are as they were".to_owned()
    } else {
        format!("kept {}{more}, whole; what was not finished is not there", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
        list.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_report_replaces_the_earlier_one_and_leaves_what_is_not_its_own() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("a/report");
        write_files(&folder, &files(&[("x", "1"), ("y", "1")])).unwrap();
        fs::write(folder.join("notes.txt"), "mine").unwrap();
        write_files(&folder, &files(&[("x", "2"), ("z", "2")])).unwrap();
        assert_eq!(names(&folder), ["notes.txt", "x", "y", "z"]);
        assert_eq!(fs::read(folder.join("x")).unwrap(), b"2");
        assert_eq!(names(&around.path().join("a")), ["report"]);
    }

    #[test]
    fn a_folder_inside_does_not_stop_it() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("report");
        fs::create_dir_all(folder.join("inner")).unwrap();
        fs::write(folder.join("inner/mine"), "mine").unwrap();
        write_files(&folder, &files(&[("x", "2")])).unwrap();
        assert_eq!(names(&folder), ["inner", "x"]);
        assert_eq!(names(&folder.join("inner")), ["mine"]);
    }

    #[test]
    fn what_a_killed_writer_left_is_swept_away_and_what_a_living_one_has_is_not() {
        let around = tempfile::tempdir().unwrap();
        fs::create_dir_all(around.path().join(".killcurve-dead")).unwrap();
        let living = Draft::of(around.path(), &files(&[("x", "1")])).unwrap();
        write_files(&around.path().join("report"), &files(&[("x", "2")])).unwrap();
        let kept = living.path.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(names(around.path()), [kept.as_str(), "report"]);
        drop(living);
        assert_eq!(names(around.path()), ["report"]);
    }

    #[test]
    fn what_is_kept_is_said_in_short() {
        assert!(kept(&[]).starts_with("nothing was written"));
        let many: Vec<PathBuf> = (0..7).map(|n| PathBuf::from(format!("r{n}"))).collect();
        assert!(kept(&many).starts_with("kept r0, r1, r2, r3, r4 and 2 more, whole"));
    }
}
