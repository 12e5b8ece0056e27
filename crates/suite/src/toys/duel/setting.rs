//! What never changes in a game.

use board::{Board, LocationId};
use rules::{BySide, Side};

use crate::toys::duel::printed::words::Plan;

/// The board and the list of men, as the scenario has them.
#[derive(Debug)]
pub struct Setting {
    /// The board.
    pub board: Board,
    /// The ledge of each side: its hexes from left to right. Both ledges are equally long.
    pub ledges: BySide<Vec<LocationId>>,
    /// Turns of the game.
    pub turns: u8,
    /// The scenario's names of the men.
    pub names: Vec<String>,
}

impl Setting {
    /// The hex on the other side's ledge that faces a hex of `side`; `None` for a hex that is not on its ledge.
    #[must_use]
    pub fn across(&self, side: Side, at: LocationId) -> Option<LocationId> {
        self.ledges[side.other()].get(self.column(side, at)?).copied()
    }

    /// Where a plan leads a man of `side`: at the end of a ledge he stays.
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

    /// The place of a hex on the ledge of `side`, from 0 at the left end.
    fn column(&self, side: Side, at: LocationId) -> Option<usize> {
        self.ledges[side].iter().position(|hex| *hex == at)
    }
}
