//! English texts of reports.

use rules::{Piece, Reader};

use crate::printed::words::{Grenade, Hit};
use crate::state::Sniper;
use crate::state::report::Report;
use crate::text::names::Names;

/// Returns a report as English text, with names from the view of the seat that gets it.
#[must_use]
pub fn describe(reader: Reader<'_, Sniper>, report: &Report) -> String {
    let who = |piece: Piece| reader.man(piece);
    let there = |place| reader.at(place);
    let note = || {
        let note = &reader.setting.tables.note;
        if note.is_empty() { String::new() } else { format!(" ({note})") }
    };
    match report {
        Report::Shot { by, at: _, target, attack, defence, odds, roll, result: hit } => {
            let by = by.map_or_else(|| "an unseen man".to_owned(), who);
            let sums = match (attack, defence, odds, roll) {
                (Some(attack), Some(defence), Some(odds), Some(roll)) => {
                    format!(" attack {attack}, defence {defence}, odds {odds}{}, roll {roll}:", note())
                }
                (Some(attack), Some(defence), ..) => {
                    format!(" attack {attack}, defence {defence}, below the lowest odds{}:", note())
                }
                _ => String::new(),
            };
            format!("{by} fires at {}:{sums} {}.", who(*target), hit.words())
        }
        Report::Missed { by, at } => format!("{} fires into {}: no effect.", who(*by), there(*at)),
        Report::Burst { at, grenade: Grenade::Frag } => format!("A grenade bursts at {}.", there(*at)),
        Report::Burst { at, grenade: Grenade::Smoke } => format!("Smoke spreads from {}.", there(*at)),
        Report::Struck { man, odds, roll, result: hit } => {
            format!("The burst reaches {}: odds {odds}{}, dice total {roll}: {}.", who(*man), note(), hit.words())
        }
        Report::Fell { man, at } => format!("{} falls off the ladder to {}.", who(*man), there(*at)),
        Report::Panicked { man, roll, does } => {
            format!("{} panics on a roll of {roll} and {}.", who(*man), does.words())
        }
        Report::Chit { man, worth } => format!("{}: the chit drawn for him is worth {worth}.", who(*man)),
        Report::Barred { man, at } => format!("{} can't enter {}.", who(*man), there(*at)),
        Report::Dropped { man } => format!("{} can't make his plotted throw.", who(*man)),
        Report::Fought { at, attacker, defender, attacker_total, defender_total, loser, result: hit } => {
            let (a, b) = (reader.called(*attacker), reader.called(*defender));
            let end = match loser {
                Some(loser) if loser == attacker => format!("{a} is {}", hit.words()),
                Some(_) => format!("{b} is {}", hit.words()),
                None => hit.words().to_owned(),
            };
            format!("Hand-to-hand at {}: {a} totals {attacker_total}, {b} totals {defender_total}: {end}.", there(*at))
        }
        Report::Found { by, at } => format!("{} finds the enemy at {}.", who(*by), there(*at)),
        Report::Vanished { at } => format!("A dummy at {} is revealed and removed.", there(*at)),
        Report::Gone { side } => {
            format!("A man of the {} leaves the map and counts for victory.", reader.setting.titles[*side])
        }
        Report::NoMission { man } => format!("{} is at the far edge, but below ground: this doesn't count.", who(*man)),
    }
}

/// Returns a short form of a report, for odds; `None` if it doesn't matter there.
#[must_use]
pub fn summary(reader: Reader<'_, Sniper>, report: &Report) -> Option<String> {
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
