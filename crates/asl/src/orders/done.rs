//! When a side can end a phase (B8.41f, B8.61b).

use board::LocationId;
use rules::{Group, Piece, Refusal, Side};

use crate::orders::below::come_out::may_come_out;
use crate::printed::clause::{B8_41F, B8_61B};
use crate::printed::flags::Flag;
use crate::setting::below::{is_sewer, is_tunnel};
use crate::state::unit::{NO_TUNNEL, Unit};
use crate::view::AslEyes;

/// Whether the ATTACKER can end his Movement Phase: every stack below has moved (B8.41f).
///
/// # Errors
/// The refusal with its clause.
pub fn may_end_movement(eyes: AslEyes<'_>, side: Side) -> Result<(), Refusal> {
    let waiting = eyes.of(side).units().below().without(Flag::Moved);
    let any = waiting.iter().any(|(_, _, at)| is_sewer(eyes.setting(), at));
    B8_41F.forbids(any, "a stack in the sewers has to move first")
}

/// Whether the ATTACKER can end his Advance Phase: nobody stays in a tunnel (B8.61b).
///
/// # Errors
/// The refusal with this clause.
pub fn may_end_advance(eyes: AslEyes<'_>, side: Side) -> Result<(), Refusal> {
    let inside = |(piece, unit, at): (Piece, &Unit, LocationId)| {
        unit.tunnel != NO_TUNNEL
            && is_tunnel(eyes.setting(), at)
            && may_come_out(eyes, side, Group::EMPTY.with(piece)).is_ok()
    };
    B8_61B.forbids(eyes.of(side).units().below().iter().any(inside), "whoever is in a tunnel has to come out first")
}
