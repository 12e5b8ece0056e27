//! The log of a test's process, in memory.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

use serde_json::Value;
use server::log::{Format, LevelFilter, layer};
use tracing_subscriber::layer::SubscriberExt;

/// A log in memory.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Lines {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// Everything that this process logs at the most talkative level, as text and as JSON.
pub struct Log {
    pub text: Lines,
    pub json: Lines,
}

impl Log {
    /// Returns the events so far with this message.
    pub fn events(&self, message: &str) -> Vec<Value> {
        let events =
            self.json.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>();
        events.into_iter().filter(|event| event["message"] == message).collect()
    }
}

/// Returns the log of this process, in which all tests' servers write.
pub fn log() -> &'static Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    LOG.get_or_init(|| {
        let log = Log { text: Lines::default(), json: Lines::default() };
        let writer = |lines: &Lines| {
            let lines = lines.clone();
            move || lines.clone()
        };
        let all = tracing_subscriber::registry()
            .with(layer(Format::Text, LevelFilter::TRACE, writer(&log.text)))
            .with(layer(Format::Json, LevelFilter::TRACE, writer(&log.json)));
        tracing::subscriber::set_global_default(all).unwrap();
        let shown = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            server::log::panics(panic);
            shown(panic);
        }));
        log
    })
}
