//! What an engine writes, line by line. A thread reads it, and is never more than some chunks ahead.

use crate::dcp::ANSWER_LIMIT;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How many bytes are read at once.
const CHUNK: usize = 64 << 10;
/// How many chunks may wait untaken before the engine has to wait.
const CHUNKS_AHEAD: usize = 16;

/// What came of reading.
#[derive(Debug, PartialEq, Eq)]
pub enum Event {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line longer than any answer may be.
    TooLong,
    /// The end.
    Closed,
}

/// The standard output of an engine.
#[derive(Debug)]
pub struct Output {
    chunks: Receiver<Vec<u8>>,
    /// What has come and is not all taken.
    held: Vec<u8>,
    /// How much of it is taken.
    taken: usize,
    /// How much of it has no end of a line but those that are taken.
    searched: usize,
    is_closed: bool,
}

impl Output {
    /// Begins to read. The thread ends with the output, or when nobody takes it any more.
    ///
    /// # Errors
    ///
    /// If the system has no thread for it.
    pub fn read(output: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, chunks) = sync_channel(CHUNKS_AHEAD);
        thread::Builder::new().spawn(move || pass_on(output, &sender))?;
        Ok(Self { chunks, held: Vec::new(), taken: 0, searched: 0, is_closed: false })
    }

    /// What is there already.
    pub fn now(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.held_event() {
                return Some(event);
            }
            match self.chunks.try_recv() {
                Ok(chunk) => self.hold(chunk),
                Err(TryRecvError::Disconnected) => self.is_closed = true,
                Err(TryRecvError::Empty) => return None,
            }
        }
    }

    /// What is there, or comes before so much time has passed.
    pub fn within(&mut self, time: Duration) -> Option<Event> {
        let until = Instant::now() + time;
        loop {
            if let Some(event) = self.now() {
                return Some(event);
            }
            match self.chunks.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(chunk) => self.hold(chunk),
                Err(RecvTimeoutError::Disconnected) => self.is_closed = true,
                Err(RecvTimeoutError::Timeout) => return None,
            }
        }
    }

    /// The next event in what is held.
    fn held_event(&mut self) -> Option<Event> {
        let found = self.held[self.searched..].iter().position(|byte| *byte == b'\n');
        let end = found.map_or(self.held.len(), |at| self.searched + at);
        if end - self.taken > ANSWER_LIMIT {
            return Some(Event::TooLong);
        }
        self.searched = end;
        if found.is_none() && !self.is_closed {
            return None;
        }
        let line = self.held[self.taken..end].to_vec();
        if found.is_none() && line.is_empty() {
            return Some(Event::Closed);
        }
        self.taken = (end + 1).min(self.held.len());
        self.searched = self.taken;
        Some(Event::Line(line))
    }

    fn hold(&mut self, chunk: Vec<u8>) {
        self.held.drain(..self.taken);
        self.searched -= self.taken;
        self.taken = 0;
        self.held.extend(chunk);
    }
}

fn pass_on(mut output: impl Read, sender: &SyncSender<Vec<u8>>) {
    let mut chunk = vec![0; CHUNK];
    loop {
        match output.read(&mut chunk) {
            Ok(read @ 1..) if sender.send(chunk[..read].to_vec()).is_ok() => {}
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn events(bytes: &[u8], most: usize) -> Vec<Event> {
        let mut output = Output::read(Cursor::new(bytes.to_vec())).unwrap();
        let next = || output.within(Duration::from_secs(60)).expect("an event comes");
        let mut events = Vec::new();
        for event in std::iter::repeat_with(next).take(most) {
            let is_last = !matches!(event, Event::Line(_));
            events.push(event);
            if is_last {
                break;
            }
        }
        events
    }

    #[test]
    fn lines_come_whole_and_the_last_need_not_end() {
        let line = |text: &str| Event::Line(text.into());
        assert_eq!(events(b"a\n\nb c\r\n", 9), [line("a"), line(""), line("b c\r"), Event::Closed]);
        assert_eq!(events(b"a\nb", 9), [line("a"), line("b"), Event::Closed]);
        assert_eq!(events(b"", 9), [Event::Closed]);
    }

    #[test]
    fn lines_across_chunks_come_whole() {
        let text: String = (0..100_000).map(|number| format!("{number}\n")).collect();
        let came = events(text.as_bytes(), usize::MAX);
        assert_eq!(came.len(), 100_001);
        for (number, event) in came[..100_000].iter().enumerate() {
            assert_eq!(*event, Event::Line(number.to_string().into_bytes()));
        }
    }

    #[test]
    fn a_line_is_too_long_before_it_has_ended() {
        assert_eq!(events(&vec![b'x'; ANSWER_LIMIT + 1], 9), [Event::TooLong]);
        assert_eq!(events(&[&vec![b'x'; ANSWER_LIMIT][..], b"\n"].concat(), 9).len(), 2);
    }

    /// Reads for ever, and counts.
    struct Endless(std::sync::Arc<std::sync::atomic::AtomicUsize>);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0.fetch_add(buffer.len(), std::sync::atomic::Ordering::SeqCst);
            buffer.fill(b'\n');
            Ok(buffer.len())
        }
    }

    #[test]
    fn what_nobody_takes_is_not_read_for_ever() {
        let read = std::sync::Arc::default();
        let mut output = Output::read(Endless(std::sync::Arc::clone(&read))).unwrap();
        assert_eq!(output.within(Duration::from_secs(60)), Some(Event::Line(Vec::new())));
        std::thread::sleep(Duration::from_millis(100));
        assert!(read.load(std::sync::atomic::Ordering::SeqCst) <= (CHUNKS_AHEAD + 3) * CHUNK);
    }
}
