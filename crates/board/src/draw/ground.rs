//! The surface of the board: terrain, roads, buildings, hexsides, labels.

use super::canvas::{Canvas, HALF, Layout, RADIUS, Spot};
use super::style;
use crate::board::Board;
use crate::direction::Direction;
use crate::grid::HexId;
use crate::terrain::{Edge, FeatureId, Look, Road, TerrainId};

pub(crate) fn terrain(canvas: &mut Canvas, board: &Board, layout: &Layout<'_>) {
    canvas.open("stroke=\"none\"");
    for hex in board.grid().hexes() {
        // A building is drawn as a block on bare ground.
        let terrain = if board.floors(hex) > 0 { TerrainId::default() } else { board.terrain(hex) };
        let style = style::ink(board.words().look(terrain));
        let corners = layout.corners(hex);
        canvas.polygon(&corners, &format!("fill=\"{}\"", style.fill));
        if let Some(pattern) = style.pattern {
            canvas.polygon(&corners, &format!("fill=\"url(#{pattern})\""));
        }
    }
    canvas.close();
}

pub(crate) fn roads(canvas: &mut Canvas, board: &Board, layout: &Layout<'_>) {
    for road in [Road::Path, Road::Unpaved, Road::Paved, Road::Rail] {
        for stroke in style::road(road) {
            canvas.open(stroke);
            for hex in board.grid().hexes() {
                let centre = layout.centre(hex);
                for way in Direction::ALL.into_iter().filter(|way| board.road(hex, *way) == Some(road)) {
                    canvas.line(centre, middle(layout, hex, way), "");
                }
            }
            canvas.close();
        }
    }
}

pub(crate) fn middle(layout: &Layout<'_>, hex: HexId, way: Direction) -> Spot {
    let [from, to] = ends(layout, hex, way);
    from.towards(to, 0.5)
}

fn ends(layout: &Layout<'_>, hex: HexId, way: Direction) -> [Spot; 2] {
    let corners = layout.corners(hex);
    [corners[way.index()], corners[(way.index() + 1) % 6]]
}

/// Draws buildings: a block in each hex, joined to adjacent blocks of the same building. Stairs belong to any building.
pub(crate) fn buildings(canvas: &mut Canvas, board: &Board, layout: &Layout<'_>) {
    let built = || board.grid().hexes().filter(|hex| board.floors(*hex) > 0);
    canvas.open("fill=\"#3d342a\" stroke=\"#3d342a\" stroke-width=\"4\" stroke-linejoin=\"round\"");
    for hex in built() {
        block(canvas, board, layout, hex, "");
    }
    canvas.close();
    for hex in built() {
        let look = style::ink(board.words().look(board.terrain(hex)));
        // The thin line hides the seams between the parts of a block.
        let fill = format!("fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.8\"", look.fill);
        block(canvas, board, layout, hex, &fill);
        if let Some(pattern) = look.pattern {
            block(canvas, board, layout, hex, &format!("fill=\"url(#{pattern})\""));
        }
    }
}

const BLOCK: f64 = 0.74;

fn joined(board: &Board, hex: HexId, other: HexId) -> bool {
    let built = board.floors(hex) > 0 && board.floors(other) > 0;
    let stairs = |hex| board.words().look(board.terrain(hex)) == Look::Stairs;
    built && (board.building(hex) == board.building(other) || stairs(hex) || stairs(other))
}

fn shrunk(layout: &Layout<'_>, hex: HexId, part: f64) -> [Spot; 6] {
    let centre = layout.centre(hex);
    layout.corners(hex).map(|corner| centre.towards(corner, part))
}

fn block(canvas: &mut Canvas, board: &Board, layout: &Layout<'_>, hex: HexId, attributes: &str) {
    let here = shrunk(layout, hex, BLOCK);
    canvas.polygon(&here, attributes);
    // Only adjacent hexes later in board order, to draw each join once.
    let next = |way: Direction| {
        let other = board.grid().neighbour(hex, way).filter(|other| *other > hex)?;
        joined(board, hex, other).then(|| (way, shrunk(layout, other, BLOCK)))
    };
    for (way, there) in Direction::ALL.into_iter().filter_map(next) {
        let (i, j) = (way.index(), way.opposite().index());
        let bridge = [here[i], here[(i + 1) % 6], there[j], there[(j + 1) % 6]];
        canvas.polygon(&bridge, attributes);
        // Where three blocks meet, the corner between the bridges must be filled.
        if let Some((_, third)) = next(way.clockwise()) {
            let corner = (i + 1) % 6;
            canvas.polygon(&[here[corner], there[(corner + 4) % 6], third[(corner + 2) % 6]], attributes);
        }
    }
}

pub(crate) fn hexes(canvas: &mut Canvas, board: &Board, layout: &Layout<'_>) {
    canvas.open("fill=\"none\" stroke=\"#7d766b\" stroke-width=\"1\"");
    for hex in board.grid().hexes() {
        canvas.polygon(&layout.corners(hex), "");
    }
    canvas.close();
}

pub(crate) fn hexsides(canvas: &mut Canvas, board: &Board, layout: &Layout<'_>) {
    for hex in board.grid().hexes() {
        for way in Direction::ALL {
            // Each hexside once, by the hex that names it.
            if board.grid().hexside(hex, way).hex() != hex {
                continue;
            }
            let ends = ends(layout, hex, way);
            // Doors and windows are gaps in other features and are drawn last.
            let gap = |feature: &FeatureId| matches!(board.words().edge(*feature), Edge::Door | Edge::Window);
            let mut features: Vec<FeatureId> = board.features(hex, way).iter().collect();
            features.sort_by_key(gap);
            for feature in features {
                side(canvas, ends, board.words().edge(feature));
            }
        }
    }
}

/// Draws one hexside feature between two points.
pub(crate) fn side(canvas: &mut Canvas, [from, to]: [Spot; 2], edge: Edge) {
    let part = |a: f64, b: f64| (from.towards(to, a), from.towards(to, b));
    let length = libm::hypot(to.x - from.x, to.y - from.y).max(1.0);
    let out = Spot { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
    match edge {
        Edge::Wall => canvas.line(from, to, "stroke=\"#221d18\" stroke-width=\"5\" stroke-linecap=\"round\""),
        Edge::Hedge => {
            canvas.line(
                from,
                to,
                "stroke=\"#3f6b2c\" stroke-width=\"5.5\" stroke-linecap=\"round\" stroke-dasharray=\"0.1 5.6\"",
            );
            canvas.line(from, to, "stroke=\"#3f6b2c\" stroke-width=\"2\"");
        }
        Edge::Door => {
            let (a, b) = part(0.28, 0.72);
            canvas.line(a, b, "stroke=\"#fffaf0\" stroke-width=\"6\"");
            canvas.line(a, b.moved(out.x * 9.0, out.y * 9.0), "stroke=\"#221d18\" stroke-width=\"1.8\"");
            canvas.circle(a, 1.8, "fill=\"#221d18\"");
        }
        Edge::Window => {
            let (a, b) = part(0.25, 0.75);
            canvas.line(a, b, "stroke=\"#fffaf0\" stroke-width=\"6\"");
            for off in [-2.2, 2.2] {
                let moved = |spot: Spot| spot.moved(out.x * off, out.y * off);
                canvas.line(moved(a), moved(b), "stroke=\"#221d18\" stroke-width=\"1.4\"");
            }
        }
    }
}

/// Left edge of labels, clear of the lines of sewers and railways in the middle.
const LEFT: f64 = -RADIUS * 0.5;

/// Draws labels of hexes, codes of terrain, floors and elevations.
pub(crate) fn labels(canvas: &mut Canvas, board: &Board, layout: &Layout<'_>) {
    let codes = style::codes(board.words());
    canvas.open(
        "fill=\"#2a2620\" stroke=\"#fdfaf2\" stroke-width=\"2\" paint-order=\"stroke\" stroke-linejoin=\"round\"",
    );
    for hex in board.grid().hexes() {
        let centre = layout.centre(hex);
        canvas.text(centre.moved(LEFT, 11.0 - HALF), 9.5, "", board.grid().label(hex));
        let mut foot: Vec<String> = Vec::new();
        foot.extend(codes.get(usize::from(board.terrain(hex).0)).filter(|code| !code.is_empty()).cloned());
        if board.floors(hex) > 0 {
            foot.push(format!("\u{d7}{}", board.floors(hex)));
        }
        if board.elevation(hex) != 0 {
            foot.push(format!("{:+}", board.elevation(hex)));
        }
        if !foot.is_empty() {
            canvas.text(
                centre.moved(-LEFT, HALF - 4.5),
                9.5,
                "text-anchor=\"end\" font-style=\"italic\"",
                &foot.join(" "),
            );
        }
    }
    canvas.close();
}

/// Draws a sample hex of one terrain for the legend.
pub(crate) fn sample(canvas: &mut Canvas, at: Spot, look: Look) {
    let corners: [Spot; 6] = std::array::from_fn(|i| {
        let angle = std::f64::consts::FRAC_PI_3 * i as f64;
        at.moved(RADIUS * 0.34 * libm::cos(angle), RADIUS * 0.34 * libm::sin(angle))
    });
    let look = style::ink(look);
    canvas.polygon(&corners, &format!("fill=\"{}\"", look.fill));
    if let Some(pattern) = look.pattern {
        canvas.polygon(&corners, &format!("fill=\"url(#{pattern})\""));
    }
    canvas.polygon(&corners, "fill=\"none\" stroke=\"#7d766b\"");
}
