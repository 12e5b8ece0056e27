//! Orders for fights: rally, fire, rout and Close Combat.

pub mod attack;
pub mod attack_unknown;
pub mod charge;
pub mod fire;
pub mod hold_fire;
pub mod rally;
pub mod recover;
pub mod rout;
pub mod stay;
pub mod transfer;
