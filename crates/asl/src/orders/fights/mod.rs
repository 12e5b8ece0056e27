//! Orders for fights: rally, fire, rout and Close Combat.

pub mod attack;
pub mod attack_unknown;
pub mod charge;
pub mod deploy;
pub mod fire;
pub mod hold_fire;
pub mod keep_dm;
pub mod rally;
pub mod recombine;
pub mod recover;
pub mod rout;
pub mod solo;
pub mod stay;
pub mod transfer;
pub mod withdraw;
