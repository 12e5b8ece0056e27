//! Symbols for units and other things, on paper and on screen.
//!
//! The enums list what can be drawn, not what games contain: a system picks the symbol closest to its piece and adds
//! its own text. Adding a symbol or size requires code in both renderers, or they do not compile.

use schemars::JsonSchema;
use serde::Serialize;

use super::Marker;
use super::canvas::{Canvas, Spot};

/// The symbol of a unit or thing, as on military maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    /// Infantry with rifles: a crossed box.
    Infantry,
    /// Elite infantry: a crossed box with its upper part filled.
    Elite,
    /// A machine gun, with or without its crew: a crossed box with an arrow.
    MachineGun,
    /// A leader or officer: a box with a star.
    Leader,
    /// A hero: a box with a disc and a triangle.
    Hero,
    /// A gun, or its crew: a box with a filled disc.
    Gun,
    /// A demolition charge, carried or placed.
    Charge,
    /// A unit that is not identified: a question mark.
    Unknown,
}

/// The size of a unit, shown as dots beside its symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// No dots: a single man, or a thing.
    #[default]
    None,
    /// Half a squad: one dot.
    Half,
    /// A squad: two dots.
    Squad,
}

/// The colour of a side's counters. The band on a counter also distinguishes the two, without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideColor {
    /// Drawn as light brown with a plain band, as Soviet counters are printed.
    Brown,
    /// Drawn as grey blue with a hatched band, as German counters are printed.
    Blue,
}

/// The symbol of a marker, as opposed to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A place to hold, with its points as numbers.
    Objective,
    /// The cover of a manhole.
    Lid,
    /// The entrance of a tunnel.
    Mouth,
    /// A passage that cannot be used.
    Barred,
    /// A fire that burns in the Location.
    Blaze,
    /// An unidentified unit. Screens place it among the counters.
    Unknown,
    /// Anything else, described by its text.
    Note,
}

/// The colour of a sewer card and of its marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Paint {
    /// Drawn as dark red, `#b3261e`.
    Red,
    /// Drawn as medium blue, `#2458a6`.
    Blue,
    /// Drawn as medium green, `#2e7d32`.
    Green,
    /// Drawn as golden yellow, `#e0b000`.
    Yellow,
    /// Drawn as pure white, `#ffffff`.
    White,
    /// Drawn as near black, `#1b1815`.
    Black,
}

/// The style of something drawn across several Locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Overlay {
    /// A path through the Locations in order.
    Path,
    /// A dotted line from the first Location to the last.
    Aim,
    /// A shaded field over all Locations.
    Area,
    /// A dashed outline of the area where a side sets up.
    Start,
    /// A connection of the first and last Location below the board.
    Link,
}

/// A token on a square of a card beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SquareToken {
    /// A token that can be used.
    Ready,
    /// A used token, drawn crossed out.
    Spent,
}

/// Width of a symbol's box in its own units; its height is two thirds of that.
const WIDE: f64 = 30.0;

/// Draws the symbol of a unit centred on a point, with a box of the given width.
pub(crate) fn symbol(canvas: &mut Canvas, (symbol, size): (Symbol, Size), at: Spot, width: f64, ink: &str) {
    let scale = width / WIDE;
    canvas.open(&format!(
        "transform=\"translate({:.1} {:.1}) scale({scale:.3})\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\"",
        at.x, at.y
    ));
    let mut path = |d: &str, more: &str| canvas.raw(format_args!("<path d=\"{d}\" {more}/>"));
    let solid = format!("fill=\"{ink}\"");
    const BOX: &str = "M-15 -10H15V10H-15Z";
    const CROSS: &str = "M-15 -10L15 10M15 -10L-15 10";
    match symbol {
        Symbol::Infantry => {
            path(BOX, "");
            path(CROSS, "");
        }
        Symbol::Elite => {
            path(BOX, "");
            path(CROSS, "");
            path("M-15 -10H15L0 0Z", &solid);
        }
        Symbol::MachineGun => {
            path(BOX, "");
            path(CROSS, "");
            path("M0 7V-6M-4 -3L0 -8L4 -3M-4 7H4", "stroke-width=\"2.2\"");
        }
        Symbol::Leader => {
            path(BOX, "");
            path(
                "M0 -8l2.3 5.2 5.7.6-4.300 3.800 1.300 5.600L0 4.300l-5 2.900 1.300-5.600-4.300-3.800 5.700-.6z",
                &solid,
            );
        }
        Symbol::Hero => {
            path(BOX, "");
            path("M0 -9A9 9 0 1 0 0 9A9 9 0 1 0 0 -9M0 -5L5 4H-5Z", &format!("{solid} fill-rule=\"evenodd\""));
        }
        Symbol::Gun => {
            path(BOX, "");
            path("M0 -4A4 4 0 1 0 0 4A4 4 0 1 0 0 -4", &solid);
        }
        Symbol::Charge => {
            path(BOX, "");
            path("M-7 6V-2H7V6ZM0 -2V-6H6", &format!("{solid} stroke-width=\"2\""));
        }
        Symbol::Unknown => path("M-5 -3A5 5 0 1 1 2 1.500Q0 2.500 0 5M0 8V10", "stroke-width=\"2.6\""),
    }
    let dots = match size {
        Size::None => 0,
        Size::Half => 1,
        Size::Squad => 2,
    };
    for dot in 0..dots {
        canvas.circle(Spot { x: -20.0, y: -6.0 + 8.0 * f64::from(dot) }, 2.2, &solid);
    }
    canvas.close();
}

/// Draws a marker centred on a point, `scale` times as large as on a sheet.
pub(crate) fn mark(canvas: &mut Canvas, marker: &Marker, at: Spot, scale: f64) {
    if scale == 1.0 {
        return mark_alone(canvas, marker, at);
    }
    canvas.open(&format!("transform=\"translate({:.1} {:.1}) scale({scale:.2})\"", at.x, at.y));
    mark_alone(canvas, marker, Spot { x: 0.0, y: 0.0 });
    canvas.close();
}

fn mark_alone(canvas: &mut Canvas, marker: &Marker, at: Spot) {
    let (mark, words) = (marker.mark, &marker.text);
    let (fill, stroke) = match mark {
        Mark::Objective => ("#f6d9d0", "#7a1f10"),
        Mark::Lid | Mark::Mouth | Mark::Barred => ("#f8dcb8", "#5a3408"),
        Mark::Blaze => ("#fbc9a8", "#a32b00"),
        Mark::Unknown | Mark::Note => ("#fff7c9", "#4d4310"),
    };
    let sign = match mark {
        Mark::Objective => "\u{2691} ",
        Mark::Lid => "\u{25cd} ",
        Mark::Mouth => "\u{25bc} ",
        Mark::Barred => "\u{2715} ",
        Mark::Blaze => "\u{25b2} ",
        Mark::Unknown | Mark::Note => "",
    };
    let text = format!("{sign}{words}");
    let width = (text.chars().count() as f64 * 5.4 + 8.0).max(14.0);
    let corner = at.moved(-width / 2.0, -6.0);
    let round = if mark == Mark::Unknown { 1 } else { 6 };
    canvas.rect(corner, width, 12.0, &format!("rx=\"{round}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1\""));
    canvas.text(at.moved(0.0, 3.1), 8.5, "text-anchor=\"middle\" fill=\"#2b2507\"", &text);
    if let Some(ink) = marker.paint.map(paint) {
        canvas.circle(corner, 4.0, &format!("fill=\"{ink}\" stroke=\"#2b2507\" stroke-width=\"0.8\""));
    }
    if marker.blocked {
        canvas.line(
            at.moved(-width / 2.0, 5.0),
            at.moved(width / 2.0, -5.0),
            "stroke=\"#a32b00\" stroke-width=\"1.6\"",
        );
    }
}

/// Returns the hexadecimal colour for a paint.
pub(crate) const fn paint(paint: Paint) -> &'static str {
    match paint {
        Paint::Red => "#b3261e",
        Paint::Blue => "#2458a6",
        Paint::Green => "#2e7d32",
        Paint::Yellow => "#e0b000",
        Paint::White => "#ffffff",
        Paint::Black => "#1b1815",
    }
}

/// Draws a square of a card, given its upper left corner: its text and its token. Used tokens are crossed out.
pub(crate) fn square(canvas: &mut Canvas, print: &str, token: Option<SquareToken>, at: Spot, side: f64) {
    canvas.rect(at, side, side, "fill=\"#fffdf7\" stroke=\"#7d766b\" stroke-width=\"0.8\"");
    let middle = at.moved(side / 2.0, side / 2.0);
    match token {
        None => {}
        Some(SquareToken::Ready) => {
            canvas.circle(middle, side * 0.44, "fill=\"#c9dfb4\" stroke=\"#2c5a1b\" stroke-width=\"1\"");
        }
        Some(SquareToken::Spent) => {
            canvas.circle(middle, side * 0.44, "fill=\"#e7b9a6\" stroke=\"#7a1f10\" stroke-width=\"1\"");
            let reach = side * 0.31;
            let cross = "stroke=\"#7a1f10\" stroke-width=\"1\"";
            canvas.line(middle.moved(-reach, -reach), middle.moved(reach, reach), cross);
        }
    }
    canvas.text(middle.moved(0.0, side * 0.24), side * 0.64, "text-anchor=\"middle\" fill=\"#2a2620\"", print);
}
