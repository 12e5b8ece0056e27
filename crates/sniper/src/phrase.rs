//! Questions, orders and reports in plain words.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::scene::Phrase;
use rules::{Clause, Piece, Seat};

use crate::change::{Hit, Report};
use crate::clause::{B2, B4, B5, B8, B11, B12, B16, B17, B19, S39_11, S39_62A, S39_62B, S39_62C, S39_71};
use crate::fact::Fact;
use crate::order::{Draft, Grenade, Order, Posture, WatchSide};
use crate::scene::{name, place, weapon};
use crate::setting::{Level, Setting};
use crate::sight;
use crate::terrain::Barrier;
use crate::turn::Question;

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
fn man(setting: &Setting, facts: &[Fact], wanted: Piece) -> String {
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

/// A question in plain words.
#[must_use]
pub fn ask(_: &Setting, question: Question, _: &[Fact]) -> String {
    match question {
        Question::SetUp => "Place your men in secret, then be ready.".to_owned(),
        Question::Plot => "Plot in secret what your men will do, then be ready.".to_owned(),
    }
}

fn throw_clause(setting: &Setting, facts: &[Fact], man: Piece, to: LocationId, grenade: Grenade) -> Clause {
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

/// What a hexside has, in a word.
pub(crate) fn aperture(setting: &Setting, a: LocationId, b: LocationId) -> &'static str {
    let upstairs = |at| setting.spot(at).is_some_and(|spot| matches!(spot.level, Level::Surface(1..)));
    // A door to the outside is a window upstairs (SNP-B6).
    let window = upstairs(a) != upstairs(b) || sight::between(setting, a, b) == Some(Barrier::Window);
    if window { "window" } else { "door" }
}

/// An order in plain words.
#[must_use]
pub fn order(setting: &Setting, _: Seat, facts: &[Fact], order: &Order) -> Phrase {
    let who = |piece| man(setting, facts, piece);
    let there = |to| at(setting, to);
    let (verb, sentence, piece, place, clause) = match *order {
        Order::Step { man, to } => {
            ("Go on", format!("{} goes on to {}.", who(man), there(to)), Some(man), Some(to), B5)
        }
        Order::March { man, to } => ("Go", format!("{} goes to {}.", who(man), there(to)), Some(man), Some(to), B5),
        Order::Fire { man, at } => ("Fire", format!("{} fires into {}.", who(man), there(at)), Some(man), Some(at), B8),
        Order::Watch { man, at } if setting.is_sewer(at) => {
            let sentence =
                format!("{} fires at whatever first shows itself in the stretch of {}.", who(man), there(at));
            ("Watch", sentence, Some(man), Some(at), B16)
        }
        Order::Watch { man, at } => {
            let sentence = format!("{} fires at whatever first shows itself in {}.", who(man), there(at));
            ("Watch", sentence, Some(man), Some(at), B16)
        }
        Order::WatchSide(WatchSide { man, at: one, beyond }) => {
            let what = aperture(setting, one, beyond);
            let (here, there) = (there(one), there(beyond));
            let sentence =
                format!("{} fires at whatever first shows itself at the {what} between {here} and {there}.", who(man));
            return Phrase {
                verb: "Watch a door or window".to_owned(),
                sentence,
                pieces: vec![man],
                places: vec![one, beyond],
                clauses: vec![B16],
            };
        }
        Order::Throw { man, at, grenade } => {
            let verb = if grenade == Grenade::Frag { "Throw grenade" } else { "Throw smoke" };
            let sentence = format!("{} throws a {} at {}.", who(man), grenade.words(), there(at));
            (verb, sentence, Some(man), Some(at), throw_clause(setting, facts, man, at, grenade))
        }
        Order::Posture { man, to } => {
            let (verb, does, clause) = match to {
                Posture::Standing => ("Stand up", "stands up", B4),
                Posture::Prone => ("Lie down", "lies down", B4),
                Posture::Ducked => ("Duck", "ducks below the cover", S39_11),
                Posture::Leaning => ("Lean out", "leans out of the manhole", S39_11),
            };
            (verb, format!("{} {does}.", who(man)), Some(man), None, clause)
        }
        Order::Reload { man } => ("Reload", format!("{} reloads.", who(man)), Some(man), None, B17),
        Order::Clear { man } => ("Clear plot", format!("{} stays and does nothing.", who(man)), Some(man), None, B2),
        Order::Place { man, at } => {
            ("Place", format!("{} begins at {}.", who(man), there(at)), Some(man), Some(at), B19)
        }
        Order::Ready => ("Ready", "You are ready.".to_owned(), None, None, B2),
    };
    Phrase {
        verb: verb.to_owned(),
        sentence,
        pieces: piece.into_iter().collect(),
        places: place.into_iter().collect(),
        clauses: vec![clause],
    }
}

const SIXTHS: [&str; 6] = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

/// A draft in plain words.
#[must_use]
pub fn draft(setting: &Setting, _: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
    let who = |piece| man(setting, facts, piece);
    let sixth = |way: u8| SIXTHS.get(usize::from(way)).copied().unwrap_or_default();
    let (verb, sentence, piece, clause) = match *draft {
        Draft::Man { man } => ("Plot", format!("Plot for {}.", who(man)), man, B2),
        Draft::March { man } => ("Go", format!("{} goes somewhere: choose where.", who(man)), man, B5),
        Draft::Fire { man } => ("Fire", format!("{} fires: choose where.", who(man)), man, B8),
        Draft::Watch { man } => {
            ("Watch", format!("{} waits for something to show itself: choose where.", who(man)), man, B16)
        }
        Draft::WatchSide { man } => {
            let sentence =
                format!("{} waits for something to show itself at a door or window: choose which.", who(man));
            ("Watch a door or window", sentence, man, B16)
        }
        Draft::WatchTo { man, way } => {
            ("Watch", format!("{} watches a place to the {}: choose it.", who(man), sixth(way)), man, B16)
        }
        Draft::Throw { man, grenade } => {
            let verb = if grenade == Grenade::Frag { "Throw grenade" } else { "Throw smoke" };
            (verb, format!("{} throws a {}: choose where.", who(man), grenade.words()), man, B11)
        }
        Draft::ThrowTo { man, grenade, way } => (
            "Throw",
            format!("{} throws a {} to the {}: choose where.", who(man), grenade.words(), sixth(way)),
            man,
            B11,
        ),
        Draft::Place { man } => ("Place", format!("Place {}.", who(man)), man, B19),
    };
    Phrase { verb: verb.to_owned(), sentence, pieces: vec![piece], places: Vec::new(), clauses: vec![clause] }
}

fn result(hit: Hit) -> String {
    if hit == Hit::None { "nothing happens to him".to_owned() } else { format!("he is {}", hit.words()) }
}

/// A report in plain words, by the view of the seat that hears it.
#[must_use]
pub fn tell(setting: &Setting, facts: &[Fact], report: &Report) -> String {
    let who = |piece: Piece| man(setting, facts, piece);
    let there = |place| at(setting, place);
    let note = || {
        if setting.tables.note.is_empty() { String::new() } else { format!(" ({})", setting.tables.note) }
    };
    match report {
        Report::Shot { by, at: _, target, attack, defence, odds, roll, result: hit } => {
            let by = by.map_or_else(|| "somebody out of sight".to_owned(), who);
            let sums = match (attack, defence, odds, roll) {
                (Some(attack), Some(defence), Some(odds), Some(roll)) => {
                    format!(" {attack} against {defence} is {odds}{}, the dice show {roll}:", note())
                }
                (Some(attack), Some(defence), ..) => format!(" {attack} against {defence} is too little{}:", note()),
                _ => String::new(),
            };
            format!("{by} fires at {}:{sums} {}.", who(*target), result(*hit))
        }
        Report::Missed { by, at } => format!("{} fires into {}, where nobody is.", who(*by), there(*at)),
        Report::Burst { at, grenade: Grenade::Frag } => format!("A grenade bursts at {}.", there(*at)),
        Report::Burst { at, grenade: Grenade::Smoke } => format!("Smoke spreads from {}.", there(*at)),
        Report::Struck { man, odds, roll, result: hit } => {
            format!("The grenade reaches {}: {odds}{}, the dice come to {roll}, {}.", who(*man), note(), result(*hit))
        }
        Report::Fell { man, at } => format!("{} falls off the ladder to {}.", who(*man), there(*at)),
        Report::Panicked { man, roll, does } => format!("{} panics on {roll}: he {}.", who(*man), does.words()),
        Report::Barred { man, at } => format!("{} cannot enter {}.", who(*man), there(*at)),
        Report::Dropped { man } => format!("{} does not throw.", who(*man)),
        Report::Fought { at, attacker, defender, attacker_total, defender_total, loser, result: hit } => {
            let end = match loser {
                Some(loser) => format!("{} loses, {}", who(*loser), result(*hit)),
                None => "neither gets the better".to_owned(),
            };
            let (a, b) = (who(*attacker), who(*defender));
            format!("Hand to hand at {}, {a} with {attacker_total} and {b} with {defender_total}: {end}.", there(*at))
        }
        Report::Found { by, at } => format!("{} finds somebody at {}.", who(*by), there(*at)),
        Report::Vanished { at } => format!("A dummy at {} is found out and gone.", there(*at)),
        Report::Gone { side } => format!("A man of the {} has left and counts.", setting.titles[*side]),
        Report::NoMission { man } => format!("{} sees nothing of value from below: it does not count.", who(*man)),
    }
}

/// What a report comes down to, for odds.
#[must_use]
pub fn gist(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
    match report {
        Report::Shot { target, result, .. } if *result != Hit::None => {
            Some(format!("{}: {}", man(setting, facts, *target), result.words()))
        }
        Report::Struck { man: who, result, .. } if *result != Hit::None => {
            Some(format!("{}: {}", man(setting, facts, *who), result.words()))
        }
        Report::Panicked { man: who, .. } => Some(format!("{} panics", man(setting, facts, *who))),
        _ => None,
    }
}
