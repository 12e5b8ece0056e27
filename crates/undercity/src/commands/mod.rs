//! The commands, one module each.

pub mod balance;
pub mod calculators;
pub mod check;
pub mod draw;
pub mod engine;
pub mod health;
pub mod judge;
pub mod ladder;
pub mod luck;
pub mod odds;
pub mod play;
pub mod playouts;
pub mod replay;
pub mod rules;
pub mod scenarios;
pub mod serve;
pub mod sewers;
pub mod store;
pub mod verify;
