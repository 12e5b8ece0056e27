//! The computer player of the server. It uses only what its side knows.

use std::num::NonZero;
use std::sync::{Arc, Weak};
use std::thread::available_parallelism;
use std::time::Duration;

use players::{Budget, Level, Skill, ThinkingClock};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rules::Side;
use serde_json::Value;
use table::{PendingOrder, any_order};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::{Game, LiveGame};
use crate::monitor::{Counted, Monitor};
use crate::party::Party;
use crate::problem::{Code, Problem};
use crate::work_pool::WorkPool;

/// A side that the computer plays.
#[derive(Clone, Copy, Debug)]
pub struct Computer {
    pub side: Side,
    /// Level of the player.
    pub level: Level,
    /// Seed of its choices.
    pub seed: [u8; 32],
}

/// The action that the game expects of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// No action, until the game changes.
    Nothing,
    /// One order, which the other side sees.
    Order,
    /// Orders that the other side can't see until one ends the plan.
    Plan,
}

fn expected(game: &Game, side: Side) -> Expected {
    match game.table() {
        Ok(_) if game.is_guided() => Expected::Nothing,
        Ok(table) if table.pending_question(side).is_none() || table.roll_asked().is_some() => Expected::Nothing,
        Ok(table) if table.orders_are_unseen(side) => Expected::Plan,
        Ok(_) => Expected::Order,
        Err(_) => Expected::Nothing,
    }
}

/// The order that was found, and the number of events in the side's log when it was.
type Thought = Option<(Value, usize)>;

/// Plays a side while the game is in memory, by its clock ([`ThinkingClock`]).
async fn play(live: Weak<LiveGame>, computer: Computer, delay: Duration, pool: WorkPool, monitor: Arc<Monitor>) {
    let Computer { side, level, seed } = computer;
    let Some(mut persist_state) = live.upgrade().map(|live| live.persist_state()) else { return };
    let mut choices = StdRng::from_seed(seed);
    let mut clock = ThinkingClock::new(level, delay);
    loop {
        let Some(game) = live.upgrade() else { return };
        let expected = game.with(|game| Ok(expected(game, side))).await;
        drop(game);
        let now = Instant::now();
        let (timing, plans) = match expected {
            Err(_) => return,
            Ok(Expected::Nothing) => {
                clock.rest();
                if persist_state.changed().await.is_err() {
                    return;
                }
                continue;
            }
            Ok(Expected::Order) => (clock.order(now.into_std()), false),
            Ok(Expected::Plan) => (clock.plan(now.into_std()), true),
        };
        let (due, until) = (Instant::from_std(timing.due), Instant::from_std(timing.until));
        let thought = {
            let _counted = Counted::by(&monitor.metrics.thinking);
            let thinking = think(&live, computer, until, &mut choices, &pool);
            match plans {
                false => thinking.await,
                true if now < due => timeout_at(due, thinking).await.ok().flatten(),
                // No time is left.
                true => None,
            }
        };
        if !plans || !goes_on(&live, side, thought.as_ref()).await {
            sleep_until(due).await;
        }
        let Some(game) = live.upgrade() else { return };
        // After a failure the game is loaded again with a new player; other errors are tried again.
        match game.with(|game| order(game, side, thought, &mut choices)).await {
            Ok(true) => clock.rest(),
            Ok(false) => {}
            Err(problem) => {
                monitor.game_failed(game.id(), game.kind(), "computer player", &problem);
                if game.failed() {
                    return;
                }
            }
        }
    }
}

/// Returns whether the plan continues after an order.
async fn goes_on(live: &Weak<LiveGame>, side: Side, thought: Option<&(Value, usize)>) -> bool {
    let (Some((order, _)), Some(live)) = (thought, live.upgrade()) else { return false };
    live.with(|game| Ok(game.table()?.ends(side, order)?)).await.is_ok_and(|ends| !ends)
}

/// Thinks until a given time. The weakest level needs no time; the others think without a lock on the game.
async fn think(
    live: &Weak<LiveGame>,
    Computer { side, level, .. }: Computer,
    until: Instant,
    choices: &mut StdRng,
    pool: &WorkPool,
) -> Thought {
    if level == Level::Recruit {
        let any = |game: &mut Game| Ok((choose(game, side, choices)?, game.table()?.ack(side.seat()).heard));
        let (order, heard) = live.upgrade()?.with(any).await.ok()?;
        return order.map(|order| (order, heard));
    }
    let seed = choices.next_u64();
    let begin = |game: &mut Game| -> Result<(PendingOrder, usize), Problem> {
        let table = game.table()?;
        Ok((table.think(side, seed)?, table.ack(side.seat()).heard))
    };
    let game = live.upgrade()?;
    let (thinking, heard) = game.with(begin).await.ok()?;
    let party = Party::Seat(game.id(), side.index() as u8);
    drop(game);
    let last_moment = until.checked_sub(ThinkingClock::QUICK).unwrap_or(until);
    let permit = timeout_at(last_moment, pool.take_for(party)).await;
    let left = until.saturating_duration_since(Instant::now()).max(ThinkingClock::QUICK);
    let (skill, threads) = match permit {
        Ok(Ok(_)) => (level.skill(left), available_parallelism().map_or(1, NonZero::get)),
        _ => (Skill::Search(Budget::Time(ThinkingClock::QUICK)), 1),
    };
    let thought = tokio::task::spawn_blocking(move || {
        // The permit is held while the thread thinks, even if its result is not needed any more.
        let _permit = permit;
        thinking(skill, threads)
    });
    thought.await.ok()?.map(|order| (order, heard))
}

/// Gives the order that was found. If there is none or it is refused, ends the plan or gives a random offer. Gives no
/// order if the side's knowledge has changed since, as after an undo. Returns whether a plan has ended.
fn order(game: &mut Game, side: Side, thought: Thought, choices: &mut StdRng) -> Result<bool, Problem> {
    let expected = expected(game, side);
    if expected == Expected::Nothing {
        return Ok(false);
    }
    if let Some((order, heard)) = thought {
        if game.table()?.ack(side.seat()).heard != heard {
            return Ok(false);
        }
        if let Ok(ended) = give(game, side, expected, &order) {
            return Ok(ended);
        }
    }
    let ending = if expected == Expected::Plan { game.table()?.ending(side)? } else { None };
    match ending.map_or_else(|| choose(game, side, choices), |order| Ok(Some(order)))? {
        Some(order) => give(game, side, expected, &order),
        None => Err(Problem::new(Code::Failed, "a side must give an order but has no offer")),
    }
}

fn give(game: &mut Game, side: Side, expected: Expected, order: &Value) -> Result<bool, Problem> {
    let ends = expected == Expected::Plan && game.table()?.ends(side, order)?;
    game.computer_orders(side, order)?;
    Ok(ends)
}

/// Returns a random order among the side's offers.
fn choose(game: &Game, side: Side, choices: &mut StdRng) -> Result<Option<Value>, Problem> {
    any_order(choices.next_u64(), |draft| game.offers(side, draft))
}

/// Starts a task for each side that the computer plays.
pub fn start(live: &Arc<LiveGame>, computers: Vec<Computer>, delay: Duration, pool: &WorkPool, monitor: &Arc<Monitor>) {
    for computer in computers {
        tokio::spawn(play(Arc::downgrade(live), computer, delay, pool.clone(), Arc::clone(monitor)));
    }
}
