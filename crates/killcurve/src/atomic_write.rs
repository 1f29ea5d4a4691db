//! Writes reports so that each appears whole or not at all.
//!
//! A report is a folder of several files. It is written under a hidden name next to its final place and then moved there in one
//! step of the file system: a new folder by a rename, an existing one by an exchange of the two. A reader finds the earlier
//! report or the new one, never a mixture, no matter when the program is killed or the disk fills up. Other files in the
//! folder, such as a reader's notes, are kept.
//!
//! Two writers take turns by a lock on the parent folder; the later report wins. A hidden folder is locked while its writer
//! lives, so the next writer recognises and removes the folders of writers that were killed.
//!
//! Where the file system cannot exchange folders, as on Windows, where a report's folder has folders inside, and where files go into a shared
//! folder, each file by itself is whole or not at all, in the order given. A power failure can still lose data.

use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use report::Content;

use crate::folder_lock::{is_free, lock};
use crate::output::{Failure, say, shown};
use crate::report_record::{self, Fingerprinting, Record};

/// The bytes that are written at once.
const BUFFER: usize = 64 * 1024;

/// The prefix of unfinished folders.
const HIDDEN: &str = ".killcurve-";

/// The pages of reports.
const PAGES: [&str; 6] =
    ["report.html", "matrix.html", "sensitivity.html", "battle.html", "balance.html", "worth.html"];

/// What this process is writing and has written.
#[derive(Default)]
struct Progress {
    /// Unfinished folders.
    drafts: Vec<PathBuf>,
    /// Finished folders and files.
    written: Vec<PathBuf>,
}

static PROGRESS: Mutex<Progress> = Mutex::new(Progress { drafts: Vec::new(), written: Vec::new() });

fn progress() -> MutexGuard<'static, Progress> {
    PROGRESS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The content of a file.
pub trait FileContent: Sync {
    /// Writes all of it.
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl FileContent for Vec<u8> {
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self)
    }
}

impl FileContent for Content<'_> {
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write(out)
    }
}

/// Refuses a folder that has files in it and is no report. Pages identify reports of versions without a record.
pub fn check_is_report(folder: &Path) -> Result<(), Failure> {
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if is_empty || Record::read(folder).is_some() || PAGES.iter().any(|page| folder.join(page).is_file()) {
        return Ok(());
    }
    let help = "name another folder with --out, or give the input another name";
    Err(Failure::Input(format!("error: {} has files in it and is no report: {help}", shown(folder))))
}

/// Writes a report into a folder of its own: all files or none. Files of an earlier report go; other files stay.
pub fn write_files<C: FileContent>(folder: &Path, files: &[(String, C)]) -> Result<(), Failure> {
    // A link is followed.
    if let Some(link) = folder.ancestors().find(|path| path.is_symlink() && !path.exists()) {
        return Err(Failure::Input(format!("error: {} is a link that leads nowhere", shown(link))));
    }
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    check_is_report(&folder)?;
    let written = if folder.is_dir() || !folder.exists() {
        replace(&folder, files)
    } else {
        Err(io::Error::new(io::ErrorKind::NotADirectory, "it is a file, and a folder is needed"))
    };
    written.map_err(|error| failed(&folder, &error))
}

/// Writes files into a shared folder: each whole or not at all, in this order.
pub fn write_into<C: FileContent>(folder: &Path, files: &[(String, C)]) -> Result<(), Failure> {
    one_by_one(folder, files, false).map_err(|error| failed(folder, &error))
}

/// Writes one file, whole or not at all.
pub fn write_file(path: &Path, bytes: Vec<u8>) -> Result<(), Failure> {
    let (Some(name), Some(folder)) = (path.file_name(), path.parent()) else {
        return Err(Failure::Input(format!("error: {} is not a file name", shown(path))));
    };
    let files = [(name.to_string_lossy().into_owned(), bytes)];
    one_by_one(parent_or_current(folder), &files, false).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Run(format!("cannot write {}: {error}", shown(path)))
}

/// Returns the folder itself, or `.` for the empty path.
fn parent_or_current(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

fn replace<C: FileContent>(folder: &Path, files: &[(String, C)]) -> io::Result<()> {
    let parent = parent_or_current(folder.parent().unwrap_or(Path::new("")));
    let draft = Draft::create(parent, files, true, !folder.exists())?;
    let turn = lock(parent);
    // Ctrl-C waits until this lock is released.
    let mut progress = progress();
    if let Ok(earlier) = fs::metadata(folder) {
        let mut is_replaced = has_only_files(folder)?;
        if is_replaced {
            keep_other_files(folder, &draft.path)?;
            fs::set_permissions(&draft.path, earlier.permissions())?;
            is_replaced = exchange(&draft.path, folder).is_ok();
        }
        if !is_replaced {
            drop((progress, draft));
            return one_by_one(folder, files, true);
        }
    } else {
        fs::rename(&draft.path, folder)?;
    }
    progress.written.push(folder.to_owned());
    drop((progress, turn));
    Ok(())
}

/// Moves files into a folder one by one. Those of a report come with a record, which is last.
fn one_by_one<C: FileContent>(folder: &Path, files: &[(String, C)], is_report: bool) -> io::Result<()> {
    let draft = Draft::create(folder, files, is_report, false)?;
    let earlier = if is_report { Record::read(folder) } else { None };
    let names = files.iter().map(|(name, _)| name.as_str());
    let names: Vec<&str> = names.chain(is_report.then_some(report_record::FILE)).collect();
    for &name in &names {
        let mut progress = progress();
        fs::rename(draft.path.join(name), folder.join(name)).map_err(|error| in_the_way(name, error))?;
        progress.written.push(folder.join(name));
    }
    for (name, _) in earlier.iter().flat_map(|earlier| &earlier.files) {
        if !names.contains(&name.as_str()) && is_file_name(name) {
            // It may be gone already.
            let _ = fs::remove_file(folder.join(name));
        }
    }
    Ok(())
}

/// Says which file could not be replaced. On Windows, a file that another program has open stays where it is.
fn in_the_way(name: &str, error: io::Error) -> io::Error {
    if !cfg!(windows) {
        return error;
    }
    io::Error::new(
        error.kind(),
        format!("{name}: {error} If another program has the file open, close it there"),
    )
}

/// Returns whether a name from a record is that of a file in the same folder.
fn is_file_name(name: &str) -> bool {
    Path::new(name).file_name().is_some_and(|only| only == name)
}

fn has_only_files(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if entry?.file_type()?.is_dir() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Copies into the draft what is in the folder of the earlier report and does not belong to it.
fn keep_other_files(from: &Path, to: &Path) -> io::Result<()> {
    let earlier = Record::read(from).unwrap_or_default();
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if earlier.has(&entry.file_name().to_string_lossy()) {
            continue;
        }
        let place = to.join(entry.file_name());
        if place.symlink_metadata().is_err() && fs::hard_link(entry.path(), &place).is_err() {
            fs::copy(entry.path(), &place)?;
        }
    }
    Ok(())
}

/// Exchanges the names of two folders in one step.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A hidden folder with files in it. Dropping it removes whatever has its name: after an exchange, the earlier report.
struct Draft {
    path: PathBuf,
    /// Locked while this process lives.
    _lock: Option<File>,
}

impl Draft {
    /// Writes files into a new hidden folder, with a record if they are a report. If the folder is private, only its owner may
    /// read it; otherwise the umask decides.
    fn create<C: FileContent>(
        parent: &Path,
        files: &[(String, C)],
        is_report: bool,
        is_public: bool,
    ) -> io::Result<Self> {
        fs::create_dir_all(parent)?;
        let draft = {
            let _turn = lock(parent);
            remove_abandoned(parent);
            // Under the lock, so that Ctrl-C never finds a folder that is not on the list yet.
            let mut progress = progress();
            let path = hidden_folder(parent, is_public)?;
            progress.drafts.push(path.clone());
            drop(progress);
            Self { _lock: lock(&path), path }
        };
        let write = |(name, content): &(String, C)| {
            let file = File::create(draft.path.join(name))?;
            let mut out = BufWriter::with_capacity(BUFFER, Fingerprinting::new(file));
            content.write_to(&mut out)?;
            let out = out.into_inner().map_err(IntoInnerError::into_error)?;
            Ok((name.clone(), out.finish()?))
        };
        let record = Record { files: files.par_iter().map(write).collect::<io::Result<_>>()? };
        if is_report {
            fs::write(draft.path.join(report_record::FILE), record.bytes())?;
        }
        Ok(draft)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let mut progress = progress();
        // The next writer removes what cannot be removed now.
        let _ = fs::remove_dir_all(&self.path);
        progress.drafts.retain(|path| *path != self.path);
    }
}

/// Removes the drafts of writers that were killed.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(HIDDEN) {
            continue;
        }
        if is_free(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Creates a hidden folder. A public one has the permissions that the umask gives to new folders.
fn hidden_folder(parent: &Path, is_public: bool) -> io::Result<PathBuf> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(HIDDEN);
    #[cfg(unix)]
    if is_public {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    #[cfg(not(unix))]
    let _ = is_public;
    Ok(builder.tempdir_in(parent)?.keep())
}

/// On Ctrl-C, removes unfinished folders, says what was kept, and exits.
pub fn exit_on_interrupt() {
    // Without a handler Ctrl-C still ends the program, and the next writer cleans up.
    let _ = ctrlc::set_handler(|| {
        // Never released, so that no thread finishes a report from here on.
        let progress = progress();
        for draft in &progress.drafts {
            // The writer may add a file meanwhile, so one attempt may fail.
            for _ in 0..100 {
                if fs::remove_dir_all(draft).is_ok() || !draft.exists() {
                    break;
                }
            }
        }
        say(&format!("\ninterrupted: {}", kept(&progress.written)));
        std::process::exit(130);
    });
}

/// Waits while Ctrl-C is being handled, so that its cleanup is not reported as an error.
pub fn wait_for_interrupt() {
    drop(progress());
}

fn kept(written: &[PathBuf]) -> String {
    const NAMED: usize = 5;
    let names: Vec<String> = written.iter().take(NAMED).map(|path| shown(path)).collect();
    let more = written.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    if written.is_empty() {
        "nothing was written; earlier reports are as they were".to_owned()
    } else {
        format!("kept {}{more}, whole; unfinished reports were removed", names.join(", "))
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

    /// A report is exactly what was written last, and notes of its readers.
    #[test]
    fn a_report_replaces_the_earlier_one_and_leaves_what_is_not_its_own() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("a/report");
        write_files(&folder, &files(&[("x", "1"), ("y", "1")])).unwrap();
        fs::write(folder.join("notes.txt"), "mine").unwrap();
        write_files(&folder, &files(&[("x", "2"), ("z", "2")])).unwrap();
        assert_eq!(names(&folder), [report_record::FILE, "notes.txt", "x", "z"]);
        assert_eq!(fs::read(folder.join("x")).unwrap(), b"2");
        assert_eq!(names(&around.path().join("a")), ["report"]);
    }

    #[test]
    fn a_folder_inside_does_not_stop_it() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("report");
        write_files(&folder, &files(&[("x", "1"), ("y", "1")])).unwrap();
        fs::create_dir_all(folder.join("inner")).unwrap();
        fs::write(folder.join("inner/mine"), "mine").unwrap();
        write_files(&folder, &files(&[("x", "2")])).unwrap();
        assert_eq!(names(&folder), [report_record::FILE, "inner", "x"]);
        assert_eq!(fs::read(folder.join("x")).unwrap(), b"2");
        assert_eq!(names(&folder.join("inner")), ["mine"]);
    }

    #[test]
    fn a_folder_that_is_no_report_is_refused_unless_it_is_empty() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("photos");
        fs::create_dir_all(&folder).unwrap();
        write_files(&folder, &files(&[("x", "1")])).unwrap();
        assert_eq!(names(&folder), [report_record::FILE, "x"]);
        fs::remove_file(folder.join(report_record::FILE)).unwrap();
        let refused = write_files(&folder, &files(&[("x", "2")]));
        assert!(matches!(refused, Err(Failure::Input(message)) if message.contains("is no report")));
        assert_eq!(fs::read(folder.join("x")).unwrap(), b"1");
        // A report of a version that wrote no record.
        fs::write(folder.join("report.html"), "").unwrap();
        write_files(&folder, &files(&[("x", "2")])).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_private_report_stays_private() {
        use std::os::unix::fs::PermissionsExt;
        let around = tempfile::tempdir().unwrap();
        for mode in [0o700, 0o750, 0o755] {
            let folder = around.path().join(format!("{mode:o}"));
            let mode_now = || fs::metadata(&folder).unwrap().permissions().mode() & 0o777;
            // Empty, then as a report, then with a folder inside.
            fs::create_dir(&folder).unwrap();
            fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
            write_files(&folder, &files(&[("x", "1")])).unwrap();
            assert_eq!(mode_now(), mode);
            write_files(&folder, &files(&[("x", "2")])).unwrap();
            assert_eq!(mode_now(), mode);
            fs::create_dir(folder.join("inner")).unwrap();
            write_files(&folder, &files(&[("x", "3")])).unwrap();
            assert_eq!(mode_now(), mode);
        }
    }

    #[test]
    fn what_a_killed_writer_left_is_swept_away_and_what_a_living_one_has_is_not() {
        let around = tempfile::tempdir().unwrap();
        fs::create_dir_all(around.path().join(".killcurve-dead")).unwrap();
        let living = Draft::create(around.path(), &files(&[("x", "1")]), false, false).unwrap();
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
