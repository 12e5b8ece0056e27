//! Where a tunnel can be (B8.6b to B8.6e).

use board::{Board, LocationId};
use rules::{OfferSink, Refusal, Side};

use crate::Asl;
use crate::clause::{B8_6B, B8_6C, B8_6D, B8_6E};
use crate::eyes::AslEyes;
use crate::order::{Draft, Order};
use crate::setting::{Place, Setting, Spot};
use crate::sewer::ways::within;
use crate::terrain::Terrain;

/// How far apart the entrances are at most, in hexes (B8.6c).
const RANGE: u16 = 3;

/// Whether a Location can be an entrance (B8.6d): on the ground of a building, brush or woods, or in a pillbox.
fn is_entrance(spot: &Spot) -> bool {
    let dug = spot.terrain.is_building() || matches!(spot.terrain, Terrain::Brush | Terrain::Woods);
    spot.place == Place::Pillbox
        || (spot.place == Place::Ground && dug)
        || !B8_6D.is_in_force() && spot.place == Place::Ground
}

/// By Location: the other ends that a tunnel from there can have.
#[must_use]
pub fn ways(board: &Board, spots: &[Spot]) -> Vec<Vec<LocationId>> {
    let from = |start: &Spot| {
        if !is_entrance(start) {
            return Vec::new();
        }
        let range = if B8_6C.is_in_force() { RANGE } else { u16::from(u8::MAX) };
        let level =
            |hex| board.elevation(hex) == start.elevation && Terrain::nth(board.terrain(hex).0) != Terrain::Water;
        let reached = within(board, start.hex, range, |hex| level(hex) || !B8_6E.is_in_force());
        let there = reached.iter().filter(|hex| **hex != start.hex).flat_map(|hex| board.at(*hex).iter().copied());
        there.filter(|at| spots.get(at.index()).is_some_and(is_entrance)).collect()
    };
    spots.iter().map(from).collect()
}

/// Whether a tunnel can begin in a Location.
#[must_use]
pub fn begins(setting: &Setting, at: LocationId) -> bool {
    setting.tunnel_ways.get(at.index()).is_some_and(|ways| !ways.is_empty())
}

/// Whether a side can record a tunnel here, if it has one left; either end can lead into an entrenchment of its hex.
///
/// # Errors
/// The refusal with its clause.
pub fn may_record(
    eyes: AslEyes<'_>,
    side: Side,
    [from, to]: [LocationId; 2],
    inner: [Option<LocationId>; 2],
) -> Result<(), Refusal> {
    let (start, end) = (eyes.spot(from)?, eyes.spot(to)?);
    let (setting, open) = (eyes.setting(), is_entrance(start) && is_entrance(end));
    B8_6D.forbids(!open, "an entrance is in a building on the ground, in a pillbox, in brush or in woods")?;
    B8_6D.forbids(start.hex == end.hex, "the two entrances are separate")?;
    for (spot, into) in [start, end].into_iter().zip(inner) {
        let Some(into) = into else { continue };
        let elsewhere = spot.entrenchment != Some(into);
        B8_6D.forbids(elsewhere, "an entrance leads into an entrenchment of its own hex only")?;
        let own = setting.entrenchments[side].contains(&into);
        B8_6D.forbids(!own, "this entrenchment is not of your order of battle")?;
    }
    B8_6C.forbids(setting.distance(from, to) > RANGE, "the entrances are more than three hexes apart")?;
    B8_6E.forbids(start.elevation != end.elevation, "the entrances are at different elevations")?;
    if !setting.tunnel_ways.get(from.index()).is_some_and(|ways| ways.contains(&to)) {
        return Err(Refusal::new(B8_6E, "every way leads beneath water or another elevation"));
    }
    let ends = ends([from, to], inner);
    let twice = |recorded: [LocationId; 2]| recorded == ends || recorded == [ends[1], ends[0]];
    let known = eyes.tunnels(side).any(|(_, tunnel)| twice(tunnel.ends));
    B8_6B.forbids(known, "this tunnel is recorded already")
}

/// Where a tunnel ends: in its entrances, or in the entrenchments that they lead into.
#[must_use]
pub fn ends([from, to]: [LocationId; 2], [near, far]: [Option<LocationId>; 2]) -> [LocationId; 2] {
    [near.unwrap_or(from), far.unwrap_or(to)]
}

/// The tunnels that a side can record.
pub fn offer_record(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let all = &eyes.setting().tunnel_ways;
    match draft {
        None => {
            if starts(all).any(|from| tunnels(eyes, side, from).next().is_some()) {
                sink.draft(Draft::Dig);
            }
        }
        Some(Draft::Dig) => {
            let open = starts(all).filter(|from| tunnels(eyes, side, *from).next().is_some());
            open.for_each(|from| sink.draft(Draft::Tunnel { from }));
        }
        Some(Draft::Tunnel { from }) => tunnels(eyes, side, *from).for_each(|order| sink.order(order)),
        Some(_) => {}
    }
}

/// The Locations in which a tunnel can begin.
pub fn starts(ways: &[Vec<LocationId>]) -> impl Iterator<Item = LocationId> {
    let some = ways.iter().enumerate().filter(|(_, ends)| !ends.is_empty());
    some.map(|(n, _)| LocationId(n as u16))
}

/// What an entrance of a side can lead into: nothing but itself, or the side's own entrenchment of its hex.
pub fn inner(setting: &Setting, side: Side, entrance: LocationId) -> impl Iterator<Item = Option<LocationId>> + use<> {
    let own = setting.spot(entrance).and_then(|spot| spot.entrenchment);
    std::iter::once(None).chain(own.filter(|at| setting.entrenchments[side].contains(at)).map(Some))
}

/// The other ends, as they are recorded, of all tunnels of a side that can end in a Location.
pub fn other_ends(setting: &Setting, side: Side, at: LocationId) -> impl Iterator<Item = LocationId> {
    let trench = setting.spot(at).filter(|spot| spot.place == Place::Entrenchment);
    let entrance = trench.map_or(at, |spot| spot.pillbox.unwrap_or(spot.ground));
    let own = trench.is_none() || setting.entrenchments[side].contains(&at);
    let all = setting.tunnel_ways.get(entrance.index()).filter(|_| own).into_iter().flatten().copied();
    all.flat_map(move |to| inner(setting, side, to).map(move |inner| inner.unwrap_or(to)))
}

/// The tunnels that can begin in a Location.
fn tunnels(eyes: AslEyes<'_>, side: Side, from: LocationId) -> impl Iterator<Item = Order> {
    let setting = eyes.setting();
    let leads = setting.tunnel_ways.get(from.index()).into_iter().flatten().copied();
    let both = leads.flat_map(move |to| {
        inner(setting, side, from).flat_map(move |near| inner(setting, side, to).map(move |far| (to, [near, far])))
    });
    let legal = both.filter(move |(to, inner)| may_record(eyes, side, [from, *to], *inner).is_ok());
    legal.map(move |(to, [from_entrenchment, entrenchment])| Order::Tunnel {
        from,
        to,
        entrenchment,
        from_entrenchment,
    })
}
