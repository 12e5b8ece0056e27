//! What a hex or a hexside is made of.
//!
//! Terrain and hexside features are open sets: each rule system declares the words it knows and how each looks
//! ([`BoardWords`]), a board file uses them, and the board stores them as small numbers. Looks are closed sets: they are what
//! can be drawn.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the ground of a hex is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Bare ground.
    Plain,
    /// Paving stones.
    Cobbles,
    /// The bed of a railway.
    Gravel,
    /// Trees.
    Trees,
    /// Low growth.
    Tufts,
    /// Standing grain.
    Stalks,
    /// Shellholes.
    Craters,
    /// Water.
    Waves,
    /// A building, whatever it is built of.
    House,
    /// Wood that people built of.
    Planks,
    /// Masonry.
    Bricks,
    /// What is left of a building.
    Rubble,
    /// A low strongpoint of concrete.
    Bunker,
    /// A strongpoint with walls and towers.
    Fortress,
    /// An open yard within buildings.
    Yard,
    /// Stairs; they belong to the building around them.
    Stairs,
    /// A pit.
    Hole,
}

/// How what stands along a hexside is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// A thick line.
    Wall,
    /// Growth in a row.
    Hedge,
    /// A gap with a leaf.
    Door,
    /// A gap with a pane.
    Window,
}

/// The words that a rule system knows for what stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardWords {
    /// Kinds of terrain and how they look; the first is what a hex is when nothing is said. At most 256.
    pub terrains: &'static [(&'static str, Look)],
    /// Features of hexsides (wall, hedge, door, …) and how they look. At most 32.
    pub features: &'static [(&'static str, Edge)],
}

impl BoardWords {
    /// The names of its terrains.
    pub fn terrain_names(&self) -> Vec<&'static str> {
        self.terrains.iter().map(|(name, _)| *name).collect()
    }

    /// The names of its hexside features.
    pub fn feature_names(&self) -> Vec<&'static str> {
        self.features.iter().map(|(name, _)| *name).collect()
    }

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
        self.terrains.get(usize::from(terrain.0)).map_or("unknown", |(name, _)| name)
    }

    /// The look of a terrain.
    pub fn look(&self, terrain: TerrainId) -> Look {
        self.terrains.get(usize::from(terrain.0)).map_or(Look::Plain, |(_, look)| *look)
    }

    /// The name of a hexside feature.
    pub fn feature_name(&self, feature: FeatureId) -> &'static str {
        self.features.get(usize::from(feature.0)).map_or("unknown", |(name, _)| name)
    }

    /// The look of a hexside feature.
    pub fn edge(&self, feature: FeatureId) -> Edge {
        self.features.get(usize::from(feature.0)).map_or(Edge::Wall, |(_, edge)| *edge)
    }
}

fn position<T>(words: &[(&str, T)], name: &str) -> Option<u8> {
    words.iter().position(|(word, _)| *word == name).and_then(|at| u8::try_from(at).ok())
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
