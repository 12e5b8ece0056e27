//! Tables and numbers of the game.

use board::{BoardWords, Look};

use crate::printed::clause::{B6, B13};
use crate::printed::counter::{Kind, Weapon};

/// Names of the terrains and other words in board sections.
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
        ("brush", Look::Tufts),
    ],
    features: &[],
};

/// Terrain of a hex, in the order of [`WORDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    Clear,
    Road,
    Woods,
    Wood,
    Stone,
    Rubble,
    Bunker,
    Fortress,
    Water,
    Brush,
}

impl Terrain {
    /// Returns the terrain with this index in [`WORDS`]; clear ground beyond the list.
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
            9 => Terrain::Brush,
            _ => Terrain::Clear,
        }
    }

    /// Movement points to enter (HNL-B6). Whether units may enter is checked elsewhere.
    #[must_use]
    pub fn cost(self) -> u8 {
        match self {
            _ if !B6.is_in_force() => 1,
            Terrain::Clear | Terrain::Road | Terrain::Bunker | Terrain::Water | Terrain::Brush => 1,
            Terrain::Woods | Terrain::Wood | Terrain::Stone | Terrain::Fortress => 2,
            Terrain::Rubble => 3,
        }
    }

    /// Target modifier of units on the ground (HNL-B12, HNL-B13).
    #[must_use]
    pub fn target_modifier(self) -> u8 {
        match self {
            Terrain::Clear | Terrain::Road | Terrain::Water => 0,
            Terrain::Woods | Terrain::Brush => 1,
            Terrain::Wood | Terrain::Rubble => 2,
            Terrain::Stone => 3,
            Terrain::Bunker | Terrain::Fortress if B13.is_in_force() => 5,
            Terrain::Bunker | Terrain::Fortress => 3,
        }
    }

    /// Height as an obstacle to sight, in levels above the ground of its hex; 0 if it is not an obstacle (HNL-B17,
    /// HNL-B13).
    #[must_use]
    pub const fn obstacle(self) -> u8 {
        match self {
            Terrain::Clear | Terrain::Road | Terrain::Rubble | Terrain::Water | Terrain::Brush => 0,
            Terrain::Woods | Terrain::Wood | Terrain::Stone | Terrain::Bunker | Terrain::Fortress => 1,
        }
    }

    /// Whether it degrades lines of sight that cross it (HNL-B32).
    #[must_use]
    pub const fn degrades(self) -> bool {
        matches!(self, Terrain::Brush)
    }
}

/// Movement points for a step between the ground of an entrance and the Location inside (SEW-9, TUN-9).
pub const STEP_INSIDE: u8 = 2;
/// Default range of a move below ground, in hexes (SEW-12, TUN-12).
pub const RANGE: u8 = 6;
/// Ranges that a scenario can set.
pub const RANGES: std::ops::RangeInclusive<u8> = 1..=12;
/// Additional movement points at double time (HNL-B25).
pub const DOUBLE_TIME: u8 = 2;
/// Stacking limit for squads, in half-squads (HNL-B5).
pub const STACK: u8 = 6;
/// Stacking limit for leaders and heroes (HNL-B5).
pub const SINGLES: u8 = 2;
/// The die that draws the Sewer Rat card for a new hero (HNL-B37).
pub const SEWER_RAT_DRAWN: u16 = 1;
pub const MINES: u8 = 2;
pub const FOXHOLES: u8 = 1;
/// Bonus to the highest roll that rallies a unit in terrain with a positive target modifier (HNL-B2).
pub const RALLY_COVER: i16 = 2;
/// Multiples of the morale from which a damage check does more: Shaken and reduced, eliminated (HNL-B9).
pub const DAMAGE_BANDS: [i16; 2] = [2, 3];
/// Margin of the attack in a morale check for Interdiction (HNL-B26).
pub const INTERDICTION: u8 = 1;
/// Firepower bonus against units that are moving or have moved this turn (HNL-B33).
pub const MOVING_TARGET: i16 = 1;
/// Firepower bonus against a target next to the firers (HNL-B33).
pub const ADJACENT: i16 = 2;
/// Firepower modifier for each hex of degrading terrain that the fire crosses (HNL-B32).
pub const DEGRADED: i16 = -1;
/// Largest number of hexes of degrading terrain that a line of sight can cross (HNL-B32).
pub const MOST_DEGRADED: u8 = 2;
/// Modifier on the total firepower of units that have made an assault move (HNL-B31).
pub const ASSAULT_FIRE: i16 = -2;
/// Highest roll that spots units, before the modifiers (HNL-B29).
pub const SPOTS: i16 = 5;
/// Roll that never spots (HNL-B29).
pub const NEVER_SPOTS: i16 = 6;
/// Roll that always spots (HNL-B29).
pub const ALWAYS_SPOTS: i16 = 1;
/// Firepower modifier of an Ops Complete unit in Opportunity Fire (HNL-B7).
pub const OPS_COMPLETE: i16 = -1;

/// Columns of the melee table: odds, attacker to defender, and the lowest sum of two dice that eliminates the targets
/// (HNL-B11).
pub const MELEE: [(u16, u16, u8); 7] = [(1, 3, 11), (1, 2, 10), (1, 1, 8), (3, 2, 7), (2, 1, 6), (3, 1, 5), (4, 1, 4)];

/// Returns the lowest sum of two dice that eliminates the targets in melee. Odds are rounded down, and then shifted by
/// a number of columns, not beyond the last (HNL-B11, HNL-B36).
#[must_use]
pub fn kill_number(own: u16, targets: u16, shift: usize) -> u8 {
    let reached = |(attacker, defender, _): &(u16, u16, u8)| own * defender >= targets * attacker;
    let column = MELEE.iter().rposition(reached).unwrap_or(0);
    MELEE[(column + shift).min(MELEE.len() - 1)].2
}

impl Kind {
    /// Default firepower, range, movement points, morale and leadership (HNL-B16).
    #[must_use]
    pub const fn usual(self) -> (u8, u8, u8, u8, u8) {
        match self {
            Kind::Squad => (2, 5, 4, 5, 0),
            Kind::HalfSquad => (1, 5, 4, 5, 0),
            Kind::Leader => (0, 0, 6, 6, 1),
            Kind::Hero => (1, 5, 6, 6, 0),
        }
    }

    /// Inherent Portage Capacity: the load in portage points that a unit carries without penalty (SEW-23, TUN-23).
    #[must_use]
    pub const fn ipc(self, wounded: bool) -> u8 {
        match self {
            Kind::Squad | Kind::HalfSquad => 3,
            Kind::Leader | Kind::Hero => !wounded as u8,
        }
    }

    /// Size for [`STACK`], in half-squads.
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
    pub const ALL: [Weapon; 4] = [Weapon::Lmg, Weapon::Mmg, Weapon::Hmg, Weapon::Gun];

    /// Firepower, range in hexes and portage points of the weapon (HNL-B20).
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
            ("brush", 1, 0),
        ];
        assert_eq!(told, notes);
    }

    #[test]
    fn kill_numbers_as_written() {
        let told =
            [(1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)].map(|(own, enemy)| kill_number(own, enemy, 0));
        assert_eq!(told, [11, 10, 8, 7, 6, 5, 4]);
        let shifted =
            [(1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)].map(|(own, enemy)| kill_number(own, enemy, 1));
        assert_eq!(shifted, [10, 8, 7, 6, 5, 4, 4]);
        let between = [(1, 9), (3, 4), (5, 4), (7, 4), (11, 4), (15, 4), (9, 1), (0, 5)];
        assert_eq!(between.map(|(own, enemy)| kill_number(own, enemy, 0)), [11, 10, 8, 7, 6, 5, 4, 11]);
    }

    #[test]
    fn units_as_written() {
        let kinds = [Kind::Squad, Kind::HalfSquad, Kind::Leader, Kind::Hero];
        assert_eq!(kinds.map(|kind| kind.usual().2), [4, 4, 6, 6]);
        assert_eq!(kinds.map(|kind| kind.ipc(false)), [3, 3, 1, 1]);
        assert_eq!(kinds.map(|kind| kind.ipc(true)), [3, 3, 0, 0]);
        assert_eq!((STACK / Kind::Squad.halves(), SINGLES, STEP_INSIDE, RANGE), (3, 2, 2, 6));
    }
}
