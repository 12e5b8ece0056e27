//! When a computer player gives its orders.

use std::time::{Duration, Instant};

use crate::Level;

/// The share, one in so many, of what is left of a plan's time that its next order gets.
const SHARE: u32 = 8;

/// When orders come, so that the time tells nothing but the level: every order comes as long after its question as its
/// level thinks ([`Level::time`]), and a moment more, whatever the question is and however many offers there are. What
/// is planned out of the other side's sight has one time for all of it ([`Level::plan_time`]): the order that ends a plan
/// comes when it is up, and nobody else hears of those before it.
#[derive(Clone, Copy, Debug)]
pub struct ThinkingClock {
    level: Level,
    moment: Duration,
    plan_due: Option<Instant>,
}

/// When one order is due and how long to think about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderTiming {
    /// When it is given, if it answers the question or ends a plan. A plan whose time is up ends as it stands.
    pub due: Instant,
    /// Until when it is thought about.
    pub until: Instant,
}

impl ThinkingClock {
    /// How long an order is thought about at least, however little of a plan's time is left.
    pub const QUICK: Duration = Duration::from_millis(50);

    /// Of a player of that level. The moment should be longer than it takes to list any offers.
    #[must_use]
    pub const fn new(level: Level, moment: Duration) -> ThinkingClock {
        ThinkingClock { level, moment, plan_due: None }
    }

    /// The times of an order that answers its question by itself, asked now.
    pub fn order(&mut self, now: Instant) -> OrderTiming {
        self.plan_due = None;
        OrderTiming { due: now + self.moment + self.level.time(), until: now + self.level.time() }
    }

    /// The times of the next order of what is planned unseen; the first one asked for begins the plan.
    pub fn plan(&mut self, now: Instant) -> OrderTiming {
        let due = *self.plan_due.get_or_insert(now + self.moment + self.level.plan_time());
        let share = (due.saturating_duration_since(now) / SHARE).max(ThinkingClock::QUICK);
        OrderTiming { due, until: now + share.min(self.level.time()) }
    }

    /// A plan has ended, or nothing is asked.
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
