//! A guided game: its script, and its dice.

use referee::Ack;
use rules::{Seat, Side};
use serde_json::Value;
use table::guide::{GuideError, GuideState};
use table::{SubmitResult, TableError};

use crate::game::{Game, not_begun};
use crate::pre_game::Dice;
use crate::problem::{Code, Problem};
use crate::randomness;

/// What the script of a game does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
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

    /// Returns what the script of the game does next.
    #[must_use]
    pub fn script(&self) -> Script {
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
    pub(crate) fn unless_guided(&self, what: &str) -> Result<(), Problem> {
        if self.is_guided() {
            return Err(Problem::new(Code::Guided, format!("{what} possible when the lesson is over")));
        }
        Ok(())
    }

    /// Submits an order of a person. A learner gives the orders of the lessons.
    pub(crate) fn submit(&mut self, side: Side, order: &Value, id: Option<String>) -> Result<SubmitResult, Problem> {
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
    pub(crate) fn roll_on<T>(
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
    ///
    /// # Errors
    /// The referee fails.
    pub fn move_on(&mut self) -> Result<(), Problem> {
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
