//! Routs at the end of the Operations Phase (HNL-B14, HNL-B15, HNL-B26).

use board::LocationId;
use rules::{Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::attack::line;
use crate::mechanics::reach::reach;
use crate::mechanics::underground;
use crate::printed::clause::{B14, B15, B16};
use crate::setting::{Spot, below};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Returns the armed Known enemies in Good Order. Enemies are Known unless they are hidden (HNL-B15).
fn threats(eyes: HeroesEyes<'_>, side: Side) -> impl Iterator<Item = (&Unit, LocationId)> + Clone {
    eyes.dangerous(side.other())
        .filter(|(_, enemy, _)| !enemy.hidden || !B15.is_in_force())
        .map(|(_, enemy, at)| (enemy, at))
}

/// Whether an enemy could fire at a place: it is in the open, in line of sight and in range.
pub fn is_exposed(eyes: HeroesEyes<'_>, side: Side, spot: &Spot) -> bool {
    let reaches = |(enemy, at): (&Unit, LocationId)| {
        let from = eyes.setting().spot(at);
        from.and_then(|from| line(eyes, from, spot)).is_some_and(|distance| distance <= enemy.counter.reach())
    };
    spot.modifier == 0 && threats(eyes, side).any(reaches)
}

#[must_use]
pub fn must_rout(eyes: HeroesEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let (Some(at), side) = (unit.at, unit.side) else { return false };
    let Some(spot) = eyes.setting().spot(at) else { return false };
    if unit.is_good() || eyes.in_melee(side, piece, at) {
        return false;
    }
    let burns = spot.inside.is_none() && eyes.burns(spot);
    let adjacent = || threats(eyes, side).any(|(_, enemy)| eyes.setting().distance(at, enemy) <= 1);
    burns || is_exposed(eyes, side, spot) || adjacent()
}

/// Whether a unit that doesn't have to rout may rout below ground (SEW-24, TUN-24).
#[must_use]
pub fn may_flee(eyes: HeroesEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let Some(at) = unit.at.filter(|_| !unit.is_good() && !eyes.setting().options.forced_below) else { return false };
    !eyes.in_melee(unit.side, piece, at) && underground::could_rout(eyes, at)
}

/// Returns a Shaken unit of this side that must or may rout and has not done so, and its Location.
///
/// # Errors
/// - If this is not a Shaken unit of the side.
/// - If the unit has already routed or stayed this turn.
/// - If it doesn't have to rout and can't rout below ground.
pub fn routing(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: PieceSet) -> Result<(&Unit, LocationId), Refusal> {
    let (counter, at) = eyes.own(side, unit)?;
    B16.forbids(counter.is_good(), "units in Good Order can't rout")?;
    B14.forbids(done.has(unit), "this unit has already routed or stayed this turn")?;
    if !must_rout(eyes, unit, counter) && !may_flee(eyes, unit, counter) {
        return Err(Refusal::new(B14, "this unit doesn't have to rout and can't rout below ground"));
    }
    Ok((counter, at))
}

/// Calls `sink` with each Location that a unit can rout to.
pub fn routs(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: PieceSet, mut sink: impl FnMut(LocationId)) {
    let Ok((counter, at)) = routing(eyes, side, unit, done) else { return };
    if must_rout(eyes, unit, counter) {
        for stop in &reach(eyes, side, unit, counter, at, None) {
            if stop.may_end {
                sink(stop.at);
            }
        }
    }
    for to in below::exits(eyes.setting(), at) {
        if underground::may_rout(eyes, side, unit, to).is_ok() {
            sink(to);
        }
    }
}

/// Asks a side for its next rout. After the last one, the other side follows, and then the Administrative Phase.
pub fn ask(resolver: &mut impl Resolver<Heroes>, side: Side, done: PieceSet) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let routs = |piece, unit| must_rout(eyes, piece, unit) || may_flee(eyes, piece, unit);
    let asked = eyes.shaken(side).any(|(piece, unit, _)| !done.has(piece) && routs(piece, unit));
    if asked && B14.is_in_force() {
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
