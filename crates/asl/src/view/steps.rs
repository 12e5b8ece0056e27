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
        match self {
            // Whoever has fired was shown, or its side alone knows who it was.
            Fight::FirstFire { .. } | Fight::Watch { .. } => self.renamed(|units| eyes.seen(units), Some),
            Fight::Challenge { side, units, at } => Fight::Challenge { side, units: eyes.seen(units), at },
            Fight::Placing { unit, at, breach, halved } => Fight::Placing { unit: eyes.seen(unit), at, breach, halved },
            Fight::Setting { units } => Fight::Setting { units: eyes.seen(units) },
            // Named targets are in sight until the attack is resolved. An ambusher may attack from under its "?".
            Fight::Blow { units, against, capture } => Fight::Blow { units: eyes.seen(units), against, capture },
            Fight::BlowUnknown { side, units, against, at, capture } => {
                Fight::BlowUnknown { side, units, against: eyes.seen(against), at, capture }
            }
            Fight::Infiltrate { side, at, units } => Fight::Infiltrate { side, at, units: eyes.seen(units) },
            Fight::Capture { by, units, half } => {
                Fight::Capture { by: eyes.seen(by), units: eyes.seen(units), half: eyes.seen(half) }
            }
            plain => plain,
        }
    }
}

impl Below {
    /// Returns the step as a seat may read it.
    #[must_use]
    pub fn seen(self, eyes: AslEyes<'_>) -> Below {
        self.renamed(|units| eyes.seen(units), Some)
    }
}
