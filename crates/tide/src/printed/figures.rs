//! Figures of a squad and the values that follow from them.

use rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{B6, B7};
use crate::printed::tables::{MOVEMENT, OFFICER_MOVEMENT};
use crate::printed::words::Figure;

/// The number of figures of each kind in a squad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Number of regular infantrymen, one place each.
    #[serde(default, skip_serializing_if = "none")]
    pub regular: u8,
    /// Number of elite infantrymen, one place each.
    #[serde(default, skip_serializing_if = "none")]
    pub elite: u8,
    /// Number of officers, one place each.
    #[serde(default, skip_serializing_if = "none")]
    pub officer: u8,
    /// Number of machine-gun crews, two places each.
    #[serde(default, skip_serializing_if = "none")]
    pub mg_crew: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
const fn none(count: &u8) -> bool {
    *count == 0
}

impl Figures {
    /// Number of figures of one kind.
    #[inline]
    #[must_use]
    pub const fn count(self, figure: Figure) -> u8 {
        match figure {
            Figure::Regular => self.regular,
            Figure::Elite => self.elite,
            Figure::Officer => self.officer,
            Figure::MgCrew => self.mg_crew,
        }
    }

    /// Number of all figures.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u8 {
        self.regular.saturating_add(self.elite).saturating_add(self.officer).saturating_add(self.mg_crew)
    }

    /// Number of places that the figures fill (TOI-B6).
    #[must_use]
    pub fn places(self) -> u16 {
        Figure::ALL.into_iter().map(|figure| u16::from(self.count(figure)) * u16::from(figure.places())).sum()
    }

    /// Returns the figures with one fewer of a kind.
    #[must_use]
    pub const fn without(mut self, figure: Figure) -> Self {
        let count = match figure {
            Figure::Regular => &mut self.regular,
            Figure::Elite => &mut self.elite,
            Figure::Officer => &mut self.officer,
            Figure::MgCrew => &mut self.mg_crew,
        };
        *count = count.saturating_sub(1);
        self
    }

    /// Returns the figures of two squads together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Figures {
            regular: self.regular.saturating_add(other.regular),
            elite: self.elite.saturating_add(other.elite),
            officer: self.officer.saturating_add(other.officer),
            mg_crew: self.mg_crew.saturating_add(other.mg_crew),
        }
    }

    /// Returns what is left when a part is taken away; `None` if these figures don't contain it.
    #[must_use]
    pub fn less(self, part: Self) -> Option<Self> {
        Some(Figures {
            regular: self.regular.checked_sub(part.regular)?,
            elite: self.elite.checked_sub(part.elite)?,
            officer: self.officer.checked_sub(part.officer)?,
            mg_crew: self.mg_crew.checked_sub(part.mg_crew)?,
        })
    }

    /// Returns the machine-gun crews without the other figures.
    #[inline]
    #[must_use]
    pub const fn crews(self) -> Self {
        Figures { regular: 0, elite: 0, officer: 0, mg_crew: self.mg_crew }
    }

    /// Whether it has a machine-gun crew and other figures.
    #[inline]
    #[must_use]
    pub const fn is_mixed(self) -> bool {
        self.mg_crew > 0 && self.mg_crew < self.total()
    }

    /// Sum of the firepower of all figures (TOI-B7).
    #[inline]
    #[must_use]
    pub fn firepower(self, side: Side) -> u16 {
        Figure::ALL.into_iter().map(|figure| u16::from(self.count(figure)) * u16::from(figure.firepower(side))).sum()
    }

    /// Shortest range of the figures, in hexes (TOI-B7); 0 without figures.
    #[inline]
    #[must_use]
    pub fn range(self) -> u8 {
        let ranges = Figure::ALL.into_iter().filter(|figure| self.count(*figure) > 0).map(Figure::range);
        if B7.is_in_force() { ranges.min() } else { ranges.max() }.unwrap_or(0)
    }

    /// Movement points: one more with an officer (TOI-B6).
    #[inline]
    #[must_use]
    pub fn movement(self) -> u8 {
        MOVEMENT + if self.has_officer() && B6.is_in_force() { OFFICER_MOVEMENT } else { 0 }
    }

    #[inline]
    #[must_use]
    pub const fn has_officer(self) -> bool {
        self.officer > 0
    }

    /// Whether it has a machine-gun crew.
    #[inline]
    #[must_use]
    pub const fn is_heavy(self) -> bool {
        self.mg_crew > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::words::{GERMAN, SOVIET};

    #[test]
    fn mixed_squads() {
        let mixed = Figures { regular: 1, officer: 1, mg_crew: 1, ..Figures::default() };
        assert_eq!((mixed.total(), mixed.places()), (3, 4));
        assert_eq!((mixed.firepower(SOVIET), mixed.range(), mixed.movement()), (5, 4, 5));
        let crew = Figures { mg_crew: 1, ..Figures::default() };
        assert_eq!((crew.firepower(SOVIET), crew.firepower(GERMAN), crew.range(), crew.movement()), (3, 4, 5, 4));
        assert_eq!((mixed.crews(), mixed.is_mixed(), crew.is_mixed()), (crew, true, false));
        assert_eq!(mixed.without(Figure::Officer).without(Figure::Regular), crew);
    }
}
