//! The log of a server for its host: its form, its levels, and what may be in it.
//!
//! Events are plain numbers and names of the program. No event holds a link, a nonce, an order, a piece or a place, or
//! any other text of a client. Other libraries may log what they read, so their events never pass.

use std::panic::PanicHookInfo;
use std::sync::OnceLock;

use tracing::Subscriber;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
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

/// Maximum number of lines that wait for the reader of the log.
const WAITING: usize = 8192;

/// Counts the lines that are lost.
static LOST: OnceLock<ErrorCounter> = OnceLock::new();

/// A log that is being written. When dropped, it writes the lines that wait, unless that takes longer than a second.
#[derive(Debug)]
#[must_use]
pub struct Log {
    _writer: Option<WorkerGuard>,
}

/// Logs to standard error from now on, panics too. Does nothing if the program logs already.
///
/// A thread of its own writes the log. If the reader stalls, lines wait, and more lines are lost: the server never waits
/// for its log.
pub fn start(format: Format, most: LevelFilter) -> Log {
    let builder = NonBlockingBuilder::default().buffered_lines_limit(WAITING).lossy(true).thread_name("log");
    let (lines, writer) = builder.finish(std::io::stderr());
    let lost = lines.error_counter();
    let all = tracing_subscriber::registry().with(layer(format, most, lines));
    if tracing::subscriber::set_global_default(all).is_err() {
        return Log { _writer: None };
    }
    let _ = LOST.set(lost);
    std::panic::set_hook(Box::new(panics));
    Log { _writer: Some(writer) }
}

/// Returns how many lines of the log were lost because they were not read.
#[must_use]
pub fn lost_lines() -> usize {
    LOST.get().map_or(0, ErrorCounter::dropped_lines)
}

/// Logs how many lines were lost, if more were than was told last. Returns the number that is told now.
pub(crate) fn tell_lost(told: usize) -> usize {
    let lines = lost_lines();
    if lines == told {
        return told;
    }
    tracing::warn!(lines, "lines of the log were lost");
    // While the reader stalls, that line is lost too.
    if lost_lines() == lines { lines } else { told }
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
