//! The session that PROTOCOL.md shows is what the reference answers.

use harness::serve::Server;

#[test]
fn the_session_of_the_protocol_page_is_real() {
    let page = include_str!("../PROTOCOL.md");
    let session = page.split("```text").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let server = Server::reference();
    let mut due: Vec<String> = Vec::new();
    let mut asked = 0;
    for line in session.lines().filter(|line| !line.is_empty()) {
        if let Some(answer) = line.strip_prefix("< ") {
            if !due.is_empty() {
                assert_eq!(due.remove(0), answer, "answer {asked}");
            }
            continue;
        }
        assert!(due.is_empty(), "the page leaves out {due:?}");
        let request = line.strip_prefix("> ").expect("a line is a request or an answer");
        // The declaration is another engine's; `bye` has no answer.
        due = match server.answer_line(request) {
            Some(answer) if !request.starts_with("hello") => answer.lines(),
            _ => Vec::new(),
        };
        asked += 1;
    }
    assert!(asked >= 9, "only {asked} requests were found on the page");
}
