//! Units that can go below at all (B8.4b, B8.45b).

use board::LocationId;
use rules::{Clause, Piece, Refusal, Side};

use crate::mechanics::movement;
use crate::printed::clause::B8_4C;
use crate::printed::flags::Flag;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Checks that a unit can move below at the start of its Movement Phase, by the clause of sewers or tunnels and the
/// clause for broken and berserk units.
pub fn fit(
    eyes: AslEyes<'_>,
    side: Side,
    piece: Piece,
    infantry: Clause,
    wild: Clause,
) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    infantry.forbids(unit.kind.is_weapon(), "only Infantry and dummies can go below")?;
    let gone_wild = unit.is(Flag::Broken) || unit.is(Flag::Berserk);
    wild.forbids(gone_wild, "a broken or berserk unit can't go below")?;
    infantry.forbids(!unit.is_good(), "only Good Order Infantry can go below")?;
    infantry.forbids(
        unit.is(Flag::Moved),
        "this unit has moved: units go below only at the start of their Movement Phase",
    )?;
    B8_4C.forbids(unit.is(Flag::Stopped), "this leader failed his task check and can do nothing more in this phase")?;
    if infantry.is_in_force() {
        movement::may_unit_move(eyes, side, piece).map_err(|refusal| Refusal::new(infantry, refusal.why))?;
    }
    Ok((unit, at))
}
