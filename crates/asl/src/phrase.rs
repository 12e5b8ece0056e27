//! Questions, orders and reports in plain words.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::scene::Phrase;
use rules::{Clause, Group, Piece, Question, Seat};

use crate::clause::{
    A4, A5, A7, A10, A13, A14, A16, A17, A20, A22, A29, B8_4B, B8_6A, B8_6B, B8_41A, B8_41D, B8_41H, B8_42E, B8_42J,
    B8_44D, B8_61A, B8_62A, B8_63A, SC1,
};
use crate::fact::Fact;
use crate::order::{Draft, Order, Pace};
use crate::report::Report;
use crate::scene::army;
use crate::setting::Setting;
use crate::turn::Step;
use crate::{below, fight};

/// A Location in words, such as `C4`, `C4, in the sewer` or `C4, floor 1`.
pub(crate) fn at(setting: &Setting, place: LocationId) -> String {
    match setting.label(place).split_once('/') {
        Some((hex, "inside")) => format!("{hex}, in the pillbox"),
        Some((hex, floor)) if floor.bytes().all(|digit| digit.is_ascii_digit()) => format!("{hex}, floor {floor}"),
        Some((hex, inside)) => format!("{hex}, in the {inside}"),
        None => setting.label(place).to_owned(),
    }
}

/// A piece as the view tells of it.
pub(crate) fn unit(setting: &Setting, facts: &[Fact], wanted: Piece) -> String {
    let known = facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, kind, at: place, name, .. } if *piece == wanted => {
            let words = name.as_deref().unwrap_or_else(|| kind.name());
            Some(place.map_or_else(|| words.to_owned(), |place| format!("{words} ({})", at(setting, place))))
        }
        _ => None,
    });
    let named = || name_of(Named::Piece, wanted.0).map_or_else(|| "a unit".to_owned(), |name| format!("unit {name}"));
    known.unwrap_or_else(named)
}

/// Units in a list.
pub(crate) fn units(setting: &Setting, facts: &[Fact], group: Group) -> String {
    let names: Vec<String> = group.iter().map(|piece| unit(setting, facts, piece)).collect();
    match names.as_slice() {
        [] => "nobody".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// One or many do something.
pub(crate) fn verb(group: Group, one: &'static str, many: &'static str) -> &'static str {
    if group.len() == 1 { one } else { many }
}

/// The question that stands.
pub(crate) fn asked(facts: &[Fact]) -> Option<Step> {
    facts.iter().find_map(|fact| match fact {
        Fact::Pending(steps) => steps.last().copied(),
        _ => None,
    })
}

/// Who is on the move, and where.
fn moving(facts: &[Fact]) -> Option<(Group, LocationId)> {
    facts.iter().find_map(|fact| match fact {
        Fact::Moving { units, at, .. } => Some((*units, *at)),
        _ => None,
    })
}

/// A question in plain words.
pub fn ask(setting: &Setting, question: &Question, facts: &[Fact]) -> String {
    let movers = || match moving(facts) {
        Some((group, _)) if !group.is_empty() => {
            format!("{} {}", units(setting, facts, group), verb(group, "moves", "move"))
        }
        Some((_, place)) => format!("A \"?\" moves in {}", at(setting, place)),
        None => "Units move".to_owned(),
    };
    let words = match question.kind {
        "record" => "Record tunnels and Fortified Locations in secret, or end it.",
        "set_up" => "Place your units, or have them dealt out.",
        "rally" => "Rally Phase: rally units, take up or hand over weapons, or end it.",
        "prep_fire" => "Prep Fire Phase: who fires? They will not move.",
        "move" => "Movement Phase: who moves?",
        "step" => return format!("{}: where next?", movers()),
        "choose" => "Where does the stack in the sewer go?",
        "direct" => "The enemy in the sewer is lost: you say where he goes.",
        "first_fire" => return format!("{}: fire, or hold fire?", movers()),
        "claim" => "Show a friend above, to make it easier to come up?",
        "show" => "Show somebody, to keep the enemy below?",
        "final_fire" => "Defensive Fire Phase: who fires?",
        "advancing_fire" => "Advancing Fire Phase: who fires?",
        "rout" => "Rout Phase: which broken unit routs, and where to?",
        "advance" => "Advance Phase: who advances?",
        "close_combat" => "Close Combat: who attacks whom?",
        "destroy" => "Destroy a tunnel by an entrance you have found?",
        _ => "",
    };
    words.to_owned()
}

/// What a shot rests on, by the question that stands.
fn fire_clause(facts: &[Fact]) -> Clause {
    match asked(facts).and_then(Step::question) {
        Some(Question { kind: "first_fire", .. }) => A10,
        _ => A7,
    }
}

/// What a place chosen below rests on.
fn way_clause(facts: &[Fact]) -> Clause {
    match asked(facts).and_then(Step::question) {
        Some(Question { kind: "direct", .. }) => B8_41D,
        _ => B8_41A,
    }
}

type Words = (&'static str, String, Vec<Piece>, Vec<LocationId>, Clause);

fn phrase((verb, sentence, pieces, places, clause): Words) -> Phrase {
    Phrase { verb: verb.to_owned(), sentence, pieces, places, clauses: vec![clause] }
}

/// An order in plain words.
pub fn order(setting: &Setting, _: Seat, facts: &[Fact], order: &Order) -> Phrase {
    let plain = |verb, sentence: &str, clause| (verb, sentence.to_owned(), vec![], vec![], clause);
    phrase(match *order {
        Order::Recorded => plain("End the recording", "Nothing more is recorded.", B8_6B),
        Order::Deal => plain("Deal out", "All units that are left are placed by chance.", SC1),
        Order::Ready => plain("Ready", "All units stay where they are.", SC1),
        Order::HoldFire => plain("Hold fire", "Nobody fires at the movers.", A10),
        Order::Stop => plain("Stop", "The units stay where they are.", A4),
        Order::ClaimNothing => plain("Show nobody", "No friend above is shown.", B8_42E),
        Order::ShowNothing => plain("Show nobody", "Nobody is shown.", B8_42J),
        Order::Done => {
            let clause = asked(facts).and_then(Step::question).map_or(crate::clause::A1, |question| question.clause);
            plain("Done", "That is all for this phase.", clause)
        }
        _ => before_play(setting, facts, order)
            .or_else(|| of_fights(setting, facts, order))
            .unwrap_or_else(|| of_moves(setting, facts, order)),
    })
}

fn before_play(setting: &Setting, facts: &[Fact], order: &Order) -> Option<Words> {
    let place = |place| at(setting, place);
    Some(match *order {
        Order::Tunnel { from, to, entrenchment } => {
            let into = entrenchment.map_or_else(String::new, |at| format!(", into the entrenchment of {}", place(at)));
            let sentence = format!("A tunnel leads from {} to {}{into}.", place(from), place(to));
            ("Record a tunnel", sentence, vec![], vec![from, to], B8_6B)
        }
        Order::Forfeit { at: None } => {
            ("Give up", "A Fortified Location is given up for a tunnel.".to_owned(), vec![], vec![], B8_6A)
        }
        Order::Forfeit { at: Some(at) } => {
            ("Give up", format!("{} is not fortified, for a tunnel.", place(at)), vec![], vec![at], B8_6A)
        }
        Order::Fortify { at } => ("Fortify", format!("{} is fortified.", place(at)), vec![], vec![at], A22),
        Order::Place { unit: piece, at } => (
            "Place",
            format!("{} is placed in {}.", unit(setting, facts, piece), place(at)),
            vec![piece],
            vec![at],
            SC1,
        ),
        _ => return None,
    })
}

fn of_fights(setting: &Setting, facts: &[Fact], order: &Order) -> Option<Words> {
    let (name, list) = (|piece| unit(setting, facts, piece), |group| units(setting, facts, group));
    let place = |place| at(setting, place);
    Some(match *order {
        Order::Rally { unit, leader } => {
            let by = leader.map_or_else(|| "rallies of itself".to_owned(), |by| format!("is rallied by {}", name(by)));
            let pieces = std::iter::once(unit).chain(leader).collect();
            ("Rally", format!("{} {by}.", name(unit)), pieces, vec![], A13)
        }
        Order::Recover { unit, sw } => {
            ("Take up", format!("{} tries to take up {}.", name(unit), name(sw)), vec![unit, sw], vec![], A29)
        }
        Order::Search { unit, entrance } => {
            let sentence = format!("{} looks for the tunnel entrance in {}.", name(unit), place(entrance));
            ("Search", sentence, vec![unit], vec![entrance], B8_63A)
        }
        Order::Transfer { from, to, sw } => {
            ("Hand over", format!("{} hands {} to {}.", name(from), name(sw), name(to)), vec![from, to, sw], vec![], A5)
        }
        Order::Fire { units, leader, at } => {
            let led = leader.map_or_else(String::new, |leader| format!(", directed by {}", name(leader)));
            let sentence = format!("{} {}{led} at {}.", list(units), verb(units, "fires", "fire"), place(at));
            ("Fire", sentence, units.iter().chain(leader).collect(), vec![at], fire_clause(facts))
        }
        Order::Charge { unit, at } => {
            let sentence = format!("{} places a demolition charge against {}.", name(unit), place(at));
            ("Demolition charge", sentence, vec![unit], vec![at], A20)
        }
        Order::Rout { unit, to } => {
            ("Rout", format!("{} routs to {}.", name(unit), place(to)), vec![unit], vec![to], A14)
        }
        Order::RoutTunnel { unit, to } => {
            let sentence = format!("{} routs through the tunnel to {}.", name(unit), place(to));
            ("Rout below", sentence, vec![unit], vec![to], B8_62A)
        }
        Order::Stay { unit } => ("Stay", format!("{} ends its rout.", name(unit)), vec![unit], vec![], A14),
        Order::Attack { units, against } => {
            let sentence = format!("{} {} {}.", list(units), verb(units, "attacks", "attack"), list(against));
            ("Attack", sentence, units.iter().chain(against.iter()).collect(), vec![], A17)
        }
        Order::AttackUnknown { units } => {
            let sentence = format!("{} {} whoever is under the \"?\".", list(units), verb(units, "attacks", "attack"));
            ("Attack", sentence, units.iter().collect(), vec![], A17)
        }
        Order::Destroy { unit, entrance } => {
            let sentence = format!("{} destroys the tunnel entrance in {}.", name(unit), place(entrance));
            ("Destroy", sentence, vec![unit], vec![entrance], B8_63A)
        }
        _ => return None,
    })
}

fn of_moves(setting: &Setting, facts: &[Fact], order: &Order) -> Words {
    let (name, list) = (|piece| unit(setting, facts, piece), |group| units(setting, facts, group));
    let place = |place| at(setting, place);
    match *order {
        Order::Go { units, pace } => {
            let (title, how) = match pace {
                Pace::Normal => ("Move", ""),
                Pace::Assault => ("Assault move", " by assault movement"),
                Pace::Double => ("Double time", " in double time"),
            };
            let sentence = format!("{} {}{how}.", list(units), verb(units, "moves", "move"));
            (title, sentence, units.iter().collect(), vec![], A4)
        }
        Order::Step { to } => ("Go on", format!("On to {}.", place(to)), vec![], vec![to], A4),
        Order::Sewer { units, leader } => {
            let led = leader.map_or_else(String::new, |leader| format!(", led by {}", name(leader)));
            let sentence = format!("{} {} through the sewers{led}.", list(units), verb(units, "moves", "move"));
            ("Sewer Movement", sentence, units.iter().collect(), vec![], B8_4B)
        }
        Order::To { to } => ("Go on below", format!("To {}.", place(to)), vec![], vec![to], way_clause(facts)),
        Order::TunnelMove { units, to } => {
            let sentence =
                format!("{} {} through the tunnel to {}.", list(units), verb(units, "goes", "go"), place(to));
            ("Tunnel", sentence, units.iter().collect(), vec![to], B8_61A)
        }
        Order::Claim { unit } => ("Show", format!("{} waits above.", name(unit)), vec![unit], vec![], B8_42E),
        Order::Show { unit } => ("Show", format!("{} is shown.", name(unit)), vec![unit], vec![], B8_42J),
        Order::Advance { units, to } => {
            let sentence = format!("{} {} to {}.", list(units), verb(units, "advances", "advance"), place(to));
            ("Advance", sentence, units.iter().collect(), vec![to], A16)
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

/// A draft in plain words.
pub fn draft(setting: &Setting, _: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
    let name = |piece| unit(setting, facts, piece);
    let go = |title, group: Group, one, many, then: &str, clause| {
        let sentence = format!("{} {}: {then}.", units(setting, facts, group), verb(group, one, many));
        (title, sentence, group.iter().collect(), vec![], clause)
    };
    phrase(match *draft {
        Draft::Tunnel { from } => {
            let sentence = format!("A tunnel from {}: choose the other end.", at(setting, from));
            ("Record a tunnel", sentence, vec![], vec![from], B8_6B)
        }
        Draft::Fortify => ("Fortify", "A Location is fortified: choose which.".to_owned(), vec![], vec![], A22),
        Draft::Place { unit } => ("Place", format!("{} is placed: choose where.", name(unit)), vec![unit], vec![], SC1),
        Draft::Rally { unit } => ("Rally", format!("{} rallies: choose how.", name(unit)), vec![unit], vec![], A13),
        Draft::Transfer { from, sw } => {
            let sentence = format!("{} hands over {}: choose to whom.", name(from), name(sw));
            ("Hand over", sentence, vec![from, sw], vec![], A5)
        }
        Draft::Fire { units, leader } => {
            let (title, sentence, mut pieces, places, clause): Words =
                go("Fire", units, "fires", "fire", "choose the target, or who else", fire_clause(facts));
            pieces.extend(leader);
            (title, sentence, pieces, places, clause)
        }
        Draft::Charge { unit } => {
            let sentence = format!("{} places a demolition charge: choose where.", name(unit));
            ("Demolition charge", sentence, vec![unit], vec![], A20)
        }
        Draft::Go { units } => go("Move", units, "moves", "move", "choose how, or who else", A4),
        Draft::Sewer { units } => {
            go("Sewer Movement", units, "goes below", "go below", "choose who leads, or who else", B8_4B)
        }
        Draft::TunnelMove { units } => {
            go("Tunnel", units, "goes through a tunnel", "go through a tunnel", "choose which, or who else", B8_61A)
        }
        Draft::Rout { unit } => ("Rout", format!("{} routs: choose where to.", name(unit)), vec![unit], vec![], A14),
        Draft::Advance { units } => go("Advance", units, "advances", "advance", "choose where to, or who else", A16),
        Draft::Emerge { units } => {
            go("Come up", units, "comes up", "come up", "that is all, or choose who else", B8_41H)
        }
        Draft::Close { units } => go("Close", units, "closes", "close", "choose with whom, or who else", B8_44D),
        Draft::Attack { units } => go("Attack", units, "attacks", "attack", "choose whom, or who else", A17),
        Draft::Against { units: group, against } => {
            let all = units(setting, facts, against);
            go("Attack", group, "attacks", "attack", &format!("{all}; that is all, or choose whom else"), A17)
        }
    })
}

/// A report in plain words.
pub fn tell(setting: &Setting, facts: &[Fact], report: &Report) -> String {
    let name = |piece| unit(setting, facts, piece);
    let list = |group| units(setting, facts, group);
    let place = |place| at(setting, place);
    match *report {
        Report::PlayerTurn { turn, side } => format!("Turn {turn}: the {} side's Player Turn.", army(side)),
        Report::PhaseBegins(phase) => format!("The {} begins.", phase.words()),
        Report::SetUpOver { side } => format!("The {} side has placed its units.", army(side)),
        Report::Goes { units, from, pace } => {
            let how = if pace == Pace::Normal { String::new() } else { format!(" ({})", pace.words()) };
            format!("{} {} from {}{how}.", list(units), verb(units, "moves", "move"), place(from))
        }
        Report::UnknownGoes { side, from, pace } => {
            format!("A {} \"?\" moves from {} ({}).", army(side), place(from), pace.words())
        }
        Report::Enters { side, to } => format!("The {} movers enter {}.", army(side), place(to)),
        Report::Barred { side, at } => format!("The {} units are stopped by somebody in {}.", army(side), place(at)),
        Report::DummiesOnly { side, at } => format!("There were only {} dummies in {}.", army(side), place(at)),
        Report::Shown { kind, at, .. } => format!("Shown in {}: {}.", place(at), kind.name()),
        Report::Conceals { unit, gained } => {
            format!("{} {}.", name(unit), if gained { "goes under a \"?\"" } else { "stays in sight" })
        }
        Report::Advances { units, to } => {
            format!("{} {} to {}.", list(units), verb(units, "advances", "advance"), place(to))
        }
        Report::Burns { at } => format!("A Blaze breaks out in {}: whoever is there is lost.", place(at)),
        Report::UnknownAdvances { side, to } => format!("A {} \"?\" advances to {}.", army(side), place(to)),
        Report::Fight(ref report) => fight::tell(setting, facts, report),
        Report::Below(ref report) => below::tell(setting, facts, report),
    }
}
