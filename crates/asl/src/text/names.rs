//! What pieces, Locations and sides are called.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::scene::Phrase;
use rules::{Clause, Group, Piece, Side};

use crate::printed::terrain::MF;
use crate::printed::words::Army;
use crate::setting::Setting;
use crate::state::step::Step;
use crate::view::fact::Fact;

/// A Location in words, such as `C4`, `C4, in the sewer` or `C4, floor 1`.
pub fn at(setting: &Setting, place: LocationId) -> String {
    match setting.label(place).split_once('/') {
        Some((hex, "inside")) => format!("{hex}, in the pillbox"),
        Some((hex, floor)) if floor.bytes().all(|digit| digit.is_ascii_digit()) => format!("{hex}, floor {floor}"),
        Some((hex, inside)) => format!("{hex}, in the {inside}"),
        None => setting.label(place).to_owned(),
    }
}

/// What a piece is called, and where it is, as the view tells of it.
fn known(setting: &Setting, facts: &[Fact], wanted: Piece) -> (String, Option<String>) {
    let known = facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, kind, at: place, name, .. } if *piece == wanted => {
            let words = name.as_deref().unwrap_or_else(|| kind.name());
            // Beside the board a name alone says too little.
            let more = place.map_or_else(|| kind.name().to_owned(), |place| at(setting, place));
            Some((words.to_owned(), Some(more)))
        }
        _ => None,
    });
    let named = || name_of(Named::Piece, wanted.0).map_or_else(|| "a unit".to_owned(), |name| format!("unit {name}"));
    known.unwrap_or_else(|| (named(), None))
}

/// A piece as the view tells of it.
pub fn unit(setting: &Setting, facts: &[Fact], wanted: Piece) -> String {
    match known(setting, facts, wanted) {
        (words, Some(more)) => format!("{words} ({more})"),
        (words, None) => words,
    }
}

/// Units in a list; those of one Location with their place but once.
pub fn units(setting: &Setting, facts: &[Fact], group: Group) -> String {
    let all: Vec<(String, Option<String>)> = group.iter().map(|piece| known(setting, facts, piece)).collect();
    let place = all.first().and_then(|(_, more)| more.clone());
    let together = all.len() > 1 && all.iter().all(|(_, more)| *more == place);
    let name = |(words, more): &(String, Option<String>)| match more {
        Some(more) if !together => format!("{words} ({more})"),
        _ => words.clone(),
    };
    let names: Vec<String> = all.iter().map(name).collect();
    let list = match names.as_slice() {
        [] => return "nobody".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    match place.filter(|_| together) {
        Some(place) => format!("{list} ({place})"),
        None => list,
    }
}

/// One or many do something.
pub fn verb(group: Group, one: &'static str, many: &'static str) -> &'static str {
    if group.len() == 1 { one } else { many }
}

/// The question that stands.
pub fn asked(facts: &[Fact]) -> Option<Step> {
    facts.iter().find_map(|fact| match fact {
        Fact::Pending(steps) => steps.last().copied(),
        _ => None,
    })
}

/// Whether a piece that this seat can name is in a tunnel of its side's.
pub fn is_in_tunnel(facts: &[Fact], group: Group) -> bool {
    let first = group.iter().next();
    facts.iter().any(|fact| matches!(fact, Fact::Unit { piece, tunnel: Some(_), .. } if Some(*piece) == first))
}

/// What may still be recorded: `1 tunnel and 2 Fortified Locations`.
pub fn allotted(tunnels: u8, forts: u8) -> String {
    let counted = |count: u8, thing: &str| match count {
        0 => None,
        1 => Some(format!("1 {thing}")),
        count => Some(format!("{count} {thing}s")),
    };
    let both = [counted(tunnels, "tunnel"), counted(forts, "Fortified Location")];
    both.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// What a phrase is made of: verb, sentence, pieces, places, and the clause it rests on.
pub type Words = (&'static str, String, Vec<Piece>, Vec<LocationId>, Clause);

pub fn phrase((verb, sentence, pieces, places, clause): Words) -> Phrase {
    Phrase { verb: verb.to_owned(), sentence, pieces, places, clauses: vec![clause] }
}

/// The name of a side, as an adjective.
pub const fn army(side: Side) -> &'static str {
    Army::of(side).words()
}

/// Half movement factors in words, such as `3½`.
pub fn factors(halves: u8) -> String {
    format!("{}{}", halves / MF, if halves.is_multiple_of(MF) { "" } else { "½" })
}
