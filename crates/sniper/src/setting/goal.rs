//! Distances to where a scenario wants men to be, used by computer players.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use board::LocationId;
use rules::Side;

use crate::printed::clause::S39_81B;
use crate::setting::Setting;
use crate::setting::spot::Level;

/// Condition for winning, beside having the only men left.
#[derive(Clone, Debug)]
pub enum Goal {
    None,
    /// Men of a side must leave the map.
    GetOut {
        side: Side,
        /// Number of men who must leave.
        men: u8,
        /// By hex: whether men may leave from it.
        exits: Vec<bool>,
        /// By hex: whether it belongs to the far edge that a patrol must reach first.
        far: Option<Vec<bool>>,
        /// Names of exits and far edge, such as `the west edge`.
        names: [&'static str; 2],
    },
    /// A block must be cleared: none of the defender's men in it, and a number of the attacker's.
    Clear {
        /// By Location: whether it belongs to the block.
        places: Vec<bool>,
        /// Number of attackers needed in it.
        men: u8,
        /// Name of the block's area.
        name: String,
    },
}

/// Returns whether a man of this side who ends a turn here has been at the far edge of a patrol.
#[must_use]
pub fn is_far_edge(setting: &Setting, side: Side, at: LocationId) -> bool {
    let Goal::GetOut { side: runner, far: Some(far), .. } = &setting.goal else { return false };
    let Some(spot) = setting.spot(at).filter(|_| *runner == side) else { return false };
    let counts = match spot.level {
        Level::Surface(level) => level == 0,
        Level::Sewer | Level::Middle => !S39_81B.is_in_force(),
    };
    counts && far.get(spot.hex.index()) == Some(&true)
}

/// Distance of places from which the goal is out of reach.
pub const NOWHERE: u16 = 999;

/// Movement points from each Location to the goal, by the cheapest way.
#[derive(Debug)]
pub struct GoalPaths {
    /// To the exits, or to the places to hold.
    last: Vec<u16>,
    /// Patrol: to the far edge and on from there to the exits.
    first: Option<Vec<u16>>,
    /// Patrol: to the far edge only.
    far: Option<Vec<u16>>,
}

impl GoalPaths {
    pub(crate) fn new(setting: &Setting) -> GoalPaths {
        let grounds = |on: &[bool]| {
            let hexes = setting.board.grid().hexes().filter(|hex| on.get(hex.index()) == Some(&true));
            hexes.map(|hex| (setting.board.ground(hex), 0)).collect::<Vec<_>>()
        };
        match &setting.goal {
            Goal::None => GoalPaths { last: Vec::new(), first: None, far: None },
            Goal::GetOut { exits, far, .. } => {
                let last = spread(setting, grounds(exits));
                let first = far.as_ref().map(|far| {
                    let on = |at: LocationId| last.get(at.index()).copied().unwrap_or(NOWHERE);
                    spread(setting, grounds(far).into_iter().map(|(at, _)| (at, on(at))).collect())
                });
                let far = far.as_ref().map(|far| spread(setting, grounds(far)));
                GoalPaths { last, first, far }
            }
            Goal::Clear { places, .. } => {
                let inside = setting.board.location_ids().filter(|at| places.get(at.index()) == Some(&true));
                GoalPaths { last: spread(setting, inside.map(|at| (at, 0)).collect()), first: None, far: None }
            }
        }
    }

    /// Returns the movement points from a place to the goal. `mission`: the man has been at the far edge.
    #[must_use]
    pub fn from(&self, at: LocationId, mission: bool) -> u16 {
        let paths = self.first.as_ref().filter(|_| !mission).unwrap_or(&self.last);
        paths.get(at.index()).copied().unwrap_or(NOWHERE)
    }

    /// Returns the movement points from a place to the far edge of a patrol.
    #[must_use]
    pub fn to_far_edge(&self, at: LocationId) -> u16 {
        self.far.as_ref().and_then(|paths| paths.get(at.index())).copied().unwrap_or(NOWHERE)
    }
}

/// Calculates the cheapest way from every Location to any goal, plus that goal's own cost.
fn spread(setting: &Setting, goals: Vec<(LocationId, u16)>) -> Vec<u16> {
    let mut costs = vec![NOWHERE; setting.spots.len()];
    let mut open: BinaryHeap<Reverse<(u16, u16)>> = goals.into_iter().map(|(at, cost)| Reverse((cost, at.0))).collect();
    while let Some(Reverse((cost, at))) = open.pop() {
        let Some(slot) = costs.get_mut(usize::from(at)).filter(|slot| cost < **slot) else { continue };
        *slot = cost;
        let Some(here) = setting.spot(LocationId(at)) else { continue };
        for exit in &here.exits {
            // Against the direction of movement: the step from there to here counts.
            if let Some(step) = setting.spot(exit.to).and_then(|spot| spot.exit(LocationId(at))) {
                open.push(Reverse((cost.saturating_add(u16::from(step.cost)), exit.to.0)));
            }
        }
    }
    costs
}
