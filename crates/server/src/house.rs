//! All games of a server: read from the store when somebody comes, forgotten when nobody has come for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::{Seat, Side};
use tokio::sync::{OnceCell, watch};

use crate::config::Config;
use crate::game::{Computer, Game, Slot, seat_computers};
use crate::opening::{Dice, Opening, Parts, Player};
use crate::places::Places;
use crate::problem::{Code, Problem};
use crate::randomness;
use crate::seats::{Token, TokenHash};
use crate::store::{GameId, Keeper, NewGame, StoreError};

/// How many links are remembered without asking the store.
const LINKS: usize = 10_000;
/// How many scenarios are set up or ledgers replayed at once.
const SETTING_UP: usize = 2;
/// How many odds are reckoned and steps of finished games replayed at once: they take long, and play does not wait
/// for them.
const RECKONING: usize = 2;
/// How many of the server's own players think at once with all there is; more think for a moment on one thread. People's
/// odds do not wait for them: how long they waited would tell whether a side that plots in secret is done.
const THINKING: usize = 2;

type Cell = Arc<OnceCell<Arc<Slot>>>;

/// All games of a server.
pub struct House {
    config: Config,
    keeper: Arc<Keeper>,
    slots: Mutex<HashMap<GameId, Cell>>,
    links: Mutex<HashMap<TokenHash, (GameId, Seat)>>,
    setting_up: Places,
    reckoning: Places,
    thinking: Places,
    stopping: watch::Sender<bool>,
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("House").finish_non_exhaustive()
    }
}

/// A seat at a game.
#[derive(Clone, Debug)]
pub struct AtTable {
    /// The game.
    pub slot: Arc<Slot>,
    /// The seat.
    pub seat: Seat,
}

/// What a new game is to be.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The scenario with its options, already checked.
    pub scenario: referee::ledger::ScenarioText,
    /// Its system.
    pub system: &'static str,
    /// Who plays.
    pub players: [Player; 2],
    /// Whether the referee rolls, provably.
    pub fair: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs what waits for the disk on a thread that may wait.
async fn on_disk<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Problem> {
    match tokio::task::spawn_blocking(act).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(Problem::new(Code::Failed, "the server is shutting down")),
    }
}

impl House {
    /// A house without games in memory.
    ///
    /// # Errors
    /// When the machine gives no thread to write with.
    pub fn open(config: Config) -> std::io::Result<Self> {
        Ok(House {
            keeper: Arc::new(Keeper::start(Arc::clone(&config.store))?),
            config,
            slots: Mutex::default(),
            links: Mutex::default(),
            setting_up: Places::new(SETTING_UP),
            reckoning: Places::new(RECKONING),
            thinking: Places::new(THINKING),
            stopping: watch::Sender::new(false),
        })
    }

    /// How the server is set up.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Tells when the server stops.
    #[must_use]
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Tells everybody that the server stops.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// The ledger of a game, with every secret in it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn ledger(&self, game: GameId) -> Result<String, Problem> {
        let store = Arc::clone(&self.config.store);
        let kept = on_disk(move || store.load(game)).await?;
        Ok(kept.map_or_else(String::new, |kept| kept.ledger))
    }

    /// Where scenarios are set up and ledgers replayed: that takes memory and time.
    #[must_use]
    pub fn setting_up(&self) -> &Places {
        &self.setting_up
    }

    /// Where odds are reckoned and steps of finished games replayed.
    #[must_use]
    pub fn reckoning(&self) -> &Places {
        &self.reckoning
    }

    /// Makes a game. Returns the links to its seats; a side that the server plays has none.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn create(&self, wanted: Wanted) -> Result<[Option<Token>; 3], Problem> {
        let mut opening = Opening {
            system: wanted.system.to_owned(),
            scenario: wanted.scenario,
            players: wanted.players,
            game: Some(randomness::bytes()?.into()),
            nonce: randomness::nonce()?,
            dice: if wanted.fair { Dice::Fair(Parts::default()) } else { Dice::Own(Parts::default()) },
        };
        let mut links = [None, None, None];
        for (seat, link) in Seat::ALL.into_iter().zip(&mut links) {
            match seat.side().filter(|side| wanted.players[side.index()].is_computer()) {
                Some(side) => opening.put_in(side, randomness::nonce()?),
                None => *link = Some(randomness::token()?),
            }
        }
        let kept = Seat::ALL.into_iter().zip(&links);
        let kept = kept.filter_map(|(seat, link)| Some((TokenHash::of(link.as_ref()?.text()), seat.index() as u8)));
        let game = NewGame { opening, links: kept.collect() };
        let store = Arc::clone(&self.config.store);
        on_disk(move || store.create(&game)).await?;
        Ok(links)
    }

    /// The seat that a link leads to.
    ///
    /// # Errors
    /// When it leads nowhere, or its game cannot be read.
    pub async fn at_table(&self, token: &str) -> Result<AtTable, Problem> {
        let (game, seat) = self.link(TokenHash::of(token)).await?;
        Ok(AtTable { slot: self.slot(game).await?, seat })
    }

    async fn link(&self, hash: TokenHash) -> Result<(GameId, Seat), Problem> {
        if let Some(found) = locked(&self.links).get(&hash) {
            return Ok(*found);
        }
        let store = Arc::clone(&self.config.store);
        let found = on_disk(move || store.seat(&hash)).await?;
        let unknown = || Problem::new(Code::UnknownSeat, "no seat has this link; check that you copied all of it");
        let (game, seat) = found.ok_or_else(unknown)?;
        let seat = *Seat::ALL.get(usize::from(seat)).ok_or_else(unknown)?;
        let mut links = locked(&self.links);
        if links.len() >= LINKS {
            links.clear();
        }
        links.insert(hash, (game, seat));
        Ok((game, seat))
    }

    async fn slot(&self, game: GameId) -> Result<Arc<Slot>, Problem> {
        let cell = {
            let mut slots = locked(&self.slots);
            let cell = slots.entry(game).or_default();
            if cell.get().is_some_and(|slot| slot.failed()) {
                *cell = Cell::default();
            }
            Arc::clone(cell)
        };
        cell.get_or_try_init(|| self.load(game)).await.map(Arc::clone)
    }

    async fn load(&self, game: GameId) -> Result<Arc<Slot>, Problem> {
        let place = self.setting_up.take().await?;
        let store = Arc::clone(&self.config.store);
        let kept = on_disk(move || store.load(game)).await?;
        let kept = kept.ok_or_else(|| Problem::new(Code::UnknownSeat, "the game of this link no longer exists"))?;
        let players = kept.opening.players;
        let rebuilt = place.work("the game could not be read", move || Game::rebuilt(game, kept)).await??;
        let slot = Arc::new(Slot::new(rebuilt, Arc::clone(&self.keeper)));
        slot.with_long(Game::begin).await?;
        let mut computers = Vec::new();
        for side in Side::BOTH {
            if let Some(level) = players[side.index()].level() {
                computers.push(Computer { side, level, seed: randomness::bytes()? });
            }
        }
        seat_computers(&slot, computers, self.config.schedule.computer, &self.thinking);
        Ok(slot)
    }

    /// The games in memory.
    fn seated(&self) -> Vec<Arc<Slot>> {
        locked(&self.slots).values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// Answers questions by standing orders, once in every game in memory.
    pub async fn answer_standing(&self) {
        for slot in self.seated() {
            // A failure marks the game; whoever comes next is told.
            let _ = slot.attend(Game::answer_standing).await;
        }
    }

    /// Forgets the games that nobody uses. They are read again when somebody comes.
    pub fn forget_idle(&self) {
        let longest = self.config.schedule.idle;
        locked(&self.slots).retain(|_, cell| match cell.get() {
            // Whoever comes takes the cell under this lock: nobody holds a game that only we hold.
            Some(slot) => {
                let ours = Arc::strong_count(cell) == 1 && Arc::strong_count(slot) == 1;
                !(ours && (slot.failed() || slot.idle() >= longest))
            }
            None => Arc::strong_count(cell) > 1,
        });
    }
}
