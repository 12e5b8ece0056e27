//! Drawings across several Locations: paths, aims, fields, links. They don't hide counters.

use super::canvas::{Canvas, HALF, Layout, RADIUS, Spot, fitting};
use super::signs::{Overlay, SideColor};
use super::{Drawn, Picture};
use crate::grid::HexId;

/// Draws all overlays above the ground.
pub(crate) fn overlays(canvas: &mut Canvas, picture: &Picture<'_>, layout: &Layout<'_>) {
    let board = picture.board;
    for drawn in &picture.overlays {
        let known = drawn.locations.iter().filter(|id| id.index() < board.locations().len());
        let mut hexes: Vec<_> = known.filter_map(|id| board.location(*id).hex).collect();
        if matches!(drawn.kind, Overlay::Area | Overlay::Start) {
            hexes.sort_unstable();
        }
        hexes.dedup();
        let spots: Vec<Spot> = hexes.iter().map(|hex| layout.centre(*hex)).collect();
        let (Some(first), Some(last)) = (spots.first(), spots.last()) else { continue };
        let ink = match drawn.side.and_then(|side| picture.color(side)) {
            Some(SideColor::Brown) => "#8a4b12",
            Some(SideColor::Blue) => "#22507a",
            None => "#4a443b",
        };
        match drawn.kind {
            Overlay::Path => {
                canvas.polyline(&spots, &format!("stroke=\"{ink}\" stroke-width=\"3\" stroke-dasharray=\"8 4\""));
                canvas.circle(*last, 5.0, &format!("fill=\"#fffdf7\" stroke=\"{ink}\" stroke-width=\"2.4\""));
            }
            Overlay::Aim => {
                canvas.line(*first, *last, &format!("stroke=\"{ink}\" stroke-width=\"1.8\" stroke-dasharray=\"3 3\""));
                canvas.circle(*last, 9.0, &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\""));
            }
            Overlay::Area => field(canvas, layout, &hexes, "fill=\"#8d8a86\" fill-opacity=\"0.35\" stroke=\"none\""),
            Overlay::Start => {
                let dashes = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.4\" stroke-dasharray=\"7 5\"");
                field(canvas, layout, &hexes, &dashes);
            }
            Overlay::Link => {
                canvas.line(*first, *last, &format!("stroke=\"{ink}\" stroke-width=\"3.6\" stroke-dasharray=\"2 6\""));
            }
        }
        label(canvas, drawn, if matches!(drawn.kind, Overlay::Area | Overlay::Start) { *first } else { *last }, ink);
    }
}

fn field(canvas: &mut Canvas, layout: &Layout<'_>, hexes: &[HexId], ink: &str) {
    for hex in hexes {
        let middle = layout.centre(*hex);
        canvas.polygon(&layout.corners(*hex).map(|corner| corner.towards(middle, 0.08)), ink);
    }
}

fn label(canvas: &mut Canvas, drawn: &Drawn, at: Spot, ink: &str) {
    let size = fitting(&drawn.label, RADIUS * 1.5, 9.0);
    let print = format!("text-anchor=\"middle\" fill=\"{ink}\" font-style=\"italic\"");
    canvas.text(at.moved(0.0, HALF * 0.86), size, &print, &drawn.label);
}
