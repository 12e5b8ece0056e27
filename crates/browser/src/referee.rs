//! The games of a page, by link: what they are asked, what must be stored, and what listeners are sent.

use std::collections::BTreeMap;
use std::time::Duration;

use ::referee::ledger::ScenarioText;
use game::{Code, Known, PreGame, Problem, StoredGame, Token};
use rules::Seat;
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;
use web_time::Instant;

use crate::answer::{Answer, Reply, Said};
use crate::live::Live;
use crate::routes;
use crate::write::Write;

/// Close code of a socket whose link was renewed, as the server has it.
const RENEWED: u16 = 4001;
/// Close code of a socket whose game must be loaded again.
const AGAIN: u16 = 1012;
/// Delay before what failed is tried again.
const AGAIN_AFTER: Duration = Duration::from_secs(2);

/// A stored game as the page keeps it.
#[derive(Deserialize)]
struct Kept {
    pre_game: PreGame,
    lines: Vec<String>,
    #[serde(default)]
    responses: Vec<game::CachedResponse>,
}

/// A page that is sent what happens at a seat.
struct Listener {
    token: String,
    next: usize,
    known: Known,
}

/// The games of a page.
#[wasm_bindgen]
pub struct Referee {
    begun: Instant,
    games: BTreeMap<String, Live>,
    /// Game and seat by link, also of games that are not loaded.
    links: BTreeMap<String, (String, Seat)>,
    listeners: BTreeMap<u32, Listener>,
    closed: Vec<(u32, u16, &'static str)>,
    writes: Vec<Write>,
    jobs: BTreeMap<u32, String>,
    numbers: u32,
    scenarios: BTreeMap<String, ScenarioText>,
    guides: BTreeMap<String, ScenarioText>,
}

impl Default for Referee {
    fn default() -> Self {
        Referee {
            begun: Instant::now(),
            games: BTreeMap::new(),
            links: BTreeMap::new(),
            listeners: BTreeMap::new(),
            closed: Vec::new(),
            writes: Vec::new(),
            jobs: BTreeMap::new(),
            numbers: 0,
            scenarios: BTreeMap::new(),
            guides: BTreeMap::new(),
        }
    }
}

#[wasm_bindgen]
impl Referee {
    /// Returns a referee without games.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Referee {
        Referee::default()
    }

    /// Adds a built-in scenario by its name, such as `tide/first`, with its guide if it has one. A request for a game may
    /// name it from then on.
    pub fn offer(&mut self, name: &str, text: &str, guide: Option<String>) {
        let of = |text: String| ScenarioText { name: name.to_owned(), text };
        self.scenarios.insert(name.to_owned(), of(text.to_owned()));
        if let Some(guide) = guide {
            self.guides.insert(name.to_owned(), of(guide));
        }
    }

    /// Notes a game that is stored but not loaded. `links` is JSON, the index of the seat by link.
    pub fn know(&mut self, game: &str, links: &str) {
        let links: BTreeMap<String, usize> = serde_json::from_str(links).unwrap_or_default();
        for (token, seat) in links {
            if let Some(seat) = Seat::ALL.get(seat) {
                self.links.insert(token, (game.to_owned(), *seat));
            }
        }
    }

    /// Returns the game that must be loaded before a path is asked.
    #[must_use]
    pub fn wants(&self, path: &str) -> Option<String> {
        let (game, _) = self.links.get(routes::token(path)?)?;
        (!self.games.contains_key(game)).then(|| game.clone())
    }

    /// Loads a stored game: JSON of `pre_game`, `lines` and `responses`.
    ///
    /// # Errors
    /// The game can't be read. The text is a problem as JSON.
    pub fn load(&mut self, game: &str, stored: &str) -> Result<(), String> {
        let unreadable = |error: serde_json::Error| Problem::new(Code::GameUnreadable, error);
        let load = || -> Result<Live, Problem> {
            let Kept { pre_game, lines, responses } = serde_json::from_str(stored).map_err(unreadable)?;
            let number = lines.len() as u64;
            let ledger = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
            Live::open(StoredGame { pre_game, ledger, lines: number, responses })
        };
        let live = load().map_err(|problem| Said::problem(problem).text)?;
        self.games.insert(game.to_owned(), live);
        self.gather(game);
        Ok(())
    }

    /// Puts a game out of memory. What is stored stays known.
    pub fn drop(&mut self, game: &str) {
        self.games.remove(game);
        self.jobs.retain(|_, of| of != game);
        let links = &self.links;
        self.listeners.retain(|_, listener| links.get(&listener.token).is_none_or(|(of, _)| of != game));
    }

    /// Answers a request: `path` is the address after `/api/`, with its query.
    pub fn ask(&mut self, method: &str, path: &str, body: Option<String>) -> Answer {
        let reply = routes::ask(self, method, path, body.as_deref().unwrap_or_default());
        reply.unwrap_or_else(|problem| Reply::Now(Said::problem(problem))).into()
    }

    /// Returns what must be stored before any answer or news is passed on, as JSON.
    pub fn writes(&mut self) -> String {
        let writes = std::mem::take(&mut self.writes);
        if writes.is_empty() { "[]".to_owned() } else { json!(writes).to_string() }
    }

    /// Begins to listen at `seats/LINK/live?from=N`. Returns the number of the listener.
    ///
    /// # Errors
    /// The link is unknown, or the event doesn't exist. The text is a problem as JSON.
    pub fn listen(&mut self, path: &str) -> Result<u32, String> {
        let listener = routes::listen(self, path).map_err(|problem| Said::problem(problem).text)?;
        self.numbers += 1;
        let (token, next) = listener;
        self.listeners.insert(self.numbers, Listener { token, next, known: Known::default() });
        Ok(self.numbers)
    }

    /// Ends a listener.
    pub fn silence(&mut self, listener: u32) {
        self.listeners.remove(&listener);
    }

    /// Returns what listeners are sent, as JSON: messages as those of the server's socket, and closes.
    pub fn news(&mut self) -> String {
        let mut said: Vec<Value> = Vec::new();
        for (number, code, reason) in std::mem::take(&mut self.closed) {
            said.push(json!({ "listener": number, "close": { "code": code, "reason": reason } }));
        }
        for (number, listener) in &mut self.listeners {
            let Some((game, seat)) = self.links.get(&listener.token) else { continue };
            let Some(live) = self.games.get(game) else { continue };
            let news = live.game.news(*seat, listener.next, &listener.known);
            (listener.next, listener.known) = (news.next, news.known);
            let events = news.events.map(|events| format!("{{{events}}}"));
            for text in news.info.into_iter().chain(events) {
                said.push(json!({ "listener": number, "text": text }));
            }
        }
        if said.is_empty() { "[]".to_owned() } else { json!(said).to_string() }
    }

    /// Does all that is due at a time: orders of computer players, moves of scripts, standing orders. Returns JSON:
    /// `wait`, the milliseconds until the next beat or null, and `jobs` for another worker, each with its id.
    pub fn beat(&mut self, now: f64) -> String {
        let now = self.begun + Duration::from_secs_f64(now.max(0.0) / 1000.0);
        let (mut at, mut jobs) = (None, Vec::new());
        let ids: Vec<String> = self.games.keys().cloned().collect();
        for id in ids {
            let Some(live) = self.games.get_mut(&id) else { continue };
            match live.beat(now, &mut self.numbers) {
                Ok(next) => {
                    at = at.into_iter().chain(next.at).min();
                    for (number, job) in next.jobs {
                        jobs.push(json!({ "id": number, "job": json!(job).to_string() }));
                        self.jobs.insert(number, id.clone());
                    }
                    self.gather(&id);
                }
                // The game is loaded again from what is stored.
                Err(problem) if problem.is_spoilt() => self.lose(&id),
                Err(_) => at = at.into_iter().chain([now + AGAIN_AFTER]).min(),
            }
        }
        let wait = at.map(|at: Instant| at.saturating_duration_since(now).as_secs_f64() * 1000.0);
        json!({ "wait": wait, "jobs": jobs }).to_string()
    }

    /// Takes the result of a job of [`Referee::beat`].
    pub fn done(&mut self, id: u32, result: &str) {
        let Some(game) = self.jobs.remove(&id) else { return };
        if let Some(live) = self.games.get_mut(&game) {
            live.done(id, serde_json::from_str(result).unwrap_or_default());
        }
    }
}

impl Referee {
    /// Returns a built-in scenario that the page has sent.
    pub fn scenario(&self, name: &str) -> Option<&ScenarioText> {
        self.scenarios.get(name)
    }

    /// Returns the guide of a built-in scenario that the page has sent.
    pub fn guide(&self, name: &str) -> Option<&ScenarioText> {
        self.guides.get(name)
    }

    /// Returns the game and the seat of a link.
    pub fn seat(&mut self, token: &str) -> Result<(String, Seat, &mut Live), Problem> {
        let unknown = || Problem::new(Code::UnknownSeat, "this link leads to no game that is kept in this browser");
        let (game, seat) = self.links.get(token).cloned().ok_or_else(unknown)?;
        let live = self.games.get_mut(&game).ok_or_else(unknown)?;
        Ok((game, seat, live))
    }

    /// Notes what a game has changed, to be stored.
    pub fn gather(&mut self, game: &str) {
        let Some(live) = self.games.get_mut(game) else { return };
        self.writes.extend(live.take_changes().into_iter().map(|change| Write::changed(game, change)));
    }

    /// Adds a new game with its links.
    ///
    /// # Errors
    /// The game can't be opened.
    pub fn add(&mut self, pre_game: PreGame, links: &[Option<Token>; 3]) -> Result<(), Problem> {
        let stored = StoredGame { pre_game, ledger: String::new(), lines: 0, responses: Vec::new() };
        let write = Write::begun(&stored, links)?;
        let (id, live) = (write.game.clone(), Live::open(stored)?);
        for (link, seat) in links.iter().zip(Seat::ALL) {
            if let Some(link) = link {
                self.links.insert(link.text().to_owned(), (id.clone(), seat));
            }
        }
        self.writes.push(write);
        self.games.insert(id.clone(), live);
        self.gather(&id);
        Ok(())
    }

    /// Renews the link of a seat.
    pub fn renew(&mut self, game: &str, old: &str, new: &Token) {
        if let Some(place) = self.links.remove(old) {
            self.links.insert(new.text().to_owned(), place);
        }
        for (number, listener) in &self.listeners {
            if listener.token == old {
                self.closed.push((*number, RENEWED, "the link was renewed"));
            }
        }
        self.listeners.retain(|_, listener| listener.token != old);
        let of_game = self.links.iter().filter(|(_, (of, _))| of == game);
        let links = of_game.map(|(token, (_, seat))| (token.clone(), seat.index())).collect();
        self.writes.push(Write::linked(game, links));
    }

    /// Forgets a game that failed. It is loaded again from what is stored.
    pub fn lose(&mut self, game: &str) {
        for (number, listener) in &self.listeners {
            if self.links.get(&listener.token).is_some_and(|(of, _)| of == game) {
                self.closed.push((*number, AGAIN, "the game is read again: reconnect"));
            }
        }
        self.drop(game);
    }
}
