//! A quick index of pairs of Locations that may see each other.

use board::{LocationId, SightTable};

use crate::printed::clause::{S39_51A, S39_52C};
use crate::setting::Setting;
use crate::setting::spot::Level;

/// Returns a bit for each two Locations from which men may see each other, whatever their postures and smoke. Without
/// the bit they certainly don't.
#[must_use]
pub fn sight_filter(setting: &Setting) -> SightTable {
    let (board, above) = (&setting.board, &setting.sight_index().table);
    let mut table = above.grown_to(setting.spots.len());
    for there in board.grid().hexes().map(|hex| board.at(hex)).filter(|there| there.len() > 1) {
        there.iter().for_each(|a| there.iter().for_each(|b| table.join(*a, *b)));
    }
    let below = || board.location_ids().zip(&setting.spots).skip(above.locations());
    let at_level = |level| below().filter(move |(_, spot)| spot.level == level);
    // A man leaning out sees what is seen from the ground, and others who lean out.
    let looks_out = |level: &Level| *level == Level::Middle || !S39_52C.is_in_force();
    let outlooks: Vec<(LocationId, LocationId)> =
        below().filter(|(_, spot)| looks_out(&spot.level)).map(|(at, spot)| (at, board.ground(spot.hex))).collect();
    for &(at, ground) in &outlooks {
        above.seen_from(ground).for_each(|seen| table.join(at, seen));
        outlooks.iter().filter(|(_, other)| above.sees(ground, *other)).for_each(|(other, _)| table.join(at, *other));
    }
    for (at, spot) in at_level(Level::Sewer) {
        let stretches = spot.lines.iter().filter_map(|(line, _)| setting.lines.get(usize::from(*line)));
        stretches.flatten().for_each(|there| table.join(at, *there));
        if !S39_51A.is_in_force() {
            at_level(Level::Sewer).for_each(|(there, _)| table.join(at, there));
        }
    }
    table
}
