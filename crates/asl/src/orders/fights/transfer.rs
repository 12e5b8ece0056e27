//! Handing over a weapon (ASL-A5).

use rules::{Group, Piece, Refusal, Side, Turn};

use crate::mechanics::weapons::{is_free, portable};
use crate::mechanics::{carry, concealment};
use crate::printed::clause::A5;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::view::AslEyes;

/// Whether a weapon can be handed over.
///
/// # Errors
/// The refusal with its clause.
pub fn may_transfer(eyes: AslEyes<'_>, side: Side, from: Piece, to: Piece, sw: Piece) -> Result<(), Refusal> {
    let (_, at) = is_free(eyes, side, from)?;
    let (taker, place) = is_free(eyes, side, to)?;
    let (weapon, _) = eyes.own(side, sw)?;
    portable(weapon)?;
    A5.forbids(from == to, "it has it")?;
    A5.forbids(!eyes.setting().are_one(place, at), "they are in different Locations")?;
    A5.forbids(weapon.holder != Some(from), "it does not have that weapon")?;
    carry::may_take(eyes, side, (to, taker), weapon)
}

pub fn transfer(turn: &mut impl Turn<Asl>, from: Piece, to: Piece, sw: Piece) {
    // A weapon that passes between one in sight and one under a "?" shows both.
    let cover = |piece| turn.position().unit(piece).map(|unit| unit.cover);
    if cover(from) != cover(to) {
        concealment::show(turn, Group::EMPTY.with(from).with(to));
    }
    carry::take(turn, A5, to, sw);
    turn.change(A5, Change::Flag { unit: to, flag: Flag::Used, on: true });
}
