//! Missions of an enemy patrol (SNP-B20): only its own side is shown which men have fulfilled theirs.

use board::LocationId;
use rand::Rng;
use rules::{Side, number_below};

use crate::setting::Setting;
use crate::setting::goal::Goal;
use crate::setting::path::STEPS;

/// One in this many of the men who may have been at the far edge unseen is sampled as having been there.
const ONE_IN: usize = 2;

/// A movement made out of sight.
#[derive(Clone, Copy, Debug)]
pub struct Unseen {
    pub from: LocationId,
    pub to: LocationId,
    /// Movement points he has had for it.
    pub points: u16,
    /// Movement points of these that he had had when the last turn ended.
    pub ended: u16,
}

impl Unseen {
    /// Returns the movement between places in two turns, with the movement points of both turns included.
    pub fn between(from: (LocationId, u8), to: (LocationId, u8)) -> Self {
        let ended = u16::from(to.1.saturating_sub(from.1)) * STEPS as u16;
        Unseen { from: from.0, to: to.0, points: ended + STEPS as u16, ended }
    }

    /// Returns whether he can have been at the far edge on this way when a turn ended. A rough bound: the way back is
    /// taken to be as long as the way there.
    pub fn can_fulfil(self, setting: &Setting, side: Side) -> bool {
        let Goal::GetOut { side: runner, far: Some(_), .. } = &setting.goal else { return false };
        let paths = setting.goal_paths();
        let [out, back] = [self.from, self.to].map(|at| paths.to_far_edge(at));
        *runner == side && self.ended > 0 && out <= self.ended && out.saturating_add(back) <= self.points
    }
}

/// Samples whether a man who can have been at the far edge has been there.
pub fn drawn(rng: &mut impl Rng) -> bool {
    number_below(rng, ONE_IN) == 0
}
