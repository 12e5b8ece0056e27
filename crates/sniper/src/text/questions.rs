//! English texts of questions.

use crate::state::step::Question;

/// Returns a question as English text.
#[must_use]
pub fn describe(question: Question) -> String {
    match question {
        Question::SetUp => "Place your men in secret, then choose Ready.".to_owned(),
        Question::Plot => "Plot in secret, then choose Ready.".to_owned(),
    }
}
