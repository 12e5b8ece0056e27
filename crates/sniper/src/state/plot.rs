//! A man's plot for this turn (SNP-B2).

use board::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::words::{Grenade, Posture};
use crate::setting::path::Path;

/// A man's action besides movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// He fires into a Location (SNP-B8).
    Fire {
        /// Target Location of his fire.
        at: LocationId,
    },
    /// He fires at the first enemy to appear in a Location or sewer stretch (SNP-B16).
    Watch {
        /// The Location watched; in a sewer, a Location of the stretch watched.
        at: LocationId,
    },
    /// He fires at the first enemy to appear at a door or window (SNP-B16).
    WatchSide {
        /// The Location on one side of it.
        at: LocationId,
        /// The Location on the other side.
        beyond: LocationId,
    },
    /// He throws a grenade (SNP-B11, SNP-B12).
    Throw {
        /// Target Location of the throw.
        at: LocationId,
        /// Kind of grenade he throws.
        grenade: Grenade,
    },
    /// He reloads his weapon (SNP-B17).
    Reload,
    /// He takes his weapon in hand again (SNP-B33).
    Rearm,
}

/// A man's plot: first a posture, then a grenade to prepare, then a path, then an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// The posture he takes first; left out if he keeps his own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posture: Option<Posture>,
    /// The grenade he prepares before he moves (SNP-B33); left out if he prepares none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prepare: Option<Grenade>,
    /// The Locations he moves to, in order, at most 10.
    #[serde(default, skip_serializing_if = "Path::is_empty")]
    pub path: Path,
    /// His action; left out if he has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<Act>,
}

impl Plot {
    /// Returns whether he stays and does nothing.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.posture.is_none() && self.prepare.is_none() && self.path.is_empty() && self.act.is_none()
    }
}
