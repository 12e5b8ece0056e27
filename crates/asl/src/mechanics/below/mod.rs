//! Mechanics of sewers and tunnels (B8).

pub mod emergence;
pub mod entrances;
pub mod fit;
pub mod out;
pub mod places;
pub mod rout;
pub mod sewer_fire;
pub mod tunnel;
pub mod way;
