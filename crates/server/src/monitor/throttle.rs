//! Events that come often are logged seldom, so that a flood can't fill the disk of the log.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of kinds of events that are logged within the interval.
const KINDS: usize = 100;

/// Logs each kind of event at most once in an interval.
#[derive(Debug)]
pub struct Throttle<K> {
    interval: Duration,
    kinds: Mutex<HashMap<K, Logged>>,
}

#[derive(Debug)]
struct Logged {
    at: Instant,
    /// Number of events since then.
    since: u64,
}

impl<K: Eq + Hash> Throttle<K> {
    #[must_use]
    pub fn new(interval: Duration) -> Self {
        Throttle { interval, kinds: Mutex::default() }
    }

    /// Returns how many events of this kind there have been since the last one that was logged, this one included;
    /// `None` if this one should not be logged.
    pub fn events(&self, kind: K, now: Instant) -> Option<u64> {
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        let is_recent = |logged: &Logged| now.saturating_duration_since(logged.at) < self.interval;
        if let Some(logged) = kinds.get_mut(&kind) {
            logged.since += 1;
            if is_recent(logged) {
                return None;
            }
            let events = logged.since;
            *logged = Logged { at: now, since: 0 };
            return Some(events);
        }
        if kinds.len() >= KINDS {
            kinds.retain(|_, logged| is_recent(logged));
        }
        (kinds.len() < KINDS).then(|| {
            kinds.insert(kind, Logged { at: now, since: 0 });
            1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_logged_once_in_the_interval_and_then_with_its_number() {
        let throttle = Throttle::new(Duration::from_secs(60));
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        assert_eq!(throttle.events("a", at(0)), Some(1));
        assert_eq!([1, 2, 59].map(|second| throttle.events("a", at(second))), [None; 3]);
        assert_eq!(throttle.events("b", at(59)), Some(1));
        assert_eq!(throttle.events("a", at(60)), Some(4));
        assert_eq!(throttle.events("a", at(61)), None);
    }

    #[test]
    fn a_flood_of_kinds_is_bounded_and_passes() {
        let throttle = Throttle::new(Duration::from_secs(60));
        let begin = Instant::now();
        let logged = (0..100_000).filter(|kind| throttle.events(*kind, begin).is_some()).count();
        assert_eq!(logged, KINDS);
        assert_eq!(throttle.kinds.lock().unwrap().len(), KINDS);
        assert_eq!(throttle.events(100_001, begin + Duration::from_secs(60)), Some(1));
    }
}
