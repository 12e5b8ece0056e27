//! Leaving a weapon where one is (ASL-A5).

use rules::{Audience, OfferSink, Piece, Refusal, Side, Turn};

use crate::mechanics::concealment;
use crate::orders::Order;
use crate::printed::clause::{A2, A5, A15, B8_61E};
use crate::printed::flags::Flag;
use crate::printed::words::Cover;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::fights::FightReport;
use crate::state::unit::NO_TUNNEL;
use crate::view::AslEyes;

/// Whether a unit can leave a weapon that it holds where it is; `done` is the marker of those who have acted in this phase.
///
/// # Errors
/// The refusal with its clause.
pub fn may_leave(eyes: AslEyes<'_>, side: Side, unit: Piece, sw: Piece, done: Flag) -> Result<(), Refusal> {
    let (holder, _) = eyes.own(side, unit)?;
    A2.forbids(!holder.is_men(), "a dummy carries nothing")?;
    let (weapon, _) = eyes.own(side, sw)?;
    if !weapon.kind.is_weapon() || weapon.holder != Some(unit) {
        return Err(Refusal::new(A5, "this unit does not hold that weapon"));
    }
    if holder.tunnel != NO_TUNNEL {
        return Err(Refusal::new(B8_61E, "nothing is left in a tunnel"));
    }
    A5.forbids(holder.is(done), "a unit leaves a weapon before it moves, not after")
}

/// The weapons that units of a side can leave.
pub fn offer_leave(eyes: AslEyes<'_>, side: Side, done: Flag, sink: &mut impl OfferSink<Asl>) {
    for (sw, weapon, _) in eyes.of(side).weapons().iter() {
        if let Some(unit) = weapon.holder.filter(|unit| may_leave(eyes, side, *unit, sw, done).is_ok()) {
            sink.order(Order::Leave { unit, sw });
        }
    }
}

/// A unit leaves a weapon. Above ground it lies there for all to see; below, nobody but its own side hears of it.
pub fn leave(turn: &mut impl Turn<Asl>, side: Side, unit: Piece, sw: Piece) {
    let Some(at) = turn.position().unit(unit).and_then(|unit| unit.at) else { return };
    let below = turn.setting().is_below(at);
    if !below {
        concealment::appear(turn, unit);
    }
    turn.change(A5, Change::Held { sw, holder: None });
    let unseen = turn.position().unit(sw).is_some_and(|sw| sw.cover != Cover::Open);
    if unseen && !below {
        turn.change(A15, Change::Cover { unit: sw, now: Cover::Open });
    }
    let audience = if below { Audience::Only(side) } else { Audience::All };
    turn.report(A5, audience, FightReport::Leaves { side, sw, at }.into());
}
