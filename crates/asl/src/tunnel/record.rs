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

/// Whether a side can record a tunnel here, if it has one left.
///
/// # Errors
/// The refusal with its clause.
pub fn may_record(
    eyes: AslEyes<'_>,
    side: Side,
    from: LocationId,
    to: LocationId,
    entrenchment: Option<LocationId>,
) -> Result<(), Refusal> {
    let (start, end) = (eyes.spot(from)?, eyes.spot(to)?);
    let (setting, open) = (eyes.setting(), is_entrance(start) && is_entrance(end));
    B8_6D.forbids(!open, "an entrance is in a building on the ground, in a pillbox, in brush or in woods")?;
    B8_6D.forbids(start.hex == end.hex, "the two entrances are separate")?;
    if let Some(entrenchment) = entrenchment {
        let wrong = end.entrenchment != Some(entrenchment);
        B8_6D.forbids(wrong, "it leads into an entrenchment of the hex of its second entrance only")?;
    }
    B8_6C.forbids(setting.distance(from, to) > RANGE, "the entrances are more than three hexes apart")?;
    B8_6E.forbids(start.elevation != end.elevation, "the entrances are at different elevations")?;
    if !setting.tunnel_ways.get(from.index()).is_some_and(|ways| ways.contains(&to)) {
        return Err(Refusal::new(B8_6E, "every way leads beneath water or another elevation"));
    }
    let ends = [from, entrenchment.unwrap_or(to)];
    let twice = |recorded: [LocationId; 2]| recorded == ends || recorded == [ends[1], ends[0]];
    let known = eyes.tunnels(side).any(|(_, tunnel)| twice(tunnel.ends));
    B8_6B.forbids(known, "this tunnel is recorded already")
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

/// Where a tunnel that begins in a Location can lead: to an entrance, or from beneath it into the entrenchment of its hex.
fn leads(setting: &Setting, from: LocationId) -> impl Iterator<Item = (LocationId, Option<LocationId>)> {
    let ends = setting.tunnel_ways.get(from.index()).into_iter().flatten().copied();
    ends.flat_map(move |to| {
        let inner = setting.spot(to).and_then(|spot| spot.entrenchment);
        std::iter::once(None).chain(inner.map(Some)).map(move |entrenchment| (to, entrenchment))
    })
}

/// The other ends, as they are recorded, of all tunnels that can end in a Location. One in an entrenchment begins elsewhere,
/// for only the second end is dug into one.
pub fn other_ends(setting: &Setting, at: LocationId) -> impl Iterator<Item = LocationId> {
    let trench = setting.spot(at).filter(|spot| spot.place == Place::Entrenchment);
    let entrance = trench.map_or(at, |spot| spot.pillbox.unwrap_or(spot.ground));
    let all = leads(setting, entrance).filter(move |(_, inner)| trench.is_none() || inner.is_none());
    all.map(|(to, inner)| inner.unwrap_or(to))
}

/// The tunnels that can begin in a Location.
fn tunnels(eyes: AslEyes<'_>, side: Side, from: LocationId) -> impl Iterator<Item = Order> {
    let legal = leads(eyes.setting(), from)
        .filter(move |(to, entrenchment)| may_record(eyes, side, from, *to, *entrenchment).is_ok());
    legal.map(move |(to, entrenchment)| Order::Tunnel { from, to, entrenchment })
}
