//! Coming up from a sewer (B8.41h).

use rules::{Audience, Group, Refusal, Side, Turn};

use crate::mechanics::below::out::{settle, together};
use crate::mechanics::below::places::manhole;
use crate::mechanics::{advancing, concealment};
use crate::printed::clause::{B8_5B, B8_5C, B8_41H, B8_41I, B8_42B, B8_42C, B8_42D};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::view::AslEyes;

/// Whether units can come up into the Manhole Location above them.
///
/// # Errors
/// The refusal with its clause.
pub fn may_emerge(eyes: AslEyes<'_>, side: Side, units: Group) -> Result<(), Refusal> {
    let from = together(eyes, side, units)?;
    let Some(above) = manhole(eyes, from) else {
        let since = units.iter().any(|piece| eyes.unit(piece).is_some_and(|unit| unit.is(Flag::MayEmerge)));
        let clause = if since { B8_5B } else { B8_5C };
        return Err(Refusal::new(clause, "rubble or a Blaze covers the manhole"));
    };
    for unit in units.iter().filter_map(|piece| eyes.unit(piece)) {
        B8_42D.forbids(unit.is(Flag::Discovered), "a discovered stack cannot come up in this Game Turn")?;
        B8_42C.forbids(unit.is(Flag::Stays), "the emergence dr keeps it below in this Game Turn")?;
        B8_42B.forbids(!unit.is(Flag::MayEmerge), "only the emergence dr lets a stack come up")?;
    }
    let stormed = advancing::may_storm(eyes, side, above).is_err();
    B8_41H.forbids(stormed, "the manhole is in a Fortified Building Location that the enemy holds")
}

/// Units come up, concealed, even among the enemy and in plain sight.
pub fn emerge(turn: &mut impl Turn<Asl>, side: Side, units: Group) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let from = units.iter().find_map(|piece| eyes.unit(piece)?.at);
    let Some((from, above)) = from.and_then(|from| Some((from, manhole(eyes, from)?))) else { return };
    for unit in units.iter() {
        turn.change(B8_41H, Change::Flag { unit, flag: Flag::Advanced, on: true });
    }
    if B8_41H.is_in_force() && advancing::is_stormed_in_vain(turn, side, above) {
        return;
    }
    turn.report(B8_41H, Audience::All, BelowReport::Emerges { side, from, to: above }.into());
    let clause = concealment::parting(turn, units, B8_41H);
    units.iter().for_each(|unit| settle(turn, B8_41I, B8_42B, unit));
    for unit in units.iter() {
        turn.change(clause, Change::Placed { unit, at: above });
    }
}
