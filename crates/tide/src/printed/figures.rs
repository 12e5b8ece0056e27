//! Figures of a squad and the values that follow from them.

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

    /// Sum of the firepower of all figures (TOI-B7).
    #[inline]
    #[must_use]
    pub fn firepower(self) -> u16 {
        Figure::ALL.into_iter().map(|figure| u16::from(self.count(figure)) * u16::from(figure.firepower())).sum()
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

    #[test]
    fn mixed_squads() {
        let mixed = Figures { regular: 1, officer: 1, mg_crew: 1, ..Figures::default() };
        assert_eq!((mixed.total(), mixed.places()), (3, 4));
        assert_eq!((mixed.firepower(), mixed.range(), mixed.movement()), (5, 4, 5));
        let crew = Figures { mg_crew: 1, ..Figures::default() };
        assert_eq!((crew.firepower(), crew.range(), crew.movement()), (3, 5, 4));
        assert_eq!(mixed.without(Figure::Officer).without(Figure::Regular), crew);
    }
}
