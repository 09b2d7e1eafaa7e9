//! `huff` alone: what to do next.

use super::Exit;

const TEXT: &str = "\
huff checks draughts engines against the rules. To begin with:

  huff verify                          what a run looks like, with huff's own reference as the engine
  huff doctor --engine ./my-engine     is your engine understood?
  huff verify --engine ./my-engine     does it play by the rules?
  huff explain arab start a3-a5        why is a move legal or not?

`huff --help` lists everything, `huff VERB --help` shows examples of one verb.";

/// Says what huff can be asked. It is no success, so that a script which has lost its arguments does not take
/// it for a run in which all was as expected.
pub fn say() -> Exit {
    anstream::eprintln!("{TEXT}");
    Exit::Usage
}
