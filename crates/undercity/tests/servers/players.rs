//! Games of people and of the computer, with all that their clients know.

use std::io::Result;

use serde_json::{Value, json};

use super::backends::Balanced;
use super::live::LiveLog;
use super::serving::client::{Begun, Dice, Http, begin, seat, take_part};
use super::serving::known::Known;

/// How the sides of a game are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Two people, over HTTP.
    Http,
    /// Two people, over WebSockets.
    Live,
    /// A person over HTTP, and the computer of this level.
    Computer(&'static str),
}

/// One game after the other of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub scenario: &'static str,
    pub by: By,
    /// Number of orders after which another game begins, unless the game is over before.
    pub most: usize,
}

/// A game in play, with the live logs of its players.
pub struct Game {
    pub kind: Kind,
    pub known: Known,
    logs: Vec<LiveLog>,
}

impl Game {
    pub fn begin(client: &mut Balanced, kind: Kind) -> Game {
        let known = match kind.by {
            By::Http | By::Live => Known::new(begin(client, kind.scenario)),
            By::Computer(level) => against(client, kind.scenario, level),
        };
        let live = known.begun.tokens.iter().filter(|_| kind.by == By::Live);
        let logs = live.map(|link| LiveLog::new(&client.backends, link, client.dice.below(1 << 30) as u64)).collect();
        Game { kind, known, logs }
    }

    /// Returns a game that was played by others.
    pub fn known(kind: Kind, known: Known) -> Game {
        Game { kind, known, logs: Vec::new() }
    }

    /// Gives an order. Waits for the computer's move before.
    pub fn play(&mut self, client: &mut Balanced) -> Result<()> {
        let mut dice = Dice(client.dice.below(1 << 30) as u64);
        if self.logs.is_empty() {
            return self.known.play(client, 1, &mut dice);
        }
        let logs = &mut self.logs;
        self.known.play_by(client, 1, &mut dice, |_, side, _, asked| logs[side].give(asked))
    }

    /// Checks that every acknowledged order is there once, and that sockets have told nothing else.
    pub fn check(&mut self, client: &mut Balanced) {
        self.known.check(client);
        self.logs.iter().for_each(|log| log.check(client));
    }

    /// Closes the sockets of the players.
    pub fn leave(&mut self) {
        self.logs.iter_mut().for_each(LiveLog::close);
    }

    /// Ends the game, and checks its ledger. Returns the number of orders in it.
    pub fn finish(mut self, client: &mut Balanced) -> usize {
        self.check(client);
        let link = &self.known.begun.tokens[self.known.sides.start];
        if client.get(&seat(link, "")).ok()["outcome"].is_null() {
            client.post(&seat(link, "/resign"), &json!({ "id": "end" })).ok();
        }
        let ledger = client.get(&seat(link, "/ledger"));
        assert_eq!(ledger.status, 200, "{}", ledger.text());
        let ledger = ledger.text();
        let system = self.kind.scenario.split('/').next().unwrap();
        table::system(system).unwrap().verify(&ledger, None).unwrap_or_else(|error| panic!("{:?}: {error}", self.kind));
        self.count(&ledger)
    }

    /// Checks that the ledger has each order of a person once, under its id. Returns the number of all orders.
    fn count(&self, ledger: &str) -> usize {
        let orders: Vec<Value> = ledger
            .lines()
            .filter_map(|line| {
                let line: Value = serde_json::from_str(line).unwrap();
                Some(line["line"]["entry"]["act"].get("order")?.clone())
            })
            .collect();
        for side in self.known.sides.clone() {
            let name = self.known.begun.sides[side].as_str();
            let given: Vec<_> = self.known.acknowledged[side].iter().map(|(asked, _)| &asked["id"]).collect();
            let kept: Vec<_> = orders.iter().filter(|order| order["by"] == name).map(|order| &order["id"]).collect();
            assert_eq!(kept, given, "{:?}: orders of {name} in the ledger", self.kind);
        }
        orders.len()
    }
}

/// Creates a game of a person against the computer, and begins it.
pub fn against(client: &mut Balanced, scenario: &str, level: &str) -> Known {
    let system = table::system(scenario.split('/').next().unwrap()).unwrap();
    let sides = system.sides().map(str::to_owned);
    let own = client.dice.below(2);
    let players = json!({ &sides[1 - own]: level });
    let made = client.post("/api/games", &json!({ "scenario": scenario, "players": players })).ok();
    let link = |name: &str| made["links"][name].as_str().unwrap().to_owned();
    let mut tokens = [String::new(), String::new()];
    tokens[own] = link(&sides[own]);
    take_part(client, &tokens[own]);
    Known::of_one(Begun { spectator: link("spectator"), sides, tokens }, own)
}
