//! A man with his plot (SNP-B2), as his side sees it, and conditions shared by several orders.

use board::LocationId;
use rules::{Piece, Refusal, referee_clauses};

use crate::printed::clause::{B5, B17, B18, B20, B28, B33, S39_41};
use crate::printed::words::Posture;
use crate::setting::Setting;
use crate::setting::entering::{arriving, cost, posture_cost};
use crate::setting::reach::Reach;
use crate::setting::sight::Eye;
use crate::setting::spot::Spot;
use crate::state::man::Man;
use crate::view::SniperEyes;

/// A man with the results of his plot so far.
#[derive(Clone, Copy, Debug)]
pub struct Planned<'a> {
    pub piece: Piece,
    pub man: &'a Man,
    /// His Location before the plot.
    pub at: LocationId,
    /// His movement points this turn.
    pub points: u8,
    /// His posture after the plotted change of posture.
    pub posture: Posture,
    /// Movement points for the change of posture.
    pub posture_cost: u8,
}

impl<'a> Planned<'a> {
    #[inline]
    #[must_use]
    pub fn of(setting: &Setting, piece: Piece, man: &'a Man, at: LocationId) -> Planned<'a> {
        let movement = &setting.tables.movement;
        let points = if man.wounded { movement.wounded } else { movement.turn };
        let posture = man.plot.posture.unwrap_or(man.posture);
        Planned { piece, man, at, points, posture, posture_cost: posture_cost(setting, man.posture, posture) }
    }

    /// Returns his eyes at his present place in his plotted posture.
    #[inline]
    #[must_use]
    pub const fn eye(&self) -> Eye {
        Eye { at: self.at, posture: self.posture }
    }

    /// Returns the place and posture at the end of his path.
    #[inline]
    #[must_use]
    pub fn end(&self, setting: &Setting) -> Eye {
        let Some(at) = self.man.plot.path.end() else { return self.eye() };
        Eye { at, posture: arriving(setting, self.posture, at) }
    }

    /// Returns the movement points spent on posture and on preparing a grenade, both before movement.
    #[inline]
    #[must_use]
    pub fn before_moving(&self, setting: &Setting) -> u8 {
        let prepare = if self.man.plot.prepare.is_some() { setting.tables.movement.prepare } else { 0 };
        self.posture_cost.saturating_add(prepare)
    }

    /// Returns the movement points spent on posture, preparing and path.
    #[inline]
    #[must_use]
    pub fn spent(&self, setting: &Setting) -> u8 {
        let prone = self.posture == Posture::Prone;
        let (mut at, mut spent) = (self.at, self.before_moving(setting));
        for &to in self.man.plot.path.steps() {
            spent = spent.saturating_add(cost(setting, at, to, prone).unwrap_or(u8::MAX));
            at = to;
        }
        spent
    }

    /// Returns the places he can reach from where he is, with the movement points he has for it.
    pub fn reach<'s>(&self, setting: &'s Setting) -> Option<(&'s Reach, u8)> {
        let reach = setting.reach(self.at, self.posture == Posture::Prone)?;
        Some((reach, self.points.saturating_sub(self.before_moving(setting))))
    }
}

/// Checks that a man has his weapon in hand (SNP-B33).
///
/// # Errors
/// Refuses if he holds a grenade, or nothing since he threw one.
#[inline]
pub fn is_armed(planned: &Planned<'_>) -> Result<(), Refusal> {
    B33.forbids(!planned.man.hand.is_weapon(), "this man doesn't have his weapon in hand: plot “Rearm” first")
}

/// Returns a man who can be plotted for.
///
/// # Errors
/// Refuses if he is not a man of this side, is out of play, incapacitated or on a route.
#[inline]
pub fn planned(eyes: SniperEyes<'_>, piece: Piece) -> Result<Planned<'_>, Refusal> {
    let (man, at) = eyes.mine(piece)?;
    B28.forbids(man.incapacitated, "this man is incapacitated: he can do nothing")?;
    B20.forbids(man.on_route, "this man follows his route until your side sees an enemy")?;
    Ok(Planned::of(eyes.setting(), piece, man, at))
}

pub(crate) fn place<'a>(eyes: SniperEyes<'a>, at: LocationId) -> Result<&'a Spot, Refusal> {
    eyes.setting().spot(at).ok_or_else(|| Refusal::new(referee_clauses::NAMES, "unknown place"))
}

/// Refusal for a ladder that a man of the same side occupies.
pub const TAKEN: &str = "one of your men or dummies is on the ladder: first plot a step off it";

/// Returns whether a man of the same side without a plotted step blocks the middle level (39.41).
#[inline]
pub fn is_taken(eyes: SniperEyes<'_>, piece: Piece, at: LocationId) -> bool {
    let held = || !(eyes.own_at(at) & eyes.staying()).without(piece).is_empty();
    eyes.setting().is_middle(at) && S39_41.is_in_force() && held()
}

/// Checks that a man may move or continue to move.
///
/// # Errors
/// Refuses if his plot already contains an action.
#[inline]
pub fn may_still_move(planned: &Planned<'_>) -> Result<(), Refusal> {
    B5.forbids(
        planned.man.plot.act.is_some(),
        "movement must be plotted before the action: clear this man's plot first",
    )
}

/// Checks that this is not a dummy: dummies only move (SNP-B18).
#[inline]
pub fn is_a_man(planned: &Planned<'_>) -> Result<(), Refusal> {
    B18.forbids(planned.man.dummy, "a dummy can only move and change posture")
}

/// Checks that no movement is plotted, because firing and reloading take all movement points (SNP-B5).
#[inline]
pub fn all_points(planned: &Planned<'_>) -> Result<(), Refusal> {
    is_a_man(planned)?;
    let plot = &planned.man.plot;
    let busy = !plot.path.is_empty() || plot.prepare.is_some() || planned.posture_cost > 0;
    B5.forbids(busy, "firing, watching, reloading and rearming take all movement points: clear this man's plot first")
}

/// Checks the conditions for firing and watching, independent of the target (SNP-B5, SNP-B17).
///
/// # Errors
/// Refuses if the piece is a dummy, has plotted movement, has no weapon in hand or no shots left.
#[inline]
pub fn can_watch(planned: &Planned<'_>) -> Result<(), Refusal> {
    all_points(planned)?;
    is_armed(planned)?;
    B17.forbids(planned.man.shots == 0, "this man's magazine is empty: plot “Reload” instead")
}
