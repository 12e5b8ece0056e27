//! Beginning to move (ASL-A4).

use board::LocationId;
use rules::{Audience, Group, Refusal, Side, Turn};

use crate::mechanics::concealment;
use crate::mechanics::movement::{factors_of, keeps_no_gun, may_unit_move};
use crate::printed::clause::A4;
use crate::printed::flags::Flag;
use crate::printed::words::Pace;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Whether these units can begin to move together.
///
/// # Errors
/// The refusal with its clause.
pub fn may_go(eyes: AslEyes<'_>, side: Side, units: Group, pace: Pace) -> Result<LocationId, Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (unit, at) = may_unit_move(eyes, side, piece)?;
        if from.is_some_and(|from| from != at) {
            return Err(Refusal::new(A4, "units that move together start in one Location"));
        }
        from = Some(at);
        keeps_no_gun(eyes, piece)?;
        if pace == Pace::Double {
            may_hurry(unit)?;
        }
    }
    let Some(from) = from else {
        return Err(Refusal::new(A4, "nobody moves"));
    };
    if eyes.setting().is_below(from) || eyes.spot(from)?.ways.is_empty() {
        return Err(Refusal::new(A4, "there is no way out of here above ground"));
    }
    Ok(from)
}

/// Whether a unit can move in double time, if it can move.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_hurry(unit: &Unit) -> Result<(), Refusal> {
    A4.forbids(unit.is(Flag::Cx), "it is counter-exhausted")?;
    A4.forbids(unit.is(Flag::Wounded), "a wounded man does not hurry")
}

/// Begins a movement.
pub fn begin(turn: &mut impl Turn<Asl>, side: Side, units: Group, pace: Pace) {
    units.iter().for_each(|unit| concealment::appear(turn, unit));
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let mf_left = factors_of(eyes, units, pace);
    let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
    let open = concealment::open(turn, units);
    if !open.is_empty() {
        turn.report(A4, Audience::All, Report::Goes { units: open, from, pace });
    }
    if open != units {
        turn.report(A4, Audience::All, Report::UnknownGoes { side, from, pace });
    }
    for unit in units.iter() {
        turn.change(A4, Change::Flag { unit, flag: Flag::Moved, on: true });
        if pace == Pace::Double {
            turn.change(A4, Change::Flag { unit, flag: Flag::Cx, on: true });
        }
    }
    turn.change(A4, Change::Moving { units, pace, mf_left, spent: 0, stepped: false, on_road: true });
    turn.push(Step::CarryOn);
}
