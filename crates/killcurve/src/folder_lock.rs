//! Locks on folders, by which the writers of reports take turns.
//!
//! On most systems a folder itself is locked. Windows locks only files, and a folder with an open file in it cannot be
//! renamed. So there the lock is a file in the temporary folder, named for the folder, which disappears with its last user.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

/// Locks a folder. Returns `None` where folders cannot be locked, or after 10 seconds of waiting.
pub fn lock(folder: &Path) -> Option<File> {
    const MAX_WAIT: Duration = Duration::from_secs(10);
    let start = Instant::now();
    loop {
        let is_locked = match open(folder) {
            Ok(file) => match file.try_lock() {
                Ok(()) => return Some(file),
                Err(TryLockError::WouldBlock) => true,
                Err(TryLockError::Error(_)) => return None,
            },
            // The last user of the file is closing it.
            Err(error) => cfg!(windows) && error.kind() == std::io::ErrorKind::PermissionDenied,
        };
        if !is_locked || start.elapsed() > MAX_WAIT {
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns whether nobody holds the lock of a folder.
pub fn is_free(folder: &Path) -> bool {
    open(folder).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(not(windows))]
fn open(folder: &Path) -> std::io::Result<File> {
    File::open(folder)
}

#[cfg(windows)]
fn open(folder: &Path) -> std::io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    const READ_WRITE_DELETE: u32 = 0x8000_0000 | 0x4000_0000 | 0x0001_0000;
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    let name = results::Fingerprint::of(folder.canonicalize()?.as_os_str().as_encoded_bytes());
    File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .access_mode(READ_WRITE_DELETE)
        .custom_flags(DELETE_ON_CLOSE)
        .open(std::env::temp_dir().join(format!("killcurve-{name}.lock")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_until_the_lock_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let other = tempfile::tempdir().unwrap();
        assert!(is_free(folder.path()));
        let held = lock(folder.path()).unwrap();
        assert!(!is_free(folder.path()) && is_free(other.path()));
        // A locked folder can be renamed.
        std::fs::rename(folder.path(), other.path().join("moved")).unwrap();
        std::fs::rename(other.path().join("moved"), folder.path()).unwrap();
        drop(held);
        assert!(is_free(folder.path()) && lock(folder.path()).is_some());
    }
}
