//! Start, end and clauses of moves below ground, whatever the unit.

use board::LocationId;

use crate::printed::catalogue::Catalogue;
use crate::setting::{Entrance, Passage, Setting};

/// Returns the entrance where a way below ground begins. If a hex has a manhole and a staircase, the one that leads to
/// the end is preferred, then the one of the same kind.
pub fn start(setting: &Setting, from: LocationId, to: LocationId) -> Option<(u8, &Entrance)> {
    let end = setting.entrance(to);
    let leads = |n: u8| end.is_some_and(|(end, _)| setting.passage(n, end) == Passage::Open);
    let of_its_kind = |start: &Entrance| end.is_some_and(|(_, end)| end.kind == start.kind);
    setting.entrances(from).max_by_key(|(n, start)| (leads(*n), of_its_kind(start), std::cmp::Reverse(*n)))
}

/// Returns the clauses for a move: those of its start, otherwise those of its end.
#[must_use]
pub fn catalogue(setting: &Setting, from: LocationId, to: LocationId) -> Catalogue {
    catalogue_from(setting, start(setting, from, to), to)
}

/// Returns the clauses for a move from the entrance where it begins, if there is one.
#[must_use]
pub fn catalogue_from(setting: &Setting, start: Option<(u8, &Entrance)>, to: LocationId) -> Catalogue {
    let start = start.map(|(_, start)| Catalogue::of(start.kind));
    start.or_else(|| setting.catalogue(to)).unwrap_or(Catalogue::Sewers)
}

/// Lists the Locations inside all other entrances, if a way below ground can begin here.
#[inline]
pub fn exits(setting: &Setting, from: LocationId) -> impl Iterator<Item = LocationId> + '_ {
    let begins = setting.entrance(from).is_some();
    let others = setting.entrances.iter().filter(move |exit| begins && !setting.same_hex(exit.ground, from));
    others.map(|exit| exit.inside)
}
