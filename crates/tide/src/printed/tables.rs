//! Tables and numbers of the game.

use board::{BoardWords, Look};
use rules::{FaceClasses, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{B6, B9};
use crate::printed::words::{Figure, GERMAN};

/// Names of the terrains and other words in board sections.
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

/// Terrain of a hex, in the order of [`WORDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    Clear,
    Road,
    Railway,
    Woods,
    Building,
    Collapsed,
}

impl Terrain {
    /// Returns the terrain with this index in [`WORDS`]; clear ground beyond the list.
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

    /// Movement points to enter, without the effects of hills, roads and floors (TOI-B19).
    #[must_use]
    pub fn cost(self) -> u8 {
        match self {
            Terrain::Clear | Terrain::Road | Terrain::Railway => 1,
            Terrain::Woods | Terrain::Building => 2,
            Terrain::Collapsed => 3,
        }
    }

    /// Cover in this terrain, in defence dice (TOI-B21).
    #[must_use]
    pub fn cover(self) -> u8 {
        match self {
            Terrain::Building => 3,
            Terrain::Woods | Terrain::Collapsed => 2,
            Terrain::Clear | Terrain::Road | Terrain::Railway => 0,
        }
    }

    /// Height as an obstacle to sight, in levels above the ground of a hex with this number of floors (TOI-B22,
    /// TOI-B35); `None` if it is not an obstacle.
    #[must_use]
    pub fn height(self, floors: u8) -> Option<i16> {
        match self {
            Terrain::Building => Some(i16::from(floors).max(1)),
            Terrain::Woods => Some(1),
            Terrain::Clear | Terrain::Road | Terrain::Railway | Terrain::Collapsed => None,
        }
    }

    /// Whether it is a road or a railway.
    #[must_use]
    pub fn is_way(self) -> bool {
        matches!(self, Terrain::Road | Terrain::Railway)
    }
}

/// Largest number of command points that a side can put on the initiative card at once (TOI-B34).
pub const SPENT_AT_ONCE: u16 = 40;
/// Rise or fall between adjacent hexes that makes their hexside a cliff (TOI-B36).
pub const CLIFF: u8 = 2;
/// Length in hexes of the shadow of an obstacle, seen from the elevation of its top. It is one hex shorter for each level
/// above the top (TOI-B35).
pub const SHADOW: i16 = 2;
/// Movement points for a step uphill (TOI-B19).
pub const UPHILL: u8 = 2;
/// Movement points for a step along a road, or to another floor (TOI-B19).
pub const EASY: u8 = 1;
/// Movement points to go below (TOI-S2).
pub const GO_BELOW: u8 = 1;
/// Largest number of squads of a side in a Location (TOI-B18).
pub const STACK: usize = 3;
/// Largest number of supporters of an assault (TOI-B16, TOI-S13).
pub const SUPPORTERS: usize = 2;
/// Largest number of places that the figures of a squad can fill (TOI-B6).
pub const PLACES: u8 = 4;

impl Figure {
    #[inline]
    #[must_use]
    pub fn firepower(self, side: Side) -> u8 {
        match self {
            _ if !B6.is_in_force() => 1,
            Figure::Regular | Figure::Officer => 1,
            Figure::Elite => 2,
            Figure::MgCrew if side == GERMAN => 4,
            Figure::MgCrew => 3,
        }
    }

    #[inline]
    #[must_use]
    pub fn range(self) -> u8 {
        match self {
            Figure::Regular | Figure::Elite | Figure::Officer => 4,
            Figure::MgCrew => 5,
        }
    }

    /// Number of places that it fills in a squad (TOI-B6).
    #[must_use]
    pub fn places(self) -> u8 {
        if self == Figure::MgCrew { 2 } else { 1 }
    }
}

/// Movement points of a squad without an officer (TOI-B6).
pub const MOVEMENT: u8 = 4;
/// Additional movement points with an officer (TOI-B6).
pub const OFFICER_MOVEMENT: u8 = 1;
/// Cover of an officer in the Location against suppressive fire (TOI-B30).
pub const OFFICER_COVER: u8 = 1;
/// Cover of elites in the squad against suppressive fire (TOI-B30).
pub const ELITE_COVER: u8 = 1;

/// Range band of a target (TOI-B8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Close: adjacent, or in the same hex.
    Close,
    /// Normal: within the range of the squad.
    Normal,
    /// Long: within twice the range of the squad.
    Long,
}

impl Band {
    /// English word before “range”, such as `close`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Band::Close => "close",
            Band::Normal => "normal",
            Band::Long => "long",
        }
    }

    /// Faces of a die that hit (TOI-B9).
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

/// Faces of a die that cancel a hit (TOI-B11).
pub const SAVES: FaceClasses = FaceClasses::at_least(5);
/// Faces of a die that hit in an assault (TOI-B16).
pub const ASSAULT_HITS: FaceClasses = FaceClasses::at_least(4);

/// Default numbers on a sewer card (TOI-S11).
pub const TRACK: [u8; 4] = [2, 4, 6, 8];
/// Default attack strength lost by an assault from the sewer (TOI-S14).
pub const SEWER_ASSAULT_PENALTY: u8 = 1;

/// Returns half of a number, rounded up.
#[inline]
#[must_use]
pub fn half(points: u16) -> u16 {
    points.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::words::SOVIET;

    #[test]
    fn figures_as_written() {
        use Figure::{Elite, MgCrew, Officer, Regular};
        let told = [Regular, Elite, Officer, MgCrew].map(|f| (f.firepower(SOVIET), f.range(), f.places()));
        assert_eq!(told, [(1, 4, 1), (2, 4, 1), (1, 4, 1), (3, 5, 2)]);
        assert_eq!([Regular, Elite, Officer, MgCrew].map(|f| f.firepower(GERMAN)), [1, 2, 1, 4]);
        assert_eq!((MOVEMENT, OFFICER_MOVEMENT, PLACES, OFFICER_COVER, ELITE_COVER), (4, 1, 4, 1, 1));
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
        assert_eq!((UPHILL, EASY, GO_BELOW, STACK, SUPPORTERS, SHADOW), (2, 1, 1, 3, 2, 2));
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
