//! Loads: what units can carry below (B8.4d, B8.61e), and weapons that are left behind (ASL-A5).

use rules::{Audience, Clause, Group, OfferSink, Piece, Refusal, Side, Turn};

use crate::Asl;
use crate::change::Change;
use crate::clause::{A2, A5, A15, B8_4D, B8_61E};
use crate::concealment;
use crate::eyes::AslEyes;
use crate::fight::FightReport;
use crate::flags::Flag;
use crate::kind::Class;
use crate::order::Order;
use crate::position::{Cover, NO_TUNNEL, Unit};
use crate::sewer::is_sewer;

/// Portage points that units with these loads have too many below: a leader's spare capacity helps squads that are with
/// him, and nobody helps a single man (B8.4d).
fn excess<'a>(loaded: impl Iterator<Item = (&'a Unit, u8)>) -> u16 {
    let (mut spare, mut over, mut alone) = (0u16, 0u16, 0u16);
    for (unit, load) in loaded {
        let ipc = unit.ipc();
        let above = u16::from(load.saturating_sub(ipc));
        if unit.kind.is_smc() {
            alone += above;
        } else {
            over += above;
        }
        if unit.kind.class() == Class::Leader {
            spare += u16::from(ipc.saturating_sub(load));
        }
    }
    alone + over.saturating_sub(spare)
}

/// Whether units can carry what they hold below.
///
/// # Errors
/// The refusal with this clause.
pub fn may_carry(eyes: AslEyes<'_>, units: Group, clause: Clause) -> Result<(), Refusal> {
    let loaded = || units.iter().filter_map(|piece| Some((piece, eyes.unit(piece)?)));
    let gun = loaded().any(|(piece, _)| eyes.weapons(piece).any(|(_, weapon)| weapon.kind.class() == Class::Gun));
    clause.forbids(gun, "a Gun cannot be taken below")?;
    let too_much = excess(loaded().map(|(piece, unit)| (unit, eyes.load(piece)))) > 0;
    clause.forbids(too_much, "the units carry more than their portage capacity: leave a weapon first")
}

/// Whether a unit in a sewer can have a weapon more, with all who are there: nothing may change hands so that anybody has
/// too much, but what lessens a load that is too heavy already may (B8.4d).
///
/// # Errors
/// The refusal with its clause.
pub fn may_take(eyes: AslEyes<'_>, side: Side, (taker, unit): (Piece, &Unit), weapon: &Unit) -> Result<(), Refusal> {
    let Some(at) = unit.at.filter(|at| is_sewer(eyes.setting(), *at)) else { return Ok(()) };
    let pp = weapon.kind.values().pp;
    let after = |piece: Piece| match eyes.load(piece) {
        load if piece == taker => load.saturating_add(pp),
        load if weapon.holder == Some(piece) => load.saturating_sub(pp),
        load => load,
    };
    let before = excess(eyes.at(side, at).map(|(piece, unit)| (unit, eyes.load(piece))));
    let then = excess(eyes.at(side, at).map(|(piece, unit)| (unit, after(piece))));
    let shifted = then == before && then > 0 && after(taker) > unit.ipc();
    B8_4D.forbids(then > before || shifted, "that is more than can be carried below")
}

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

/// A unit has a weapon from now on, and the weapon is where it is: in the entrenchment, or outside of it.
pub fn take(turn: &mut impl Turn<Asl>, clause: Clause, unit: Piece, sw: Piece) {
    turn.change(clause, Change::Held { sw, holder: Some(unit) });
    let [from, to] = [sw, unit].map(|piece| turn.position().unit(piece).and_then(|piece| piece.at));
    if let Some(at) = to.filter(|_| from != to) {
        turn.change(clause, Change::Placed { unit: sw, at });
    }
}
