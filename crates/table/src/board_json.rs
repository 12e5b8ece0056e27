//! A board as JSON for clients that draw it: geometry and terrain, no rules.

use board::scenario::Document;
use board::{Board, Direction, Edge, HexId, LocationId, LocationKind, Look, Network, NetworkKind, Road, TerrainId};
use referee::ledger::ScenarioText;
use rules::scene::SideColor;
use rules::telling::FactWords;
use rules::tools::RuleNote;
use rules::{Ground, System};
use schemars::JsonSchema;
use serde::Serialize;

use crate::vocabulary::mentions;

/// Height of a hex from its centre to a hexside, in radii.
const HALF_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Everything on a board that does not move. Lengths are in units of the radius of a hex: the distance from its centre
/// to a corner.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BoardJson {
    /// Number of columns of hexes.
    pub columns: u16,
    /// Number of rows of hexes, not counting a row of half hexes.
    pub rows: u16,
    /// Width of the drawing to the right of its origin, in units.
    pub width: f64,
    /// Height of the drawing down from its origin, in units.
    pub height: f64,
    /// All hexes of the board. Other fields refer to them by their index in this list.
    pub hexes: Vec<HexJson>,
    /// Roads, with each crossing of a hexside listed once.
    pub roads: Vec<RoadJson>,
    /// Walls, hedges and similar features, with each hexside listed once.
    pub hexsides: Vec<HexsideJson>,
    /// Sewers and tunnels that both sides know.
    pub networks: Vec<NetworkJson>,
    /// Pairs of networks that units can move between, by their indices in `networks`. Left out if there are none.
    #[serde(rename = "joined", skip_serializing_if = "Vec::is_empty")]
    pub network_links: Vec<[u16; 2]>,
    /// Every Location where a piece can be.
    pub locations: Vec<LocationJson>,
    /// Kinds of terrain of this system, the default one first.
    pub terrains: Vec<TerrainJson>,
    /// Names of both sides, such as `german`; side A first.
    pub sides: [&'static str; 2],
    /// Colours of their counters, in the order of `sides`. The two differ.
    pub colors: [SideColor; 2],
    /// Wording of the system's events and facts. It is equal for every game of the system.
    pub telling: TellingJson,
    /// Story and aims of the scenario.
    pub briefing: Briefing,
}

/// What both sides are told of a scenario before they play it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Briefing {
    /// Story of the scenario in a few sentences; null if it has none.
    pub summary: Option<String>,
    /// Victory conditions, one line each.
    pub victory: Vec<String>,
}

/// Wording of what a seat sees and hears.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TellingJson {
    /// Words for each kind of fact.
    pub facts: &'static [FactWords],
    /// Fields in which reports name pieces and Locations.
    pub reports: Mentions,
    /// Fields in which orders name pieces and Locations.
    pub orders: Mentions,
}

/// The fields that name pieces and Locations, as paths from the word on: `fight.breaks.unit`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mentions {
    /// Paths of the fields that name one piece or several.
    pub pieces: Vec<String>,
    /// Paths of the fields that name one Location or several.
    pub places: Vec<String>,
}

/// One kind of terrain of a rule system.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TerrainJson {
    /// Name of the terrain, as the scenario writes it.
    pub name: &'static str,
    /// Style in which the terrain is drawn.
    pub look: Look,
    /// Effects on movement, cover and sight, each with its clause. Empty for terrain that is not on this board.
    pub effects: Vec<RuleNote>,
}

/// One hex of the board, with its position and terrain.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct HexJson {
    /// Index of the hex in the list, from 0.
    pub id: u16,
    /// Printed name of the hex, such as `C4`.
    pub label: String,
    /// Centre of the hex: units to the right of the origin.
    pub x: f64,
    /// Centre of the hex: units down from the origin.
    pub y: f64,
    /// Name of its terrain, as in `terrains`.
    pub terrain: &'static str,
    /// Style in which its terrain is drawn.
    pub look: Look,
    /// Height of the ground of this hex, in levels; 0 is the base level.
    pub elevation: i8,
    /// Floors of the building in it; 0 without one.
    pub floors: u8,
    /// Name of the building that it is part of; null without one.
    pub building: Option<String>,
    /// Whether a manhole or sewer token is printed here.
    pub manhole: bool,
}

/// A piece of road from the centre of one hex to the centre of the next, or off the board.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RoadJson {
    /// Index of the hex where it begins.
    pub a: u16,
    /// Index of the hex where it ends; null where the road leaves the board.
    pub b: Option<u16>,
    /// Direction out of `a`: 0 is up, then clockwise to 5.
    pub direction: u8,
    /// Kind of road, which decides how it is drawn.
    pub kind: Road,
}

/// A feature of a hexside, such as a wall or a door.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct HexsideJson {
    /// Index of one hex of the hexside.
    pub a: u16,
    /// Index of the other hex; null at the edge of the board.
    pub b: Option<u16>,
    /// Direction out of `a`: 0 is up, then clockwise to 5.
    pub direction: u8,
    /// Name of the feature, such as `wall`.
    pub feature: &'static str,
    /// Style in which the feature is drawn.
    pub look: Edge,
}

/// A sewer or tunnel that both sides know.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NetworkJson {
    /// Kind of network, such as sewer or tunnel.
    pub kind: NetworkKind,
    /// Name of the network, as the scenario gives it.
    pub name: String,
    /// Colour for drawing it; null if it has none of its own.
    pub color: Option<String>,
    /// Indices of its hexes, in order if it is a line.
    pub hexes: Vec<u16>,
    /// Whether it is a line from hex to hex. If not, only its entrances are known.
    pub line: bool,
}

/// A Location: a place where a piece can be.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LocationJson {
    /// Name of the Location, as in scenes and offers.
    pub label: String,
    /// Name of the Location in text, such as `C4, in the sewer`.
    pub words: String,
    /// Index of the hex it is in, above or below ground; null beside the board.
    pub hex: Option<u16>,
    /// Levels above the ground of its hex; negative below it.
    pub level: i8,
    /// Kind of Location, such as `sewer`.
    pub kind: &'static str,
    /// Maximum number of pieces, if the Location itself has a limit.
    pub capacity: Option<u8>,
    /// Whether it lies below the ground.
    pub underground: bool,
}

/// Returns the board of a game as JSON for drawing, with the briefing of its scenario.
pub(crate) fn board_json<S: System>(setting: &S::Setting, scenario: &ScenarioText) -> BoardJson {
    let Ground { board, networks, network_links } = S::ground(setting);
    let document = Document::parse(&scenario.name, &scenario.text).ok();
    let summary = document.and_then(|document| document.reader().head().summary);
    let grid = board.grid();
    let shape = grid.shape();
    let hexes: Vec<HexJson> = grid.hexes().map(|hex| hex_json(board, hex)).collect();
    let far = |place: fn(&HexJson) -> f64| hexes.iter().map(place).fold(0.0, f64::max);
    BoardJson {
        columns: shape.columns,
        rows: shape.rows,
        width: far(|hex| hex.x) + 1.0,
        height: far(|hex| hex.y) + HALF_HEIGHT,
        roads: roads(board),
        hexsides: hexsides(board),
        networks: networks.iter().map(network).collect(),
        network_links: network_links.to_vec(),
        locations: board.location_ids().map(|at| location_json::<S>(setting, board, at)).collect(),
        terrains: terrains::<S>(setting, board),
        sides: S::SIDES,
        colors: S::COLORS,
        telling: TellingJson { facts: S::FACTS, reports: mentions::<S::Report>(), orders: mentions::<S::Order>() },
        briefing: Briefing { summary, victory: S::victory(setting) },
        hexes,
    }
}

fn location_json<S: System>(setting: &S::Setting, board: &Board, at: LocationId) -> LocationJson {
    let location = board.location(at);
    LocationJson {
        label: location.label.clone(),
        words: S::place_words(setting, at),
        hex: location.hex.map(|hex| hex.0),
        level: location.level,
        kind: kind(location.kind),
        capacity: location.capacity,
        underground: location.kind.is_underground(),
    }
}

/// Lists all kinds of terrain of the system, with the effects of those on the board.
fn terrains<S: System>(setting: &S::Setting, board: &Board) -> Vec<TerrainJson> {
    let terrain = |(n, &(name, look)): (u8, &(&'static str, Look))| {
        let here = board.grid().hexes().any(|hex| board.terrain(hex) == TerrainId(n));
        TerrainJson { name, look, effects: if here { S::terrain_notes(setting, TerrainId(n)) } else { Vec::new() } }
    };
    (0u8..).zip(board.words().terrains).map(terrain).collect()
}

fn hex_json(board: &Board, hex: HexId) -> HexJson {
    let grid = board.grid();
    let centre = grid.centre(hex);
    HexJson {
        id: hex.0,
        label: grid.label(hex).to_owned(),
        // One step of the grid's lattice is half a radius across and half a height down.
        x: round(1.0 + f64::from(centre.x) * 0.5),
        y: round(f64::from(centre.y) * HALF_HEIGHT),
        terrain: board.terrain_name(hex),
        look: board.words().look(board.terrain(hex)),
        elevation: board.elevation(hex),
        floors: board.floors(hex),
        building: board.building(hex).map(|building| board.building_name(building).to_owned()),
        manhole: board.manhole(hex),
    }
}

/// Rounds to a thousandth of a unit, finer than any screen shows.
fn round(units: f64) -> f64 {
    (units * 1000.0).round() / 1000.0
}

/// Returns every hexside once, with the hex of the lower id first.
fn sides_of(board: &Board) -> impl Iterator<Item = (HexId, Direction, Option<HexId>)> + '_ {
    board.grid().hexes().flat_map(move |hex| {
        Direction::ALL.into_iter().filter_map(move |way| {
            let side = board.grid().hexside(hex, way);
            (side.hex() == hex && side.direction() == way).then(|| (hex, way, board.grid().neighbour(hex, way)))
        })
    })
}

fn roads(board: &Board) -> Vec<RoadJson> {
    sides_of(board)
        .filter_map(|(hex, way, next)| {
            let kind = board.road(hex, way)?;
            Some(RoadJson { a: hex.0, b: next.map(|next| next.0), direction: way.index() as u8, kind })
        })
        .collect()
}

fn hexsides(board: &Board) -> Vec<HexsideJson> {
    sides_of(board)
        .flat_map(|(hex, way, next)| {
            board.features(hex, way).iter().map(move |feature| HexsideJson {
                a: hex.0,
                b: next.map(|next| next.0),
                direction: way.index() as u8,
                feature: board.words().feature_name(feature),
                look: board.words().edge(feature),
            })
        })
        .collect()
}

fn network(network: &Network) -> NetworkJson {
    NetworkJson {
        kind: network.kind,
        name: network.name.clone(),
        color: network.color.clone(),
        hexes: network.hexes.iter().map(|hex| hex.0).collect(),
        line: matches!(network.course, board::NetworkShape::Line { .. }),
    }
}

const fn kind(kind: LocationKind) -> &'static str {
    match kind {
        LocationKind::Street => "street",
        LocationKind::Floor => "floor",
        LocationKind::Sewer => "sewer",
        LocationKind::Ladder => "ladder",
        LocationKind::Tunnel => "tunnel",
        LocationKind::Inside => "inside",
        LocationKind::Entrenchment => "entrenchment",
        LocationKind::Card => "card",
        LocationKind::Beside => "beside",
    }
}
