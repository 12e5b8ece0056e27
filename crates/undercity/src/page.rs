//! The built page in the program.

/// Files of the page; empty if the page was not built.
pub const PAGE: &[server::Asset] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
