//! Complete play-through of hideouts. What each seat may know is computed by hand from the rules, not by the system's
//! views.
//!
//! Only its own side knows where a hidden unit is (HNL-B19). It is shown when it acts, when a shown enemy in Good Order
//! is in its hex or adjacent, or when the first turn finds both sides hidden in one hex. All other events are public.

pub(super) mod creep;
mod gun;

use board::LocationId;
use referee::ledger::ScenarioText;
use rules::{Piece, PieceSet, Seat, Side};
use suite::worlds::{Moment, World, played};

use crate::orders::Order;
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::position::Position;
use crate::state::unit::Unit;

const TEXT: &str = include_str!("world.toml");

/// Both sides place a unit in secret, either with one place at the exit of the sewer, or with all places elsewhere.
struct Hideouts<const AT_THE_EXIT: bool>;

/// Returns the units that act in an order.
fn acting(position: &Position, order: &Order) -> PieceSet {
    match *order {
        Order::Move { units, .. } | Order::Fire { units, .. } => units,
        Order::Step { to } if is_barred(position, to) => PieceSet::EMPTY,
        Order::Step { .. } => position.moving.map_or(PieceSet::EMPTY, |moving| moving.units),
        Order::Underground { leader, .. } | Order::Lead { leader } => PieceSet::EMPTY.with(leader),
        Order::Drop { unit } | Order::Take { unit, .. } | Order::Spot { unit, .. } => PieceSet::EMPTY.with(unit),
        Order::Hand { unit, to } => PieceSet::EMPTY.with(unit).with(to),
        _ => PieceSet::EMPTY,
    }
}

/// Whether a hidden enemy bars the moving units from a Location: some of them began to move as Shaken units (HNL-B30).
fn is_barred(position: &Position, to: LocationId) -> bool {
    position.moving.is_some_and(|moving| {
        let side = moving.units.iter().next().map(|unit| position.units[unit.index()].side);
        let holds = |unit: &Unit| unit.hidden && unit.at == Some(to) && Some(unit.side) != side;
        !moving.shaken.is_empty() && position.units.iter().any(holds)
    })
}

/// Returns hidden units that a shown enemy in Good Order finds; units that are shown find others.
fn found(setting: &Setting, position: &Position, mut out: PieceSet) -> PieceSet {
    let all = || position.all().filter_map(|(piece, unit)| Some((piece, unit, unit.at?)));
    let near = |side: Side, at: LocationId, out: PieceSet| {
        let finds = |(piece, unit, place): (Piece, &Unit, LocationId)| {
            out.has(piece) && unit.side != side && unit.is_good() && setting.distance(place, at) <= 1
        };
        all().any(finds)
    };
    while let Some((piece, ..)) = all().find(|(piece, unit, at)| !out.has(*piece) && near(unit.side, *at, out)) {
        out = out.with(piece);
    }
    out
}

/// Returns the units that an order brings out of hiding, and their Locations, computed from all positions and
/// destinations.
fn shown(setting: &Setting, moment: &Moment<'_, Heroes>) -> Vec<(Piece, LocationId)> {
    let (before, acting) = (moment.before, acting(moment.before, moment.order));
    let placing = matches!(moment.order, Order::Hide { .. } | Order::Done) && before.phase == moment.after.phase;
    let going = match *moment.order {
        Order::Step { to } | Order::Underground { to, .. } => Some(to),
        _ => None,
    };
    let place = |piece: Piece| match (going, *moment.order) {
        (Some(to), _) if acting.has(piece) => Some(to),
        (_, Order::Hide { unit, at }) if unit == piece => Some(at),
        _ => before.units[piece.index()].at,
    };
    let all: Vec<Piece> = (0..before.units.len() as u16).map(Piece).filter(|piece| place(*piece).is_some()).collect();
    let mut out: PieceSet = all.iter().copied().filter(|piece| !before.units[piece.index()].hidden).collect();
    let at_first = out;
    let apart = |one: Piece, other: Piece| Some(setting.distance(place(one)?, place(other)?));
    let enemies = |one: Piece, other: Piece| before.units[one.index()].side != before.units[other.index()].side;
    if !placing {
        out = out | acting;
        let first_turn = matches!(moment.order, Order::Hide { .. } | Order::Done) && before.phase != Phase::Operations;
        for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (*one, *other))) {
            let hide = !out.has(one) && !out.has(other);
            if first_turn && hide && enemies(one, other) && apart(one, other) == Some(0) {
                out = out.with(one).with(other);
            }
        }
        loop {
            let found = all.iter().copied().find(|hidden| {
                let near =
                    |spotter: Piece| enemies(spotter, *hidden) && apart(spotter, *hidden).is_some_and(|n| n <= 1);
                !out.has(*hidden) && out.iter().any(|spotter| before.units[spotter.index()].is_good() && near(spotter))
            });
            match found {
                Some(found) => out = out.with(found),
                None => break,
            }
        }
    }
    // A unit that rallies, and a hero who appears, finds adjacent enemies.
    if !placing {
        for (_, position) in moment.course {
            let comes_up = |piece: Piece| before.units[piece.index()].at.is_none();
            let heroes = position.all().filter(|(piece, unit)| unit.at.is_some() && comes_up(*piece));
            out = found(setting, position, heroes.fold(out, |out, (hero, _)| out.with(hero)));
        }
    }
    for piece in all {
        let unit = &moment.after.units[piece.index()];
        assert!(unit.at.is_none() || unit.hidden != out.has(piece), "{piece:?} is shown or not otherwise: {moment:?}");
    }
    (out - at_first).iter().filter_map(|piece| Some((piece, place(piece)?))).collect()
}

/// Returns the public events: units that come out of hiding, and the dice.
fn what_is_seen(setting: &Setting, moment: &Moment<'_, Heroes>) -> Vec<String> {
    let mut said: Vec<String> =
        shown(setting, moment).iter().map(|shown| format!("{shown:?} comes out of hiding")).collect();
    said.extend(moment.rolls.iter().map(|(label, faces)| format!("{label} {faces:?}")));
    said
}

/// Returns the Locations of the other side's hidden units; for a spectator, of both sides.
fn whereabouts(position: &Position, seat: Seat, kinds: [&'static str; 2]) -> Vec<(&'static str, String)> {
    let theirs = Side::BOTH.into_iter().zip(kinds).filter(|(side, _)| seat != side.seat());
    let tell = |(side, kind)| {
        let hidden = position.units.iter().filter(|unit| unit.side == side && unit.hidden);
        (kind, format!("{:?}", hidden.map(|unit| unit.at).collect::<Vec<_>>()))
    };
    theirs.map(tell).collect()
}

impl<const AT_THE_EXIT: bool> World for Hideouts<AT_THE_EXIT> {
    type System = Heroes;

    fn scenarios() -> Vec<ScenarioText> {
        let apart = "german = [\"C1\", \"E1\"]";
        let places = if AT_THE_EXIT { "german = [\"C1\", \"D1\", \"D1/sewer\", \"E1\"]" } else { apart };
        vec![ScenarioText { name: "world.toml".to_owned(), text: TEXT.replace(apart, places) }]
    }

    /// Fire has a test of its own, as its dice would make this one too large.
    fn tried(_: &Setting, _: &Position, _: Side, order: &Order) -> bool {
        !matches!(order, Order::Fire { .. })
    }

    fn at_first(_: &Setting, _: &Position, _: Seat) -> Vec<String> {
        Vec::new()
    }

    fn told(setting: &Setting, moment: &Moment<'_, Heroes>, seat: Seat) -> Vec<String> {
        let own = seat == moment.by.seat();
        let mut said = vec![match moment.order {
            Order::Hide { .. } | Order::Done if !own && moment.before.phase != Phase::Operations => "placed".to_owned(),
            order => format!("{order:?}"),
        }];
        said.extend(what_is_seen(setting, moment));
        said
    }

    fn secrets(_: &Setting, position: &Position, seat: Seat) -> Vec<(&'static str, String)> {
        whereabouts(position, seat, ["where the scouts are", "where the rifles are"])
    }
}

/// By hand: each side hides in one of its places or leaves its unit where the scenario puts it, in 4 by 3 ways. A side
/// knows its own place, that the other side has finished, and whether both have met in C1.
#[test]
pub(super) fn hideouts_whole() {
    let placed = played::<Hideouts<false>>(2);
    assert_eq!(placed.histories, 1 + 4 + 4 * 3, "{placed:?}");
    assert_eq!(placed.groups, [1 + 4 + 4 + 1, 1 + 1 + 3 + 2, 1 + 1 + 1 + 1], "{placed:?}");
    let census = played::<Hideouts<false>>(4);
    println!("{census:?}");
    assert!(census.histories > 800 && census.varied.values().all(|groups| *groups > 20), "{census:?}");
}

/// Units that come up may meet an enemy, and fight at once (SEW-21).
#[test]
pub(super) fn hideouts_at_the_exit_whole() {
    let census = played::<Hideouts<true>>(3);
    println!("{census:?}");
    assert!(census.histories > 800 && census.varied.values().all(|groups| *groups > 5), "{census:?}");
}

/// Runs the previous test to a greater depth.
#[test]
#[ignore = "long: `make secrets` runs it"]
fn hideouts_whole_deep() {
    println!("{:?}", played::<Hideouts<false>>(5));
}
