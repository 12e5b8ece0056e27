//! Orders that answer another question than the one that stands.

use rules::{Piece, Refusal, house};

use crate::printed::clause::{B3, B4, B14, B17, B24, S12};
use crate::printed::words::Action;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

/// What is asked instead.
#[cold]
pub fn untimely(step: Step) -> Refusal {
    match step {
        Step::Act => Refusal::new(B3, "choose a squad and an action"),
        Step::AfterEmerging => Refusal::new(S12, "the squad that has come up takes one normal action, or stops"),
        Step::Move => Refusal::new(B3, "the activated squad moves, or stops"),
        Step::OpFire => Refusal::new(B14, "answer with Op Fire, or hold fire"),
        Step::ChooseLoss { .. } => Refusal::new(B24, "choose a figure that falls"),
        Step::ChooseRetreat { .. } | Step::ChooseRetreats { .. } => {
            Refusal::new(B17, "choose a beaten squad and where it goes")
        }
        _ => Refusal::new(house::AWAITED, "nobody is asked"),
    }
}

/// A squad takes one of its normal actions when its side acts, or when it has come up.
///
/// # Errors
/// At any other question.
pub fn is_time_to_act(step: Step) -> Result<(), Refusal> {
    match step {
        Step::Act | Step::AfterEmerging => Ok(()),
        Step::Move => Err(Refusal::new(B4, "a squad is activated already: end its movement first")),
        _ => Err(untimely(step)),
    }
}

/// Only the squad that has come up takes the action that follows (TOI-S12).
///
/// # Errors
/// When it is another one.
pub fn has_emerged(eyes: TideEyes<'_>, step: Step, unit: Piece) -> Result<(), Refusal> {
    let emerged = eyes.active().is_some_and(|active| active.piece == unit && active.action == Action::Emerge);
    S12.forbids(step == Step::AfterEmerging && !emerged, "the squad that has come up takes the action")
}

/// The pieces that a seat can write orders about, all in sight, and the side's own.
pub fn pieces(eyes: TideEyes<'_>) -> impl Iterator<Item = Piece> + Clone {
    eyes.squads().map(|(piece, _)| piece)
}
