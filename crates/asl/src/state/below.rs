//! Agenda steps of sewers and tunnels, and the dice they record.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::chart::{Conditions, is_lost, lost_dr};
use crate::state::step::{Question, Step};

/// An agenda step of sewers and tunnels. The questions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Below {
    /// Asked of the ATTACKER: where the stack that uses Sewer Movement goes.
    Choose {
        /// Location where the move starts.
        from: LocationId,
        /// Units of the stack. Only their own side can read them.
        units: PieceSet,
        /// The die that decides who directs the stack (B8.41d).
        way: WayDr,
    },
    /// Asked of the DEFENDER: where the lost stack goes.
    Direct {
        /// Location where the move starts.
        from: LocationId,
        /// Units of the stack. Only their own side can read them.
        units: PieceSet,
        /// The die that decides who directs the stack (B8.41d).
        way: WayDr,
    },
    /// Asked of the ATTACKER after the emergence dr: whether they claim a friendly unit above.
    Claim(Dr),
    /// Asked of the DEFENDER after the emergence dr: whether they show a unit.
    Show(Dr),
    /// Asked at the end of the Close Combat Phase: which unit destroys a tunnel.
    Destroy {
        /// Side whose units can destroy it.
        side: Side,
    },
    /// The ATTACKER's next stack makes its emergence dr.
    Emergence {
        /// Sewer Location of the previous stack.
        after: Option<LocationId>,
    },
    /// The referee applies the result of an emergence dr.
    Verdict(Dr),
    /// A side is asked whether it destroys a tunnel, if it has a unit that can.
    MayDestroy {
        /// Side that would be asked.
        side: Side,
    },
}

impl From<Below> for Step {
    fn from(below: Below) -> Step {
        Step::Below(below)
    }
}

impl Below {
    /// Returns whether this step is a question.
    #[inline(always)]
    #[must_use]
    pub const fn is_question(&self) -> bool {
        !matches!(self, Below::Emergence { .. } | Below::Verdict(_) | Below::MayDestroy { .. })
    }

    /// Returns the question of this step; `None` if it is not a question.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Below::Choose { .. } => Question::Choose,
            Below::Direct { .. } => Question::Direct,
            Below::Claim(_) => Question::Claim,
            Below::Show(_) => Question::Show,
            Below::Destroy { .. } => Question::Destroy,
            Below::Emergence { .. } | Below::Verdict(_) | Below::MayDestroy { .. } => return None,
        })
    }

    /// Returns this step with its sets of pieces mapped by `group` and each piece by `piece`.
    #[must_use]
    pub fn renamed(self, group: impl Fn(PieceSet) -> PieceSet, _: impl Fn(Piece) -> Option<Piece>) -> Below {
        let named = |cast: Dr| Dr { shown: group(cast.shown), ..cast };
        match self {
            Below::Choose { from, units, way } => Below::Choose { from, units: group(units), way },
            Below::Direct { from, units, way } => Below::Direct { from, units: group(units), way },
            Below::Claim(cast) => Below::Claim(named(cast)),
            Below::Show(cast) => Below::Show(named(cast)),
            Below::Verdict(cast) => Below::Verdict(named(cast)),
            Below::Destroy { .. } | Below::Emergence { .. } | Below::MayDestroy { .. } => self,
        }
    }
}

/// An emergence dr that was rolled, and the claims and units shown since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dr {
    /// Sewer Location of the stack.
    pub at: LocationId,
    /// The dr as rolled, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub dr: u8,
    /// Whether the ATTACKER has claimed a friendly unit above.
    #[serde(default)]
    pub claimed: bool,
    /// Units the DEFENDER has shown, of those the reader can name.
    #[serde(default)]
    pub shown: PieceSet,
    /// Modifiers so far, from what is public, claimed and shown.
    #[serde(default)]
    pub drm: Modifiers,
}

impl Dr {
    /// Returns the Final dr so far, plus `more`.
    #[must_use]
    pub fn total(&self, more: i8) -> i8 {
        (self.dr as i8).saturating_add(self.drm.sum()).saturating_add(more)
    }
}

/// The modifiers of an emergence dr, in the order of the chart; 0 where one does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modifiers {
    /// A friendly unit is in the manhole (B8.42e).
    pub friend: i8,
    /// No enemy holds or watches the manhole (B8.42f).
    pub unwatched: i8,
    /// The stack is lost (B8.42g).
    pub lost: i8,
    /// Enemy squads in the manhole (B8.42h).
    pub enemies: i8,
    /// An enemy in an adjacent sewer (B8.42i).
    pub neighbour: i8,
}

impl Modifiers {
    /// Returns the modifiers that apply, by name.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, i8)> {
        let all = [
            ("friendly unit above", self.friend),
            ("unwatched manhole", self.unwatched),
            ("lost", self.lost),
            ("enemy squads above", self.enemies),
            ("enemy in adjacent sewer", self.neighbour),
        ];
        all.into_iter().filter(|(_, drm)| *drm != 0)
    }

    /// Returns the sum of all modifiers.
    #[must_use]
    pub fn sum(&self) -> i8 {
        self.named().map(|(_, drm)| drm).fold(0, i8::saturating_add)
    }

    /// Returns the modifiers that follow from `conditions`.
    #[must_use]
    pub fn of(conditions: &Conditions) -> Modifiers {
        let [friend, unwatched, lost, enemies, neighbour] = conditions.drms();
        Modifiers { friend, unwatched, lost, enemies, neighbour }
    }
}

/// The die for the way of a stack (B8.41d), which all players see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WayDr {
    /// The dr as rolled, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub dr: u8,
    /// Whether the stack was lost before: that adds one (B8.41e).
    pub was_lost: bool,
}

impl WayDr {
    /// Returns whether the stack is lost now.
    #[must_use]
    pub fn is_lost(self) -> bool {
        is_lost(self.dr, self.was_lost)
    }

    /// Returns the Final dr, with 1 added if the stack was lost before.
    #[must_use]
    pub fn total(self) -> i8 {
        lost_dr(self.dr, self.was_lost)
    }
}
