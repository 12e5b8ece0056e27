//! Questions in plain words.

use crate::setting::Setting;
use crate::state::step::Question;
use crate::text::names::{moving, units, verb};
use crate::view::fact::Fact;

/// A question in plain words.
pub fn ask(setting: &Setting, question: Question, facts: &[Fact]) -> String {
    let movers = moving(facts);
    let who = || units(setting, facts, movers);
    match question {
        Question::Act => "Begin an impulse, or pass.".to_owned(),
        Question::Impulse => "Go on with the impulse, or end it.".to_owned(),
        Question::Move => format!("{} {} on the move: where next?", who(), verb(movers, "is", "are")),
        Question::OpFire => format!("{} {}: answer with Opportunity Fire?", who(), verb(movers, "moves", "move")),
        Question::Rout => "Choose a unit that routs, and where to.".to_owned(),
        Question::Hide => "Place your hidden units, each of them once. The last one ends your set-up.".to_owned(),
    }
}
