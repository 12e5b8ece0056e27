//! Taking up a weapon that lies about (ASL-A29).

use rules::{Piece, Refusal, Side, Turn};

use crate::mechanics::weapons::{is_free, portable};
use crate::mechanics::{carry, concealment, morale};
use crate::printed::clause::A29;
use crate::printed::flags::Flag;
use crate::printed::tables::RECOVERY;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::fights::FightReport;
use crate::view::AslEyes;

/// Whether a unit can try to take up a weapon that lies in its Location.
///
/// # Errors
/// The refusal with its clause.
pub fn may_recover(eyes: AslEyes<'_>, side: Side, unit: Piece, sw: Piece) -> Result<(), Refusal> {
    let (finder, at) = is_free(eyes, side, unit)?;
    let (weapon, place) = eyes.own(side, sw)?;
    portable(weapon)?;
    A29.forbids(!eyes.setting().are_one(place, at), "the weapon is elsewhere")?;
    A29.forbids(weapon.holder.is_some(), "somebody has it")?;
    carry::may_take(eyes, side, (unit, finder), weapon)
}

/// A unit looks for a weapon. Below ground nobody else hears of it, and it stays under its "?".
pub fn recover(turn: &mut impl Turn<Asl>, unit: Piece, sw: Piece) {
    let Some(finder) = turn.position().unit(unit).copied() else { return };
    if !finder.below {
        concealment::lose(turn, unit);
    }
    turn.change(A29, Change::Flag { unit, flag: Flag::Used, on: true });
    let dr = morale::roll(turn, A29, &finder, 1, "recovery") + u16::from(finder.is(Flag::Cx));
    let found = dr <= RECOVERY;
    morale::tell(turn, A29, &finder, FightReport::Recovers { unit, sw, dr: dr as u8, found });
    if found {
        carry::take(turn, A29, unit, sw);
    }
}
