//! The built-in scenarios and their map.
#![allow(clippy::panic, reason = "a test says what must hold by panicking where it does not")]

use std::sync::LazyLock;

use board::scenario::Document;
use board::{LocationId, crossings};
use rules::QuickDice;
use rules::prelude::*;
use sniper::sight::{self, Eye};
use sniper::{Position, Posture, Setting, Sniper};

const SHIPPED: [&str; 4] = [
    include_str!("../../../scenarios/sniper/patrol.toml"),
    include_str!("../../../scenarios/sniper/block-clearing.toml"),
    include_str!("../../../scenarios/sniper/ambush.toml"),
    include_str!("../../../scenarios/sniper/cordon.toml"),
];

/// All scenarios set up: the map's derived data is then calculated once.
static SET_UP: LazyLock<Vec<(Setting, Position)>> = LazyLock::new(|| SHIPPED.map(set_up).into());

fn set_up(text: &str) -> (Setting, Position) {
    let document = Document::parse("test.toml", text).unwrap_or_else(|problems| panic!("{problems}"));
    let set_up = Sniper::set_up(&document).unwrap_or_else(|problems| {
        let all: Vec<_> = problems.iter().map(ToString::to_string).collect();
        panic!("{all:#?}")
    });
    (set_up.setting, set_up.position)
}

/// Geometry of the suggested sewers: the eight manholes are exactly where the first three sewers cross the last three.
#[test]
fn the_manholes_are_where_the_sewers_cross() {
    for (setting, _) in SET_UP.iter() {
        let grid = setting.board.grid();
        assert_eq!((setting.networks.len(), grid.shape().columns, grid.shape().rows), (6, 39, 53));
        let named = |hexes: Vec<board::HexId>| {
            let mut labels: Vec<&str> = hexes.into_iter().map(|hex| grid.label(hex)).collect();
            labels.sort_unstable();
            labels
        };
        let eight = ["1023", "1037", "1050", "2317", "2331", "3610", "3624", "3637"];
        assert_eq!(named(crossings(&setting.networks)), eight);
        assert_eq!(named(setting.board.manholes().collect()), eight);
        let vertical = |n: usize| {
            setting.networks.get(n).is_some_and(|sewer| {
                let column = |hex: &board::HexId| grid.label_parts(*hex).column;
                sewer.hexes.first().map(column) == sewer.hexes.last().map(column)
            })
        };
        assert_eq!((0..6).filter(|n| vertical(*n)).count(), 3, "three sewers run down the map, three across");
    }
}

/// All four scenarios use one quarter of the city: a correction of the map must be made in all files.
#[test]
fn the_four_have_one_map() {
    const HEADING: &str = "-- The quarter\n";
    let maps = SHIPPED.map(|text| text.split_once(HEADING).map(|(_, map)| map));
    for map in maps {
        assert!(
            map.is_some_and(|map| map.contains("[board]") && map.contains("[[network]]")),
            "no map under `{HEADING}`"
        );
        assert!(map == maps[0], "two scenarios have different maps");
    }
}

/// Sight is mutual: above ground, in the sewers, and at manholes, in every posture.
#[test]
fn sight_is_mutual() {
    let Some((setting, _)) = SET_UP.first() else { return };
    let mut dice = QuickDice::new(7);
    let locations = setting.spots.len();
    let mut seen = 0;
    for n in 0..20_000 {
        // Half of the pairs are close together, where walls and corners matter.
        let a = LocationId(dice.below(locations) as u16);
        let b = LocationId(dice.below(locations) as u16);
        let b = if n % 2 == 0 {
            let hex = setting.board.hex_of(a).map(|hex| setting.board.grid().within(hex, 6).collect::<Vec<_>>());
            let hexes = hex.unwrap_or_default();
            hexes.get(dice.below(hexes.len().max(1))).map_or(b, |hex| setting.board.ground(*hex))
        } else {
            b
        };
        for postures in
            [[Posture::Leaning; 2], [Posture::Ducked, Posture::Leaning], [Posture::Standing, Posture::Prone]]
        {
            let [x, y] = [Eye { at: a, posture: postures[0] }, Eye { at: b, posture: postures[1] }];
            let (there, back) = (sight::sees(setting, &[], x, y), sight::sees(setting, &[], y, x));
            assert_eq!(there.is_some(), back.is_some(), "{a:?} and {b:?} in {postures:?}");
            seen += usize::from(there.is_some());
        }
    }
    assert!(seen > 500, "{seen} of the pairs see each other");
}
