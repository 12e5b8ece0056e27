//! Whom it is worth to look at more closely: an index of sight, generous and quick.

use board::{LocationId, SightTable};

use crate::clause::{S39_51A, S39_52C};
use crate::setting::{Level, Setting};

/// A bit for each two Locations from which men may see each other, whatever their postures and smoke. Who is in no such
/// place is out of sight for certain.
#[must_use]
pub fn glimpses(setting: &Setting) -> SightTable {
    let (board, above) = (&setting.board, &setting.outlook().table);
    let mut table = above.grown_to(setting.spots.len());
    for there in board.grid().hexes().map(|hex| board.at(hex)).filter(|there| there.len() > 1) {
        there.iter().for_each(|a| there.iter().for_each(|b| table.join(*a, *b)));
    }
    let below = || board.location_ids().zip(&setting.spots).skip(above.locations());
    let at_level = |level| below().filter(move |(_, spot)| spot.level == level);
    // With his head out a man sees what is seen from the ground, and others who look out.
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

#[cfg(test)]
mod tests {
    use rules::prelude::*;

    use crate::Sniper;
    use crate::order::Posture;
    use crate::sight::{self, Eye};

    #[test]
    fn nobody_is_seen_whom_it_is_not_worth_to_look_at() {
        let text = include_str!("../../../scenarios/sniper/patrol.toml");
        let document = board::scenario::Document::parse("patrol.toml", text).expect("a shipped scenario");
        let setting = Sniper::set_up(&document).expect("a shipped scenario").setting;
        let table = setting.glimpses();
        let surface = setting.outlook().table.locations();
        let postures = |at| if setting.is_middle(at) { Posture::ON_LADDER } else { Posture::ELSEWHERE };
        let (mut seen, mut glimpsed) = (0, 0);
        for a in setting.board.location_ids() {
            // All that are below, and some of the others.
            let (step, below) = (37, a.index() >= surface);
            let others = setting.board.location_ids().filter(|b| below || b.index() % step == a.index() % step);
            for b in others {
                let sees = postures(a).into_iter().any(|posture| {
                    let a = Eye { at: a, posture };
                    postures(b)
                        .into_iter()
                        .any(|posture| sight::sees(&setting, &[], a, Eye { at: b, posture }).is_some())
                });
                assert!(table.sees(a, b) || !sees, "{a:?} sees {b:?}");
                assert_eq!(table.sees(a, b), table.sees(b, a));
                seen += usize::from(sees);
                glimpsed += usize::from(table.sees(a, b));
            }
        }
        assert!(seen > 5_000 && glimpsed < 2 * seen, "{seen} of {glimpsed}");
    }
}
