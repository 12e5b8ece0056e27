//! One game in memory.
//!
//! A game resolves an order immediately, but no seat may see the result until its line is stored.

use std::sync::{Arc, Mutex, PoisonError};

use fair::{Commitment, Nonce};
use referee::RefereeError;
use referee::ledger::{DiceTerms, Sink};
use rules::{Seat, Side};
use serde_json::Value;
use table::{BoardJson, Keyed, Offer, Table, TableError};

use crate::pre_game::{Dice, Player, PreGame, Stage};
use crate::problem::{Code, Problem};
use crate::request::Responses;
use crate::stored::{CachedResponse, Change, StoredGame, Unreadable};

/// A sink that collects the lines of one act, which are then queued together.
#[derive(Clone, Debug, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Sink for Lines {
    fn append(&mut self, line: &str) -> std::io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_owned());
        Ok(())
    }
}

/// The estimated size of a game in memory, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Bytes of its own; 0 if the game is put away.
    pub own: usize,
    /// Bytes that it shares with the other games of its scenario.
    pub shared: usize,
    /// Number that only the games of its scenario have.
    pub sharing: Option<usize>,
    /// Whether the game is over, so that it is only read.
    pub over: bool,
}

/// What is played, for the host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameKind {
    /// Name of the rule system, such as `tide`.
    pub system: &'static str,
    /// Name of the scenario, such as `tide/first`; one that a client has sent is called `uploaded.toml`.
    pub scenario: String,
}

/// A game: its data from before the ledger, and the table once play has begun.
pub struct Game {
    pub(crate) pre_game: PreGame,
    pub(crate) table: Option<Box<dyn Table>>,
    lines: Lines,
    /// Number of lines taken to be stored so far.
    handed: u64,
    pub(crate) responses: Responses,
    /// Whether something changed that is not stored but concerns seats: who must enter dice.
    pub(crate) changed: bool,
    /// Changes of the present act that come before its lines.
    unsaved: Vec<Change>,
    pub(crate) response: Option<CachedResponse>,
    pub(crate) stages: u64,
}

impl std::fmt::Debug for Game {
    /// Shows no hidden information: a game may be printed to a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game").finish_non_exhaustive()
    }
}

pub(crate) fn unplayable(error: RefereeError) -> Problem {
    match error {
        RefereeError::Scenario(problems) => Problem::mistakes(&problems),
        _ => Problem::new(Code::Failed, "the game could not be started").spoilt(),
    }
}

impl Game {
    /// Returns a game from its stored form.
    ///
    /// # Errors
    /// The ledger can't be replayed to its end.
    pub fn rebuilt(stored: StoredGame) -> Result<Self, Unreadable> {
        let lines = Lines::default();
        let broken = |why: &str| Unreadable(why.to_owned());
        let table = if stored.ledger.is_empty() {
            None
        } else {
            let system = table::system(&stored.pre_game.system)
                .ok_or_else(|| broken("this program doesn't know its rule system"))?;
            let replayed = system.replay(&stored.ledger, Some(Box::new(lines.clone())));
            let replayed = replayed.map_err(|_| broken("the first line of its ledger can't be replayed"))?;
            if replayed.stopped.is_some() {
                // The reason why it stopped may quote a secret.
                let line = 1 + stored.ledger.get(..replayed.length).map_or(0, |read| read.lines().count());
                return Err(broken(&format!("line {line} of its ledger can't be replayed")));
            }
            let mut table = replayed.table;
            while table.pack() {}
            Some(table)
        };
        let mut responses = Responses::default();
        for response in stored.responses {
            if let Some(seat) = Seat::ALL.get(usize::from(response.seat)) {
                responses.insert(*seat, response);
            }
        }
        Ok(Game {
            pre_game: stored.pre_game,
            table,
            lines,
            handed: stored.lines,
            responses,
            changed: false,
            unsaved: Vec::new(),
            response: None,
            stages: 0,
        })
    }

    /// Returns what is played.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        let system = table::system(&self.pre_game.system).map_or("unknown", |system| system.name());
        GameKind { system, scenario: self.pre_game.scenario.name.clone() }
    }

    /// Returns the player of each side, side A first.
    #[must_use]
    pub fn players(&self) -> [Player; 2] {
        self.pre_game.players
    }

    /// Returns the stage that the game has reached.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match (&self.table, self.pre_game.stage()) {
            (Some(table), _) if table.outcome().is_some() => Stage::Over,
            (None, Some(stage)) => stage,
            _ => Stage::Play,
        }
    }

    /// Returns the number of changes of stage and commitments since the game was loaded.
    #[must_use]
    pub fn stages(&self) -> u64 {
        self.stages
    }

    /// Returns this game with changes of stage from before it was put away.
    #[must_use]
    pub fn after_stages(self, stages: u64) -> Self {
        Game { stages, ..self }
    }

    /// Returns the estimated size of the game in memory.
    #[must_use]
    pub fn size(&self) -> Size {
        let shared = self.table.as_ref().map(|table| table.shared_bytes());
        let (shared, sharing) = shared.map_or((0, None), |(bytes, id)| (bytes, Some(id)));
        Size { own: self.own_bytes(), shared, sharing, over: self.stage() == Stage::Over }
    }

    fn own_bytes(&self) -> usize {
        let before = self.pre_game.scenario.text.len();
        let table = self.table.as_ref().map_or(0, |table| table.bytes());
        size_of::<Self>() + before + self.responses.bytes() + table
    }

    /// Packs what the game is seldom asked for. It takes some milliseconds at most, however long the game is.
    pub fn pack(&mut self) {
        if let Some(table) = &mut self.table {
            let _ = table.pack();
        }
    }

    /// Forgets what only odds and computer players need, and can read again.
    pub fn forget(&self) {
        if let Some(table) = &self.table {
            table.forget();
        }
    }

    /// Returns the table.
    ///
    /// # Errors
    /// Play has not begun.
    pub fn table(&self) -> Result<&dyn Table, Problem> {
        self.table.as_deref().ok_or_else(not_begun)
    }

    pub(crate) fn table_mut(&mut self) -> Result<&mut Box<dyn Table>, Problem> {
        self.table.as_mut().ok_or_else(not_begun)
    }

    /// Begins play if all nonces have been revealed.
    ///
    /// # Errors
    /// The scenario has mistakes.
    /// The game is from an earlier version of the program and has not begun.
    pub fn begin(&mut self) -> Result<(), Problem> {
        if self.table.is_some() {
            return Ok(());
        }
        let game = self.pre_game.game.ok_or_else(of_old)?;
        if self.pre_game.stage().is_some() {
            return Ok(());
        }
        let system = table::system(&self.pre_game.system)
            .ok_or_else(|| Problem::new(Code::UnknownSystem, "this program does not know the game's system"))?;
        let (scenario, nonce) = (self.pre_game.scenario.clone(), self.pre_game.nonce);
        let sink = Box::new(self.lines.clone());
        let table = match &self.pre_game.dice {
            Dice::Players | Dice::Guide => {
                system.open(referee::GameSetup { scenario, game, nonce, dice: DiceTerms::Given }, sink)
            }
            dice @ (Dice::Fair(parts) | Dice::Own(parts)) => {
                let [Some(a), Some(b)] = parts.nonces else { return Ok(()) };
                let own_dice = matches!(dice, Dice::Own(_));
                system.begin(Keyed { scenario, game, nonces: [nonce, a, b], own_dice }, sink)
            }
        };
        self.table = Some(table.map_err(unplayable)?);
        self.stages += 1;
        Ok(())
    }

    /// Accepts a side's commitment.
    ///
    /// # Errors
    /// The errors of [`PreGame::commit`].
    pub fn commit(&mut self, side: Side, commitment: Commitment) -> Result<(), Problem> {
        if self.pre_game.commit(side, commitment)? {
            self.note_pre_game();
        }
        Ok(())
    }

    /// Accepts a side's nonce. Begins play after the second one.
    ///
    /// # Errors
    /// The errors of [`PreGame::reveal`].
    pub fn reveal(&mut self, side: Side, nonce: Nonce) -> Result<(), Problem> {
        if self.pre_game.reveal(side, nonce)? {
            self.note_pre_game();
        }
        self.begin()
    }

    pub(crate) fn note_pre_game(&mut self) {
        self.stages += 1;
        self.unsaved.push(Change::PreGame(self.pre_game.clone()));
    }

    /// Returns whether seats must be notified although nothing is to be stored, and resets the flag.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Calls `see` with each line of the ledger that has not been taken by [`Game::take_changes`] yet.
    pub fn each_new_line(&self, see: impl FnMut(&str)) {
        let lines = self.lines.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(String::as_str).for_each(see);
    }

    /// Returns the changes since the last call. They must be stored before any response is passed on.
    pub fn take_changes(&mut self) -> Vec<Change> {
        let mut changes = std::mem::take(&mut self.unsaved);
        let lines = self.lines.take();
        let response = self.response.take();
        if !lines.is_empty() {
            let after = self.handed;
            self.handed += lines.len() as u64;
            changes.push(Change::Lines { after, lines, response });
        }
        changes
    }

    /// Answers one question by a standing order, if one covers it.
    ///
    /// # Errors
    /// The referee fails.
    pub fn answer_standing(&mut self) -> Result<(), Problem> {
        let Some(table) = &mut self.table else { return Ok(()) };
        let done = table.answer_standing();
        match self.roll_on(done, |_| true)? {
            Err(error @ TableError::Failed(_)) => return Err(error.into()),
            Ok(true) => self.note_if_over(),
            Err(TableError::Roll(_)) => self.changed = true,
            _ => {}
        }
        Ok(())
    }

    pub(crate) fn note_if_over(&mut self) {
        if self.stage() == Stage::Over {
            self.stages += 1;
        }
    }

    /// Executes an order of the computer player.
    pub(crate) fn computer_orders(&mut self, side: Side, order: &Value) -> Result<(), Problem> {
        let done = self.table_mut()?.submit(side, order, None);
        match self.roll_on(done, |ack| ack)? {
            Err(TableError::Roll(_)) => self.changed = true,
            done => {
                done?;
            }
        }
        self.note_if_over();
        Ok(())
    }

    /// Returns the board. It is equal before and during play.
    ///
    /// # Errors
    /// The scenario can't be set up.
    pub fn board(&self) -> Result<BoardJson, Problem> {
        if let Some(table) = &self.table {
            return Ok(table.board());
        }
        let system = table::system(&self.pre_game.system)
            .ok_or_else(|| Problem::new(Code::UnknownSystem, "this program does not know the game's system"))?;
        let unplayed = Keyed::unplayed(self.pre_game.scenario.clone());
        Ok(system.begin(unplayed, Box::new(())).map_err(unplayable)?.board())
    }

    /// Returns the offers of a side.
    ///
    /// # Errors
    /// The draft can't be read.
    pub fn offers(&self, side: Side, draft: Option<&Value>) -> Result<Vec<Offer>, Problem> {
        match &self.table {
            Some(table) => Ok(table.offers(side, draft)?),
            None => Ok(Vec::new()),
        }
    }
}

/// Returns the side of a seat.
///
/// # Errors
/// The seat is a spectator's.
pub fn side_of(seat: Seat) -> Result<Side, Problem> {
    seat.side().ok_or_else(|| Problem::new(Code::NotYourSeat, "spectators can't give orders"))
}

/// Commitments of version 1 can be copied, so no new game may begin with them.
fn of_old() -> Problem {
    Problem::new(
        Code::Stage,
        "this game was set up by an earlier version and never begun: its dice can no longer be committed to; set up a \
         new game",
    )
}

pub(crate) fn not_begun() -> Problem {
    Problem::new(Code::Stage, "play has not begun: both sides must first commit to a nonce and reveal it")
}
