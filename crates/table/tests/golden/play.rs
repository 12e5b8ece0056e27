//! Plays golden games with random offers, some undos and a standing order.

use std::sync::{Arc, Mutex};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use referee::GameSetup;
use referee::ledger::{DiceTerms, ScenarioText, Sink};
use rules::{Seat, Side};
use serde_json::Value;
use table::{AnySystem, Keyed, Table, TableError};

/// The kinds of dice in a ledger.
pub const DICE: [&str; 3] = ["fair", "players", "given"];

/// Number of orders in an unfinished game.
const FEW: usize = 10;

/// Number of orders after which an order may be left waiting in a game with players' dice.
const FEWER: usize = 4;

/// Number of orders after which a side resigns in a game with given dice.
const GIVEN_UP: usize = 16;

/// Maximum number of orders of a golden game; then a side resigns.
const MOST: usize = 70;

/// A sink that collects the lines of a ledger.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<String>>);

impl Sink for Lines {
    fn append(&mut self, line: &str) -> std::io::Result<()> {
        let mut text = self.0.lock().unwrap();
        text.push_str(line);
        text.push('\n');
        Ok(())
    }
}

impl Lines {
    fn text(&self) -> String {
        self.0.lock().unwrap().clone()
    }
}

/// A recorded game, and the last heads of all seats.
pub struct Recorded {
    pub text: String,
    pub heads: [String; 3],
}

struct Game {
    table: Box<dyn Table>,
    rng: StdRng,
    /// Part of the ids of orders, so none is used twice in a resumed game.
    seed: u8,
    orders: usize,
    /// Whether to stop while an order waits for dice, with some entered if possible.
    stop_waiting: bool,
}

/// The result of an order.
#[derive(PartialEq)]
enum Went {
    Done,
    Waits,
}

impl Game {
    fn new(table: Box<dyn Table>, seed: u8) -> Self {
        Game { table, rng: StdRng::seed_from_u64(seed.into()), seed, orders: 0, stop_waiting: false }
    }

    fn asked(&mut self) -> Side {
        let [first, second] = if self.rng.random() { [Side::A, Side::B] } else { [Side::B, Side::A] };
        if self.table.pending_question(first).is_some() { first } else { second }
    }

    /// Returns a random order of a side, through its drafts.
    fn any_order(&mut self, side: Side) -> Value {
        let mut draft = None;
        loop {
            let mut offers = self.table.offers(side, draft.as_ref()).unwrap();
            offers.retain(|offer| !offer.undo);
            let offer = offers.choose(&mut self.rng).expect("whoever is asked has something to say").clone();
            match offer.order {
                Some(order) => return order,
                None => draft = offer.draft,
            }
        }
    }

    /// Enters the requested dice until no more are requested.
    fn roll<T>(&mut self, mut done: Result<T, TableError>) -> Went {
        let mut entered = 0;
        loop {
            let asked = match done {
                Ok(_) => return Went::Done,
                Err(TableError::Roll(asked)) => asked,
                Err(error) => panic!("an offer was not taken: {error}"),
            };
            if self.stop_waiting && self.orders >= FEWER && (entered > 0 || self.orders > FEW) {
                return Went::Waits;
            }
            let faces: Vec<u8> = (0..asked.dice).map(|_| self.rng.random_range(1..=6)).collect();
            let by = self.table.rolling_side();
            entered += 1;
            match self.table.give_dice(&asked.label, faces, by) {
                Ok(_) => return Went::Done,
                Err(error) => done = Err(error),
            }
        }
    }

    fn one(&mut self) -> Went {
        let side = self.asked();
        let undo = self.table.offers(side, None).unwrap().iter().any(|offer| offer.undo);
        if undo && self.rng.random_ratio(1, 6) {
            self.table.undo(side).unwrap();
            return Went::Done;
        }
        let order = self.any_order(side);
        self.orders += 1;
        if self.orders.is_multiple_of(5) {
            let (question, _) = self.table.pending_question(side).unwrap();
            self.table.stand(side, question, Some(&order)).unwrap();
            let answered = self.table.answer_standing();
            let went = self.roll(answered);
            if went == Went::Done {
                self.table.stand(side, question, None).unwrap_or_else(|_| self.table.ack(side.seat()));
            }
            return went;
        }
        let id = self.orders.is_multiple_of(3).then(|| format!("order-{}-{}", self.seed, self.orders));
        let done = self.table.submit(side, &order, id);
        self.roll(done)
    }

    fn play(&mut self, most: usize, enough: impl Fn(usize) -> bool) {
        while self.table.outcome().is_none() && !enough(self.orders) {
            if self.orders >= most {
                self.table.resign(Side::A).unwrap();
            } else if self.one() == Went::Waits {
                return;
            }
        }
    }
}

fn open(system: &dyn AnySystem, scenario: ScenarioText, dice: &str, seed: u8, lines: &Lines) -> Box<dyn Table> {
    let (game, nonces) = ([seed; 32].into(), [1, 2, 3].map(|salt| [salt + (seed << 2); 32].into()));
    let sink = Box::new(lines.clone());
    if dice == "given" {
        let [nonce, ..] = nonces;
        return system.open(GameSetup { scenario, game, nonce, dice: DiceTerms::Given }, sink).unwrap();
    }
    system.begin(Keyed { scenario, game, nonces, own_dice: dice == "players" }, sink).unwrap()
}

/// Records a game with these dice, to its end or not.
pub fn record(system: &dyn AnySystem, scenario: ScenarioText, dice: &str, finished: bool, seed: u8) -> Recorded {
    let lines = Lines::default();
    let mut game = Game::new(open(system, scenario, dice, seed, &lines), seed);
    if finished {
        game.play(if dice == "given" { GIVEN_UP } else { MOST }, |_| false);
    } else {
        game.stop_waiting = dice == "players";
        let few = if game.stop_waiting { 2 * FEW } else { FEW };
        game.play(MOST, |orders| orders >= few);
    }
    Recorded { text: lines.text(), heads: Seat::ALL.map(|seat| game.table.ack(seat).head.to_hex()) }
}

/// Plays an unfinished game to its end, and returns its ledger.
pub fn go_on(system: &dyn AnySystem, text: &str, most: usize) -> String {
    let lines = Lines::default();
    let replayed = system.replay(text, Some(Box::new(lines.clone()))).unwrap();
    let mut game = Game::new(replayed.table, u8::MAX);
    if let Some(roll) = game.table.roll_asked() {
        assert!(game.roll::<()>(Err(TableError::Roll(roll))) == Went::Done);
    }
    game.play(most, |_| false);
    text.to_owned() + &lines.text()
}
