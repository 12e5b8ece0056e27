//! A ledger in memory.

use std::io;
use std::sync::{Arc, Mutex};

use referee::ledger::Sink;

/// A sink that keeps a ledger in memory. Its clones share one text.
#[derive(Clone, Debug, Default)]
pub struct Lines(Arc<Mutex<String>>);

impl Lines {
    /// Returns a sink that already holds the lines of a ledger, each with its line break.
    #[must_use]
    pub fn holding(text: &str) -> Lines {
        Lines(Arc::new(Mutex::new(text.to_owned())))
    }

    /// Returns the ledger as it is now.
    ///
    /// # Errors
    /// A thread panicked while it wrote a line.
    pub fn text(&self) -> io::Result<String> {
        self.0.lock().map(|text| text.clone()).map_err(|_| unreadable())
    }
}

impl Sink for Lines {
    fn append(&mut self, line: &str) -> io::Result<()> {
        let mut text = self.0.lock().map_err(|_| unreadable())?;
        text.push_str(line);
        text.push('\n');
        Ok(())
    }
}

fn unreadable() -> io::Error {
    io::Error::other("the ledger can't be read")
}
