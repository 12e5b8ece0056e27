//! Manhole Locations of a board (B8.1d).

use board::{Board, HexId};

use crate::printed::clause::B8_1D;

/// Returns whether the ground of a hex is a Manhole Location: it has a black circle, or it is a paved road hex where
/// roads meet. On boards of Deluxe ASL only the circles count.
#[must_use]
pub fn is_manhole(board: &Board, hex: HexId, deluxe: bool) -> bool {
    board.manhole(hex) || (!deluxe && B8_1D.is_in_force() && board.is_junction(hex))
}

/// Returns all hexes with a Manhole Location, in the order of the board.
pub fn manholes(board: &Board, deluxe: bool) -> impl Iterator<Item = HexId> + '_ {
    board.grid().hexes().filter(move |hex| is_manhole(board, *hex, deluxe))
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{BoardBuilder, Direction, Grid, Labels, Lowered, Road, Shape};

    use crate::printed::terrain::WORDS;

    fn names(board: &Board, deluxe: bool) -> Vec<&str> {
        manholes(board, deluxe).map(|hex| board.grid().label(hex)).collect()
    }

    #[test]
    fn circles_and_paved_road_hexes_where_roads_meet() {
        let labels = Labels::Letters { board: None };
        let shape = Shape { columns: 9, rows: 3, labels, lowered: Lowered::Second, half_rows: false };
        let mut builder = BoardBuilder::new(Grid::new(shape).unwrap(), WORDS);
        let hex = |builder: &BoardBuilder, label| builder.grid().hex(label).unwrap();
        let circle = hex(&builder, "I2");
        builder.manhole(circle, true);
        let ways = [Direction::N, Direction::S, Direction::NE];
        // A junction of paved roads, one of paved and unpaved, one of unpaved roads only, and a bend.
        for (label, roads) in [
            ("A2", [Some(Road::Paved); 3]),
            ("C2", [Some(Road::Paved), Some(Road::Unpaved), Some(Road::Unpaved)]),
            ("E2", [Some(Road::Unpaved); 3]),
            ("G2", [Some(Road::Paved), Some(Road::Paved), None]),
        ] {
            let at = hex(&builder, label);
            for (way, road) in ways.into_iter().zip(roads) {
                if let Some(road) = road {
                    builder.road(at, way, road);
                }
            }
        }
        let board = builder.build();
        assert_eq!(names(&board, false), ["A2", "C2", "I2"]);
        assert_eq!(names(&board, true), ["I2"]);
    }
}
