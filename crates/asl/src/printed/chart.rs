//! Dice of the sewers: the dr for being lost, and the Sewer Emergence Chart (B8.41, B8.42).
//!
//! Pure functions, used by the game, by the trip calculator and by the tests of both.

use arrayvec::ArrayVec;
use rules::Clause;

use crate::printed::clause::{B8_41D, B8_41E, B8_42B, B8_42C, B8_42D, B8_42E, B8_42F, B8_42G, B8_42H, B8_42I};

/// Lowest Final dr that loses a stack (B8.41d).
const LOST: i8 = 6;
/// Highest Final dr of the emergence chart that lets a stack come up (B8.42b).
const MAY_EMERGE: i8 = 4;
/// Lowest Final dr that discovers a stack (B8.42d).
const DISCOVERED: i8 = 7;
/// Modifier of the DR of the check by which a leader takes other units below (B8.4c).
const TASK: i16 = 4;

/// A modifier of a dr, with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// The clause that gives it.
    pub clause: Clause,
    pub drm: i8,
    /// Short name of the source, such as `unwatched manhole`.
    pub why: &'static str,
}

/// Returns whether a DR (2 to 12) passes the check by which a leader of this Morale takes other units below (B8.4c).
#[must_use]
pub const fn passes_task(dr: i16, morale: i16) -> bool {
    dr + TASK <= morale
}

/// Returns whether a stack is lost this turn if it rolls `dr` (1 to 6) before it moves (B8.41d, B8.41e).
#[inline]
#[must_use]
pub fn is_lost(dr: u8, was_lost: bool) -> bool {
    B8_41D.is_in_force() && lost_dr(dr, was_lost) >= LOST
}

/// Returns the Final dr of that roll: one more if the stack was lost before.
#[inline]
#[must_use]
pub fn lost_dr(dr: u8, was_lost: bool) -> i8 {
    dr as i8 + i8::from(was_lost && B8_41E.is_in_force())
}

rules::words! {
    /// The result for a stack on the Sewer Emergence Chart.
    Emergence {
        /// It may come up in the Advance Phase, and can't be attacked from above until then.
        MayEmerge = "may come up",
        /// It can't come up this Game Turn, and can't be attacked from above.
        Stays = "stays below",
        /// It can't come up this Game Turn, and can be fired at from above.
        Discovered = "is discovered",
    }
}

impl Emergence {
    /// All results, lowest dr first.
    pub const ALL: [Emergence; 3] = [Emergence::MayEmerge, Emergence::Stays, Emergence::Discovered];

    /// Returns the result of a Final dr.
    #[inline]
    #[must_use]
    pub fn of(final_dr: i8) -> Emergence {
        if final_dr <= MAY_EMERGE {
            if B8_42B.is_in_force() { Emergence::MayEmerge } else { Emergence::Stays }
        } else if final_dr < DISCOVERED {
            if B8_42C.is_in_force() { Emergence::Stays } else { Emergence::MayEmerge }
        } else if B8_42D.is_in_force() {
            Emergence::Discovered
        } else {
            Emergence::Stays
        }
    }
}

/// The inputs of the Sewer Emergence Chart besides the dr.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conditions {
    /// Another friendly unit, not a dummy, is in the Manhole Location.
    pub friend: bool,
    /// The manhole is out of the enemy's sight: in a building Location without an enemy, or elsewhere out of LOS of
    /// every enemy, or with every such LOS Hindered by +2 or more.
    pub unwatched: bool,
    /// The stack is lost in the sewers.
    pub lost: bool,
    /// Number of enemy Good Order MMC in the Manhole Location that have been shown.
    pub enemies: u8,
    /// An enemy unit, not a dummy, that has been shown is in an adjacent Sewer Location.
    pub neighbour: bool,
}

/// Clauses of the modifiers, in the order of the chart.
pub const CLAUSES: [Clause; 5] = [B8_42E, B8_42F, B8_42G, B8_42H, B8_42I];

/// Short names of the modifiers, in the order of the chart.
const WHY: [&str; 5] = [
    "a friendly unit is in the manhole",
    "no enemy holds or watches the manhole",
    "the stack is lost",
    "enemy squads are in the manhole",
    "an enemy is in an adjacent sewer",
];

impl Conditions {
    /// Returns the modifier by each clause, in the order of the chart; 0 where it does not apply.
    #[inline]
    #[must_use]
    pub fn drms(&self) -> [i8; 5] {
        let enemies = i8::try_from(self.enemies).unwrap_or(i8::MAX);
        let drms =
            [-i8::from(self.friend), -i8::from(self.unwatched), i8::from(self.lost), enemies, i8::from(self.neighbour)];
        let mut drms = drms.into_iter();
        CLAUSES.map(|clause| drms.next().filter(|_| clause.is_in_force()).unwrap_or(0))
    }

    /// Returns the modifiers that apply, in the order of the chart.
    #[must_use]
    pub fn modifiers(&self) -> ArrayVec<Modifier, 5> {
        let all = CLAUSES.into_iter().zip(self.drms()).zip(WHY);
        all.map(|((clause, drm), why)| Modifier { clause, drm, why }).filter(|one| one.drm != 0).collect()
    }

    /// Returns the sum of the modifiers.
    #[inline]
    #[must_use]
    pub fn drm(&self) -> i8 {
        self.drms().into_iter().fold(0, i8::saturating_add)
    }

    /// Returns the result of a dr (1 to 6).
    #[inline]
    #[must_use]
    pub fn result(&self, dr: u8) -> Emergence {
        Emergence::of((dr as i8).saturating_add(self.drm()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_loses_a_stack_and_a_lost_one_from_five() {
        let lost = |was_lost| (1..=6).filter(|dr| is_lost(*dr, was_lost)).collect::<Vec<_>>();
        assert_eq!(lost(false), [6]);
        assert_eq!(lost(true), [5, 6]);
    }

    /// The results of all drs and modifiers.
    #[test]
    fn the_chart_has_three_bands() {
        for dr in -3..=12 {
            let band = match dr {
                ..=4 => Emergence::MayEmerge,
                5 | 6 => Emergence::Stays,
                7.. => Emergence::Discovered,
            };
            assert_eq!(Emergence::of(dr), band, "a Final dr of {dr}");
        }
    }

    #[test]
    fn the_modifiers_stand_in_the_order_of_the_chart() {
        let all = Conditions { friend: true, unwatched: true, lost: true, enemies: 2, neighbour: true };
        let drm: Vec<_> = all.modifiers().iter().map(|modifier| (modifier.clause.id(), modifier.drm)).collect();
        assert_eq!(drm, [("B8.42e", -1), ("B8.42f", -1), ("B8.42g", 1), ("B8.42h", 2), ("B8.42i", 1)]);
        assert_eq!(all.drm(), 2);
        assert_eq!(Conditions::default().modifiers().len(), 0);
    }

    #[test]
    fn enemies_count_each_and_neighbours_once() {
        let three = Conditions { enemies: 3, neighbour: true, ..Conditions::default() };
        assert_eq!(three.drm(), 4);
        assert_eq!(three.result(2), Emergence::Stays);
        assert_eq!(three.result(3), Emergence::Discovered);
    }

    #[test]
    fn a_leader_of_morale_eight_takes_others_below_with_four_or_less() {
        assert!(passes_task(4, 8));
        assert!(!passes_task(5, 8));
    }
}
