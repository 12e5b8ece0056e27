//! Orders and first parts of orders in plain words.

use rules::scene::Phrase;

use crate::orders::watch_side::WatchSide;
use crate::orders::{Draft, Order};
use crate::printed::clause::{B2, B4, B5, B8, B11, B16, B17, B19, S39_11};
use crate::printed::words::{Grenade, Posture};
use crate::setting::Setting;
use crate::text::names::{aperture, at, man, throw_clause};
use crate::view::fact::Fact;

/// What can be said in plain words.
pub trait InWords {
    /// The words, by what the view of a seat tells.
    fn say(&self, setting: &Setting, facts: &[Fact]) -> Phrase;
}

impl InWords for Order {
    fn say(&self, setting: &Setting, facts: &[Fact]) -> Phrase {
        let who = |piece| man(setting, facts, piece);
        let there = |to| at(setting, to);
        let (verb, sentence, piece, place, clause) = match *self {
            Order::Step { man, to } => {
                ("Go on", format!("{} goes on to {}.", who(man), there(to)), Some(man), Some(to), B5)
            }
            Order::March { man, to } => ("Go", format!("{} goes to {}.", who(man), there(to)), Some(man), Some(to), B5),
            Order::Fire { man, at } => {
                ("Fire", format!("{} fires into {}.", who(man), there(at)), Some(man), Some(at), B8)
            }
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
                let sentence = format!(
                    "{} fires at whatever first shows itself at the {what} between {here} and {there}.",
                    who(man)
                );
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
            Order::Clear { man } => {
                ("Clear plot", format!("{} stays and does nothing.", who(man)), Some(man), None, B2)
            }
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
}

const SIXTHS: [&str; 6] = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

impl InWords for Draft {
    fn say(&self, setting: &Setting, facts: &[Fact]) -> Phrase {
        let who = |piece| man(setting, facts, piece);
        let sixth = |way: u8| SIXTHS.get(usize::from(way)).copied().unwrap_or_default();
        let (verb, sentence, piece, clause) = match *self {
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
}
