//! Impulses: one hex, or with a leader also the adjacent hexes (HNL-B4, HNL-B23).

use board::LocationId;
use rules::{Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::{melee, spotting};
use crate::printed::clause::{B3, B4, B16, B23};
use crate::printed::words::Activity;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::impulse::{OWN, around, bit};
use crate::state::position::Impulse;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Asks a side to begin an impulse.
pub fn begin(resolver: &mut impl Resolver<Heroes>, side: Side) {
    if resolver.position().to_act != side {
        resolver.change(B3, Change::ToAct { side });
    }
    resolver.push(Step::Act);
}

/// Checks that units here can move or fire, in the impulse under way or in a new one.
///
/// # Errors
/// - If the hex is not part of the impulse.
/// - If units of this hex have already done so.
#[inline]
pub fn may_act(eyes: HeroesEyes<'_>, at: LocationId, moves: bool) -> Result<(), Refusal> {
    let Some(impulse) = eyes.impulse() else { return Ok(()) };
    let bit = part_of(eyes, impulse, at)?;
    let acted = if moves { impulse.moved } else { impulse.fired };
    let why = if moves {
        "units of this hex have already moved in this impulse"
    } else {
        "units of this hex have already fired in this impulse"
    };
    B4.forbids(acted & bit != 0, why)
}

/// Checks that a unit here can fire, in the impulse under way or in a new one. Units that have made an assault move in
/// the impulse, or have fired with a part of their firepower, can do so wherever they are.
///
/// # Errors
/// - If the hex is not part of the impulse.
/// - If units of this hex have already fired.
#[inline]
pub fn may_fire(eyes: HeroesEyes<'_>, unit: Piece, at: LocationId) -> Result<(), Refusal> {
    let roams = eyes.impulse().is_some_and(|impulse| impulse.roaming().has(unit));
    if roams { Ok(()) } else { may_act(eyes, at, false) }
}

/// Returns the bit of a Location's hex in the impulse.
///
/// # Errors
/// - If the hex is not part of the impulse.
/// - If the leader who opened it can't activate units there.
#[inline]
fn part_of(eyes: HeroesEyes<'_>, impulse: Impulse, at: LocationId) -> Result<u8, Refusal> {
    if impulse.at == at {
        return Ok(OWN);
    }
    let (own, there) = (eyes.spot(impulse.at)?, eyes.spot(at)?);
    let (inside, within) = (own.inside.is_some(), there.inside.is_some());
    if own.hex == there.hex {
        B23.forbids(inside && within, "a leader inside can activate only his own Location and the ground above")?;
        return Ok(OWN);
    }
    B4.forbids(impulse.leader.is_none(), "units of only one hex can act in an impulse, unless a leader opens it")?;
    let wounded = impulse.leader.and_then(|leader| eyes.unit(leader)).is_some_and(|leader| leader.wounded);
    B23.forbids(wounded, "a wounded leader can activate only his own hex")?;
    B23.forbids(inside, "a leader inside can activate only his own Location and the ground above")?;
    B23.forbids(within, "a leader can't activate units inside an entrance from an adjacent hex")?;
    match around(eyes.setting(), own.hex, there.hex) {
        Some(bit) => Ok(bit),
        None => B23.forbids(true, "the leader can activate only his own hex and adjacent hexes").map(|()| 0),
    }
}

/// Returns the units of a group that can move or fire, in the impulse under way or in a new one.
#[inline]
#[must_use]
pub fn able(eyes: HeroesEyes<'_>, side: Side, units: PieceSet, moves: bool) -> PieceSet {
    match eyes.impulse() {
        Some(impulse) => able_in(eyes, side, impulse, units, moves),
        None => units,
    }
}

fn able_in(eyes: HeroesEyes<'_>, side: Side, impulse: Impulse, units: PieceSet, moves: bool) -> PieceSet {
    let one_hex = impulse.leader.is_none() && B4.is_in_force();
    let units = if one_hex { units & (eyes.near(side, impulse.at) | impulse.roaming()) } else { units };
    let may = |unit, at| if moves { may_act(eyes, at, true) } else { may_fire(eyes, unit, at) };
    eyes.each(units).filter(|(unit, _, at)| may(*unit, *at).is_ok()).map(|(unit, _, _)| unit).collect()
}

/// Records that units of a Location have moved or fired. Without an impulse under way, this begins one.
pub fn act(resolver: &mut impl Resolver<Heroes>, at: LocationId, moves: bool) {
    let setting = resolver.setting();
    let ground = setting.hex(at).map_or(at, |hex| setting.board.ground(hex));
    if resolver.position().impulse.is_none() {
        resolver.change(B4, Change::Impulse { at: ground, leader: None });
    }
    let Some(impulse) = resolver.position().impulse else { return };
    let bit = bit(resolver.setting(), impulse, at).unwrap_or(0);
    let moved = impulse.moved | if moves { bit } else { 0 };
    let fired = impulse.fired | if moves { 0 } else { bit };
    resolver.change(B4, Change::Acted { moved, fired });
}

/// Asks the side to continue its impulse, if a unit is left to act. Hidden units may be secret, so a side with hidden
/// units is always asked.
#[inline(never)]
pub fn go_on(resolver: &mut impl Resolver<Heroes>) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let (Some(impulse), side) = (eyes.impulse(), eyes.to_act()) else { return };
    // Shaken units can only move.
    let acted = |bit: u8, unit: &Unit| {
        let fired = if unit.is_good() || !B16.is_in_force() { impulse.fired } else { u8::MAX };
        impulse.moved & fired & bit != 0 && B4.is_in_force()
    };
    let may = |unit: &Unit, at: LocationId| part_of(eyes, impulse, at).is_ok_and(|bit| !acted(bit, unit));
    let fires = |(unit, _, at): (Piece, &Unit, LocationId)| may_fire(eyes, unit, at).is_ok();
    if eyes.has_hidden(side)
        || eyes.each(eyes.ready(side)).any(|(_, unit, at)| may(unit, at))
        || eyes.each(eyes.firing(side) - eyes.ready(side)).any(fires)
    {
        resolver.push(Step::Impulse);
    }
}

/// Ends the impulse. A leader who has done nothing else becomes Ops Complete.
pub fn end(resolver: &mut impl Resolver<Heroes>) {
    let fresh = |unit: Piece| resolver.position().unit(unit).is_some_and(|unit| unit.activity == Activity::Fresh);
    // A move below ground is a whole impulse without being recorded as one.
    if let Some(impulse) = resolver.position().impulse {
        if let Some(unit) = impulse.leader.filter(|leader| fresh(*leader)) {
            resolver.change(B23, Change::Activity { unit, now: Activity::Complete });
        }
        resolver.change(B3, Change::ImpulseOver);
    }
    melee::unlock(resolver);
    spotting::over(resolver);
}
