//! Orders and their first parts in plain words.

use board::LocationId;
use rules::scene::Phrase;
use rules::{Clause, Seat};

use crate::orders::{Draft, Order};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B3, B4, B6, B7, B8, B14, B19, B23, B24, B25, B28};
use crate::printed::words::Pace;
use crate::setting::{Setting, below};
use crate::state::step::Step;
use crate::text::names::{
    asked, at, is_inside, listed, located, moving, passed, routs, terrain, together, unit, units, verb,
};
use crate::view::fact::Fact;

const fn pace_clause(pace: Pace) -> Clause {
    match pace {
        Pace::Normal => B6,
        Pace::Assault => B24,
        Pace::Double => B25,
    }
}

/// What a shot rests on, by the question that stands.
fn fire_clause(facts: &[Fact]) -> Clause {
    if asked(facts) == Some(Step::OpFire) { B7 } else { B8 }
}

/// The list that speaks of a way below, by its start or else its end.
fn catalogue(setting: &Setting, from: Option<LocationId>, to: LocationId) -> Catalogue {
    below::catalogue(setting, from.unwrap_or(to), to)
}

/// An order in plain words.
pub fn order(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
    let name = |piece| unit(setting, facts, piece);
    let list = |group| units(setting, facts, group);
    let (verb, sentence, pieces, places, clause) = match *order {
        Order::Lead { leader } => {
            let sentence = format!("{} opens an impulse with the units around him.", name(leader));
            ("Lead", sentence, vec![leader], vec![], B23)
        }
        Order::Move { units, pace } => {
            let (title, how) = match pace {
                Pace::Normal => ("Move", "begin to move"),
                Pace::Assault => ("Assault move", "begin an assault move"),
                Pace::Double => ("Double time", "begin to move in double time"),
            };
            let how = if units.len() == 1 { how.replacen("begin", "begins", 1) } else { how.to_owned() };
            (title, format!("{} {how}.", list(units)), units.iter().collect(), vec![], pace_clause(pace))
        }
        Order::Step { to } => {
            let movers = moving(facts);
            let inside = is_inside(setting, to);
            let go =
                verb(movers, if inside { "goes into" } else { "goes to" }, if inside { "go into" } else { "go to" });
            ("Go", format!("{} {go} {}.", list(movers), at(setting, to)), movers.iter().collect(), vec![to], B6)
        }
        Order::Stop => {
            let movers = moving(facts);
            let sentence = format!("{} {}.", list(movers), verb(movers, "stops", "stop"));
            ("Stop", sentence, movers.iter().collect(), vec![], B6)
        }
        Order::Fire { units, target } => {
            let sentence = format!("{} {} at {}.", list(units), verb(units, "fires", "fire"), at(setting, target));
            ("Fire", sentence, units.iter().collect(), vec![target], fire_clause(facts))
        }
        Order::Underground { leader, to } => {
            let stack = together(facts, leader);
            let go = if stack.len() == 1 { "goes" } else { "go" };
            let sentence = format!("{} {go} below, to {}.", listed(setting, facts, stack.into_iter()), at(setting, to));
            let clause = catalogue(setting, located(facts, leader), to).destination();
            ("Go below", sentence, vec![leader], vec![to], clause)
        }
        Order::Done if matches!(asked(facts), Some(Step::Hide { .. })) => {
            ("End the set-up", "The hidden units stay where they are now.".to_owned(), vec![], vec![], B19)
        }
        Order::Done => ("End the impulse", "The impulse ends.".to_owned(), vec![], vec![], B4),
        Order::Pass => ("Pass", passed(seat.side()), vec![], vec![], B3),
        Order::HoldFire => ("Hold fire", "Let the movers pass.".to_owned(), vec![], vec![], B7),
        Order::Rout { unit, to } => {
            let from = located(facts, unit);
            let clause = if is_inside(setting, to) { catalogue(setting, from, to).rout() } else { B14 };
            ("Rout", format!("{} {}.", name(unit), routs(setting, from, to)), vec![unit], vec![to], clause)
        }
        Order::Stay { unit } => ("Stay", format!("{} stays.", name(unit)), vec![unit], vec![], B14),
        Order::Hide { unit, at: place } => {
            let sentence = format!("{} hides in {} ({}).", name(unit), at(setting, place), terrain(setting, place));
            ("Hide", sentence, vec![unit], vec![place], B19)
        }
        Order::Drop { unit } => {
            ("Drop weapon", format!("{} lays down its weapon.", name(unit)), vec![unit], vec![], B28)
        }
        Order::Hand { unit, to } => {
            let sentence = format!("{} hands its weapon to {}.", name(unit), name(to));
            ("Hand weapon", sentence, vec![unit, to], vec![], B28)
        }
        Order::Take { unit, weapon } => {
            ("Take weapon", format!("{} takes up the {}.", name(unit), weapon.words()), vec![unit], vec![], B28)
        }
    };
    Phrase { verb: verb.to_owned(), sentence, pieces, places, clauses: vec![clause] }
}

/// A draft in plain words.
pub fn draft(setting: &Setting, _: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
    let (verb, sentence, pieces, clause) = match *draft {
        Draft::Move { units: group } => {
            let sentence =
                format!("{} {}: choose how, or who else.", units(setting, facts, group), verb(group, "moves", "move"));
            ("Move", sentence, group.iter().collect(), B6)
        }
        Draft::Fire { units: group } => {
            let list = units(setting, facts, group);
            let sentence = format!("{list} {}: choose the target, or who else.", verb(group, "fires", "fire"));
            ("Fire", sentence, group.iter().collect(), fire_clause(facts))
        }
        Draft::Underground { leader } => {
            let sentence = format!("{} goes below: choose where he comes up.", unit(setting, facts, leader));
            let start = located(facts, leader).and_then(|at| setting.catalogue(at));
            ("Go below", sentence, vec![leader], start.unwrap_or(Catalogue::Sewers).destination())
        }
        Draft::Weapons => ("Weapons", "A weapon changes hands: choose whose.".to_owned(), vec![], B28),
        Draft::Hide { unit: piece } => {
            ("Hide", format!("{} hides: choose where.", unit(setting, facts, piece)), vec![piece], B19)
        }
    };
    Phrase { verb: verb.to_owned(), sentence, pieces, places: vec![], clauses: vec![clause] }
}
