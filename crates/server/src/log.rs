//! The log of a server for its host: its form, its levels, and what may be in it.
//!
//! Events are plain numbers and names of the program. No event holds a link, a nonce, an order, a piece or a place, or
//! any other text of a client. Other libraries may log what they read, so their events never pass.

use std::panic::PanicHookInfo;

use tracing::Subscriber;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

pub use tracing::level_filters::LevelFilter;

/// The crates whose events are logged.
const OWN: [&str; 2] = ["server", "undercity"];

/// The form of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A line of text for each event.
    #[default]
    Text,
    /// A JSON object on a line of its own for each event.
    Json,
}

/// Returns the part of a subscriber that writes our own events up to a level.
#[must_use]
pub fn layer<S, W>(format: Format, most: LevelFilter, writer: W) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    // An error in writing is not written: standard error may be what fails.
    let lines = tracing_subscriber::fmt::layer().with_target(false).log_internal_errors(false).with_writer(writer);
    let own = filter_fn(move |event| is_own(event.target()) && *event.level() <= most).with_max_level_hint(most);
    match format {
        Format::Text => lines.with_ansi(false).with_filter(own).boxed(),
        Format::Json => lines.json().flatten_event(true).with_span_list(false).with_filter(own).boxed(),
    }
}

/// Returns whether a target belongs to one of our crates.
fn is_own(target: &str) -> bool {
    target.split("::").next().is_some_and(|name| OWN.contains(&name))
}

/// Logs to standard error from now on, panics too. Does nothing if the program logs already.
pub fn start(format: Format, most: LevelFilter) {
    let lines = tracing_subscriber::registry().with(layer(format, most, std::io::stderr));
    if tracing::subscriber::set_global_default(lines).is_ok() {
        std::panic::set_hook(Box::new(panics));
    }
}

/// Logs a panic with its place in the program. Its message may quote a game, so it is not logged.
pub fn panics(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    tracing::error!(place, "a defect of the program: please report it");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_other_crates_are_never_logged() {
        assert!(is_own("server") && is_own("server::api") && is_own("undercity::commands"));
        for other in ["hyper::proto", "tungstenite", "serverless", "server_x::y", "rusqlite", ""] {
            assert!(!is_own(other), "{other}");
        }
    }
}
