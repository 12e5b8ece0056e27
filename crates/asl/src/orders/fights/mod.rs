//! Orders of fights: rally, fire, rout and Close Combat.

pub mod attack;
pub mod charge;
pub mod fire;
pub mod rally;
pub mod recover;
pub mod rout;
pub mod stay;
pub mod transfer;
