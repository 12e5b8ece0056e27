//! Long work: beside the interpreter, with progress, and stopped by Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::errors::failed;

/// Time between two looks for Ctrl-C.
pub const LOOK: Duration = Duration::from_millis(50);
/// Shortest time between two calls of a progress function.
const PAUSE: Duration = Duration::from_millis(100);

enum News<T> {
    At { done: u64, of: u64 },
    Done(thread::Result<T>),
}

/// The pace of progress: most steps are not told.
#[derive(Default)]
pub struct Pace(Option<Instant>);

impl Pace {
    /// Returns whether it is time to tell of a step, and counts it as told.
    pub fn is_due(&mut self) -> bool {
        let due = self.0.is_none_or(|told| told.elapsed() >= PAUSE);
        if due {
            self.0 = Some(Instant::now());
        }
        due
    }
}

/// The worker's line to the thread that waits for it.
pub struct Steps<T> {
    sender: Sender<News<T>>,
    stop: Arc<AtomicBool>,
    pace: Pace,
}

impl<T> Steps<T> {
    /// Says how far the work is. Most calls are dropped, so it may be called often.
    pub fn at(&mut self, done: u64, of: u64) {
        if done == of || self.pace.is_due() {
            let _ = self.sender.send(News::At { done, of });
        }
    }

    /// Returns whether the result is no longer awaited.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Tells the worker to stop when its result is no longer awaited.
struct Awaited(Arc<AtomicBool>);

impl Drop for Awaited {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does work in a thread of its own, and waits for it without the interpreter.
///
/// `progress` is called with the steps done and their number. If it raises, or Ctrl-C was pressed, the
/// work is told to stop, and its result is dropped.
///
/// # Errors
/// The error of `progress`; `KeyboardInterrupt`.
/// The work panicked: a defect of the engine.
/// No thread can be started.
pub fn watched<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&mut Steps<T>) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut heard) = channel();
    let awaited = Awaited(Arc::default());
    let mut steps = Steps { sender, stop: Arc::clone(&awaited.0), pace: Pace::default() };
    let job = move || {
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut steps)));
        let _ = steps.sender.send(News::Done(done));
    };
    thread::Builder::new().spawn(job).map_err(|error| failed(format_args!("can't start a thread: {error}")))?;
    loop {
        let (back, news) = py.detach(move || wait(heard));
        heard = back;
        match news {
            Ok(News::Done(Ok(done))) => return Ok(done),
            Ok(News::Done(Err(_))) | Err(RecvTimeoutError::Disconnected) => return Err(internal()),
            Ok(News::At { done, of }) => match progress {
                Some(progress) => progress.call1((done, of)).and_then(|_| py.check_signals()),
                None => py.check_signals(),
            },
            Err(RecvTimeoutError::Timeout) => py.check_signals(),
        }?;
    }
}

/// Waits a moment for news. The receiver goes there and back, because only one thread may use it.
fn wait<T>(heard: Receiver<News<T>>) -> (Receiver<News<T>>, Result<News<T>, RecvTimeoutError>) {
    let news = heard.recv_timeout(LOOK);
    (heard, news)
}

/// Returns the error for a defect of the engine.
pub fn internal() -> PyErr {
    failed("internal error of the engine; please report it with what you called")
}
