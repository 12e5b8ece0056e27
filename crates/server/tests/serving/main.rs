//! The server from outside, over real HTTP and WebSocket. One program for all of it: each would be linked with all four
//! systems. Tests of what a process has only once, its log, its memory and its metrics, are programs of their own.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod backup;
#[path = "../common/mod.rs"]
mod common;
mod computer;
mod connections;
mod contract;
mod damage;
mod database;
mod each_server;
mod each_store;
mod explained;
mod faults;
#[cfg(unix)]
mod files;
mod guided;
mod hosts;
mod links;
mod migrate;
mod own_dice;
mod play;
mod secrets;
mod servers;
mod sockets;
mod storage;
