//! Orders in plain words.

use board::LocationId;
use rules::scene::Phrase;
use rules::{Clause, Group, Piece, Reader, Seat};

use crate::orders::Order;
use crate::printed::clause::{A4, B8_4B, B8_41A, B8_41D, B8_41H, B8_42E, B8_42J, B8_44D, B8_61A, B8_61B, B8_63A};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::words::Cover;
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::below::{Below, Dr};
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::text::questions::outcome;
use crate::view::fact::Fact;

/// What a leader's task check needs, with the Morale of a unit whose counter is in view.
fn needed(facts: &[Fact], leader: Piece) -> String {
    let morale = facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, kind, flags, .. } if *piece == leader && kind.class() == Class::Leader => {
            let less = flags.iter().filter(|flag| matches!(flag, Flag::Wounded | Flag::Encircled)).count();
            Some(usize::from(kind.values().morale).saturating_sub(less))
        }
        _ => None,
    });
    match morale {
        Some(morale) => format!("a DR, +4, of no more than {morale}, his Morale"),
        None => "a DR, +4, of no more than his Morale".to_owned(),
    }
}

/// An order in plain words.
pub fn order(setting: &Setting, _: Seat, facts: &[Fact], order: &Order) -> Phrase {
    let plain = |verb, sentence: &str, clause| (verb, sentence.to_owned(), vec![], vec![], clause);
    phrase(match *order {
        Order::ClaimNothing => plain("Show nobody", &shows_nobody(facts), B8_42E),
        Order::ShowNothing => plain("Show nobody", &shows_nobody(facts), B8_42J),
        _ => of_moves(setting, facts, order),
    })
}

/// The emergence dr that is being settled.
fn cast(facts: &[Fact]) -> Option<Dr> {
    match asked(facts)? {
        Step::Below(Below::Claim(cast) | Below::Show(cast)) => Some(cast),
        _ => None,
    }
}

fn shows_nobody(facts: &[Fact]) -> String {
    cast(facts).map_or_else(|| "Nobody is shown.".to_owned(), |cast| format!("Nobody is shown: {}.", outcome(&cast, 0)))
}

/// What a unit adds to an emergence dr when the DEFENDER shows it, where he may (B8.42f, B8.42h, B8.42i).
fn counts(setting: &Setting, facts: &[Fact], cast: &Dr, shown: Piece) -> i8 {
    let known = facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, at: Some(place), cover, kind, .. } if *piece == shown => Some((*place, *cover, *kind)),
        _ => None,
    });
    let Some((place, cover, kind)) = known else { return 0 };
    if setting.is_below(place) {
        return 1;
    }
    let above = setting.spot(cast.at).is_some_and(|spot| setting.are_one(spot.ground, place));
    i8::from(above && kind.is_mmc()) + i8::from(cover == Cover::Hidden && cast.drm.unwatched != 0)
}

fn place_of(setting: &Setting, facts: &[Fact], wanted: Piece) -> Vec<LocationId> {
    Reader::<Asl> { setting, seat: Seat::Spectator, facts }.place_of(wanted).into_iter().collect()
}

fn of_moves(setting: &Setting, facts: &[Fact], order: &Order) -> Words {
    let (name, list) = (|piece| unit(setting, facts, piece), |group| units(setting, facts, group));
    let place = |place| at(setting, place);
    match *order {
        Order::Destroy { unit, entrance } => {
            let sentence = format!("{} destroys the tunnel entrance in {}.", name(unit), place(entrance));
            ("Destroy", sentence, vec![unit], vec![entrance], B8_63A)
        }
        Order::Sewer { units, leader } => {
            let if_led = leader.map_or_else(String::new, |leader| {
                format!(", if {} passes his task check: {}", name(leader), needed(facts, leader))
            });
            let sentence = format!("{} {} through the sewers{if_led}.", list(units), verb(units, "goes", "go"));
            ("Sewer Movement", sentence, units.iter().collect(), vec![], B8_4B)
        }
        Order::To { to } => match asked(facts) {
            Some(Step::Below(Below::Direct { .. })) => {
                ("Send", format!("The lost stack ends in {}.", place(to)), vec![], vec![to], B8_41D)
            }
            _ => ("Go on below", format!("The stack goes to {}.", place(to)), vec![], vec![to], B8_41A),
        },
        Order::TunnelMove { units, to } => {
            let sentence =
                format!("{} {} through the tunnel to {}.", list(units), verb(units, "goes", "go"), place(to));
            ("Tunnel", sentence, units.iter().collect(), vec![to], B8_61A)
        }
        Order::Claim { unit } => {
            let then = cast(facts).map_or_else(String::new, |cast| format!(": {}", outcome(&cast, -1)));
            (
                "Show",
                format!("{} is a friend above{then}.", name(unit)),
                vec![unit],
                place_of(setting, facts, unit),
                B8_42E,
            )
        }
        Order::Show { unit } => {
            let then = |cast: Dr| format!(": {}", outcome(&cast, counts(setting, facts, &cast, unit)));
            let then = cast(facts).map_or_else(String::new, then);
            (
                "Show",
                format!("{} is shown for the moment{then}.", name(unit)),
                vec![unit],
                place_of(setting, facts, unit),
                B8_42J,
            )
        }
        Order::Emerge { units } if is_in_tunnel(setting, facts, units) => {
            let sentence = format!("{} {} out of the tunnel.", list(units), verb(units, "comes", "come"));
            ("Come out", sentence, units.iter().collect(), vec![], B8_61B)
        }
        Order::Emerge { units } => {
            let sentence = format!("{} {} up.", list(units), verb(units, "comes", "come"));
            ("Come up", sentence, units.iter().collect(), vec![], B8_41H)
        }
        Order::Close { units, to } => {
            let sentence =
                format!("{} {} with the enemy in {}.", list(units), verb(units, "closes", "close"), place(to));
            ("Close", sentence, units.iter().collect(), vec![to], B8_44D)
        }
        // All others are said above.
        _ => ("Order", "An order.".to_owned(), vec![], vec![], A4),
    }
}

pub type Words = (&'static str, String, Vec<Piece>, Vec<LocationId>, Clause);

pub fn phrase((verb, sentence, pieces, places, clause): Words) -> Phrase {
    Phrase { verb: verb.to_owned(), sentence, pieces, places, clauses: vec![clause] }
}
pub fn at(setting: &Setting, place: LocationId) -> String {
    Reader::<Asl> { setting, seat: Seat::Spectator, facts: &[] }.at(place)
}
pub fn unit(setting: &Setting, facts: &[Fact], piece: Piece) -> String {
    Reader::<Asl> { setting, seat: Seat::Spectator, facts }.unit(piece)
}
pub fn units(setting: &Setting, facts: &[Fact], group: Group) -> String {
    Reader::<Asl> { setting, seat: Seat::Spectator, facts }.units(group)
}
pub fn asked(facts: &[Fact]) -> Option<Step> {
    facts.iter().find_map(|fact| match fact {
        Fact::Pending(steps) => steps.last().copied(),
        _ => None,
    })
}
pub fn is_in_tunnel(setting: &Setting, facts: &[Fact], group: Group) -> bool {
    Reader::<Asl> { setting, seat: Seat::Spectator, facts }.is_in_tunnel(group)
}
