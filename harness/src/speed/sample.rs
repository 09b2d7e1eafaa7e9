//! Positions as random play meets them, grouped by what is legal there.

use super::contest::Ended;
use super::record::Group;
use crate::builtin::{Builtin, BuiltinName};
use crate::interrupt;
use crate::playout;
use crate::tables::Named;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::piece::Kind;
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::collections::{BTreeMap, HashSet};

/// Random games from each named position.
const GAMES: u64 = 24;
/// Plies of a game at most.
const PLIES: u32 = 40;
/// Positions of a group at most.
const MOST: usize = 300;
/// Routes beyond which a position is no everyday one and would outweigh all others.
const MOST_ROUTES: usize = 100;

/// The positions of each group, the same every time. Where the game is over there is nothing to generate.
///
/// # Errors
///
/// If the two generators disagree about a position, a named position cannot be read, or the user has stopped.
pub fn sample(variant: &Variant, positions: &[Named]) -> Result<BTreeMap<Group, Vec<Position>>, Ended> {
    let [fast, rulebook] = [BuiltinName::Fast, BuiltinName::Rulebook].map(|name| Builtin::new(name, variant));
    let mut groups: BTreeMap<Group, Vec<Position>> = BTreeMap::new();
    let mut seen = HashSet::new();
    for (index, named) in (0..).zip(positions) {
        let start = variant.read(&named.position)?;
        for game in 0..GAMES {
            playout::play(start, PLIES, index * GAMES + game, |position| {
                let moves = fast.moves(position, Counting::Unique);
                let next = moves.iter().map(|played| fast.after(position, played)).collect();
                let group = group(position, &moves).filter(|_| seen.insert(*position));
                if let Some(group) = group
                    && fast.count(position, Counting::Route) <= MOST_ROUTES
                    && groups.get(&group).is_none_or(|known| known.len() < MOST)
                {
                    agree(&fast, &rulebook, position)?;
                    groups.entry(group).or_default().push(*position);
                }
                if interrupt::is_requested() { Err(Ended::Interrupted) } else { Ok(next) }
            })?;
        }
    }
    Ok(groups)
}

/// What is legal in a position.
fn group(position: &Position, moves: &[Move]) -> Option<Group> {
    let is_king = |played: &Move| position.at(played.from).is_some_and(|piece| piece.kind == Kind::King);
    let longest = moves.iter().map(|played| played.captures.len()).max()?;
    Some(match longest {
        0 if moves.iter().any(is_king) => Group::KingsQuiet,
        0 => Group::MenQuiet,
        1 => Group::One,
        2 => Group::Two,
        _ => Group::More,
    })
}

/// What is wrong is not timed.
fn agree(fast: &Builtin, rulebook: &Builtin, position: &Position) -> Result<(), Ended> {
    for counting in [Counting::Unique, Counting::Route] {
        let [mut one, mut other] = [fast, rulebook].map(|generator| generator.moves(position, counting));
        one.sort();
        other.sort();
        if one != other || fast.count(position, counting) != one.len() {
            return Err(Ended::Contradiction(fen::write(position)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables;
    use reference_engine::variants::{ARAB, DIAGONAL};
    use strum::VariantArray;

    #[test]
    fn a_sample_has_every_group_and_is_the_same_every_time() {
        let named: Vec<Named> = tables::named().into_iter().filter(|it| it.variant == "diagonal").collect();
        let groups = sample(&DIAGONAL, &named).unwrap();
        assert_eq!(groups.keys().copied().collect::<Vec<_>>(), Group::VARIANTS);
        assert!(groups.values().all(|positions| (20..=MOST).contains(&positions.len())));
        assert_eq!(groups, sample(&DIAGONAL, &named).unwrap());
    }

    #[track_caller]
    fn is_in(fen: &str, expected: Option<Group>) {
        let position = ARAB.read(fen).unwrap();
        let moves = Builtin::new(BuiltinName::Rulebook, &ARAB).moves(&position, Counting::Unique);
        assert_eq!(group(&position, &moves), expected, "{fen}");
    }

    #[test]
    fn a_position_is_grouped_by_its_longest_capture_or_by_who_moves() {
        is_in("W:Wa2,b2:Bh7,g7", Some(Group::MenQuiet));
        is_in("W:Wa2,Kb2:Bh7,g7", Some(Group::KingsQuiet));
        is_in("W:Wa2,b2:BKh7,g7", Some(Group::MenQuiet));
        is_in("W:Wa3,d4:Bd5,h8", Some(Group::One));
        is_in("W:8/8/8/5b2/6b1/1b1b4/7w/3W4", Some(Group::More));
        is_in("W:Wd4:Bd5", None);
    }
}
