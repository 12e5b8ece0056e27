//! What a hex or a hexside is made of.
//!
//! Terrain and hexside features are open sets: each rule system declares the words it knows ([`BoardWords`]), a board
//! file uses them, and the board stores them as small numbers.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The words that a rule system knows for what stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardWords {
    /// Kinds of terrain; the first is what a hex is when nothing is said. At most 256.
    pub terrains: &'static [&'static str],
    /// Features of hexsides (wall, hedge, door, …). At most 32.
    pub features: &'static [&'static str],
}

impl BoardWords {
    /// The terrain of this name.
    pub fn terrain(&self, name: &str) -> Option<TerrainId> {
        position(self.terrains, name).map(TerrainId)
    }

    /// The hexside feature of this name.
    pub fn feature(&self, name: &str) -> Option<FeatureId> {
        position(self.features, name).map(FeatureId)
    }

    /// The name of a terrain.
    pub fn terrain_name(&self, terrain: TerrainId) -> &'static str {
        self.terrains.get(usize::from(terrain.0)).copied().unwrap_or("unknown")
    }

    /// The name of a hexside feature.
    pub fn feature_name(&self, feature: FeatureId) -> &'static str {
        self.features.get(usize::from(feature.0)).copied().unwrap_or("unknown")
    }
}

fn position(words: &[&str], name: &str) -> Option<u8> {
    words.iter().position(|word| *word == name).and_then(|at| u8::try_from(at).ok())
}

/// A kind of terrain: its place in [`BoardWords::terrains`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerrainId(pub u8);

/// A hexside feature: its place in [`BoardWords::features`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u8);

/// The features on one hexside: there may be a door in a wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(u32);

impl Features {
    /// Adds a feature. Features beyond the 32nd are not kept.
    pub fn insert(&mut self, feature: FeatureId) {
        self.0 |= 1u32.checked_shl(u32::from(feature.0)).unwrap_or(0);
    }

    /// Whether the feature is there.
    #[inline]
    pub fn contains(self, feature: FeatureId) -> bool {
        self.0 & 1u32.checked_shl(u32::from(feature.0)).unwrap_or(0) != 0
    }

    /// Whether the hexside is plain.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The features there, in the order the system declares them.
    pub fn iter(self) -> impl Iterator<Item = FeatureId> {
        (0..32).map(FeatureId).filter(move |feature| self.contains(*feature))
    }
}

/// A building: hexes that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BuildingId(pub u16);

/// A way across a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Road {
    /// A paved road or street.
    Paved,
    /// An unpaved road.
    Unpaved,
    /// A footpath or trail.
    Path,
    /// A railway; no road for the manhole rule.
    Rail,
}

impl Road {
    /// Whether it is a road in the sense of a junction.
    pub const fn is_road(self) -> bool {
        matches!(self, Road::Paved | Road::Unpaved)
    }
}

impl fmt::Display for Road {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Road::Paved => "paved",
            Road::Unpaved => "unpaved",
            Road::Path => "path",
            Road::Rail => "rail",
        })
    }
}
