#![doc = include_str!("../README.md")]
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
pub use location::{Location, LocationError, LocationKind, MOST_LOCATIONS};
pub use naming::LocationId;
pub use network::{Network, NetworkKind, NetworkShape, crossings};
pub use sight::SightTable;
pub use terrain::{BoardWords, BuildingId, Edge, FeatureId, Features, Look, Road, TerrainId};
pub use walk::{Leg, Step, Walk, legs};
