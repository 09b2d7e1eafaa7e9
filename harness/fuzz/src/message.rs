//! Error messages: what a user reads of a text that is refused.

/// The most bytes of a message. A text that is refused may have megabytes; its message has not.
const MOST: usize = 4096;

/// Holds a message to what is due: short, with nothing in it that a terminal would obey but line ends.
#[track_caller]
pub fn check(message: &str) {
    assert!(!message.trim().is_empty(), "a message without words");
    assert!(message.len() <= MOST, "a message of {} bytes: {}", message.len(), &message[..80]);
    if let Some(letter) = message.chars().find(|letter| *letter != '\n' && is_obeyed(*letter)) {
        panic!("a message holds {letter:?}: {message:?}");
    }
}

/// Whether a character does something to a terminal or a page instead of being seen.
pub fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || u32::from(letter) & 0xfffe == 0xfffe
}
