//! The page in the browser, as it was built when this program was.

/// Its files; none where it was not built.
pub const PAGE: &[server::Asset] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
