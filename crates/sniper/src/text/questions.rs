//! Questions in plain words.

use crate::setting::Setting;
use crate::state::step::Question;
use crate::view::fact::Fact;

/// A question in plain words.
#[must_use]
pub fn ask(_: &Setting, question: Question, _: &[Fact]) -> String {
    match question {
        Question::SetUp => "Place your men in secret, then be ready.".to_owned(),
        Question::Plot => "Plot in secret what your men will do, then be ready.".to_owned(),
    }
}
