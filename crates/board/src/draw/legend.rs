//! The legend below the board, which lists only what occurs on it.

use super::Picture;
use super::below;
use super::canvas::{Canvas, Spot};
use super::ground;
use super::pieces;
use super::style;
use crate::direction::Direction;
use crate::network::{Network, NetworkKind, NetworkShape};
use crate::terrain::{FeatureId, Road, TerrainId};

const WIDE: f64 = 172.0;
const HIGH: f64 = 36.0;

enum Entry<'a> {
    Terrain(TerrainId, String),
    Road(Road),
    Feature(FeatureId),
    Network(&'a Network),
    Manhole,
    TunnelMouth,
    Floors,
    Elevation,
    Below,
    Side(u8, &'a str),
}

fn entries<'a>(picture: &'a Picture<'_>) -> Vec<Entry<'a>> {
    let board = picture.board;
    let hexes = || board.grid().hexes();
    let sides = || hexes().flat_map(|hex| Direction::ALL.map(|way| (hex, way)));
    let mut entries = Vec::new();
    for (id, code) in (0..=u8::MAX).map(TerrainId).zip(style::codes(board.words())) {
        if hexes().any(|hex| board.terrain(hex) == id) {
            entries.push(Entry::Terrain(id, code));
        }
    }
    for road in [Road::Paved, Road::Unpaved, Road::Path, Road::Rail] {
        if sides().any(|(hex, way)| board.road(hex, way) == Some(road)) {
            entries.push(Entry::Road(road));
        }
    }
    for feature in (0..board.words().features.len().min(32) as u8).map(FeatureId) {
        if sides().any(|(hex, way)| board.features(hex, way).contains(feature)) {
            entries.push(Entry::Feature(feature));
        }
    }
    if hexes().any(|hex| board.floors(hex) > 0) {
        entries.push(Entry::Floors);
    }
    if hexes().any(|hex| board.elevation(hex) != 0) {
        entries.push(Entry::Elevation);
    }
    let lines = |network: &&Network| matches!(network.course, NetworkShape::Line { .. });
    entries.extend(picture.networks.iter().filter(lines).take(12).map(Entry::Network));
    if board.manholes().next().is_some() || picture.networks.iter().any(|network| network.kind == NetworkKind::Sewer) {
        entries.push(Entry::Manhole);
    }
    let mouths = |network: &Network| network.kind == NetworkKind::Tunnel && network.course == NetworkShape::Entrances;
    if picture.networks.iter().any(mouths) {
        entries.push(Entry::TunnelMouth);
    }
    let below = |counter: &super::Counter| {
        board.locations().get(counter.location.index()).is_some_and(|location| location.kind.is_underground())
    };
    if !picture.counters.is_empty() {
        entries.extend((0..2u8).zip(&picture.sides).map(|(side, name)| Entry::Side(side, name)));
    }
    if picture.counters.iter().any(below) {
        entries.push(Entry::Below);
    }
    entries
}

/// Draws the legend and returns its height.
pub(crate) fn legend(canvas: &mut Canvas, picture: &Picture<'_>, top: f64, left: f64, width: f64) -> f64 {
    let entries = entries(picture);
    let a_row = ((width / WIDE) as usize).max(1);
    for (place, entry) in entries.iter().enumerate() {
        let at = Spot {
            x: left + (place % a_row) as f64 * WIDE + 18.0,
            y: top + (place / a_row) as f64 * HIGH + HIGH / 2.0,
        };
        let words = sample(canvas, picture, at, entry);
        let size = super::canvas::fitting(&words, WIDE - 48.0, 11.5);
        canvas.text(at.moved(24.0, 4.0), size, "fill=\"#2a2620\"", &words);
    }
    entries.len().div_ceil(a_row) as f64 * HIGH
}

/// Draws the sample of an entry and returns its text.
fn sample(canvas: &mut Canvas, picture: &Picture<'_>, at: Spot, entry: &Entry<'_>) -> String {
    let words = picture.board.words();
    let (west, east) = (at.moved(-15.0, 0.0), at.moved(15.0, 0.0));
    match entry {
        Entry::Terrain(terrain, code) => {
            ground::sample(canvas, at, words.look(*terrain));
            let name = words.terrain_name(*terrain);
            if code.is_empty() { name.to_owned() } else { format!("{code}  {name}") }
        }
        Entry::Road(road) => {
            for stroke in style::road(*road) {
                canvas.line(west, east, stroke);
            }
            match road {
                Road::Paved => "paved road".to_owned(),
                Road::Unpaved => "unpaved road".to_owned(),
                Road::Path => "path".to_owned(),
                Road::Rail => "railway".to_owned(),
            }
        }
        Entry::Feature(feature) => {
            ground::side(canvas, [west, east], words.edge(*feature));
            words.feature_name(*feature).to_owned()
        }
        Entry::Network(network) => {
            below::course(canvas, &[west, east], network);
            network.name.clone()
        }
        Entry::Manhole => {
            below::manhole(canvas, at);
            "manhole".to_owned()
        }
        Entry::TunnelMouth => {
            below::entrance(canvas, at);
            "tunnel entrance".to_owned()
        }
        Entry::Floors => {
            canvas.text(at.moved(0.0, 4.0), 11.0, "text-anchor=\"middle\" font-style=\"italic\"", "\u{d7}3");
            "building floors".to_owned()
        }
        Entry::Elevation => {
            canvas.text(at.moved(0.0, 4.0), 11.0, "text-anchor=\"middle\" font-style=\"italic\"", "+1");
            "elevation".to_owned()
        }
        Entry::Below => {
            canvas.rect(
                at.moved(-9.0, -9.0),
                18.0,
                18.0,
                "rx=\"2.5\" fill=\"#f4f2ec\" stroke=\"#333\" stroke-width=\"1.6\" stroke-dasharray=\"4 2.5\"",
            );
            canvas.text(at.moved(0.0, 3.5), 10.0, "text-anchor=\"middle\"", "\u{25bc}1");
            "below ground".to_owned()
        }
        Entry::Side(side, name) => {
            pieces::sample(canvas, picture, at, *side);
            (*name).to_owned()
        }
    }
}
