//! English names of men, places and things, as far as a seat's view gives them.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::{Clause, Piece, Reader};

use crate::printed::clause::{B11, B12, S39_62A, S39_62B, S39_62C, S39_71};
use crate::printed::terrain::Barrier;
use crate::printed::words::Grenade;
use crate::setting::sight;
use crate::setting::spot::Level;
use crate::setting::steps::Climb;
use crate::state::Sniper;
use crate::view::fact::Fact;

/// The verb of a step towards the sewer.
pub const GO_BELOW: &str = "Go below";

/// Names of things in a reader's view.
pub trait Names {
    fn at(&self, place: LocationId) -> String;
    /// Returns a man's name or description, with his place if the view gives it.
    fn man(&self, piece: Piece) -> String;
    /// Returns a man's name or description without his place.
    fn called(&self, piece: Piece) -> String;
    /// Returns the name of a man; `None` if the view doesn't give one.
    fn name(&self, piece: Piece) -> Option<&str>;
    /// Returns the place of a man, if the view gives it.
    fn place(&self, piece: Piece) -> Option<LocationId>;
    /// Returns the direction of a step from the end of a man's plotted path; `None` if it uses no ladder.
    fn climb(&self, piece: Piece, to: LocationId) -> Option<Climb>;
    /// Returns the display name of a weapon from its key.
    fn weapon<'s>(&'s self, key: &'s str) -> &'s str;
    /// Returns the name of a hexside's opening: door or window.
    fn aperture(&self, a: LocationId, b: LocationId) -> &'static str;
    /// Returns the clause that governs a throw.
    fn throw_clause(&self, man: Piece, to: LocationId, grenade: Grenade) -> Clause;
}

impl Names for Reader<'_, Sniper> {
    fn at(&self, place: LocationId) -> String {
        self.setting.words(place)
    }

    fn man(&self, wanted: Piece) -> String {
        let called = self.called(wanted);
        match self.place(wanted) {
            Some(there) => format!("{called} ({})", self.at(there)),
            None => called,
        }
    }

    fn called(&self, wanted: Piece) -> String {
        let called = self.name(wanted).map(str::to_owned).or_else(|| {
            self.facts.iter().find_map(|fact| match fact {
                Fact::Man { piece, weapon: key, .. } if *piece == wanted => {
                    let with = self.weapon(key);
                    let number = name_of(Named::Piece, wanted.0);
                    let unnamed = || format!("an enemy with a {with}");
                    Some(number.map_or_else(unnamed, |n| format!("enemy {n} with the {with}")))
                }
                _ => None,
            })
        });
        called.unwrap_or_else(|| {
            name_of(Named::Piece, wanted.0).map_or_else(|| "a man".to_owned(), |name| format!("man {name}"))
        })
    }

    fn name(&self, wanted: Piece) -> Option<&str> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::Kit { piece, name, .. } if *piece == wanted => Some(name.as_str()),
            _ => None,
        })
    }

    fn place(&self, wanted: Piece) -> Option<LocationId> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::Man { piece, at, .. } | Fact::Dummy { piece, at, .. } if *piece == wanted => Some(*at),
            _ => None,
        })
    }

    fn climb(&self, wanted: Piece, to: LocationId) -> Option<Climb> {
        let end = self.facts.iter().find_map(|fact| match fact {
            Fact::Plot { piece, plot, .. } if *piece == wanted => plot.path.end(),
            _ => None,
        });
        Climb::between(self.setting, end.or_else(|| self.place(wanted))?, to)
    }

    fn weapon<'s>(&'s self, key: &'s str) -> &'s str {
        let found = self.setting.tables.weapons.iter().find(|(known, _)| known == key);
        found.map_or(key, |(_, weapon)| &weapon.name)
    }

    fn aperture(&self, a: LocationId, b: LocationId) -> &'static str {
        let upstairs = |at| self.setting.spot(at).is_some_and(|spot| matches!(spot.level, Level::Surface(1..)));
        // Upstairs, a door to the outside is a window (SNP-B6).
        let window = upstairs(a) != upstairs(b) || sight::between(self.setting, a, b) == Some(Barrier::Window);
        if window { "window" } else { "door" }
    }

    fn throw_clause(&self, man: Piece, to: LocationId, grenade: Grenade) -> Clause {
        let from = self.place(man).and_then(|at| self.setting.spot(at)).map(|spot| spot.level);
        match (from, grenade, self.setting.is_sewer(to)) {
            (Some(Level::Sewer), ..) => S39_62A,
            (Some(Level::Middle), ..) => S39_62B,
            (_, Grenade::Smoke, true) => S39_71,
            (_, Grenade::Frag, true) => S39_62C,
            (_, Grenade::Smoke, false) => B12,
            (_, Grenade::Frag, false) => B11,
        }
    }
}
