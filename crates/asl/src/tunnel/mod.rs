//! Tunnels (B8.6 to B8.63): recorded in secret, one Location from end to end.

mod destroy;
mod moving;
mod record;
mod rout;

use board::LocationId;
use rules::{Audience, Group, Side, Turn};

use crate::Asl;
use crate::below::BelowReport;
use crate::change::Change;
use crate::clause::{B8_61D, B8_63A};
use crate::eyes::AslEyes;
use crate::position::{NO_TUNNEL, Tunnel, Unit};
use crate::setting::{Place, Setting};
use crate::stack::{self, Load};

pub use destroy::{ask_to_destroy, destroy, may_destroy, may_search, offer_destroy, offer_searches, search};
pub use moving::{come_out, may_come_out, may_end_advance, may_move, offer_come_out, offer_moves, use_tunnel};
pub use record::{begins, ends, inner, may_record, offer_record, other_ends, starts, ways};
pub use rout::{may_rout, offer_routs, rout};

/// Whether a Location is in a tunnel.
#[inline]
#[must_use]
pub fn is_tunnel(setting: &Setting, at: LocationId) -> bool {
    setting.place(at) == Some(Place::Tunnel)
}

/// The ground of an entrance's hex holds the Location of the tunnel's end beneath it.
fn end_beneath(setting: &Setting, entrance: LocationId) -> Option<LocationId> {
    setting.spot(setting.spot(entrance)?.ground)?.tunnel
}

/// The side's own tunnel from the entrance in a Location to another, as that was recorded, with its number.
fn between(eyes: AslEyes<'_>, side: Side, from: LocationId, to: LocationId) -> Option<(u8, &Tunnel)> {
    let here = |end: LocationId| eyes.setting().are_one(end, from);
    let joins = |tunnel: &Tunnel| match tunnel.ends {
        [a, b] => here(a) && b == to || here(b) && a == to,
    };
    eyes.tunnels(side).find(|(_, tunnel)| !tunnel.gone && joins(tunnel))
}

/// The other ends of the side's own tunnels that begin in a Location.
fn others(eyes: AslEyes<'_>, side: Side, from: LocationId) -> impl Iterator<Item = LocationId> + Clone {
    let usable = eyes.tunnels(side).filter(|(_, tunnel)| !tunnel.gone);
    usable.filter_map(move |(_, tunnel)| match tunnel.ends {
        [a, b] if eyes.setting().are_one(a, from) => Some(b),
        [a, b] if eyes.setting().are_one(b, from) => Some(a),
        _ => None,
    })
}

/// Who is in a tunnel, with some more.
fn load(eyes: AslEyes<'_>, side: Side, tunnel: u8, more: Group) -> Load {
    let inside = |unit: &Unit| unit.tunnel == tunnel && unit.tunnel != NO_TUNNEL;
    let there = eyes.units_of(side).filter(|(piece, unit, _)| inside(unit) && !more.has(*piece));
    let kinds = there.map(|(_, unit, _)| unit.kind).chain(more.iter().filter_map(|piece| Some(eyes.unit(piece)?.kind)));
    kinds.fold(Load::default(), Load::with)
}

/// Whether a tunnel holds these units beside those in it (B8.61d).
///
/// # Errors
/// The refusal with this clause.
fn has_room(eyes: AslEyes<'_>, side: Side, tunnel: u8, more: Group) -> Result<(), rules::Refusal> {
    B8_61D.forbids(load(eyes, side, tunnel, more).excess() > 0, "a tunnel is never overstacked")
}

/// Whether a pillbox at the end has no room for these units and those on their way to it.
fn is_full(eyes: AslEyes<'_>, side: Side, exit: LocationId, units: Group) -> bool {
    let pillbox = eyes.setting().place(exit) == Some(Place::Pillbox);
    let beneath = end_beneath(eyes.setting(), exit);
    let coming = eyes.units_of(side).filter(|(_, _, at)| Some(*at) == beneath).map(|(piece, _, _)| piece);
    let units = coming.fold(units, Group::with);
    pillbox && stack::excess_with(eyes, side, exit, units) > 0
}

/// Enemies in whose sight an entrance is used remember it (B8.63a).
fn is_seen(turn: &mut impl Turn<Asl>, side: Side, tunnel: u8, entrance: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(ends) = turn.position().tunnels[side].get(usize::from(tunnel)).map(|tunnel| tunnel.ends) else { return };
    let end = u8::from(turn.setting().are_one(ends[1], entrance));
    let entrance = ends[usize::from(end)];
    let sees = |at: LocationId| eyes.setting().are_one(at, entrance) || eyes.line(at, entrance).is_some();
    // A dummy sees it too: whether anybody saw it must not tell what a "?" is.
    let watchers = eyes.units_of(side.other()).filter(|(_, _, at)| sees(*at));
    let by: Group = watchers.map(|(piece, _, _)| piece).collect();
    if !by.is_empty() {
        turn.change(B8_63A, Change::SawTunnel { side, tunnel, end, by });
        let report = BelowReport::SeesEntrance { at: entrance, by };
        turn.report(B8_63A, Audience::Only(side.other()), report.into());
    }
}
