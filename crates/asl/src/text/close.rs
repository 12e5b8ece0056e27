//! Reports of Close Combat, surrender and prisoners as English text.

use rules::speech::listed;
use rules::{PieceSet, Reader};

use crate::state::Asl;
use crate::state::report::close::CloseReport;
use crate::text::fights::added;
use crate::text::names::{Names, army, verb};

/// Returns the text of a report.
pub fn describe(reader: Reader<'_, Asl>, report: &CloseReport) -> String {
    let unit = |piece: &rules::Piece| reader.unit(*piece);
    let units = |group: &PieceSet| reader.units(*group);
    let at = |place: &board::LocationId| reader.at(*place);
    let unseen = |group: PieceSet| if group.is_empty() { "A \"?\"".to_owned() } else { reader.units(group) };
    match report {
        CloseReport::Surrenders { unit: piece } => format!("{} wants to surrender.", unit(piece)),
        CloseReport::Captured { unit: piece, guard } => {
            format!("{} is captured. Its Guard is {}.", unit(piece), unit(guard))
        }
        CloseReport::Rejected { unit: piece } => format!("{} gets no quarter.", unit(piece)),
        CloseReport::Freed { side, kind } => {
            format!("A captured {} {} has lost its Guard and is free.", army(*side), kind.name())
        }
        CloseReport::Ambush { at: place, attacker, defender, by } => {
            let who = by.map_or_else(|| "no ambush".to_owned(), |side| format!("{} ambushes", army(side)));
            format!("Ambush in {}: ATTACKER Final dr {attacker}, DEFENDER Final dr {defender}: {who}.", at(place))
        }
        CloseReport::Blow { units: group, against, odds, kill, dr, drm, capture } => {
            let [own, theirs] = odds.map(|half| f32::from(half) / 2.0);
            let (who, whom, attacks) = (unseen(*group), units(against), verb(*group, "attacks", "attack"));
            let (to, drm) = (if *capture { " to capture" } else { "" }, added(*drm));
            format!("{who} {attacks} {whom}{to} at {own}:{theirs}: DR {dr}{drm} against Kill Number {kill}.")
        }
        CloseReport::BlowBelow { side, at: place, dr } => {
            format!("The {} stack attacks in {}: DR {dr}.", army(*side), at(place))
        }
        CloseReport::BlowUnknown { units: group, at: place, dr, drm } => {
            let attacks = verb(*group, "attacks", "attack");
            format!("{} {attacks} the \"?\" in {}: DR {dr}{}.", units(group), at(place), added(*drm))
        }
        CloseReport::Strength { side, at: place, kinds } => {
            let names: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
            format!("Under the {} \"?\" in {}: {}.", army(*side), at(place), listed(&names))
        }
        CloseReport::Withdraws { units: group, from, to } => {
            let leaves = verb(*group, "withdraws", "withdraw");
            format!("{} {leaves} from {} to {}.", unseen(*group), at(from), at(to))
        }
        CloseReport::Infiltrates { units: group, from, to } => {
            let leaves = verb(*group, "leaves", "leave");
            format!("{} {leaves} the Close Combat in {} for {}.", unseen(*group), at(from), at(to))
        }
        CloseReport::Captures { units: group, guard } => {
            let are = verb(*group, "is captured", "are captured");
            let by = guard.map_or_else(|| "units under a \"?\"".to_owned(), |guard| unit(&guard));
            format!("{} {are} by {by}.", units(group))
        }
    }
}

/// Returns a short summary of a report; `None` if it has none.
pub fn summary(reader: Reader<'_, Asl>, report: &CloseReport) -> Option<String> {
    let unit = |piece: &rules::Piece| reader.unit(*piece);
    Some(match report {
        CloseReport::Surrenders { unit: piece } => format!("{} surrenders", unit(piece)),
        CloseReport::Captured { unit: piece, .. } => format!("{} is captured", unit(piece)),
        CloseReport::Rejected { unit: piece } => format!("{} gets no quarter", unit(piece)),
        CloseReport::Freed { .. } => "a prisoner is free".to_owned(),
        CloseReport::Captures { units, .. } => {
            format!("{} {}", reader.units(*units), verb(*units, "is captured", "are captured"))
        }
        CloseReport::Ambush { by: Some(side), .. } => format!("{} ambushes", army(*side)),
        CloseReport::Blow { kill, dr, drm, .. } => match (i16::from(*dr) + i16::from(*drm)).cmp(&i16::from(*kill)) {
            std::cmp::Ordering::Less => "the attack eliminates".to_owned(),
            std::cmp::Ordering::Equal => "the attack reduces".to_owned(),
            std::cmp::Ordering::Greater => "the attack has no effect".to_owned(),
        },
        _ => return None,
    })
}
