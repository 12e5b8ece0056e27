//! Reports from below ground in plain words.

use board::LocationId;
use rules::speech::capitalized;
use rules::{Reader, Side};

use crate::state::Asl;
use crate::state::report::below::BelowReport;
use crate::text::names::{Names, verb};

fn side(side: Side) -> &'static str {
    <Asl as rules::GameBook>::SIDES[side.index()]
}

/// A report in plain words.
pub fn tell(reader: Reader<'_, Asl>, report: &BelowReport) -> String {
    let label = |at: &LocationId| reader.at(*at);
    let capital = |by: &Side| capitalized(side(*by));
    match report {
        BelowReport::Task { side, from, dr, passed } => {
            let how = if *passed {
                "passed, the stack goes below"
            } else {
                "failed, and the leader does no more in this phase"
            };
            format!("{} task check in {}: DR {dr} +4: {how}.", capital(side), label(from))
        }
        BelowReport::Way { side, from, dr, lost } => {
            let enemy = capital(&side.other());
            let how = match lost {
                true => format!("the stack is lost, and the {enemy} side says where it goes"),
                false => "the stack finds its way".to_owned(),
            };
            format!("{} Sewer Movement from {}: Final dr {dr}, {how}.", capital(side), label(from))
        }
        BelowReport::Moves { side, from, to, lost } => {
            let lost = if *lost { ", lost" } else { "" };
            format!("{} \"Sewer ?\" goes from {} to {}{lost}.", capital(side), label(from), label(to))
        }
        BelowReport::Trapped { side, from } => {
            format!("{} stack in {} has nowhere to go and is eliminated.", capital(side), label(from))
        }
        BelowReport::NobodyLeft { side, at } => {
            format!("No {} unit is left in {}: its counter is taken off.", capital(side), label(at))
        }
        BelowReport::NoEmergence { side, at } => {
            format!("{} stack in {}: the manhole is covered, so there is no emergence dr.", capital(side), label(at))
        }
        BelowReport::EmergenceDr { side, at, dr } => {
            format!("{} stack in {}: emergence dr {dr}.", capital(side), label(at))
        }
        BelowReport::Claims { side, at } => format!("{} claims a friend above {}.", capital(side), label(at)),
        BelowReport::ShownFor { side, kind, at } => {
            format!("{} shows for the moment: {} in {}.", capital(side), kind.name(), label(at))
        }
        BelowReport::Emergence { side, at, dr, drm, total, result } => {
            let list: Vec<String> = drm.named().map(|(why, drm)| format!("{drm:+} {why}")).collect();
            let list = if list.is_empty() { "no modifier".to_owned() } else { list.join(", ") };
            let words = result.words();
            format!("{} stack in {}: dr {dr}, {list}: Final dr {total}. It {words}.", capital(side), label(at))
        }
        BelowReport::Emerges { side, to, .. } => {
            format!("{} \"?\" comes up in {}, out of the sewer.", capital(side), label(to))
        }
        BelowReport::Closes { side, from, to } => {
            format!("{} stack in {} closes with the enemy in {}.", capital(side), label(from), label(to))
        }
        BelowReport::UsesTunnel { side, to } => format!("{} \"Sewer ?\" is put down in {}.", capital(side), label(to)),
        BelowReport::SeesEntrance { at, by } => {
            let who = reader.units(*by);
            let sees = verb(*by, "sees", "see");
            format!("{who} {sees} a tunnel entrance used in {}.", label(at))
        }
        BelowReport::LeavesTunnel { side, to } => format!("{} \"?\" comes out in {}.", capital(side), label(to)),
        BelowReport::TunnelShut { side, at } => {
            format!("{} stack in {} cannot come out and is eliminated.", capital(side), label(at))
        }
        BelowReport::RoutsThrough { side, from, to } => {
            format!("{} unit routs below ground from {} to {}.", capital(side), label(from), label(to))
        }
        BelowReport::Searches { side, at, dr, found } => {
            let how = if *found { "it is found" } else { "nothing is found" };
            format!("{} unit looks for the entrance in {}: Final dr {dr}, {how}.", capital(side), label(at))
        }
        BelowReport::TunnelDestroyed { side, at } => {
            format!("The {} side destroys the tunnel by its entrance in {}.", capital(side), label(at))
        }
    }
}

/// What a report comes down to.
pub fn gist(report: &BelowReport) -> Option<String> {
    Some(match report {
        BelowReport::Task { passed: false, .. } => "the leader fails his check".to_owned(),
        BelowReport::Way { lost: true, .. } => "the stack is lost".to_owned(),
        BelowReport::Way { lost: false, .. } => "the stack finds its way".to_owned(),
        BelowReport::Trapped { .. } => "the stack is eliminated".to_owned(),
        BelowReport::Emergence { at: _, result, .. } => format!("the stack {}", result.words()),
        BelowReport::TunnelShut { .. } => "the stack is eliminated".to_owned(),
        BelowReport::NobodyLeft { .. } => "nobody is left of the stack".to_owned(),
        BelowReport::Searches { found: true, .. } => "the entrance is found".to_owned(),
        BelowReport::Searches { found: false, .. } => "nothing is found".to_owned(),
        _ => return None,
    })
}
