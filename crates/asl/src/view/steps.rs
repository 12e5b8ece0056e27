//! Steps of the agenda as a seat may read them.

use crate::state::below::Below;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::view::AslEyes;

impl Step {
    /// The step as a seat may read it.
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
    /// The step as a seat may read it.
    #[must_use]
    pub fn seen(self, eyes: AslEyes<'_>) -> Fight {
        match self {
            Fight::FirstFire { fired } => Fight::FirstFire { fired: eyes.seen(fired) },
            Fight::Watch { fired } => Fight::Watch { fired: eyes.seen(fired) },
            // Strikers and named targets lie open until the blow has fallen, so of them nothing is filtered.
            Fight::BlowUnknown { side, units, against, at } => {
                Fight::BlowUnknown { side, units, against: eyes.seen(against), at }
            }
            plain => plain,
        }
    }
}

impl Below {
    /// The step as a seat may read it.
    #[must_use]
    pub fn seen(self, eyes: AslEyes<'_>) -> Below {
        self.renamed(|units| eyes.seen(units), Some)
    }
}
