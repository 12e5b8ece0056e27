//! Terrain and hexside features of a board.

use board::{BoardWords, Edge, FeatureId, Features, Look};

/// Names of terrains and features as a scenario writes them.
pub const WORDS: BoardWords = BoardWords {
    terrains: &[
        ("street", Look::Cobbles),
        ("court", Look::Yard),
        ("room", Look::House),
        ("stairs", Look::Stairs),
        ("rubble", Look::Rubble),
        ("hole", Look::Hole),
    ],
    features: &[("wall", Edge::Wall), ("door", Edge::Door), ("window", Edge::Window)],
};

/// Terrain of a hex, in the order of [`WORDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    Open,
    /// Inside of a building.
    Room,
    /// A room with stairs.
    Stairs,
    Rubble,
    /// A hole in the ground.
    Hole,
}

impl Terrain {
    /// Returns the terrain at this index of [`WORDS`]; open ground beyond the list.
    #[must_use]
    pub const fn nth(index: u8) -> Terrain {
        match index {
            2 => Terrain::Room,
            3 => Terrain::Stairs,
            4 => Terrain::Rubble,
            5 => Terrain::Hole,
            _ => Terrain::Open,
        }
    }
}

const WALL: FeatureId = FeatureId(0);
const DOOR: FeatureId = FeatureId(1);
const WINDOW: FeatureId = FeatureId(2);

/// Barriers on a hexside (SNP-B6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Barrier {
    None,
    /// A door: an aperture.
    Door,
    /// A window: an aperture.
    Window,
    /// A wall without an opening.
    Wall,
}

impl Barrier {
    /// Returns the barrier among these features of a hexside.
    #[inline]
    #[must_use]
    pub fn of(features: Features) -> Barrier {
        if features.is_empty() {
            Barrier::None
        } else if features.contains(DOOR) {
            Barrier::Door
        } else if features.contains(WINDOW) {
            Barrier::Window
        } else if features.contains(WALL) {
            Barrier::Wall
        } else {
            Barrier::None
        }
    }

    /// Returns whether it is a door or window.
    #[must_use]
    pub const fn is_aperture(self) -> bool {
        matches!(self, Barrier::Door | Barrier::Window)
    }
}
