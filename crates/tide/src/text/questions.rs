//! English text for questions.

use rules::Reader;

use crate::state::Tide;
use crate::state::step::Question;
use crate::text::names::Names;

/// Describes a question as English text.
pub fn describe(reader: Reader<'_, Tide>, question: Question) -> String {
    match question {
        Question::Act => "Choose a squad and its action.".to_owned(),
        Question::Move => format!("Choose what {} does next.", reader.mover()),
        Question::AfterEmerging => format!("Choose an action for {}.", reader.mover()),
        Question::OpFire => format!("Fire at {}, or hold fire.", reader.mover()),
        Question::Lose => "Choose which figure to remove.".to_owned(),
        Question::Spend => "Put command points on the initiative card.".to_owned(),
        Question::Ready => "Place squads in Op Fire mode, or choose Done.".to_owned(),
        Question::Transfer => "Transfer figures between squads, or choose Done.".to_owned(),
        Question::Retreat => "Choose which squad retreats, and where.".to_owned(),
    }
}
