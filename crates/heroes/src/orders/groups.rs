//! The units and groups of units that orders could be written about.

use std::collections::BTreeMap;

use board::HexId;
use rules::{Piece, PieceSet, Side};

use crate::view::HeroesEyes;

/// Groups are listed whole for hexes of up to so many units of a side; beyond, only those of one or two.
const WHOLE: usize = 8;

/// The units that a seat can write orders about, all in sight, and the side's own.
pub fn pieces(eyes: HeroesEyes<'_>) -> impl Iterator<Item = Piece> + Clone {
    eyes.units().map(|(piece, _, _)| piece)
}

/// Each of these units alone, and those of the side's own in one hex together.
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
