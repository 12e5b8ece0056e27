//! A guided game: its script, and its dice.

use std::sync::{Arc, Weak};
use std::time::Duration;

use referee::Ack;
use rules::{Seat, Side};
use serde_json::Value;
use table::guide::{GuideError, GuideState};
use table::{SubmitResult, TableError};

use super::{Dice, Game, LiveGame, not_begun};
use crate::monitor::Monitor;
use crate::problem::{Code, Problem};
use crate::randomness;

/// Delay before a move of the script is tried again.
const AGAIN: Duration = Duration::from_secs(2);

/// What the script of a game does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    /// It makes a move.
    Moves,
    /// It waits for the learner.
    Waits,
    /// It is over, or the game never had one.
    Over,
}

impl Game {
    /// Returns whether a script leads the game now.
    #[must_use]
    pub fn is_guided(&self) -> bool {
        self.script() != Script::Over
    }

    fn script(&self) -> Script {
        match (&self.pre_game.guide, &self.table) {
            (Some(guide), Some(table)) if guide.plays(table.as_ref()) => Script::Moves,
            (Some(guide), Some(table)) if guide.leads(table.as_ref()) => Script::Waits,
            _ => Script::Over,
        }
    }

    /// Returns the state of a guided game for its learner; `None` for any other seat or game.
    #[must_use]
    pub fn guide_state(&self, seat: Seat) -> Option<GuideState> {
        match (&self.pre_game.guide, &self.table) {
            (Some(guide), Some(table)) if seat.side() == Some(guide.side) => Some(guide.state(table.as_ref())),
            _ => None,
        }
    }

    /// Refuses what a script doesn't allow: the game would leave it.
    pub(super) fn unless_guided(&self, what: &str) -> Result<(), Problem> {
        if self.is_guided() {
            return Err(Problem::new(Code::Guided, format!("{what} possible when the lesson is over")));
        }
        Ok(())
    }

    /// Submits an order of a person. A learner gives the orders of the lessons.
    pub(super) fn submit(&mut self, side: Side, order: &Value, id: Option<String>) -> Result<SubmitResult, Problem> {
        let table = self.table.as_mut().ok_or_else(not_begun)?;
        let done = match self.pre_game.guide.as_ref().filter(|guide| guide.side == side) {
            Some(guide) => match guide.submit(table.as_mut(), order, id) {
                Err(GuideError::Another(why)) => return Err(Problem::new(Code::Guided, why)),
                Err(GuideError::Table(error)) => Err(error),
                Ok(ack) => Ok(ack),
            },
            None => table.submit(side, order, id),
        };
        self.roll_on(done, |ack| ack)
    }

    /// Rolls the dice that an order waits for, in a game that was guided.
    pub(super) fn roll_on<T>(
        &mut self,
        mut done: Result<T, TableError>,
        finished: impl Fn(Ack) -> T,
    ) -> Result<Result<T, TableError>, Problem> {
        if !matches!(self.pre_game.dice, Dice::Guide) {
            return Ok(done);
        }
        let table = self.table.as_mut().ok_or_else(not_begun)?;
        while let Err(TableError::Roll(asked)) = &done {
            let faces = (0..asked.dice).map(|_| randomness::face()).collect::<Result<_, _>>()?;
            done = match table.give_dice(&asked.label.clone(), faces, None) {
                Ok(Some(ack)) => Ok(finished(ack)),
                Ok(None) => return Err(Problem::new(Code::Failed, "an order waits for dice that it doesn't take")),
                Err(error) => Err(error),
            };
        }
        Ok(done)
    }

    /// Makes the next move of the script, if it is due.
    fn move_on(&mut self) -> Result<(), Problem> {
        let Some(table) = &mut self.table else { return Ok(()) };
        let done = match &self.pre_game.guide {
            Some(guide) => guide.play(table.as_mut()),
            None => Ok(None),
        };
        match self.roll_on(done, Some)? {
            Err(error @ TableError::Failed(_)) => return Err(error.into()),
            // A guide from before a change of the rules: the computer takes the other side.
            Err(_) => {
                self.pre_game.guide = None;
                self.note_pre_game();
            }
            Ok(_) => {}
        }
        self.note_if_over();
        Ok(())
    }
}

/// Makes the moves of a game's script, each after a delay, while the game is in memory.
async fn play(live: Weak<LiveGame>, delay: Duration, monitor: Arc<Monitor>) {
    let Some(mut persist_state) = live.upgrade().map(|live| live.persist_state()) else { return };
    loop {
        let Some(game) = live.upgrade() else { return };
        let script = game.with(|game| Ok(game.script())).await;
        drop(game);
        match script {
            Ok(Script::Over) => return,
            Err(problem) => {
                if !retry(&live, &monitor, &problem).await {
                    return;
                }
                continue;
            }
            Ok(Script::Waits) => {
                if persist_state.changed().await.is_err() {
                    return;
                }
                continue;
            }
            Ok(Script::Moves) => tokio::time::sleep(delay).await,
        }
        let Some(game) = live.upgrade() else { return };
        let moved = game.with(Game::move_on).await;
        drop(game);
        if let Err(problem) = moved
            && !retry(&live, &monitor, &problem).await
        {
            return;
        }
    }
}

/// Tells the host of a failure and waits. Returns false if the game is loaded again with a new task.
async fn retry(live: &Weak<LiveGame>, monitor: &Monitor, problem: &Problem) -> bool {
    let Some(game) = live.upgrade() else { return false };
    monitor.game_failed(game.id(), game.kind(), "script", problem);
    if game.failed() {
        return false;
    }
    drop(game);
    tokio::time::sleep(AGAIN).await;
    true
}

/// Starts the task that makes the moves of a game's script.
pub fn start(live: &Arc<LiveGame>, delay: Duration, monitor: &Arc<Monitor>) {
    tokio::spawn(play(Arc::downgrade(live), delay, Arc::clone(monitor)));
}
