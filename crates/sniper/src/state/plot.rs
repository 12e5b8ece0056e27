//! What a man will do this turn: his plot (SNP-B2).

use board::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::words::{Grenade, Posture};
use crate::setting::path::Path;

/// What a man does besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// He fires into a Location (SNP-B8).
    Fire {
        /// Where.
        at: LocationId,
    },
    /// He fires at whatever first shows itself (SNP-B16).
    Watch {
        /// In which Location or, in a sewer, in which stretch.
        at: LocationId,
    },
    /// He fires at whatever first shows itself at a door or window (SNP-B16).
    WatchSide {
        /// The place on one side of it.
        at: LocationId,
        /// The place on the other.
        beyond: LocationId,
    },
    /// He throws a grenade (SNP-B11, SNP-B12).
    Throw {
        /// Where to.
        at: LocationId,
        /// Which.
        grenade: Grenade,
    },
    /// He reloads (SNP-B17).
    Reload,
}

/// A man's plot: first a posture, then steps, then an act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// The posture he takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posture: Option<Posture>,
    /// The way he goes.
    #[serde(default, skip_serializing_if = "Path::is_empty")]
    pub path: Path,
    /// What else he does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<Act>,
}

impl Plot {
    /// Whether he stays and does nothing.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.posture.is_none() && self.path.is_empty() && self.act.is_none()
    }
}
