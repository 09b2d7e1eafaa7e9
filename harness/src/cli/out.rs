//! Standard output, buffered, with colour only where a terminal shows it.

use super::CliError;
use anstream::AutoStream;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Where the verbs write.
pub struct Out {
    stream: AutoStream<Box<dyn Write>>,
    /// Whether the verb goes on when nothing more can be written.
    is_outlived: bool,
    /// Why nothing more can be written.
    lost: Option<io::Error>,
}

impl Out {
    /// Standard output. Colour is stripped where it is no terminal, or where `NO_COLOR` is set.
    pub fn standard() -> Self {
        let stdout = io::stdout().lock();
        let choice = AutoStream::choice(&stdout);
        let buffered: BufWriter<StdoutLock<'static>> = BufWriter::new(stdout);
        Self { stream: AutoStream::new(Box::new(buffered), choice), is_outlived: false, lost: None }
    }

    /// For a verb that judges, or writes files: from now on what cannot be written is let go, and [`Out::finish`]
    /// says why. Else the end of the reader would be the end of the verb, whatever it was about to find.
    pub fn outlive(&mut self) {
        self.is_outlived = true;
    }

    /// Whether what is written comes to nothing.
    pub fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// Writes what is still held back. That a reader has gone is no error of a verb that has outlived it.
    ///
    /// # Errors
    ///
    /// If something could not be written, now or before.
    pub fn finish(&mut self) -> Result<(), CliError> {
        self.flush()?;
        match self.lost.take() {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Passes an outcome on, unless it is an error that is outlived.
    fn outlived<T>(&mut self, outcome: io::Result<T>, instead: T) -> io::Result<T> {
        match outcome {
            Err(error) if self.is_outlived && error.kind() != io::ErrorKind::Interrupted => {
                self.lost.get_or_insert(error);
                Ok(instead)
            }
            outcome => outcome,
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_lost() {
            return Ok(bytes.len());
        }
        let written = self.stream.write(bytes);
        self.outlived(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_lost() {
            return Ok(());
        }
        let flushed = self.stream.flush();
        self.outlived(flushed, ())
    }
}
