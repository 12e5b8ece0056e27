//! How far it is to where a scenario wants men to be: what computer players steer by.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use board::LocationId;
use rules::Side;

use crate::printed::clause::S39_81B;
use crate::setting::Setting;
use crate::setting::spot::Level;

/// What it takes to win.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Nothing but having the only men left.
    None,
    /// Men of a side get out.
    GetOut {
        /// Whose.
        side: Side,
        /// How many.
        men: u8,
        /// From which hexes, one flag each.
        exits: Vec<bool>,
        /// Where they must have been before: the far edge of a patrol.
        far: Option<Vec<bool>>,
        /// What exits and far edge are called: `the west edge`.
        names: [&'static str; 2],
    },
    /// A block is cleared: none of the defender's men in it, and so many of the attacker's.
    Clear {
        /// Its Locations, one flag for each of the board.
        places: Vec<bool>,
        /// How many.
        men: u8,
        /// What it is called.
        name: String,
    },
}

/// Whether a man of this side who is here when a turn ends has been at the far edge of a patrol.
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

/// So far that nobody gets there.
pub const NOWHERE: u16 = 999;

/// Movement points from each Location to a goal, by the shortest way.
#[derive(Debug)]
pub struct GoalPaths {
    /// To where men leave, or are to stand.
    last: Vec<u16>,
    /// Patrol: to the far edge, and from there on.
    first: Option<Vec<u16>>,
    /// Patrol: to the far edge alone.
    far: Option<Vec<u16>>,
}

impl GoalPaths {
    /// Of a scenario.
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

    /// How far it is from a place, for who has been at the far edge or has not.
    #[must_use]
    pub fn from(&self, at: LocationId, mission: bool) -> u16 {
        let paths = self.first.as_ref().filter(|_| !mission).unwrap_or(&self.last);
        paths.get(at.index()).copied().unwrap_or(NOWHERE)
    }

    /// How far it is from a place to the far edge of a patrol.
    #[must_use]
    pub fn to_far_edge(&self, at: LocationId) -> u16 {
        self.far.as_ref().and_then(|paths| paths.get(at.index())).copied().unwrap_or(NOWHERE)
    }
}

/// The cost of the cheapest way from everywhere to one of these, on top of what each costs from there on.
fn spread(setting: &Setting, goals: Vec<(LocationId, u16)>) -> Vec<u16> {
    let mut costs = vec![NOWHERE; setting.spots.len()];
    let mut open: BinaryHeap<Reverse<(u16, u16)>> = goals.into_iter().map(|(at, cost)| Reverse((cost, at.0))).collect();
    while let Some(Reverse((cost, at))) = open.pop() {
        let Some(slot) = costs.get_mut(usize::from(at)).filter(|slot| cost < **slot) else { continue };
        *slot = cost;
        let Some(here) = setting.spot(LocationId(at)) else { continue };
        for exit in &here.exits {
            // Against the way he goes: what counts is the step from there to here.
            if let Some(step) = setting.spot(exit.to).and_then(|spot| spot.exit(LocationId(at))) {
                open.push(Reverse((cost.saturating_add(u16::from(step.cost)), exit.to.0)));
            }
        }
    }
    costs
}
