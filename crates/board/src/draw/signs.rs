//! Signs: what can be drawn of a unit and of what lies about, on paper and on a screen.
//!
//! The enums name what a drawing knows, not what games have: a system picks the sign that says most about its piece and puts
//! its own words beside it. A new symbol or size is drawn by both drawings, or they do not compile.

use schemars::JsonSchema;
use serde::Serialize;

use super::Marker;
use super::canvas::{Canvas, Spot};

/// The sign of a unit or a thing, as staff maps draw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    /// Men with rifles.
    Infantry,
    /// Elite infantry.
    Elite,
    /// A machine gun, or men with one.
    MachineGun,
    /// A leader.
    Leader,
    /// A hero.
    Hero,
    /// A gun, or its crew.
    Gun,
    /// A demolition charge.
    Charge,
    /// A unit that is not identified.
    Unknown,
}

/// How large a unit is, as staff maps write it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Nothing is written: a man, a thing.
    #[default]
    None,
    /// Half a squad.
    Half,
    /// A squad.
    Squad,
}

/// The sign of what lies about and is no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Something to be held; its numbers say what for.
    Objective,
    /// The lid of a manhole.
    Lid,
    /// The way into a tunnel.
    Mouth,
    /// There is no way through here.
    Barred,
    /// It burns.
    Blaze,
    /// Somebody of whom nothing is known. A screen lays it among the counters.
    Unknown,
    /// Anything else, in words.
    Note,
}

/// The colour of a sewer card and of its marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Paint {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// White.
    White,
    /// Black.
    Black,
}

/// How something is drawn over several Locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Overlay {
    /// A way through them in order.
    Path,
    /// A line from the first to the last.
    Aim,
    /// A field over them.
    Area,
    /// A field in which a side begins.
    Start,
    /// The first and the last hang together below the board.
    Link,
}

/// What lies on a square of a sheet beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SquareToken {
    /// Ready to be used.
    Ready,
    /// Used up for now.
    Spent,
}

/// Width of the box of a sign, in its own units; it is as high as two thirds of that.
const WIDE: f64 = 30.0;

/// Draws the sign of a unit around a place, its box so wide.
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

/// Draws what lies about, around a place.
pub(crate) fn mark(canvas: &mut Canvas, marker: &Marker, at: Spot) {
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

/// The ink of a paint.
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

/// Draws a square of a sheet by its upper left corner: its print, and what lies on it. What is spent is crossed out.
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
