//! How much memory games take together.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::Size;

/// How much of its games a server holds in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Number of games that seats use, or have used lately.
    pub known: usize,
    /// Number of these that are in memory, and not only in the store.
    pub games: usize,
    /// Estimated bytes of the games in memory, with what they share.
    pub bytes: usize,
}

/// The bytes by which games have grown lately. Games may come faster than the server looks at what they take.
#[derive(Clone, Debug, Default)]
pub struct Growth(Arc<AtomicUsize>);

impl Growth {
    pub fn add(&self, bytes: usize) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Returns whether games have grown by more than this since it was last so.
    pub fn exceeds(&self, bytes: usize) -> bool {
        let grown = self.0.load(Ordering::Relaxed);
        grown > bytes && self.0.compare_exchange(grown, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

/// The sizes of several games together. What games of a scenario share counts once.
#[derive(Debug, Default)]
pub struct Sizes {
    pub games: usize,
    pub bytes: usize,
    /// Number of games that share something, by its number.
    sharing: HashMap<usize, usize>,
}

impl Sizes {
    pub fn add(&mut self, size: Size) {
        self.games += usize::from(size.own > 0);
        self.bytes += size.own;
        if let Some(shared) = size.sharing {
            let games = self.sharing.entry(shared).or_default();
            *games += 1;
            self.bytes += if *games == 1 { size.shared } else { 0 };
        }
    }

    pub fn remove(&mut self, size: Size) {
        self.games -= usize::from(size.own > 0);
        self.bytes -= size.own;
        if let Some(games) = size.sharing.and_then(|shared| self.sharing.get_mut(&shared)) {
            *games -= 1;
            self.bytes -= if *games == 0 { size.shared } else { 0 };
        }
    }
}
