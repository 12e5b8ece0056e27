//! English names of sides, places and men.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::{Piece, Reader, Side};

use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::Duel;
use crate::toys::duel::view::fact::Fact;

/// Returns the name of a side.
#[must_use]
pub const fn army(side: Side) -> &'static str {
    match side {
        Side::A => "Red",
        Side::B => "Blue",
    }
}

/// Names of things in a reader's view.
pub trait Names {
    /// Returns the name of a hex, such as `B2`.
    fn at(&self, place: LocationId) -> &str;
    /// Describes a man by his side and place, such as `Red's man in B2`.
    fn man(&self, piece: Piece) -> String;
    /// Returns side and place of a man, if he is in the view.
    fn place(&self, piece: Piece) -> Option<(Side, LocationId)>;
}

/// Names a hex by its label.
#[must_use]
pub fn place_words(setting: &Setting, place: LocationId) -> &str {
    setting.board.locations().get(place.index()).map_or("nowhere", |location| location.label.as_str())
}

impl Names for Reader<'_, Duel> {
    fn at(&self, place: LocationId) -> &str {
        place_words(self.setting, place)
    }

    fn man(&self, piece: Piece) -> String {
        match self.place(piece) {
            Some((side, at)) => format!("{}'s man in {}", army(side), self.at(at)),
            None => name_of(Named::Piece, piece.0).map_or("a man".to_owned(), |name| format!("man {name}")),
        }
    }

    fn place(&self, wanted: Piece) -> Option<(Side, LocationId)> {
        self.facts.iter().find_map(|fact| match *fact {
            Fact::Man { piece, side, at, .. } if piece == wanted => Some((side, at)),
            _ => None,
        })
    }
}
