//! The steps of a computer player. It uses only what its side knows.

use players::{Level, Skill};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rules::Side;
use serde_json::Value;
use table::{PendingOrder, any_order};

use crate::game::Game;
use crate::problem::{Code, Problem};

/// A side that the computer plays, with its choices.
#[derive(Debug)]
pub struct Computer {
    pub side: Side,
    /// Level of the player.
    pub level: Level,
    choices: StdRng,
}

/// The action that a game expects of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// No action, until the game changes.
    Nothing,
    /// One order, which the other side sees.
    Order,
    /// Orders that the other side can't see until one ends the plan.
    Plan,
}

/// The order that was found, and the number of events in the side's log when it was; `None` if none was found.
pub type Thought = Option<(Value, usize)>;

/// A search for an order that has not begun, and the number of events in the side's log.
pub struct Pending {
    search: PendingOrder,
    heard: usize,
}

impl Pending {
    /// Searches. It takes as long as the skill allows, and doesn't need the game.
    #[must_use]
    pub fn search(self, skill: Skill, threads: usize) -> Thought {
        (self.search)(skill, threads).map(|order| (order, self.heard))
    }
}

impl Game {
    /// Returns what the game expects of a side now.
    #[must_use]
    pub fn expected(&self, side: Side) -> Expected {
        match self.table() {
            Ok(_) if self.is_guided() => Expected::Nothing,
            Ok(table) if table.pending_question(side).is_none() || table.roll_asked().is_some() => Expected::Nothing,
            Ok(table) if table.orders_are_unseen(side) => Expected::Plan,
            Ok(_) => Expected::Order,
            Err(_) => Expected::Nothing,
        }
    }
}

impl Computer {
    /// Returns a player whose choices come from a seed.
    #[must_use]
    pub fn new(side: Side, level: Level, seed: [u8; 32]) -> Computer {
        Computer { side, level, choices: StdRng::from_seed(seed) }
    }

    /// Returns an order without a search, as the weakest level chooses it.
    ///
    /// # Errors
    /// The referee fails.
    pub fn any(&mut self, game: &Game) -> Result<Thought, Problem> {
        let heard = game.table()?.ack(self.side.seat()).heard;
        Ok(self.choose(game)?.map(|order| (order, heard)))
    }

    /// Returns the seed of the next search, for a search elsewhere.
    pub fn next_seed(&mut self) -> u64 {
        self.choices.next_u64()
    }

    /// Begins a search for an order.
    ///
    /// # Errors
    /// The referee fails.
    pub fn think(&mut self, game: &Game) -> Result<Pending, Problem> {
        let table = game.table()?;
        let search = table.think(self.side, self.next_seed())?;
        Ok(Pending { search, heard: table.ack(self.side.seat()).heard })
    }

    /// Returns whether a plan continues after an order.
    #[must_use]
    pub fn continues(&self, game: &Game, thought: Option<&(Value, usize)>) -> bool {
        let Some((order, _)) = thought else { return false };
        game.table().is_ok_and(|table| table.ends(self.side, order).is_ok_and(|ends| !ends))
    }

    /// Gives the order that was found. If there is none or it is refused, ends the plan or gives a random offer. Gives no
    /// order if the side's knowledge has changed since, as after an undo. Returns whether a plan has ended.
    ///
    /// # Errors
    /// The referee fails.
    pub fn give(&mut self, game: &mut Game, thought: Thought) -> Result<bool, Problem> {
        let side = self.side;
        let expected = game.expected(side);
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
        match ending.map_or_else(|| self.choose(game), |order| Ok(Some(order)))? {
            Some(order) => give(game, side, expected, &order),
            None => Err(Problem::new(Code::Failed, "a side must give an order but has no offer")),
        }
    }

    /// Returns a random order among the side's offers.
    fn choose(&mut self, game: &Game) -> Result<Option<Value>, Problem> {
        any_order(self.choices.next_u64(), |draft| game.offers(self.side, draft))
    }
}

fn give(game: &mut Game, side: Side, expected: Expected, order: &Value) -> Result<bool, Problem> {
    let ends = expected == Expected::Plan && game.table()?.ends(side, order)?;
    game.computer_orders(side, order)?;
    Ok(ends)
}
