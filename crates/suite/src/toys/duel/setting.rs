//! Constant data of a game.

use board::{Board, LocationId};
use rules::{BySide, Side};

use crate::toys::duel::printed::words::Plan;

/// Board and men of the scenario.
#[derive(Debug)]
pub struct Setting {
    /// The board, with both ledges.
    pub board: Board,
    /// The ledge of each side: its hexes from left to right. Both ledges are equally long.
    pub ledges: BySide<Vec<LocationId>>,
    /// Number of turns in the game.
    pub turns: u8,
    /// Names of the men in the scenario, by number.
    pub names: Vec<String>,
}

impl Setting {
    /// Returns the hex that faces a hex of `side` on the other ledge; `None` for a hex that is not on its ledge.
    #[must_use]
    pub fn across(&self, side: Side, at: LocationId) -> Option<LocationId> {
        self.ledges[side.other()].get(self.column(side, at)?).copied()
    }

    /// Returns the hex to which a plan leads a man of `side`. At the end of a ledge he stays.
    #[must_use]
    pub fn after(&self, side: Side, at: LocationId, plan: Plan) -> LocationId {
        let column = self.column(side, at);
        let to = match plan {
            Plan::Left => column.and_then(|column| column.checked_sub(1)),
            Plan::Right => column.map(|column| column + 1),
            Plan::Hold | Plan::Fire => None,
        };
        to.and_then(|to| self.ledges[side].get(to)).copied().unwrap_or(at)
    }

    /// Returns the index of a hex on the ledge of `side`, from 0 at the left end.
    fn column(&self, side: Side, at: LocationId) -> Option<usize> {
        self.ledges[side].iter().position(|hex| *hex == at)
    }
}
