//! The server's own player. It knows only what its side knows.

use std::sync::{Arc, Weak};
use std::time::Duration;

use players::Level;
use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};
use rules::Side;
use serde_json::Value;
use table::Thinking;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::{Game, Slot};
use crate::problem::{Code, Problem};

/// How often a chain of drafts that led nowhere is begun again.
const TRIES: usize = 32;

/// A side that the server plays.
#[derive(Clone, Copy, Debug)]
pub struct Computer {
    /// The side.
    pub side: Side,
    /// How well.
    pub level: Level,
    /// Where its choices come from.
    pub seed: [u8; 32],
}

/// Plays a side for as long as the game is in memory.
///
/// Every order comes as long after the side was asked or gave its last one as the level may think, and `delay` more,
/// whatever the question is and however many offers there are.
async fn play(slot: Weak<Slot>, computer: Computer, delay: Duration, places: Arc<Semaphore>) {
    let Computer { side, level, seed } = computer;
    let mut choices = StdRng::from_seed(seed);
    let Some(mut marks) = slot.upgrade().map(|slot| slot.marks()) else { return };
    loop {
        let Some(seated) = slot.upgrade() else { return };
        let asked = seated.with(|game| Ok(is_asked(game, side))).await;
        drop(seated);
        match asked {
            Err(_) => return,
            Ok(false) => {
                if marks.changed().await.is_err() {
                    return;
                }
            }
            Ok(true) => {
                let due = Instant::now() + delay + level.time();
                let thought = think(&slot, side, level, &mut choices, &places).await;
                tokio::time::sleep_until(due).await;
                let Some(seated) = slot.upgrade() else { return };
                // A game that failed is read again and gets another player; anything else is tried once more.
                let ordered = seated.with(|game| order(game, side, thought, &mut choices)).await;
                if ordered.is_err() && seated.failed() {
                    return;
                }
            }
        }
    }
}

fn is_asked(game: &Game, side: Side) -> bool {
    game.table().is_ok_and(|table| table.asked(side).is_some() && table.roll_asked().is_none())
}

/// An order thought of, and how much its side had heard when it was.
type Thought = Option<(Value, usize)>;

/// Thinks before the answer is due, or how long it takes would tell how much there is to choose from. The weakest level
/// takes any offer; the others think outside the game's lock.
async fn think(slot: &Weak<Slot>, side: Side, level: Level, choices: &mut StdRng, places: &Arc<Semaphore>) -> Thought {
    if level == Level::Recruit {
        let any = |game: &mut Game| Ok((choose(game, side, choices)?, game.table()?.ack(side.seat()).heard));
        let (order, heard) = slot.upgrade()?.with(any).await.ok()?;
        return order.map(|order| (order, heard));
    }
    let seed = choices.next_u64();
    let begin = |game: &mut Game| -> Result<(Thinking, usize), Problem> {
        let table = game.table()?;
        Ok((table.think(side, level.skill(), seed)?, table.ack(side.seat()).heard))
    };
    let (thinking, heard) = slot.upgrade()?.with(begin).await.ok()?;
    let _permit = Arc::clone(places).acquire_owned().await.ok()?;
    tokio::task::spawn_blocking(thinking).await.ok()?.map(|order| (order, heard))
}

/// The order thought of, if nothing has changed since; else one of its offers.
fn order(game: &mut Game, side: Side, thought: Thought, choices: &mut StdRng) -> Result<(), Problem> {
    if !is_asked(game, side) {
        return Ok(());
    }
    if let Some((order, heard)) = thought
        && game.table()?.ack(side.seat()).heard == heard
        && game.computer_orders(side, &order).is_ok()
    {
        return Ok(());
    }
    match choose(game, side, choices)? {
        Some(order) => game.computer_orders(side, &order),
        None => Err(Problem::new(Code::Failed, "a side is asked and has no offer")),
    }
}

/// One order, taken uniformly among the offers of each step.
fn choose(game: &Game, side: Side, choices: &mut StdRng) -> Result<Option<Value>, Problem> {
    for _ in 0..TRIES {
        let mut draft: Option<Value> = None;
        loop {
            let mut offers = game.offers(side, draft.as_ref())?;
            offers.retain(|offer| !offer.undo);
            if offers.is_empty() {
                break;
            }
            let offer = offers.swap_remove(choices.random_range(0..offers.len()));
            match (offer.order, offer.draft) {
                (Some(order), _) => return Ok(Some(order)),
                (None, next @ Some(_)) => draft = next,
                (None, None) => break,
            }
        }
    }
    Ok(None)
}

/// Seats the server's player on each side it plays.
pub fn seat(slot: &Arc<Slot>, computers: Vec<Computer>, delay: Duration, places: &Arc<Semaphore>) {
    for computer in computers {
        tokio::spawn(play(Arc::downgrade(slot), computer, delay, Arc::clone(places)));
    }
}
