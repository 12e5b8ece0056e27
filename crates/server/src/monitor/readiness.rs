//! Whether the store can be written.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::Monitor;
use crate::games::on_disk;
use crate::problem::{Code, Problem};
use crate::store::{Store, StoreError};

/// Time for which the result of trying the store is valid.
const TRIED: Duration = Duration::from_secs(5);

/// Tries now and then whether the store can be written.
#[derive(Debug)]
pub struct Readiness {
    monitor: Arc<Monitor>,
    /// Time when the store was last tried.
    tried: Mutex<Option<Instant>>,
}

impl Readiness {
    #[must_use]
    pub fn new(monitor: Arc<Monitor>) -> Self {
        Readiness { monitor, tried: Mutex::default() }
    }

    /// Checks whether the store can be written. It is tried at most once in some seconds, however often this is asked,
    /// and not while the writes of games fail.
    ///
    /// # Errors
    /// It can't.
    pub async fn check(&self, store: &Arc<dyn Store>) -> Result<(), Problem> {
        let mut tried = self.tried.lock().await;
        if self.monitor.write_error(TRIED).is_none() && tried.is_none_or(|at| at.elapsed() >= TRIED) {
            let store = Arc::clone(store);
            // The monitor notes an error.
            let _ = on_disk(move || store.probe()).await;
            *tried = Some(Instant::now());
        }
        match self.monitor.write_error(TRIED) {
            Some(error) => Err(Problem::new(Code::NotReady, not_written(&error))),
            None => Ok(()),
        }
    }
}

/// Returns why the store can't be written, for anyone who asks.
const fn not_written(error: &StoreError) -> &'static str {
    match error {
        StoreError::Full => "the store's disk is full",
        StoreError::Damaged(_) => "the store is damaged",
        StoreError::Busy => "another program holds the store",
        StoreError::Unreachable(_) => "the database of the store can't be reached",
        _ => "the store can't be written",
    }
}
