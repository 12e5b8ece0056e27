//! A board as a client draws it: geometry and print, no rule.

use board::{Board, Direction, Edge, HexId, LocationKind, Look, Network, NetworkKind, Road};
use rules::telling::FactWords;
use rules::{Ground, System};
use schemars::JsonSchema;
use serde::Serialize;

use crate::vocabulary::mentions;

/// Height of a hex from its centre to a hexside, in radii.
const HALF_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Everything on a board that does not move. A unit is the radius of a hex: the distance from its centre to a corner.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BoardJson {
    /// Number of columns.
    pub columns: u16,
    /// Number of rows, not counting a row of half hexes.
    pub rows: u16,
    /// How far the drawing reaches to the right of its origin, in units.
    pub width: f64,
    /// How far it reaches down, in units.
    pub height: f64,
    /// The hexes; everything else names them by their place in this list.
    pub hexes: Vec<HexJson>,
    /// Roads, each hexside crossed once.
    pub roads: Vec<RoadJson>,
    /// Walls, hedges and the like, each hexside once.
    pub hexsides: Vec<HexsideJson>,
    /// The networks that everybody knows of.
    pub networks: Vec<NetworkJson>,
    /// Pairs of networks that one gets from one to the other between, by their places in that list; left out where
    /// there are none.
    #[serde(rename = "joined", skip_serializing_if = "Vec::is_empty")]
    pub network_links: Vec<[u16; 2]>,
    /// Every place a piece can be.
    pub locations: Vec<LocationJson>,
    /// The kinds of terrain of this system, the plain one first.
    pub terrains: Vec<TerrainJson>,
    /// The names of the sides.
    pub sides: [&'static str; 2],
    /// How what a seat hears is told, the same for every game of the system.
    pub telling: TellingJson,
}

/// How what a seat hears is told.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TellingJson {
    /// Facts, kind by kind.
    pub facts: &'static [FactWords],
    /// What reports name.
    pub reports: Mentions,
    /// What orders name.
    pub orders: Mentions,
}

/// Where pieces and Locations stand in what is written, as ways of fields: `fight.breaks.unit`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mentions {
    /// The fields that name a piece, or several.
    pub pieces: Vec<String>,
    /// The fields that name a Location, or several.
    pub places: Vec<String>,
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TerrainJson {
    /// What it is called.
    pub name: &'static str,
    /// How it is drawn.
    pub look: Look,
}

/// A hex.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct HexJson {
    /// Its place in the list.
    pub id: u16,
    /// What it is called.
    pub label: String,
    /// Its centre, to the right of the origin.
    pub x: f64,
    /// Its centre, down from the origin.
    pub y: f64,
    /// Its terrain.
    pub terrain: &'static str,
    /// How that is drawn.
    pub look: Look,
    /// Height of its ground, in levels.
    pub elevation: i8,
    /// Floors of the building in it; 0 without one.
    pub floors: u8,
    /// The building it is part of.
    pub building: Option<String>,
    /// Whether a manhole or sewer token is printed here.
    pub manhole: bool,
}

/// A piece of road from the centre of one hex to that of the next, or off the board.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RoadJson {
    /// A hex.
    pub a: u16,
    /// The next one; none where the road leaves the board.
    pub b: Option<u16>,
    /// The direction out of `a`: 0 up, then clockwise.
    pub direction: u8,
    /// What kind of road.
    pub kind: Road,
}

/// A feature of a hexside.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct HexsideJson {
    /// A hex of it.
    pub a: u16,
    /// The other one; none at the edge of the board.
    pub b: Option<u16>,
    /// The direction out of `a`: 0 up, then clockwise.
    pub direction: u8,
    /// What stands there.
    pub feature: &'static str,
    /// How that is drawn.
    pub look: Edge,
}

/// A sewer or tunnel that everybody knows of.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NetworkJson {
    /// What kind of way.
    pub kind: NetworkKind,
    /// What it is called.
    pub name: String,
    /// A colour of its own.
    pub color: Option<String>,
    /// Its hexes, in order if it is a line.
    pub hexes: Vec<u16>,
    /// Whether it is a line from hex to hex; else only its entrances are known.
    pub line: bool,
}

/// A place where a piece can be.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LocationJson {
    /// What it is called; scenes and offers name it so.
    pub label: String,
    /// The hex it is in, above or below; none beside the board.
    pub hex: Option<u16>,
    /// Levels above the ground of the hex.
    pub level: i8,
    /// What kind of place.
    pub kind: &'static str,
    /// How many pieces it holds at most, where the place itself says so.
    pub capacity: Option<u8>,
    /// Whether it lies under the ground.
    pub underground: bool,
}

/// The board of a system for drawing.
pub(crate) fn board_json<S: System>(Ground { board, networks, network_links }: Ground<'_>) -> BoardJson {
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
        locations: board
            .locations()
            .iter()
            .map(|location| LocationJson {
                label: location.label.clone(),
                hex: location.hex.map(|hex| hex.0),
                level: location.level,
                kind: kind(location.kind),
                capacity: location.capacity,
                underground: location.kind.is_underground(),
            })
            .collect(),
        terrains: board.words().terrains.iter().map(|&(name, look)| TerrainJson { name, look }).collect(),
        sides: S::SIDES,
        telling: TellingJson { facts: S::FACTS, reports: mentions::<S::Report>(), orders: mentions::<S::Order>() },
        hexes,
    }
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

/// To a thousandth of a unit: finer than any screen.
fn round(units: f64) -> f64 {
    (units * 1000.0).round() / 1000.0
}

/// Every hexside once, named by the hex that comes first.
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
