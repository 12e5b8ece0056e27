//! What things are called: sides, squads, places, in words for people.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::{Group, Piece, Reader, Side};

use crate::printed::figures::Figures;
use crate::printed::words::{Army, Figure, Mode};
use crate::state::Tide;
use crate::view::fact::Fact;

/// The name of a side, as an adjective.
#[must_use]
pub const fn army(side: Side) -> &'static str {
    Army::of(side).words()
}

/// The figures in plain words, such as `3 regulars, officer`.
pub fn figures(figures: Figures) -> String {
    let names = [("regular", "regulars"), ("elite", "elites"), ("officer", "officers"), ("MG crew", "MG crews")];
    let words = Figure::ALL.into_iter().zip(names).filter_map(|(figure, (one, many))| match figures.count(figure) {
        0 => None,
        1 => Some(one.to_owned()),
        n => Some(format!("{n} {many}")),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// How a squad fires.
#[must_use]
pub const fn mode_words(mode: Mode) -> &'static str {
    match mode {
        Mode::Normal => "to kill",
        Mode::Suppressive => "to suppress",
    }
}

/// The names of things in a reader's view.
pub trait Names {
    /// A Location.
    fn at(&self, place: LocationId) -> &str;
    /// A squad as the view tells of it.
    fn squad(&self, piece: Piece) -> String;
    /// Who supports, to be put behind a sentence; nothing if nobody does.
    fn supported(&self, with: Group) -> String;
    /// The activated squad.
    fn active(&self) -> Option<Piece>;
    /// The activated squad, at the beginning of a sentence.
    fn mover(&self) -> String;
}

impl Names for Reader<'_, Tide> {
    fn at(&self, place: LocationId) -> &str {
        let location = self.setting.board.locations().get(place.index());
        location.map_or("nowhere", |location| location.label.as_str())
    }

    fn squad(&self, wanted: Piece) -> String {
        let unit = self.facts.iter().find_map(|fact| match fact {
            Fact::Unit { piece, figures: inside, at, name, .. } if *piece == wanted => {
                let what = name.as_deref().map_or_else(|| figures(*inside), str::to_owned);
                Some(format!("{what} ({})", self.at(*at)))
            }
            _ => None,
        });
        // By its name in this reader's scope.
        unit.or_else(|| name_of(Named::Piece, wanted.0).map(|name| format!("squad {name}")))
            .unwrap_or_else(|| "a squad".to_owned())
    }

    fn supported(&self, with: Group) -> String {
        let names: Vec<_> = with.iter().map(|piece| self.squad(piece)).collect();
        if names.is_empty() { String::new() } else { format!(", supported by {}", names.join(" and ")) }
    }

    fn active(&self) -> Option<Piece> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::Active { piece, .. } => Some(*piece),
            _ => None,
        })
    }

    fn mover(&self) -> String {
        self.active().map_or_else(|| "The squad".to_owned(), |piece| self.squad(piece))
    }
}
