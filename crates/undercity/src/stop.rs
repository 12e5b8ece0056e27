//! Ctrl-C in commands that work for long: what is in hand is left, and the command says what it has saved.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::commands::serve::told_to_stop;
use crate::outcome::Failed;

/// The longest time between two looks at [`Stop::is_asked`].
pub const SOON: Duration = Duration::from_millis(100);

/// A request to stop, by Ctrl-C or by the system.
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Listens from now on. The process no longer ends by itself at Ctrl-C.
    pub fn on_signal() -> Result<Self, Failed> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let signal = {
            let _signals = runtime.enter();
            told_to_stop()?
        };
        let asked = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&asked);
        thread::Builder::new().spawn(move || {
            runtime.block_on(signal);
            told.store(true, Ordering::Relaxed);
        })?;
        Ok(Stop(asked))
    }

    /// Returns whether the command should stop.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
