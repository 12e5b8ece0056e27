//! A scene on paper.

use board::draw::{Counter, Marker, Picture};
use rules::scene::Scene;
use rules::{Seat, System};

/// The picture of what a seat sees.
pub(crate) fn picture<'a, S: System>(setting: &'a S::Setting, seat: Seat, scene: &Scene, title: String) -> Picture<'a> {
    let mut picture = Picture::new(S::board(setting), S::networks(setting), title);
    picture.sides = S::SIDES.map(str::to_owned);
    let status: Vec<String> = scene.status.iter().map(|line| format!("{}: {}", line.name, line.value)).collect();
    picture.captions.push(status.join(" · "));
    picture.captions.push(match seat.side() {
        Some(side) => format!("as the {} side sees it", S::SIDES[side.index()]),
        None => "as everybody may see it".to_owned(),
    });
    picture.counters = scene
        .pieces
        .iter()
        .map(|piece| Counter {
            location: piece.location,
            side: piece.side.index() as u8,
            lines: std::iter::once(piece.label.clone()).chain(piece.values.iter().take(2).cloned()).collect(),
            state: (!piece.states.is_empty()).then(|| piece.states.join(", ")),
        })
        .collect();
    picture.markers =
        scene.markers.iter().map(|marker| Marker { location: marker.location, text: marker.label.clone() }).collect();
    picture
}
