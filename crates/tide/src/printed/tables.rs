//! The printed numbers of the game, in one place.

use board::{BoardWords, Look};
use rules::FaceClasses;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{B6, B9};
use crate::printed::words::Figure;

/// The words of a board of this game.
pub const WORDS: BoardWords = BoardWords {
    terrains: &[
        ("clear", Look::Plain),
        ("road", Look::Cobbles),
        ("railway", Look::Gravel),
        ("woods", Look::Trees),
        ("building", Look::House),
        ("collapsed", Look::Rubble),
    ],
    features: &[],
};

/// The ground of a hex, in the order of [`WORDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    /// Open ground.
    Clear,
    /// A road.
    Road,
    /// A railway.
    Railway,
    /// Woods.
    Woods,
    /// A building in a dense city.
    Building,
    /// A building that has collapsed.
    Collapsed,
}

impl Terrain {
    /// The terrain at this place of [`WORDS`]; clear ground beyond the list.
    #[must_use]
    pub fn nth(index: u8) -> Terrain {
        match index {
            1 => Terrain::Road,
            2 => Terrain::Railway,
            3 => Terrain::Woods,
            4 => Terrain::Building,
            5 => Terrain::Collapsed,
            _ => Terrain::Clear,
        }
    }

    /// Movement points to enter (TOI-B19), but for hills, roads and floors.
    #[must_use]
    pub fn cost(self) -> u8 {
        match self {
            Terrain::Clear | Terrain::Road | Terrain::Railway => 1,
            Terrain::Woods | Terrain::Building => 2,
            Terrain::Collapsed => 3,
        }
    }

    /// Points of cover (TOI-B21).
    #[must_use]
    pub fn cover(self) -> u8 {
        match self {
            Terrain::Building => 3,
            Terrain::Woods | Terrain::Collapsed => 2,
            Terrain::Clear | Terrain::Road | Terrain::Railway => 0,
        }
    }

    /// Whether a road or a railway runs here.
    #[must_use]
    pub fn is_way(self) -> bool {
        matches!(self, Terrain::Road | Terrain::Railway)
    }
}

/// Going uphill costs this much (TOI-B19).
pub const UPHILL: u8 = 2;
/// A way or a floor costs this much (TOI-B19).
pub const EASY: u8 = 1;
/// Going below costs this much (TOI-S2).
pub const GO_BELOW: u8 = 1;
/// Squads that stand together at most (TOI-B18).
pub const STACK: usize = 3;
/// Supporters of an assault at most (TOI-B16, TOI-S13).
pub const SUPPORTERS: usize = 2;
/// Places for figures in a squad (TOI-B6).
pub const PLACES: u8 = 4;

impl Figure {
    /// Firepower (TOI-B6).
    #[inline]
    #[must_use]
    pub fn firepower(self) -> u8 {
        match self {
            _ if !B6.is_in_force() => 1,
            Figure::Regular | Figure::Officer => 1,
            Figure::Elite => 2,
            Figure::MgCrew => 3,
        }
    }

    /// Range in hexes (TOI-B6).
    #[inline]
    #[must_use]
    pub fn range(self) -> u8 {
        match self {
            Figure::Regular | Figure::Elite | Figure::Officer => 4,
            Figure::MgCrew => 5,
        }
    }

    /// Places it takes in a squad (TOI-B6).
    #[must_use]
    pub fn places(self) -> u8 {
        if self == Figure::MgCrew { 2 } else { 1 }
    }
}

/// Movement points of a squad (TOI-B6).
pub const MOVEMENT: u8 = 4;
/// More movement points with an officer (TOI-B6).
pub const OFFICER_MOVEMENT: u8 = 1;
/// More defence dice with an officer (TOI-B6, TOI-B11).
pub const OFFICER_DEFENCE: u8 = 1;

/// How far away a target is, as fire counts it (TOI-B8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Adjacent, or in the same hex.
    Close,
    /// Within range.
    Normal,
    /// Within twice the range.
    Long,
}

impl Band {
    /// In plain words, before "range".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Band::Close => "close",
            Band::Normal => "normal",
            Band::Long => "long",
        }
    }

    /// The faces that hit (TOI-B9).
    #[inline]
    #[must_use]
    pub fn hits(self) -> FaceClasses {
        match self {
            _ if !B9.is_in_force() => FaceClasses::at_least(6),
            Band::Close => FaceClasses::at_least(4),
            Band::Normal => FaceClasses::at_least(5),
            Band::Long => FaceClasses::at_least(6),
        }
    }
}

/// The faces that cancel a hit (TOI-B11).
pub const SAVES: FaceClasses = FaceClasses::at_least(5);
/// The faces that hit in an assault (TOI-B16).
pub const ASSAULT_HITS: FaceClasses = FaceClasses::at_least(4);

/// The numbers on a sewer card when the scenario says nothing (TOI-S11).
pub const TRACK: [u8; 4] = [2, 4, 6, 8];
/// Attack strength lost by an assault out of the sewer when the scenario says nothing (TOI-S14).
pub const SEWER_ASSAULT_PENALTY: u8 = 1;

/// Half, rounded up.
#[inline]
#[must_use]
pub fn half(points: u16) -> u16 {
    points.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_as_written() {
        use Figure::{Elite, MgCrew, Officer, Regular};
        let told = [Regular, Elite, Officer, MgCrew].map(|f| (f.firepower(), f.range(), f.places()));
        assert_eq!(told, [(1, 4, 1), (2, 4, 1), (1, 4, 1), (3, 5, 2)]);
        assert_eq!((MOVEMENT, OFFICER_MOVEMENT, OFFICER_DEFENCE, PLACES), (4, 1, 1, 4));
    }

    #[test]
    fn ground_as_written() {
        let told: Vec<_> = WORDS
            .terrains
            .iter()
            .enumerate()
            .map(|(n, (name, _))| (*name, Terrain::nth(n as u8).cost(), Terrain::nth(n as u8).cover()))
            .collect();
        let notes = [
            ("clear", 1, 0),
            ("road", 1, 0),
            ("railway", 1, 0),
            ("woods", 2, 2),
            ("building", 2, 3),
            ("collapsed", 3, 2),
        ];
        assert_eq!(told, notes);
        assert_eq!((UPHILL, EASY, GO_BELOW, STACK, SUPPORTERS), (2, 1, 1, 3, 2));
    }

    #[test]
    fn dice_as_written() {
        let faces = |classes: FaceClasses| (1..=6).filter(|face| classes.of(*face) == 1).collect::<Vec<u8>>();
        assert_eq!(faces(Band::Close.hits()), [4, 5, 6]);
        assert_eq!(faces(Band::Normal.hits()), [5, 6]);
        assert_eq!(faces(Band::Long.hits()), [6]);
        assert_eq!(faces(SAVES), [5, 6]);
        assert_eq!(faces(ASSAULT_HITS), [4, 5, 6]);
        assert_eq!((TRACK, SEWER_ASSAULT_PENALTY), ([2, 4, 6, 8], 1));
        assert_eq!([0, 1, 2, 3, 7].map(half), [0, 1, 1, 2, 4]);
    }
}
