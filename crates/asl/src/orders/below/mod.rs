//! Orders for sewers and tunnels.

pub mod claim;
pub mod close;
pub mod come_out;
pub mod destroy;
pub mod emerge;
pub mod rout_tunnel;
pub mod search;
pub mod sewer;
pub mod show;
pub mod to;
pub mod tunnel_move;
