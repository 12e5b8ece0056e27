//! Events that come often are logged seldom, so that a flood can't fill the disk of the log.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of kinds of events that are logged by themselves within the interval.
const KINDS: usize = 100;

/// Logs each kind of event at most once in an interval, and the kinds beyond the maximum together.
#[derive(Debug)]
pub struct Throttle<K> {
    interval: Duration,
    logged: Mutex<AllLogged<K>>,
}

#[derive(Debug)]
struct AllLogged<K> {
    kinds: HashMap<K, Logged>,
    /// The kinds beyond the maximum, and what was not logged of kinds that are forgotten.
    various: Logged,
}

#[derive(Clone, Copy, Debug, Default)]
struct Logged {
    at: Option<Instant>,
    /// Number of events since then.
    since: u64,
}

impl Logged {
    fn is_recent(&self, now: Instant, interval: Duration) -> bool {
        self.at.is_some_and(|at| now.saturating_duration_since(at) < interval)
    }

    /// Notes an event. Returns how many should be logged now.
    fn note(&mut self, now: Instant, interval: Duration) -> Option<u64> {
        self.since += 1;
        if self.is_recent(now, interval) {
            return None;
        }
        self.at = Some(now);
        Some(std::mem::take(&mut self.since))
    }
}

/// Events that should be logged now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Events {
    /// Number of events since the last one that was logged, this one included.
    pub times: u64,
    /// Whether they are of several kinds: those beyond the maximum.
    pub various: bool,
}

impl<K: Eq + Hash> Throttle<K> {
    #[must_use]
    pub fn new(interval: Duration) -> Self {
        let logged = AllLogged { kinds: HashMap::new(), various: Logged::default() };
        Throttle { interval, logged: Mutex::new(logged) }
    }

    /// Notes an event; `None` if it should not be logged now.
    pub fn events(&self, kind: K, now: Instant) -> Option<Events> {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        let AllLogged { kinds, various } = &mut *logged;
        if kinds.len() >= KINDS && !kinds.contains_key(&kind) {
            kinds.retain(|_, logged| {
                let stays = logged.is_recent(now, self.interval);
                various.since += if stays { 0 } else { logged.since };
                stays
            });
            if kinds.len() >= KINDS {
                return various.note(now, self.interval).map(|times| Events { times, various: true });
            }
        }
        let times = kinds.entry(kind).or_default().note(now, self.interval)?;
        Some(Events { times, various: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn of_one(times: u64) -> Option<Events> {
        Some(Events { times, various: false })
    }

    const fn of_various(times: u64) -> Option<Events> {
        Some(Events { times, various: true })
    }

    #[test]
    fn each_kind_is_logged_once_in_the_interval_and_then_with_its_number() {
        let throttle = Throttle::new(Duration::from_secs(60));
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        assert_eq!(throttle.events("a", at(0)), of_one(1));
        assert_eq!([1, 2, 59].map(|second| throttle.events("a", at(second))), [None; 3]);
        assert_eq!(throttle.events("b", at(59)), of_one(1));
        assert_eq!(throttle.events("a", at(60)), of_one(4));
        assert_eq!(throttle.events("a", at(61)), None);
    }

    #[test]
    fn a_flood_of_kinds_is_bounded_and_logged_together_and_passes() {
        let throttle = Throttle::new(Duration::from_secs(60));
        let begin = Instant::now();
        let logged: Vec<_> = (0..100_000).filter_map(|kind| throttle.events(kind, begin)).collect();
        assert_eq!(logged.iter().filter(|events| !events.various).count(), KINDS);
        assert_eq!(logged.len(), KINDS + 1);
        assert_eq!(throttle.logged.lock().unwrap().kinds.len(), KINDS);
        // Those beyond the maximum are counted, until there is room for kinds again.
        throttle.events(0, begin + Duration::from_secs(59));
        assert_eq!(throttle.events(100_001, begin + Duration::from_secs(60)), of_one(1));
    }

    #[test]
    fn events_beyond_the_maximum_are_logged_with_their_number() {
        let throttle = Throttle::new(Duration::from_secs(60));
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        assert_eq!(throttle.events(0, at(0)), of_one(1));
        (1..KINDS).for_each(|kind| _ = throttle.events(kind, at(30)));
        assert_eq!(throttle.events(1000, at(30)), of_various(1));
        assert_eq!([1000, 1001].map(|kind| throttle.events(kind, at(40))), [None; 2]);
        (1..KINDS).for_each(|kind| _ = throttle.events(kind, at(90)));
        assert_eq!(throttle.events(0, at(90)), of_one(1));
        assert_eq!(throttle.events(1002, at(90)), of_various(3));
    }
}
