//! Files written whole or not at all: beside their place first, then renamed.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What the names of files begin with that are being written.
const PREFIX: &str = ".huff-";
/// The letters and digits that such a name ends in.
const RANDOM: usize = 6;

/// Where a path leads.
pub enum Target {
    /// To a file, which need not be there. It lies behind every link, so that none is replaced.
    File(PathBuf),
    /// To a device, a pipe or the like, beside which nothing can be written.
    Stream,
}

impl Target {
    /// Where a path leads.
    ///
    /// # Errors
    ///
    /// If it leads to a folder, or in a circle.
    pub fn of(path: &Path) -> io::Result<Self> {
        match std::fs::metadata(path) {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => Ok(Self::Stream),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(Self::File(behind_links(path))),
        }
    }
}

/// Writes a file, replacing what stands there only once everything is written. A link stays, and so does what is no
/// file: it is written into.
pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    match Target::of(path)? {
        Target::File(path) => replace(&path, write),
        Target::Stream => write(&mut OpenOptions::new().write(true).open(path)?),
    }
}

/// Finds out before the work whether a file can be written after it. Its folder is made if need be.
///
/// # Errors
///
/// If the path leads to a folder or in a circle, or its folder cannot be made or written into.
pub fn prepare(path: &Path) -> io::Result<()> {
    let Target::File(path) = Target::of(path)? else { return Ok(()) };
    std::fs::create_dir_all(folder(&path))?;
    tempfile::Builder::new().prefix(&prefix(&path)).tempfile_in(folder(&path)).map(|_| ()).map_err(nameless)
}

/// Writes a file as [`write`] does, for a run that has its place to itself: what a run that was killed in the middle
/// of writing has left beside it goes.
pub fn write_claimed(path: &Path, to: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if let Target::File(path) = Target::of(path)? {
        remove_begun(&path)?;
    }
    write(path, to)
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let prefix = prefix(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        // A temporary file is its owner's alone; a report is not. The user's mask still applies.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder(path)).map_err(nameless)?;
    write(&mut file)?;
    // Else a machine that goes down could leave the name with nothing behind it.
    file.as_file().sync_all()?;
    file.persist(path).map(|_| ()).map_err(|error| error.error)
}

/// An error without the name of the temporary file, which nobody has asked for.
fn nameless(error: io::Error) -> io::Error {
    error.kind().into()
}

fn remove_begun(path: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder(path))? {
        let other = entry?.path();
        if is_begun(&other, path) {
            std::fs::remove_file(other)?;
        }
    }
    Ok(())
}

/// The last name in a chain of links, which has an end: the system has followed it before.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    while let Ok(next) = path.read_link() {
        path = folder(&path).join(next);
    }
    path
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(PREFIX);
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push("-");
    prefix
}

/// Whether a file is one that was to be renamed to a path.
fn is_begun(file: &Path, path: &Path) -> bool {
    let (name, prefix) = (file.file_name().unwrap_or_default(), prefix(path));
    let random = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
    random.is_some_and(|it| it.len() == RANDOM && it.iter().all(u8::is_ascii_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_beside_a_file_goes_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let others =
            ["b", ".huff-b-", ".huff-a-b-4tG9xY", ".huff-aa-4tG9xY", "huff-a-4tG9xY", ".huff-a-4tG9xYz"];
        for name in others.iter().chain(&["a", ".huff-a-4tG9xY", ".huff-a-000000"]) {
            std::fs::write(path(name), "old").unwrap();
        }
        write_claimed(&path("a"), |file| file.write_all(b"new")).unwrap();
        let entries = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut left: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        let mut due = [&others[..], &["a"]].concat();
        left.sort();
        due.sort_unstable();
        assert_eq!(left, due);
        assert_eq!(std::fs::read_to_string(path("a")).unwrap(), "new");
    }

    #[test]
    fn a_file_that_is_being_written_is_known_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let mut begun: Vec<PathBuf> = Vec::new();
        write(&path, |_| {
            begun.extend(std::fs::read_dir(folder.path())?.map(|entry| entry.unwrap().path()));
            Ok(())
        })
        .unwrap();
        assert!(begun.len() == 1 && is_begun(&begun[0], &path), "{begun:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_the_file_behind_it_is_written() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("inner")).unwrap();
        std::fs::write(path("inner/file"), "old").unwrap();
        for (link, to) in [
            ("link", "inner/file"),
            ("inner/up", "../link"),
            ("dangling", "inner/new"),
            ("far", "dangling"),
            ("circle", "round"),
            ("round", "circle"),
            ("lost", "no/such/folder"),
            ("to-folder", "inner"),
        ] {
            symlink(to, path(link)).unwrap();
        }
        for (link, file) in [
            ("link", "inner/file"),
            ("inner/up", "inner/file"),
            ("far", "inner/new"),
            ("dangling", "inner/new"),
        ] {
            write_claimed(&path(link), |it| it.write_all(link.as_bytes())).unwrap();
            assert_eq!(std::fs::read_to_string(path(file)).unwrap(), link);
            assert!(path(link).is_symlink(), "{link}");
        }
        for link in ["circle", "lost", "to-folder", "inner"] {
            let written = write(&path(link), |it| it.write_all(link.as_bytes()));
            assert!(written.is_err(), "{link}");
        }
        assert!(path("circle").is_symlink() && path("lost").is_symlink() && path("to-folder").is_symlink());
    }
}
