//! Boards that make up the map, and which hexes are in a city (SEW-1).

use board::scenario::{Diagnostic, Item, Reader};
use board::{Board, HexId};

use crate::printed::clause::SC3;
use crate::setup::scenario::MapEntry;

/// By hex: whether it is in a city, and the name of its board.
pub struct Cities(Vec<(bool, Option<String>)>);

impl Cities {
    /// Reads the boards of the map. Hexes outside all boards follow `city`.
    pub fn read(reader: &mut Reader<'_>, board: &Board, maps: &[Item<MapEntry>], city: bool) -> Cities {
        let mut hexes = vec![(city, None); board.grid().len()];
        for map in maps {
            let [Some(from), Some(to)] = [&map.from, &map.to].map(|label| reader.hex(board, label)) else { continue };
            let mut overlap = None;
            for hex in rectangle(board, from, to) {
                let Some(slot) = hexes.get_mut(hex.index()) else { continue };
                overlap = overlap.or(slot.1.replace(map.name.clone()).map(|other| (hex, other)));
                slot.0 = map.city;
            }
            if let Some((hex, other)) = overlap {
                let label = board.grid().label(hex);
                let problem = Diagnostic::new(format!("{label} is on two boards, `{other}` and `{}`", map.name));
                SC3.broken_by(reader, map.span.clone(), problem.help("boards of a map can't overlap"));
            }
        }
        Cities(hexes)
    }

    /// Whether a hex is in a city.
    pub fn has(&self, hex: HexId) -> bool {
        self.0.get(hex.index()).is_some_and(|(city, _)| *city)
    }

    /// Returns the name of the board with this hex; `None` outside all boards.
    pub fn board_of(&self, hex: HexId) -> Option<&str> {
        self.0.get(hex.index()).and_then(|(_, name)| name.as_deref())
    }
}

/// Lists all hexes between two opposite corners, by column and row.
fn rectangle(board: &Board, a: HexId, b: HexId) -> impl Iterator<Item = HexId> + '_ {
    let [a, b] = [a, b].map(|hex| board.grid().label_parts(hex));
    let within = |value: u16, a: u16, b: u16| (a.min(b)..=a.max(b)).contains(&value);
    board.grid().hexes().filter(move |hex| {
        let cell = board.grid().label_parts(*hex);
        within(cell.column, a.column, b.column) && within(cell.row, a.row, b.row)
    })
}
