//! Networks below the board: sewers as solid lines, tunnels dashed, manholes orange.

use super::canvas::{Canvas, Layout, RADIUS, Spot, escape};
use super::{Mark, Marker, Picture};
use crate::grid::HexId;
use crate::network::{Network, NetworkKind, NetworkShape, crossings};

const SEWER: &str = "#111";
const MANHOLE: &str = "#f08a24";

pub(crate) fn networks(canvas: &mut Canvas, picture: &Picture<'_>, layout: &Layout<'_>) {
    for network in picture.networks {
        if let NetworkShape::Line { .. } = network.course {
            let spots: Vec<Spot> = network.hexes.iter().map(|hex| layout.centre(*hex)).collect();
            course(canvas, &spots, network);
        } else if let (NetworkKind::Tunnel, [from, to]) = (network.kind, network.hexes.as_slice()) {
            course(canvas, &[layout.centre(*from), layout.centre(*to)], network);
        }
    }
}

/// Draws the line of a network.
pub(crate) fn course(canvas: &mut Canvas, spots: &[Spot], network: &Network) {
    let color = escape(network.color.as_deref().unwrap_or(SEWER));
    let dashes = match network.kind {
        NetworkKind::Sewer => "",
        NetworkKind::Tunnel => " stroke-dasharray=\"9 6\"",
    };
    canvas.polyline(spots, "stroke=\"#fdfaf2\" stroke-width=\"6.5\" stroke-linecap=\"round\" stroke-opacity=\"0.75\"");
    canvas.polyline(spots, &format!("stroke=\"{color}\" stroke-width=\"3.6\" stroke-linecap=\"round\"{dashes}"));
}

/// Draws manholes, sewer tokens and the entrances of networks.
pub(crate) fn manholes(canvas: &mut Canvas, picture: &Picture<'_>, layout: &Layout<'_>) {
    let board = picture.board;
    let mut holes: Vec<_> = board.manholes().chain(crossings(picture.networks)).collect();
    let known = |marker: &&Marker| marker.mark == Mark::Lid && marker.location.index() < board.locations().len();
    holes.extend(picture.markers.iter().filter(known).filter_map(|marker| board.location(marker.location).hex));
    for network in picture.networks.iter().filter(|network| network.course == NetworkShape::Entrances) {
        match network.kind {
            NetworkKind::Sewer => holes.extend(&network.hexes),
            NetworkKind::Tunnel => {
                for hex in &network.hexes {
                    entrance(canvas, layout.centre(*hex));
                }
            }
        }
    }
    holes.sort_unstable();
    holes.dedup();
    for hex in holes {
        // Moved aside where a counter would cover it.
        let (x, y) = if occupied(picture, hex) { (-RADIUS * 0.69, -RADIUS * 0.16) } else { (0.0, 0.0) };
        manhole(canvas, layout.centre(hex).moved(x, y));
    }
}

fn occupied(picture: &Picture<'_>, hex: HexId) -> bool {
    let counters = picture.counters.iter().map(|counter| counter.location);
    let markers = picture.markers.iter().filter(|marker| !marker.is_lid()).map(|marker| marker.location);
    counters.chain(markers).any(|at| picture.board.at(hex).contains(&at))
}

/// Draws a round manhole cover with a grid.
pub(crate) fn manhole(canvas: &mut Canvas, at: Spot) {
    canvas.circle(at, 9.5, &format!("fill=\"{MANHOLE}\" stroke=\"#111\" stroke-width=\"2.2\""));
    for off in [-3.2, 3.2] {
        canvas.line(at.moved(off, -6.5), at.moved(off, 6.5), "stroke=\"#111\" stroke-width=\"1\"");
        canvas.line(at.moved(-6.5, off), at.moved(6.5, off), "stroke=\"#111\" stroke-width=\"1\"");
    }
}

/// Draws the entrance of a tunnel.
pub(crate) fn entrance(canvas: &mut Canvas, at: Spot) {
    let (x, y) = (at.x, at.y);
    canvas.raw(format_args!(
        "<path d=\"M{:.1} {:.1}v-6a8.5 8.5 0 0 1 17 0v6z\" fill=\"#111\" stroke=\"#fdfaf2\" stroke-width=\"1.5\"/>",
        x - 8.5,
        y + 7.0
    ));
}
