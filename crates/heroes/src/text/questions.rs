//! English text for questions.

use rules::Reader;

use crate::state::Heroes;
use crate::state::step::Question;
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
        Question::Hide => "Place each hidden unit once. The last one ends your set-up.".to_owned(),
    }
}
