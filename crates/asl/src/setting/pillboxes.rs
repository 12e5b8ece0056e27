//! Pillboxes: their capacity, modifiers and Covered Arcs (ASL-A69).

use board::{Board, Grid, HexId, LocationId};

use crate::printed::clause::A69;
use crate::printed::tables::PILLBOX;
use crate::setting::{Place, Setting};

/// A pillbox with its covered arc (ASL-A69).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pillbox {
    /// The Location in it.
    pub inside: LocationId,
    pub hex: HexId,
    /// The two neighbouring hexes of its Covered Arc (CA); `None` if it looks to all sides.
    pub facing: Option<[HexId; 2]>,
    /// Squads that it holds; `None` for the limit of any Location.
    pub capacity: Option<u8>,
    /// Modifier against attacks through its CA.
    pub ca: i8,
    /// Modifier against other attacks.
    pub nca: i8,
}

impl Pillbox {
    /// Returns a pillbox that the scenario doesn't describe.
    #[must_use]
    pub const fn plain(inside: LocationId, hex: HexId) -> Pillbox {
        Pillbox { inside, hex, facing: None, capacity: None, ca: PILLBOX, nca: PILLBOX }
    }

    /// Returns whether a hex is in its CA: between the two lines of hexes that begin with those it faces.
    #[must_use]
    pub fn covers(&self, grid: &Grid, to: HexId) -> bool {
        let Some(facing) = self.facing.filter(|_| A69.is_in_force()) else { return true };
        let from = grid.centre(self.hex);
        let towards = |hex| {
            let point = grid.centre(hex);
            (i64::from(point.x - from.x), i64::from(point.y - from.y))
        };
        // The lattice is skewed, but keeps on which side of a line a point is.
        let turn = |(ax, ay): (i64, i64), (bx, by): (i64, i64)| (ax * by - ay * bx).signum();
        let [one, two] = facing.map(towards);
        let (to, way) = (towards(to), turn(one, two));
        to != (0, 0) && turn(one, to) != -way && turn(to, two) != -way
    }
}

/// Returns the pillboxes of a board, as the scenario describes them.
#[must_use]
pub fn all(board: &Board, described: &[Pillbox]) -> Vec<Pillbox> {
    let inside = |at: LocationId| board.location(at).kind == board::LocationKind::Inside;
    let plain = |at: LocationId| Some(Pillbox::plain(at, board.hex_of(at)?));
    let known = |at: LocationId| described.iter().copied().find(|pillbox| pillbox.inside == at);
    board.location_ids().filter(|at| inside(*at)).filter_map(|at| known(at).or_else(|| plain(at))).collect()
}

impl Setting {
    /// Returns the pillbox whose inside a Location is.
    #[inline]
    #[must_use]
    pub fn pillbox(&self, at: LocationId) -> Option<&Pillbox> {
        if self.place(at) != Some(Place::Pillbox) {
            return None;
        }
        self.pillboxes.iter().find(|pillbox| pillbox.inside == at)
    }

    /// Returns whether small arms can't be fired from one Location at the other, as one is inside a pillbox and the
    /// other is outside its CA.
    #[inline]
    #[must_use]
    pub fn is_walled(&self, from: LocationId, to: LocationId) -> bool {
        let walls = |inside: LocationId, outside: LocationId| {
            let hex = self.hex(outside);
            let (pillbox, hex) = (self.pillbox(inside), hex.filter(|_| inside != outside));
            pillbox.zip(hex).is_some_and(|(pillbox, hex)| !pillbox.covers(self.board.grid(), hex))
        };
        // Most boards have no pillbox.
        !self.pillboxes.is_empty() && (walls(from, to) || walls(to, from))
    }
}
