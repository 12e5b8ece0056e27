//! What happens, whoever has ordered it.

pub mod audit;
pub mod damage;
pub mod fire;
pub mod hidden;
pub mod impulse;
pub mod melee;
pub mod movement;
pub mod objectives;
pub mod rally;
pub mod rout;
pub mod stack;
pub mod underground;
