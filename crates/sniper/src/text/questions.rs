//! Questions in plain words.

use crate::state::step::Question;

/// A question in plain words.
#[must_use]
pub fn describe(question: Question) -> String {
    match question {
        Question::SetUp => "Place your men in secret, then choose Ready.".to_owned(),
        Question::Plot => "Plot in secret, then choose Ready.".to_owned(),
    }
}
