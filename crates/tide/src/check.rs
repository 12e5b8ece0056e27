//! Whether a seat may give an order now. The rooms hold the rules; here each question meets its orders.

use rules::{Refusal, Seat, house};

use crate::clause::{B3, B4, B14, B15, B17, B23, B24, B28, S2, S9, S12, S13};
use crate::eyes::TideEyes;
use crate::order::Order;
use crate::position::{Action, State};
use crate::turn::Step;
use crate::{fire, melee, morale, movement, underground};

/// Whether this seat may give the order now.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn check(eyes: TideEyes<'_>, order: &Order) -> Result<(), Refusal> {
    let (Seat::Side(side), Some((asked, question))) = (eyes.seat(), eyes.asked()) else {
        return Err(Refusal::new(house::AWAITED, "you are not asked for an order"));
    };
    if side != asked {
        return Err(Refusal::new(house::AWAITED, "the other side is asked"));
    }
    match (question, *order) {
        (Step::Act, Order::Activate { unit, action }) => movement::may_activate(eyes, side, unit, action),
        (Step::AfterEmerging, Order::Activate { unit, action }) => {
            has_emerged(eyes, unit)?;
            movement::may_activate(eyes, side, unit, action)
        }
        (Step::Act, Order::Prepare { unit }) => may_prepare(eyes, unit),
        (Step::AfterEmerging, Order::Prepare { unit }) => {
            has_emerged(eyes, unit)?;
            may_prepare(eyes, unit)
        }
        (Step::AfterEmerging, Order::Fatigue { unit }) => {
            has_emerged(eyes, unit)?;
            may_fatigue(eyes, unit)
        }
        (Step::Act, Order::Fatigue { unit }) => may_fatigue(eyes, unit),
        (Step::Act | Step::AfterEmerging | Step::Move | Step::OpFire, Order::Fire { unit, target, with, .. }) => {
            match fire::occasion(eyes, question, unit)? {
                Some(shot) => fire::may_fire(eyes, side, shot, unit, target, with),
                None => Err(Refusal::new(B3, "nobody fires now")),
            }
        }
        (Step::Act, Order::AdvanceBelow { unit }) => underground::may_advance(eyes, side, unit).map(drop),
        (Step::Act, Order::Emerge { unit, at }) => underground::may_emerge(eyes, side, unit, at),
        (Step::Act, Order::AssaultFromSewer { unit, at, with }) => {
            underground::may_assault(eyes, side, unit, at)?;
            melee::may_all_support(eyes, side, unit, at, with, true)
        }
        (Step::Move, Order::Move { to }) => movement::may_move(eyes, side, to).map(drop),
        (Step::Move, Order::Enter { card }) => underground::may_enter(eyes, side, card),
        (Step::Move, Order::Assault { target, with }) => {
            let unit = melee::may_assault(eyes, side, target)?;
            melee::may_all_support(eyes, side, unit, target, with, false)
        }
        (Step::Act, Order::Stop | Order::HoldFire) => {
            B28.forbids(true, "there is no passing; Fatigue Unit spends an action for nothing")
        }
        (Step::Move | Step::AfterEmerging, Order::Stop) | (Step::OpFire, Order::HoldFire) => Ok(()),
        (Step::ChooseLoss { victims, .. }, Order::Lose { unit, figure }) => {
            morale::may_lose(eyes, victims, unit, figure)
        }
        (Step::ChooseRetreat { unit: beaten, .. }, Order::Retreat { unit, to }) => {
            B17.forbids(unit != beaten, "another squad is retreating")?;
            morale::may_retreat(eyes, unit, to)
        }
        (Step::ChooseRetreats { at, .. }, Order::Retreat { unit, to }) => {
            let beaten = eyes.of_side_on(side, at).any(|(piece, _)| piece == unit);
            B17.forbids(!beaten, "this squad is not one of those beaten")?;
            morale::may_retreat(eyes, unit, to)
        }
        _ => Err(out_of_place(question, order)),
    }
}

fn has_emerged(eyes: TideEyes<'_>, unit: rules::Piece) -> Result<(), Refusal> {
    let emerged = eyes.active().is_some_and(|active| active.piece == unit && active.action == Action::Emerge);
    S12.forbids(!emerged, "the squad that has come up takes the action")
}

fn may_prepare(eyes: TideEyes<'_>, unit: rules::Piece) -> Result<(), Refusal> {
    let (side, _) = eyes.asked().ok_or_else(|| Refusal::new(house::AWAITED, "nobody is asked"))?;
    let squad = movement::fresh(eyes, side, unit)?;
    B23.forbids(squad.state == State::Disrupted, "a disrupted squad can only be fatigued")
}

/// Whether a squad can take the Fatigue Unit action, on the board (TOI-B4) or below (TOI-S9).
///
/// # Errors
/// The refusal with its clause.
pub fn may_fatigue(eyes: TideEyes<'_>, unit: rules::Piece) -> Result<(), Refusal> {
    let (side, _) = eyes.asked().ok_or_else(|| Refusal::new(house::AWAITED, "nobody is asked"))?;
    if eyes.own(side, unit)?.below().is_some() {
        return underground::fresh_below(eyes, side, unit).map(drop);
    }
    movement::fresh(eyes, side, unit).map(drop)
}

/// An order that answers another question than the one that stands.
#[cold]
fn out_of_place(question: Step, order: &Order) -> Refusal {
    match (question, *order) {
        (Step::Act, Order::Enter { .. }) => {
            Refusal::new(S2, "a squad goes below while it moves: activate it for an Advance first")
        }
        (Step::Act, _) => Refusal::new(B3, "choose a squad and an action"),
        (Step::AfterEmerging, _) => Refusal::new(S12, "the squad that has come up takes one normal action, or stops"),
        (Step::Move, Order::AdvanceBelow { .. } | Order::Emerge { .. }) => {
            Refusal::new(S9, "that is an action of its own")
        }
        (Step::Move, Order::AssaultFromSewer { .. }) => Refusal::new(S13, "that is an action of its own"),
        (Step::Move, Order::Fatigue { .. } | Order::Prepare { .. } | Order::Activate { .. }) => {
            Refusal::new(B4, "a squad is activated already: end its movement first")
        }
        (Step::Move, Order::Fire { .. }) => Refusal::new(B15, "only Fire and Movement fires now"),
        (Step::Move, _) => Refusal::new(B3, "the activated squad moves, or stops"),
        (Step::OpFire, _) => Refusal::new(B14, "answer with Op Fire, or hold fire"),
        (Step::ChooseLoss { .. }, _) => Refusal::new(B24, "choose a figure that falls"),
        (Step::ChooseRetreat { .. } | Step::ChooseRetreats { .. }, _) => {
            Refusal::new(B17, "choose a beaten squad and where it goes")
        }
        _ => Refusal::new(house::AWAITED, "nobody is asked"),
    }
}
