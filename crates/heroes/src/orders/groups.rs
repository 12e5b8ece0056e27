//! Units and groups of units for the enumeration of well-formed orders.

use std::collections::BTreeMap;

use board::HexId;
use rules::{Piece, PieceSet, Side};

use crate::view::HeroesEyes;

/// Largest number of units in a hex whose groups are all listed. In larger stacks, only groups of one or two are
/// listed.
const WHOLE: usize = 8;

/// Returns the units that a seat can name in orders: all that it sees.
pub fn pieces(eyes: HeroesEyes<'_>) -> impl Iterator<Item = Piece> + Clone {
    eyes.units().map(|(piece, _, _)| piece)
}

/// Returns each unit alone, and the groups of the side's units in one hex.
pub fn groups(eyes: HeroesEyes<'_>, side: Side) -> Vec<PieceSet> {
    let mut groups: Vec<PieceSet> = pieces(eyes).map(|unit| PieceSet::EMPTY.with(unit)).collect();
    let mut stacks: BTreeMap<HexId, Vec<Piece>> = BTreeMap::new();
    for (piece, _, at) in eyes.units_of(side) {
        if let Some(hex) = eyes.setting().hex(at) {
            stacks.entry(hex).or_default().push(piece);
        }
    }
    for stack in stacks.values() {
        groups.extend(PieceSet::of_some(stack, WHOLE).into_iter().filter(|group| group.len() > 1));
    }
    groups
}
