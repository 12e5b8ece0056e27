//! Tunnels (B8.6 to B8.63): recorded in secret, one Location from end to end.

use board::LocationId;
use rules::{Audience, PieceSet, Resolver, Side};

use crate::mechanics::stack;
use crate::printed::clause::{B8_61D, B8_63A};
use crate::printed::stacking::Load;
use crate::setting::Place;
use crate::setting::below::end_beneath;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::Tunnel;
use crate::state::report::below::BelowReport;
use crate::state::unit::{NO_TUNNEL, Unit};
use crate::view::AslEyes;

/// Returns the side's own tunnel from the entrance in a Location to another, as recorded, with its index.
pub fn between(eyes: AslEyes<'_>, side: Side, from: LocationId, to: LocationId) -> Option<(u8, &Tunnel)> {
    let here = |end: LocationId| eyes.setting().are_one(end, from);
    let joins = |tunnel: &Tunnel| match tunnel.ends {
        [a, b] => here(a) && b == to || here(b) && a == to,
    };
    eyes.tunnels(side).find(|(_, tunnel)| !tunnel.gone && joins(tunnel))
}

/// Returns the other ends of the side's own tunnels that begin in a Location.
pub fn others(eyes: AslEyes<'_>, side: Side, from: LocationId) -> impl Iterator<Item = LocationId> + Clone {
    let usable = eyes.tunnels(side).filter(|(_, tunnel)| !tunnel.gone);
    usable.filter_map(move |(_, tunnel)| match tunnel.ends {
        [a, b] if eyes.setting().are_one(a, from) => Some(b),
        [a, b] if eyes.setting().are_one(b, from) => Some(a),
        _ => None,
    })
}

/// Returns the load of a tunnel with some more units.
fn load(eyes: AslEyes<'_>, side: Side, tunnel: u8, more: PieceSet) -> Load {
    let inside = |unit: &Unit| unit.tunnel == tunnel && unit.tunnel != NO_TUNNEL;
    let there = eyes.units_of(side).filter(|(piece, unit, _)| inside(unit) && !more.has(*piece));
    let kinds = there.map(|(_, unit, _)| unit.kind).chain(more.iter().filter_map(|piece| Some(eyes.unit(piece)?.kind)));
    kinds.fold(Load::default(), Load::with)
}

/// Checks that a tunnel has room for these units beside those in it (B8.61d).
pub fn has_room(eyes: AslEyes<'_>, side: Side, tunnel: u8, more: PieceSet) -> Result<(), rules::Refusal> {
    B8_61D.forbids(load(eyes, side, tunnel, more).excess() > 0, "a tunnel can't be overstacked")
}

/// Returns whether a pillbox at the end has no room for these units and those on their way to it.
pub fn is_full(eyes: AslEyes<'_>, side: Side, exit: LocationId, units: PieceSet) -> bool {
    let pillbox = eyes.setting().place(exit) == Some(Place::Pillbox);
    let beneath = end_beneath(eyes.setting(), exit);
    let coming = eyes.units_of(side).filter(|(_, _, at)| Some(*at) == beneath).map(|(piece, _, _)| piece);
    let units = coming.fold(units, PieceSet::with);
    pillbox && stack::excess_with(eyes, side, exit, units) > 0
}

/// Records the enemies that see an entrance used (B8.63a).
pub fn is_seen(resolver: &mut impl Resolver<Asl>, side: Side, tunnel: u8, entrance: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(ends) = resolver.position().tunnels[side].get(usize::from(tunnel)).map(|tunnel| tunnel.ends) else {
        return;
    };
    let end = u8::from(resolver.setting().are_one(ends[1], entrance));
    let entrance = ends[usize::from(end)];
    let sees = |at: LocationId| eyes.setting().are_one(at, entrance) || eyes.line(at, entrance).is_some();
    // Dummies see it too: otherwise the watchers would reveal what a "?" is.
    let watchers = eyes.units_of(side.other()).filter(|(_, _, at)| sees(*at));
    let by: PieceSet = watchers.map(|(piece, _, _)| piece).collect();
    if !by.is_empty() {
        resolver.change(B8_63A, Change::SawTunnel { side, tunnel, end, by });
        let report = BelowReport::SeesEntrance { at: entrance, by };
        resolver.report(B8_63A, Audience::Only(side.other()), report.into());
    }
}
