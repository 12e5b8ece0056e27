//! Lists of the contents of Locations, as text.

use super::{Marker, Picture};
use crate::naming::LocationId;

/// Returns one line for each Location with at least `least` counters and markers: its label and its contents.
pub(crate) fn roster(picture: &Picture<'_>, least: usize) -> Vec<String> {
    let ids = picture.board.location_ids();
    let lines = ids.map(|id| (id, told(picture, id))).filter(|(_, told)| !told.is_empty() && told.len() >= least);
    lines.map(|(id, told)| format!("{}: {}", picture.board.location(id).label, told.join(", "))).collect()
}

fn told(picture: &Picture<'_>, id: LocationId) -> Vec<String> {
    let counters = picture.counters.iter().filter(|counter| counter.location == id).map(|counter| {
        let side = picture.sides.get(usize::from(counter.side)).map_or("", String::as_str);
        let state = counter.state.as_ref().map_or(String::new(), |state| format!(" ({state})"));
        format!("{side} {}{state}", counter.lines.join(" ")).trim().to_owned()
    });
    let markers = picture.markers.iter().filter(|marker| marker.location == id);
    let held = |marker: &Marker| marker.held_by.and_then(|side| picture.sides.get(usize::from(side)));
    let markers = markers.map(|marker| match held(marker) {
        Some(side) => format!("<{}, {side}>", marker.text),
        None => format!("<{}>", marker.text),
    });
    counters.chain(markers).collect()
}
