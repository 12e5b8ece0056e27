//! Variation of weapons out of sight: their holders, and their Locations below.

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use rules::{Piece, Side};

use crate::printed::words::{Cover, Fate};
use crate::setting::{Place, Setting};
use crate::state::position::Position;
use crate::state::unit::Unit;
use crate::tests::scramble::kept::Kept;
use crate::tests::scramble::{any_of, fallen, is_armed, is_moving, replace};

/// Gives weapons out of sight to other holders out of sight; weapons set up hidden only to holders set up hidden.
pub fn armed_otherwise(position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    for n in 0..position.units.len() {
        let weapon = position.units[n];
        let unseen = weapon.side == side && weapon.kind.is_weapon() && weapon.cover != Cover::Open;
        let moves = weapon.holder.is_none_or(|holder| is_moving(position, holder.index()));
        if !unseen || moves || kept.unit(n) || rng.random_ratio(1, 2) {
            continue;
        }
        let fits = |(m, unit): (usize, &Unit)| {
            let there =
                unit.side == side && unit.fate == Fate::InPlay && unit.kind.is_mmc() && unit.cover != Cover::Open;
            there
                && !kept.unit(m)
                && unit.set_up_hidden == weapon.set_up_hidden
                && !is_armed(position, m)
                && !is_moving(position, m)
        };
        let others: Vec<usize> = position.units.iter().enumerate().filter(|one| fits(*one)).map(|(m, _)| m).collect();
        let Some(m) = any_of(&others, rng) else { continue };
        let holder = position.units[m];
        let with = Unit { holder: Some(Piece(m as u16)), at: holder.at, below: holder.below, ..weapon };
        replace(position, n, Unit { cover: holder.cover, tunnel: holder.tunnel, ..with });
    }
}

/// Moves weapons out of sight, except those set up hidden or with moving units, to some sewer, or removes them as
/// buried: the loss of a weapon there is never reported.
pub fn left_below(setting: &Setting, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let sewers: Vec<LocationId> = (0u16..)
        .map(LocationId)
        .zip(&setting.spots)
        .filter(|(_, spot)| spot.place == Place::Sewer)
        .map(|(at, _)| at)
        .collect();
    for n in 0..position.units.len() {
        let weapon = position.units[n];
        let unseen = weapon.cover == Cover::Concealed || weapon.fate == Fate::LostUnseen;
        let some = weapon.side == side && weapon.kind.is_weapon() && unseen && !weapon.set_up_hidden;
        let moves = weapon.holder.is_some_and(|holder| is_moving(position, holder.index()));
        let waits = weapon.fate == Fate::Waiting || sewers.is_empty() || !setting.options.sewers;
        if !some || moves || waits || kept.unit(n) || rng.random_ratio(1, 2) {
            continue;
        }
        let gone = Unit { holder: None, cover: Cover::Concealed, ..fallen(&weapon) };
        let at = any_of(&sewers, rng);
        let lying = Unit { at, below: true, fate: Fate::InPlay, ..gone };
        replace(position, n, if rng.random_ratio(1, 4) { gone } else { lying });
    }
}
