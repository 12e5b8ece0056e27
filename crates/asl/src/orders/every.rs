//! Every order that could be written, legal or not: what offers and checks are compared on.

use std::collections::BTreeMap;

use board::LocationId;
use rules::{Group, Piece, Seat};

use crate::orders::Order;
use crate::printed::kind::Class;
use crate::printed::words::Pace;
use crate::setting::Place;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Groups are listed whole for Locations of up to so many units of a side; beyond, only those of one or two.
const WHOLE: usize = 6;

/// Fire groups are listed whole for sides of up to so many units; beyond, only those of one or two.
const WHOLE_SIDE: usize = 8;

/// Orders that name nothing.
const PLAIN: [Order; 10] = [
    Order::Recorded,
    Order::Deal,
    Order::Ready,
    Order::HoldFire,
    Order::Stop,
    Order::ClaimNothing,
    Order::ShowNothing,
    Order::Done,
    Order::Forfeit { at: None },
    Order::Keep,
];

/// Every order that could be written with the pieces and Locations this seat knows.
pub fn universe(eyes: AslEyes<'_>, sink: &mut impl FnMut(Order)) {
    let Seat::Side(side) = eyes.seat() else { return };
    let places: Vec<LocationId> = eyes.setting().board.location_ids().collect();
    let pieces: Vec<Piece> = eyes.all_seen().map(|(piece, _)| piece).collect();
    PLAIN.into_iter().for_each(&mut *sink);
    for &at in &places {
        sink(Order::Forfeit { at: Some(at) });
        sink(Order::Fortify { at });
        sink(Order::Unfortify { at });
        sink(Order::Step { to: at });
        sink(Order::To { to: at });
    }
    for &unit in &pieces {
        of_one(eyes, unit, &places, &pieces, sink);
    }
    let mut stacks: BTreeMap<LocationId, Vec<Piece>> = BTreeMap::new();
    for (piece, _, at) in eyes.pieces_of(side) {
        stacks.entry(eyes.setting().location(at)).or_default().push(piece);
    }
    for stack in stacks.values() {
        let groups = Group::of_some(stack, WHOLE);
        for &units in groups.iter().filter(|group| group.len() > 1) {
            of_many(eyes, units, &places, sink);
        }
    }
    fire_groups(eyes, side, &places, sink);
    recording(eyes, &places, sink);
}

/// An order or two of every kind for each of a side's own pieces: enough to say of each why it is not open now. Of places
/// there are those that could matter to the piece, of groups none: whoever can do something with others can begin it.
pub fn of_every_kind(eyes: AslEyes<'_>, sink: &mut impl FnMut(Order)) {
    let Seat::Side(side) = eyes.seat() else { return };
    PLAIN.into_iter().for_each(&mut *sink);
    let own: Vec<(Piece, LocationId)> = eyes.pieces_of(side).map(|(piece, _, at)| (piece, at)).collect();
    let mut held: Vec<LocationId> = eyes.unknowns(side.other()).into_iter().collect();
    held.extend(eyes.units_of(side.other()).map(|(_, _, at)| at));
    for (unit, at) in own.iter().copied() {
        let Some(spot) = eyes.setting().spot(at) else { continue };
        let tunnels = eyes.tunnels(side).flat_map(|(_, tunnel)| tunnel.ends);
        let below = spot.sewer.and_then(|sewer| eyes.setting().sewer_ways.get(sewer.index())).into_iter().flatten();
        let near = spot.ways.iter().map(|way| way.to).chain([at]).chain(tunnels).chain(below.copied());
        let mut places: Vec<LocationId> = near.chain(held.iter().copied()).collect();
        places.sort_unstable();
        places.dedup();
        let with = |(_, place): &&(Piece, LocationId)| eyes.setting().are_one(*place, at);
        let enemies = eyes.at(side.other(), at).map(|(piece, _)| piece);
        let mates: Vec<Piece> = own.iter().filter(with).map(|(piece, _)| *piece).chain(enemies).collect();
        of_one(eyes, unit, &places, &mates, sink);
    }
}

/// Groups that could fire together from several Locations.
fn fire_groups(eyes: AslEyes<'_>, side: rules::Side, places: &[LocationId], sink: &mut impl FnMut(Order)) {
    let units: Vec<(Piece, LocationId)> = eyes.units_of(side).map(|(piece, _, at)| (piece, at)).collect();
    let leads = |piece: &Piece| eyes.unit(*piece).is_some_and(|unit| unit.kind.class() == Class::Leader);
    let pieces: Vec<Piece> = units.iter().map(|(piece, _)| *piece).collect();
    let leaders: Vec<Option<Piece>> =
        std::iter::once(None).chain(pieces.iter().copied().filter(leads).map(Some)).collect();
    let at = |piece: Piece| units.iter().find(|(other, _)| *other == piece).map(|(_, at)| *at);
    for units in Group::of_some(&pieces, WHOLE_SIDE) {
        let mut from = units.iter().map(at);
        let first = from.next();
        if from.all(|at| Some(at) == first) {
            continue;
        }
        for &leader in &leaders {
            places.iter().for_each(|&at| sink(Order::Fire { units, leader, at }));
        }
    }
}

/// What one piece could be ordered to do, the enemy's too.
fn of_one(eyes: AslEyes<'_>, unit: Piece, places: &[LocationId], pieces: &[Piece], sink: &mut impl FnMut(Order)) {
    sink(Order::Rally { unit, leader: None });
    sink(Order::Claim { unit });
    sink(Order::Show { unit });
    sink(Order::Stay { unit });
    for &at in places {
        sink(Order::Place { unit, at });
        sink(Order::Charge { unit, at });
        sink(Order::Search { unit, entrance: at });
        sink(Order::Destroy { unit, entrance: at });
        sink(Order::Rout { unit, to: at });
        sink(Order::RoutTunnel { unit, to: at });
    }
    for &other in pieces {
        sink(Order::Rally { unit, leader: Some(other) });
        sink(Order::Recover { unit, sw: other });
        sink(Order::Leave { unit, sw: other });
        let weapons = eyes.weapons(unit).map(|(weapon, _)| weapon);
        weapons.for_each(|sw| sink(Order::Transfer { from: unit, to: other, sw }));
    }
    of_many(eyes, Group::EMPTY.with(unit), places, sink);
}

/// What a group could be ordered to do together.
fn of_many(eyes: AslEyes<'_>, units: Group, places: &[LocationId], sink: &mut impl FnMut(Order)) {
    let at = units.iter().find_map(|piece| eyes.unit(piece)?.at);
    let here = |unit: &Unit| unit.at.zip(at).is_some_and(|(a, b)| eyes.setting().are_one(a, b));
    let near: Vec<Piece> = eyes.all_seen().filter(|(_, unit)| here(unit)).map(|(piece, _)| piece).collect();
    let leaders: Vec<Option<Piece>> = std::iter::once(None).chain(near.iter().copied().map(Some)).collect();
    for pace in Pace::ALL {
        sink(Order::Go { units, pace });
    }
    sink(Order::Emerge { units });
    sink(Order::AttackUnknown { units });
    for &leader in &leaders {
        sink(Order::Sewer { units, leader });
    }
    for &to in places {
        sink(Order::Advance { units, to });
        sink(Order::Close { units, to });
        sink(Order::TunnelMove { units, to });
        for &leader in &leaders {
            sink(Order::Fire { units, leader, at: to });
        }
    }
    let enemies: Vec<Piece> = near.into_iter().filter(|piece| !units.has(*piece)).collect();
    for against in Group::of_some(&enemies, WHOLE).into_iter().filter(|group| !group.is_empty()) {
        sink(Order::Attack { units, against });
    }
}

/// What could be recorded: tunnels between Locations of hexes up to four apart.
fn recording(eyes: AslEyes<'_>, places: &[LocationId], sink: &mut impl FnMut(Order)) {
    use crate::printed::words::Phase;
    if eyes.phase() != Phase::SetUp {
        return;
    }
    let trenches: Vec<LocationId> =
        (places.iter().copied()).filter(|at| eyes.setting().place(*at) == Some(Place::Entrenchment)).collect();
    for &from in places {
        for &to in places.iter().filter(|to| eyes.setting().distance(from, **to) <= 4) {
            sink(Order::Erase { from, to });
            let own = eyes.setting().spot(from).and_then(|spot| spot.entrenchment);
            for from_entrenchment in std::iter::once(None).chain(own.map(Some)) {
                for entrenchment in std::iter::once(None).chain(trenches.iter().copied().map(Some)) {
                    sink(Order::Tunnel { from, to, entrenchment, from_entrenchment });
                }
            }
        }
    }
}
