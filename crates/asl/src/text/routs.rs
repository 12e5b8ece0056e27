//! Reports of rally and rout as English text.

use rules::Reader;

use crate::state::Asl;
use crate::state::report::routs::RoutReport;
use crate::text::fights::added;
use crate::text::names::{Names, army};

/// Returns the text of a report.
pub fn describe(reader: Reader<'_, Asl>, report: &RoutReport) -> String {
    let unit = |piece: &rules::Piece| reader.unit(*piece);
    let at = |place: &board::LocationId| reader.at(*place);
    match report {
        RoutReport::RallyRolled { unit: piece, leader, roll, drm, needed, rallied } => {
            let with = leader.map_or_else(String::new, |leader| format!(" with {}", unit(&leader)));
            let how = if *rallied { "rallies" } else { "stays broken" };
            format!("{} tries to rally{with}: DR {roll}{} against {needed}: {how}.", unit(piece), added(*drm))
        }
        RoutReport::Routs { unit: piece, to } => format!("{} routs to {}.", unit(piece), at(to)),
        RoutReport::Flees { unit: piece, to } => format!("{} flees to {}.", unit(piece), at(to)),
        RoutReport::UnknownFlees { side, to } => format!("A {} \"?\" flees to {}.", army(*side), at(to)),
        RoutReport::RoutBarred { unit: piece, at: place } => {
            format!("{} meets an unseen enemy in {}: it is put back, and its rout is over.", unit(piece), at(place))
        }
        RoutReport::Crawls { unit: piece, to } => format!("{} crawls to {}.", unit(piece), at(to)),
        RoutReport::FailsToRout { unit: piece } => format!("{} has failed to rout.", unit(piece)),
    }
}

/// Returns a short summary of a report; `None` if it has none.
pub fn summary(reader: Reader<'_, Asl>, report: &RoutReport) -> Option<String> {
    let unit = |piece: &rules::Piece| reader.unit(*piece);
    Some(match report {
        RoutReport::FailsToRout { unit: piece } => format!("{} fails to rout", unit(piece)),
        RoutReport::RallyRolled { unit: piece, rallied: true, .. } => format!("{} rallies", unit(piece)),
        RoutReport::RallyRolled { unit: piece, rallied: false, .. } => format!("{} stays broken", unit(piece)),
        _ => return None,
    })
}
