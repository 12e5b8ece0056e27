//! Which men of an enemy patrol have fulfilled their mission (SNP-B20): nobody but their own side is told.

use board::LocationId;
use rand::Rng;
use rules::{Side, number_below};

use crate::setting::Setting;
use crate::setting::goal::Goal;
use crate::setting::path::STEPS;

/// Of those who can have been at the far edge unseen, one in so many has been there: nothing tells more of it.
const ONE_IN: usize = 2;

/// A way somebody went unseen.
#[derive(Clone, Copy, Debug)]
pub struct Unseen {
    /// Where from.
    pub from: LocationId,
    /// Where to.
    pub to: LocationId,
    /// How many movement points he has had for it.
    pub points: u16,
    /// How many of them he had had when the last turn ended.
    pub ended: u16,
}

impl Unseen {
    /// From where he was in one turn to where he was in another, the points of both turns among them.
    pub fn between(from: (LocationId, u8), to: (LocationId, u8)) -> Self {
        let ended = u16::from(to.1.saturating_sub(from.1)) * STEPS as u16;
        Unseen { from: from.0, to: to.0, points: ended + STEPS as u16, ended }
    }

    /// Whether he can have been at the far edge on this way. A rough bound: it takes the way back to be as long as the
    /// way there, and he must have stood there when a turn ended.
    pub fn can_fulfil(self, setting: &Setting, side: Side) -> bool {
        let Goal::GetOut { side: runner, far: Some(_), .. } = &setting.goal else { return false };
        let paths = setting.goal_paths();
        let [out, back] = [self.from, self.to].map(|at| paths.to_far_edge(at));
        *runner == side && self.ended > 0 && out <= self.ended && out.saturating_add(back) <= self.points
    }
}

/// Draws whether one who can have been at the far edge has been there.
pub fn drawn(rng: &mut impl Rng) -> bool {
    number_below(rng, ONE_IN) == 0
}
