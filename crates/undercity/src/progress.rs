//! Progress bars of long commands.

use indicatif::{ProgressBar, ProgressStyle};

/// Returns a progress bar over `of` items, named in the plural. It is drawn on standard error, and only in a terminal.
pub fn progress(of: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(of);
    match ProgressStyle::with_template(&format!("{{prefix}}{{bar:40}} {{pos}}/{{len}} {what}, {{eta}} to go  {{msg}}"))
    {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
