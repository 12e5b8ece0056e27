//! Terrain of hexes and features of hexsides.
//!
//! Their names are open sets: each rule system declares the names it knows and the look of each ([`BoardWords`]), a
//! board file uses them, and the board stores them as small numbers. Looks are closed sets, because each needs drawing
//! code.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The look of terrain in drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Bare open ground.
    Plain,
    /// Paving stones of a street or square.
    Cobbles,
    /// The gravel bed of a railway.
    Gravel,
    /// Trees, such as woods or an orchard.
    Trees,
    /// Low growth, such as brush.
    Tufts,
    /// Standing grain in a field.
    Stalks,
    /// Shellholes or other craters.
    Craters,
    /// Water, such as a river or pond.
    Waves,
    /// A building of any material.
    House,
    /// A wooden building or floor.
    Planks,
    /// A building or wall of masonry.
    Bricks,
    /// The rubble of a destroyed building.
    Rubble,
    /// A low strongpoint of concrete.
    Bunker,
    /// A strongpoint with walls and towers.
    Fortress,
    /// An open yard within buildings.
    Yard,
    /// Stairs, drawn as part of the building around them.
    Stairs,
    /// A pit or hole in the ground.
    Hole,
}

/// The look of a hexside feature in drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// A wall, drawn as a thick line.
    Wall,
    /// A hedge, drawn as a green row.
    Hedge,
    /// A door, drawn as a gap with a leaf.
    Door,
    /// A window, drawn as a gap with a pane.
    Window,
}

/// The terrain and hexside features that a rule system knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardWords {
    /// Names of terrain with their looks, at most 256. The first is the default of every hex.
    pub terrains: &'static [(&'static str, Look)],
    /// Names of hexside features (wall, hedge, door, …) with their looks, at most 32.
    pub features: &'static [(&'static str, Edge)],
}

impl BoardWords {
    /// Returns the names of all terrain, in order of [`TerrainId`].
    pub fn terrain_names(&self) -> Vec<&'static str> {
        self.terrains.iter().map(|(name, _)| *name).collect()
    }

    /// Returns the names of all hexside features, in order of [`FeatureId`].
    pub fn feature_names(&self) -> Vec<&'static str> {
        self.features.iter().map(|(name, _)| *name).collect()
    }

    /// The terrain with this name; `None` if the system has none.
    pub fn terrain(&self, name: &str) -> Option<TerrainId> {
        position(self.terrains, name).map(TerrainId)
    }

    /// The hexside feature with this name; `None` if the system has none.
    pub fn feature(&self, name: &str) -> Option<FeatureId> {
        position(self.features, name).map(FeatureId)
    }

    /// Name of a kind of terrain; `unknown` for an id out of range.
    pub fn terrain_name(&self, terrain: TerrainId) -> &'static str {
        self.terrains.get(usize::from(terrain.0)).map_or("unknown", |(name, _)| name)
    }

    /// Look of a kind of terrain; plain for an id out of range.
    pub fn look(&self, terrain: TerrainId) -> Look {
        self.terrains.get(usize::from(terrain.0)).map_or(Look::Plain, |(_, look)| *look)
    }

    /// Name of a hexside feature; `unknown` for an id out of range.
    pub fn feature_name(&self, feature: FeatureId) -> &'static str {
        self.features.get(usize::from(feature.0)).map_or("unknown", |(name, _)| name)
    }

    /// Look of a hexside feature; a wall for an id out of range.
    pub fn edge(&self, feature: FeatureId) -> Edge {
        self.features.get(usize::from(feature.0)).map_or(Edge::Wall, |(_, edge)| *edge)
    }
}

fn position<T>(words: &[(&str, T)], name: &str) -> Option<u8> {
    words.iter().position(|(word, _)| *word == name).and_then(|at| u8::try_from(at).ok())
}

/// A kind of terrain, by its index in [`BoardWords::terrains`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerrainId(pub u8);

/// A hexside feature, by its index in [`BoardWords::features`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u8);

/// A set of features on one hexside, such as a wall with a door.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(u32);

impl Features {
    /// Adds a feature. Features with an index of 32 or more are ignored.
    pub fn insert(&mut self, feature: FeatureId) {
        self.0 |= 1u32.checked_shl(u32::from(feature.0)).unwrap_or(0);
    }

    /// Whether the set contains a feature.
    #[inline]
    pub fn contains(self, feature: FeatureId) -> bool {
        self.0 & 1u32.checked_shl(u32::from(feature.0)).unwrap_or(0) != 0
    }

    /// Whether the hexside has no feature.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The features in the set, in order of their indices.
    pub fn iter(self) -> impl Iterator<Item = FeatureId> {
        (0..32).map(FeatureId).filter(move |feature| self.contains(*feature))
    }
}

/// A building, which may extend over several hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BuildingId(pub u16);

/// A road, path or railway across a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Road {
    /// A paved road or street.
    Paved,
    /// An unpaved road.
    Unpaved,
    /// A footpath or trail.
    Path,
    /// A railway, which does not count as a road for manholes.
    Rail,
}

impl Road {
    /// Whether it counts as a road at a junction: paved or unpaved.
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
