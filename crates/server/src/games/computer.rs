//! The task of a computer player of the server.

use std::num::NonZero;
use std::sync::{Arc, Weak};
use std::thread::available_parallelism;
use std::time::Duration;

use game::{Computer, Expected, Thought};
use players::{Budget, Level, Skill, ThinkingClock};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::LiveGame;
use crate::monitor::{Counted, Monitor};
use crate::party::Party;
use crate::work_pool::WorkPool;

/// Plays a side while the game is in memory, by its clock ([`ThinkingClock`]).
async fn play(live: Weak<LiveGame>, mut computer: Computer, delay: Duration, pool: WorkPool, monitor: Arc<Monitor>) {
    let side = computer.side;
    let Some(mut persist_state) = live.upgrade().map(|live| live.persist_state()) else { return };
    let mut clock = ThinkingClock::new(computer.level, delay);
    loop {
        let Some(game) = live.upgrade() else { return };
        let expected = game.with(|game| Ok(game.expected(side))).await;
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
            let thinking = think(&live, &mut computer, until, &pool);
            match plans {
                false => thinking.await,
                true if now < due => timeout_at(due, thinking).await.ok().flatten(),
                // No time is left.
                true => None,
            }
        };
        if !plans || !continues(&live, &computer, &thought).await {
            sleep_until(due).await;
        }
        let Some(game) = live.upgrade() else { return };
        // After a failure the game is loaded again with a new player; other errors are tried again.
        match game.with(|game| Ok(computer.give(game, thought)?)).await {
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
async fn continues(live: &Weak<LiveGame>, computer: &Computer, thought: &Thought) -> bool {
    let Some(live) = live.upgrade() else { return false };
    live.with(|game| Ok(computer.continues(game, thought.as_ref()))).await.unwrap_or(false)
}

/// Thinks until a given time. The weakest level needs no time; the others think without a lock on the game.
async fn think(live: &Weak<LiveGame>, computer: &mut Computer, until: Instant, pool: &WorkPool) -> Thought {
    let level = computer.level;
    let game = live.upgrade()?;
    if level == Level::Recruit {
        return game.with(|game| Ok(computer.any(game)?)).await.ok()?;
    }
    let pending = game.with(|game| Ok(computer.think(game)?)).await.ok()?;
    let party = Party::Seat(game.id(), computer.side.index() as u8);
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
        pending.search(skill, threads)
    });
    thought.await.ok()?
}

/// Starts a task for each side that the computer plays.
pub fn start(live: &Arc<LiveGame>, computers: Vec<Computer>, delay: Duration, pool: &WorkPool, monitor: &Arc<Monitor>) {
    for computer in computers {
        tokio::spawn(play(Arc::downgrade(live), computer, delay, pool.clone(), Arc::clone(monitor)));
    }
}
