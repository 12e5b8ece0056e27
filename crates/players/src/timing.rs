//! The times at which a computer player gives its orders.

use web_time::{Duration, Instant};

use crate::Level;

/// Divisor of the remaining time of a plan: the next order gets this fraction.
const SHARE: u32 = 8;

/// A clock that hides how hard an order was to find. Every order comes one thinking time of its level ([`Level::time`])
/// and a short delay after its question, whatever the question is and however many offers there are.
///
/// A plan that the other side can't see has one time for all its orders ([`Level::plan_time`]). The order that ends the
/// plan comes when this time is up. The other side doesn't see the orders before it.
#[derive(Clone, Copy, Debug)]
pub struct ThinkingClock {
    level: Level,
    moment: Duration,
    plan_due: Option<Instant>,
}

/// The times for one order: when it is due, and how long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderTiming {
    /// Time at which the order is given, if it answers the question or ends a plan. After this time a plan is ended as
    /// it is.
    pub due: Instant,
    /// Time at which thinking must stop.
    pub until: Instant,
}

impl ThinkingClock {
    /// Minimum thinking time for an order, even if less is left for the plan.
    pub const QUICK: Duration = Duration::from_millis(50);

    /// Returns the clock of a player of this level. `moment` is the extra delay: it should be longer than it takes to
    /// list any offers.
    #[must_use]
    pub const fn new(level: Level, moment: Duration) -> ThinkingClock {
        ThinkingClock { level, moment, plan_due: None }
    }

    /// Returns the times of an order that answers its question alone. `now` is when the question was asked.
    pub fn order(&mut self, now: Instant) -> OrderTiming {
        self.plan_due = None;
        OrderTiming { due: now + self.moment + self.level.time(), until: now + self.level.time() }
    }

    /// Returns the times of the next order of an unseen plan. The first call begins the plan.
    pub fn plan(&mut self, now: Instant) -> OrderTiming {
        let due = *self.plan_due.get_or_insert(now + self.moment + self.level.plan_time());
        let share = (due.saturating_duration_since(now) / SHARE).max(ThinkingClock::QUICK);
        OrderTiming { due, until: now + share.min(self.level.time()) }
    }

    /// Resets the clock after a plan has ended, or if nothing is asked.
    pub const fn rest(&mut self) {
        self.plan_due = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENT: Duration = Duration::from_millis(80);

    #[test]
    fn every_order_comes_as_long_after_its_question() {
        let now = Instant::now();
        for level in Level::ALL {
            let timing = ThinkingClock::new(level, MOMENT).order(now);
            assert_eq!((timing.due - now, timing.until - now), (level.time() + MOMENT, level.time()));
        }
    }

    #[test]
    fn a_plan_has_one_time_however_many_orders_it_has() {
        let begun = Instant::now();
        let mut clock = ThinkingClock::new(Level::Elite, MOMENT);
        let (mut now, mut orders) = (begun, Vec::new());
        while now < begun + Level::Elite.plan_time() {
            let timing = clock.plan(now);
            assert_eq!(timing.due - begun, Level::Elite.plan_time() + MOMENT);
            assert!(timing.until - now <= Level::Elite.time() && timing.until - now >= ThinkingClock::QUICK);
            orders.push(timing.until - now);
            now = timing.until;
        }
        assert!(orders.is_sorted_by(|a, b| a >= b) && orders.len() > 20, "{orders:?}");
        clock.rest();
        assert_eq!(clock.plan(now).due - now, Level::Elite.plan_time() + MOMENT);
    }
}
