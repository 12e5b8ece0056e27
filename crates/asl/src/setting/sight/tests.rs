//! Lines of sight on small boards, and that each is mutual.

use board::{BoardBuilder, Direction, Grid, HexId, Labels, Lowered, Shape};

use super::*;
use crate::printed::tables::{HEDGE, WALL};
use crate::printed::terrain::{Terrain, WORDS};
use crate::setting::trace::{Eye, HEDGES, Obstacle, WALLS, parts, survey};
use proptest::prelude::*;

/// A board of letters; `hexes` are label, terrain, floors and elevation.
fn board(hexes: &[(&str, &str, u8, i8)], walls: &[(&str, Direction, &str)]) -> Board {
    let labels = Labels::Letters { board: None };
    let shape = Shape { columns: 10, rows: 10, labels, lowered: Lowered::Second, half_rows: false };
    let mut builder = BoardBuilder::new(Grid::new(shape).unwrap(), WORDS);
    for (label, terrain, floors, elevation) in hexes {
        let hex = builder.grid().hex(label).unwrap();
        builder.terrain(hex, WORDS.terrain(terrain).unwrap()).floors(hex, *floors).elevation(hex, *elevation);
    }
    for (label, way, feature) in walls {
        let hex = builder.grid().hex(label).unwrap();
        builder.feature(hex, *way, WORDS.feature(feature).unwrap());
    }
    builder.build()
}

fn line_with(board: &Board, covers: &[CoverEntry], from: &str, to: &str) -> Option<(u8, u8)> {
    let at = |label| board.location_named(label).unwrap();
    let sight = Sight::build(board, covers);
    let line = sight.line(at(from), at(to), u16::MAX)?;
    Some((line.hindrance, line.hexside))
}

fn line(board: &Board, from: &str, to: &str) -> Option<(u8, u8)> {
    line_with(board, &[], from, to)
}

#[test]
fn what_stands_between_blocks() {
    let town = board(&[("A3", "stone building", 1, 0), ("B3", "woods", 0, 0), ("C3", "rubble", 0, 0)], &[]);
    assert_eq!(line(&town, "A2", "A4"), None);
    assert_eq!(line(&town, "B2", "B4"), None);
    assert_eq!(line(&town, "C2", "C4"), None);
    assert_eq!(line(&town, "D2", "D4"), Some((0, 0)));
    // Those at the ends do not.
    assert_eq!(line(&town, "A3", "A5"), Some((0, 0)));
}

#[test]
fn floors_see_over_what_is_lower() {
    // A3 has floors 0 and 1, A5 is a house of one floor, A7 one of three.
    let town =
        board(&[("A1", "stone building", 3, 0), ("A3", "stone building", 2, 0), ("A5", "wooden building", 1, 0)], &[]);
    // From the first floor over a house of one level: one blind hex behind it.
    assert_eq!(line(&town, "A3/1", "A6"), None);
    assert_eq!(line(&town, "A3/1", "A7"), None, "one as high as the onlooker blocks all ground");
    // From the second floor over two storeys: level 2 against one and a half.
    assert_eq!(line(&town, "A1/2", "A4"), None);
    assert_eq!(line(&town, "A1/1", "A5"), None);
    // Up and down in one hex, a floor at a time.
    assert_eq!(line(&town, "A1", "A1/1"), Some((0, 0)));
    assert_eq!(line(&town, "A1", "A1/2"), None);
    // From a high floor over the house of one level: blind next to it, and then the ground.
    let far = board(&[("B1", "stone building", 3, 0), ("B3", "wooden building", 1, 0)], &[]);
    assert_eq!(line(&far, "B1/2", "B4"), None);
    assert_eq!(line(&far, "B1/2", "B5"), Some((0, 0)));
}

#[test]
fn obstacles_are_named_in_order() {
    let named = |board: &Board, from: &str, to: &str| {
        let eye = |label| Eye::of(board, board.location_named(label).unwrap()).unwrap();
        survey(board, &[], eye(from), eye(to)).obstacles
    };
    let town = board(&[("A3", "woods", 0, 0), ("A5", "rubble", 0, 0), ("A1", "stone building", 3, 0)], &[]);
    let hex = |label| town.grid().hex(label).unwrap();
    let high = |label| Obstacle::Hex { hex: hex(label), overlooked: false };
    assert_eq!(named(&town, "A2", "A6"), [high("A3"), high("A5")]);
    assert_eq!(named(&town, "A6", "A2"), [high("A5"), high("A3")]);
    // From the second floor over woods: the next hex is blind, farther ones are not.
    assert_eq!(named(&town, "A1/2", "A4"), [Obstacle::Hex { hex: hex("A3"), overlooked: true }]);
    assert_eq!(named(&town, "A1/2", "B7"), []);
}

#[test]
fn hills_stand_in_the_way_too() {
    let hill = board(&[("A3", "open", 0, 1), ("A1", "open", 0, 2)], &[]);
    assert_eq!(line(&hill, "A2", "A4"), None);
    assert_eq!(line(&hill, "A1", "A4"), None, "blind behind the lower hill");
    assert_eq!(line(&hill, "A1", "A5"), Some((0, 0)));
    assert_eq!(line(&hill, "A1", "A3"), Some((0, 0)));
}

#[test]
fn brush_and_grain_hinder_and_six_block() {
    let field = board(&[("A3", "brush", 0, 0), ("A4", "grain", 0, 0)], &[]);
    assert_eq!(line(&field, "A2", "A5"), Some((2, 0)));
    assert_eq!(line(&field, "A3", "A5"), Some((1, 0)), "not in one's own hex");
    let labels = ["B2", "B3", "B4", "B5", "B6", "B7"].map(|label| (label, "grain", 0, 0));
    assert_eq!(line(&board(&labels, &[]), "B1", "B8"), None);
    assert_eq!(line(&board(&labels[1..], &[]), "B1", "B8"), Some((5, 0)));
    // From above they do not.
    let house = board(&[("A2", "stone building", 2, 0), ("A3", "brush", 0, 0)], &[]);
    assert_eq!(line(&house, "A2/1", "A4"), Some((0, 0)));
}

#[test]
fn walls_and_hedges_protect_and_block() {
    let field = board(&[], &[("A3", Direction::S, "wall"), ("C3", Direction::S, "hedge")]);
    assert_eq!(line(&field, "A3", "A5"), Some((0, 0)), "it is in front of the firer");
    assert_eq!(line(&field, "A5", "A3"), Some((0, WALL)));
    assert_eq!(line(&field, "C4", "C3"), Some((0, HEDGE)));
    assert_eq!(line(&field, "A2", "A5"), None, "on no hexside of either");
    let tower = board(&[("A5", "stone building", 2, 0)], &[("A3", Direction::S, "wall")]);
    assert_eq!(line(&tower, "A5/1", "A3"), Some((0, WALL)), "one level higher, two hexes away");
    let near = board(&[("A4", "stone building", 3, 0)], &[("A3", Direction::S, "wall")]);
    assert_eq!(line(&near, "A4/1", "A3"), Some((0, WALL)));
    assert_eq!(line(&near, "A4/2", "A3"), Some((0, WALL - 1)));
    assert_eq!(line(&tower, "A5", "A3"), Some((0, WALL)));
}

#[test]
fn blaze_hinders_and_rubble_blocks_while_they_are_there() {
    let field = board(&[], &[]);
    let at = |label| field.location_named(label).unwrap();
    let cover = |label, blaze| CoverEntry { at: at(label), blaze, trail_break: false, way: None, from: 1, until: 9 };
    assert_eq!(line_with(&field, &[cover("A3", true)], "A2", "A4"), Some((3, 0)));
    assert_eq!(line_with(&field, &[cover("A2", true)], "A2", "A4"), Some((3, 0)));
    assert_eq!(line_with(&field, &[cover("A2", true), cover("A3", true)], "A2", "A4"), None);
    assert_eq!(line_with(&field, &[cover("A2", true), cover("A3", true)], "A2", "A3"), Some((6, 0)));
    let grown = board(&[("B3", "brush", 0, 0)], &[]);
    assert_eq!(line_with(&grown, &[cover("B2", true)], "A3", "E3"), Some((3, 0)), "the worst at one range");
    assert_eq!(line_with(&field, &[cover("A3", false)], "A2", "A4"), None);
    let sight = Sight::build(&field, &[cover("A3", false)]);
    assert!(sight.sees(at("A2"), at("A4"), 0));
}

#[test]
fn below_ground_nobody_sees() {
    let mut field = board(&[], &[]);
    let hex = field.grid().hex("A2").unwrap();
    let sewer = field.add_location_in(hex, LocationKind::Sewer, -1).unwrap();
    let sight = Sight::build(&field, &[]);
    assert!(field.location_ids().all(|at| !sight.sees(at, sewer, 0) && !sight.sees(sewer, at, 0)));
}

fn towns() -> impl Strategy<Value = Board> {
    let hex = (0usize..100, 0usize..WORDS.terrains.len(), 0u8..4, -1i8..3);
    let wall = (0usize..100, 0usize..6, any::<bool>());
    (prop::collection::vec(hex, 0..40), prop::collection::vec(wall, 0..30)).prop_map(|(hexes, walls)| {
        let labels = Labels::Letters { board: None };
        let shape = Shape { columns: 8, rows: 7, labels, lowered: Lowered::Second, half_rows: true };
        let mut builder = BoardBuilder::new(Grid::new(shape).unwrap(), WORDS);
        let all = builder.grid().len();
        for (hex, terrain, floors, elevation) in hexes {
            let hex = HexId((hex % all) as u16);
            let terrain = board::TerrainId(terrain as u8);
            let floors = if Terrain::nth(terrain.0).is_building() { floors.max(1) } else { 0 };
            builder.terrain(hex, terrain).floors(hex, floors).elevation(hex, elevation);
        }
        for (hex, way, wall) in walls {
            let feature = if wall { WALLS } else { HEDGES };
            builder.feature(HexId((hex % all) as u16), Direction::nth(way), feature);
        }
        builder.build()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Sight is mutual, through the same Hindrance, with any Blazes.
    #[test]
    fn sight_is_mutual(board in towns(), fires in prop::collection::vec((0usize..50, any::<bool>()), 0..5), covered: u16) {
        let covers: Vec<CoverEntry> = fires
            .into_iter()
            .map(|(hex, blaze)| CoverEntry { at: LocationId(hex as u16), blaze, trail_break: false, way: None, from: 1, until: 9 })
            .collect();
        let sight = Sight::build(&board, &covers);
        for a in board.location_ids() {
            prop_assert!(sight.sees(a, a, covered));
            for b in board.location_ids() {
                let [there, back] = [(a, b), (b, a)].map(|(from, to)| sight.line(from, to, covered));
                prop_assert_eq!(there.map(|line| line.hindrance), back.map(|line| line.hindrance));
                let hexes = board.hex_of(a).zip(board.hex_of(b));
                if hexes.is_some_and(|(a, b)| board.grid().distance(a, b) == 1) {
                    prop_assert!(there.is_some(), "neighbours see each other");
                }
            }
        }
    }

    /// Obstacles and Hindrances are named exactly where a line is blocked by them, the same from both ends.
    #[test]
    fn a_blocked_line_has_its_reasons(board in towns()) {
        for a in board.location_ids() {
            for b in board.location_ids() {
                let (Some(one), Some(other)) = (Eye::of(&board, a), Eye::of(&board, b)) else { continue };
                if board.hex_of(a) == board.hex_of(b) {
                    continue;
                }
                let [there, back] = [(one, other), (other, one)].map(|(from, to)| survey(&board, &[], from, to));
                let blocked = !there.obstacles.is_empty() || sum(&there.met, 0) >= HINDRANCE_BLOCKS;
                prop_assert_eq!(blocked, hindering(&board, &[], one, other).is_none());
                prop_assert_eq!(there.obstacles.len(), back.obstacles.len());
                prop_assert_eq!(parts(&there.met, 0).map(|(_, more)| more).sum::<u8>(), sum(&there.met, 0));
            }
        }
    }

    /// The lines computed from one end equal those computed from the other.
    #[test]
    fn lines_are_the_same_from_both_ends(board in towns()) {
        for a in board.location_ids() {
            for b in board.location_ids() {
                let (Some(a), Some(b)) = (Eye::of(&board, a), Eye::of(&board, b)) else { continue };
                let hindrance = |a, b| hindering(&board, &[], a, b).map(|met| sum(&met, 0));
                prop_assert_eq!(hindrance(a, b), hindrance(b, a));
            }
        }
    }
}
