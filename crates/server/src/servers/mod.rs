//! This server among others of its store.
//!
//! Each game has one holder. A request for a game that another server holds is passed on to it, over an address that only
//! the servers of a store use. Whether this server may still answer for its games is a matter of its [`Term`].

mod clock;
mod frames;
mod membership;
mod relay;
mod term;

pub use membership::{Between, Membership};
pub use relay::{Failed, Line, Passed, Relay, SECRET, answer};
pub use term::Term;
