//! Watching a door or window (SNP-B16).

use board::LocationId;
use rules::{Piece, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mechanics::planned::{Planned, can_watch, is_a_man, place};
use crate::setting::lookout::Lookout;
use crate::state::man::Man;
use crate::state::plot::{Act, Plot};
use crate::view::SniperEyes;

/// A man who will watch a door or window. In whichever order its two sides are given, it is the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "SidesAsGiven")]
pub struct WatchSide {
    /// Who.
    pub(crate) man: Piece,
    /// The place on one side of it, the one that comes first on the board.
    pub(crate) at: LocationId,
    /// The place on the other.
    pub(crate) beyond: LocationId,
}

impl WatchSide {
    /// A man, and the places on the two sides of the door or window.
    #[inline]
    #[must_use]
    pub fn new(man: Piece, one: LocationId, other: LocationId) -> WatchSide {
        WatchSide { man, at: one.min(other), beyond: one.max(other) }
    }
}

impl From<SidesAsGiven> for WatchSide {
    fn from(SidesAsGiven { man, at, beyond }: SidesAsGiven) -> WatchSide {
        WatchSide::new(man, at, beyond)
    }
}

/// A door or window as somebody writes it: either side of it first.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SidesAsGiven {
    /// Who.
    man: Piece,
    /// The place on one side of it.
    at: LocationId,
    /// The place on the other.
    beyond: LocationId,
}

/// Whether a man can wait to fire at a door or window (SNP-B16): at who shows himself on either side of it.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_watch_side(
    eyes: SniperEyes<'_>,
    planned: &Planned<'_>,
    WatchSide { at, beyond, .. }: WatchSide,
) -> Result<(), Refusal> {
    is_a_man(planned)?;
    place(eyes, at)?;
    place(eyes, beyond)?;
    Lookout::of(eyes.setting(), planned.eye())?.may_watch_side(at, beyond)?;
    can_watch(planned)
}

/// His plot with the act.
#[inline]
#[must_use]
pub const fn plotted(man: &Man, WatchSide { at, beyond, .. }: WatchSide) -> Plot {
    Plot { act: Some(Act::WatchSide { at, beyond }), ..man.plot }
}
