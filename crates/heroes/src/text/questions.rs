//! English text for questions.

use rules::Reader;

use crate::state::Heroes;
use crate::state::step::{Question, Step};
use crate::text::names::Names;

/// Describes a question as English text.
pub fn describe(reader: Reader<'_, Heroes>, question: Question) -> String {
    let movers = reader.moving();
    let who = || reader.units(movers);
    match question {
        Question::Act => "Begin an impulse or pass.".to_owned(),
        Question::Impulse => "Continue or end the impulse.".to_owned(),
        Question::Move => format!("Move {} on, or stop.", who()),
        Question::OpFire => format!("Fire at {} (Opportunity Fire), or hold fire.", who()),
        Question::Rout => "Choose a unit to rout, and where.".to_owned(),
        Question::Melee => melee(reader),
        Question::Hide => "Place each hidden unit once. The last one ends your set-up.".to_owned(),
    }
}

fn melee(reader: Reader<'_, Heroes>) -> String {
    match reader.asked() {
        Some(Step::ChooseTargets { at, .. }) => format!("Choose the units to attack in {}.", reader.at(at)),
        _ => "Choose the units to attack in the melee.".to_owned(),
    }
}
