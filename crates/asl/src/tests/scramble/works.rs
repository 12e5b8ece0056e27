//! Variation of recorded works: tunnels, the units that have seen them used, and Fortified Locations.

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use rules::{Piece, PieceSet, Side};

use crate::printed::words::{Cover, Fate};
use crate::setting::{Place, Setting};
use crate::state::position::{FORTS, Fort, Position, TUNNELS, Tunnel};
use crate::state::unit::Unit;
use crate::tests::scramble::any_of;
use crate::tests::scramble::kept::Kept;

/// Changes which hidden or concealed units have seen a tunnel used: a unit keeps what it saw wherever it goes.
pub fn seen_by_others(position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let lurks = |unit: &Unit| unit.side == side && unit.cover != Cover::Open && unit.fate == Fate::InPlay;
    let unseen: Vec<Piece> = (0u16..)
        .zip(&position.units)
        .filter(|(n, unit)| lurks(unit) && !unit.kind.is_weapon() && !kept.unit(usize::from(*n)))
        .map(|(n, _)| Piece(n))
        .collect();
    let inside: Vec<u8> = position.units.iter().map(|unit| unit.tunnel).collect();
    for (n, tunnel) in (0u8..).zip(&mut position.tunnels[side.other()]) {
        if kept.tunnel(side.other(), n) {
            continue;
        }
        for end in 0..2 {
            let used = !tunnel.saw[end].is_empty() || inside.contains(&n);
            for &piece in unseen.iter().filter(|_| used && rng.random_ratio(1, 2)) {
                let saw = tunnel.saw[end];
                let without = !saw.has(piece) || tunnel.found[end].has(piece);
                tunnel.saw[end] = if without { saw.with(piece) } else { saw.without(piece) };
            }
        }
    }
}

/// Changes which unit of a side has found the entrance, living or dead: only that it was found is reported.
pub fn found_by_another(position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let fit = |unit: &Unit| unit.side == side && !unit.kind.is_weapon() && unit.fate != Fate::Waiting;
    let all: Vec<Piece> = (0u16..).zip(&position.units).filter(|(_, unit)| fit(unit)).map(|(n, _)| Piece(n)).collect();
    for (n, tunnel) in (0u8..).zip(&mut position.tunnels[side.other()]) {
        if kept.tunnel(side.other(), n) {
            continue;
        }
        for end in 0..2 {
            let Some(another) = any_of(&all, rng) else { return };
            if !tunnel.found[end].is_empty() {
                tunnel.found[end] = PieceSet::EMPTY.with(another);
                tunnel.saw[end] = tunnel.saw[end].with(another);
            }
        }
    }
}

/// Returns the side's own entrenchment into which an entrance can lead (B8.6d).
fn own(setting: &Setting, side: Side, entrance: LocationId) -> Option<LocationId> {
    let inner = setting.spots[entrance.index()].entrenchment;
    inner.filter(|inner| setting.entrenchments[side].contains(inner))
}

/// Returns the entrance of a tunnel's end: the end itself, or the one that leads into the entrenchment.
fn entrance(setting: &Setting, end: LocationId) -> LocationId {
    let spot = &setting.spots[end.index()];
    if spot.place == Place::Entrenchment { spot.pillbox.unwrap_or(spot.ground) } else { end }
}

fn is_inside(unit: &Unit, side: Side, n: u8) -> bool {
    unit.side == side && unit.fate == Fate::InPlay && unit.tunnel == n
}

/// Changes the end of a used tunnel where the enemy saw nothing of it. While units are in it, only its side knows more
/// than the hex where they will come out. To spectators (`to_all`) both ends are secret.
pub fn dug_otherwise(
    setting: &Setting,
    position: &mut Position,
    side: Side,
    to_all: bool,
    kept: &Kept,
    rng: &mut StdRng,
) {
    for n in 0..position.tunnels[side].len() as u8 {
        let tunnel = position.tunnels[side][usize::from(n)];
        let inside: Vec<LocationId> =
            (position.units.iter()).filter(|unit| is_inside(unit, side, n)).filter_map(|unit| unit.at).collect();
        let used = tunnel.saw != [PieceSet::EMPTY; 2] || !inside.is_empty();
        if tunnel.gone || !used || rng.random_ratio(1, 4) {
            continue;
        }
        for end in 0..2u8 {
            let (this, that) = (usize::from(end), usize::from(1 - end));
            // The discovery of an entrance is public.
            let known = !tunnel.found[this].is_empty() || !tunnel.saw[this].is_empty() && !to_all;
            if known || kept.entrance(side, n, end) {
                continue;
            }
            let ends = position.tunnels[side][usize::from(n)].ends;
            let ways = &setting.tunnel_edges[entrance(setting, ends[that]).index()];
            let exits = inside.iter().any(|at| setting.same_hex(*at, ends[this]));
            let others = position.tunnels[side].iter().enumerate().filter(|(m, _)| *m != usize::from(n));
            let taken: Vec<LocationId> = others.flat_map(|(_, tunnel)| tunnel.ends).chain(ends).collect();
            let near: Vec<LocationId> = (ways.iter().copied())
                .flat_map(|to| [Some(to), own(setting, side, to)].into_iter().flatten())
                .filter(|to| !exits || setting.same_hex(*to, ends[this]))
                .filter(|to| !taken.contains(to))
                .collect();
            if let Some(to) = any_of(&near, rng) {
                position.tunnels[side][usize::from(n)].ends[this] = to;
            }
        }
    }
}

/// Changes tunnels that were never seen or used, and their number.
pub fn recorded_otherwise(setting: &Setting, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let units: Vec<Unit> = position.units.iter().copied().collect();
    let known = |n: usize, tunnel: &Tunnel| {
        kept.any_of_tunnel(side, n as u8)
            || tunnel.gone
            || tunnel.saw != [PieceSet::EMPTY; 2]
            || units.iter().any(|unit| is_inside(unit, side, n as u8))
    };
    let all = setting.tunnels[side];
    // A tunnel is identified by its index, so only the last ones come and go.
    while let Some(last) = position.tunnels[side].last().copied() {
        let n = position.tunnels[side].len() - 1;
        if known(n, &last) || rng.random_ratio(2, 3) {
            break;
        }
        position.tunnels[side].pop();
        position.tunnels_left[side] += 1;
    }
    let starts: Vec<LocationId> = (0u16..)
        .map(LocationId)
        .zip(&setting.tunnel_edges)
        .filter(|(_, ends)| !ends.is_empty())
        .map(|(from, _)| from)
        .collect();
    let draw = |position: &Position, rng: &mut StdRng| {
        let from = any_of(&starts, rng)?;
        let to = any_of(&setting.tunnel_edges[from.index()], rng)?;
        let ends = [from, to].map(|at| own(setting, side, at).filter(|_| rng.random_ratio(1, 2)).unwrap_or(at));
        let free = !position.tunnels[side].iter().any(|tunnel| ends.iter().any(|end| tunnel.ends.contains(end)));
        free.then_some(ends)
    };
    for n in 0..position.tunnels[side].len() {
        if !known(n, &position.tunnels[side][n])
            && let Some(ends) = draw(position, rng)
        {
            position.tunnels[side][n].ends = ends;
        }
    }
    let room = position.tunnels[side].len() < usize::from(all).min(TUNNELS) && position.tunnels_left[side] > 0;
    if room
        && rng.random_ratio(1, 2)
        && let Some(ends) = draw(position, rng)
    {
        let none = [PieceSet::EMPTY; 2];
        let _ = position.tunnels[side].try_push(Tunnel { ends, gone: false, saw: none, found: none });
        position.tunnels_left[side] -= 1;
    }
}

/// Changes secret Fortified Locations, and their number.
pub fn fortified_elsewhere(setting: &Setting, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let secret = |fort: &Fort| fort.side == side && !fort.known && !fort.fixed && !kept.fort(side, fort.at);
    let mut given_up = 0;
    position.forts.retain(|fort| {
        let stays = !secret(fort) || rng.random_ratio(1, 4);
        given_up += u8::from(!stays);
        stays
    });
    position.forts_left[side] += given_up;
    let free: Vec<LocationId> = (setting.fortifiable[side].iter().copied())
        .filter(|at| !kept.fort(side, *at) && !position.forts.iter().any(|fort| fort.at == *at))
        .collect();
    while position.forts_left[side] > 0 && rng.random_ratio(3, 4) {
        let own = position.forts.iter().filter(|fort| fort.side == side).count();
        let Some(at) = any_of(&free, rng).filter(|_| own < FORTS / 2) else { return };
        if !position.forts.iter().any(|fort| fort.at == at) {
            let _ = position.forts.try_push(Fort { side, at, known: false, fixed: false });
            position.forts.sort_unstable_by_key(|fort| (fort.side, fort.at));
            position.forts_left[side] -= 1;
        }
    }
}
