//! Refusals of orders that don't answer the open question.

use rules::{Piece, Refusal, referee_clauses};

use crate::printed::clause::{B3, B4, B14, B17, B24, B32, B33, B34, S12};
use crate::printed::words::Action;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

/// Returns the refusal that names the question to answer instead.
#[cold]
pub fn untimely(step: Step) -> Refusal {
    match step {
        Step::Act => Refusal::new(B3, "this order can't be given now: choose a squad and its action"),
        Step::AfterEmerging => {
            Refusal::new(S12, "this order can't be given now: the squad that came up takes one action or stops")
        }
        Step::Move => Refusal::new(B3, "this order can't be given now: the activated squad continues or stops"),
        Step::OpFire => Refusal::new(B14, "this order can't be given now: fire at the squad that moved, or hold fire"),
        Step::ChooseLoss { .. } => Refusal::new(B24, "this order can't be given now: choose a figure to remove"),
        Step::ChooseRetreat { .. } | Step::ChooseRetreats { .. } => {
            Refusal::new(B17, "this order can't be given now: choose a squad and where it retreats")
        }
        Step::Spend { .. } => {
            Refusal::new(B34, "this order can't be given now: put command points on the initiative card, or spend 0")
        }
        Step::Ready { .. } => {
            Refusal::new(B32, "this order can't be given now: place squads in Op Fire mode, or say that you are done")
        }
        Step::Transfer { .. } => {
            Refusal::new(B33, "this order can't be given now: transfer figures, or say that you are done")
        }
        _ => Refusal::new(referee_clauses::AWAITED, "no order can be given now"),
    }
}

/// Checks that a squad can take an action now: when its side acts, or after it has emerged.
///
/// # Errors
/// If another question is open.
pub fn is_time_to_act(step: Step) -> Result<(), Refusal> {
    match step {
        Step::Act | Step::AfterEmerging => Ok(()),
        Step::Move => Err(Refusal::new(B4, "no other action can begin now: finish the activated squad's action first")),
        _ => Err(untimely(step)),
    }
}

/// Checks that only the squad that has emerged takes the action that follows (TOI-S12).
///
/// # Errors
/// If it is another squad.
pub fn has_emerged(eyes: TideEyes<'_>, step: Step, unit: Piece) -> Result<(), Refusal> {
    let emerged = eyes.active().is_some_and(|active| active.piece == unit && active.action == Action::Emerge);
    S12.forbids(step == Step::AfterEmerging && !emerged, "only the squad that came up can act now")
}

/// Lists the squads that a seat can name in orders: all that it sees.
pub fn pieces(eyes: TideEyes<'_>) -> impl Iterator<Item = Piece> + Clone {
    eyes.squads().map(|(piece, _)| piece)
}
