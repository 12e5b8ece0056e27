//! Squads that can act on the board, and room for squads.

use board::LocationId;
use rules::{Piece, Refusal, Side};

use crate::printed::clause::{B4, B18, S8, S9};
use crate::printed::tables::STACK;
use crate::printed::words::Token;
use crate::state::squad::Squad;
use crate::view::eyes::TideEyes;

/// Returns a fresh squad of this side on the board.
///
/// # Errors
/// - If it is not a squad of this side.
/// - If it is below (TOI-S9).
/// - If it is not fresh (TOI-B4).
#[inline]
pub fn fresh(eyes: TideEyes<'_>, side: Side, unit: Piece) -> Result<&Squad, Refusal> {
    let squad = eyes.own(side, unit)?;
    if let Some(card) = squad.below() {
        S8.forbids(
            eyes.sheet(card).is_some_and(|sheet| sheet.fatigued),
            "this squad is fatigued and can't act again this round",
        )?;
        return Err(Refusal::new(
            S9,
            "a squad in the sewer can only advance there, emerge, assault from the sewer or take Fatigue Unit",
        ));
    }
    B4.forbids(squad.token != Token::Fresh, "this squad can't act because it is not fresh")?;
    Ok(squad)
}

/// Whether an officer of the squad's side is in its Location: its own or one of another squad, in whatever morale
/// (TOI-B5, TOI-B29, TOI-B30). Officers on other floors don't count (TOI-B20).
#[inline]
#[must_use]
pub fn is_led(eyes: TideEyes<'_>, squad: &Squad) -> bool {
    squad.on().is_some_and(|at| eyes.of_side_on(squad.side, at).any(|(_, other)| other.figures.has_officer()))
}

/// Checks that there is room for one more squad and that no enemy is there.
///
/// # Errors
/// - If an enemy squad is there (TOI-B18).
/// - If three friendly squads are there (TOI-B18).
#[inline]
pub fn has_room(eyes: TideEyes<'_>, side: Side, at: LocationId) -> Result<(), Refusal> {
    let (mut friends, mut enemies) = (0, 0);
    for (_, squad) in eyes.on(at) {
        if squad.side == side {
            friends += 1;
        } else {
            enemies += 1;
        }
    }
    B18.forbids(enemies > 0, "this squad can't enter a Location with an enemy squad")?;
    B18.forbids(friends >= STACK, "this squad can't enter a Location with three friendly squads")
}
