//! Everything a seat may order now: coarse candidates, filtered by the functions that `check` uses.
//!
//! Steps, and whether there is anything to fire at and anybody to support it, are looked at closely when they are drawn
//! or listed ([`is_offer`]); everything else when it becomes a candidate.

use arrayvec::ArrayVec;
use rules::{Choice, Group, OfferSink, Piece, Seat, Side};

use crate::Tide;
use crate::clause::B19;
use crate::eyes::TideEyes;
use crate::fire::{self, Shot};
use crate::order::{Draft, Mode, Order};
use crate::position::{Action, Active, SOVIET, Squad, State};
use crate::tables::SUPPORTERS;
use crate::turn::Step;
use crate::{melee, morale, movement, underground};

/// The actions that move.
const MOVING: [Action; 3] = [Action::Advance, Action::FireAndMovement, Action::Assault];

/// Whether a candidate is an offer: an order that may be given, or a draft that leads to one.
#[inline]
pub fn is_offer(eyes: TideEyes<'_>, candidate: &Choice<Tide>) -> bool {
    let (Seat::Side(side), Some((_, question))) = (eyes.seat(), eyes.asked()) else { return false };
    match *candidate {
        Choice::Order(Order::Move { to }) => movement::may_move(eyes, side, to).is_ok(),
        Choice::Draft(Draft::Fire { unit }) => {
            let aims = |squad| {
                let aims = |target| fire::may_aim(eyes, side, Shot::Concentrated, squad, target).is_ok();
                eyes.standing(side.other()).any(|(target, _)| aims(target))
            };
            eyes.squad(unit).is_some_and(aims)
        }
        Choice::Draft(Draft::FireWith { unit, target, with, .. }) => match fire::occasion(eyes, question, unit) {
            Ok(Some(shot)) => fire_supporters(eyes, side, shot, unit, target, with).next().is_some(),
            _ => false,
        },
        _ => true,
    }
}

/// What this seat may order now, or from a draft choose next, looked at coarsely.
#[inline]
pub fn candidates(eyes: TideEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Tide>) {
    let (Seat::Side(side), Some((asked, question))) = (eyes.seat(), eyes.asked()) else {
        return;
    };
    if side != asked {
        return;
    }
    if let Some(draft) = draft {
        return continued(eyes, side, question, *draft, sink);
    }
    match question {
        Step::Act => {
            let under = eyes.below(side);
            for unit in (under | eyes.fresh(side)).iter() {
                if under.has(unit) {
                    below(eyes, side, unit, sink);
                } else {
                    actions(eyes, side, unit, sink);
                    sink.order(Order::Fatigue { unit });
                }
            }
        }
        Step::AfterEmerging => {
            if let Some(active) = eyes.active() {
                actions(eyes, side, active.piece, sink);
                sink.order(Order::Fatigue { unit: active.piece });
            }
            sink.order(Order::Stop);
        }
        Step::Move => {
            if let Some(active) = eyes.active() {
                on_the_move(eyes, side, active, sink);
            }
            sink.order(Order::Stop);
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
            sink.order(Order::HoldFire);
        }
        Step::ChooseLoss { victims, .. } => {
            for (unit, figure) in morale::can_fall(eyes, victims) {
                sink.order(Order::Lose { unit, figure });
            }
        }
        Step::ChooseRetreat { unit, .. } => {
            for to in morale::retreats(eyes, unit) {
                sink.order(Order::Retreat { unit, to });
            }
        }
        Step::ChooseRetreats { at, .. } => {
            for (unit, _) in eyes.of_side_on(side, at) {
                for to in morale::retreats(eyes, unit) {
                    sink.order(Order::Retreat { unit, to });
                }
            }
        }
        _ => {}
    }
}

/// The normal actions of a fresh squad on the board.
#[inline]
fn actions(eyes: TideEyes<'_>, side: Side, unit: Piece, sink: &mut impl OfferSink<Tide>) {
    let Ok(squad) = movement::fresh(eyes, side, unit) else { return };
    let fit: ArrayVec<Action, { MOVING.len() }> =
        MOVING.into_iter().filter(|action| movement::may_take(squad, *action).is_ok()).collect();
    sink.each(&fit, |action| Order::Activate { unit, action });
    if fire::may_shoot(eyes, side, Shot::Concentrated, unit).is_err() {
        return;
    }
    if squad.state != State::Disrupted {
        sink.order(Order::Prepare { unit });
    }
    sink.draft(Draft::Fire { unit });
}

/// What a squad below can do.
fn below(eyes: TideEyes<'_>, side: Side, unit: Piece, sink: &mut impl OfferSink<Tide>) {
    if underground::fresh_below(eyes, side, unit).is_err() {
        return;
    }
    sink.order(Order::Fatigue { unit });
    if underground::may_advance(eyes, side, unit).is_ok() {
        sink.order(Order::AdvanceBelow { unit });
    }
    for &at in &eyes.setting().tokens {
        if underground::may_emerge(eyes, side, unit, at).is_ok() {
            sink.order(Order::Emerge { unit, at });
        } else if underground::may_assault(eyes, side, unit, at).is_ok() {
            sink.order(Order::AssaultFromSewer { unit, at, with: Group::EMPTY });
            if assault_supporters(eyes, side, unit, at, Group::EMPTY, true).next().is_some() {
                sink.draft(Draft::SewerAssaultWith { unit, at, with: Group::EMPTY });
            }
        }
    }
}

/// What the activated squad can do next, but for stopping.
#[inline]
fn on_the_move(eyes: TideEyes<'_>, side: Side, active: Active, sink: &mut impl OfferSink<Tide>) {
    let unit = active.piece;
    let Some(squad) = eyes.squad(unit) else {
        return;
    };
    let Some(spot) = squad.on().and_then(|at| eyes.setting().spot(at)) else {
        return;
    };
    for way in &spot.ways {
        if way.cost <= active.mp_left || !B19.is_in_force() {
            sink.order(Order::Move { to: way.to });
        }
        if active.action == Action::Assault && melee::may_assault(eyes, side, way.to).is_ok() {
            let target = way.to;
            sink.order(Order::Assault { target, with: Group::EMPTY });
            if assault_supporters(eyes, side, unit, target, Group::EMPTY, false).next().is_some() {
                sink.draft(Draft::AssaultWith { target, with: Group::EMPTY });
            }
        }
    }
    if side == SOVIET && underground::may_go_below(eyes, side).is_ok() {
        for card in underground::empty_cards(eyes) {
            sink.order(Order::Enter { card });
        }
    }
    let shot = Shot::OnTheMove(active);
    if fire::may_shoot(eyes, side, shot, unit).is_ok() {
        for (target, _) in eyes.standing(side.other()) {
            if fire::may_aim(eyes, side, shot, squad, target).is_ok() {
                for mode in Mode::BOTH {
                    sink.order(Order::Fire { unit, target, mode, with: Group::EMPTY });
                }
            }
        }
    }
}

/// The shots of one squad at one target, alone or with supporters to be chosen.
fn shots_at(
    eyes: TideEyes<'_>,
    side: Side,
    shot: Shot,
    unit: Piece,
    squad: &Squad,
    target: Piece,
    sink: &mut impl OfferSink<Tide>,
) {
    if fire::may_aim(eyes, side, shot, squad, target).is_err() {
        return;
    }
    for mode in Mode::BOTH {
        sink.order(Order::Fire { unit, target, mode, with: Group::EMPTY });
        sink.draft(Draft::FireWith { unit, target, mode, with: Group::EMPTY });
    }
}

/// Who can support a shot beyond those chosen already; each group is reached in one order only.
fn fire_supporters(
    eyes: TideEyes<'_>,
    side: Side,
    shot: Shot,
    unit: Piece,
    target: Piece,
    with: Group,
) -> impl Iterator<Item = Piece> + Clone {
    let pieces = match shot {
        Shot::Concentrated => eyes.fresh(side),
        Shot::OpFire(_) => eyes.op_fire(side),
        Shot::OnTheMove(_) => eyes.seen(side),
    };
    pieces
        .iter()
        .filter(move |piece| with.last().is_none_or(|last| *piece > last))
        .filter(move |piece| fire::may_support(eyes, side, shot, unit, target, *piece).is_ok())
}

/// Who can support an assault beyond those chosen already.
fn assault_supporters(
    eyes: TideEyes<'_>,
    side: Side,
    unit: Piece,
    at: board::LocationId,
    with: Group,
    from_sewer: bool,
) -> impl Iterator<Item = Piece> + Clone {
    let pieces = eyes.seen(side);
    pieces
        .iter()
        .filter(move |piece| with.len() < SUPPORTERS && with.last().is_none_or(|last| *piece > last))
        .filter(move |piece| melee::may_support(eyes, side, unit, at, *piece, from_sewer).is_ok())
}

/// Each supporter that can be added: a whole order, and a draft where still another could follow.
fn add_supporters(
    with: Group,
    candidates: impl Iterator<Item = Piece>,
    most: usize,
    sink: &mut impl OfferSink<Tide>,
    order: impl Fn(Group) -> Order,
    draft: impl Fn(Group) -> Draft,
) {
    let mut candidates = candidates.peekable();
    while let Some(supporter) = candidates.next() {
        let with = with.with(supporter);
        sink.order(order(with));
        if with.len() < most && candidates.peek().is_some() {
            sink.draft(draft(with));
        }
    }
}

/// What may be chosen next from a draft. A draft that is not legal leads nowhere.
fn continued(eyes: TideEyes<'_>, side: Side, question: Step, draft: Draft, sink: &mut impl OfferSink<Tide>) {
    match draft {
        Draft::Fire { unit } => {
            let Ok(Some(shot)) = fire::occasion(eyes, question, unit) else {
                return;
            };
            let Ok(squad) = fire::may_shoot(eyes, side, shot, unit) else {
                return;
            };
            if let Shot::OnTheMove(_) = shot {
                return;
            }
            for (target, _) in eyes.standing(side.other()) {
                shots_at(eyes, side, shot, unit, squad, target, sink);
            }
        }
        Draft::FireWith { unit, target, mode, with } => {
            let Ok(Some(shot)) = fire::occasion(eyes, question, unit) else {
                return;
            };
            if fire::may_fire(eyes, side, shot, unit, target, with).is_err() {
                return;
            }
            add_supporters(
                with,
                fire_supporters(eyes, side, shot, unit, target, with),
                Group::LIMIT,
                sink,
                |with| Order::Fire { unit, target, mode, with },
                |with| Draft::FireWith { unit, target, mode, with },
            );
        }
        Draft::AssaultWith { target, with } => {
            if question != Step::Move {
                return;
            }
            let Ok(unit) = melee::may_assault(eyes, side, target) else {
                return;
            };
            if melee::may_all_support(eyes, side, unit, target, with, false).is_err() {
                return;
            }
            add_supporters(
                with,
                assault_supporters(eyes, side, unit, target, with, false),
                SUPPORTERS,
                sink,
                |with| Order::Assault { target, with },
                |with| Draft::AssaultWith { target, with },
            );
        }
        Draft::SewerAssaultWith { unit, at, with } => {
            let may = underground::may_assault(eyes, side, unit, at)
                .and_then(|()| melee::may_all_support(eyes, side, unit, at, with, true));
            if question != Step::Act || may.is_err() {
                return;
            }
            add_supporters(
                with,
                assault_supporters(eyes, side, unit, at, with, true),
                SUPPORTERS,
                sink,
                |with| Order::AssaultFromSewer { unit, at, with },
                |with| Draft::SewerAssaultWith { unit, at, with },
            );
        }
    }
}
