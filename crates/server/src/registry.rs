//! The live games of a server: loaded from the store on the first request, dropped from memory when idle.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::{Seat, Side};
use tokio::sync::{OnceCell, watch};

use crate::config::Config;
use crate::game::{Computer, Game, LiveGame, start_computers};
use crate::links::Links;
use crate::pre_game::{Dice, Parts, Player, PreGame};
use crate::problem::{Code, Problem};
use crate::randomness;
use crate::seats::{Token, TokenHash};
use crate::store::{GameId, Maker, NewGame, StoreError, WriteQueue};
use crate::work_pool::WorkPool;

/// Maximum number of scenarios set up or ledgers replayed at once.
const SETTING_UP: usize = 2;
/// Maximum number of odds and steps of finished games computed at once. They take long, and play doesn't wait for them.
const COMPUTING: usize = 2;
/// Maximum number of computer players that think with several threads at once; others think briefly on one thread. They
/// have a limit of their own: if odds had to wait for them, the delay would reveal whether a side has ended its secret
/// plan.
const THINKING: usize = 2;

/// Number of games that are removed from the store in one transaction. A long game takes some milliseconds.
const BATCH: usize = 20;

type Cell = Arc<OnceCell<Arc<LiveGame>>>;

/// The games of a server that are in memory, by link and by number.
pub struct GameRegistry {
    config: Config,
    writes: Arc<WriteQueue>,
    games: Mutex<HashMap<GameId, Cell>>,
    links: Links,
    victory: OnceCell<Vec<Vec<String>>>,
    setting_up: WorkPool,
    computing: WorkPool,
    thinking: WorkPool,
    stopping: watch::Sender<bool>,
}

impl std::fmt::Debug for GameRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRegistry").finish_non_exhaustive()
    }
}

/// The game and the seat that a link opens.
#[derive(Clone, Debug)]
pub struct SeatSession {
    pub game: Arc<LiveGame>,
    pub seat: Seat,
    pub link: TokenHash,
}

/// Everything needed to create a game.
#[derive(Clone, Debug)]
pub struct NewGameSpec {
    /// Scenario with its options, already checked.
    pub scenario: referee::ledger::ScenarioText,
    /// Name of the rule system, such as `tide`.
    pub system: &'static str,
    /// Player of each side, side A first.
    pub players: [Player; 2],
    /// Whether the referee rolls all dice. Otherwise players enter the rolls that both sides see.
    pub fair: bool,
    /// Address of the client.
    pub address: IpAddr,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs work that waits for the disk on a blocking thread.
pub async fn on_disk<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Problem> {
    match tokio::task::spawn_blocking(act).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(Problem::new(Code::Failed, "the server is shutting down")),
    }
}

impl GameRegistry {
    /// Returns a registry without games in memory.
    ///
    /// # Errors
    /// The writing thread can't be started.
    pub fn open(config: Config) -> std::io::Result<Self> {
        let links = Links::new(Arc::clone(&config.store));
        Ok(GameRegistry {
            writes: Arc::new(WriteQueue::start(Arc::clone(&config.store))?),
            config,
            games: Mutex::default(),
            links,
            victory: OnceCell::new(),
            setting_up: WorkPool::new(SETTING_UP),
            computing: WorkPool::new(COMPUTING),
            thinking: WorkPool::new(THINKING),
            stopping: watch::Sender::new(false),
        })
    }

    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the victory conditions of each built-in scenario, in their order. They are computed on first use.
    #[must_use]
    pub const fn victory(&self) -> &OnceCell<Vec<Vec<String>>> {
        &self.victory
    }

    /// Returns a channel whose value changes when the server stops.
    #[must_use]
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Notifies all connections that the server stops.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Returns the ledger of a game, with all secrets.
    ///
    /// # Errors
    /// The store can't be read.
    pub async fn ledger(&self, game: GameId) -> Result<String, Problem> {
        let store = Arc::clone(&self.config.store);
        let stored = on_disk(move || store.load(game)).await?;
        Ok(stored.map_or_else(String::new, |stored| stored.ledger))
    }

    /// Returns the pool that sets up scenarios and replays ledgers. Both take memory and time.
    #[must_use]
    pub fn setting_up(&self) -> &WorkPool {
        &self.setting_up
    }

    /// Returns the pool that computes odds and replays steps of finished games.
    #[must_use]
    pub fn computing(&self) -> &WorkPool {
        &self.computing
    }

    /// Checks whether an address may create another game, before any work is done for it.
    ///
    /// # Errors
    /// The address has too many unfinished games.
    /// The store can't be read.
    pub async fn admit(&self, address: IpAddr) -> Result<(), Problem> {
        let (store, maker) = (Arc::clone(&self.config.store), self.maker(address));
        on_disk(move || store.admit(&maker)).await
    }

    const fn maker(&self, address: IpAddr) -> Maker {
        Maker { address, most: self.config.limits.games_of_one }
    }

    /// Creates a game. Returns the links to its seats; a side of the computer has none.
    ///
    /// # Errors
    /// The game can't be stored.
    /// The address has too many unfinished games.
    pub async fn create(&self, spec: NewGameSpec) -> Result<[Option<Token>; 3], Problem> {
        let mut pre_game = PreGame {
            system: spec.system.to_owned(),
            scenario: spec.scenario,
            players: spec.players,
            game: Some(randomness::bytes()?.into()),
            nonce: randomness::nonce()?,
            dice: if spec.fair { Dice::Fair(Parts::default()) } else { Dice::Own(Parts::default()) },
        };
        let mut links = [None, None, None];
        for (seat, link) in Seat::ALL.into_iter().zip(&mut links) {
            match seat.side().filter(|side| spec.players[side.index()].is_computer()) {
                Some(side) => pre_game.put_in(side, randomness::nonce()?),
                None => *link = Some(randomness::token()?),
            }
        }
        let hashed = Seat::ALL.into_iter().zip(&links);
        let hashed = hashed.filter_map(|(seat, link)| Some((TokenHash::of(link.as_ref()?.text()), seat.index() as u8)));
        let maker = Some(self.maker(spec.address));
        let game = NewGame { pre_game, links: hashed.collect(), maker };
        let store = Arc::clone(&self.config.store);
        on_disk(move || store.create(&game)).await?;
        Ok(links)
    }

    /// Returns the game and the seat of a link.
    ///
    /// # Errors
    /// The link is unknown.
    /// The game can't be read.
    pub async fn session(&self, token: &str) -> Result<SeatSession, Problem> {
        let link = TokenHash::of(token);
        let (game, seat) = self.links.seat(link).await?;
        Ok(SeatSession { game: self.live_game(game).await?, seat, link })
    }

    /// Replaces the link of a seat by another, and returns it.
    ///
    /// # Errors
    /// The link was renewed meanwhile.
    /// The store can't be written.
    pub async fn renew(&self, session: &SeatSession, by: Token) -> Result<Token, Problem> {
        self.links.renew(session.link, TokenHash::of(by.text())).await?;
        Ok(by)
    }

    /// Returns the seats by link, and watches on links.
    #[must_use]
    pub const fn links(&self) -> &Links {
        &self.links
    }

    async fn live_game(&self, game: GameId) -> Result<Arc<LiveGame>, Problem> {
        let cell = {
            let mut games = locked(&self.games);
            let cell = games.entry(game).or_default();
            if cell.get().is_some_and(|live| live.failed()) {
                *cell = Cell::default();
            }
            Arc::clone(cell)
        };
        cell.get_or_try_init(|| self.load(game)).await.map(Arc::clone)
    }

    async fn load(&self, game: GameId) -> Result<Arc<LiveGame>, Problem> {
        let permit = self.setting_up.take().await?;
        let store = Arc::clone(&self.config.store);
        let read = move || {
            let stored = store.load(game)?.ok_or(StoreError::Gone(game))?;
            Ok((stored.pre_game.players, Game::rebuilt(game, stored)?))
        };
        let (players, rebuilt) = match permit.work("the game could not be read", read).await? {
            Ok(read) => read,
            Err(error) => return Err(self.set_aside(game, error).await),
        };
        let live = Arc::new(LiveGame::new(rebuilt, Arc::clone(&self.writes)));
        live.with_long(Game::begin).await?;
        let mut computers = Vec::new();
        for side in Side::BOTH {
            if let Some(level) = players[side.index()].level() {
                computers.push(Computer { side, level, seed: randomness::bytes()? });
            }
        }
        start_computers(&live, computers, self.config.schedule.computer, &self.thinking);
        Ok(live)
    }

    /// Notes why a game can't be read, so that it isn't tried again at each request. Returns the problem.
    async fn set_aside(&self, game: GameId, error: StoreError) -> Problem {
        if let Some(fault) = error.fault().map(str::to_owned) {
            let store = Arc::clone(&self.config.store);
            // A damaged store may refuse even this. Then the next request tries again.
            let _ = on_disk(move || store.set_aside(game, &fault)).await;
            return Problem::from(StoreError::Unreadable(game, String::new()));
        }
        error.into()
    }

    fn live_games(&self) -> Vec<Arc<LiveGame>> {
        locked(&self.games).values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// Answers questions by standing orders, once in every game in memory.
    pub async fn answer_standing(&self) {
        for live in self.live_games() {
            // A failure marks the game; the next client gets the error.
            let _ = live.attend(Game::answer_standing).await;
        }
    }

    /// Notes what the store writes with a delay.
    pub async fn note(&self) {
        let store = Arc::clone(&self.config.store);
        // The store keeps what it can't write, and the next call tries again.
        let _ = on_disk(move || store.note()).await;
    }

    /// Removes games whose time is over. Orders of other games come between the batches.
    pub async fn expire(&self) {
        loop {
            let (store, retention) = (Arc::clone(&self.config.store), self.config.retention);
            let Ok(expired) = on_disk(move || store.expire(&retention, BATCH)).await else { return };
            locked(&self.games).retain(|game, _| !expired.contains(game));
            self.links.forget(&expired);
            if expired.len() < BATCH {
                return;
            }
        }
    }

    /// Drops idle games from memory. They are loaded again on the next request.
    pub fn forget_idle(&self) {
        let longest = self.config.schedule.idle;
        locked(&self.games).retain(|_, cell| match cell.get() {
            // Clients take the cell under this lock, so no client can hold a game with a single owner.
            Some(live) => {
                let ours = Arc::strong_count(cell) == 1 && Arc::strong_count(live) == 1;
                !(ours && (live.failed() || live.idle() >= longest))
            }
            None => Arc::strong_count(cell) > 1,
        });
    }
}
