//! A man with what has been plotted for him (SNP-B2), by the eyes of his side, and what several orders ask of him.

use board::LocationId;
use rules::{Piece, Refusal, referee_clauses};

use crate::printed::clause::{B5, B10, B17, B18, B20, S39_41};
use crate::printed::words::Posture;
use crate::setting::Setting;
use crate::setting::entering::{arriving, cost, posture_cost};
use crate::setting::reach::Reach;
use crate::setting::sight::Eye;
use crate::setting::spot::Spot;
use crate::state::man::Man;
use crate::view::SniperEyes;

/// A man with what has been plotted for him.
#[derive(Clone, Copy, Debug)]
pub struct Planned<'a> {
    /// Who.
    pub piece: Piece,
    /// The man.
    pub man: &'a Man,
    /// Where he is.
    pub at: LocationId,
    /// Movement points he has.
    pub points: u8,
    /// How he holds himself when he has taken his plotted posture.
    pub posture: Posture,
    /// Movement points his posture costs.
    pub posture_cost: u8,
}

impl<'a> Planned<'a> {
    /// A man somewhere.
    #[inline]
    #[must_use]
    pub fn of(setting: &Setting, piece: Piece, man: &'a Man, at: LocationId) -> Planned<'a> {
        let movement = &setting.tables.movement;
        let points = if man.wounded { movement.wounded } else { movement.turn };
        let posture = man.plot.posture.unwrap_or(man.posture);
        Planned { piece, man, at, points, posture, posture_cost: posture_cost(setting, man.posture, posture) }
    }

    /// His eyes where he is, in his plotted posture.
    #[inline]
    #[must_use]
    pub const fn eye(&self) -> Eye {
        Eye { at: self.at, posture: self.posture }
    }

    /// Where his path ends, and how he will hold himself there.
    #[inline]
    #[must_use]
    pub fn end(&self, setting: &Setting) -> Eye {
        let Some(at) = self.man.plot.path.end() else { return self.eye() };
        Eye { at, posture: arriving(setting, self.posture, at) }
    }

    /// Movement points his posture and path cost.
    #[inline]
    #[must_use]
    pub fn spent(&self, setting: &Setting) -> u8 {
        let prone = self.posture == Posture::Prone;
        let (mut at, mut spent) = (self.at, self.posture_cost);
        for &to in self.man.plot.path.steps() {
            spent = spent.saturating_add(cost(setting, at, to, prone).unwrap_or(u8::MAX));
            at = to;
        }
        spent
    }

    /// Everywhere he gets from where he is, and the movement points he has for it.
    pub fn reach<'s>(&self, setting: &'s Setting) -> Option<(&'s Reach, u8)> {
        let reach = setting.reach(self.at, self.posture == Posture::Prone)?;
        Some((reach, self.points.saturating_sub(self.posture_cost)))
    }
}

/// A man who can be plotted for.
///
/// # Errors
/// Why he cannot.
#[inline]
pub fn planned(eyes: SniperEyes<'_>, piece: Piece) -> Result<Planned<'_>, Refusal> {
    let (man, at) = eyes.mine(piece)?;
    B10.forbids(man.stunned > 0, "this man is stunned: he can't be plotted for this turn")?;
    B20.forbids(man.on_route, "this man follows his route until your side sees an enemy")?;
    Ok(Planned::of(eyes.setting(), piece, man, at))
}

pub(crate) fn place<'a>(eyes: SniperEyes<'a>, at: LocationId) -> Result<&'a Spot, Refusal> {
    eyes.setting().spot(at).ok_or_else(|| Refusal::new(referee_clauses::NAMES, "unknown place"))
}

/// Why a man may not go onto a ladder that is taken.
pub const TAKEN: &str = "one of your men or dummies is on the ladder: first plot a step off it";

/// Whether the middle level is closed to a man by one of his own (39.41): one who stands there and has no step plotted.
#[inline]
pub fn is_taken(eyes: SniperEyes<'_>, piece: Piece, at: LocationId) -> bool {
    let held = |(other, man, here): (Piece, &Man, LocationId)| other != piece && here == at && man.plot.path.is_empty();
    eyes.setting().is_middle(at) && S39_41.is_in_force() && eyes.own().any(held)
}

/// Whether a man may move or go on.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_still_move(planned: &Planned<'_>) -> Result<(), Refusal> {
    B5.forbids(
        planned.man.plot.act.is_some(),
        "movement must be plotted before the action: clear this man's plot first",
    )
}

/// A dummy only moves (SNP-B18).
#[inline]
pub fn is_a_man(planned: &Planned<'_>) -> Result<(), Refusal> {
    B18.forbids(planned.man.dummy, "a dummy can only move and change posture")
}

/// What takes all movement points: firing and reloading (SNP-B5).
#[inline]
pub fn all_points(planned: &Planned<'_>) -> Result<(), Refusal> {
    is_a_man(planned)?;
    let busy = !planned.man.plot.path.is_empty() || planned.posture_cost > 0;
    B5.forbids(busy, "firing, watching and reloading take all movement points: clear this man's plot first")
}

/// What it takes to fire or watch, wherever it is (SNP-B5, SNP-B17).
///
/// # Errors
/// The refusal.
#[inline]
pub fn can_watch(planned: &Planned<'_>) -> Result<(), Refusal> {
    all_points(planned)?;
    B17.forbids(planned.man.shots == 0, "this man's magazine is empty: plot “Reload” instead")
}
