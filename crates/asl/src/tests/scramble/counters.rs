//! Variation of what is under a "?", how much, with which markers, and of where hidden units are.

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use rules::Side;

use crate::printed::flags::Flag;
use crate::printed::words::{Cover, Fate, Phase};
use crate::setting::{Place, Setting};
use crate::state::position::Position;
use crate::state::unit::Unit;
use crate::tests::scramble::kept::Kept;
use crate::tests::scramble::{
    ROOM, any_of, fallen, has_room, is_armed, is_loose, is_moving, is_unseen, load, public, replace,
};

/// Markers that pieces under a "?" may have unseen by all other seats.
const MARKERS: [Flag; 5] = [Flag::Pinned, Flag::Cx, Flag::Moved, Flag::Advanced, Flag::Used];

/// Number of tries to find another place for a hidden unit.
const ELSEWHERE: usize = 3;

/// Exchanges pieces under one "?" with pieces under another, if both may go below alike; and hidden pieces with others
/// in the same area. Units that hold weapons are exchanged with squads only.
pub fn exchanged(setting: &Setting, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let alike = |position: &Position, one: usize, two: usize| {
        let (a, b) = (&position.units[one], &position.units[two]);
        let both = |cover| is_unseen(a, cover) && is_unseen(b, cover);
        let loose = !is_armed(position, one) && !is_armed(position, two);
        a.side == side
            && b.side == side
            && !kept.unit(one)
            && !kept.unit(two)
            && a.granted == b.granted
            && a.set_up_hidden == b.set_up_hidden
            && a.at != b.at
            && (loose || a.kind.is_mmc() && b.kind.is_mmc())
            && (both(Cover::Concealed) || a.area == b.area && both(Cover::Hidden))
    };
    swap_some(position, alike, rng, |position, units| {
        units.iter().filter_map(|unit| unit.at).all(|at| {
            let below = matches!(setting.place(at), Some(Place::Sewer | Place::Tunnel));
            !below || has_room(position, side, at)
        })
    });
}

/// Exchanges the kinds of some pairs of counters; the counters stay.
pub fn swap_some(
    position: &mut Position,
    alike: impl Fn(&Position, usize, usize) -> bool,
    rng: &mut StdRng,
    fits: impl Fn(&Position, [Unit; 2]) -> bool,
) {
    let n = position.units.len();
    let pairs: Vec<(usize, usize)> = (0..n)
        .flat_map(|one| (one + 1..n).map(move |two| (one, two)))
        .filter(|(one, two)| alike(position, *one, *two))
        .collect();
    for _ in 0..4 {
        let Some((one, two)) = any_of(&pairs, rng) else { break };
        let (a, b) = (position.units[one], position.units[two]);
        if !alike(position, one, two) {
            continue;
        }
        let swap = |unit: &Unit, with: &Unit| {
            let unit = Unit { kind: with.kind, known_as: with.known_as, ..*unit };
            // Only single men can be wounded.
            Unit { flags: unit.flags.set(Flag::Wounded, with.is(Flag::Wounded)), ..unit }
        };
        replace(position, one, swap(&a, &b));
        replace(position, two, swap(&b, &a));
        if !fits(position, [a, b]) {
            replace(position, one, a);
            replace(position, two, b);
        }
    }
}

/// Returns how many other counters are under the "?" of counter `n`, if it looks the same with `n` dead. A stack that
/// joined another in this Movement Phase is one with it only at the end of the phase: until then each is seen
/// separately.
fn mates(position: &Position, n: usize) -> usize {
    let unit = &position.units[n];
    let arriving = position.phase == Phase::Movement && position.attacker == unit.side;
    let there = position.units.iter().enumerate().filter(|(m, mate)| {
        *m != n && mate.at.is_some() && mate.at == unit.at && mate.side == unit.side && mate.is_under_counter()
    });
    let stack = |unit: &Unit| (public(unit), unit.is(Flag::Moved));
    there.filter(|(_, mate)| stack(mate) == stack(unit) || !arriving).count()
}

/// Removes counters under a "?": one of several has died below, unreported.
pub fn fewer(position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    for n in 0..position.units.len() {
        let unit = position.units[n];
        let loose = unit.side == side
            && unit.kind.is_men()
            && !kept.there(n)
            && is_loose(position, n, Cover::Concealed)
            && !is_moving(position, n);
        let another =
            |(m, mate): (usize, &Unit)| m != n && mate.side == side && mate.kind.is_men() && mate.fate == Fate::InPlay;
        let last = !position.units.iter().enumerate().any(another);
        if !loose || last || mates(position, n) == 0 || rng.random_ratio(1, 3) {
            continue;
        }
        replace(position, n, fallen(&unit));
    }
}

/// Adds counters under a "?": dead units live again under the "?" of others. Their own counters stay where they are,
/// because an order that names one must begin in the same Location in both positions. Therefore only units that are
/// dead in the first position come back.
pub fn more(first: &Position, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    for n in 0..position.units.len() {
        let unit = position.units[n];
        let dead = first.units[n].fate == Fate::LostUnseen;
        let fallen = dead && !kept.there(n) && unit.side == side && unit.fate == Fate::LostUnseen && unit.kind.is_men();
        let mates: Vec<usize> = (0..position.units.len())
            .filter(|m| {
                position.units[*m].side == side && is_loose(position, *m, Cover::Concealed) && !is_moving(position, *m)
            })
            .filter(|m| !position.units[*m].at.is_some_and(|at| kept.is_closed(side, at)))
            .collect();
        let Some(mate) = any_of(&mates, rng) else { return };
        if !fallen || rng.random_ratio(1, 2) {
            continue;
        }
        let with = position.units[mate];
        let (at, below, fate, cover) = (with.at, with.below, Fate::InPlay, Cover::Concealed);
        let flags = with.flags.set(Flag::Wounded, false);
        replace(position, n, Unit { at, below, fate, cover, flags, tunnel: with.tunnel, ..unit });
        if !at.is_some_and(|at| has_room(position, side, at)) {
            replace(position, n, unit);
        }
    }
}

/// Changes markers of pieces under a "?", except public ones.
pub fn marked_otherwise(position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    for n in 0..position.units.len() {
        let unit = position.units[n];
        let marked = unit.side == side && is_unseen(&unit, Cover::Concealed) && !is_moving(position, n);
        if !marked || kept.markers(n) || rng.random_ratio(1, 2) {
            continue;
        }
        let wounded = unit.kind.is_smc().then_some(Flag::Wounded);
        let mut flags = unit.flags;
        for flag in MARKERS.into_iter().chain(wounded) {
            if rng.random_ratio(1, 4) {
                flags = flags.set(flag, !flags.has(flag));
            }
        }
        replace(position, n, Unit { flags, ..unit });
    }
}

/// Returns the position with only one counter under each "?" of a side.
pub fn thinned(setting: &Setting, position: &Position, side: Side) -> Position {
    let mut other = position.clone();
    for n in 0..other.units.len() {
        let unit = other.units[n];
        let loose =
            unit.side == side && unit.kind.is_men() && is_loose(&other, n, Cover::Concealed) && !is_moving(&other, n);
        if loose && mates(&other, n) > 0 {
            replace(&mut other, n, fallen(&unit));
        }
    }
    other.look(setting);
    other
}

/// Moves a counter with the weapons it holds, if there is room and no enemy.
pub fn put(setting: &Setting, position: &mut Position, n: usize, at: Option<LocationId>) {
    let side = position.units[n].side;
    if let Some(at) = at {
        let parts = || [Some(at), setting.other_part(at)].into_iter().flatten();
        let loads: Vec<(u8, usize)> = parts().map(|part| load(position, side, part)).collect();
        let halves: u8 = loads.iter().map(|load| load.0).sum();
        let singles: usize = loads.iter().map(|load| load.1).sum();
        let here = |place: Option<LocationId>| parts().any(|part| Some(part) == place);
        let enemy = position.units.iter().any(|enemy| enemy.side != side && here(enemy.at));
        if enemy || halves + 2 > ROOM.0 || singles >= ROOM.1 {
            return;
        }
    }
    for m in 0..position.units.len() {
        let piece = position.units[m];
        if m != n && piece.holder.is_none_or(|holder| holder.index() != n) {
            continue;
        }
        let fate = if at.is_some() { Fate::InPlay } else { Fate::Waiting };
        replace(position, m, Unit { at, fate, ..piece });
    }
}

/// Returns a random Location of an area.
pub fn somewhere(setting: &Setting, area: u8, rng: &mut StdRng) -> Option<LocationId> {
    any_of(&setting.area(area)?.places, rng)
}

/// Moves hidden units to other Locations of their areas.
pub fn hidden_elsewhere(setting: &Setting, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    for n in 0..position.units.len() {
        let unit = position.units[n];
        let hides = unit.side == side && unit.cover == Cover::Hidden && unit.fate == Fate::InPlay;
        // Some Locations are full, or have enemies.
        for _ in 0..ELSEWHERE {
            let at = somewhere(setting, unit.area, rng).filter(|at| !kept.is_closed(side, *at));
            if hides && unit.holder.is_none() && !kept.there(n) && at.is_some() {
                put(setting, position, n, at);
            }
        }
    }
}
