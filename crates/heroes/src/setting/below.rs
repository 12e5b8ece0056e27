//! Where the ways below begin and lead, whoever goes.

use board::LocationId;

use crate::printed::catalogue::Catalogue;
use crate::setting::{Entrance, Passage, Setting};

/// Where a way below begins that leads from one Location to another: of a manhole and a staircase in one hex the one that
/// leads there, and of the kind it ends at if both do.
pub fn start(setting: &Setting, from: LocationId, to: LocationId) -> Option<(u8, &Entrance)> {
    let end = setting.entrance(to);
    let leads = |n: u8| end.is_some_and(|(end, _)| setting.passage(n, end) == Passage::Open);
    let of_its_kind = |start: &Entrance| end.is_some_and(|(_, end)| end.kind == start.kind);
    setting.entrances(from).max_by_key(|(n, start)| (leads(*n), of_its_kind(start), std::cmp::Reverse(*n)))
}

/// The list that speaks of a move: that of its start, else that of where it would end.
#[must_use]
pub fn catalogue(setting: &Setting, from: LocationId, to: LocationId) -> Catalogue {
    let start = start(setting, from, to).map(|(_, start)| Catalogue::of(start.kind));
    start.or_else(|| setting.catalogue(to)).unwrap_or(Catalogue::Sewers)
}

/// The entrances a unit could reach from where it is, as the Locations inside.
#[inline]
pub fn exits(setting: &Setting, from: LocationId) -> impl Iterator<Item = LocationId> + '_ {
    let begins = setting.entrance(from).is_some();
    let others = setting.entrances.iter().filter(move |exit| begins && !setting.same_hex(exit.ground, from));
    others.map(|exit| exit.inside)
}
