//! The memory that games take.

use std::cmp::Reverse;
use std::sync::Arc;

use super::{GROWN, GameRegistry, locked};
use crate::config::Schedule;
use crate::held::{Held, Sizes};

impl GameRegistry {
    /// Returns how much of the games is in memory.
    #[must_use]
    pub fn held(&self) -> Held {
        let mut sizes = Sizes::default();
        let games = self.live_games();
        games.iter().for_each(|live| sizes.add(live.size()));
        Held { known: games.len(), games: sizes.games, bytes: sizes.bytes }
    }

    /// Packs games, and puts away those that have rested long. It takes a blocking thread for up to half a second, the
    /// longer the less memory is left; each game is locked for some milliseconds of it.
    pub fn tidy(&self) {
        let fullness = self.held().bytes as f64 / self.config.limits.memory.max(1) as f64;
        self.packing.pack(self.live_games(), fullness, self.config.schedule.rest);
        // Packing has changed the sizes.
        self.make_room();
        let longest = self.config.schedule.idle;
        locked(&self.games).retain(|_, cell| match cell.get() {
            // Clients take the cell under this lock, so no client can hold a game with a single owner.
            Some(live) => {
                let ours = Arc::strong_count(cell) == 1 && Arc::strong_count(live) == 1;
                !(ours && (live.failed() || live.idle() >= longest))
            }
            None => Arc::strong_count(cell) > 1,
        });
    }

    /// Puts away the games that have rested long, and as many more as memory requires, those first that have rested
    /// longest. They are loaded again on the next request. A game that is over needs to rest less long.
    pub(super) fn make_room(&self) {
        let Schedule { rest, idle: longest, .. } = self.config.schedule;
        // Games may grow by a part of the memory until the next look.
        let most = self.config.limits.memory - self.config.limits.memory / GROWN;
        let mut sizes = Sizes::default();
        let mut games: Vec<_> = self.live_games().into_iter().map(|live| (live.idle(), live.size(), live)).collect();
        games.sort_by_key(|(idle, ..)| Reverse(*idle));
        games.iter().for_each(|(_, size, _)| sizes.add(*size));
        for (idle, size, live) in games {
            let longest = if size.over { rest.min(longest) } else { longest };
            if size.own > 0 && (idle >= longest || sizes.bytes > most) && live.put_away() {
                sizes.remove(size);
            }
        }
    }
}
