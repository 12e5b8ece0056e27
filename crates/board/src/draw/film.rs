//! Several positions of one game as layers of one drawing: a page shows one after the other.

use super::canvas::{Canvas, HALF, Layout, MARGIN, RADIUS, Spot};
use super::{Marker, Picture, below, ground, overlays, pieces, style};

/// What a film shows clearly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// The street, with what is below it as on a sheet.
    Day,
    /// What is below: the street is dark, and a line follows the lowest counters from picture to picture.
    Below,
}

/// Draws the board once and each picture as a layer over it: `<g class="shot shot-N">`, N from 0. The styles of the page
/// show one layer at a time. All pictures must be of one board. A film has no `style` and no script.
///
/// `around` are the pictures whose counters below ground decide which part of the board is shown.
pub fn film(pictures: &[Picture<'_>], around: &[Picture<'_>], light: Light, title: &str) -> String {
    let Some(first) = pictures.first() else { return String::new() };
    let (board, layout) = (first.board, Layout::new(first.board, MARGIN));
    let mut body = Canvas::default();
    ground::terrain(&mut body, board, &layout);
    ground::roads(&mut body, board, &layout);
    ground::buildings(&mut body, board, &layout);
    ground::hexes(&mut body, board, &layout);
    ground::hexsides(&mut body, board, &layout);
    ground::labels(&mut body, board, &layout);
    if light == Light::Below {
        let size = layout.size();
        body.rect(Spot { x: 0.0, y: 0.0 }, size.x + 2.0 * MARGIN, size.y + 2.0 * MARGIN, "class=\"veil\"");
    }
    below::networks(&mut body, first, &layout);
    let mut lids = first.clone();
    lids.counters.clear();
    lids.markers.retain(Marker::is_lid);
    below::manholes(&mut body, &lids, &layout);
    let mut trail = Vec::new();
    for (number, picture) in pictures.iter().enumerate() {
        body.open(&format!("class=\"shot shot-{number}\""));
        match light {
            Light::Day => layer(&mut body, picture, &layout),
            Light::Below => {
                let (street, buried) = divided(picture);
                body.open("class=\"street\"");
                layer(&mut body, &street, &layout);
                body.close();
                let spots = spots(picture, &layout);
                if let Some(spot) = spots.last().filter(|spot| trail.last() != Some(*spot)) {
                    trail.push(*spot);
                }
                body.polyline(&trail, "class=\"trail\"");
                spots.iter().for_each(|spot| body.circle(*spot, RADIUS * 0.95, "class=\"glow\""));
                layer(&mut body, &buried, &layout);
            }
        }
        body.close();
    }
    let (corner, size) = window(around, &layout);
    let (left, top, wide, high) = (corner.x, corner.y, size.x, size.y);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.0} {top:.0} {wide:.0} {high:.0}\" role=\"img\" aria-label=\"{}\">\
         <defs>{}</defs>{}</svg>",
        super::canvas::escape(title),
        style::PATTERNS,
        body.into_text()
    )
}

fn layer(body: &mut Canvas, picture: &Picture<'_>, layout: &Layout<'_>) {
    overlays::overlays(body, picture, layout);
    pieces::on_board(body, picture, layout, 1.0);
}

/// Returns a picture without its counters below ground, and one with nothing else.
fn divided<'a>(picture: &Picture<'a>) -> (Picture<'a>, Picture<'a>) {
    let is_below = |at| picture.board.location(at).kind.is_underground();
    let (mut street, mut buried) = (picture.clone(), picture.clone());
    street.counters.retain(|counter| !is_below(counter.location));
    buried.counters.retain(|counter| is_below(counter.location));
    buried.markers.clear();
    buried.overlays.clear();
    (street, buried)
}

/// Returns the places of the counters below ground, each once.
fn spots(picture: &Picture<'_>, layout: &Layout<'_>) -> Vec<Spot> {
    let mut spots = Vec::new();
    for counter in &picture.counters {
        let location = picture.board.location(counter.location);
        if let Some(hex) = location.hex.filter(|_| location.kind.is_underground()) {
            let spot = layout.centre(hex);
            if !spots.contains(&spot) {
                spots.push(spot);
            }
        }
    }
    spots
}

/// Returns the part of the board where counters are below ground, with two hexes around it: its corner and its size. The
/// whole board if no counter is.
fn window(pictures: &[Picture<'_>], layout: &Layout<'_>) -> (Spot, Spot) {
    let whole = layout.size();
    let all: Vec<Spot> = pictures.iter().flat_map(|picture| spots(picture, layout)).collect();
    let bound = |of: fn(&Spot) -> f64, most: f64, room: f64| {
        let low = all.iter().map(of).fold(f64::INFINITY, f64::min) - room;
        let high = all.iter().map(of).fold(f64::NEG_INFINITY, f64::max) + room;
        if low.is_finite() { (low.max(MARGIN - 8.0), high.min(most)) } else { (MARGIN - 8.0, most) }
    };
    let (left, right) = bound(|spot| spot.x, MARGIN + whole.x + 8.0, RADIUS * 3.1);
    let (top, bottom) = bound(|spot| spot.y, MARGIN + whole.y + 8.0, HALF * 2.6);
    (Spot { x: left, y: top }, Spot { x: right - left, y: bottom - top })
}
