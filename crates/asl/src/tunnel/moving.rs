//! Through a tunnel in the Movement Phase, and out of it in the Advance Phase (B8.61).

use board::LocationId;
use rules::{Audience, Group, OfferSink, Piece, Refusal, Side, Turn};

use super::{between, end_beneath, has_room, is_full, is_seen, is_tunnel, others};
use crate::below::BelowReport;
use crate::carry::may_carry;
use crate::change::Change;
use crate::clause::{B8_41G, B8_61A, B8_61B, B8_61C, B8_61E, B8_61F};
use crate::eyes::AslEyes;
use crate::flags::Flag;
use crate::order::{Draft, Order};
use crate::position::{Cover, Fate, NO_TUNNEL, Unit};
use crate::report::Report;
use crate::setting::Place;
use crate::sewer::{eliminate, fit, is_dummy, more, settle};
use crate::{Asl, advance};

/// The entrance Location that all these units are in, at the start of their Movement Phase.
fn together(eyes: AslEyes<'_>, side: Side, units: Group) -> Result<LocationId, Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (_, at) = fit(eyes, side, piece, B8_61A, B8_61A)?;
        let at = eyes.setting().location(at);
        if from.replace(at).is_some_and(|from| from != at) {
            return Err(Refusal::new(B8_61A, "units that go together start in one Location"));
        }
    }
    from.ok_or_else(|| Refusal::new(B8_61A, "nobody goes below"))
}

/// Whether units can go through a tunnel of their side to its other end.
///
/// # Errors
/// The refusal with its clause.
pub fn may_move(eyes: AslEyes<'_>, side: Side, units: Group, to: LocationId) -> Result<(), Refusal> {
    let from = together(eyes, side, units)?;
    let spot = eyes.spot(to)?;
    let Some((tunnel, _)) = between(eyes, side, from, to) else {
        return Err(Refusal::new(B8_61A, "no tunnel of your side leads from here to there"));
    };
    may_carry(eyes, units, B8_61E)?;
    has_room(eyes, side, tunnel, units)?;
    B8_61C.forbids(is_full(eyes, side, to, units), "the pillbox at the other end is full")?;
    B8_61B.forbids(eyes.burns(spot.hex), "a Blaze is at the other end")
}

/// Tunnels that units of the ATTACKER may use.
pub fn offer_moves(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => {
            if eyes.tunnels(side).next().is_none() {
                return;
            }
            for (piece, _, _) in eyes.units_of(side) {
                let units = Group::EMPTY.with(piece);
                if goals(eyes, side, units).next().is_some() {
                    sink.draft(Draft::TunnelMove { units });
                }
            }
        }
        Some(Draft::TunnelMove { units }) => {
            for to in goals(eyes, side, *units) {
                sink.order(Order::TunnelMove { units: *units, to });
            }
            for more in more(eyes, side, *units).filter(|more| goals(eyes, side, *more).next().is_some()) {
                sink.draft(Draft::TunnelMove { units: more });
            }
        }
        Some(_) => {}
    }
}

fn goals(eyes: AslEyes<'_>, side: Side, units: Group) -> impl Iterator<Item = LocationId> {
    let from = units.iter().next().and_then(|piece| eyes.unit(piece)?.at);
    let ends = from.into_iter().flat_map(move |from| others(eyes, side, from));
    ends.filter(move |to| may_move(eyes, side, units, *to).is_ok())
}

/// Units go into a tunnel: a "Sewer ?" appears in the hex of its other end.
pub fn use_tunnel(turn: &mut impl Turn<Asl>, side: Side, units: Group, to: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
    let Some((tunnel, _)) = between(eyes, side, from, to) else { return };
    let Some(end) = end_beneath(turn.setting(), to) else { return };
    is_seen(turn, side, tunnel, from);
    turn.report(B8_61A, Audience::All, BelowReport::UsesTunnel { side, to: end }.into());
    let clause = crate::concealment::parting(turn, units, B8_61A);
    // One kind of change after the other, so that onlookers see the stack go at once and cannot count it.
    for unit in units.iter() {
        turn.change(B8_61A, Change::InTunnel { unit, tunnel: Some(tunnel) });
    }
    units.iter().for_each(|piece| crate::concealment::appear(turn, piece));
    for piece in units.iter() {
        let Some(unit) = turn.position().unit(piece).copied() else { continue };
        if unit.cover != Cover::Concealed {
            turn.change(B8_61A, Change::Cover { unit: piece, now: Cover::Concealed });
        }
        if unit.is(Flag::Encircled) {
            turn.change(B8_61F, Change::Flag { unit: piece, flag: Flag::LeftEncircled, on: true });
        }
        turn.change(B8_61A, Change::Flag { unit: piece, flag: Flag::Moved, on: true });
    }
    for unit in units.iter() {
        turn.change(clause, Change::Placed { unit, at: end });
    }
}

/// Whether units can come out of a tunnel.
///
/// # Errors
/// The refusal with its clause.
pub fn may_come_out(eyes: AslEyes<'_>, side: Side, units: Group) -> Result<(), Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (unit, at) = advance::may_unit_advance(eyes, side, piece)?;
        if !is_tunnel(eyes.setting(), at) {
            return Err(Refusal::new(B8_61B, "it is in no tunnel"));
        }
        if from.replace((at, unit.tunnel)).is_some_and(|from| from != (at, unit.tunnel)) {
            return Err(Refusal::new(B8_61B, "units that come out together are in one tunnel"));
        }
    }
    if from.is_some() { Ok(()) } else { Err(Refusal::new(B8_61B, "nobody advances")) }
}

/// Who may come out of a tunnel.
pub fn offer_come_out(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let may = |units: &Group| may_come_out(eyes, side, *units).is_ok();
    match draft {
        None => {
            let inside = eyes.of(side).units().below().iter().filter(|(_, unit, _)| unit.tunnel != NO_TUNNEL);
            let units = inside.map(|(piece, _, _)| Group::EMPTY.with(piece));
            units.filter(may).for_each(|units| sink.draft(Draft::Emerge { units }));
        }
        Some(Draft::Emerge { units }) if may(units) => {
            sink.order(Order::Emerge { units: *units });
            more(eyes, side, *units).filter(may).for_each(|units| sink.draft(Draft::Emerge { units }));
        }
        Some(_) => {}
    }
}

/// Units come out of a tunnel, concealed, whoever is there. A pillbox that the enemy holds, or that has no room, and a
/// Blaze are their end.
pub fn come_out(turn: &mut impl Turn<Asl>, side: Side, units: Group) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let unit = units.iter().find_map(|piece| eyes.unit(piece));
    let Some((tunnel, at)) = unit.and_then(|unit| Some((unit.tunnel, unit.at?))) else { return };
    let Some(ends) = turn.position().tunnels[side].get(usize::from(tunnel)).map(|tunnel| tunnel.ends) else { return };
    let Some(exit) = ends.into_iter().find(|end| turn.setting().same_hex(*end, at)) else { return };
    let (setting, enemy) = (turn.setting(), side.other());
    let pillbox = setting.place(exit) == Some(Place::Pillbox);
    let held = pillbox && eyes.at(enemy, exit).any(|(_, unit)| !is_dummy(unit));
    if held && B8_61C.is_in_force() {
        turn.report(B8_61C, Audience::All, BelowReport::TunnelShut { side, at }.into());
        return eliminate(turn, B8_61C, units);
    }
    let shut = setting.hex(exit).is_some_and(|hex| eyes.burns(hex)) || is_full(eyes, side, exit, Group::EMPTY);
    if shut && B8_41G.is_in_force() {
        turn.report(B8_41G, Audience::All, BelowReport::TunnelShut { side, at }.into());
        return eliminate(turn, B8_41G, units);
    }
    is_seen(turn, side, tunnel, exit);
    turn.report(B8_61B, Audience::All, BelowReport::LeavesTunnel { side, to: exit }.into());
    let clause = crate::concealment::parting(turn, units, B8_61B);
    for unit in units.iter() {
        turn.change(B8_61B, Change::InTunnel { unit, tunnel: None });
    }
    for unit in units.iter() {
        turn.change(B8_61B, Change::Flag { unit, flag: Flag::Advanced, on: true });
        settle(turn, B8_61F, B8_61B, unit);
    }
    for unit in units.iter() {
        turn.change(clause, Change::Placed { unit, at: exit });
    }
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let dummies = pillbox && eyes.at(enemy, exit).next().is_some();
    if dummies {
        let dummies: Group = eyes.at(enemy, exit).map(|(piece, _)| piece).collect();
        turn.report(B8_61C, Audience::All, Report::DummiesOnly { side: enemy, at: exit });
        for unit in dummies.iter() {
            turn.change(B8_61C, Change::Gone { unit, fate: Fate::Removed });
        }
    }
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
