//! Reading of a scenario's sewers (39.1, 39.9).

use arrayvec::ArrayVec;
use board::scenario::{Diagnostic, Item, Reader};
use board::{Board, Direction, HexId, LocationId, LocationKind, Network, NetworkKind, NetworkShape, crossings};

use crate::printed::clause::{S39_1, S39_9A, S39_9B, S39_9C, SC2, SC3};
use crate::setting::spot::LINES;
use crate::setup::scenario::Printed;

/// The most sewers of a scenario.
pub const SEWERS: usize = 32;

/// Sewers as read from the scenario.
#[derive(Debug, Default)]
pub struct Sewers {
    pub networks: Vec<Network>,
    /// By sewer: its Locations, in order.
    pub lines: Vec<Vec<LocationId>>,
    /// All Locations at middle level.
    pub middles: Vec<LocationId>,
}

/// Reads and checks the networks, and adds their Locations to the board.
pub fn read(reader: &mut Reader<'_>, board: &mut Board, as_printed: bool) -> Sewers {
    let mut networks = reader.placed_networks(board);
    for printed in reader.items::<Printed>("printed") {
        replace(reader, board, &mut networks, &printed, as_printed);
    }
    for network in &networks {
        check_network(reader, board, network, as_printed);
    }
    if networks.len() > SEWERS {
        let span = networks.last().map_or(0..0, |network| network.span.clone());
        SC3.broken_by(reader, span, Diagnostic::new(format!("a scenario can have at most {SEWERS} sewers")));
        networks.truncate(SEWERS);
    }
    let networks: Vec<Network> = networks.into_iter().map(|network| network.value).collect();
    check_manholes(reader, board, &networks, as_printed);
    let mut sewers = Sewers { networks, ..Sewers::default() };
    sewers.add_levels(board);
    sewers
}

/// Replaces the line of a sewer by its printed one (39.9C).
fn replace(reader: &mut Reader<'_>, board: &Board, networks: &mut [Item<Network>], printed: &Printed, play: bool) {
    let [from, to] = &printed.line;
    let (from, to) = (reader.hex(board, from), reader.hex(board, to));
    let Some(network) = networks.iter_mut().find(|network| network.name == *printed.sewer.get_ref()) else {
        let problem = Diagnostic::new(format!("unknown sewer `{}`", printed.sewer.get_ref()));
        S39_9C.broken_by(reader, printed.sewer.span(), problem);
        return;
    };
    if let (Some(from), Some(to), true) = (from, to, play && S39_9C.is_in_force()) {
        let (hexes, straight) = board.grid().line(from, to);
        if !straight {
            let problem = Diagnostic::new("this sewer line is not a straight row of hexes")
                .label("the sewer follows the nearest hexes");
            reader.warning(printed.line[0].span().start..printed.line[1].span().end, problem.clause(S39_9C.id()));
        }
        network.value.hexes = hexes;
        network.value.course = NetworkShape::Line { straight };
    }
}

fn check_network(reader: &mut Reader<'_>, board: &Board, network: &Item<Network>, as_printed: bool) {
    let (name, span) = (&network.name, || network.span.clone());
    let NetworkShape::Line { straight } = network.course else {
        SC2.broken_by(
            reader,
            span(),
            Diagnostic::new(format!("sewer `{name}` is not a line")).help("write line = [from, to]"),
        );
        return;
    };
    if network.kind != NetworkKind::Sewer {
        SC2.broken_by(
            reader,
            span(),
            Diagnostic::new(format!("network `{name}` is not a sewer")).help("write kind = \"sewer\""),
        );
    }
    if let Some(color) = network.color.as_deref().filter(|color| *color != "black") {
        let problem = Diagnostic::new(format!("sewer `{name}` has color {color}")).help("sewers are drawn in black");
        S39_9B.broken_by(reader, span(), problem);
    }
    if network.hexes.len() > 200 {
        SC3.broken_by(reader, span(), Diagnostic::new("a sewer can have at most 200 hexes"));
    }
    let edge = |hex: HexId| Direction::ALL.into_iter().any(|way| board.grid().neighbour(hex, way).is_none());
    let (first, last) = (network.hexes.first().copied(), network.hexes.last().copied());
    let fit = |hex: Option<HexId>| hex.is_some_and(|hex| edge(hex) || board.manhole(hex));
    let one_edge = [first, last].into_iter().flatten().any(edge);
    let fits = straight && fit(first) && fit(last) && one_edge;
    if !as_printed && !fits {
        let problem = Diagnostic::new(format!("sewer `{name}` must run in a straight row from edge to edge"));
        S39_9A.broken_by(reader, span(), problem.help("one end may be a manhole instead"));
    }
}

/// Checks that each manhole is on a sewer and each crossing has a manhole, unless the sewers are as printed (SNP-SC2).
fn check_manholes(reader: &mut Reader<'_>, board: &Board, networks: &[Network], as_printed: bool) {
    let span = reader.place_of("board");
    let crossed = crossings(networks);
    for hex in board.manholes() {
        if !networks.iter().any(|network| network.hexes.contains(&hex)) {
            let problem = Diagnostic::new(format!("manhole {} is not on a sewer", board.grid().label(hex)));
            // As printed, some suggested manholes are beside the sewers; they lead nowhere.
            if as_printed {
                reader.warning(span.clone(), problem.clause(SC2.id()));
            } else {
                SC2.broken_by(reader, span.clone(), problem);
            }
        }
    }
    for hex in crossed {
        let many = networks.iter().filter(|network| network.hexes.contains(&hex)).count() > LINES;
        if many {
            let problem = Diagnostic::new(format!("at most {LINES} sewers can cross in a hex"));
            SC3.broken_by(reader, span.clone(), problem);
        }
        if !board.manhole(hex) && !as_printed {
            let problem =
                Diagnostic::new(format!("two sewers cross in {}, which has no manhole", board.grid().label(hex)));
            SC2.broken_by(reader, span.clone(), problem);
        }
    }
}

impl Sewers {
    /// Adds sewer level along all sewers and middle level below manholes (39.1).
    fn add_levels(&mut self, board: &mut Board) {
        if !S39_1.is_in_force() {
            return;
        }
        for network in &self.networks {
            let mut line = Vec::with_capacity(network.hexes.len());
            for &hex in &network.hexes {
                let there = board.kind_at(hex, LocationKind::Sewer);
                line.extend(there.or_else(|| board.add_location_in(hex, LocationKind::Sewer, -2).ok()));
            }
            self.lines.push(line);
        }
        let manholes: Vec<HexId> = board.manholes().collect();
        for hex in manholes {
            if board.kind_at(hex, LocationKind::Sewer).is_some() {
                self.middles.extend(board.add_location_in(hex, LocationKind::Ladder, -1).ok());
            }
        }
    }

    /// Returns the sewers through a hex, each with the hex's place on it.
    #[must_use]
    pub fn through(&self, hex: HexId) -> ArrayVec<(u8, u8), LINES> {
        let mut through = ArrayVec::new();
        for (line, network) in self.networks.iter().enumerate() {
            let place = network.hexes.iter().position(|other| *other == hex);
            if let Some((line, place)) =
                place.and_then(|place| Some((u8::try_from(line).ok()?, u8::try_from(place).ok()?)))
            {
                let _ = through.try_push((line, place));
            }
        }
        through
    }
}
