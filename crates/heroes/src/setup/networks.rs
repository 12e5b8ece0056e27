//! Networks of a scenario: entrances, links and the passages between entrances.

use arrayvec::ArrayVec;
use board::scenario::{Diagnostic, Item, Reader};
use board::{Board, HexId, LocationKind, Network, NetworkKind, NetworkShape, Step};

use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{S1, S8, SC2, SC3, T7};
use crate::printed::tables::Terrain;
use crate::setting::{ENTRANCES, Entrance, Options, Passage};
use crate::setup::maps::Cities;
use crate::setup::scenario::Link;

/// The networks of a scenario and the data computed from them.
pub struct Below {
    pub networks: Vec<Network>,
    /// Pairs of connected networks, as indices.
    pub network_links: Vec<[u16; 2]>,
    /// All entrances, each once even if it is in several networks.
    pub entrances: ArrayVec<Entrance, ENTRANCES>,
    /// By entrance: number of its group of connected networks.
    groups: Vec<usize>,
}

fn terrain(board: &Board, hex: HexId) -> Terrain {
    Terrain::nth(board.terrain(hex).0)
}

/// Lists the hexes with an entrance of a network.
fn ends(network: &Network) -> Vec<HexId> {
    match network.course {
        NetworkShape::Entrances => network.hexes.clone(),
        NetworkShape::Line { .. } => network.hexes.first().into_iter().chain(network.hexes.last()).copied().collect(),
    }
}

/// Name of the network formed by hexes with `manhole = true`.
const MANHOLES: &str = "manholes";

/// Reads networks and links, and adds a Location inside each entrance to the board.
pub fn read(
    reader: &mut Reader<'_>,
    board: &mut Board,
    links: &[Item<Link>],
    cities: &Cities,
    options: &Options,
) -> Below {
    let mut read = reader.citing(SC2.is_in_force().then_some(SC2.id()), |reader| reader.placed_networks(board));
    let manholes: Vec<HexId> = board.manholes().collect();
    if let Some(network) = read.iter().find(|network| network.name == MANHOLES).filter(|_| !manholes.is_empty()) {
        let problem = Diagnostic::new(format!("the name `{MANHOLES}` is reserved for the board's own manholes"));
        SC2.broken_by(reader, network.span.clone(), problem.help("rename this network"));
    }
    if !manholes.is_empty() {
        let (kind, course, name) = (NetworkKind::Sewer, NetworkShape::Entrances, MANHOLES.to_owned());
        let value = Network { kind, name, color: None, hexes: manholes, course };
        read.push(Item { value, span: reader.place_of("board") });
    }
    let mut below =
        Below { networks: Vec::new(), network_links: Vec::new(), entrances: ArrayVec::new(), groups: Vec::new() };
    let mut of_network: Vec<usize> = (0..read.len()).collect();
    for (n, network) in read.iter().enumerate() {
        check_network(reader, board, network, cities, options);
        for hex in ends(network) {
            below.enter(reader, board, (n, network), hex, &mut of_network);
        }
    }
    below.networks = read.iter().map(|network| network.value.clone()).collect();
    let linked: Vec<[usize; 2]> =
        links.iter().filter_map(|link| join(reader, &below.networks, link, &mut of_network)).collect();
    below.network_links = network_links(&below.networks, &linked, options);
    // Each entrance belongs to the network that names it first.
    below.groups = below.groups.iter().map(|n| root(&of_network, *n)).collect();
    let passages = below.passages(board, options);
    for network in &read {
        below.warn_of_halves(reader, board, network, &passages);
    }
    below
}

/// Returns the number that represents all networks connected with this one.
fn root(of_network: &[usize], n: usize) -> usize {
    match of_network.get(n) {
        Some(&next) if next != n => root(of_network, next),
        _ => n,
    }
}

fn unite(of_network: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(of_network, a), root(of_network, b));
    if let Some(slot) = of_network.get_mut(a.max(b)) {
        *slot = a.min(b);
    }
}

/// Returns the pairs of connected networks: all pairs, or those with a link or a common entrance.
fn network_links(networks: &[Network], linked: &[[usize; 2]], options: &Options) -> Vec<[u16; 2]> {
    let meet = |a: usize, b: usize| match (networks.get(a), networks.get(b)) {
        (Some(a), Some(b)) => a.kind == b.kind && ends(a).iter().any(|hex| ends(b).contains(hex)),
        _ => false,
    };
    let pairs = (0..networks.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
    pairs
        .filter(|&[a, b]| !options.declared || linked.contains(&[a, b]) || linked.contains(&[b, a]) || meet(a, b))
        .map(|pair| pair.map(|n| n as u16))
        .collect()
}

/// Connects the two networks of a link.
fn join(
    reader: &mut Reader<'_>,
    networks: &[Network],
    link: &Item<Link>,
    of_network: &mut [usize],
) -> Option<[usize; 2]> {
    let names: Vec<&str> = networks.iter().map(|network| network.name.as_str()).collect();
    let [a, b] = link.between.each_ref().map(|name| {
        let found = names.iter().position(|known| known == name.get_ref());
        if found.is_none() {
            let problem = Diagnostic::new(format!("unknown network `{}`", name.get_ref()));
            SC2.broken_by(reader, name.span(), problem.help(format!("expected one of {}", names.join(", "))));
        }
        found
    });
    if a.is_some() && a == b {
        let problem = Diagnostic::new(format!("`{}` is linked to itself", link.between[0].get_ref()));
        SC2.broken_by(reader, link.between[1].span(), problem.help("name two different networks"));
    }
    let (a, b) = (a?, b?);
    unite(of_network, a, b);
    Some([a, b])
}

impl Below {
    fn enter(
        &mut self,
        reader: &mut Reader<'_>,
        board: &mut Board,
        (n, network): (usize, &Item<Network>),
        hex: HexId,
        of_network: &mut [usize],
    ) {
        let kind = network.kind;
        // A manhole and a staircase in one hex are two entrances with separate Locations.
        let known = self.entrances.iter().position(|entrance| entrance.hex == hex && entrance.kind == kind);
        if let Some(known) = known {
            return unite(of_network, self.groups[known], n);
        }
        let place = match kind {
            // Without the clause, this Location doesn't exist.
            NetworkKind::Sewer if !S8.is_in_force() => return,
            NetworkKind::Sewer => LocationKind::Sewer,
            NetworkKind::Tunnel => LocationKind::Tunnel,
        };
        let Ok(inside) = board.add_location_in(hex, place, -1) else { return };
        let rubble = terrain(board, hex) == Terrain::Rubble;
        let entrance = Entrance { hex, ground: board.ground(hex), inside, kind, rubble };
        if self.entrances.try_push(entrance).is_err() {
            let problem = Diagnostic::new(format!("a board can have at most {ENTRANCES} entrances"));
            SC3.broken_by(reader, network.span.clone(), problem);
        } else {
            self.groups.push(n);
        }
    }

    /// Returns the passage for each pair of entrances.
    pub fn passages(&self, board: &Board, options: &Options) -> Vec<Passage> {
        let mut passages = Vec::with_capacity(self.entrances.len().pow(2));
        for (a, from) in self.entrances.iter().enumerate() {
            for (b, to) in self.entrances.iter().enumerate() {
                let distance = board.grid().distance(from.hex, to.hex);
                passages.push(match () {
                    () if from.hex == to.hex => Passage::Same,
                    () if distance > u16::from(options.range) => Passage::TooFar,
                    () if options.declared && self.groups.get(a) != self.groups.get(b) => Passage::Unconnected,
                    () if is_wet(board, options, from.hex, to.hex) => Passage::UnderWater,
                    () => Passage::Open,
                });
            }
        }
        passages
    }
}

impl Below {
    /// Warns if units can't travel through the whole network: its open entrances fall into parts without a way between
    /// them, even through other networks.
    fn warn_of_halves(&self, reader: &mut Reader<'_>, board: &Board, network: &Item<Network>, passages: &[Passage]) {
        let count = self.entrances.len();
        let is_open = |n: usize| self.entrances.get(n).is_some_and(|entrance| !entrance.rubble);
        let leads =
            |a: usize, b: usize| is_open(a) && is_open(b) && passages.get(a * count + b) == Some(&Passage::Open);
        // Units can step from a manhole to a staircase in the same hex.
        let meets = |a: usize, b: usize| self.entrances[a].hex == self.entrances[b].hex && is_open(a);
        let own = |n: &usize| {
            let entrance = &self.entrances[*n];
            entrance.kind == network.kind && is_open(*n) && ends(network).contains(&entrance.hex)
        };
        let mut left: Vec<usize> = (0..count).filter(own).collect();
        let mut parts: Vec<String> = Vec::new();
        while let Some(first) = left.first().copied() {
            let (mut reached, mut next) = (vec![first], 0);
            while let Some(from) = reached.get(next).copied() {
                let further = (0..count).filter(|to| leads(from, *to) || meets(from, *to));
                let further: Vec<usize> = further.filter(|to| !reached.contains(to)).collect();
                reached.extend(further);
                next += 1;
            }
            let (part, others): (Vec<usize>, Vec<usize>) = left.into_iter().partition(|n| reached.contains(n));
            let labels: Vec<&str> = part.iter().map(|n| board.grid().label(self.entrances[*n].hex)).collect();
            parts.push(labels.join(", "));
            left = others;
        }
        if parts.len() > 1 {
            let name = &network.name;
            let problem = Diagnostic::new(format!("`{name}` is in {} parts with no way between them", parts.len()));
            let problem = problem
                .label(format!("entrances {}", parts.join(" | ")))
                .clause(Catalogue::of(network.kind).connected().id());
            reader
                .warning(network.span.clone(), problem.help("add an entrance between the parts, or split the network"));
        }
    }
}

fn check_network(reader: &mut Reader<'_>, board: &Board, network: &Item<Network>, cities: &Cities, options: &Options) {
    let (catalogue, name, span) = (Catalogue::of(network.kind), &network.name, || network.span.clone());
    let ends = ends(network);
    let outside = ends.iter().find(|hex| !cities.has(**hex));
    if let Some(&hex) = outside.filter(|_| network.kind == NetworkKind::Sewer) {
        let (what, help) = match cities.board_of(hex) {
            Some(board) => (format!("the board `{board}`"), format!("set city = true for `{board}` under [[map]]")),
            None => ("the board".to_owned(), "set city = true under [play]".to_owned()),
        };
        let problem = Diagnostic::new(format!("`{name}` is a sewer, but {what} is not a city"));
        S1.broken_by(reader, span(), problem.help(help));
    }
    if ends.len() < 2 || ends.first() == ends.last() {
        let problem = Diagnostic::new(format!("`{name}` needs two separate entrances"));
        catalogue.separate().broken_by(reader, span(), problem);
    }
    for &hex in &ends {
        check_entrance(reader, board, network, hex, options);
    }
    let wet = |hex: &&HexId| terrain(board, **hex) == Terrain::Water && !ends.contains(hex);
    if let (NetworkShape::Line { .. }, Some(hex)) = (network.course, network.hexes.iter().find(wet)) {
        let problem = Diagnostic::new(format!("`{name}` passes under water in {}", board.grid().label(*hex)));
        catalogue.water().broken_by(reader, span(), problem);
    }
    let distance = |a: HexId, b: HexId| board.grid().distance(a, b);
    let near = |a: HexId| move |b: &HexId| *b != a && distance(a, *b) <= u16::from(options.range);
    if let [a, b] = ends[..] {
        if a != b && !near(a)(&b) {
            let apart = distance(a, b);
            let problem = Diagnostic::new(format!("the entrances of `{name}` are {apart} hexes apart"));
            let problem = problem.label(format!("expected at most {}", options.range));
            catalogue.apart().broken_by(reader, span(), problem);
        }
        return;
    }
    for &hex in ends.iter().filter(|hex| ends.len() > 2 && !ends.iter().any(near(**hex))) {
        let label = board.grid().label(hex);
        let problem =
            Diagnostic::new(format!("`{name}` has no other entrance within {} hexes of {label}", options.range));
        catalogue.apart().broken_by(reader, span(), problem);
    }
}

/// Checks that the terrain of a hex allows an entrance.
fn check_entrance(reader: &mut Reader<'_>, board: &Board, network: &Item<Network>, hex: HexId, options: &Options) {
    let (catalogue, name, span) = (Catalogue::of(network.kind), &network.name, || network.span.clone());
    let (label, ground) = (board.grid().label(hex), terrain(board, hex));
    if ground == Terrain::Stone && options.strict {
        let problem = Diagnostic::new(format!("{label} is a stone building and can't be an entrance of `{name}`"));
        catalogue.connects().broken_by(reader, span(), problem.help("set entrances = \"marked\" to allow it"));
    }
    let fit = matches!(ground, Terrain::Bunker | Terrain::Fortress | Terrain::Stone | Terrain::Rubble);
    if network.kind == NetworkKind::Tunnel && !fit {
        let problem = Diagnostic::new(format!(
            "`{name}` ends in {label}, which is not a bunker, fortress, stone building or rubble"
        ));
        T7.broken_by(reader, span(), problem);
    }
    if ground == Terrain::Water {
        let problem = Diagnostic::new(format!("`{name}` has an entrance in water in {label}"));
        catalogue.water().broken_by(reader, span(), problem);
    }
}

/// Whether water blocks the way below ground between two hexes (SEW-23w, TUN-23w).
fn is_wet(board: &Board, options: &Options, from: HexId, to: HexId) -> bool {
    let water = |hex: HexId| terrain(board, hex) == Terrain::Water;
    if options.straight_water {
        return board.walk(from, to).steps().iter().any(|step| match *step {
            Step::Hex(hex) => water(hex),
            Step::Along(side) => {
                let (a, b) = board.grid().hexes_of(side);
                water(a) || b.is_some_and(water)
            }
            _ => false,
        });
    }
    // Hexes that can be reached on shortest paths without water, ring by ring.
    let (grid, steps) = (board.grid(), board.grid().distance(from, to));
    let mut reached = vec![from];
    for step in 1..=steps {
        let mut next = Vec::new();
        for hex in reached.iter().flat_map(|hex| grid.neighbours(*hex)).flatten() {
            if grid.distance(hex, to) == steps - step && !water(hex) && !next.contains(&hex) {
                next.push(hex);
            }
        }
        reached = next;
    }
    reached.is_empty()
}
