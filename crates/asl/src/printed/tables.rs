//! The printed tables of the game: the Infantry Fire Table and the Close Combat Table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of an attack on the Infantry Fire Table (ASL-A7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The attack has no effect.
    None,
    /// Each target makes a Pin Task Check.
    Pin,
    /// Each target makes a Morale Check with this added to its DR; 0 is a Normal one.
    Check(u8),
    /// One target, by Random Selection, suffers Casualty Reduction; the rest make a Morale Check with this added.
    Casualty(u8),
    /// This many targets, by Random Selection, are eliminated; the rest break.
    Kill(u8),
}

impl Effect {
    /// Returns whether it reveals concealed units: a Pin Task Check or worse (ASL-A15).
    #[inline]
    #[must_use]
    pub const fn is_felt(self) -> bool {
        !matches!(self, Effect::None)
    }
}

impl std::fmt::Display for Effect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Effect::None => f.write_str("no effect"),
            Effect::Pin => f.write_str("PTC"),
            Effect::Check(0) => f.write_str("NMC"),
            Effect::Check(more) => write!(f, "{more}MC"),
            Effect::Casualty(more) => write!(f, "K/{more}"),
            Effect::Kill(all) => write!(f, "{all}KIA"),
        }
    }
}

/// Number of columns of the Infantry Fire Table.
pub const COLUMNS: usize = 11;
/// Firepower of each column.
pub const FIREPOWER: [u8; COLUMNS] = [1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36];
/// Rows of the table: a Final DR of 0 or less, 1 to 14, and 15 or more.
const ROWS: usize = 16;

const X: Effect = Effect::None;
const P: Effect = Effect::Pin;
const N: Effect = Effect::Check(0);
const M1: Effect = Effect::Check(1);
const M2: Effect = Effect::Check(2);
const M3: Effect = Effect::Check(3);
const M4: Effect = Effect::Check(4);
const C1: Effect = Effect::Casualty(1);
const C2: Effect = Effect::Casualty(2);
const C3: Effect = Effect::Casualty(3);
const C4: Effect = Effect::Casualty(4);
const K1: Effect = Effect::Kill(1);
const K2: Effect = Effect::Kill(2);
const K3: Effect = Effect::Kill(3);
const K4: Effect = Effect::Kill(4);
const K5: Effect = Effect::Kill(5);
const K6: Effect = Effect::Kill(6);
const K7: Effect = Effect::Kill(7);

/// The Infantry Fire Table by column, from the lowest DR to the highest.
const FIRE: [[Effect; ROWS]; COLUMNS] = [
    [K1, C1, M1, M1, N, P, X, X, X, X, X, X, X, X, X, X],
    [K2, K1, C1, M1, M1, N, P, X, X, X, X, X, X, X, X, X],
    [K2, K1, C2, M2, M1, M1, N, P, X, X, X, X, X, X, X, X],
    [K3, K2, K1, C2, M2, M1, M1, N, P, X, X, X, X, X, X, X],
    [K3, K2, K1, C2, M2, M2, M1, M1, N, P, X, X, X, X, X, X],
    [K3, K2, K1, C3, M3, M2, M2, M1, M1, N, P, X, X, X, X, X],
    [K4, K3, K2, K1, C3, M3, M2, M2, M1, M1, N, P, X, X, X, X],
    [K4, K3, K2, K1, C4, M4, M3, M2, M2, M1, M1, N, P, X, X, X],
    [K5, K4, K3, K2, K1, C4, M4, M3, M2, M2, M1, M1, N, P, X, X],
    [K6, K5, K4, K3, K2, K1, C4, M4, M3, M2, M2, M1, M1, N, P, X],
    [K7, K6, K5, K4, K3, K2, K1, C4, M4, M3, M2, M2, M1, M1, N, P],
];

/// Number of columns that each firepower reaches, up to that of the last column.
const REACHED: [u8; FIREPOWER[COLUMNS - 1] as usize + 1] = {
    let mut reached = [0; FIREPOWER[COLUMNS - 1] as usize + 1];
    let (mut firepower, mut columns) = (0, 0);
    while firepower < reached.len() {
        if FIREPOWER[columns] as usize == firepower {
            columns += 1;
        }
        reached[firepower] = columns as u8;
        firepower += 1;
    }
    reached
};

/// A column of the Infantry Fire Table; 0 is the column for 1 firepower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    /// Returns the highest column whose firepower is not more than this; `None` below 1.
    #[inline]
    #[must_use]
    pub fn of(firepower: u16) -> Option<Column> {
        REACHED[usize::from(firepower).min(REACHED.len() - 1)].checked_sub(1).map(Column)
    }

    /// Returns the column shifted left; `None` beyond the first.
    #[inline]
    #[must_use]
    pub fn left(self, columns: u8) -> Option<Column> {
        self.0.checked_sub(columns).map(Column)
    }

    #[inline]
    #[must_use]
    pub fn firepower(self) -> u8 {
        FIREPOWER[usize::from(self.0).min(COLUMNS - 1)]
    }

    /// Returns the result of a Final DR in this column.
    #[inline]
    #[must_use]
    pub fn effect(self, dr: i16) -> Effect {
        let row = usize::try_from(dr.max(0)).unwrap_or(0).min(ROWS - 1);
        FIRE[usize::from(self.0).min(COLUMNS - 1)][row]
    }
}

/// The columns of the Close Combat Table (ASL-A17): lowest odds, attacker against defender, and the Kill Number. Odds
/// above the last column have [`KILL_MOST`].
const CLOSE_COMBAT: [(u16, u16, u8); 12] = [
    (1, 8, 1),
    (1, 6, 2),
    (1, 4, 3),
    (1, 2, 4),
    (1, 1, 5),
    (3, 2, 6),
    (2, 1, 7),
    (3, 1, 8),
    (4, 1, 9),
    (6, 1, 10),
    (8, 1, 11),
    (10, 1, 12),
];
/// The Kill Number of odds above the last column.
const KILL_MOST: u8 = 13;

/// Returns the Kill Number of an attack in Close Combat: a Final DR below it eliminates, one equal to it reduces.
#[must_use]
pub fn kill_number(attacker: u16, defender: u16) -> u8 {
    if attacker > 10 * defender {
        return KILL_MOST;
    }
    let reached = CLOSE_COMBAT.iter().take_while(|(own, theirs, _)| attacker * theirs >= defender * own);
    reached.last().map_or(0, |(_, _, number)| *number)
}

/// Multiplier of firepower in Point Blank Fire, at a target adjacent to the firer (ASL-A7).
pub const POINT_BLANK: u16 = 2;
/// Multiplier of firepower at a target in the firer's own Location (ASL-A7).
pub const SAME_LOCATION: u16 = 3;
/// Firepower that Assault Fire adds to a squad's own (ASL-A36).
pub const ASSAULT_FIRE: u16 = 1;
/// What is taken from the Breakdown Number in Sustained Fire (ASL-A39).
pub const SUSTAINED: u16 = 2;
/// What is taken from the Breakdown Number in the hands of Inexperienced units (ASL-A38).
pub const INEXPERIENCED_HANDS: u16 = 1;
/// Highest Final dr of the casualty dr that reduces a searcher (ASL-A57).
pub const SEARCH_CASUALTY: i8 = 1;
/// Columns to the left for cowering (ASL-A9), and for Inexperienced units that cower.
pub const COWERING: (u8, u8) = (1, 2);
/// Modifier of a target that moved other than by Assault Movement (First Fire only).
pub const NON_ASSAULT: i8 = -1;
/// Modifier of a target that moved in the open (First Fire only).
pub const IN_THE_OPEN: i8 = -1;
/// Modifier of Hazardous Movement, in place of both.
pub const HAZARDOUS: i8 = -2;
/// Sum of Hindrances that blocks the line of sight (ASL-A8).
pub const HINDRANCE_BLOCKS: u8 = 6;
/// Hindrance of a Blaze on a line in or through its hex (ASL-A6, ASL-A23).
pub const BLAZE: u8 = 3;
/// Levels above the ground of its hex up to which a Blaze hinders.
pub const BLAZE_HEIGHT: i16 = 4;
/// Modifier added for fire out of a Blaze.
pub const OUT_OF_BLAZE: i8 = 1;
/// Modifier of a Fortified Building Location, added to that of its building (ASL-A22).
pub const FORTIFIED: i8 = 1;
/// Modifier of a pillbox that the scenario does not describe (ASL-A69).
pub const PILLBOX: i8 = 5;
/// Modifier of an entrenchment (ASL-A24; memory).
pub const ENTRENCHMENT: i8 = 2;
/// Modifier of a wall between firer and target (ASL-A25).
pub const WALL: u8 = 2;
/// Modifier of a hedge between firer and target (ASL-A25).
pub const HEDGE: u8 = 1;
/// Modifier of the rally DR of a unit under Desperation Morale (ASL-A13).
pub const DESPERATION: i16 = 4;
/// Modifier of a rally DR without a leader.
pub const SELF_RALLY: i16 = 1;
/// Modifier of a rally DR in a building or woods.
pub const RALLY_COVER: i16 = -1;
/// Movement factors of a rout (ASL-A14).
pub const ROUT: u8 = 6;
/// Lowest difference of the ambush drs that makes an ambush (ASL-A17).
pub const AMBUSH: i16 = 3;
/// Modifier of the ambush dr by concealment.
pub const AMBUSH_CONCEALED: i16 = -2;
/// Highest Final dr with which a unit gains concealment (A12.122).
pub const CONCEALS: i16 = 5;
/// Modifiers of a Lax and of a Stealthy unit (A11.17, A11.18).
pub const LAX: i16 = 1;
pub const STEALTHY: i16 = -1;
/// Farthest that a unit watches, Interdicts, or fires from under a "?", in hexes: twice the longest Normal Range.
pub const FARTHEST: u16 = 16;
/// Highest recovery dr that finds the weapon or entrance (ASL-A29).
pub const RECOVERY: u16 = 5;
#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::kind::Kind;
    use crate::printed::stacking::HALVES;
    use crate::printed::stacking::SINGLES;
    use crate::printed::terrain::MF;
    use crate::printed::terrain::Terrain;

    /// The table in printed notation: nK = nKIA, K/n, nM = nMC, N = NMC, P = PTC.
    const NOTES: &str = "
        <=0 | 1K | 2K | 2K | 3K | 3K | 3K | 4K | 4K | 5K | 6K | 7K
        1 | K/1 | 1K | 1K | 2K | 2K | 2K | 3K | 3K | 4K | 5K | 6K
        2 | 1M | K/1 | K/2 | 1K | 1K | 1K | 2K | 2K | 3K | 4K | 5K
        3 | 1M | 1M | 2M | K/2 | K/2 | K/3 | 1K | 1K | 2K | 3K | 4K
        4 | N | 1M | 1M | 2M | 2M | 3M | K/3 | K/4 | 1K | 2K | 3K
        5 | P | N | 1M | 1M | 2M | 2M | 3M | 4M | K/4 | 1K | 2K
        6 | - | P | N | 1M | 1M | 2M | 2M | 3M | 4M | K/4 | 1K
        7 | - | - | P | N | 1M | 1M | 2M | 2M | 3M | 4M | K/4
        8 | - | - | - | P | N | 1M | 1M | 2M | 2M | 3M | 4M
        9 | - | - | - | - | P | N | 1M | 1M | 2M | 2M | 3M
        10 | - | - | - | - | - | P | N | 1M | 1M | 2M | 2M
        11 | - | - | - | - | - | - | P | N | 1M | 1M | 2M
        12 | - | - | - | - | - | - | - | P | N | 1M | 1M
        13 | - | - | - | - | - | - | - | - | P | N | 1M
        14 | - | - | - | - | - | - | - | - | - | P | N
        >=15 | - | - | - | - | - | - | - | - | - | - | P";

    fn read(word: &str) -> Effect {
        let number = |text: &str| text.parse().unwrap();
        match word {
            "-" => Effect::None,
            "P" => Effect::Pin,
            "N" => Effect::Check(0),
            _ if word.starts_with("K/") => Effect::Casualty(number(&word[2..])),
            _ if word.ends_with('K') => Effect::Kill(number(&word[..1])),
            _ => Effect::Check(number(word.strip_suffix('M').unwrap())),
        }
    }

    #[test]
    fn the_fire_table_is_that_of_the_notes() {
        let rows: Vec<&str> = NOTES.lines().filter(|line| !line.trim().is_empty()).collect();
        assert_eq!(rows.len(), ROWS);
        for (row, line) in rows.iter().enumerate() {
            let words: Vec<&str> = line.split('|').map(str::trim).skip(1).collect();
            assert_eq!(words.len(), COLUMNS);
            for (column, word) in words.into_iter().enumerate() {
                let told = Column(column as u8).effect(row as i16);
                assert_eq!(told, read(word), "DR {row} with {} firepower", FIREPOWER[column]);
            }
        }
        assert_eq!(Column(0).effect(-9), Effect::Kill(1));
        assert_eq!(Column(10).effect(40), Effect::Pin);
    }

    #[test]
    fn firepower_finds_the_highest_column_it_reaches() {
        let told = |fp| Column::of(fp).map(Column::firepower);
        assert_eq!(
            [0, 1, 3, 4, 5, 7, 11, 12, 36, 99].map(told),
            [None, Some(1), Some(2), Some(4), Some(4), Some(6), Some(8), Some(12), Some(36), Some(36)]
        );
        assert_eq!(Column::of(4).unwrap().left(2), Some(Column(0)));
        assert_eq!(Column::of(1).unwrap().left(1), None);
    }

    #[test]
    fn kill_numbers_are_those_of_the_notes() {
        let odds = [
            (1, 9),
            (1, 8),
            (1, 6),
            (1, 4),
            (1, 2),
            (1, 1),
            (3, 2),
            (2, 1),
            (3, 1),
            (4, 1),
            (6, 1),
            (8, 1),
            (10, 1),
            (11, 1),
        ];
        let told: Vec<u8> = odds.iter().map(|(own, theirs)| kill_number(*own, *theirs)).collect();
        assert_eq!(told, (0..=13).collect::<Vec<u8>>());
        let between =
            [(1, 7), (2, 11), (3, 7), (3, 4), (5, 4), (7, 4), (5, 2), (7, 2), (5, 1), (7, 1), (9, 1), (21, 2)];
        let told: Vec<u8> = between.iter().map(|(own, theirs)| kill_number(*own, *theirs)).collect();
        assert_eq!(told, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13]);
    }

    #[test]
    fn ground_as_written() {
        let told = |terrain: Terrain| (terrain.cost(), terrain.tem(), terrain.hindrance());
        let mf = |factors: u8| Some(factors * MF);
        assert_eq!(told(Terrain::Open), (mf(1), 0, 0));
        assert_eq!(told(Terrain::Road), (mf(1), 0, 0));
        assert_eq!(told(Terrain::Wood), (mf(2), 2, 0));
        assert_eq!(told(Terrain::Stone), (mf(2), 3, 0));
        assert_eq!(told(Terrain::Rubble), (mf(3), 3, 0));
        assert_eq!(told(Terrain::WoodRubble), (mf(3), 2, 0));
        assert_eq!(told(Terrain::Woods), (mf(2), 1, 0));
        assert_eq!(told(Terrain::Brush), (mf(2), 0, 1));
        assert_eq!(told(Terrain::Grain), (Some(3), 0, 1));
        assert_eq!(told(Terrain::Shellholes), (mf(1), 1, 0));
        assert_eq!(told(Terrain::Water).0, None);
        assert_eq!((WALL, HEDGE, FORTIFIED), (2, 1, 1));
    }

    #[test]
    fn units_as_written() {
        for name in ["4-6-7", "2-4-7", "4-4-7", "2-3-7", "6-2-8"] {
            let values = Kind::named(name).unwrap().values();
            assert_eq!(format!("{}-{}-{}", values.fp, values.range, values.morale), name);
        }
        for (name, morale, leadership) in [
            ("leader 7-0", 7, 0),
            ("leader 8-0", 8, 0),
            ("leader 8-1", 8, -1),
            ("leader 9-1", 9, -1),
            ("leader 9-2", 9, -2),
            ("leader 10-2", 10, -2),
            ("leader 10-3", 10, -3),
        ] {
            let values = Kind::named(name).unwrap().values();
            assert_eq!((values.morale, values.leadership), (morale, leadership), "{name}");
        }
        let hero = Kind::named("hero").unwrap().values();
        assert_eq!((hero.fp, hero.range, hero.morale, hero.leadership), (1, 4, 9, -1));
        assert_eq!((HALVES / 2, SINGLES), (3, 4));
    }
}
