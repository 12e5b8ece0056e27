//! Boards, Locations, networks, sight and scenario files of hex wargames.
//!
//! A [`Board`] is a [`Grid`] of labelled hexes with terrain, buildings, roads and hexside features, and a table of
//! [`Location`]s where pieces can be. [`Grid::walk`] names all that a line between two hexes touches; a [`SightTable`]
//! keeps a system's answers. [`Network`]s are the sewers and tunnels below. [`scenario`] reads all of it from a file
//! and says everything that is wrong with it; [`draw`] puts it on paper.
//!
//! Nothing here knows a rule of any game.
#![forbid(unsafe_code)]

pub mod board;
pub mod builder;
pub mod direction;
pub mod draw;
pub mod grid;
pub mod label;
pub mod location;
pub mod naming;
pub mod network;
pub mod scenario;
pub mod sight;
pub mod terrain;
pub mod walk;

pub use board::Board;
pub use builder::BoardBuilder;
pub use direction::Direction;
pub use grid::{Grid, GridError, HexId, Hexside, Point, Shape};
pub use label::{Label, LabelError, Labels, Lowered};
pub use location::{Location, LocationError, LocationKind};
pub use naming::LocationId;
pub use network::{Course, Network, NetworkKind, crossings};
pub use sight::SightTable;
pub use terrain::{BoardWords, BuildingId, Edge, FeatureId, Features, Look, Road, TerrainId};
pub use walk::{Leg, Step, Walk, legs};
