//! Refusals of orders that don't answer the open question.

use rules::{PieceSet, Refusal, referee_clauses};

use crate::printed::clause::{B3, B4, B6, B7, B14, B19, B35};
use crate::state::step::Step;

/// Returns the refusal that names the question to answer instead.
#[cold]
pub fn untimely(step: Step) -> Refusal {
    match step {
        Step::Act => Refusal::new(B3, "this order isn't possible now: begin an impulse or pass"),
        Step::Impulse => Refusal::new(B4, "this order isn't possible now: continue or end the impulse"),
        Step::Move => Refusal::new(B6, "this order isn't possible now: the moving units must continue or stop"),
        Step::OpFire => Refusal::new(B7, "this order isn't possible now: use Opportunity Fire or hold fire"),
        Step::ChooseRout { .. } => Refusal::new(B14, "this order isn't possible now: choose a unit to rout, and where"),
        Step::Hide { .. } => {
            Refusal::new(B19, "this order isn't possible now: place your hidden units or finish set-up")
        }
        Step::ChooseTargets { .. } => {
            Refusal::new(B35, "this order isn't possible now: choose the enemy units to attack in the melee")
        }
        _ => Refusal::new(referee_clauses::AWAITED, "no order is expected now"),
    }
}

/// Checks that units can act now: when an impulse begins or continues.
///
/// # Errors
/// If another question is open.
#[inline]
pub fn is_time_to_act(step: Step) -> Result<(), Refusal> {
    if matches!(step, Step::Act | Step::Impulse) { Ok(()) } else { Err(untimely(step)) }
}

/// Checks that a side is asked for its routs, and returns the units that have finished.
///
/// # Errors
/// If another question is open.
pub fn time_to_rout(step: Step) -> Result<PieceSet, Refusal> {
    match step {
        Step::ChooseRout { done, .. } => Ok(done),
        Step::Act => Err(Refusal::new(B14, "units can rout only at the end of the Operations Phase")),
        _ => Err(untimely(step)),
    }
}
