//! Units that leave a sewer together, and the markers that they then lose (B8.41h, B8.41i).

use board::LocationId;
use rules::{PieceSet, Refusal, Resolver, Side};

use crate::mechanics::{advancing, stack};
use crate::printed::clause::{B8_41B, B8_41H};
use crate::printed::flags::Flag;
use crate::setting::below::is_sewer;
use crate::state::Asl;
use crate::state::change::Change;
use crate::view::AslEyes;

/// Returns the Sewer Location that all these units can advance from.
pub fn together(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> Result<LocationId, Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (_, at) = advancing::may_unit_advance(eyes, side, piece)?;
        if !is_sewer(eyes.setting(), at) {
            return Err(Refusal::new(B8_41H, "this unit is not in a sewer"));
        }
        if from.replace(at).is_some_and(|from| from != at) {
            return Err(Refusal::new(B8_41B, "units that advance together must start in one Location"));
        }
    }
    from.ok_or_else(|| Refusal::new(B8_41H, "choose at least one unit to advance"))
}

/// Removes the markers a unit has only below. A unit that left an encirclement becomes counter-exhausted.
pub fn settle(resolver: &mut impl Resolver<Asl>, encircled: rules::Clause, below: rules::Clause, unit: rules::Piece) {
    let has = |resolver: &_, flag| flag_of(resolver, unit, flag);
    if has(resolver, Flag::LeftEncircled) {
        for flag in [Flag::Pinned, Flag::Cx] {
            resolver.change(encircled, Change::Flag { unit, flag, on: true });
        }
    }
    for flag in [Flag::LeftEncircled, Flag::Encircled, Flag::Lost, Flag::MayEmerge] {
        if has(resolver, flag) {
            resolver.change(below, Change::Flag { unit, flag, on: false });
        }
    }
}

fn flag_of(resolver: &impl Resolver<Asl>, unit: rules::Piece, flag: Flag) -> bool {
    resolver.position().unit(unit).is_some_and(|unit| unit.is(flag))
}

/// Returns the group with each one more unit of its Location.
pub fn more(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> impl Iterator<Item = PieceSet> {
    let at = units.iter().find_map(|piece| eyes.unit(piece)?.at);
    at.into_iter().flat_map(move |at| stack::with_another(eyes, side, units, at))
}
