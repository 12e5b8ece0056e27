//! Positions that a seat can't distinguish, written from the rules and not from the system's view: what is under each
//! "?" and how much, its markers, where hidden units are, recorded works, and placements in a set-up that is not over.

pub mod counters;
pub mod disclosed;
pub mod kept;
pub mod set_up;
pub mod varied;
pub mod weapons;
pub mod works;

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use rules::{Piece, Seat, Side};

use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::Class;
use crate::printed::words::{Cover, Fate, Phase};
use crate::setting::Setting;
use crate::state::position::Position;
use crate::state::unit::{NO_TUNNEL, Unit};
use crate::tests::scramble::kept::{Kept, Secret};

/// Half-squads and single men that fit into a Location (B8.2d).
pub const ROOM: (u8, usize) = (6, 4);

/// Returns another position; `None` where nothing is hidden from the seat.
pub fn scramble(
    setting: &Setting,
    position: &Position,
    seat: Seat,
    kept: &[Secret],
    rng: &mut StdRng,
) -> Option<Position> {
    if kept.contains(&Secret::All) {
        return None;
    }
    let kept = Kept::of(setting, position, kept);
    let mut other = position.clone();
    for side in Side::BOTH.into_iter().filter(|side| seat != Seat::Side(*side)) {
        if position.placed[side] {
            counters::exchanged(setting, &mut other, side, &kept, rng);
            counters::hidden_elsewhere(setting, &mut other, side, &kept, rng);
        } else {
            set_up::otherwise(setting, &mut other, side, &kept, rng);
        }
        if position.phase != Phase::SetUp {
            counters::fewer(&mut other, side, &kept, rng);
            counters::more(position, &mut other, side, &kept, rng);
            weapons::armed_otherwise(&mut other, side, &kept, rng);
            weapons::left_below(setting, &mut other, side, &kept, rng);
            counters::marked_otherwise(&mut other, side, &kept, rng);
            works::seen_by_others(&mut other, side, &kept, rng);
            works::found_by_another(&mut other, side, &kept, rng);
        }
        works::dug_otherwise(setting, &mut other, side, seat == Seat::Spectator, &kept, rng);
        works::recorded_otherwise(setting, &mut other, side, &kept, rng);
        works::fortified_elsewhere(setting, &mut other, side, &kept, rng);
    }
    other.look(setting);
    (other != *position).then_some(other)
}

pub fn replace(position: &mut Position, n: usize, by: Unit) {
    position.units.change(Piece(n as u16), |unit| *unit = by);
}

/// Returns the unit as one that died unseen.
pub fn fallen(unit: &Unit) -> Unit {
    Unit { at: None, below: false, fate: Fate::LostUnseen, flags: Flags::NONE, tunnel: NO_TUNNEL, ..*unit }
}

pub fn is_armed(position: &Position, n: usize) -> bool {
    position.units.iter().any(|weapon| weapon.holder.is_some_and(|holder| holder.index() == n))
}

pub fn is_moving(position: &Position, n: usize) -> bool {
    position.moving.is_some_and(|moving| moving.units.has(Piece(n as u16)))
}

/// Returns whether a counter is on the board out of sight.
pub fn is_unseen(unit: &Unit, cover: Cover) -> bool {
    unit.fate == Fate::InPlay && unit.cover == cover && !unit.kind.is_weapon()
}

/// Returns whether a counter is on the board out of sight and holds nothing.
pub fn is_loose(position: &Position, n: usize, cover: Cover) -> bool {
    is_unseen(&position.units[n], cover) && !is_armed(position, n)
}

/// Returns the half-squads and single men of a side in a Location; a squad counts as two.
pub fn load(position: &Position, side: Side, at: LocationId) -> (u8, usize) {
    let there = || position.units.iter().filter(move |unit| unit.side == side && unit.at == Some(at));
    let halves = there().map(|unit| match unit.kind.class() {
        Class::Squad => 2,
        Class::HalfSquad => 1,
        _ => 0,
    });
    (halves.sum(), there().filter(|unit| matches!(unit.kind.class(), Class::Leader | Class::Hero)).count())
}

pub fn has_room(position: &Position, side: Side, at: LocationId) -> bool {
    let (halves, singles) = load(position, side, at);
    halves <= ROOM.0 && singles <= ROOM.1
}

/// Returns the public markers of a piece under a "?".
pub fn public(unit: &Unit) -> [bool; 2] {
    [Flag::Lost, Flag::Discovered].map(|flag| unit.is(flag))
}

/// Returns a random item of a list, if it has any.
pub fn any_of<T: Copy>(list: &[T], rng: &mut StdRng) -> Option<T> {
    list.get(rng.random_range(0..list.len().max(1))).copied()
}
