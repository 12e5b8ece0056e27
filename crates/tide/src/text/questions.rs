//! Questions in plain words.

use rules::Reader;

use crate::state::Tide;
use crate::state::step::Question;
use crate::text::names::Names;

/// A question in plain words.
pub fn ask(reader: Reader<'_, Tide>, question: Question) -> String {
    match question {
        Question::Act => "Choose a squad and its action.".to_owned(),
        Question::Move => format!("{} is activated: what next?", reader.mover()),
        Question::AfterEmerging => format!("{} has come up: which action does it take?", reader.mover()),
        Question::OpFire => format!("{} has entered a hex: answer with Op Fire?", reader.mover()),
        Question::Lose => "Choose a figure that falls.".to_owned(),
        Question::Retreat => "Choose a beaten squad and where it goes.".to_owned(),
    }
}
