//! Requests of dcp/1.

use super::message;
use harness::dcp::Request;
use harness::serve::Server;
use std::sync::LazyLock;

/// The reference, as `huff serve` runs it.
static SERVER: LazyLock<Server> = LazyLock::new(Server::reference);

/// Reads a line as a request.
pub fn check(data: &[u8]) {
    let Ok(line) = std::str::from_utf8(data) else { return };
    let words: Vec<&str> = line.split_whitespace().collect();
    match Request::parse(&words) {
        Err(error) => message::check(&error.to_string()),
        Ok(request) => written(&request),
    }
    // What is no question about a position is answered at once, and so is what is refused.
    if !matches!(words.first(), Some(&("divide" | "perft" | "moves" | "apply" | "result"))) {
        for line in SERVER.answer_line(line).iter().flat_map(harness::dcp::Answer::lines) {
            message::check(&line);
        }
    }
}

/// A request reads back from its line.
pub fn written(request: &Request) {
    let line = request.to_string();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(Request::parse(&words).as_ref(), Ok(request), "{line}");
}
