//! Effects of orders and steps on the position.

pub mod fire;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod objectives;
pub mod range;
pub mod sewer;
pub mod standing;
