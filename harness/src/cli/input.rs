//! Texts that are read whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that are read of what is no file. A file has an end; a device need not.
const STREAM_LIMIT: u64 = 256 << 20;

/// The text of a file, a pipe or the like.
///
/// # Errors
///
/// If it cannot be read, is no UTF-8, or has no end in sight.
pub fn text(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut text = String::new();
    if file.metadata()?.is_file() {
        file.read_to_string(&mut text)?;
        return Ok(text);
    }
    let read = file.take(STREAM_LIMIT + 1).read_to_string(&mut text)? as u64;
    if read > STREAM_LIMIT {
        let reason = format!("it is no file, and has more than {} MiB", STREAM_LIMIT >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(text)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_not_read_for_ever() {
        assert!(text(Path::new("/dev/zero")).is_err_and(|error| error.kind() == io::ErrorKind::FileTooLarge));
        assert_eq!(text(Path::new("/dev/null")).unwrap(), "");
    }
}
