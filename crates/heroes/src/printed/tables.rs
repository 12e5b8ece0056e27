//! The printed numbers of the game, in one place.

use board::{BoardWords, Look};

use crate::printed::clause::{B6, B13};
use crate::printed::counter::{Kind, Weapon};

/// The words of a board of this game.
pub const WORDS: BoardWords = BoardWords {
    terrains: &[
        ("clear", Look::Plain),
        ("road", Look::Cobbles),
        ("light woods", Look::Trees),
        ("wood building", Look::Planks),
        ("stone building", Look::Bricks),
        ("rubble", Look::Rubble),
        ("bunker", Look::Bunker),
        ("fortress", Look::Fortress),
        ("water", Look::Waves),
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
    /// Light woods.
    Woods,
    /// A wooden building.
    Wood,
    /// A stone building.
    Stone,
    /// Rubble.
    Rubble,
    /// A bunker.
    Bunker,
    /// A fortress.
    Fortress,
    /// A Water Obstacle.
    Water,
}

impl Terrain {
    /// The terrain at this place of [`WORDS`]; clear ground beyond the list.
    #[must_use]
    pub const fn nth(index: u8) -> Terrain {
        match index {
            1 => Terrain::Road,
            2 => Terrain::Woods,
            3 => Terrain::Wood,
            4 => Terrain::Stone,
            5 => Terrain::Rubble,
            6 => Terrain::Bunker,
            7 => Terrain::Fortress,
            8 => Terrain::Water,
            _ => Terrain::Clear,
        }
    }

    /// Movement points to enter (HNL-B6); whether it may be entered at all, is another matter.
    #[must_use]
    pub fn cost(self) -> u8 {
        match self {
            _ if !B6.is_in_force() => 1,
            Terrain::Clear | Terrain::Road | Terrain::Bunker | Terrain::Water => 1,
            Terrain::Woods | Terrain::Wood | Terrain::Stone | Terrain::Fortress => 2,
            Terrain::Rubble => 3,
        }
    }

    /// The target modifier of a unit above ground (HNL-B12, HNL-B13).
    #[must_use]
    pub fn target_modifier(self) -> u8 {
        match self {
            Terrain::Clear | Terrain::Road | Terrain::Water => 0,
            Terrain::Woods => 1,
            Terrain::Wood | Terrain::Rubble => 2,
            Terrain::Stone => 3,
            Terrain::Bunker | Terrain::Fortress if B13.is_in_force() => 5,
            Terrain::Bunker | Terrain::Fortress => 3,
        }
    }

    /// Levels it reaches above the ground of its hex as an obstacle to sight; 0 for none (HNL-B17, HNL-B13).
    #[must_use]
    pub const fn obstacle(self) -> u8 {
        match self {
            Terrain::Clear | Terrain::Road | Terrain::Rubble | Terrain::Water => 0,
            Terrain::Woods | Terrain::Wood | Terrain::Stone | Terrain::Bunker | Terrain::Fortress => 1,
        }
    }
}

/// Movement points for stepping between the ground of an entrance and the Location inside (SEW-9, TUN-9).
pub const STEP_INSIDE: u8 = 1;
/// Hexes of an underground move when the scenario says nothing (SEW-12, TUN-12).
pub const RANGE: u8 = 6;
/// The hexes that a scenario can set it to.
pub const RANGES: std::ops::RangeInclusive<u8> = 1..=12;
/// Movement points of a rout (HNL-B14).
pub const ROUT: u8 = 6;
/// More movement points with double time (HNL-B25).
pub const DOUBLE_TIME: u8 = 2;
/// Squads, counted in halves, that stand together at most (HNL-B5).
pub const STACK: u8 = 6;
/// Single men who stand together at most (HNL-B5).
pub const SINGLES: u8 = 2;
/// Firepower of mines (HNL-B22).
pub const MINES: u8 = 2;
/// Target modifier of foxholes (HNL-B22).
pub const FOXHOLES: u8 = 1;
/// What a rally roll is less in terrain with a positive target modifier (HNL-B2).
pub const RALLY_COVER: i16 = 2;
/// How far the attack beats the defence in a morale check for Interdiction (HNL-B26).
pub const INTERDICTION: u8 = 1;
/// A moving target adds this to Opportunity Fire (HNL-B7).
pub const MOVING_TARGET: i16 = 1;
/// Who is Ops Complete loses this in Opportunity Fire (HNL-B7).
pub const OPS_COMPLETE: i16 = -1;

/// The kill number on two dice for a strength against another (HNL-B11), odds rounded down.
#[must_use]
pub const fn kill_number(own: u16, enemy: u16) -> u8 {
    match (own, enemy) {
        (_, 0) => 4,
        (own, enemy) if own >= 4 * enemy => 4,
        (own, enemy) if own >= 3 * enemy => 5,
        (own, enemy) if own >= 2 * enemy => 6,
        (own, enemy) if 2 * own >= 3 * enemy => 7,
        (own, enemy) if own >= enemy => 8,
        (own, enemy) if 2 * own >= enemy => 10,
        _ => 11,
    }
}

impl Kind {
    /// Firepower, range, movement points, morale and leadership when the scenario says nothing (HNL-B16).
    #[must_use]
    pub const fn usual(self) -> (u8, u8, u8, u8, u8) {
        match self {
            Kind::Squad => (2, 5, 4, 5, 0),
            Kind::HalfSquad => (1, 5, 4, 5, 0),
            Kind::Leader => (0, 0, 6, 6, 1),
            Kind::Hero => (1, 5, 6, 6, 0),
        }
    }

    /// Portage points it carries without trouble (SEW-23, TUN-23).
    #[must_use]
    pub const fn ipc(self, wounded: bool) -> u8 {
        match self {
            Kind::Squad | Kind::HalfSquad => 3,
            Kind::Leader | Kind::Hero => !wounded as u8,
        }
    }

    /// What it takes of [`STACK`], in half-squads.
    #[must_use]
    pub const fn halves(self) -> u8 {
        match self {
            Kind::Squad => 2,
            Kind::HalfSquad => 1,
            Kind::Leader | Kind::Hero => 0,
        }
    }
}

impl Weapon {
    /// All there are to be carried.
    pub const ALL: [Weapon; 4] = [Weapon::Lmg, Weapon::Mmg, Weapon::Hmg, Weapon::Gun];

    /// Firepower it adds, its range in hexes, and portage points (HNL-B20).
    #[must_use]
    pub const fn values(self) -> (u8, u8, u8) {
        match self {
            Weapon::None => (0, 0, 0),
            Weapon::Lmg => (1, 8, 2),
            Weapon::Mmg => (2, 10, 4),
            Weapon::Hmg => (3, 12, 6),
            Weapon::Gun => (4, 16, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_as_written() {
        let told: Vec<_> = WORDS
            .terrains
            .iter()
            .enumerate()
            .map(|(n, (name, _))| {
                let terrain = Terrain::nth(n as u8);
                (*name, terrain.target_modifier(), terrain.obstacle())
            })
            .collect();
        let notes = [
            ("clear", 0, 0),
            ("road", 0, 0),
            ("light woods", 1, 1),
            ("wood building", 2, 1),
            ("stone building", 3, 1),
            ("rubble", 2, 0),
            ("bunker", 5, 1),
            ("fortress", 5, 1),
            ("water", 0, 0),
        ];
        assert_eq!(told, notes);
    }

    #[test]
    fn kill_numbers_as_written() {
        let told = [(1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)].map(|(own, enemy)| kill_number(own, enemy));
        assert_eq!(told, [11, 10, 8, 7, 6, 5, 4]);
        let between = [(1, 9), (3, 4), (5, 4), (7, 4), (11, 4), (15, 4), (9, 1), (0, 5)];
        assert_eq!(between.map(|(own, enemy)| kill_number(own, enemy)), [11, 10, 8, 7, 6, 5, 4, 11]);
    }

    #[test]
    fn units_as_written() {
        let kinds = [Kind::Squad, Kind::HalfSquad, Kind::Leader, Kind::Hero];
        assert_eq!(kinds.map(|kind| kind.usual().2), [4, 4, 6, 6]);
        assert_eq!(kinds.map(|kind| kind.ipc(false)), [3, 3, 1, 1]);
        assert_eq!(kinds.map(|kind| kind.ipc(true)), [3, 3, 0, 0]);
        assert_eq!((STACK / Kind::Squad.halves(), SINGLES, STEP_INSIDE, RANGE, ROUT), (3, 2, 1, 6, 6));
    }
}
