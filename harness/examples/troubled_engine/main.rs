//! An engine in trouble, for the tests: its first argument says which. Until the trouble begins it answers
//! as the reference does.

mod ending;
mod markup;
mod resources;
mod stream;
mod words;

use harness::serve::Server;
use std::io::BufRead;
use std::time::Duration;

/// How far the conversation has come.
struct Talk<'a> {
    /// The trouble.
    trouble: &'a str,
    /// How many questions about moves there were, this one included.
    asked: usize,
    /// The question.
    question: &'a str,
}

fn main() {
    let trouble = std::env::args().nth(1).unwrap_or_default();
    ending::at_once(&trouble);
    resources::at_once(&trouble);
    stream::at_once(&trouble);
    let server = Server::reference();
    let mut stream = stream::Stream::new(&trouble);
    let mut asked = 0;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let is_moves = line.starts_with("moves");
        asked += usize::from(is_moves);
        let talk = Talk { trouble: &trouble, asked, question: &line };
        if is_moves {
            ending::before_moves(&talk);
            markup::before_moves(&talk);
            resources::before_moves(talk.trouble);
        } else {
            ending::before_others(&talk);
        }
        let understood = words::understood(&talk);
        let Some(answer) = server.answer_line(&understood) else { return };
        let lines = markup::spoken(&talk, words::spoiled(&talk, answer.lines()));
        if stream.write(&talk, &lines).is_err() {
            return;
        }
    }
}

/// Long enough for any limit to be over.
fn sleep() {
    std::thread::sleep(Duration::from_secs(600));
}
