//! A leader opens an impulse (HNL-B23).

use board::LocationId;
use rules::{Group, Piece, Refusal, Side, Turn};

use crate::mechanics::hidden;
use crate::mechanics::standing::ready;
use crate::printed::clause::B23;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::view::HeroesEyes;

/// Whether a leader can open an impulse.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_lead(eyes: HeroesEyes<'_>, side: Side, leader: Piece) -> Result<LocationId, Refusal> {
    let (unit, at) = ready(eyes, side, leader)?;
    B23.forbids(!unit.is_leader(), "only a leader activates others")?;
    Ok(at)
}

/// A leader opens an impulse.
pub fn lead(turn: &mut impl Turn<Heroes>, leader: Piece, at: LocationId) {
    let setting = turn.setting();
    let ground = setting.hex(at).map_or(at, |hex| setting.board.ground(hex));
    hidden::come_out(turn, Group::EMPTY.with(leader));
    turn.change(B23, Change::Impulse { at: ground, leader: Some(leader) });
    turn.push(Step::Impulse);
}
