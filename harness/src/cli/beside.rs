//! Files written whole or not at all: beside their place first, then renamed.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file, replacing what stands there only once everything is written.
pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".huff-");
    #[cfg(unix)]
    {
        // A temporary file is its owner's alone; a report is not. The user's mask still applies.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    write(&mut file)?;
    // Else a machine that goes down could leave the name with nothing behind it.
    file.as_file().sync_all()?;
    file.persist(path).map(|_| ()).map_err(|error| error.error)
}
