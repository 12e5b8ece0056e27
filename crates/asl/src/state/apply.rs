//! Applies each change to a position. No rule is looked up here.

use board::{HexId, LocationId};
use rules::{Piece, PieceSet, Side};

use crate::printed::flags::Flags;
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Fate, Phase};
use crate::setting::Setting;
use crate::state::change::Change;
use crate::state::position::{Charge, Clearing, Fort, Moving, Position, Residual, Tunnel};
use crate::state::unit::{NO_TUNNEL, Unit};

/// Applies `change` to the position. Looks up no rule.
// Rules apply a known kind of change: inlined, only its arm of the match remains.
#[inline(always)]
pub fn apply(setting: &Setting, position: &mut Position, change: &Change) {
    match *change {
        Change::Turn { now } => position.turn = now,
        Change::Phase { now } => position.phase = now,
        Change::Attacker { side } => position.attacker = side,
        Change::SetUp { unit, at } => {
            with(position, unit, |unit| unit.fate = Fate::InPlay);
            place(setting, position, unit, at);
        }
        Change::SetUpOver { side } => position.placed[side] = true,
        Change::Placed { unit, at } => place(setting, position, unit, at),
        Change::Cover { unit, now } => cover(position, unit, now),
        Change::Flag { unit, flag, on } => position.units.mark(unit, flag, on),
        Change::Clear { side, flag } => position.units.clear(side, flag),
        Change::Counter { unit, kind } => with(position, unit, |unit| {
            unit.kind = kind;
            if unit.is_open() {
                unit.known_as = kind;
            }
        }),
        Change::InTunnel { unit, tunnel } => with(position, unit, |unit| unit.tunnel = tunnel.unwrap_or(NO_TUNNEL)),
        Change::Held { sw, holder } => held(position, sw, holder),
        Change::Gone { unit, fate } => gone(position, unit, fate),
        Change::Moving { units, pace, allotted, mf_left, spent, stepped, on_road, residual, careful, led } => {
            flee(position, units);
            let moving = Moving { units, pace, allotted, mf_left, spent, stepped, on_road, residual, careful, led };
            position.moving = Some(moving);
        }
        Change::MovingOver => {
            position.moving = None;
            position.fled_from = PieceSet::EMPTY;
            position.rout_from = None;
        }
        Change::Residual { at, fp } => {
            position.residual.retain(|residual| residual.at != at);
            if fp > 0 {
                let _ = position.residual.try_push(Residual { at, fp });
            }
        }
        Change::ResidualGone => position.residual.clear(),
        Change::Covered { cover, on } => {
            let bit = 1u16.checked_shl(u32::from(cover)).unwrap_or(0);
            position.covered = if on { position.covered | bit } else { position.covered & !bit };
            position.look(setting);
        }
        Change::Rubble { at } => {
            let hex = setting.hex(at);
            position.cleared.retain(|(cleared, _)| Some(*cleared) != hex);
            note_hex(&mut position.rubble, hex);
        }
        Change::Buried { at } => note_hex(&mut position.buried, setting.hex(at)),
        Change::Holds { objective, side } => holds(position, objective, side),
        Change::Barred { at } => {
            if !position.barred.contains(&at) {
                let _ = position.barred.try_push(at);
            }
        }
        Change::Unbarred => position.barred.clear(),
        Change::SewerEntered { at } => {
            let _ = position.entered.try_push(at);
        }
        Change::SewersFresh => position.entered.clear(),
        Change::Created { unit, from, kind } => created(setting, position, unit, from, kind),
        Change::FiredAt { from, at } => note(&mut position.fired_at, (from, at)),
        Change::FiresFresh => position.fired_at.clear(),
        Change::NoQuarter { side } => position.no_quarter[side] = true,
        Change::Claimed { objective, side } => claimed(position, objective, side),
        Change::Cleared { at, way } => {
            if let (Some(hex), [Some(one), Some(two)]) = (setting.hex(at), way.map(|at| setting.hex(at))) {
                note(&mut position.cleared, (hex, [one, two]));
            }
        }
        _ => works(position, *change),
    }
}

/// Gives an objective to a side, as all know.
fn holds(position: &mut Position, objective: u8, side: Side) {
    for held in [&mut position.held, &mut position.truly] {
        if let Some(held) = held.get_mut(usize::from(objective)) {
            *held = Some(side);
        }
    }
    unseen_gain(position, objective, side, false);
    unseen_gain(position, objective, side.other(), false);
}

/// Gives an objective to a side that gained it unseen.
fn claimed(position: &mut Position, objective: u8, side: Side) {
    if let Some(held) = position.truly.get_mut(usize::from(objective)) {
        *held = Some(side);
    }
    unseen_gain(position, objective, side, true);
}

/// Applies the changes of tunnels, Fortified Locations, charges and rubble.
fn works(position: &mut Position, change: Change) {
    match change {
        Change::Tunnel { side, from, to } => {
            let none = [PieceSet::EMPTY; 2];
            let tunnel = Tunnel { ends: [from, to], gone: false, saw: none, found: none };
            let _ = position.tunnels[side].try_push(tunnel);
            position.tunnels_left[side] = position.tunnels_left[side].saturating_sub(1);
        }
        Change::Forfeited { side, at } => {
            match at {
                Some(at) => position.forts.retain(|fort| fort.at != at || fort.side != side),
                None => position.forts_left[side] = position.forts_left[side].saturating_sub(1),
            }
            position.tunnels_left[side] = position.tunnels_left[side].saturating_add(1);
        }
        Change::Fortified { side, at } => {
            let _ = position.forts.try_push(Fort { side, at, known: false, fixed: false });
            // Both sides record at once: in which order must not matter.
            position.forts.sort_unstable_by_key(|fort| (fort.side, fort.at));
            position.forts_left[side] = position.forts_left[side].saturating_sub(1);
        }
        Change::TunnelErased { side, tunnel } => {
            let recorded = &mut position.tunnels[side];
            let before = recorded.len();
            let mut n = 0u8..;
            recorded.retain(|_| n.next() != Some(tunnel));
            let erased = u8::from(recorded.len() < before);
            position.tunnels_left[side] = position.tunnels_left[side].saturating_add(erased);
        }
        Change::Unfortified { side, at } => {
            position.forts.retain(|fort| fort.at != at || fort.side != side);
            position.forts_left[side] = position.forts_left[side].saturating_add(1);
        }
        Change::Kept { side } => {
            position.tunnels_left[side] = position.tunnels_left[side].saturating_sub(1);
            position.forts_left[side] = position.forts_left[side].saturating_add(1);
        }
        Change::Recorded { side } => position.recorded[side] = true,
        Change::FortKnown { side, at } => {
            for fort in position.forts.iter_mut().filter(|fort| fort.at == at && fort.side == side) {
                fort.known = true;
            }
        }
        Change::SawTunnel { side, tunnel, end, by } => with_tunnel(position, side, tunnel, |tunnel| {
            if let Some(saw) = tunnel.saw.get_mut(usize::from(end)) {
                *saw = by.iter().fold(*saw, PieceSet::with);
            }
        }),
        Change::FoundTunnel { side, tunnel, end, by } => with_tunnel(position, side, tunnel, |tunnel| {
            if let Some(found) = tunnel.found.get_mut(usize::from(end)) {
                *found = found.with(by);
            }
        }),
        Change::PlacedCharge { sw, unit, at, toward, set, halved, exhausted } => {
            let turn = position.turn;
            let _ = position.charges.try_push(Charge { sw, unit, at, toward, set, halved, exhausted, turn });
        }
        Change::ChargeGone { sw } => position.charges.retain(|charge| charge.sw != sw),
        Change::Breached { from, to } => note(&mut position.breaches, (from, to)),
        Change::Clears { units, at, way } => {
            let _ = position.clearings.try_push(Clearing { units, at, way });
        }
        Change::ClearingOver => position.clearings.clear(),
        Change::Ruined { at } => note(&mut position.ruined, at),
        Change::TunnelGone { side, tunnel } => with_tunnel(position, side, tunnel, |tunnel| tunnel.gone = true),
        _ => {}
    }
}

#[inline]
fn with(position: &mut Position, unit: Piece, change: impl FnOnce(&mut Unit)) {
    position.units.change(unit, change);
}

fn with_tunnel(position: &mut Position, side: Side, tunnel: u8, change: impl FnOnce(&mut Tunnel)) {
    if let Some(tunnel) = position.tunnels[side].get_mut(usize::from(tunnel)) {
        change(tunnel);
    }
}

/// A piece and the weapons it holds.
#[inline]
fn with_weapons(position: &mut Position, piece: Piece, change: impl Fn(&mut Unit)) {
    for unit in held_by(position, piece).with(piece).iter() {
        position.units.change(unit, &change);
    }
}

/// Returns the weapons that a piece holds.
#[inline]
fn held_by(position: &Position, piece: Piece) -> PieceSet {
    position.units.held_by(piece, position.units.weapons())
}

/// Notes where a rout begins, and the enemies in sight of it before each of its steps.
#[inline]
fn flee(position: &mut Position, units: PieceSet) {
    if position.phase != Phase::Rout {
        return;
    }
    let Some(unit) = units.iter().next() else { return };
    if position.moving.is_none() {
        position.rout_from = position.unit(unit).and_then(|unit| unit.at);
    }
    let seen = position.lines.of(unit) & position.units.lying(Cover::Open);
    position.fled_from = position.fled_from | seen;
}

/// Gives a weapon to a holder, or a prisoner to a Guard.
fn held(position: &mut Position, piece: Piece, holder: Option<Piece>) {
    with(position, piece, |piece| piece.holder = holder);
    let captured = position.unit(piece).is_some_and(|piece| piece.fate == Fate::Captured);
    position.prisoners.set(piece, captured && holder.is_some());
}

fn place(setting: &Setting, position: &mut Position, piece: Piece, at: LocationId) {
    let below = setting.is_below(at);
    for unit in held_by(position, piece).with(piece).iter() {
        position.units.put(unit, at, below);
    }
    position.lines.draw(&setting.sight, position.covered, &position.units, piece, at);
}

fn cover(position: &mut Position, piece: Piece, now: Cover) {
    with_weapons(position, piece, |unit| {
        unit.cover = now;
        if now == Cover::Open {
            unit.known_as = unit.kind;
            unit.set_up_hidden = false;
        }
    });
}

fn gone(position: &mut Position, piece: Piece, fate: Fate) {
    for weapon in held_by(position, piece).iter() {
        position.units.change(weapon, |weapon| weapon.holder = None);
    }
    position.units.change(piece, |unit| {
        unit.at = None;
        unit.below = false;
        unit.fate = fate;
        unit.flags = Flags::NONE;
        unit.holder = None;
        unit.tunnel = NO_TUNNEL;
    });
    position.lines.erase(piece);
    position.prisoners = position.prisoners.without(piece);
    position.charges.retain(|charge| charge.sw != piece);
    if let Some(moving) = &mut position.moving {
        moving.units = moving.units.without(piece);
    }
}

/// Adds a piece that comes out of another. Its number is the next one: pieces are never removed from the list.
fn created(setting: &Setting, position: &mut Position, unit: Piece, from: Piece, kind: Kind) {
    debug_assert_eq!(unit.index(), position.units.len(), "a new piece is not the next one");
    let Some(at) = position.unit(from).and_then(|from| from.at) else { return };
    if let Some(new) = position.units.create(from, kind) {
        position.lines.draw(&setting.sight, position.covered, &position.units, new, at);
    }
}

fn unseen_gain(position: &mut Position, objective: u8, side: Side, gained: bool) {
    if let Some(gain) = position.unseen_gains[side].get_mut(usize::from(objective)) {
        *gain = gained;
    }
}

/// Adds an entry to a list, once.
fn note<T: PartialEq, const N: usize>(list: &mut arrayvec::ArrayVec<T, N>, entry: T) {
    if !list.contains(&entry) {
        let _ = list.try_push(entry);
    }
}

fn note_hex<const N: usize>(list: &mut arrayvec::ArrayVec<HexId, N>, hex: Option<HexId>) {
    if let Some(hex) = hex.filter(|hex| !list.contains(hex)) {
        let _ = list.try_push(hex);
    }
}
