//! Reports as English text.

use rules::Reader;
use rules::scene::Out;

use crate::printed::tables::SEARCH_CASUALTY;
use crate::printed::words::{Pace, Phase};
use crate::state::Asl;
use crate::state::report::Report;
use crate::state::report::below::BelowReport;
use crate::state::report::close::CloseReport;
use crate::state::report::fights::FightReport;
use crate::text::names::{Names, army, verb};
use crate::text::{below, close, fights, routs};
use crate::view::fact::Fact;

/// Returns text such as `Phase: Defensive Fire (turn 3, Russian ATTACKER).`
fn phase_begins(facts: &[Fact], phase: Phase) -> String {
    let name = phase.words().trim_end_matches(" Phase");
    let turn = facts.iter().find_map(|fact| if let Fact::Turn { now, .. } = fact { Some(*now) } else { None });
    let side = facts.iter().find_map(|fact| if let Fact::Attacker { side } = fact { Some(*side) } else { None });
    match turn.zip(side) {
        Some((turn, side)) => format!("Phase: {name} (turn {turn}, {} ATTACKER).", army(side)),
        None => format!("Phase: {name}."),
    }
}

/// Returns the text of a report.
pub fn describe(reader: Reader<'_, Asl>, report: &Report) -> String {
    let name = |piece| reader.unit(piece);
    let list = |group| reader.units(group);
    let place = |place| reader.at(place);
    match *report {
        Report::PlayerTurn { turn, side } => format!("Turn {turn}, {} Player Turn.", army(side)),
        Report::PhaseBegins(phase) => phase_begins(reader.facts, phase),
        Report::SetUpOver { side } => format!("The {} side finishes its set-up.", army(side)),
        Report::Goes { units, pace, .. } => {
            let how = if pace == Pace::Normal { String::new() } else { format!(" ({})", pace.words()) };
            format!("{} {}{how}.", list(units), verb(units, "moves", "move"))
        }
        Report::UnknownGoes { side, from, pace } => {
            let how = if pace == Pace::Normal { String::new() } else { format!(" ({})", pace.words()) };
            format!("A {} \"?\" moves from {}{how}.", army(side), place(from))
        }
        Report::Enters { side, to } => format!("The moving {} stack enters {}.", army(side), place(to)),
        Report::Barred { at, .. } if reader.setting.is_below(at) => format!("The way to {} is barred.", place(at)),
        Report::Barred { side, at } => format!("An enemy in {} stops the {} units.", place(at), army(side)),
        Report::Crowding { side, at, over: true } => {
            format!("In sight of the enemy, {} units under a \"?\" overstack {}.", army(side), place(at))
        }
        Report::Crowding { side, at, over: false } => {
            format!("In sight of the enemy, {} units under a \"?\" don't overstack {}.", army(side), place(at))
        }
        Report::DummiesOnly { side, at } => format!("The {} \"?\" in {} held only dummies.", army(side), place(at)),
        Report::Shown { kind, at, .. } => format!("Shown in {}: {}.", place(at), kind.name()),
        Report::Conceals { unit, gained, dr, drm } => {
            let how = if gained { "gains concealment" } else { "does not gain concealment" };
            let rolled = dr.map_or_else(String::new, |dr| format!(" (dr {dr}{})", fights::added(drm.unwrap_or(0))));
            format!("{} {how}{rolled}.", name(unit))
        }
        Report::Challenges { at, side, kind } => {
            format!("A {} {} under a \"?\" in {} is shown for the moment.", army(side), kind.name(), place(at))
        }
        Report::Pauses { side, at } => format!("The moving {} stack spends 1 MF in {}.", army(side), place(at)),
        Report::SearchesAround { at, dr, drm, ref searched } => {
            let places: Vec<String> = searched.iter().map(|at| place(*at)).collect();
            let found = if places.is_empty() { String::new() } else { format!(" and {}", places.join(", ")) };
            format!("Search from {}: dr {dr}{}; searched: its own hex{found}.", place(at), fights::added(drm))
        }
        Report::SearchCasualties { side, dr, drm } => {
            let how = if dr as i8 + drm <= SEARCH_CASUALTY { "one of them falls" } else { "none falls" };
            format!("Casualties among the {} searchers: dr {dr}{}, {how}.", army(side), fights::added(drm))
        }
        Report::MopsUp { units, secured } => {
            let how = if secured { "it is secured" } else { "it is not secured" };
            format!("{} {} Up the building: {how}.", list(units), verb(units, "Mops", "Mop"))
        }
        Report::FiresUnseen { side, at } => format!("A {} \"?\" in {} fires.", army(side), place(at)),
        Report::Advances { units, to } => {
            format!("{} {} to {}.", list(units), verb(units, "advances", "advance"), place(to))
        }
        Report::Burns { at } => format!("A Blaze breaks out in {}.", place(at)),
        Report::UnknownAdvances { side, to } => format!("A {} \"?\" advances to {}.", army(side), place(to)),
        Report::Fight(ref report) => fights::describe(reader, report),
        Report::Rout(ref report) => routs::describe(reader, report),
        Report::Close(ref report) => close::describe(reader, report),
        Report::Below(ref report) => below::describe(reader, report),
    }
}

/// Returns the unit that leaves the game by a report, if any.
pub fn out(report: &Report) -> Option<Out> {
    match *report {
        Report::Fight(FightReport::Eliminated { unit, .. }) | Report::Close(CloseReport::Surrenders { unit }) => {
            Some(Out::Piece(unit))
        }
        Report::Below(BelowReport::Trapped { from: at, .. } | BelowReport::TunnelShut { at, .. }) => Some(Out::At(at)),
        _ => None,
    }
}

/// Returns a short summary of a report, if it makes a difference.
pub fn summary(reader: Reader<'_, Asl>, report: &Report) -> Option<String> {
    match report {
        Report::Fight(report) => fights::summary(reader, report),
        Report::Rout(report) => routs::summary(reader, report),
        Report::Close(report) => close::summary(reader, report),
        Report::Below(report) => below::summary(report),
        Report::Conceals { .. } => Some(describe(reader, report).trim_end_matches('.').to_owned()),
        Report::SearchesAround { searched, .. } => Some(match searched.len() {
            0 => "no hex around is searched".to_owned(),
            1 => "one hex around is searched".to_owned(),
            number => format!("{number} hexes around are searched"),
        }),
        Report::MopsUp { secured: true, .. } => Some("the building is secured".to_owned()),
        Report::MopsUp { secured: false, .. } => Some("the building is not secured".to_owned()),
        _ => None,
    }
}
