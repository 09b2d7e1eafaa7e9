//! What one run takes for itself, so that two do not mix what they write.

use super::beside::Target;
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A folder or a file that no other run writes until this is dropped. The system lets go of it however the run
/// ends, so that what was killed stands in nobody's way.
pub struct Claim {
    _lock: Option<File>,
    /// What stands there for the sake of the lock alone.
    mark: Option<PathBuf>,
}

impl Claim {
    /// Takes a folder, which is made if need be.
    ///
    /// # Errors
    ///
    /// If it cannot be made, or another run has it.
    pub fn folder(path: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(path)?;
        // Elsewhere a folder cannot be opened.
        let lock = if cfg!(unix) { Some(locked(File::open(path)?)?) } else { None };
        Ok(Self { _lock: lock, mark: None })
    }

    /// Takes a file, which need not be there. Since it is written beside and renamed, the lock is on a file of its
    /// own, `.NAME.lock`. What is no file is not taken: nothing can be kept in it that another run would spoil.
    ///
    /// # Errors
    ///
    /// If its folder cannot be written into, or another run has it.
    pub fn file(path: &Path) -> io::Result<Self> {
        let Target::File(path) = Target::of(path)? else {
            return Ok(Self { _lock: None, mark: None });
        };
        let mut name = OsString::from(".");
        name.push(path.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
        name.push(".lock");
        let mark = path.with_file_name(name);
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&mark)?;
            let lock = locked(file)?;
            // A run that has just ended may have removed what was opened here; its lock keeps nobody away.
            if stands_at(&lock, &mark)? {
                return Ok(Self { _lock: Some(lock), mark: Some(mark) });
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // While the lock still holds; if it stays there, the next run takes it.
        if let Some(mark) = &self.mark {
            let _ = std::fs::remove_file(mark);
        }
    }
}

fn locked(file: File) -> io::Result<File> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::other("another run writes into it")),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether the file is the one that is found there.
#[cfg(unix)]
fn stands_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let place = |it: std::fs::Metadata| (it.dev(), it.ino());
    match std::fs::metadata(path) {
        Ok(there) => Ok(place(there) == place(file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// An open file cannot be replaced here.
#[cfg(not(unix))]
fn stands_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_file_has_one_holder_at_a_time_however_many_come_and_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let inside = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut held = 0;
                    while held < 500 {
                        let Ok(_claim) = Claim::file(&path) else { continue };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        held += 1;
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_is_free_again_once_its_claim_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("inner");
        let claim = Claim::folder(&path).unwrap();
        assert!(Claim::folder(&path).is_err_and(|error| error.to_string() == "another run writes into it"));
        drop(claim);
        assert!(Claim::folder(&path).is_ok());
    }
}
