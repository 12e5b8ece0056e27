//! Sight above ground between all pairs of Locations, ignoring smoke (SNP-B6, SNP-B7).

use board::{Board, HexId, LocationId, SightTable};

use crate::printed::terrain::Barrier;
use crate::setting::line_tree::LineTree;
use crate::setting::lines::{Height, Lines};
use crate::setting::passages::{LegId, Passages};

/// Sight above ground, with its lines.
#[derive(Debug)]
pub struct SightIndex {
    /// The lines of the board.
    pub lines: Lines,
    /// Pairs of Locations in sight, ignoring smoke.
    pub table: SightTable,
}

impl SightIndex {
    /// Calculates sight for the first `surface` Locations of the board.
    #[must_use]
    pub fn new(board: &Board, surface: usize) -> SightIndex {
        let lines = Lines::new(board);
        let down = LineTree::new(lines.downwards().collect());
        let up = down.turned();
        let mut table = SightTable::blind(surface);
        let on_the_ground = lines.passages(Height::Ground);
        let look = Look { board, on_the_ground: &on_the_ground, on_a_floor: &lines.passages(Height::Floor) };
        for from in board.location_ids().take(surface) {
            let Some(hex) = board.hex_of(from) else { continue };
            table.join(from, from);
            match u8::try_from(board.location(from).level) {
                // Lines are symmetric, so the downward ones are all.
                Ok(0) => look.about_the_ground(&down, hex, &mut table),
                Ok(floor) => [&down, &up]
                    .into_iter()
                    .for_each(|line_tree| look.about_a_floor(line_tree, hex, from, floor, &mut table)),
                Err(_) => {}
            }
        }
        SightIndex { lines, table }
    }
}

/// Calculation of sight from one hex, at each height.
struct Look<'a> {
    board: &'a Board,
    on_the_ground: &'a Passages,
    on_a_floor: &'a Passages,
}

impl Look<'_> {
    fn about_the_ground(&self, line_tree: &LineTree, hex: HexId, table: &mut SightTable) {
        let from = self.board.ground(hex);
        line_tree.follow(
            hex,
            |at, leg| self.on_the_ground.pass(at, leg),
            |gaze| table.join(from, self.board.ground(gaze)),
        );
    }

    /// Adds sight from an upper floor: its own floor elsewhere, and the ground outside through doors and windows of its
    /// own hex. Ceilings block the rest: floors of a building see each other only at stairs, within the hex.
    fn about_a_floor(&self, line_tree: &LineTree, hex: HexId, from: LocationId, floor: u8, table: &mut SightTable) {
        line_tree.follow(
            hex,
            |at, leg| self.on_a_floor.pass(at, leg),
            |gaze| {
                if let Some(at) = self.board.floor(gaze, floor) {
                    table.join(from, at);
                }
            },
        );
        let out = |at, leg| {
            let to = self.on_the_ground.pass(at, leg)?;
            (at != hex || self.leads_out(hex, leg, to)).then_some(to)
        };
        line_tree.follow(hex, out, |gaze| {
            if self.board.floors(gaze) == 0 {
                table.join(from, self.board.ground(gaze));
            }
        });
    }

    /// Returns whether a leg leads through a door or window onto a street.
    fn leads_out(&self, hex: HexId, leg: LegId, street: HexId) -> bool {
        let aperture = leg.into().is_some_and(|way| Barrier::of(self.board.features(hex, way)).is_aperture());
        aperture && self.board.floors(street) == 0
    }
}
