//! A tested game: a referee, and both sides playing at random.

use std::sync::{Arc, Mutex};

use fair::{GameId, Nonce};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::ledger::{ScenarioText, Sink};
use referee::playout::Playout;
use referee::{GameSetup, Referee};
use rules::{Seat, Side, System};

use crate::SystemUnderTest;
use crate::entering::{Dice, enter};

/// Lines of a ledger, readable by the test while the referee writes them.
#[derive(Clone, Debug, Default)]
pub struct Lines(Arc<Mutex<String>>);

impl Sink for Lines {
    fn append(&mut self, line: &str) -> std::io::Result<()> {
        let mut text = self.0.lock().expect("no test panics while it writes");
        text.push_str(line);
        text.push('\n');
        Ok(())
    }
}

impl Lines {
    /// Returns the lines written so far.
    pub fn text(&self) -> String {
        self.0.lock().expect("no test panics while it writes").clone()
    }
}

/// A tested game in progress.
pub struct Game<S: System> {
    pub referee: Referee<S>,
    /// Random numbers for choosing orders.
    pub rng: StdRng,
    lines: Lines,
    playout: Playout<S>,
}

impl<S: System> Game<S> {
    /// Starts a game of a scenario with the referee's dice. The same seed gives the same game.
    pub fn new(scenario: &ScenarioText, seed: u64) -> Self {
        Self::with(Dice::Referee, scenario, seed)
    }

    /// Starts a game of a scenario. The same seed gives the same game.
    pub fn with(dice: Dice, scenario: &ScenarioText, seed: u64) -> Self {
        let nonce = |salt: u8| Nonce::from([salt ^ seed as u8; 32]);
        let nonces @ [own, a, b] = [nonce(3), nonce(1), nonce(2)];
        let game = GameId::from([seed as u8; 32]);
        let lines = Lines::default();
        let setup = GameSetup { scenario: scenario.clone(), game, nonce: own, dice: dice.terms(game, &nonces) };
        let mut referee = Referee::open(setup, Box::new(lines.clone()))
            .unwrap_or_else(|error| panic!("{}: {error:?}", scenario.name));
        if dice != Dice::Script {
            referee.reveal(a, b).expect("the nonces open their commitments");
        }
        Game { referee, rng: StdRng::seed_from_u64(seed), lines, playout: Playout::new(seed) }
    }

    /// Returns the ledger so far.
    pub fn ledger(&self) -> String {
        self.lines.text()
    }

    /// Returns a random order of a side with a pending question.
    pub fn choose(&mut self) -> Option<(Side, S::Order)> {
        if self.referee.outcome().is_some() {
            return None;
        }
        let chosen = self.playout.choose(self.referee.setting(), self.referee.true_position());
        assert!(chosen.is_some(), "no side has an order to give, and the game is not over");
        chosen
    }

    /// Plays one random order, sometimes an undo. Returns `false` when the game is over.
    pub fn play_one(&mut self) -> bool {
        let Some((side, order)) = self.choose() else { return false };
        if self.rng.random_ratio(1, 8) {
            for side in Side::BOTH {
                if self.referee.undoable(side).is_some() {
                    self.referee.undo(side).expect("what is offered is done");
                    return true;
                }
            }
        }
        let id = format!("{}", self.referee.entries().len());
        let done = self.referee.submit(side, order, Some(id));
        if done.is_err() {
            let faces = self.rng.random();
            enter(&mut self.referee, faces, Seat::Spectator, done)
                .unwrap_or_else(|error| panic!("{order:?} was offered: {error}"));
        }
        true
    }

    /// Plays a number of random orders, or to the end.
    pub fn play(&mut self, orders: usize) {
        for _ in 0..orders {
            if !self.play_one() {
                return;
            }
        }
    }
}

/// Plays games of every scenario and calls `look` about once in `every` orders.
pub fn explore<S: SystemUnderTest>(seed: u64, every: usize, mut look: impl FnMut(&mut Game<S>)) {
    for scenario in S::scenarios() {
        for number in 0..S::GAMES {
            let mut game = Game::<S>::new(&scenario, seed ^ number.wrapping_mul(0x9E37_79B9));
            for _ in 0..40 {
                game.play(every);
                let (setting, truth) = (game.referee.setting(), game.referee.true_position());
                S::check_invariants(setting, truth).unwrap_or_else(|flaw| panic!("{}: {flaw}", scenario.name));
                look(&mut game);
                if game.referee.outcome().is_some() {
                    break;
                }
            }
        }
    }
}
