//! Computer players in the terminal. Each gets only its seat's knowledge.

use std::num::NonZero;
use std::sync::mpsc;
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};

use players::{Level, ThinkingClock};
use rules::Side;
use serde_json::Value;
use table::{Table, any_order};

use crate::outcome::{Failed, refused};

/// Delay of an order after its thinking time: longer than it takes to list any offers.
const MOMENT: Duration = Duration::from_millis(80);

/// The computer players by side.
pub struct Computers {
    levels: [Option<Level>; 2],
    clocks: [ThinkingClock; 2],
    /// Seed of their choices; each order takes the next value.
    seed: u64,
}

impl Computers {
    /// Parses `SIDE=LEVEL` options, at most one for each side.
    pub fn read(asked: &[String], sides: [&str; 2]) -> Result<Computers, Failed> {
        let mut levels = [None; 2];
        for text in asked {
            let usage = |why: String| Failed::Usage(format!("--computer {text}: {why}"));
            let (side, level) = text.split_once('=').unwrap_or((text, ""));
            let place = sides.iter().position(|name| *name == side);
            let slot = place.and_then(|place| levels.get_mut(place));
            let slot =
                slot.ok_or_else(|| usage(format!("expected SIDE=LEVEL, where SIDE is {} or {}", sides[0], sides[1])))?;
            let level = Level::named(level).ok_or_else(|| {
                usage(format!(
                    "expected {side}=LEVEL, where LEVEL is one of {}",
                    Level::ALL.map(Level::name).join(", ")
                ))
            })?;
            if slot.replace(level).is_some() {
                return Err(usage(format!("the computer already plays {side}")));
            }
        }
        let mut seed = [0; 8];
        getrandom::fill(&mut seed)
            .map_err(|error| refused(format_args!("can't read random bytes from the operating system: {error}")))?;
        let clocks = levels.map(|level| ThinkingClock::new(level.unwrap_or_default(), MOMENT));
        Ok(Computers { levels, clocks, seed: u64::from_le_bytes(seed) })
    }

    pub fn plays(&self, side: Side) -> bool {
        self.levels[side.index()].is_some()
    }

    /// Gives one order for a side that the computer plays and that is asked, by its clock.
    pub fn order(&mut self, table: &mut dyn Table, side: Side) -> Result<(), Failed> {
        self.seed = self.seed.wrapping_add(1);
        let (now, plans) = (Instant::now(), table.orders_are_unseen(side));
        let clock = &mut self.clocks[side.index()];
        let timing = if plans { clock.plan(now) } else { clock.order(now) };
        let due = || plans && Instant::now() >= timing.due;
        let mut order = None;
        if !due() {
            order = self.think(table, side, timing.until - now, plans.then_some(timing.due))?;
        }
        if order.is_none() && due() {
            // A plan that is not ready by then ends as it is.
            order = table.ending(side).map_err(refused)?;
        }
        if let Some(order) = order
            && let Ok(ends) = table.ends(side, &order)
        {
            return self.give(table, side, &order, (!plans || ends).then_some(timing.due));
        }
        // A random offer, if no order was found or the order is refused.
        let any = any_order(self.seed, |draft| table.offers(side, draft)).map_err(refused)?;
        let order = any
            .ok_or_else(|| refused("internal error: a side must give an order but has no offer; please report this"))?;
        let ends = !plans || table.ends(side, &order).map_err(refused)?;
        self.give(table, side, &order, ends.then_some(timing.due))
    }

    /// Gives an order, not before `due`; an order with a due time ends the plan.
    fn give(&mut self, table: &mut dyn Table, side: Side, order: &Value, due: Option<Instant>) -> Result<(), Failed> {
        if let Some(due) = due {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            self.clocks[side.index()].rest();
        }
        table.submit(side, order, None).map(drop).map_err(refused)
    }

    /// Thinks for this time. Returns no order if it is not found before the whole plan is due.
    fn think(
        &self,
        table: &dyn Table,
        side: Side,
        time: Duration,
        due: Option<Instant>,
    ) -> Result<Option<Value>, Failed> {
        let Some(level) = self.levels[side.index()].filter(|level| *level != Level::Recruit) else { return Ok(None) };
        let threads = available_parallelism().map_or(1, NonZero::get);
        let thinking = table.think(side, self.seed).map_err(refused)?;
        let (thought, listener) = mpsc::channel();
        // The result is not received if the plan was due before.
        thread::spawn(move || thought.send(thinking(level.skill(time), threads)));
        Ok(match due {
            Some(due) => listener.recv_timeout(due.saturating_duration_since(Instant::now())).ok().flatten(),
            None => listener.recv().ok().flatten(),
        })
    }
}
