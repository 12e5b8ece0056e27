//! Reports in plain words.

use rules::Reader;
use rules::scene::Out;
use rules::speech::counted;

use crate::state::Tide;
use crate::state::report::{Effect, End, Report};
use crate::text::names::{Names, army, mode_words};

/// A report in plain words.
pub fn tell(reader: Reader<'_, Tide>, report: &Report) -> String {
    let squad = |piece| reader.squad(piece);
    let supported = |with| reader.supported(with);
    match *report {
        Report::Attack { unit, with, target, mode, range, strength, hits, saves, net, effect } => {
            let support = supported(with);
            let effect = effect_words(effect, net);
            let (unit, target, how, range) = (squad(unit), squad(target), mode_words(mode), range.words());
            format!(
                "{unit} fires at {target} {how} at {range} range{support}: {}, {}, {}; {effect}.",
                counted(strength, "die", "dice"),
                counted(hits, "hit", "hits"),
                counted(saves, "save", "saves")
            )
        }
        Report::Assault { unit, at: place, with, strength, hits, against, against_hits, saves, won, from_sewer } => {
            let support = supported(with);
            let whence = if from_sewer { " out of the sewer" } else { "" };
            let end = end_words(won);
            let unit = unit.map_or_else(|| "A squad that is not seen".to_owned(), squad);
            let place = reader.at(place);
            format!(
                "{unit} assaults {place}{whence}{support}: {}, {}, {}, against {}, {}; {end}.",
                counted(strength, "die", "dice"),
                counted(hits, "hit", "hits"),
                counted(saves, "save", "saves"),
                counted(against, "die", "dice"),
                counted(against_hits, "hit", "hits")
            )
        }
        Report::ActedBelow { side } => format!("A {} squad acts in the sewer.", army(side)),
        Report::EnteredBelow { unit, card, at: place } => {
            format!("{} goes below in {}, onto the {} card.", squad(unit), reader.at(place), card.words())
        }
        Report::Destroyed { unit, why } => {
            let why = match why {
                End::Losses => "has no figure left",
                End::Routed => "is routed off the board",
                End::NowhereToGo => "has nowhere to retreat to and is destroyed",
                End::Overrun => "is overrun and destroyed",
            };
            format!("{} {why}.", squad(unit))
        }
        Report::RoundBegins(round) => format!("Round {round} begins."),
        Report::Command { side, command, victory } => {
            format!("The {} side counts {command} command points and {victory} victory points.", army(side))
        }
    }
}

/// What a report comes down to.
pub fn gist(reader: Reader<'_, Tide>, report: &Report) -> Option<String> {
    match *report {
        Report::Attack { net, effect, .. } => Some(effect_words(effect, net)),
        Report::Assault { won, .. } => Some(end_words(won).to_owned()),
        Report::Destroyed { .. } => Some(tell(reader, report).trim_end_matches('.').to_owned()),
        Report::ActedBelow { .. } | Report::EnteredBelow { .. } | Report::RoundBegins(_) | Report::Command { .. } => {
            None
        }
    }
}

fn effect_words(effect: Effect, net: u8) -> String {
    match effect {
        Effect::None => "nothing happens".to_owned(),
        Effect::Losses => counted(net, "figure falls", "figures fall"),
        Effect::Pinned => "the target is pinned".to_owned(),
        Effect::Disrupted => "the target is disrupted".to_owned(),
        Effect::Routed => "the target is routed".to_owned(),
    }
}

const fn end_words(won: bool) -> &'static str {
    if won { "the attack succeeds" } else { "the attack fails" }
}

/// Who is out of the game by a report.
pub const fn out(report: &Report) -> Option<Out> {
    match *report {
        Report::Destroyed { unit, .. } => Some(Out::Piece(unit)),
        _ => None,
    }
}
