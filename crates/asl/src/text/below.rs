//! Reports from below ground as English text.

use board::LocationId;
use rules::speech::capitalized;
use rules::{Reader, Side};

use crate::state::Asl;
use crate::state::report::below::BelowReport;
use crate::text::names::{Names, verb};

fn side(side: Side) -> &'static str {
    <Asl as rules::GameBook>::SIDES[side.index()]
}

/// Returns the text of a report.
pub fn describe(reader: Reader<'_, Asl>, report: &BelowReport) -> String {
    let label = |at: &LocationId| reader.at(*at);
    let capital = |by: &Side| capitalized(side(*by));
    match report {
        BelowReport::Task { side, from, dr, passed } => {
            let how = if *passed {
                "passed: the stack goes below"
            } else {
                "failed: the leader can do nothing more in this phase"
            };
            format!("{} task check in {}: DR {dr} +4, {how}.", capital(side), label(from))
        }
        BelowReport::Way { side, from, dr, lost } => {
            let enemy = capital(&side.other());
            let how = match lost {
                true => format!("the stack is lost, the {enemy} side directs it"),
                false => "the stack is not lost".to_owned(),
            };
            format!("{} Sewer Movement from {}: Final dr {dr}: {how}.", capital(side), label(from))
        }
        BelowReport::Moves { side, from, to, lost } => {
            let lost = if *lost { " (lost)" } else { "" };
            format!("{} \"Sewer ?\" moves from {} to {}{lost}.", capital(side), label(from), label(to))
        }
        BelowReport::Trapped { side, from } => {
            format!("{} stack in {} can't move and is eliminated.", capital(side), label(from))
        }
        BelowReport::NobodyLeft { side, at } => {
            format!("No {} unit is left in {}: its counter is removed.", capital(side), label(at))
        }
        BelowReport::NoEmergence { side, at } => {
            format!("{} stack in {}: no emergence dr, the manhole is covered.", capital(side), label(at))
        }
        BelowReport::EmergenceDr { side, at, dr } => {
            format!("{} stack in {}: emergence dr {dr}.", capital(side), label(at))
        }
        BelowReport::Claims { side, at } => {
            format!("{} side claims a friendly unit above {}.", capital(side), label(at))
        }
        BelowReport::ShownFor { side, kind, at } => {
            format!("{} side shows {} in {} for this emergence dr.", capital(side), kind.name(), label(at))
        }
        BelowReport::Emergence { side, at, dr, drm, total, result } => {
            let list: Vec<String> = drm.named().map(|(why, drm)| format!("{drm:+} {why}")).collect();
            let list = if list.is_empty() { "no modifiers".to_owned() } else { list.join(", ") };
            let words = result.words();
            format!("{} stack in {}: emergence dr {dr} ({list}), Final {total}: it {words}.", capital(side), label(at))
        }
        BelowReport::Emerges { side, to, .. } => {
            format!("{} \"?\" comes up from the sewer in {}.", capital(side), label(to))
        }
        BelowReport::Closes { side, from, to } => {
            format!("{} stack in {} advances into Close Combat in {}.", capital(side), label(from), label(to))
        }
        BelowReport::UsesTunnel { side, to } => format!("{} \"Sewer ?\" is placed in {}.", capital(side), label(to)),
        BelowReport::SeesEntrance { at, by } => {
            let who = reader.units(*by);
            let sees = verb(*by, "sees", "see");
            format!("{who} {sees} a tunnel entrance in use in {}.", label(at))
        }
        BelowReport::LeavesTunnel { side, to } => {
            format!("{} \"?\" comes out of the tunnel in {}.", capital(side), label(to))
        }
        BelowReport::TunnelShut { side, at } => {
            format!("{} stack in {} can't come out and is eliminated.", capital(side), label(at))
        }
        BelowReport::RoutsThrough { side, from, to } => {
            format!("{} unit routs below ground from {} to {}.", capital(side), label(from), label(to))
        }
        BelowReport::Searches { side, at, dr, found } => {
            let how = if *found { "found" } else { "not found" };
            format!("{} unit looks for the tunnel entrance in {}: Final dr {dr}, {how}.", capital(side), label(at))
        }
        BelowReport::TunnelDestroyed { side, at } => {
            format!("The {} side destroys the tunnel with the entrance in {}.", capital(side), label(at))
        }
    }
}

/// Returns a short summary of a report; `None` if it has none.
pub fn summary(report: &BelowReport) -> Option<String> {
    Some(match report {
        BelowReport::Task { passed: false, .. } => "the leader fails the task check".to_owned(),
        BelowReport::Way { lost: true, .. } => "the stack is lost".to_owned(),
        BelowReport::Way { lost: false, .. } => "the stack is not lost".to_owned(),
        BelowReport::Trapped { .. } => "the stack is eliminated".to_owned(),
        BelowReport::Emergence { at: _, result, .. } => format!("the stack {}", result.words()),
        BelowReport::TunnelShut { .. } => "the stack is eliminated".to_owned(),
        BelowReport::NobodyLeft { .. } => "no unit of the stack is left".to_owned(),
        BelowReport::Searches { found: true, .. } => "the entrance is found".to_owned(),
        BelowReport::Searches { found: false, .. } => "the entrance is not found".to_owned(),
        _ => return None,
    })
}
