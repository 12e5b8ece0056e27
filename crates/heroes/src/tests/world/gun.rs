//! Complete play-through of fire. It covers what each seat may know of hidden units that fire, that could fire, and
//! that are not hit.
//!
//! Hidden units that fire are shown before their fire is reported; then they find adjacent enemies, or are found by
//! them (HNL-B19). Units can't fire at a place where they see no enemy, and fire doesn't hit hidden units. Only spotted units can be fired
//! at (HNL-B29): in the open, those that a shown enemy or the firers themselves see. A side is asked for Opportunity Fire wherever a hidden unit could see the moving units. All other fire and its dice are
//! public.

use referee::ledger::ScenarioText;
use rules::{Piece, PieceSet, Seat, Side};
use suite::worlds::{Moment, World, played};

use crate::orders::Order;
use crate::printed::words::Pace;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::position::Position;
use crate::tests::world::{what_is_seen, whereabouts};

const TEXT: &str = include_str!("../gun.toml");
const SCOUTS: PieceSet = PieceSet::EMPTY.with(Piece(0));

/// A unit of each side is hidden in one of two places, and the other is shown. Either one side has the first impulse,
/// or scouts continue their movement and only the other side knows whether a hidden unit sees them.
struct Gun<const FIRST: u8>;

const SOVIET: u8 = 0;
const GERMAN: u8 = 1;
const SCOUTS_MOVE: u8 = 2;

impl<const FIRST: u8> World for Gun<FIRST> {
    type System = Heroes;

    fn scenarios() -> Vec<ScenarioText> {
        let first = if FIRST == GERMAN { "german" } else { "soviet" };
        // The line of sight ends at D1, which has a wall only where nobody fires at it.
        let wall = if FIRST == SCOUTS_MOVE { "F" } else { "." };
        let [watch, near, far] = if FIRST == SCOUTS_MOVE { ["E1", "D1", "E1"] } else { ["D1", "C1", "D1"] };
        let places = ["A1", "B1"].into_iter().flat_map(|rifles| [near, far].map(|gunners| (rifles, gunners)));
        let text = |(rifles, gunners)| {
            let all = [("FIRST", first), ("RIFLES", rifles), ("GUNNERS", gunners)];
            let all = all.into_iter().chain([("WATCH", watch), ("NEAR", near), ("FAR", far), ("WALL", wall)]);
            all.fold(TEXT.to_owned(), |text, (who, what)| text.replace(who, what))
        };
        places.map(|places| ScenarioText { name: "gun.toml".to_owned(), text: text(places) }).collect()
    }

    fn tried(setting: &Setting, position: &Position, _: Side, order: &Order) -> bool {
        let here = setting.board.location_named("B1");
        match position.moving {
            _ if FIRST != SCOUTS_MOVE => true,
            None if position.impulse.is_none() => *order == Order::Move { units: SCOUTS, pace: Pace::Normal },
            Some(moving) if !moving.stepped => here.is_some_and(|to| *order == Order::Step { to }),
            _ => true,
        }
    }

    fn at_first(_: &Setting, position: &Position, seat: Seat) -> Vec<String> {
        let own = position.units.iter().filter(|unit| unit.hidden && seat == unit.side.seat());
        own.map(|unit| format!("{:?}", unit.at)).collect()
    }

    fn told(setting: &Setting, moment: &Moment<'_, Heroes>, _: Seat) -> Vec<String> {
        let mut said = vec![format!("{:?}", moment.order)];
        said.extend(what_is_seen(setting, moment));
        said
    }

    fn secrets(_: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        whereabouts(position, seat, ["where the rifles are", "where the gunners are"])
    }
}

/// By hand: each of the scouts and the rifles fires alone, or both together from one place, and each shot has 36 results
/// before damage. A hidden unit fires at what it sees in the open, although the watch is spotted only by the scouts.
#[test]
fn fire_whole() {
    let census = played::<Gun<SOVIET>>(1);
    println!("{census:?}");
    assert!(census.histories > 2 * (3 + 2) * 2 * 36, "{census:?}");
    assert!(census.varied.values().all(|groups| *groups > 40), "{census:?}");
}

/// By hand: the scouts begin to move and come to B1. Gunners that see it either fire, with 33 results without a hit and
/// three with one, or hold fire; other gunners can't fire. So only holding fire leaves open where they are.
#[test]
fn opportunity_fire_whole() {
    let census = played::<Gun<SCOUTS_MOVE>>(1);
    println!("{census:?}");
    // The beginning, two orders, and holding fire; the rifles are in one of two places.
    let moves = 1 + 2 + 1;
    assert!(census.histories >= 4 * moves + 2 * (33 + 3 * (5 + 6)), "{census:?}");
    assert_eq!(census.varied[&("where the gunners are", 0)], 2 * moves, "{census:?}");
    assert!(census.varied.values().all(|groups| *groups >= moves), "{census:?}");
}

/// The other side has the first impulse; then play after the answer to the scouts.
#[test]
#[ignore = "long: `make secrets` runs it"]
fn fire_whole_deep() {
    println!("{:?}", played::<Gun<GERMAN>>(1));
    println!("{:?}", played::<Gun<SCOUTS_MOVE>>(2));
}
