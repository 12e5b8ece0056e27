//! Orders that answer another question than the one that stands.

use rules::{Group, Refusal, house};

use crate::printed::clause::{B3, B4, B6, B7, B14, B19};
use crate::state::step::Step;

/// What is asked instead.
#[cold]
pub fn untimely(step: Step) -> Refusal {
    match step {
        Step::Act => Refusal::new(B3, "begin an impulse, or pass"),
        Step::Impulse => Refusal::new(B4, "go on with the impulse, or end it"),
        Step::Move => Refusal::new(B6, "the moving units go on, or stop"),
        Step::OpFire => Refusal::new(B7, "answer with Opportunity Fire, or hold fire"),
        Step::ChooseRout { .. } => Refusal::new(B14, "choose a unit that routs, and where to"),
        Step::Hide { .. } => Refusal::new(B19, "place your hidden units, or end it"),
        _ => Refusal::new(house::AWAITED, "nobody is asked"),
    }
}

/// Units act when they open an impulse, or go on with it.
///
/// # Errors
/// At any other question.
#[inline]
pub fn is_time_to_act(step: Step) -> Result<(), Refusal> {
    if matches!(step, Step::Act | Step::Impulse) { Ok(()) } else { Err(untimely(step)) }
}

/// Shaken units rout, or stay, when their side is asked who routs; those who have done so.
///
/// # Errors
/// At any other question.
pub fn time_to_rout(step: Step) -> Result<Group, Refusal> {
    match step {
        Step::ChooseRout { done, .. } => Ok(done),
        Step::Act => Err(Refusal::new(B14, "units rout at the end of the Operations Phase")),
        _ => Err(untimely(step)),
    }
}
