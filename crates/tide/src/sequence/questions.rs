//! Questions of the game, the candidate orders that answer them, and the resolution of an order.
//!
//! Steps, fire and supporters of fire are checked only when they are listed or sampled. Other orders are candidates
//! only if they are legal ([`rules::OrderKind::SURE`]).

use arrayvec::ArrayVec;
use rules::{OfferSink, OrderKind, Piece, PieceSet, Prompt, Refusal, Resolver, Seat, Side, referee_clauses};

use crate::mechanics::fire::{self, Shot};
use crate::mechanics::standing::fresh;
use crate::mechanics::{melee, morale, sewer};
use crate::orders::activate::may_take;
use crate::orders::assault::may_assault;
use crate::orders::fire::shots_at;
use crate::orders::prepare::can_be_ready;
use crate::orders::support::assault_supporters;
use crate::orders::transfer::pairs;
use crate::orders::{
    Activate, AdvanceBelow, Assault, AssaultFromSewer, AssaultWith, ChooseTarget, Done, Draft, Emerge, Enter, Fatigue,
    Fire, HoldFire, Lose, Move, Order, Prepare, Retreat, SewerAssaultWith, Spend, Stop, TransferBetween, below,
};
use crate::printed::clause::{B3, B16, B19, B23};
use crate::printed::tables::SPENT_AT_ONCE;
use crate::printed::words::{Action, Mode, SOVIET, State};
use crate::state::Tide;
use crate::state::position::Active;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

/// Actions that include movement.
const MOVING: [Action; 3] = [Action::Advance, Action::FireAndMovement, Action::Assault];

/// Returns the open question if this seat has to answer it.
#[inline]
pub fn asked(eyes: TideEyes<'_>) -> Option<Prompt<'_, Tide>> {
    let (Seat::Side(side), Some((asked, step))) = (eyes.seat(), eyes.asked()) else { return None };
    if side == asked { Some(Prompt { eyes, side, step }) } else { None }
}

/// Returns the open question for a seat that is known to have to answer it.
#[inline]
pub fn offered(eyes: TideEyes<'_>) -> Option<Prompt<'_, Tide>> {
    let (Seat::Side(side), Some(step)) = (eyes.seat(), eyes.top()) else { return None };
    Some(Prompt { eyes, side, step })
}

/// Returns the open question.
///
/// # Errors
/// - If no order is expected.
/// - If the other side has to answer.
pub fn prompt(eyes: TideEyes<'_>) -> Result<Prompt<'_, Tide>, Refusal> {
    let (Seat::Side(side), Some((asked, step))) = (eyes.seat(), eyes.asked()) else {
        return Err(Refusal::new(referee_clauses::AWAITED, "you can't give an order now"));
    };
    if side != asked {
        return Err(Refusal::new(referee_clauses::AWAITED, "you can't give an order now: the other side decides"));
    }
    Ok(Prompt { eyes, side, step })
}

#[inline]
pub fn resolve(resolver: &mut impl Resolver<Tide>, side: Side, order: &Order) {
    let Some(question) = resolver.position().agenda.top() else {
        return;
    };
    resolver.pop();
    if question == Step::Act {
        resolver.change(B3, crate::state::change::Change::ActionSpent);
        resolver.push(Step::Next);
    }
    order.resolve(resolver, side, question);
}

/// Lists the candidate orders of this seat, or the ways to continue a draft.
#[inline]
pub fn candidates(eyes: TideEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Tide>) {
    let Some(prompt) = asked(eyes) else { return };
    if let Some(draft) = draft {
        return draft.next(prompt, sink);
    }
    let side = prompt.side;
    match prompt.step {
        Step::Act => {
            let under = eyes.below(side);
            for unit in (under | eyes.fresh(side)).iter() {
                if under.has(unit) {
                    from_below(prompt, unit, sink);
                } else {
                    actions(eyes, side, unit, sink);
                    sink.order(Fatigue { unit });
                }
            }
        }
        Step::AfterEmerging => {
            if let Some(active) = eyes.active() {
                actions(eyes, side, active.piece, sink);
                sink.order(Fatigue { unit: active.piece });
            }
            sink.order(Stop {});
        }
        Step::Move => {
            if let Some(active) = eyes.active() {
                on_the_move(eyes, side, active, sink);
            }
            sink.order(Stop {});
        }
        Step::OpFire => {
            if let Some(active) = eyes.active() {
                let shot = Shot::OpFire(active);
                for unit in eyes.op_fire(side).iter() {
                    if let Ok(squad) = fire::may_shoot(eyes, side, shot, unit) {
                        shots_at(eyes, side, shot, unit, squad, active.piece, sink);
                    }
                }
            }
            sink.order(HoldFire {});
        }
        Step::ChooseLoss { victims, .. } => {
            for (unit, figure) in morale::can_fall(eyes, victims) {
                sink.order(Lose { unit, figure });
            }
        }
        Step::ChooseRetreat { unit, .. } => {
            for to in morale::retreats(eyes, unit) {
                sink.order(Retreat { unit, to });
            }
        }
        Step::ChooseRetreats { at, .. } => {
            for (unit, _) in eyes.of_side_on(side, at) {
                for to in morale::retreats(eyes, unit) {
                    sink.order(Retreat { unit, to });
                }
            }
        }
        Step::Spend { .. } => {
            for points in 0..=eyes.command()[side].points.min(SPENT_AT_ONCE) {
                sink.order(Spend { points });
            }
        }
        Step::Ready { .. } => {
            for unit in can_be_ready(eyes, side) {
                sink.order(Prepare { unit });
            }
            sink.order(Done {});
        }
        Step::Transfer { done, .. } => {
            for (unit, other) in pairs(eyes, side, done) {
                sink.draft(TransferBetween { unit, other });
            }
            sink.order(Done {});
        }
        _ => {}
    }
}

/// Lists the normal actions of a fresh squad on the board.
#[inline]
fn actions(eyes: TideEyes<'_>, side: Side, unit: Piece, sink: &mut impl OfferSink<Tide>) {
    let Ok(squad) = fresh(eyes, side, unit) else { return };
    let fit: ArrayVec<Action, { MOVING.len() }> =
        MOVING.into_iter().filter(|action| may_take(squad, *action).is_ok()).collect();
    sink.each(&fit, |action| Activate { unit, action });
    if squad.state == State::Steady || !B23.is_in_force() {
        sink.order(Prepare { unit });
    }
    if fire::may_shoot(eyes, side, Shot::Concentrated, unit).is_ok() {
        sink.draft(ChooseTarget { unit });
    }
}

/// Lists the actions of a squad below.
fn from_below(prompt: Prompt<'_, Tide>, unit: Piece, sink: &mut impl OfferSink<Tide>) {
    let Prompt { eyes, side, .. } = prompt;
    if sewer::fresh_below(eyes, side, unit).is_err() {
        return;
    }
    sink.order(Fatigue { unit });
    let advance = AdvanceBelow { unit };
    if advance.legal(prompt).is_ok() {
        sink.order(advance);
    }
    for &at in &eyes.setting().tokens {
        let emerge = Emerge { unit, at };
        if emerge.legal(prompt).is_ok() {
            sink.order(emerge);
        } else if below::assault::may_assault(eyes, side, unit, at).is_ok() {
            sink.order(AssaultFromSewer { unit, at, with: PieceSet::EMPTY });
            if assault_supporters(eyes, side, unit, at, PieceSet::EMPTY, true).next().is_some() {
                sink.draft(SewerAssaultWith { unit, at, with: PieceSet::EMPTY });
            }
        }
    }
}

/// Lists the ways to continue with the activated squad, except the stop.
#[inline]
fn on_the_move(eyes: TideEyes<'_>, side: Side, active: Active, sink: &mut impl OfferSink<Tide>) {
    let unit = active.piece;
    let Some(squad) = eyes.squad(unit) else {
        return;
    };
    let Some(spot) = squad.on().and_then(|at| eyes.setting().spot(at)) else {
        return;
    };
    // Few neighbouring hexes hold an enemy: that is looked at first.
    let enemy = |at| melee::holds(eyes, side.other(), at) || !B16.is_in_force();
    for edge in &spot.edges {
        if edge.cost <= active.mp_left || !B19.is_in_force() {
            sink.order(Move { to: edge.to });
        }
        if active.action == Action::Assault && enemy(edge.to) && may_assault(eyes, side, edge.to).is_ok() {
            let target = edge.to;
            sink.order(Assault { target, with: PieceSet::EMPTY });
            if assault_supporters(eyes, side, unit, target, PieceSet::EMPTY, false).next().is_some() {
                sink.draft(AssaultWith { target, with: PieceSet::EMPTY });
            }
        }
    }
    if side == SOVIET && sewer::may_go_below(eyes, side).is_ok() {
        for card in sewer::empty_cards(eyes) {
            sink.order(Enter { card });
        }
    }
    let shot = Shot::OnTheMove(active);
    if fire::may_shoot(eyes, side, shot, unit).is_ok() {
        for (target, _) in eyes.standing(side.other()) {
            if fire::may_aim(eyes, side, shot, squad, target).is_ok() {
                for mode in Mode::BOTH {
                    sink.order(Fire { unit, target, mode, with: PieceSet::EMPTY, crews: PieceSet::EMPTY });
                }
            }
        }
    }
}
