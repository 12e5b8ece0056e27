//! Steps of the agenda as a seat may read them.

use crate::state::below::Below;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::view::AslEyes;

impl Step {
    /// Returns the step as a seat may read it.
    #[must_use]
    pub fn seen(self, eyes: AslEyes<'_>) -> Step {
        match self {
            Step::Fight(step) => Step::Fight(step.seen(eyes)),
            Step::Below(step) => Step::Below(step.seen(eyes)),
            plain => plain,
        }
    }
}

impl Fight {
    /// Returns the step as a seat may read it.
    #[must_use]
    pub fn seen(self, eyes: AslEyes<'_>) -> Fight {
        // Of units that have fallen or are out of sight there is nothing to name.
        self.renamed(|units| eyes.seen(units), Some)
    }
}

impl Below {
    /// Returns the step as a seat may read it.
    #[must_use]
    pub fn seen(self, eyes: AslEyes<'_>) -> Below {
        self.renamed(|units| eyes.seen(units), Some)
    }
}
