//! Questions of the game and the candidate orders that answer them.
//!
//! Candidates of some kinds are checked only when they are listed or sampled. Other kinds are candidates only if they
//! are legal ([`rules::OrderKind::SURE`]).

use board::LocationId;
use rules::{OfferSink, PieceSet, Prompt, Refusal, Seat, Side, referee_clauses};

use crate::mechanics::standing::on_the_move;
use crate::mechanics::weapons::may_part;
use crate::mechanics::{impulse, rout, underground};
use crate::orders;
use crate::orders::melee::enemies;
use crate::orders::{
    ChooseExit, ChooseHideout, ChooseSight, Done, Draft, Drop, Firers, HoldFire, Lead, Melee, Movers, Pass, Rout, Stay,
    Stop, Targets, Weapons,
};
use crate::printed::words::With;
use crate::setting::below;
use crate::state::Heroes;
use crate::state::step::Step;
use crate::view::HeroesEyes;

/// Returns the open question if this seat has to answer it.
#[inline]
pub fn asked(eyes: HeroesEyes<'_>) -> Option<Prompt<'_, Heroes>> {
    let (Seat::Side(side), Some((asked, step))) = (eyes.seat(), eyes.asked()) else { return None };
    if side == asked { Some(Prompt { eyes, side, step }) } else { None }
}

/// Returns the open question, for a candidate that was listed: then this seat has to answer it.
#[inline]
pub fn listed(eyes: HeroesEyes<'_>) -> Option<Prompt<'_, Heroes>> {
    let Seat::Side(side) = eyes.seat() else { return None };
    Some(Prompt { eyes, side, step: eyes.top()? })
}

/// Returns the open question.
///
/// # Errors
/// - If no order is expected.
/// - If the other side has to answer.
pub fn prompt(eyes: HeroesEyes<'_>) -> Result<Prompt<'_, Heroes>, Refusal> {
    let (Seat::Side(side), Some((asked, step))) = (eyes.seat(), eyes.asked()) else {
        return Err(Refusal::new(referee_clauses::AWAITED, "no order is expected from you now"));
    };
    if side != asked {
        return Err(Refusal::new(referee_clauses::AWAITED, "the other side must give an order first"));
    }
    Ok(Prompt { eyes, side, step })
}

/// Lists the candidate orders of this seat, or the ways to continue a draft.
// Each list is made in a function of its own. Inlined into one loop, all of them would load in advance what any of them
// needs.
#[inline]
pub fn candidates(eyes: HeroesEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Heroes>) {
    if let Some(draft) = draft {
        if let Some(prompt) = asked(eyes) {
            draft.next(prompt, sink);
        }
        return;
    }
    // Without a prompt: it would be written to memory, and most lists need nothing of it.
    let (Seat::Side(side), Some((asked, step))) = (eyes.seat(), eyes.asked()) else { return };
    if side != asked {
        return;
    }
    match step {
        Step::Act => begin(eyes, side, sink),
        Step::Impulse => go_on(eyes, side, sink),
        Step::Move => steps(eyes, sink),
        Step::OpFire => answers(eyes, side, sink),
        Step::ChooseRout { done, .. } => routs(eyes, side, done, sink),
        Step::ChooseTargets { at, .. } => targets(eyes, side, at, sink),
        Step::Hide { .. } => {
            for (unit, _, _) in eyes.units_of(side) {
                sink.draft(ChooseHideout { unit });
            }
            sink.order(Done {});
        }
        _ => {}
    }
}

/// Lists the ways to begin an impulse, and the pass.
#[inline(never)]
fn begin(eyes: HeroesEyes<'_>, side: Side, sink: &mut impl OfferSink<Heroes>) {
    let ready = eyes.ready(side);
    let leaders = eyes.leaders(eyes.steady(ready));
    let rats = eyes.rats(eyes.seen(side));
    for unit in (leaders | rats).iter() {
        if leaders.has(unit) {
            sink.order(Lead { leader: unit });
        }
        if rats.has(unit) {
            sink.draft(ChooseExit { leader: unit });
        }
    }
    if eyes.attempt().is_none()
        && !ready.is_empty()
        && eyes.unspotted(side.other(), eyes.seen(side.other())).next().is_some()
    {
        for unit in ready.iter() {
            sink.draft(ChooseSight { unit });
        }
    }
    actions(eyes, side, ready, sink);
    sink.draft(Weapons {});
    sink.order(Pass {});
}

/// Lists the ways to continue or end an impulse.
#[inline(never)]
fn go_on(eyes: HeroesEyes<'_>, side: Side, sink: &mut impl OfferSink<Heroes>) {
    actions(eyes, side, eyes.ready(side), sink);
    sink.order(Done {});
}

/// Lists the next steps of the moving units, and the stop.
#[inline(never)]
fn steps(eyes: HeroesEyes<'_>, sink: &mut impl OfferSink<Heroes>) {
    let spot = on_the_move(eyes).and_then(|(_, at)| eyes.setting().spot(at));
    sink.orders(spot.map(|spot| spot.edges.as_slice()).unwrap_or_default(), |way| orders::Step { to: way.to });
    sink.order(Stop {});
}

/// Lists the units that could use Opportunity Fire, and the order to hold fire.
#[inline(never)]
fn answers(eyes: HeroesEyes<'_>, side: Side, sink: &mut impl OfferSink<Heroes>) {
    for unit in eyes.watching(side).iter() {
        sink.draft(Firers { units: PieceSet::EMPTY.with(unit), with: With::All });
    }
    sink.order(HoldFire {});
}

/// Lists the enemies in a melee that a side can attack, all together or one by one.
#[inline(never)]
fn targets(eyes: HeroesEyes<'_>, side: Side, at: LocationId, sink: &mut impl OfferSink<Heroes>) {
    let all = enemies(eyes, side, at);
    sink.order(Melee { targets: all });
    for unit in all.iter() {
        sink.draft(Targets { targets: PieceSet::EMPTY.with(unit) });
    }
}

/// Lists the routs below ground, and the weapons to drop first. Every unit may stay.
#[inline(never)]
fn routs(eyes: HeroesEyes<'_>, side: Side, done: PieceSet, sink: &mut impl OfferSink<Heroes>) {
    for (unit, _, _) in eyes.shaken(side) {
        let Ok((counter, at)) = rout::routing(eyes, side, unit, done) else {
            if rout::may_stay(eyes, side, unit, done).is_ok() {
                sink.order(Stay { unit });
            }
            continue;
        };
        for to in below::exits(eyes.setting(), at) {
            if underground::may_rout(eyes, side, unit, to).is_ok() {
                sink.order(Rout { unit, to });
            }
        }
        sink.order(Stay { unit });
        if may_part(counter).is_ok() {
            sink.order(Drop { unit });
        }
    }
}

/// Lists the units that can move and those that can fire, among units that can act.
#[inline]
fn actions(eyes: HeroesEyes<'_>, side: Side, ready: PieceSet, sink: &mut impl OfferSink<Heroes>) {
    for unit in impulse::able(eyes, side, ready, true).iter() {
        sink.draft(Movers { units: PieceSet::EMPTY.with(unit) });
    }
    for unit in impulse::able(eyes, side, eyes.firing(side), false).iter() {
        let with = eyes.impulse().and_then(|impulse| impulse.left(unit)).unwrap_or_default();
        sink.draft(Firers { units: PieceSet::EMPTY.with(unit), with });
    }
}
