//! Questions in plain words.

use rules::Reader;

use crate::state::Heroes;
use crate::state::step::Question;
use crate::text::names::{Names, verb};

/// A question in plain words.
pub fn ask(reader: Reader<'_, Heroes>, question: Question) -> String {
    let movers = reader.moving();
    let who = || reader.units(movers);
    match question {
        Question::Act => "Begin an impulse, or pass.".to_owned(),
        Question::Impulse => "Go on with the impulse, or end it.".to_owned(),
        Question::Move => format!("{} {} on the move: where next?", who(), verb(movers, "is", "are")),
        Question::OpFire => format!("{} {}: answer with Opportunity Fire?", who(), verb(movers, "moves", "move")),
        Question::Rout => "Choose a unit that routs, and where to.".to_owned(),
        Question::Hide => "Place your hidden units, each of them once. The last one ends your set-up.".to_owned(),
    }
}
