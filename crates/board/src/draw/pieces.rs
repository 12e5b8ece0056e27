//! Counters and markers, on the board and beside it.

use std::collections::BTreeMap;

use super::canvas::{Canvas, Layout, Spot, fitting};
use super::signs::{self, SideColor, Size, Symbol};
use super::{Counter, Marker, Picture, Sheet};
use crate::location::Location;
use crate::naming::LocationId;

/// Side length of a counter, in units of the sheet.
pub(crate) const SIZE: f64 = 46.0;

#[derive(Default)]
struct Stack<'a> {
    counters: Vec<&'a Counter>,
    markers: Vec<&'a Marker>,
}

fn stacks<'a>(picture: &'a Picture<'_>) -> BTreeMap<LocationId, Stack<'a>> {
    let mut stacks: BTreeMap<LocationId, Stack<'a>> = BTreeMap::new();
    let known = picture.board.locations().len();
    for counter in picture.counters.iter().filter(|counter| counter.location.index() < known) {
        stacks.entry(counter.location).or_default().counters.push(counter);
    }
    for marker in picture.markers.iter().filter(|marker| marker.location.index() < known && !marker.is_lid()) {
        stacks.entry(marker.location).or_default().markers.push(marker);
    }
    stacks
}

/// Draws everything in hexes, with markers `marks` times as large as on a sheet. Stacks in one hex are placed side by
/// side, the lowest level lowest.
pub(crate) fn on_board(canvas: &mut Canvas, picture: &Picture<'_>, layout: &Layout<'_>, marks: f64) {
    let stacks = stacks(picture);
    for hex in picture.board.grid().hexes() {
        let mut here: Vec<(&Location, &Stack<'_>)> = (picture.board.at(hex).iter())
            .filter_map(|id| stacks.get(id).map(|stack| (picture.board.location(*id), stack)))
            .collect();
        here.sort_by_key(|(location, _)| std::cmp::Reverse(location.level));
        let (many, centre) = (here.len(), layout.centre(hex));
        for (place, (location, stack)) in here.into_iter().enumerate() {
            let scale = match (many, stack.counters.len()) {
                (1, 0 | 1) => 1.0,
                (1, _) => 0.9,
                (2, _) => 0.8,
                _ => 0.66,
            };
            // From upper right to lower left, clear of the label and the terrain code.
            let off = (place as f64 - (many as f64 - 1.0) / 2.0) * SIZE * 0.72;
            draw(canvas, picture, stack, location, centre.moved(-off * 0.9, off * 0.9 + 3.0), (scale, marks));
        }
    }
}

/// Draws a stack in a Location, with the scales of its counters and of its markers.
fn draw(
    canvas: &mut Canvas,
    picture: &Picture<'_>,
    stack: &Stack<'_>,
    location: &Location,
    at: Spot,
    (scale, marks): (f64, f64),
) {
    let size = SIZE * scale;
    let corner = at.moved(-size / 2.0, -size / 2.0);
    // Far enough apart to read the first line of each, while the stack stays in its hex.
    let spread = (24.0 / stack.counters.len().saturating_sub(1).max(1) as f64).min(size * 0.3);
    for (place, counter) in stack.counters.iter().enumerate() {
        let off = (place as f64 - (stack.counters.len() as f64 - 1.0) / 2.0) * spread;
        one(canvas, counter, picture.color(counter.side), location, corner.moved(off, -off), size);
    }
    for (place, marker) in stack.markers.iter().enumerate() {
        let foot = if stack.counters.is_empty() { 0.0 } else { size / 2.0 + 3.0 };
        let spot = at.moved(0.0, foot + place as f64 * 11.0 * marks);
        signs::mark(canvas, marker, spot, marks);
    }
}

fn one(canvas: &mut Canvas, counter: &Counter, color: Option<SideColor>, location: &Location, at: Spot, size: f64) {
    let (fill, ink) = match color {
        Some(SideColor::Brown) => ("#e9c79a", "#4a2a0c"),
        Some(SideColor::Blue) => ("#bccbd9", "#1d3449"),
        None => ("#f4f2ec", "#333"),
    };
    let below = location.kind.is_underground();
    let dashes = if below { " stroke-dasharray=\"4 2.5\"" } else { "" };
    canvas.rect(at.moved(1.5, 1.5), size, size, "rx=\"2.5\" fill=\"#000\" fill-opacity=\"0.35\"");
    canvas.rect(at, size, size, &format!("rx=\"2.5\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1.6\"{dashes}"));
    // The band distinguishes the sides without colour.
    if let Some(color) = color {
        let band = if color == SideColor::Blue { "url(#band)" } else { ink };
        canvas.rect(at.moved(2.0, 2.0), size - 4.0, size * 0.09, &format!("fill=\"{band}\""));
    }
    lines(canvas, counter, ink, at, size);
    let badge = match location.level {
        _ if below => Some(format!("\u{25bc}{}", -i16::from(location.level))),
        level if level > 0 => Some(format!("\u{25b2}{level}")),
        _ => None,
    };
    if let Some(badge) = badge {
        let corner = at.moved(size - 8.0, -4.0);
        canvas.rect(corner, 15.0, 10.5, &format!("rx=\"2\" fill=\"{ink}\""));
        canvas.text(corner.moved(7.5, 8.4), 7.5, "text-anchor=\"middle\" fill=\"#fff\"", &badge);
    }
}

fn lines(canvas: &mut Canvas, counter: &Counter, ink: &str, at: Spot, size: f64) {
    let foot = if counter.state.is_some() { size * 0.27 } else { 0.0 };
    // A counter without lines is a sample for the legend.
    let sign = if counter.lines.is_empty() { 0.0 } else { size * 0.25 };
    if sign > 0.0 {
        signs::symbol(canvas, counter.symbol, at.moved(size / 2.0, size * 0.26), size * 0.32, ink);
    }
    let room = size * 0.86 - foot - sign;
    let shown = &counter.lines[..counter.lines.len().min(3)];
    let mut sizes: Vec<f64> = shown.iter().map(|line| fitting(line, size - 5.0, size * 0.36)).collect();
    for size in sizes.iter_mut().skip(1) {
        *size *= 0.82;
    }
    let tall: f64 = sizes.iter().map(|size| size * 1.12).sum();
    let squeeze = if tall > room { room / tall } else { 1.0 };
    let mut y = size * 0.12 + sign + (room - tall * squeeze) / 2.0;
    for (place, (line, letter)) in shown.iter().zip(&sizes).enumerate() {
        let letter = letter * squeeze;
        y += letter * 0.92;
        let weight = if place == 0 { " font-weight=\"bold\"" } else { "" };
        canvas.text(at.moved(size / 2.0, y), letter, &format!("text-anchor=\"middle\" fill=\"{ink}\"{weight}"), line);
        y += letter * 0.2;
    }
    if let Some(state) = &counter.state {
        canvas.rect(at.moved(1.0, size - foot), size - 2.0, foot - 1.0, "fill=\"#1b1815\"");
        let letter = fitting(state, size - 4.0, foot * 0.78);
        canvas.text(at.moved(size / 2.0, size - foot * 0.3), letter, "text-anchor=\"middle\" fill=\"#fff\"", state);
    }
}

/// Draws Locations beside the board with their contents, in rows of boxes. Returns the height used.
pub(crate) fn beside_board(canvas: &mut Canvas, picture: &Picture<'_>, top: f64, left: f64, width: f64) -> f64 {
    const BOX: f64 = 104.0;
    let stacks = stacks(picture);
    let off: Vec<LocationId> =
        picture.board.location_ids().filter(|id| picture.board.location(*id).hex.is_none()).collect();
    let a_row = ((width / BOX) as usize).max(1);
    for (place, id) in off.iter().enumerate() {
        let at = Spot { x: left + (place % a_row) as f64 * BOX, y: top + (place / a_row) as f64 * BOX };
        let location = picture.board.location(*id);
        canvas.rect(at, BOX - 8.0, BOX - 8.0, "rx=\"5\" fill=\"#f7f3e6\" stroke=\"#7d766b\" stroke-width=\"1.2\"");
        let letter = fitting(&location.label, BOX - 18.0, 10.0);
        canvas.text(at.moved(6.0, 13.0), letter, "fill=\"#2a2620\"", &location.label);
        for sheet in picture.sheets.iter().filter(|sheet| sheet.location == *id) {
            sheet_in(canvas, sheet, at, BOX - 8.0);
        }
        if let Some(stack) = stacks.get(id) {
            draw(canvas, picture, stack, location, at.moved((BOX - 8.0) / 2.0, (BOX + 6.0) / 2.0), (1.2, 1.0));
        }
    }
    off.len().div_ceil(a_row) as f64 * BOX
}

/// Draws a band in the card's colour, and its squares along the foot of its box.
fn sheet_in(canvas: &mut Canvas, sheet: &Sheet, at: Spot, width: f64) {
    if let Some(paint) = sheet.paint {
        let ink = format!("fill=\"{}\" stroke=\"#2a2620\" stroke-width=\"0.6\"", signs::paint(paint));
        canvas.rect(at.moved(width - 11.0, 4.0), 7.0, 10.0, &ink);
    }
    let side = ((width - 8.0) / sheet.squares.len().max(1) as f64).min(12.0);
    for (place, (print, token)) in sheet.squares.iter().enumerate() {
        signs::square(canvas, print, *token, at.moved(4.0 + place as f64 * side, width - side - 1.0), side);
    }
}

/// Draws a blank counter of a side for the legend.
pub(crate) fn sample(canvas: &mut Canvas, picture: &Picture<'_>, at: Spot, side: u8) {
    let ground = Location::beside(crate::location::LocationKind::Beside, "");
    let counter = Counter {
        location: LocationId(0),
        side,
        symbol: (Symbol::Infantry, Size::None),
        lines: Vec::new(),
        state: None,
    };
    one(canvas, &counter, picture.color(side), &ground, at.moved(-9.0, -9.0), 18.0);
}
