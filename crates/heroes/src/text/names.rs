//! Names and small words, for questions, orders, reports and scenes alike.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::{Group, Piece, Side};

use crate::printed::counter::{Counter, Weapon};
use crate::printed::words::Army;
use crate::setting::Setting;
use crate::state::step::Step;
use crate::view::fact::Fact;

/// A Location in words, such as `C4` or `C4, in the sewer`.
pub fn at(setting: &Setting, place: LocationId) -> String {
    let Some(location) = setting.board.locations().get(place.index()) else { return "nowhere".to_owned() };
    match location.label.split_once('/') {
        Some((hex, inside)) => format!("{hex}, in the {inside}"),
        None => location.label.clone(),
    }
}

/// A unit as the view tells of it.
pub fn unit(setting: &Setting, facts: &[Fact], wanted: Piece) -> String {
    let known = facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, counter, at: place, name, .. } if *piece == wanted => {
            let words = name.as_deref().map_or_else(|| what(*counter), str::to_owned);
            Some(format!("{words} ({})", at(setting, *place)))
        }
        _ => None,
    });
    let named = || name_of(Named::Piece, wanted.0).map_or_else(|| "a unit".to_owned(), |name| format!("unit {name}"));
    known.unwrap_or_else(named)
}

/// Units in a list.
pub fn units(setting: &Setting, facts: &[Fact], group: Group) -> String {
    listed(setting, facts, group.iter())
}

/// Units in a list, one after the other.
pub fn listed(setting: &Setting, facts: &[Fact], pieces: impl Iterator<Item = Piece>) -> String {
    let names: Vec<String> = pieces.map(|piece| unit(setting, facts, piece)).collect();
    match names.as_slice() {
        [] => "nobody".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Who is on the move.
pub fn moving(facts: &[Fact]) -> Group {
    let found = facts.iter().find_map(|fact| match fact {
        Fact::Moving { units, .. } => Some(*units),
        _ => None,
    });
    found.unwrap_or_default()
}

/// One or many do something.
pub fn verb(group: Group, one: &'static str, many: &'static str) -> &'static str {
    if group.len() == 1 { one } else { many }
}

/// That a side passes.
pub fn passed(side: Option<Side>) -> String {
    side.map_or_else(|| "No impulse.".to_owned(), |side| format!("The {} side passes.", army(side)))
}

/// The question that stands.
pub fn asked(facts: &[Fact]) -> Option<Step> {
    facts.iter().find_map(|fact| match fact {
        Fact::Pending(steps) => steps.last().copied(),
        _ => None,
    })
}

/// Where a unit is.
pub fn located(facts: &[Fact], wanted: Piece) -> Option<LocationId> {
    facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, at, .. } if *piece == wanted => Some(*at),
        _ => None,
    })
}

/// A unit and those of its side who are stacked with it.
pub fn together(facts: &[Fact], wanted: Piece) -> Vec<Piece> {
    let place = facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, side, at, .. } if *piece == wanted => Some((*side, *at)),
        _ => None,
    });
    let there = facts.iter().filter_map(|fact| match fact {
        Fact::Unit { piece, side, at, .. } if Some((*side, *at)) == place && *piece != wanted => Some(*piece),
        _ => None,
    });
    std::iter::once(wanted).chain(there).collect()
}

/// Whether a Location is below.
pub fn is_inside(setting: &Setting, place: LocationId) -> bool {
    setting.spot(place).is_some_and(|spot| spot.inside.is_some())
}

/// What the ground of a Location is.
pub fn terrain(setting: &Setting, place: LocationId) -> &'static str {
    setting.hex(place).map_or("", |hex| setting.board.terrain_name(hex))
}

/// How a unit routs from one Location to another.
pub fn routs(setting: &Setting, from: Option<LocationId>, to: LocationId) -> String {
    let place = at(setting, to);
    let up = from.is_some_and(|from| is_inside(setting, from));
    let here = from.and_then(|from| setting.hex(from)) == setting.hex(to);
    match (is_inside(setting, to), up) {
        (true, _) => format!("routs below to {place}"),
        (false, true) if here => format!("routs up to the ground of {place}"),
        (false, true) => format!("routs up to the ground and to {place}"),
        (false, false) => format!("routs to {place}"),
    }
}

/// The name of a side, as an adjective.
pub const fn army(side: Side) -> &'static str {
    Army::of(side).words()
}

/// What a counter is, in plain words, such as `squad with LMG`.
pub fn what(counter: Counter) -> String {
    match counter.weapon {
        Weapon::None => counter.kind.words().to_owned(),
        weapon => format!("{} with {}", counter.kind.words(), weapon.words()),
    }
}
