//! Broken units that have to rout, and those that may (ASL-A14).
//!
//! Known enemies are those in sight of the routing unit; hidden units and a "?" are not Known. ADJACENT takes levels into
//! account. If an unseen enemy is where it routs, one unit there is shown and the rout is over.

use board::LocationId;
use rules::{Audience, Clause, Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::interdiction::is_exposed;
use crate::mechanics::reach::is_near;
use crate::mechanics::surrender::must_surrender;
use crate::mechanics::{concealment, morale};
use crate::printed::clause::{A5, A14, A15, A31, A47, A52, B8_45C};
use crate::printed::flags::Flag;
use crate::printed::words::Cover;
use crate::setting::Place;
use crate::setting::below::beneath;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::report::fights::FightReport;
use crate::state::report::routs::RoutReport;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Returns whether a broken unit has to rout from where it is.
#[must_use]
pub fn must_rout(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let Some(at) = unit.at.filter(|_| unit.is(Flag::Broken) && !unit.is(Flag::Melee)) else { return false };
    let burns = eyes.setting().hex(at).is_some_and(|hex| eyes.burns(hex));
    if eyes.setting().place(at) == Some(Place::Pillbox) {
        return burns;
    }
    // Without that clause, an enemy in the sewer below would drive it away.
    let noticed = !B8_45C.is_in_force() && is_beneath(eyes, unit.side.other(), at);
    burns || noticed || is_threatened(eyes, piece, unit, at)
}

/// Returns whether a Known enemy makes a broken unit rout: ADJACENT, or able to fire at it in the open.
fn is_threatened(eyes: AslEyes<'_>, piece: Piece, unit: &Unit, at: LocationId) -> bool {
    is_near(eyes, unit.side, piece, at) || is_exposed(eyes, unit.side, piece, at)
}

/// Returns whether a side visibly has units in the sewer below a Location.
fn is_beneath(eyes: AslEyes<'_>, side: Side, at: LocationId) -> bool {
    beneath(eyes.setting(), at).is_some_and(|sewer| eyes.holds(side, sewer))
}

/// Returns a broken unit that may rout above ground in this phase: [`may_set_out`], and it doesn't have to surrender.
pub fn routing(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = may_set_out(eyes, side, piece)?;
    A52.forbids(must_surrender(eyes, side, piece, unit), "this unit can't rout: it must surrender")?;
    Ok((unit, at))
}

/// Returns a broken unit that may rout in this phase, at least through a tunnel: it has to, or is under Desperation
/// Morale.
pub fn may_set_out(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    if !unit.is(Flag::Broken) {
        return Err(Refusal::new(A14, "only broken units can rout"));
    }
    A31.forbids(unit.is(Flag::Melee), "a unit held in Melee can't rout")?;
    A14.forbids(unit.is(Flag::Routed), "this unit has already routed")?;
    A47.forbids(
        unit.is(Flag::Disrupted) && is_covered(eyes, at),
        "a Disrupted unit routs only out of the open or a Blaze",
    )?;
    A14.forbids(!unit.is(Flag::Dm) && !must_rout(eyes, piece, unit), "this unit doesn't need to rout")?;
    Ok((unit, at))
}

/// Returns whether a Location is neither open ground nor in a burning hex.
fn is_covered(eyes: AslEyes<'_>, at: LocationId) -> bool {
    eyes.setting().spot(at).is_some_and(|spot| !eyes.terrain(spot).is_open() && !eyes.burns(spot.hex))
}

/// Returns the broken units of a side that may rout above ground.
pub fn eligible(eyes: AslEyes<'_>, side: Side) -> impl Iterator<Item = (Piece, &Unit)> + Clone {
    setting_out(eyes, side).filter(move |(piece, _)| routing(eyes, side, *piece).is_ok())
}

/// Returns the broken units of a side that may rout, if only through a tunnel that the enemy doesn't know of.
pub fn setting_out(eyes: AslEyes<'_>, side: Side) -> impl Iterator<Item = (Piece, &Unit)> + Clone {
    let all = eyes.of(side).units().bearing(Flag::Broken).iter();
    all.filter(move |(piece, _, _)| may_set_out(eyes, side, *piece).is_ok()).map(|(piece, unit, _)| (piece, unit))
}

/// Ends the rout of a unit.
pub fn finish(resolver: &mut impl Resolver<Asl>, unit: Piece) {
    if resolver.position().moving.is_some() {
        resolver.change(A14, Change::MovingOver);
    }
    if resolver.position().unit(unit).is_some_and(|unit| unit.at.is_some()) {
        resolver.change(A14, Change::Flag { unit, flag: Flag::Routed, on: true });
    }
}

/// Lets a unit drop what it can't carry before it routs, the heaviest weapon first.
pub fn drop_excess(resolver: &mut impl Resolver<Asl>, unit: Piece) {
    loop {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some((broken, at)) = eyes.unit(unit).and_then(|unit| Some((unit, unit.at?))) else { return };
        let heaviest = eyes.weapons(unit).max_by_key(|(sw, weapon)| (weapon.kind.values().pp, std::cmp::Reverse(*sw)));
        let Some((sw, weapon)) = heaviest.filter(|_| eyes.load(unit) > broken.ipc()) else { return };
        let (side, unseen) = (broken.side, weapon.cover != Cover::Open);
        resolver.change(A5, Change::Held { sw, holder: None });
        if unseen {
            resolver.change(A15, Change::Cover { unit: sw, now: Cover::Open });
        }
        resolver.report(A5, Audience::All, FightReport::Leaves { side, sw, at }.into());
    }
}

/// Puts a routing unit back if an enemy it doesn't know of is where it goes: one unit there is shown, and its rout is
/// over. Returns whether it is put back.
pub fn is_put_back(resolver: &mut impl Resolver<Asl>, clause: Clause, unit: Piece, at: LocationId) -> bool {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(side) = eyes.unit(unit).map(|unit| unit.side) else { return false };
    let unseen = eyes.of(side.other()).men().at(at);
    if unseen.is_empty() {
        return false;
    }
    let unseen = unseen.group();
    resolver.report(clause, Audience::All, RoutReport::RoutBarred { unit, at }.into());
    let shown = morale::select(resolver, unseen, 1).iter().next();
    if let Some(shown) = shown {
        concealment::show(resolver, PieceSet::EMPTY.with(shown));
    }
    finish(resolver, unit);
    true
}

/// Removes the dummies that are in a Location which a routing unit has entered.
pub fn clears_dummies(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    if !eyes.of(side.other()).units().at(at).is_empty() {
        resolver.report(A15, Audience::All, Report::DummiesOnly { side: side.other(), at });
        concealment::lose_all(resolver, side.other(), at);
    }
}
