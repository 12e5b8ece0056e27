//! The server's own player: one of its offers at random, knowing only what its side is shown.

use std::sync::{Arc, Weak};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::Side;
use serde_json::Value;

use super::{Game, Slot};
use crate::problem::{Code, Problem};

/// How often a chain of drafts that led nowhere is begun again.
const TRIES: usize = 32;

/// Plays a side for as long as the game is in memory.
///
/// Every order comes `delay` after the side was asked or gave its last one, whatever the question is and however many
/// offers there are.
async fn play(slot: Weak<Slot>, side: Side, delay: Duration, seed: [u8; 32]) {
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
                tokio::time::sleep(delay).await;
                let Some(seated) = slot.upgrade() else { return };
                // A game that failed is read again and gets another player; anything else is tried once more.
                if seated.with(|game| order(game, side, &mut choices)).await.is_err() && seated.failed() {
                    return;
                }
            }
        }
    }
}

fn is_asked(game: &Game, side: Side) -> bool {
    game.table().is_ok_and(|table| table.asked(side).is_some() && table.roll_asked().is_none())
}

/// One order, taken uniformly among the offers of each step.
fn order(game: &mut Game, side: Side, choices: &mut StdRng) -> Result<(), Problem> {
    if !is_asked(game, side) {
        return Ok(());
    }
    match choose(game, side, choices)? {
        Some(order) => game.computer_orders(side, &order),
        None => Err(Problem::new(Code::Failed, "a side is asked and has no offer")),
    }
}

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
pub fn seat(slot: &Arc<Slot>, sides: &[(Side, [u8; 32])], delay: Duration) {
    for (side, seed) in sides {
        tokio::spawn(play(Arc::downgrade(slot), *side, delay, *seed));
    }
}
