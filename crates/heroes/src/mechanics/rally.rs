//! The Rally Phase: initiative and rally rolls (HNL-B2).

use rules::{Audience, FaceClasses, Piece, Pool, Resolver, Side};

use crate::mechanics::attack::{DIE, small};
use crate::mechanics::hidden;
use crate::printed::clause::B2;
use crate::printed::tables::RALLY_COVER;
use crate::printed::words::State;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Rolls for the initiative; after a tie, the side that has it keeps it.
pub fn roll_initiative(resolver: &mut impl Resolver<Heroes>) {
    let soviet = resolver.roll(DIE("soviet initiative", B2).credited_to(Side::A)).sum();
    let german = resolver.roll(DIE("german initiative", B2).credited_to(Side::B)).sum();
    let side = match soviet.cmp(&german) {
        std::cmp::Ordering::Greater => Side::A,
        std::cmp::Ordering::Less => Side::B,
        std::cmp::Ordering::Equal => resolver.position().initiative,
    };
    resolver.report(B2, Audience::All, Report::InitiativeRolled { side });
    if side != resolver.position().initiative {
        resolver.change(B2, Change::Initiative { side });
    }
}

/// Returns the highest sum of two dice that rallies a Shaken unit, in melee too; `None` if it can't try.
#[must_use]
pub fn needed(eyes: HeroesEyes<'_>, piece: Piece, unit: &Unit) -> Option<i16> {
    let at = unit.at?;
    if unit.is_good() {
        return None;
    }
    let others =
        || eyes.at(unit.side, at).filter(|(other, helper)| *other != piece && helper.is_good() && !helper.hidden);
    let helped = others().any(|(_, helper)| helper.counter.kind.is_single());
    if !helped && !unit.counter.self_rally {
        return None;
    }
    // A leader has no help from another.
    let leader = others().map(|(_, leader)| leader.counter.leadership).max().filter(|_| !unit.is_leader()).unwrap_or(0);
    let covered = eyes.setting().spot(at).is_some_and(|spot| spot.modifier > 0);
    Some(i16::from(unit.counter.morale) + i16::from(leader) + if covered { RALLY_COVER } else { 0 })
}

/// Returns the next unit that can try to rally, the highest roll that rallies it, and the number of chances used up to
/// then. The side with the initiative goes first; on each side, leaders go first.
fn next(eyes: HeroesEyes<'_>, units: u16, from: u16) -> Option<(Piece, i16, u16)> {
    let first = eyes.initiative();
    let passes = [(first, true), (first, false), (first.other(), true), (first.other(), false)];
    (0u16..).zip(passes).skip(usize::from(from / units.max(1))).find_map(|(pass, (side, leaders))| {
        let chance = |unit: Piece| pass * units + unit.0 + 1;
        let waiting = eyes.shaken(side).filter(|(piece, unit, _)| unit.is_leader() == leaders && chance(*piece) > from);
        let mut able = waiting.filter_map(|(piece, unit, _)| Some((piece, needed(eyes, piece, unit)?, chance(piece))));
        able.next()
    })
}

/// Makes the rally roll of the next unit and pushes a step for the others.
#[inline(never)]
pub fn rally(resolver: &mut impl Resolver<Heroes>, from: u16) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let units = resolver.position().units.len() as u16;
    let Some((unit, needed, from)) = next(eyes, units, from) else { return };
    let credited_side = eyes.unit(unit).map(|unit| unit.side);
    resolver.push(Step::Rally { from });
    let roll = resolver.roll(Pool { credited_side, ..Pool::open(2, FaceClasses::SUM, "rally", B2) }).sum();
    let rallied = roll as i16 <= needed;
    let report = Report::Rally { unit, roll: roll as u8, needed: small(needed), rallied };
    resolver.report(B2, Audience::All, report);
    if rallied {
        resolver.change(B2, Change::State { unit, now: State::Good });
        hidden::spot(resolver);
    }
}
