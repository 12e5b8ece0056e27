//! Steps of fights: fire, morale, rally, rout and Close Combat.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::step::{Question, Step};

/// What there is to do in fights. The questions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fight {
    /// Asked in the Rally Phase: who rallies, or recovers or hands over something.
    Rally {
        /// Whose units.
        side: Side,
        /// Whether a squad has tried to rally by itself: one may.
        alone: bool,
    },
    /// Asked of the ATTACKER in the Prep Fire Phase: who fires.
    PrepFire,
    /// Asked of the DEFENDER in the Movement Phase: whether he fires at the movers.
    FirstFire {
        /// Who has fired at them where they are now.
        fired: PieceSet,
    },
    /// Asked of the DEFENDER in the Defensive Fire Phase: who fires.
    FinalFire,
    /// Asked of the ATTACKER in the Advancing Fire Phase: who fires.
    AdvancingFire,
    /// Asked in the Rout Phase: who routs.
    ChooseRout {
        /// Whose units.
        side: Side,
    },
    /// Asked in the Close Combat Phase: who attacks whom.
    CloseCombat {
        /// Whose units.
        side: Side,
        /// Where.
        at: LocationId,
        /// Whether it is an ambush or the answer to one, so that the blows fall before the others are asked.
        alone: bool,
    },
    /// The Rally Phase is over.
    EndOfRally,
    /// Whether the DEFENDER is asked for fire at the movers.
    Watch {
        /// Who has fired at them where they are now.
        fired: PieceSet,
    },
    /// The routs of a side go on, or end.
    Routs {
        /// Whose units.
        side: Side,
    },
    /// The next Close Combat.
    CloseCombats {
        /// In this Location or one after it.
        from: u16,
    },
    /// Whether a side is asked for its blows in Close Combat.
    Blows {
        /// Whose.
        side: Side,
        /// Where.
        at: LocationId,
        /// As in the question.
        alone: bool,
    },
    /// A blow in Close Combat that has been declared.
    Blow {
        /// Who strikes.
        units: PieceSet,
        /// Whom.
        against: PieceSet,
    },
    /// A blow below ground at the "?", by those of a side who have chosen to strike.
    BlowBelow {
        /// Who strikes.
        side: Side,
        /// Where.
        at: LocationId,
    },
    /// A blow above ground at what is under a "?".
    BlowUnknown {
        /// Which side strikes.
        side: Side,
        /// Who strikes.
        units: PieceSet,
        /// Who lay there when it was declared, of those that this reader can name.
        against: PieceSet,
        /// Where.
        at: LocationId,
    },
    /// Whoever was hit in Close Combat goes.
    Settle {
        /// Where.
        at: LocationId,
    },
    /// A Close Combat is over for this turn.
    EndOfCombat {
        /// Where.
        at: LocationId,
    },
}

impl From<Fight> for Step {
    fn from(fight: Fight) -> Step {
        Step::Fight(fight)
    }
}

impl Fight {
    /// Whether it asks for fire.
    #[inline]
    #[must_use]
    pub const fn is_fire(self) -> bool {
        matches!(self, Fight::PrepFire | Fight::FirstFire { .. } | Fight::FinalFire | Fight::AdvancingFire)
    }

    /// The question it asks, if it is one.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Fight::Rally { .. } => Question::Rally,
            Fight::PrepFire => Question::PrepFire,
            Fight::FirstFire { .. } => Question::FirstFire,
            Fight::FinalFire => Question::FinalFire,
            Fight::AdvancingFire => Question::AdvancingFire,
            Fight::ChooseRout { .. } => Question::Rout,
            Fight::CloseCombat { .. } => Question::CloseCombat,
            _ => return None,
        })
    }

    /// The step with other pieces in it.
    #[must_use]
    pub fn renamed(self, group: impl Fn(PieceSet) -> PieceSet, _: impl Fn(Piece) -> Option<Piece>) -> Fight {
        match self {
            Fight::FirstFire { fired } => Fight::FirstFire { fired: group(fired) },
            Fight::Watch { fired } => Fight::Watch { fired: group(fired) },
            Fight::Blow { units, against } => Fight::Blow { units: group(units), against: group(against) },
            Fight::BlowUnknown { side, units, against, at } => {
                Fight::BlowUnknown { side, units: group(units), against: group(against), at }
            }
            plain => plain,
        }
    }
}
