//! Packing of games in memory, some at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::LiveGame;

/// Maximum time for packing at each look at memory: a twentieth of a thread, if games are looked at once a second.
const MOST: Duration = Duration::from_millis(50);

/// Packs games in turn.
#[derive(Debug, Default)]
pub struct Packing {
    /// Number of games that had their turn.
    done: AtomicUsize,
}

impl Packing {
    /// Packs as many games as there is time for, the next ones first. Those that have rested forget what only odds and
    /// computer players need. When a game was used plays no part in when it is packed.
    pub fn pack(&self, mut games: Vec<Arc<LiveGame>>, rest: Duration) {
        games.sort_by_key(|live| live.id());
        let next = self.done.load(Ordering::Relaxed) % games.len().max(1);
        games.rotate_left(next);
        let begun = Instant::now();
        let packed = games.iter().take_while(|live| {
            live.pack();
            if live.idle() >= rest {
                live.forget();
            }
            begun.elapsed() < MOST
        });
        self.done.fetch_add(packed.count() + 1, Ordering::Relaxed);
    }
}
