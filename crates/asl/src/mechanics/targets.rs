//! Locations that can be fired at (ASL-A7, ASL-A10, ASL-A24).

use board::LocationId;
use rules::{Piece, Refusal, Side};

use crate::printed::clause::{A7, A10, A24};
use crate::state::fight::Fight;
use crate::view::AslEyes;
use crate::view::counters::Held;
use crate::view::seen::Seen;

/// Checks that a Location can be fired at now.
#[inline]
pub fn is_target(eyes: AslEyes<'_>, side: Side, when: Fight, to: LocationId) -> Result<(), Refusal> {
    eyes.spot(to)?;
    let part = eyes.setting().is_entrenchment(to);
    A24.forbids(part, "units can't fire at an entrenchment alone: fire at its hex")?;
    if matches!(when, Fight::FirstFire { .. }) {
        let movers = eyes.moving_at().map(|at| eyes.setting().location(at));
        return A10.forbids(movers != Some(to), "in the Movement Phase, units can fire only at the moving units");
    }
    if !eyes.holds(side.other(), to) {
        return Err(Refusal::new(A7, "no enemy is known in that Location"));
    }
    Ok(())
}

/// Candidate targets, each to be checked by [`is_target`].
#[derive(Clone, Copy, Debug)]
pub enum Targets<'a> {
    /// The Location of the moving units, in First Fire.
    Movers(Option<LocationId>, AslEyes<'a>),
    /// The Locations where enemies of a side are known to be.
    Enemies(Held<'a>, AslEyes<'a>, Side),
}

impl<'a> Targets<'a> {
    #[inline]
    pub(crate) fn of(eyes: AslEyes<'a>, side: Side, when: Fight) -> Targets<'a> {
        match when {
            Fight::FirstFire { .. } => Targets::Movers(eyes.moving_at().map(|at| eyes.setting().location(at)), eyes),
            _ => Targets::Enemies(eyes.held_by(side.other()), eyes, side),
        }
    }

    /// Returns the targets to which a unit of the side may have a line.
    #[inline]
    pub(crate) fn faced_by(self, piece: Piece) -> Self {
        match self {
            Targets::Movers(..) => self,
            Targets::Enemies(held, eyes, side) => Targets::Enemies(held.facing(piece), eyes, side),
        }
    }

    /// Returns those of some units of the side that may have a line to any of them.
    #[inline]
    pub(crate) fn faced_by_some(self, units: Seen<'a>) -> Seen<'a> {
        match self {
            Targets::Movers(_, eyes) => eyes.watching_movers(units),
            Targets::Enemies(held, ..) => held.facers(units),
        }
    }

    /// Calls `look` once for each of the Locations.
    #[inline]
    pub(crate) fn each(self, look: impl FnMut(LocationId)) {
        match self {
            Targets::Movers(at, _) => at.into_iter().for_each(look),
            Targets::Enemies(held, eyes, _) => held.places(eyes.setting()).for_each(look),
        }
    }

    /// Returns whether any of them satisfies `such`.
    #[inline]
    pub(crate) fn any(self, such: impl Fn(LocationId) -> bool) -> bool {
        match self {
            Targets::Movers(at, _) => at.is_some_and(such),
            Targets::Enemies(held, ..) => held.any(such),
        }
    }

    /// Returns whether a publicly known "?" of the side may have a line to any target that satisfies `such` with the
    /// "?"'s Location. Not for fire at moving units: [`crate::sequence::first_fire::ask`] decides that.
    #[inline]
    pub(crate) fn any_faced_by_unknown(self, such: impl Fn(LocationId, LocationId) -> bool) -> bool {
        match self {
            Targets::Movers(..) => false,
            Targets::Enemies(held, eyes, side) => eyes.any_unknown_faces(side, held, such),
        }
    }
}
