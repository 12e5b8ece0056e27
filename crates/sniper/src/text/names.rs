//! Men, places and things in plain words, by the view of a seat.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::{Clause, Piece};

use crate::printed::clause::{B11, B12, S39_62A, S39_62B, S39_62C, S39_71};
use crate::printed::terrain::Barrier;
use crate::printed::words::Grenade;
use crate::setting::spot::Level;
use crate::setting::{Setting, sight};
use crate::view::fact::Fact;

/// The name of a man, if the view gives one.
pub(crate) fn name(facts: &[Fact], wanted: Piece) -> Option<&str> {
    facts.iter().find_map(|fact| match fact {
        Fact::Kit { piece, name, .. } if *piece == wanted => Some(name.as_str()),
        _ => None,
    })
}

/// Where a man is, by the view.
pub(crate) fn place(facts: &[Fact], wanted: Piece) -> Option<LocationId> {
    facts.iter().find_map(|fact| match fact {
        Fact::Man { piece, at, .. } | Fact::Dummy { piece, at, .. } if *piece == wanted => Some(*at),
        _ => None,
    })
}

/// The name of a weapon, by its key.
pub(crate) fn weapon<'s>(setting: &'s Setting, key: &'s str) -> &'s str {
    let found = setting.tables.weapons.iter().find(|(known, _)| known == key);
    found.map_or(key, |(_, weapon)| &weapon.name)
}

/// A Location in words.
pub(crate) fn at(setting: &Setting, place: LocationId) -> String {
    let Some(location) = setting.board.locations().get(place.index()) else {
        return "nowhere".to_owned();
    };
    let Some((hex, _)) = location.label.split_once('/') else {
        return location.label.clone();
    };
    match setting.spot(place).map(|spot| spot.level) {
        Some(Level::Sewer) => format!("{hex}, in the sewer"),
        Some(Level::Middle) => format!("{hex}, on the ladder"),
        _ => format!("{hex}, first floor"),
    }
}

/// A man as the view tells of him.
pub(crate) fn man(setting: &Setting, facts: &[Fact], wanted: Piece) -> String {
    let called = name(facts, wanted).map(str::to_owned).or_else(|| {
        facts.iter().find_map(|fact| match fact {
            Fact::Man { piece, weapon: key, .. } if *piece == wanted => {
                let with = weapon(setting, key);
                let number = name_of(Named::Piece, wanted.0);
                Some(number.map_or_else(|| format!("an enemy with a {with}"), |n| format!("enemy {n} with the {with}")))
            }
            _ => None,
        })
    });
    match (called, place(facts, wanted)) {
        (Some(called), Some(there)) => format!("{called} ({})", at(setting, there)),
        (Some(called), None) => called,
        (None, _) => name_of(Named::Piece, wanted.0).map_or_else(|| "a man".to_owned(), |name| format!("man {name}")),
    }
}

/// What a hexside has, in a word.
pub(crate) fn aperture(setting: &Setting, a: LocationId, b: LocationId) -> &'static str {
    let upstairs = |at| setting.spot(at).is_some_and(|spot| matches!(spot.level, Level::Surface(1..)));
    // A door to the outside is a window upstairs (SNP-B6).
    let window = upstairs(a) != upstairs(b) || sight::between(setting, a, b) == Some(Barrier::Window);
    if window { "window" } else { "door" }
}

/// What a throw rests on.
pub(crate) fn throw_clause(setting: &Setting, facts: &[Fact], man: Piece, to: LocationId, grenade: Grenade) -> Clause {
    let from = place(facts, man).and_then(|at| setting.spot(at)).map(|spot| spot.level);
    match (from, grenade, setting.is_sewer(to)) {
        (Some(Level::Sewer), ..) => S39_62A,
        (Some(Level::Middle), ..) => S39_62B,
        (_, Grenade::Smoke, true) => S39_71,
        (_, Grenade::Frag, true) => S39_62C,
        (_, Grenade::Smoke, false) => B12,
        (_, Grenade::Frag, false) => B11,
    }
}
