//! English text for reports.

use rules::scene::Out;
use rules::speech::{capitalized, counted};
use rules::{Piece, Reader};

use crate::state::Tide;
use crate::state::report::{Effect, End, Report};
use crate::text::names::{Names, army, goes_below, gun_only, mode_words};

/// Describes a report as an English sentence.
pub fn describe(reader: Reader<'_, Tide>, report: &Report) -> String {
    let squad = |piece| reader.squad(piece);
    let supported = |with| reader.supported(with);
    match *report {
        Report::Attack { unit, with, target, mode, range, strength, hits, saves, net, effect, crews } => {
            let support = supported(with);
            let gun = gun_only(crews.has(unit));
            let crews = reader.crews_only(unit, crews);
            let effect = effect_words(effect, net);
            let (unit, target, how, range) = (squad(unit), squad(target), mode_words(mode), range.words());
            format!(
                "{} fires{gun} at {target}{support}{crews}: {how}, {range} range, {}, {}, {}; {effect}.",
                capitalized(&unit),
                counted(strength, "die", "dice"),
                counted(hits, "hit", "hits"),
                counted(saves, "save", "saves")
            )
        }
        Report::Assault { unit, at: place, with, strength, hits, against, against_hits, saves, won, from_sewer } => {
            let support = supported(with);
            let whence = if from_sewer { " from the sewer" } else { "" };
            let end = end_words(won);
            let unit = capitalized(&unit.map_or_else(|| "an unseen squad".to_owned(), squad));
            let place = reader.at(place);
            format!(
                "{unit} assaults {place}{whence}{support}: {}, {}, {}; defenders {}, {}; {end}.",
                counted(strength, "die", "dice"),
                counted(hits, "hit", "hits"),
                counted(saves, "save", "saves"),
                counted(against, "die", "dice"),
                counted(against_hits, "hit", "hits")
            )
        }
        Report::ActedBelow { side } => format!("A {} squad acts in the sewer.", army(side)),
        Report::EnteredBelow { unit, card, .. } => goes_below(&squad(unit), card),
        Report::Destroyed { unit, why } => format!("{}.", capitalized(&destroyed(reader, unit, why))),
        Report::RoundBegins(round) => format!("Round {round} begins."),
        Report::Initiative { side, soviet, german } => {
            let side = army(side);
            format!(
                "Command points on the initiative card: {soviet} Soviet, {german} German. The {side} side has the initiative."
            )
        }
        Report::Command { side, command, victory } => {
            format!(
                "The {} side receives {} and {}.",
                army(side),
                counted(command, "command point", "command points"),
                counted(victory, "victory point", "victory points")
            )
        }
    }
}

/// Returns a short summary of a report, for lists of outcomes; `None` if it has none.
pub fn summary(reader: Reader<'_, Tide>, report: &Report) -> Option<String> {
    match *report {
        Report::Attack { net, effect, .. } => Some(effect_words(effect, net)),
        Report::Assault { won, .. } => Some(end_words(won).to_owned()),
        Report::Destroyed { unit, why } => Some(destroyed(reader, unit, why)),
        Report::ActedBelow { .. }
        | Report::EnteredBelow { .. }
        | Report::RoundBegins(_)
        | Report::Initiative { .. }
        | Report::Command { .. } => None,
    }
}

/// Returns the sentence that a squad leaves the game, with the reason.
fn destroyed(reader: Reader<'_, Tide>, unit: Piece, why: End) -> String {
    let why = match why {
        End::Losses => "is destroyed",
        End::Routed => "is routed off the board",
        End::NowhereToGo => "can't retreat and is destroyed",
        End::Overrun => "is destroyed because it was disrupted",
    };
    format!("{} {why}", reader.squad(unit))
}

fn effect_words(effect: Effect, net: u8) -> String {
    match effect {
        Effect::None => "no effect".to_owned(),
        Effect::Losses => format!("{} lost", counted(net, "figure", "figures")),
        Effect::Pinned => "the target is pinned".to_owned(),
        Effect::Disrupted => "the target is disrupted".to_owned(),
        Effect::Routed => "the target is routed".to_owned(),
    }
}

const fn end_words(won: bool) -> &'static str {
    if won { "the assault succeeds" } else { "the assault fails" }
}

/// Returns the squad that leaves the game with a report.
pub const fn out(report: &Report) -> Option<Out> {
    match *report {
        Report::Destroyed { unit, .. } => Some(Out::Piece(unit)),
        _ => None,
    }
}
