//! Effects of orders and steps on the position.

pub mod attack;
pub mod damage;
pub mod entrances;
pub mod fire;
pub mod hidden;
pub mod impulse;
pub mod melee;
pub mod movement;
pub mod objectives;
pub mod rally;
pub mod rout;
pub mod spotting;
pub mod stack;
pub mod standing;
pub mod underground;
pub mod weapons;
