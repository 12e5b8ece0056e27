//! Names and verbs that questions, orders, reports and scenes share.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::speech::listed;
use rules::{Piece, PieceSet, Reader, Side};

use crate::printed::catalogue::Catalogue;
use crate::printed::counter::{Counter, Weapon};
use crate::printed::words::Army;
use crate::setting::{Setting, below};
use crate::state::Heroes;
use crate::state::step::Step;
use crate::view::fact::Fact;

/// Returns the singular or plural verb for a group.
pub fn verb(group: PieceSet, one: &'static str, many: &'static str) -> &'static str {
    if group.len() == 1 { one } else { many }
}

/// Returns the sentence that a side passes.
pub fn passed(side: Option<Side>) -> String {
    side.map_or_else(
        || "The side passes its impulse.".to_owned(),
        |side| format!("The {} side passes its impulse.", army(side)),
    )
}

/// Returns the name of a side as an adjective, such as `Soviet`.
pub const fn army(side: Side) -> &'static str {
    Army::of(side).words()
}

/// Describes a counter, such as `squad with LMG`.
pub fn what(counter: Counter) -> String {
    match counter.weapon {
        Weapon::None => counter.kind.words().to_owned(),
        weapon => format!("{} with {}", counter.kind.words(), weapon.words()),
    }
}

/// Names and other facts in a reader's view.
pub trait Names {
    /// Names a Location, such as `C4` or `C4, in the sewer`.
    fn at(&self, place: LocationId) -> String;
    /// Names a unit and its Location, as far as the reader knows them.
    fn unit(&self, wanted: Piece) -> String;
    fn units(&self, group: PieceSet) -> String;
    /// Lists units in the given order.
    fn listed(&self, pieces: impl IntoIterator<Item = Piece>) -> String;
    /// Returns the moving units.
    fn moving(&self) -> PieceSet;
    /// Returns the open question.
    fn asked(&self) -> Option<Step>;
    /// Returns the Location of a unit; `None` if the reader doesn't see it.
    fn located(&self, wanted: Piece) -> Option<LocationId>;
    /// Returns a unit and the units of its side in its Location.
    fn together(&self, wanted: Piece) -> Vec<Piece>;
    /// Whether the reader sees that a unit is wounded.
    fn is_wounded(&self, wanted: Piece) -> bool;
    /// Whether a Location is inside an entrance.
    fn is_inside(&self, place: LocationId) -> bool;
    /// Names the terrain of a Location.
    fn terrain(&self, place: LocationId) -> &'static str;
    /// Returns the verb phrase for a rout, such as `routs to C4`.
    fn routs(&self, from: Option<LocationId>, to: LocationId) -> String;
    /// Returns the clauses for a way below ground: those of its start, otherwise those of its end.
    fn catalogue(&self, from: Option<LocationId>, to: LocationId) -> Catalogue;
}

/// Names a Location, such as `C4` or `C4, in the sewer`.
pub fn place_words(setting: &Setting, place: LocationId) -> String {
    let Some(location) = setting.board.locations().get(place.index()) else { return "nowhere".to_owned() };
    match location.label.split_once('/') {
        Some((hex, inside)) => format!("{hex}, in the {inside}"),
        None => location.label.clone(),
    }
}

impl Names for Reader<'_, Heroes> {
    fn at(&self, place: LocationId) -> String {
        place_words(self.setting, place)
    }

    fn unit(&self, wanted: Piece) -> String {
        let known = self.facts.iter().find_map(|fact| match fact {
            Fact::Unit { piece, counter, at: place, name, .. } if *piece == wanted => {
                let words = name.as_deref().map_or_else(|| what(*counter), str::to_owned);
                Some(format!("{words} ({})", self.at(*place)))
            }
            _ => None,
        });
        let named =
            || name_of(Named::Piece, wanted.0).map_or_else(|| "a unit".to_owned(), |name| format!("unit {name}"));
        known.unwrap_or_else(named)
    }

    fn units(&self, group: PieceSet) -> String {
        self.listed(group.iter())
    }

    fn listed(&self, pieces: impl IntoIterator<Item = Piece>) -> String {
        let names: Vec<String> = pieces.into_iter().map(|piece| self.unit(piece)).collect();
        listed(&names)
    }

    fn moving(&self) -> PieceSet {
        let found = self.facts.iter().find_map(|fact| match fact {
            Fact::Moving { units, .. } => Some(*units),
            _ => None,
        });
        found.unwrap_or_default()
    }

    fn asked(&self) -> Option<Step> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::Pending(steps) => steps.last().copied(),
            _ => None,
        })
    }

    fn located(&self, wanted: Piece) -> Option<LocationId> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::Unit { piece, at, .. } if *piece == wanted => Some(*at),
            _ => None,
        })
    }

    fn together(&self, wanted: Piece) -> Vec<Piece> {
        let place = self.facts.iter().find_map(|fact| match fact {
            Fact::Unit { piece, side, at, .. } if *piece == wanted => Some((*side, *at)),
            _ => None,
        });
        let there = self.facts.iter().filter_map(|fact| match fact {
            Fact::Unit { piece, side, at, .. } if Some((*side, *at)) == place && *piece != wanted => Some(*piece),
            _ => None,
        });
        std::iter::once(wanted).chain(there).collect()
    }

    fn is_wounded(&self, wanted: Piece) -> bool {
        let hurt = |fact: &Fact| matches!(fact, Fact::Unit { piece, wounded, .. } if *piece == wanted && *wounded);
        self.facts.iter().any(hurt)
    }

    fn is_inside(&self, place: LocationId) -> bool {
        self.setting.spot(place).is_some_and(|spot| spot.inside.is_some())
    }

    fn terrain(&self, place: LocationId) -> &'static str {
        self.setting.hex(place).map_or("", |hex| self.setting.board.terrain_name(hex))
    }

    fn routs(&self, from: Option<LocationId>, to: LocationId) -> String {
        let place = self.at(to);
        let up = from.is_some_and(|from| self.is_inside(from));
        let here = from.and_then(|from| self.setting.hex(from)) == self.setting.hex(to);
        match (self.is_inside(to), up) {
            (true, _) => format!("routs below ground to {place}"),
            (false, true) if here => format!("routs up to the surface of {place}"),
            (false, true) => format!("routs up to the surface and on to {place}"),
            (false, false) => format!("routs to {place}"),
        }
    }

    fn catalogue(&self, from: Option<LocationId>, to: LocationId) -> Catalogue {
        below::catalogue(self.setting, from.unwrap_or(to), to)
    }
}
