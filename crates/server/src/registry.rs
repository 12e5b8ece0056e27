//! The live games of a server: loaded from the store on the first request, dropped from memory when idle.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::{Seat, Side};
use tokio::sync::{OnceCell, watch};

use crate::config::Config;
use crate::game::{Computer, Game, LiveGame, start_computers};
use crate::pre_game::{Dice, Parts, Player, PreGame};
use crate::problem::{Code, Problem};
use crate::randomness;
use crate::seats::{Token, TokenHash};
use crate::store::{GameId, NewGame, StoreError, WriteQueue};
use crate::work_pool::WorkPool;

/// How many links are remembered without asking the store.
const LINKS: usize = 10_000;
/// How many scenarios are set up or ledgers replayed at once.
const SETTING_UP: usize = 2;
/// How many odds are computed and steps of finished games replayed at once: they take long, and play does not wait
/// for them.
const COMPUTING: usize = 2;
/// How many of the server's own players think at once with all there is; more think for a moment on one thread. People's
/// odds do not wait for them: how long they waited would tell whether a side that plots in secret is done.
const THINKING: usize = 2;

type Cell = Arc<OnceCell<Arc<LiveGame>>>;

/// The games of a server that are in memory, by link and by number.
pub struct GameRegistry {
    config: Config,
    writes: Arc<WriteQueue>,
    games: Mutex<HashMap<GameId, Cell>>,
    links: Mutex<HashMap<TokenHash, (GameId, Seat)>>,
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

/// A game and a seat: what one link opens.
#[derive(Clone, Debug)]
pub struct SeatSession {
    /// The game.
    pub game: Arc<LiveGame>,
    /// The seat.
    pub seat: Seat,
}

/// Everything needed to create a game.
#[derive(Clone, Debug)]
pub struct NewGameSpec {
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

impl GameRegistry {
    /// A registry without games in memory.
    ///
    /// # Errors
    /// When the machine gives no thread to write with.
    pub fn open(config: Config) -> std::io::Result<Self> {
        Ok(GameRegistry {
            writes: Arc::new(WriteQueue::start(Arc::clone(&config.store))?),
            config,
            games: Mutex::default(),
            links: Mutex::default(),
            victory: OnceCell::new(),
            setting_up: WorkPool::new(SETTING_UP),
            computing: WorkPool::new(COMPUTING),
            thinking: WorkPool::new(THINKING),
            stopping: watch::Sender::new(false),
        })
    }

    /// How the server is set up.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Who wins for what in each scenario that can be asked for by name, in their order: worked out when first asked for.
    #[must_use]
    pub const fn victory(&self) -> &OnceCell<Vec<Vec<String>>> {
        &self.victory
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
        let stored = on_disk(move || store.load(game)).await?;
        Ok(stored.map_or_else(String::new, |stored| stored.ledger))
    }

    /// The pool that sets up scenarios and replays ledgers: both take memory and time.
    #[must_use]
    pub fn setting_up(&self) -> &WorkPool {
        &self.setting_up
    }

    /// The pool that computes odds and replays steps of finished games.
    #[must_use]
    pub fn computing(&self) -> &WorkPool {
        &self.computing
    }

    /// Makes a game. Returns the links to its seats; a side that the server plays has none.
    ///
    /// # Errors
    /// When it could not be kept.
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
        let game = NewGame { pre_game, links: hashed.collect() };
        let store = Arc::clone(&self.config.store);
        on_disk(move || store.create(&game)).await?;
        Ok(links)
    }

    /// The seat that a link leads to.
    ///
    /// # Errors
    /// When it leads nowhere, or its game cannot be read.
    pub async fn session(&self, token: &str) -> Result<SeatSession, Problem> {
        let (game, seat) = self.link(TokenHash::of(token)).await?;
        Ok(SeatSession { game: self.live_game(game).await?, seat })
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
        let stored = on_disk(move || store.load(game)).await?;
        let stored = stored.ok_or_else(|| Problem::new(Code::UnknownSeat, "the game of this link no longer exists"))?;
        let players = stored.pre_game.players;
        let rebuilt = permit.work("the game could not be read", move || Game::rebuilt(game, stored)).await??;
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

    /// The games in memory.
    fn live_games(&self) -> Vec<Arc<LiveGame>> {
        locked(&self.games).values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// Answers questions by standing orders, once in every game in memory.
    pub async fn answer_standing(&self) {
        for live in self.live_games() {
            // A failure marks the game; whoever comes next is told.
            let _ = live.attend(Game::answer_standing).await;
        }
    }

    /// Forgets the games that nobody uses. They are read again when somebody comes.
    pub fn forget_idle(&self) {
        let longest = self.config.schedule.idle;
        locked(&self.games).retain(|_, cell| match cell.get() {
            // Whoever comes takes the cell under this lock: nobody holds a game that only we hold.
            Some(live) => {
                let ours = Arc::strong_count(cell) == 1 && Arc::strong_count(live) == 1;
                !(ours && (live.failed() || live.idle() >= longest))
            }
            None => Arc::strong_count(cell) > 1,
        });
    }
}
