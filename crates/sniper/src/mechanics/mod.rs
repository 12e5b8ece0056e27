//! Effects of orders and of the sequence of play.

pub mod aim;
pub mod damage;
pub mod exposing;
pub mod fire;
pub mod grenades;
pub mod in_hand;
pub mod line_of_fire;
pub mod look;
pub mod lots;
pub mod meeting;
pub mod melee;
pub mod morale;
pub mod motion;
pub mod movement;
pub mod noticing;
pub mod planned;
pub mod recovery;
pub mod reporting;
pub mod routes;
pub mod victory;
