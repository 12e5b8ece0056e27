//! The questions of the game: what each may be answered with, and what follows an answer.
//!
//! Steps, and whether there is anything to fire at and anybody to support it, are looked at closely when they are drawn
//! or listed; everything else when it becomes a candidate ([`rules::OrderKind::SURE`]).

use arrayvec::ArrayVec;
use rules::{DraftKind, Group, OfferSink, OrderKind, Piece, Prompt, Refusal, Seat, Side, Turn, house};

use crate::mechanics::fire::{self, Shot};
use crate::mechanics::standing::fresh;
use crate::mechanics::{morale, sewer};
use crate::orders::activate::{Activate, may_take};
use crate::orders::assault::{Assault, AssaultWith};
use crate::orders::below::advance::AdvanceBelow;
use crate::orders::below::assault::{AssaultFromSewer, SewerAssaultWith};
use crate::orders::below::emerge::Emerge;
use crate::orders::below::enter::Enter;
use crate::orders::fatigue::Fatigue;
use crate::orders::fire::{ChooseTarget, Fire, shots_at};
use crate::orders::lose::Lose;
use crate::orders::moving::Move;
use crate::orders::prepare::Prepare;
use crate::orders::retreat::Retreat;
use crate::orders::stop::{HoldFire, Stop};
use crate::orders::{Draft, Order};
use crate::printed::clause::{B3, B19};
use crate::printed::words::{Action, Mode, SOVIET, State};
use crate::state::Tide;
use crate::state::position::Active;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

/// The actions that move.
const MOVING: [Action; 3] = [Action::Advance, Action::FireAndMovement, Action::Assault];

/// The question that stands, if it is this seat's.
///
/// # Errors
/// When nobody is asked, or the other side is.
#[inline]
pub fn prompt(eyes: TideEyes<'_>) -> Result<Prompt<'_, Tide>, Refusal> {
    let (Seat::Side(side), Some((asked, step))) = (eyes.seat(), eyes.asked()) else {
        return Err(Refusal::new(house::AWAITED, "you are not asked for an order"));
    };
    if side != asked {
        return Err(Refusal::new(house::AWAITED, "the other side is asked"));
    }
    Ok(Prompt { eyes, side, step })
}

/// Resolves a checked order.
#[inline]
pub fn resolve(turn: &mut impl Turn<Tide>, side: Side, order: &Order) {
    let Some(question) = turn.position().agenda.top() else {
        return;
    };
    turn.pop();
    if question == Step::Act {
        turn.change(B3, crate::state::change::Change::ActionSpent);
        turn.push(Step::Next);
    }
    order.resolve(turn, side, question);
}

/// What this seat may order now, or from a draft choose next, looked at coarsely.
#[inline]
pub fn candidates(eyes: TideEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Tide>) {
    let Ok(prompt) = prompt(eyes) else { return };
    if let Some(draft) = draft {
        return draft.next(prompt, sink);
    }
    let side = prompt.side;
    match prompt.step {
        Step::Act => {
            let under = eyes.below(side);
            for unit in (under | eyes.fresh(side)).iter() {
                if under.has(unit) {
                    below(prompt, unit, sink);
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
            sink.order(Stop);
        }
        Step::Move => {
            if let Some(active) = eyes.active() {
                on_the_move(prompt, active, sink);
            }
            sink.order(Stop);
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
            sink.order(HoldFire);
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
        _ => {}
    }
}

/// The normal actions of a fresh squad on the board.
#[inline]
fn actions(eyes: TideEyes<'_>, side: Side, unit: Piece, sink: &mut impl OfferSink<Tide>) {
    let Ok(squad) = fresh(eyes, side, unit) else { return };
    let fit: ArrayVec<Action, { MOVING.len() }> =
        MOVING.into_iter().filter(|action| may_take(squad, *action).is_ok()).collect();
    sink.each(&fit, |action| Activate { unit, action });
    if fire::may_shoot(eyes, side, Shot::Concentrated, unit).is_err() {
        return;
    }
    if squad.state != State::Disrupted {
        sink.order(Prepare { unit });
    }
    sink.draft(ChooseTarget { unit });
}

/// What a squad below can do.
fn below(prompt: Prompt<'_, Tide>, unit: Piece, sink: &mut impl OfferSink<Tide>) {
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
        let (emerge, assault) = (Emerge { unit, at }, AssaultFromSewer { unit, at, with: Group::EMPTY });
        if emerge.legal(prompt).is_ok() {
            sink.order(emerge);
        } else if assault.legal(prompt).is_ok() {
            sink.order(assault);
            let supported = SewerAssaultWith { unit, at, with: Group::EMPTY };
            if supported.leads_on(prompt) {
                sink.draft(supported);
            }
        }
    }
}

/// What the activated squad can do next, but for stopping.
#[inline]
fn on_the_move(prompt: Prompt<'_, Tide>, active: Active, sink: &mut impl OfferSink<Tide>) {
    let Prompt { eyes, side, .. } = prompt;
    let unit = active.piece;
    let Some(squad) = eyes.squad(unit) else {
        return;
    };
    let Some(spot) = squad.on().and_then(|at| eyes.setting().spot(at)) else {
        return;
    };
    for way in &spot.ways {
        if way.cost <= active.mp_left || !B19.is_in_force() {
            sink.order(Move { to: way.to });
        }
        let assault = Assault { target: way.to, with: Group::EMPTY };
        if active.action == Action::Assault && assault.legal(prompt).is_ok() {
            sink.order(assault);
            let supported = AssaultWith { target: way.to, with: Group::EMPTY };
            if supported.leads_on(prompt) {
                sink.draft(supported);
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
                    sink.order(Fire { unit, target, mode, with: Group::EMPTY });
                }
            }
        }
    }
}
