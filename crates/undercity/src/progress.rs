//! How far a long command is.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over so many of something, named in the plural. Drawn on standard error, and only where that is a terminal.
pub fn progress(of: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(of);
    match ProgressStyle::with_template(&format!("{{prefix}}{{bar:40}} {{pos}}/{{len}} {what}, {{eta}} to go  {{msg}}"))
    {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
