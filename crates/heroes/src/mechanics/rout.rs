//! Routs below ground at the end of the Operations Phase (HNL-B14, HNL-B15).

use board::LocationId;
use rules::{Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::underground;
use crate::printed::clause::{B14, B16};
use crate::setting::Spot;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Returns the armed Known enemies in Good Order (HNL-B15).
fn threats(eyes: HeroesEyes<'_>, side: Side) -> impl Iterator<Item = (&Unit, LocationId)> + Clone {
    eyes.dangerous(side.other())
        .filter(move |(_, enemy, at)| eyes.is_known(enemy, *at))
        .map(|(_, enemy, at)| (enemy, at))
}

/// Whether an enemy could fire at a place: it is in the open, in line of sight and in range.
pub fn is_exposed(eyes: HeroesEyes<'_>, side: Side, spot: &Spot) -> bool {
    let reaches = |(enemy, at): (&Unit, LocationId)| {
        let from = eyes.setting().spot(at);
        from.and_then(|from| eyes.line(from, spot)).is_some_and(|distance| distance <= enemy.counter.reach())
    };
    spot.modifier == 0 && threats(eyes, side).any(reaches)
}

/// Whether an enemy or a blaze drives a unit out: it is exposed, next to a threat, or on fire. Only the option
/// `rout_below = "forced"` asks for it.
fn is_driven(eyes: HeroesEyes<'_>, unit: &Unit, at: LocationId) -> bool {
    let Some(spot) = eyes.setting().spot(at) else { return false };
    let burns = spot.inside.is_none() && eyes.burns(spot);
    let adjacent = || threats(eyes, unit.side).any(|(_, enemy)| eyes.setting().distance(at, enemy) <= 1);
    burns || is_exposed(eyes, unit.side, spot) || adjacent()
}

/// Whether a Shaken unit may rout below ground by public facts (SEW-24, TUN-24).
fn may_flee(eyes: HeroesEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let Some(at) = unit.at.filter(|at| !unit.is_good() && !eyes.in_melee(unit.side, piece, *at)) else { return false };
    underground::could_rout(eyes, at) && (!eyes.setting().options.forced_below || is_driven(eyes, unit, at))
}

/// Returns a Shaken unit of this side that may rout below ground and has not routed or stayed, and its Location.
///
/// # Errors
/// - If this is not a Shaken unit of the side.
/// - If the unit has already routed or stayed this turn.
/// - If it can't rout below ground from where it is.
pub fn routing(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: PieceSet) -> Result<(&Unit, LocationId), Refusal> {
    let (counter, at) = eyes.own(side, unit)?;
    B16.forbids(counter.is_good(), "units in Good Order can't rout")?;
    B14.forbids(done.has(unit), "this unit has already routed or stayed this turn")?;
    if !may_flee(eyes, unit, counter) {
        return Err(Refusal::new(B14, "this unit can't rout: there is no way below ground from where it is"));
    }
    Ok((counter, at))
}

/// Whether no Shaken unit of a side can rout. Such a side is not asked, except in a game that an earlier version of the
/// program has left at this question: then routs led over the ground too.
pub fn nobody_routs(eyes: HeroesEyes<'_>, side: Side, done: PieceSet) -> bool {
    !eyes.shaken(side).any(|(piece, unit, _)| !done.has(piece) && may_flee(eyes, piece, unit))
}

/// Checks that a Shaken unit may stay instead of a rout.
///
/// # Errors
/// If it can't rout, unless no unit of its side can.
pub fn may_stay(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: PieceSet) -> Result<(), Refusal> {
    let shaken = || eyes.shaken(side).any(|(piece, _, _)| piece == unit) && !done.has(unit);
    match routing(eyes, side, unit, done) {
        Err(_) if shaken() && nobody_routs(eyes, side, done) => Ok(()),
        routs => routs.map(drop),
    }
}

/// Asks a side for its next rout. After the last one, the other side follows, and then the Administrative Phase.
#[inline(never)]
pub fn ask(resolver: &mut impl Resolver<Heroes>, side: Side, done: PieceSet) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    if !nobody_routs(eyes, side, done) && B14.is_in_force() {
        if resolver.position().to_act != side {
            resolver.change(B14, Change::ToAct { side });
        }
        resolver.push(Step::Routs { side, done });
        resolver.push(Step::ChooseRout { side, done });
        return;
    }
    if !resolver.position().barred.is_empty() {
        resolver.change(B14, Change::Unbarred);
    }
    if side == resolver.position().initiative {
        resolver.push(Step::Routs { side: side.other(), done: PieceSet::EMPTY });
    } else {
        resolver.push(Step::Administrative);
    }
}

/// Records that a unit has finished its rout.
pub fn done(resolver: &mut impl Resolver<Heroes>, unit: Piece) {
    // The step below the question lists the units that have finished.
    if let Some(Step::Routs { side, done }) = resolver.position().agenda.top() {
        resolver.pop();
        resolver.push(Step::Routs { side, done: done.with(unit) });
    }
}
