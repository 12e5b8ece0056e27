//! Names of pieces, Locations and sides in texts.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::speech::{counted, listed};
use rules::{Piece, PieceSet, Reader, Side};

use crate::printed::kind::Kind;
use crate::printed::words::Army;
use crate::state::Asl;
use crate::state::step::Step;
use crate::view::fact::Fact;

/// Names of pieces and Locations in a reader's view.
pub trait Names {
    /// Returns a Location as text, such as `C4`, `C4, in the sewer` or `C4, floor 1`.
    fn at(&self, place: LocationId) -> String;
    /// Returns the name of a piece in the view.
    fn unit(&self, wanted: Piece) -> String;
    /// Returns units as a list; units in one Location share its label.
    fn units(&self, group: PieceSet) -> String;
    /// Returns the Location of a piece, if the view has it.
    fn place_of(&self, wanted: Piece) -> Option<LocationId>;
    /// Returns whether a piece that this seat can name is in a tunnel of its side's.
    fn is_in_tunnel(&self, group: PieceSet) -> bool;
    /// Returns the present question.
    fn asked(&self) -> Option<Step>;
}

impl Names for Reader<'_, Asl> {
    fn at(&self, place: LocationId) -> String {
        self.setting.words(place)
    }

    fn unit(&self, wanted: Piece) -> String {
        match known(*self, wanted) {
            (words, Some(more)) => format!("{words} ({more})"),
            (words, None) => words,
        }
    }

    fn units(&self, group: PieceSet) -> String {
        let all: Vec<(String, Option<String>)> = group.iter().map(|piece| known(*self, piece)).collect();
        let place = all.first().and_then(|(_, more)| more.clone());
        let together = all.len() > 1 && all.iter().all(|(_, more)| *more == place);
        let name = |(words, more): &(String, Option<String>)| match more {
            Some(more) if !together => format!("{words} ({more})"),
            _ => words.clone(),
        };
        let names: Vec<String> = all.iter().map(name).collect();
        let list = listed(&names);
        match place.filter(|_| together) {
            Some(place) => format!("{list} ({place})"),
            None => list,
        }
    }

    fn place_of(&self, wanted: Piece) -> Option<LocationId> {
        let place = |fact: &Fact| match fact {
            Fact::Unit { piece, at, .. } if *piece == wanted => *at,
            _ => None,
        };
        self.facts.iter().find_map(place)
    }

    fn is_in_tunnel(&self, group: PieceSet) -> bool {
        let first = group.iter().next();
        self.facts.iter().any(|fact| matches!(fact, Fact::Unit { piece, tunnel: Some(_), .. } if Some(*piece) == first))
    }

    fn asked(&self) -> Option<Step> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::Pending(steps) => steps.last().copied(),
            _ => None,
        })
    }
}

/// Returns the name of a piece and its Location, by the view.
fn known(reader: Reader<'_, Asl>, wanted: Piece) -> (String, Option<String>) {
    let known = reader.facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, kind, at: place, name, .. } if *piece == wanted => {
            let words = name.as_deref().unwrap_or_else(|| counter(*kind));
            // For units beside the board, the name alone says too little.
            let more = place.map_or_else(|| counter(*kind).to_owned(), |place| reader.at(place));
            Some((words.to_owned(), Some(more)))
        }
        _ => None,
    });
    let named = || name_of(Named::Piece, wanted.0).map_or_else(|| "a unit".to_owned(), |name| format!("unit {name}"));
    known.unwrap_or_else(|| (named(), None))
}

/// Returns the name of a counter in a sentence: as printed, or the usual abbreviation of a weapon.
fn counter(kind: Kind) -> &'static str {
    match kind.name() {
        "lmg" => "LMG",
        "german lmg" => "German LMG",
        "dc" => "DC",
        "gun" => "Gun",
        name => name,
    }
}

/// Returns the singular or plural form of a verb.
pub fn verb(group: PieceSet, one: &'static str, many: &'static str) -> &'static str {
    if group.len() == 1 { one } else { many }
}

/// Returns the works that may still be recorded: `1 tunnel and 2 Fortified Locations`.
pub fn allotted(tunnels: u8, forts: u8) -> String {
    let tunnels = (tunnels > 0).then(|| counted(tunnels, "tunnel", "tunnels"));
    let forts = (forts > 0).then(|| counted(forts, "Fortified Location", "Fortified Locations"));
    let all: Vec<String> = tunnels.into_iter().chain(forts).collect();
    if all.is_empty() { "nothing".to_owned() } else { listed(&all) }
}

/// Returns the name of a side, as an adjective.
pub const fn army(side: Side) -> &'static str {
    Army::of(side).words()
}
