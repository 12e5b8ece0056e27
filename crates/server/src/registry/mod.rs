//! The live games of a server: loaded from the store when they are used, and put away when they rest or memory is short.

mod holding;
mod memory;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use game::{Computer, NewGame, ScenarioRow, Token, randomness};
use rules::{Seat, Side};
use table::guide::Guide;
use tokio::sync::{OnceCell, watch};

use crate::client::Client;
use crate::config::Config;
use crate::games::{LiveGame, Loader, Packing, on_disk, start_computers, start_script};
use crate::links::Links;
use crate::monitor::{Monitor, MonitoredStore, Readiness};
use crate::problem::{Code, Problem};
use crate::seats::TokenHash;
use crate::servers::{Membership, Term};
use crate::store::{self, GameId, Maker, WriteQueue};
use crate::work_pool::{Load, WorkPool};

/// Maximum number of scenarios set up at once.
const SETTING_UP: usize = 2;
/// Maximum number of games loaded at once.
const LOADING: usize = 2;
/// Maximum number of odds and steps of finished games computed at once. They take long, and play doesn't wait for them.
const COMPUTING: usize = 2;
/// Maximum number of computer players that think with several threads at once; others think briefly on one thread. They
/// have a limit of their own: if odds had to wait for them, the delay would reveal whether a side has ended its secret
/// plan.
const THINKING: usize = 2;

/// Part of the memory for games by which they grow before there is a look at how much they take.
const GROWN: usize = 16;

/// Number of games that are removed from the store in one transaction. A long game takes some milliseconds.
const BATCH: usize = 20;

pub use holding::Place;

use holding::Elsewhere;

type Cell = Arc<OnceCell<Arc<LiveGame>>>;

/// The games of a server that are in memory, by link and by number.
pub struct GameRegistry {
    config: Config,
    monitor: Arc<Monitor>,
    writes: Arc<WriteQueue>,
    loader: Loader,
    games: Mutex<HashMap<GameId, Cell>>,
    packing: Packing,
    links: Links,
    scenario_rows: OnceCell<Vec<ScenarioRow>>,
    /// Pictures of the built-in scenarios, by name, once requested.
    pictures: Mutex<HashMap<String, Arc<OnceCell<String>>>>,
    /// Guided games of the built-in scenarios, by name, once requested.
    guides: Mutex<HashMap<String, Arc<OnceCell<Guide>>>>,
    /// Explained pages as JSON, by rule system, once requested.
    explained: Mutex<HashMap<&'static str, Arc<OnceCell<Bytes>>>>,
    setting_up: WorkPool,
    computing: WorkPool,
    thinking: WorkPool,
    stopping: watch::Sender<bool>,
    readiness: Readiness,
    membership: Option<Arc<Membership>>,
    elsewhere: Mutex<Elsewhere>,
    /// The term of a server that has the store for itself.
    unlimited: Arc<Term>,
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
    pub monitor: Arc<Monitor>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GameRegistry {
    /// Returns a registry without games in memory. `membership` is this server's place among others of its store.
    ///
    /// # Errors
    /// The writing thread can't be started.
    pub fn open(config: Config, monitor: Arc<Monitor>, membership: Option<Arc<Membership>>) -> std::io::Result<Self> {
        let store = MonitoredStore::new(Arc::clone(&config.store), Arc::clone(&monitor));
        let config = Config { store: Arc::new(store), ..config };
        let links = Links::new(Arc::clone(&config.store));
        Ok(GameRegistry {
            writes: Arc::new(WriteQueue::start(Arc::clone(&config.store))?),
            loader: Loader::new(Arc::clone(&config.store), LOADING),
            config,
            readiness: Readiness::new(Arc::clone(&monitor)),
            monitor,
            games: Mutex::default(),
            packing: Packing::default(),
            links,
            scenario_rows: OnceCell::new(),
            pictures: Mutex::default(),
            guides: Mutex::default(),
            explained: Mutex::default(),
            setting_up: WorkPool::new(SETTING_UP),
            computing: WorkPool::new(COMPUTING),
            thinking: WorkPool::new(THINKING),
            stopping: watch::Sender::new(false),
            membership,
            elsewhere: Mutex::default(),
            unlimited: Arc::new(Term::unlimited()),
        })
    }

    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the place for the list of built-in scenarios. It is made on first use: it never changes.
    #[must_use]
    pub const fn scenario_rows(&self) -> &OnceCell<Vec<ScenarioRow>> {
        &self.scenario_rows
    }

    /// Returns the place for the picture of a built-in scenario. It is drawn on first use: it never changes.
    #[must_use]
    pub fn picture(&self, scenario: &str) -> Arc<OnceCell<String>> {
        Arc::clone(locked(&self.pictures).entry(scenario.to_owned()).or_default())
    }

    /// Returns the place for the guided game of a built-in scenario. It is played through on first use.
    #[must_use]
    pub fn guide(&self, scenario: &str) -> Arc<OnceCell<Guide>> {
        Arc::clone(locked(&self.guides).entry(scenario.to_owned()).or_default())
    }

    /// Returns the place for the explained page of a rule system. It is drawn on first use: it never changes.
    #[must_use]
    pub fn explained(&self, system: &'static str) -> Arc<OnceCell<Bytes>> {
        Arc::clone(locked(&self.explained).entry(system).or_default())
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

    #[must_use]
    pub fn monitor(&self) -> &Arc<Monitor> {
        &self.monitor
    }

    /// Checks whether the server can take orders.
    ///
    /// # Errors
    /// The server stops, or its store can't be written.
    /// Its lease is over, so other servers may have its games.
    pub async fn ready(&self) -> Result<(), Problem> {
        if *self.stopping.borrow() {
            return Err(Problem::new(Code::NotReady, "the server is stopping"));
        }
        if self.term().is_over() {
            return Err(Problem::new(Code::NotReady, "the server could not prolong its lease"));
        }
        self.readiness.check(&self.config.store).await
    }

    /// Returns the number of games in the store; `None` if it can't be read.
    pub async fn stored(&self) -> Option<u64> {
        let store = Arc::clone(&self.config.store);
        on_disk(move || store.games()).await.ok()
    }

    /// Returns how much long work there is, by the name of its queue.
    #[must_use]
    pub fn queues(&self) -> [(&'static str, Load); 4] {
        [
            ("setting-up", self.setting_up.load()),
            ("loading", self.loader.load_now()),
            ("computing", self.computing.load()),
            ("thinking", self.thinking.load()),
        ]
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
    pub async fn admit(&self, client: Client) -> Result<(), Problem> {
        let (store, maker) = (Arc::clone(&self.config.store), self.maker(client));
        on_disk(move || store.admit(&maker)).await
    }

    const fn maker(&self, client: Client) -> Maker {
        Maker { client, most: self.config.limits.games_of_one }
    }

    /// Creates a game. Returns the links to its seats; a side of the computer has none.
    ///
    /// # Errors
    /// The game can't be stored.
    /// The address has too many unfinished games.
    pub async fn create(&self, game: NewGame, client: Client) -> Result<[Option<Token>; 3], Problem> {
        let (pre_game, links) = game.draw_secrets()?;
        let hashed = Seat::ALL.into_iter().zip(&links);
        let hashed = hashed.filter_map(|(seat, link)| Some((TokenHash::of(link.as_ref()?.text()), seat.index() as u8)));
        let game = store::NewGame { pre_game, links: hashed.collect(), maker: Some(self.maker(client)) };
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
        if self.loader.growth().exceeds(self.config.limits.memory / GROWN) {
            self.make_room();
        }
        let game = self.live_game(game).await?;
        // The server that had the game before may have renewed the link: then it was forgotten when the game was taken.
        self.links.seat(link).await?;
        Ok(SeatSession { game, seat, link, monitor: Arc::clone(&self.monitor) })
    }

    /// Replaces the link of a seat by another, and returns it.
    ///
    /// # Errors
    /// The link was renewed meanwhile.
    /// The store can't be written.
    pub async fn renew(&self, session: &SeatSession, by: Token) -> Result<Token, Problem> {
        self.links.renew(session.game.hold(), session.link, TokenHash::of(by.text())).await?;
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
            if let Some(failed) = cell.get().filter(|live| live.failed()) {
                // Sockets may still wait for it.
                failed.end();
                *cell = Cell::default();
            }
            Arc::clone(cell)
        };
        cell.get_or_try_init(|| self.load(game)).await.map(Arc::clone)
    }

    async fn load(&self, game: GameId) -> Result<Arc<LiveGame>, Problem> {
        let term = self.term();
        let hold = self.take(game, &term).await?;
        let loaded = self.loader.load(hold).await?;
        let players = loaded.players();
        let live = Arc::new(LiveGame::new(loaded, hold, term, self.loader.clone(), Arc::clone(&self.writes)));
        live.with_long(|game| Ok(game.begin()?)).await?;
        let mut computers = Vec::new();
        for side in Side::BOTH {
            if let Some(level) = players[side.index()].level() {
                computers.push(Computer::new(side, level, randomness::bytes()?));
            }
        }
        let delay = self.config.schedule.computer;
        start_computers(&live, computers, delay, &self.thinking, &self.monitor);
        start_script(&live, delay, &self.monitor);
        Ok(live)
    }

    fn live_games(&self) -> Vec<Arc<LiveGame>> {
        locked(&self.games).values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// Answers questions by standing orders, once in every game in memory.
    pub async fn answer_standing(&self) {
        for live in self.live_games().into_iter().filter(|live| !live.failed()) {
            // A failure marks the game; the next client gets the error.
            if let Err(problem) = live.attend_in_memory(|game| Ok(game.answer_standing()?)).await {
                self.monitor.game_failed(live.id(), live.kind(), "standing order", &problem);
            }
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
}
