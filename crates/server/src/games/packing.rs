//! Packing of games in memory, some at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::LiveGame;

/// Time for packing at each look at memory, when the games in memory take all that they may.
const MOST: Duration = Duration::from_millis(400);
/// Least time for it, when they take little: less than a fiftieth of a thread, if memory is looked at once a second.
const LEAST: Duration = Duration::from_millis(20);

/// Packs games in turn.
#[derive(Debug, Default)]
pub struct Packing {
    /// Number of games that had their turn.
    done: AtomicUsize,
}

impl Packing {
    /// Packs as many games as there is time for, the next ones first. The fuller the memory for games is (from 0 to 1), the
    /// more time. Those that have rested forget what only odds and computer players need. When a game was used plays no
    /// part in when it is packed.
    pub fn pack(&self, mut games: Vec<Arc<LiveGame>>, fullness: f64, rest: Duration) {
        let most = MOST.mul_f64(fullness.clamp(0.0, 1.0)).max(LEAST);
        games.sort_by_key(|live| live.id());
        let next = self.done.load(Ordering::Relaxed) % games.len().max(1);
        games.rotate_left(next);
        let begun = Instant::now();
        let packed = games.iter().take_while(|live| {
            live.pack();
            if live.idle() >= rest {
                live.forget();
            }
            begun.elapsed() < most
        });
        self.done.fetch_add(packed.count() + 1, Ordering::Relaxed);
    }
}
