//! Reports in plain words.

use rules::{Piece, Reader};

use crate::printed::words::{Grenade, Hit};
use crate::state::Sniper;
use crate::state::report::Report;
use crate::text::names::Names;

fn result(hit: Hit) -> String {
    if hit == Hit::None { "nothing happens to him".to_owned() } else { format!("he is {}", hit.words()) }
}

/// A report in plain words, by the view of the seat that hears it.
#[must_use]
pub fn tell(reader: Reader<'_, Sniper>, report: &Report) -> String {
    let who = |piece: Piece| reader.man(piece);
    let there = |place| reader.at(place);
    let note = || {
        let note = &reader.setting.tables.note;
        if note.is_empty() { String::new() } else { format!(" ({note})") }
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
        Report::Gone { side } => format!("A man of the {} has left and counts.", reader.setting.titles[*side]),
        Report::NoMission { man } => format!("{} sees nothing of value from below: it does not count.", who(*man)),
    }
}

/// What a report comes down to, for odds.
#[must_use]
pub fn gist(reader: Reader<'_, Sniper>, report: &Report) -> Option<String> {
    match report {
        Report::Shot { target, result, .. } if *result != Hit::None => {
            Some(format!("{}: {}", reader.man(*target), result.words()))
        }
        Report::Struck { man: who, result, .. } if *result != Hit::None => {
            Some(format!("{}: {}", reader.man(*who), result.words()))
        }
        Report::Panicked { man: who, .. } => Some(format!("{} panics", reader.man(*who))),
        _ => None,
    }
}
