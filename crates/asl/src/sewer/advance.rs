//! Out of the sewers, and into Close Combat in them (B8.41h, B8.41i, B8.44d).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Group, OfferSink, Refusal, Side, Turn};

use super::{are_joined, is_sewer, manhole};
use crate::below::BelowReport;
use crate::carry::may_carry;
use crate::change::Change;
use crate::clause::{
    B8_2D, B8_4D, B8_5B, B8_5C, B8_41B, B8_41F, B8_41H, B8_41I, B8_42B, B8_42C, B8_42D, B8_44B, B8_44D,
};
use crate::eyes::AslEyes;
use crate::flags::Flag;
use crate::order::{Draft, Order};
use crate::{Asl, advance, stack};

/// The Sewer Location that all these units can advance from.
fn together(eyes: AslEyes<'_>, side: Side, units: Group) -> Result<LocationId, Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (_, at) = advance::may_unit_advance(eyes, side, piece)?;
        if !is_sewer(eyes.setting(), at) {
            return Err(Refusal::new(B8_41H, "it is not in a sewer"));
        }
        if from.replace(at).is_some_and(|from| from != at) {
            return Err(Refusal::new(B8_41B, "units that go together start in one Location"));
        }
    }
    from.ok_or_else(|| Refusal::new(B8_41H, "nobody advances"))
}

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
    let stormed = advance::may_storm(eyes, side, above).is_err();
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
    if B8_41H.is_in_force() && advance::is_stormed_in_vain(turn, side, above) {
        return;
    }
    turn.report(B8_41H, Audience::All, BelowReport::Emerges { side, from, to: above }.into());
    let clause = crate::concealment::parting(turn, units, B8_41H);
    units.iter().for_each(|unit| settle(turn, B8_41I, B8_42B, unit));
    for unit in units.iter() {
        turn.change(clause, Change::Placed { unit, at: above });
    }
}

/// What holds of a unit only while it is below goes; one that left an encirclement comes up worn out.
pub fn settle(turn: &mut impl Turn<Asl>, encircled: rules::Clause, below: rules::Clause, unit: rules::Piece) {
    let has = |turn: &_, flag| flag_of(turn, unit, flag);
    if has(turn, Flag::LeftEncircled) {
        for flag in [Flag::Pinned, Flag::Cx] {
            turn.change(encircled, Change::Flag { unit, flag, on: true });
        }
    }
    for flag in [Flag::LeftEncircled, Flag::Encircled, Flag::Lost, Flag::MayEmerge] {
        if has(turn, flag) {
            turn.change(below, Change::Flag { unit, flag, on: false });
        }
    }
}

fn flag_of(turn: &impl Turn<Asl>, unit: rules::Piece, flag: Flag) -> bool {
    turn.position().unit(unit).is_some_and(|unit| unit.is(flag))
}

/// Whether units can go into Close Combat with the enemy in an adjacent Sewer Location. The emergence dr has no say in it.
///
/// # Errors
/// The refusal with its clause.
pub fn may_close(eyes: AslEyes<'_>, side: Side, units: Group, to: LocationId) -> Result<(), Refusal> {
    let from = together(eyes, side, units)?;
    eyes.spot(to)?;
    may_carry(eyes, units, B8_4D)?;
    if !is_sewer(eyes.setting(), to) || from == to {
        return Err(Refusal::new(B8_41F, "below ground one advances into an adjacent Sewer Location or not at all"));
    }
    if eyes.setting().distance(from, to) != 1 {
        return Err(Refusal::new(B8_44D, "that sewer is not adjacent"));
    }
    B8_44B.forbids(!are_joined(eyes, from, to), "both must be beneath open manholes")?;
    let enemy = eyes.is_unknown_at(side.other(), to);
    B8_44D.forbids(!enemy, "no enemy is in that sewer")?;
    let room = stack::excess_with(eyes, side, to, units) == 0;
    B8_2D.forbids(!room, "a Sewer Location is never overstacked")
}

/// Units close with the enemy below. Whether anybody is under either counter shows in the blows (B8.44e).
pub fn close(turn: &mut impl Turn<Asl>, side: Side, units: Group, to: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
    turn.report(B8_44D, Audience::All, BelowReport::Closes { side, from, to }.into());
    let clause = crate::concealment::parting(turn, units, B8_44D);
    for unit in units.iter() {
        turn.change(B8_44D, Change::Flag { unit, flag: Flag::Advanced, on: true });
    }
    for unit in units.iter() {
        turn.change(clause, Change::Placed { unit, at: to });
    }
    super::join(turn, side, to);
}

/// What units in the sewers may do in the Advance Phase.
pub fn offer(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => {
            let below = eyes.of(side).units().below();
            let enemies = || eyes.any_unknown(side.other(), |at| is_sewer(eyes.setting(), at));
            let enemies_below = !below.is_empty() && enemies();
            for (piece, _, at) in below.iter() {
                if !is_sewer(eyes.setting(), at) {
                    continue;
                }
                let units = Group::EMPTY.with(piece);
                if may_emerge(eyes, side, units).is_ok() {
                    sink.draft(Draft::Emerge { units });
                }
                if enemies_below && closings(eyes, side, units).next().is_some() {
                    sink.draft(Draft::Close { units });
                }
            }
        }
        Some(Draft::Emerge { units }) => {
            if may_emerge(eyes, side, *units).is_ok() {
                sink.order(Order::Emerge { units: *units });
            }
            for more in more(eyes, side, *units).filter(|more| may_emerge(eyes, side, *more).is_ok()) {
                sink.draft(Draft::Emerge { units: more });
            }
        }
        Some(Draft::Close { units }) => {
            for to in closings(eyes, side, *units) {
                sink.order(Order::Close { units: *units, to });
            }
            for more in more(eyes, side, *units).filter(|more| closings(eyes, side, *more).next().is_some()) {
                sink.draft(Draft::Close { units: more });
            }
        }
        Some(_) => {}
    }
}

/// The group with one more unit of its Location.
pub fn more(eyes: AslEyes<'_>, side: Side, units: Group) -> impl Iterator<Item = Group> {
    let at = units.iter().find_map(|piece| eyes.unit(piece)?.at);
    at.into_iter().flat_map(move |at| stack::with_another(eyes, side, units, at))
}

/// Where units can close with the enemy.
fn closings(eyes: AslEyes<'_>, side: Side, units: Group) -> impl Iterator<Item = LocationId> {
    let mut places = ArrayVec::<LocationId, { Group::LIMIT }>::new();
    eyes.unknowns_such(side.other(), |at| is_sewer(eyes.setting(), at), &mut places);
    places.into_iter().filter(move |to| may_close(eyes, side, units, *to).is_ok())
}
