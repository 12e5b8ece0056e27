//! Orders for fights: rally, fire, rout and Close Combat.

pub mod attack;
pub mod attack_unknown;
pub mod challenge;
pub mod charge;
pub mod clear_rubble;
pub mod deploy;
pub mod detonate;
pub mod fire;
pub mod flee;
pub mod hold_fire;
pub mod interdict;
pub mod keep_dm;
pub mod low_crawl;
pub mod mop_up;
pub mod place_charge;
pub mod rally;
pub mod recombine;
pub mod recover;
pub mod repair;
pub mod rout;
pub mod set_charge;
pub mod solo;
pub mod stay;
pub mod surrender;
pub mod transfer;
pub mod withdraw;
