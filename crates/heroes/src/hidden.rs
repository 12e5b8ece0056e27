//! Hidden units: they show themselves by what they do, or are found from next to them (HNL-B19).

use board::LocationId;
use rules::{Group, Piece, Turn};

use crate::Heroes;
use crate::change::Change;
use crate::clause::B19;
use crate::position::Position;
use crate::setting::Setting;

/// Shows the hidden ones among these units: they act.
#[inline]
pub fn show(turn: &mut impl Turn<Heroes>, units: Group) {
    for unit in units.iter() {
        if turn.position().unit(unit).is_some_and(|unit| unit.hidden) {
            turn.change(B19, Change::Shown { unit });
        }
    }
}

/// A hidden unit that is found: a shown enemy in Good Order is next to it or in its hex.
fn found(setting: &Setting, position: &Position) -> Option<Piece> {
    let spotters = || position.units.iter().filter(|unit| !unit.hidden && unit.is_good());
    position
        .all()
        .filter(|(_, unit)| unit.hidden)
        .find(|(_, hidden)| {
            let near = |at: Option<LocationId>| match (at, hidden.at) {
                (Some(a), Some(b)) => setting.distance(a, b) <= 1,
                _ => false,
            };
            spotters().any(|unit| unit.side != hidden.side && near(unit.at))
        })
        .map(|(piece, _)| piece)
}

/// Whether some hidden unit would be found.
#[must_use]
pub fn is_anyone_found(setting: &Setting, position: &Position) -> bool {
    found(setting, position).is_some()
}

/// Shows every hidden unit that is found; who is shown finds others.
#[inline]
pub fn spot(turn: &mut impl Turn<Heroes>) {
    if !turn.position().units.iter().any(|unit| unit.hidden) {
        return;
    }
    while let Some(unit) = found(turn.setting(), turn.position()).filter(|_| B19.is_in_force()) {
        turn.change(B19, Change::Shown { unit });
    }
}
