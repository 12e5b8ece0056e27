//! Striking out a tunnel that was recorded (B8.6b).

use board::LocationId;
use rules::{Refusal, Side, Turn};

use crate::printed::clause::B8_6B;
use crate::state::Asl;
use crate::state::change::Change;
use crate::view::AslEyes;

/// Whether a side may strike out a tunnel.
///
/// # Errors
/// The refusal with its clause.
pub fn may_erase(eyes: AslEyes<'_>, side: Side, from: LocationId, to: LocationId) -> Result<(), Refusal> {
    match recorded(eyes, side, from, to) {
        Some(_) => Ok(()),
        None => Err(Refusal::new(B8_6B, "you have recorded no such tunnel")),
    }
}

/// The number of a side's own tunnel with these ends.
fn recorded(eyes: AslEyes<'_>, side: Side, from: LocationId, to: LocationId) -> Option<u8> {
    eyes.tunnels(side).find(|(_, tunnel)| tunnel.ends == [from, to]).map(|(n, _)| n)
}

/// The tunnel is struck out.
pub fn erase(turn: &mut impl Turn<Asl>, side: Side, from: LocationId, to: LocationId) {
    let eyes = AslEyes::new(turn.setting(), turn.position(), side.seat());
    if let Some(tunnel) = recorded(eyes, side, from, to) {
        turn.change(B8_6B, Change::TunnelErased { side, tunnel });
    }
}
