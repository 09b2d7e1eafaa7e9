//! Standard output, buffered, with colour only where a terminal shows it.

use anstream::AutoStream;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Where the verbs write.
pub struct Out {
    stream: AutoStream<Box<dyn Write>>,
}

impl Out {
    /// Standard output. Colour is stripped where it is no terminal, or where `NO_COLOR` is set.
    pub fn standard() -> Self {
        let stdout = io::stdout().lock();
        let choice = AutoStream::choice(&stdout);
        let buffered: BufWriter<StdoutLock<'static>> = BufWriter::new(stdout);
        Self { stream: AutoStream::new(Box::new(buffered), choice) }
    }

    /// Writes what is still held back.
    pub fn finish(&mut self) -> Result<(), super::CliError> {
        Ok(self.stream.flush()?)
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
